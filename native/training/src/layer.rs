//! A fully connected layer with ReLU, in floating-point numbers, and its gradient.

/// Where the weights of a layer are: those of each neuron's inputs, then the biases.
#[derive(Clone, Copy)]
pub(crate) struct Layer<const NEURONS: usize> {
    pub(crate) weights: usize,
    pub(crate) bias: usize,
    /// Where the biases end.
    pub(crate) end: usize,
}

impl<const NEURONS: usize> Layer<NEURONS> {
    pub(crate) fn new(weights: usize, inputs: usize) -> Self {
        let bias = weights + NEURONS * inputs;
        Self { weights, bias, end: bias + NEURONS }
    }

    pub(crate) fn neurons(&self, weights: &[f32], inputs: &[f32]) -> [f32; NEURONS] {
        let mut neurons = [0.0; NEURONS];
        neurons.copy_from_slice(&weights[self.bias..self.end]);
        self.neurons_with(weights, inputs, neurons)
    }

    /// The neurons for inputs, with sums in place of the biases.
    pub(crate) fn neurons_with(
        &self,
        weights: &[f32],
        inputs: &[f32],
        mut sums: [f32; NEURONS],
    ) -> [f32; NEURONS] {
        let of_inputs = weights[self.weights..self.bias].chunks_exact(inputs.len());
        for (sum, weights) in sums.iter_mut().zip(of_inputs) {
            *sum = (*sum + dot(weights, inputs)).max(0.0);
        }
        sums
    }

    /// Adds the gradients of the weights and of the inputs, given that of the neurons.
    pub(crate) fn add_gradient(
        &self,
        weights: &[f32],
        (inputs, of_inputs): (&[f32], &mut [f32]),
        (neurons, errors): (&[f32; NEURONS], &[f32; NEURONS]),
        gradient: &mut [f32],
    ) {
        for at in (0..NEURONS).filter(|&at| neurons[at] > 0.0) {
            gradient[self.bias + at] += errors[at];
            let from = self.weights + at * inputs.len();
            add_dot_gradient(weights, from, (inputs, of_inputs), errors[at], gradient);
        }
    }
}

/// The dot product of inputs and the first weights.
pub(crate) fn dot(weights: &[f32], inputs: &[f32]) -> f32 {
    weights.iter().zip(inputs).map(|(weight, input)| weight * input).sum()
}

/// Adds the gradients of the inputs and weights (those from `from` on) of a dot product, given that of the
/// product, `error`.
pub(crate) fn add_dot_gradient(
    weights: &[f32],
    from: usize,
    (inputs, of_inputs): (&[f32], &mut [f32]),
    error: f32,
    gradient: &mut [f32],
) {
    for (slope, input) in gradient[from..].iter_mut().zip(inputs) {
        *slope += error * input;
    }
    for (slope, weight) in of_inputs.iter_mut().zip(&weights[from..]) {
        *slope += error * weight;
    }
}

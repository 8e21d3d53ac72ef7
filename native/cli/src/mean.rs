/// The mean of some numbers; 0 if there are none.
pub(crate) fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len();
    ratio(values.sum(), count)
}

/// The mean of `count` numbers, given their sum; 0 if there are none.
pub(crate) fn ratio(sum: f64, count: usize) -> f64 {
    if count == 0 { 0.0 } else { sum / count as f64 }
}

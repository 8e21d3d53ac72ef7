/// Draws a uniform number below `n` from random bits. What is left of the bits is random enough for
/// further draws, so one word is enough for several (Brackett-Rozinsky and Lemire 2024). The bias
/// of each draw is below the product of all their `n`, divided by 2^64.
pub(crate) fn draw(bits: &mut u64, n: usize) -> usize {
    let product = u128::from(*bits) * n as u128;
    *bits = product as u64;
    (product >> 64) as usize
}

/// Up to sixteen items to draw from, without replacement.
pub(crate) struct Remaining<T>(pub(crate) [T; 16]);

impl<T: Copy> Remaining<T> {
    /// Draws one of the first `count` items and puts the last of them in its place.
    pub(crate) fn take(&mut self, count: usize, bits: &mut u64) -> T {
        let drawn = draw(bits, count);
        let item = self.0[drawn % 16];
        self.0[drawn % 16] = self.0[(count - 1) % 16];
        item
    }
}

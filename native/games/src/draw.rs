/// A uniform number below `n` from random bits. It leaves bits that are still good for the next
/// draw, so one word serves several draws (Brackett-Rozinsky and Lemire 2024). The bias of each
/// draw is below the product of their `n` divided by 2^64.
pub(crate) fn draw(bits: &mut u64, n: usize) -> usize {
    let product = u128::from(*bits) * n as u128;
    *bits = product as u64;
    (product >> 64) as usize
}

/// The remaining items of a list of up to sixteen to draw from.
pub(crate) struct Remaining<T>(pub(crate) [T; 16]);

impl<T: Copy> Remaining<T> {
    /// Draws one of the first `count` items; the last of them takes its place.
    pub(crate) fn take(&mut self, count: usize, bits: &mut u64) -> T {
        let drawn = draw(bits, count);
        let item = self.0[drawn % 16];
        self.0[drawn % 16] = self.0[(count - 1) % 16];
        item
    }
}

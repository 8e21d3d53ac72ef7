/// A uniform number below `n` from random bits, of which it leaves what is as good
/// for the next draw: so one word serves several (Brackett-Rozinsky and Lemire
/// 2024). Each has a bias below the product of all their `n` by 2^64.
pub(crate) fn draw(bits: &mut u64, n: usize) -> usize {
    let product = u128::from(*bits) * n as u128;
    *bits = product as u64;
    (product >> 64) as usize
}

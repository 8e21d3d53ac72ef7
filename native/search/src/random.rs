use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The random number generator of all searches: xoshiro256++ (Blackman and Vigna 2019). A seed
/// gives the same numbers in every version.
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// Creates a generator from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A random seed, below 2^32 so that it is easy to type and exact in JSON.
    #[must_use]
    pub fn draw_seed() -> u64 {
        u64::from(rand::random::<u32>())
    }

    /// 64 random bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform number below `n`.
    ///
    /// This does not use `rand`, whose future versions may draw differently. The bias is below
    /// n / 2^32.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let word = self.word() >> 32;
        ((word * u64::from(n)) >> 32) as u32
    }

    /// Shuffles a slice uniformly (Fisher and Yates 1938).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let count = u32::try_from(last + 1).unwrap_or(u32::MAX);
            items.swap(last, self.below(count) as usize);
        }
    }
}

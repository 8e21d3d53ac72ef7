//! Counts the set bits of a word and selects them by rank, without instructions that some
//! processors lack. Playouts do this at every ply.

/// The indices of the set bits, in ascending order.
pub fn set_bits(set: impl Into<u64>) -> impl Iterator<Item = u32> + Clone {
    let mut set = set.into();
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let lowest = set.trailing_zeros();
            set &= set - 1;
            lowest
        })
    })
}

/// The number of set bits in each byte.
pub(crate) const COUNT: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = byte.count_ones() as u8;
        byte += 1;
    }
    table
};

/// By byte and rank: the index of the set bit that has `rank` set bits below it.
pub(crate) static BIT_OF_RANK: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut rank) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][rank] = bit;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The indices of the set bits, at the front of the array; the rest is meaningless.
pub(crate) fn listed(set: u16) -> [u8; 16] {
    let [low, high] = set.to_le_bytes().map(usize::from);
    let mut numbers = [0; 16];
    numbers[..8].copy_from_slice(&BIT_OF_RANK[low]);
    let low_count = usize::from(COUNT[low]);
    numbers[low_count..low_count + 8].copy_from_slice(&BIT_OF_RANK[high].map(|bit| bit + 8));
    numbers
}

/// The same byte repeated eight times.
const fn each(byte: u8) -> u64 {
    byte as u64 * 0x0101_0101_0101_0101
}

/// A set of fewer than 64 bits, prepared for counting and selecting by rank (Vigna 2008, "Broadword
/// implementation of rank/select queries").
#[derive(Clone, Copy, Debug)]
pub(crate) struct RankSelect {
    set: u64,
    /// Each byte holds the number of bits set in the bytes up to and including it.
    sums: u64,
}

impl RankSelect {
    pub(crate) fn new(set: u64) -> Self {
        debug_assert!(set != u64::MAX, "64 bits would overflow the sums");
        let pairs = set - (set >> 1 & each(0x55));
        let fours = (pairs & each(0x33)) + (pairs >> 2 & each(0x33));
        let sums = ((fours + (fours >> 4)) & each(0x0F)).wrapping_mul(each(1));
        Self { set, sums }
    }

    pub(crate) fn count(self) -> usize {
        (self.sums >> 56) as usize
    }

    /// The index of the bit that has `rank` set bits below it; `rank` must be less than the count.
    pub(crate) fn nth(self, rank: usize) -> u32 {
        debug_assert!(rank < self.count(), "{rank} of {self:?}");
        // Marks, in their top bits, the bytes whose sum does not exceed the rank: those before the
        // byte that holds the bit.
        let before = ((rank as u64 * each(1)) | each(0x80)).wrapping_sub(self.sums) & each(0x80);
        let shift = ((before >> 7).wrapping_mul(each(1)) >> 53) as u32;
        let rank_in_byte = rank.wrapping_sub((self.sums << 8 >> shift & 0xFF) as usize);
        let byte = (self.set >> shift & 0xFF) as usize;
        shift + u32::from(BIT_OF_RANK[byte][rank_in_byte % 8])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_found_by_rank() {
        let mut state = 1_u64;
        for size in 0..10_000_u64 {
            state = crate::hash::mix(state, size);
            // Includes full and nearly empty bytes.
            let set = [state, state & state << 7, !(state & state << 9), state >> (size % 64)]
                [(size % 4) as usize]
                & !(1 << (size % 64));
            let bits: Vec<u32> = (0..64).filter(|bit| set >> bit & 1 == 1).collect();
            let ranked = RankSelect::new(set);
            assert_eq!(ranked.count(), bits.len());
            for (rank, &bit) in bits.iter().enumerate() {
                assert_eq!(ranked.nth(rank), bit, "{set:064b}, {rank}");
            }
        }
    }
}

//! Repeatable random choices (SplitMix64).

/// Random choices.
pub struct Random(u64);

impl Random {
    /// The same choices for the same seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Any bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number below the bound, which is not zero.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound as u64) as usize
    }

    /// Returns `true` with this probability, in percent.
    pub fn percent(&mut self, times: usize) -> bool {
        self.below(100) < times
    }

    /// One of the items, of which there is one at least.
    pub fn one<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

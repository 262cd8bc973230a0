//! Chance that can be repeated.

use hudhud::time::Span;

/// Numbers that follow from a seed alone.
#[derive(Clone, Debug)]
pub(super) struct Chance(u64);

impl Chance {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x2545_f491_4f6c_dd1d))
    }

    /// A number below `below`.
    pub(super) fn below(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % below.max(1)
    }

    pub(super) fn one_in(&mut self, many: u64) -> bool {
        self.below(many) == 0
    }

    /// A length between two, in whole seconds.
    pub(super) fn span(&mut self, from: Span, to: Span) -> Span {
        from.plus(Span::seconds(self.below(to.minus(from).as_seconds() + 1)))
    }

    pub(super) fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        let at = self.below(list.len() as u64);
        list[usize::try_from(at).expect("lists are short")].clone()
    }
}

//! Identity hash codes in concrete runs.
//!
//! Only the running machine knows them. Mostly they decide no more than where a table keeps an object, and nobody sees that. So a run
//! that asks for them is made again with others, which put objects in other orders. What all these runs agree on is predicted.

/// How a concrete run numbers the objects that it asks for their identity hash codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hashing {
    /// The first one asked has the least.
    Ascending,
    /// The first one asked has the greatest.
    Descending,
    /// All have the same.
    Equal,
    /// By an odd number without pattern, by which it is multiplied.
    Scattered(u32),
}

/// Hash codes of the usual virtual machine have 25 bits at most where pointers are compressed.
const SHIFT: u32 = 7;

/// More objects than a run asks, and few enough bits that a table does not mix them with others.
const GREATEST: u32 = 0x7fff;

impl Hashing {
    /// Gives neighbours hash codes far apart.
    pub(crate) const FAR_APART: Self = Self::Scattered(0x9e37_79b1);

    /// Those of the runs that have to agree.
    pub(crate) const ALL: [Self; 6] = [
        Self::Ascending,
        Self::Descending,
        Self::Equal,
        Self::FAR_APART,
        Self::Scattered(0xc2b2_ae35),
        Self::Scattered(0x7feb_352d),
    ];

    /// The hash code of the object before which `asked` others were asked.
    pub(crate) fn code(self, asked: usize) -> i32 {
        let asked = u32::try_from(asked).unwrap_or(u32::MAX);
        let place = asked.min(GREATEST - 1);
        let code = match self {
            Self::Ascending => place + 1,
            Self::Descending => GREATEST - place,
            Self::Equal => 1,
            Self::Scattered(factor) => asked.wrapping_add(1).wrapping_mul(factor) >> SHIFT,
        };
        code.cast_signed()
    }
}

/// The identity hash codes of a concrete run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hashes {
    hashing: Hashing,
    /// Whether it has asked for one.
    pub asked: bool,
}

impl Hashes {
    pub(crate) fn new(hashing: Hashing) -> Self {
        Self { hashing, asked: false }
    }

    /// The hash code of the object before which `asked` others were asked.
    pub(crate) fn code(&mut self, asked: usize) -> i32 {
        self.asked = true;
        self.hashing.code(asked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_codes_put_objects_in_other_orders() {
        // As in a `HashMap` of sixteen places.
        let place = |code: i32| (code ^ (code >> 16)) & 15;
        let order = |hashing: &Hashing| {
            let mut asked: Vec<usize> = (0..3).collect();
            asked.sort_by_key(|asked| place(hashing.code(*asked)));
            asked
        };
        let mut orders: Vec<Vec<usize>> = Hashing::ALL.iter().map(order).collect();
        orders.sort();
        orders.dedup();
        assert!(orders.len() >= 4 && orders.contains(&vec![2, 1, 0]), "{orders:?}");
    }
}

//! Which of few numbers stand for many: those of names that are only compared, and of the constants among them.

use clew_base::FastMap;

/// Widths are multiples of this, so that a query with one more name differs little from the one before.
const STEP: u8 = 4;

/// How the names of a group are compared by size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// As numbers with a sign.
    Signed,
    /// As numbers without.
    Unsigned,
}

/// Which narrow number stands for which of the query.
pub(super) enum Layout {
    /// For symbols of which only equality matters.
    Unordered(Unordered),
    /// Of names that are compared by size as well.
    Ordered(Ordered),
}

impl Layout {
    /// For constants in any order, so many symbols and numbers of so many bits; `None` if it takes as many.
    pub(super) fn of(
        order: Option<Order>,
        constants: Vec<u64>,
        symbols: usize,
        wide: u8,
        ranks: &mut FastMap<u64, usize>,
    ) -> Option<Self> {
        let layout = match order {
            None => Self::Unordered(Unordered::of(constants, symbols, ranks)),
            Some(order) => Self::Ordered(Ordered::of(order, constants, symbols, wide)?),
        };
        (layout.width() < wide).then_some(layout)
    }

    /// The bits of the narrow numbers.
    pub(super) fn width(&self) -> u8 {
        match self {
            Self::Unordered(layout) => layout.width,
            Self::Ordered(layout) => layout.width,
        }
    }

    /// The narrow number of a constant of the query.
    pub(super) fn narrow(&self, constant: u64) -> Option<u64> {
        match self {
            Self::Unordered(layout) => layout.narrow(constant),
            Self::Ordered(layout) => layout.narrow(constant),
        }
    }

    /// The number of the query for which a narrow one stands: equal ones stand for equal ones, and different ones for
    /// different ones.
    pub(super) fn wide(&self, narrow: u64) -> u64 {
        match self {
            Self::Unordered(layout) => layout.wide(narrow),
            Self::Ordered(layout) => layout.wide(narrow),
        }
    }
}

/// The least width in use that has this many numbers.
fn width_for(numbers: u128) -> u8 {
    let bits = u128::BITS - numbers.saturating_sub(1).leading_zeros();
    (bits.max(1) as u8).next_multiple_of(STEP)
}

/// A number for each constant, and the others for the symbols.
pub(super) struct Unordered {
    /// Each once, in the order of their ranks.
    constants: Vec<u64>,
    width: u8,
}

impl Unordered {
    /// `ranks` has the constants that occurred in the order in which they did first: a new one changes nothing about others.
    fn of(mut constants: Vec<u64>, symbols: usize, ranks: &mut FastMap<u64, usize>) -> Self {
        for constant in &constants {
            let next = ranks.len();
            ranks.entry(*constant).or_insert(next);
        }
        constants.sort_unstable_by_key(|constant| ranks.get(constant).copied());
        constants.dedup();
        let width = width_for((symbols + constants.len()) as u128);
        Self { constants, width }
    }

    /// Constants are counted from the top, because zero is what a solver likes best.
    fn narrow(&self, constant: u64) -> Option<u64> {
        let position = self.constants.iter().position(|known| *known == constant)?;
        Some((self.top() - position) as u64)
    }

    fn wide(&self, narrow: u64) -> u64 {
        let position = self.top().saturating_sub(narrow as usize);
        if let Some(constant) = self.constants.get(position) {
            return *constant;
        }
        let mut constants = self.constants.clone();
        constants.sort_unstable();
        // In order, each that is not greater shifts what comes after it by one.
        constants.into_iter().fold(narrow, |number, constant| number + u64::from(constant <= number))
    }

    fn top(&self) -> usize {
        (1 << self.width) - 1
    }
}

/// The constants in their order, and before, between and after them as much room as there are symbols, or as there is.
///
/// Values of the symbols that lie between two constants are no more than the symbols, so that they have a place there in the
/// same order; and narrow numbers stand for numbers of the query in the same order.
pub(super) struct Ordered {
    order: Order,
    /// The bits of the numbers of the query.
    wide: u8,
    /// Where each constant lies among all numbers of the query, ascending.
    places: Vec<u128>,
    /// Where it lies among the narrow ones.
    narrow_places: Vec<u128>,
    width: u8,
}

impl Ordered {
    fn of(order: Order, constants: Vec<u64>, symbols: usize, wide: u8) -> Option<Self> {
        let all = 1u128 << wide;
        let mut places: Vec<u128> = constants.into_iter().map(|constant| place(order, wide, constant)).collect();
        places.sort_unstable();
        places.dedup();
        let ends = places.iter().copied().chain([all]);
        let starts = [0].into_iter().chain(places.iter().map(|place| place + 1));
        let between: Vec<u128> = starts.zip(ends).map(|(start, end)| end - start).collect();
        let mut rooms: Vec<u128> = between.iter().map(|numbers| (*numbers).min(symbols as u128)).collect();
        let needed = rooms.iter().sum::<u128>() + places.len() as u128;
        let width = width_for(needed);
        if width >= wide {
            return None;
        }
        // Every narrow number has to stand for one of the query.
        let mut spare = (1u128 << width) - needed;
        for (room, numbers) in rooms.iter_mut().zip(&between).rev() {
            let more = spare.min(numbers - *room);
            *room += more;
            spare -= more;
        }
        let mut next = 0;
        let narrow_places = rooms.iter().take(places.len()).map(|room| {
            let place = next + room;
            next = place + 1;
            place
        });
        Some(Self { order, wide, narrow_places: narrow_places.collect(), places, width })
    }

    fn narrow(&self, constant: u64) -> Option<u64> {
        let at = self.places.binary_search(&place(self.order, self.wide, constant)).ok()?;
        Some(self.narrow_places[at] as u64)
    }

    fn wide(&self, narrow: u64) -> u64 {
        let narrow = u128::from(narrow);
        // It lies as far behind the constant before it as this, or before the first one.
        let before = self.narrow_places.iter().zip(&self.places).rev().find(|(near, _)| **near <= narrow);
        let place = match (before, self.narrow_places.first().zip(self.places.first())) {
            (Some((near, far)), _) => far + (narrow - near),
            (None, Some((near, far))) => far - (near - narrow),
            (None, None) => place(self.order, self.wide, 0) + narrow,
        };
        place_of(self.order, self.wide, place)
    }
}

/// The position of a number among all numbers of `width` bits, the least first.
fn place(order: Order, width: u8, bits: u64) -> u128 {
    u128::from(flipped(order, width, bits))
}

/// The number at a place.
fn place_of(order: Order, width: u8, place: u128) -> u64 {
    flipped(order, width, place as u64)
}

fn flipped(order: Order, width: u8, bits: u64) -> u64 {
    match order {
        Order::Signed => bits ^ (1 << (width - 1)),
        Order::Unsigned => bits,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn layout(order: Option<Order>, constants: &[u64], symbols: usize, wide: u8) -> Option<Layout> {
        Layout::of(order, constants.to_vec(), symbols, wide, &mut FastMap::default())
    }

    #[test]
    fn numbers_next_to_constants_stand_for_their_neighbours() {
        let layout = layout(Some(Order::Signed), &[0, 0xffff_fffe], 3, 32).expect("there are fewer");
        let [low, high] = [0xffff_fffe, 0].map(|constant| layout.narrow(constant).expect("a constant of it"));
        assert_eq!((low, high), (3, 5));
        let numbers: Vec<i32> = (low - 1..=high + 1).map(|narrow| layout.wide(narrow) as u32 as i32).collect();
        assert_eq!(numbers, [-3, -2, -1, 0, 1]);
        assert_eq!(layout.wide((1 << layout.width()) - 1) as u32 as i32, 10);
    }

    #[test]
    fn without_constants_numbers_are_small() {
        for order in [Order::Signed, Order::Unsigned] {
            let layout = layout(Some(order), &[], 3, 64).expect("there are fewer");
            assert_eq!([0, 15].map(|narrow| layout.wide(narrow)), [0, 15]);
        }
    }

    #[test]
    fn as_many_symbols_as_numbers_stay() {
        assert!(layout(Some(Order::Signed), &[], 17, 8).is_none());
        assert!(layout(None, &[1], 16, 8).is_none());
    }

    proptest! {
        #[test]
        fn narrow_numbers_stand_in_order_and_leave_room(
            signed in any::<bool>(),
            constants in prop::collection::vec(prop_oneof![0u64..=255, 250u64..=255, 126u64..=130], 0..6),
            symbols in 1usize..6,
        ) {
            let order = if signed { Order::Signed } else { Order::Unsigned };
            let Some(layout) = layout(Some(order), &constants, symbols, 8) else { return Ok(()) };
            let places: Vec<u128> = (0..1u64 << layout.width()).map(|narrow| place(order, 8, layout.wide(narrow))).collect();
            prop_assert!(places.is_sorted_by(|one, two| one < two));
            prop_assert!(places.iter().all(|place| *place < 256));
            for constant in &constants {
                let narrow = layout.narrow(*constant).expect("a constant of it");
                prop_assert_eq!(layout.wide(narrow), *constant);
            }
            // Between two constants there are as many narrow numbers as symbols, or as there are numbers.
            let mut fixed: Vec<u128> = constants.iter().map(|constant| place(order, 8, *constant)).collect();
            fixed.extend([256]);
            fixed.sort_unstable();
            fixed.dedup();
            let mut start = 0;
            for end in fixed {
                let here = places.iter().filter(|place| (start..end).contains(*place)).count();
                prop_assert!(here >= symbols.min((end - start) as usize));
                start = end + 1;
            }
        }
    }
}

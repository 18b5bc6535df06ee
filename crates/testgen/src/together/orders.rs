//! Orders in which a launcher may run tests: it runs those of a class together.

/// Where the shuffle begins, so that every run has the same.
const SEED: u64 = 0x636c_6577_0000_0001;

/// As written, the other way round, and one at random. A test is given by its class and its position there; `present` are the
/// positions of tests that are to run, ascending.
pub(super) fn orders(tests: &[(usize, usize)], present: &[usize]) -> [Vec<usize>; 3] {
    let written = present.to_vec();
    let reversed = present.iter().rev().copied().collect();
    let mut classes: Vec<Vec<usize>> =
        present.chunk_by(|one, other| tests[*one].0 == tests[*other].0).map(<[usize]>::to_vec).collect();
    let mut random = Random(SEED);
    random.shuffle(&mut classes);
    classes.iter_mut().for_each(|class| random.shuffle(class));
    [written, reversed, classes.concat()]
}

/// A generator of numbers that look random (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = (self.next() % (last as u64 + 1)) as usize;
            items.swap(last, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_has_all_tests_and_keeps_those_of_a_class_together() {
        let tests: Vec<(usize, usize)> = (0..8).flat_map(|class| (0..5).map(move |test| (class, test))).collect();
        let present: Vec<usize> = (0..tests.len()).filter(|test| test % 7 != 0).collect();
        let all = orders(&tests, &present);
        assert!(all[0] != all[1] && all[1] != all[2] && all[0] != all[2]);
        for order in all {
            let classes: Vec<usize> = order.iter().map(|test| tests[*test].0).collect();
            assert_eq!(classes.chunk_by(|one, other| one == other).count(), 8);
            let mut sorted = order;
            sorted.sort_unstable();
            assert_eq!(sorted, present);
        }
    }
}

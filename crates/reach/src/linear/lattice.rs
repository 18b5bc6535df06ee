//! Sets of integer vectors that are a point and all sums of multiples of some rows (linear congruences, after Granger).
//!
//! An affine set says which linear equations hold, and modulo what others do. An equation cuts such a set exactly, and a linear
//! form maps it exactly; only the join of two is larger than their union.

/// A point, and rows whose multiples may be added to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Lattice {
    pub base: Vec<i128>,
    pub rows: Vec<Vec<i128>>,
}

/// What an equation leaves over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    Something,
    Nothing,
}

/// A number is too large to compute with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Overflow;

impl Lattice {
    /// All vectors of the given dimension.
    pub(crate) fn all(columns: usize) -> Lattice {
        let unit = |at| (0..columns).map(|column| i128::from(column == at)).collect();
        Lattice { base: vec![0; columns], rows: (0..columns).map(unit).collect() }
    }

    /// The vectors of it for which a form is zero that has this value at the base and these slopes along the rows. After an
    /// overflow it is not smaller than it should be, if it was not.
    pub(crate) fn cut(&mut self, value: i128, slopes: Vec<i128>) -> Result<Cut, Overflow> {
        let mut rest = self.clone();
        let cut = rest.cut_here(value, slopes)?;
        *self = rest;
        Ok(cut)
    }

    fn cut_here(&mut self, value: i128, mut slopes: Vec<i128>) -> Result<Cut, Overflow> {
        // Euclid's algorithm on the slopes, with the rows along.
        loop {
            let sloped = || (0..slopes.len()).filter(|row| slopes[*row] != 0);
            let Some(least) = sloped().min_by_key(|row| slopes[*row].unsigned_abs()) else {
                return Ok(if value == 0 { Cut::Something } else { Cut::Nothing });
            };
            if sloped().count() == 1 {
                if value % slopes[least] != 0 {
                    return Ok(Cut::Nothing);
                }
                let row = self.rows.remove(least);
                subtract(&mut self.base, value / slopes[least], &row)?;
                return Ok(Cut::Something);
            }
            let row = self.rows[least].clone();
            for other in 0..slopes.len() {
                let times = nearest(slopes[other], slopes[least]);
                if other != least && times != 0 {
                    slopes[other] -= times * slopes[least];
                    subtract(&mut self.rows[other], times, &row)?;
                }
            }
        }
    }

    /// Adds what is needed for all vectors of the other to be in it.
    pub(crate) fn join(&mut self, other: &Lattice) -> Result<(), Overflow> {
        let mut apart = other.base.clone();
        subtract(&mut apart, 1, &self.base)?;
        let mut rows = self.rows.clone();
        rows.push(apart);
        rows.extend(other.rows.iter().cloned());
        self.rows = echelon(rows)?;
        let mut base = self.base.clone();
        for row in &self.rows {
            if let Some(pivot) = row.iter().position(|number| *number != 0) {
                let times = base[pivot].div_euclid(row[pivot]);
                subtract(&mut base, times, row)?;
            }
        }
        self.base = base;
        Ok(())
    }

    /// Makes the rows that are sums of multiples of others vanish.
    pub(crate) fn tidy(&mut self) -> Result<(), Overflow> {
        self.rows = echelon(std::mem::take(&mut self.rows))?;
        Ok(())
    }
}

/// Rows that span the same, each with its first number behind that of the one before, and numbers above that reduced.
fn echelon(mut rows: Vec<Vec<i128>>) -> Result<Vec<Vec<i128>>, Overflow> {
    let columns = rows.first().map_or(0, Vec::len);
    let mut done = 0;
    for column in 0..columns {
        loop {
            let open = || (done..rows.len()).filter(|row| rows[*row][column] != 0);
            let Some(least) = open().min_by_key(|row| rows[*row][column].unsigned_abs()) else { break };
            let is_last = open().count() == 1;
            rows.swap(done, least);
            let pivot = rows[done].clone();
            let others = if is_last { 0..done } else { done + 1..rows.len() };
            for row in &mut rows[others] {
                let times = row[column].div_euclid(pivot[column]);
                subtract(row, times, &pivot)?;
            }
            if is_last {
                done += 1;
                break;
            }
        }
    }
    rows.truncate(done);
    Ok(rows)
}

/// Takes a multiple of a row off another.
pub(crate) fn subtract(from: &mut [i128], times: i128, row: &[i128]) -> Result<(), Overflow> {
    if times == 0 {
        return Ok(());
    }
    for (number, other) in from.iter_mut().zip(row) {
        let product = times.checked_mul(*other).ok_or(Overflow)?;
        *number = number.checked_sub(product).ok_or(Overflow)?;
    }
    Ok(())
}

/// The whole number nearest to a fraction.
pub(super) fn nearest(number: i128, divisor: i128) -> i128 {
    let down = number.div_euclid(divisor);
    let rest = number.rem_euclid(divisor);
    let up = if divisor > 0 { 1 } else { -1 };
    if rest > divisor.abs() / 2 { down + up } else { down }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contains(lattice: &Lattice, vector: &[i128]) -> bool {
        let mut rest = lattice.clone();
        (0..vector.len()).all(|column| {
            let value = rest.base[column] - vector[column];
            let slopes = rest.rows.iter().map(|row| row[column]).collect();
            rest.cut(value, slopes) == Ok(Cut::Something)
        })
    }

    #[test]
    fn an_equation_leaves_the_solutions_over() {
        // 6x + 10y = z of all x, y, z; then z = 4.
        let mut lattice = Lattice::all(3);
        assert_eq!(lattice.cut(0, vec![6, 10, -1]), Ok(Cut::Something));
        for (x, y) in [(0, 0), (1, 2), (-3, 7)] {
            assert!(contains(&lattice, &[x, y, 6 * x + 10 * y]));
        }
        assert!(!contains(&lattice, &[1, 1, 15]));
        let slopes = |lattice: &Lattice| lattice.rows.iter().map(|row| row[2]).collect::<Vec<_>>();
        let mut odd = lattice.clone();
        assert_eq!(odd.cut(lattice.base[2] - 5, slopes(&lattice)), Ok(Cut::Nothing), "6x + 10y is even");
        assert_eq!(lattice.cut(lattice.base[2] - 4, slopes(&lattice)), Ok(Cut::Something));
        assert!(contains(&lattice, &[4, -2, 4]) && contains(&lattice, &[-1, 1, 4]) && !contains(&lattice, &[0, 0, 0]));
    }

    #[test]
    fn a_join_has_the_vectors_of_both_and_keeps_what_they_share() {
        // x = 1 and y = 4, or x = 3 and y = 10: y = 3x + 1, and x is odd.
        let mut lattice = Lattice { base: vec![1, 4], rows: Vec::new() };
        assert_eq!(lattice.join(&Lattice { base: vec![3, 10], rows: Vec::new() }), Ok(()));
        assert!(contains(&lattice, &[1, 4]) && contains(&lattice, &[3, 10]) && contains(&lattice, &[-5, -14]));
        assert!(!contains(&lattice, &[2, 7]) && !contains(&lattice, &[3, 4]));
        assert_eq!(lattice.rows.len(), 1);
    }

    #[test]
    fn the_whole_number_nearest_to_a_fraction() {
        for number in -20..=20_i128 {
            for divisor in [-7, -4, -1, 1, 2, 5, 9_i128] {
                let apart = |times: i128| (number - times * divisor).abs();
                let times = nearest(number, divisor);
                assert!(apart(times) <= apart(times - 1) && apart(times) <= apart(times + 1), "{number} / {divisor}");
            }
        }
    }

    #[test]
    fn numbers_that_are_too_large_change_nothing() {
        let mut lattice = Lattice { base: vec![1 << 126, 0], rows: vec![vec![i128::MAX, 1], vec![i128::MAX - 1, 7]] };
        let before = lattice.clone();
        assert_eq!(lattice.cut(1 << 100, vec![3, 7]), Err(Overflow));
        assert_eq!(lattice, before);
    }
}

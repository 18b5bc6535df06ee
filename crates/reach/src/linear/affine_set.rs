//! Affine sets: the values of all executions that take the same path to a block, as far as later blocks can distinguish them.
//!
//! The values at the place are linear in a few whole numbers, the parameters, and the conditions on the ways are limits on
//! these. At the entry there is a parameter for each input. Assignments lose what inputs were, so that soon far fewer numbers tell
//! all values that are still read: a parameter that no value depends on is eliminated after Fourier and Motzkin. What is
//! left is small, however long the ways are. That is exact over the rationals; parameters that were eliminated are found again one
//! by one, and where no whole number is left for one, nothing is claimed.

use super::divisor;
use super::image::Image;
use super::lattice::{Cut, Lattice, Overflow, subtract};
use super::modulo::span;
use super::short::{reduce, shorten};
use super::simplex::{contradict, point};
use std::ops::Range;
use std::rc::Rc;

/// An elimination that makes more limits than that out of fewer is left.
const MORE_LIMITS: usize = 4;

/// A limit: the factors of the parameters, and a constant behind them, whose sum is to be zero or more.
pub(super) type Limit = Vec<i128>;

/// A value: its number at the base, and its slopes along the parameters.
pub(crate) type Affine = (i128, Vec<i128>);

/// Executions that have a witness, at the base, once they are [settled](AffineSet::settle).
#[derive(Clone, Debug)]
pub(crate) struct AffineSet {
    /// A row for each parameter. The columns are the values at the place, what the base has beyond each limit, and
    /// the parameters as the last projection left them.
    vectors: Lattice,
    values: usize,
    limits: usize,
    before: Option<Rc<Projection>>,
    is_settled: bool,
}

/// How parameters were before some of them were eliminated.
#[derive(Debug)]
struct Projection {
    /// What they were as linear in those before the elimination.
    origin: Lattice,
    /// What was eliminated, the first first.
    eliminated: Vec<Eliminated>,
    before: Option<Rc<Projection>>,
}

/// A parameter that was eliminated, by its position among those there were, and the limits that it had.
#[derive(Debug)]
struct Eliminated {
    position: usize,
    limits: Vec<Limit>,
}

impl AffineSet {
    /// All values of the given number of inputs.
    pub(crate) fn all(inputs: usize) -> AffineSet {
        let mut vectors = Lattice::all(inputs);
        std::iter::once(&mut vectors.base).chain(&mut vectors.rows).for_each(|vector| vector.extend_from_within(..));
        AffineSet { vectors, values: inputs, limits: 0, before: None, is_settled: true }
    }

    /// A value of the place, or a sum of several.
    pub(crate) fn linear(&self, value: impl Fn(&[i128]) -> Option<i128>) -> Option<Affine> {
        let slopes = self.vectors.rows.iter().map(|row| value(&row[..self.values]));
        Some((value(&self.vectors.base[..self.values])?, slopes.collect::<Option<_>>()?))
    }

    /// The executions for which a number is zero or more. `None` if there are none as far as floating point tells.
    pub(crate) fn at_least_zero(mut self, (mut value, mut slopes): Affine) -> Option<AffineSet> {
        let divisor = divisor(&slopes);
        if divisor == 0 {
            return (value >= 0).then_some(self);
        }
        slopes.iter_mut().for_each(|slope| *slope /= divisor);
        value = value.div_euclid(divisor);
        let mut limits = self.limits();
        limits.push([&slopes[..], &[value]].concat());
        if value < 0 && never_hold(&limits) {
            return None;
        }
        if !is_implied(&mut limits) {
            let at = self.values + self.limits;
            self.vectors.base.insert(at, value);
            self.vectors.rows.iter_mut().zip(slopes).for_each(|(row, slope)| row.insert(at, slope));
            self.limits += 1;
            self.is_settled = false;
        }
        Some(self)
    }

    /// Those for which a number is zero. `None` if there are none as far as that can be told.
    pub(crate) fn zero(mut self, (value, slopes): Affine) -> Option<AffineSet> {
        if slopes.iter().any(|slope| *slope != 0) {
            let limit = [&slopes[..], &[value]].concat();
            let mut limits = self.limits();
            limits.extend([limit.iter().map(|number| -number).collect(), limit]);
            if never_hold(&limits) {
                return None;
            }
        }
        if self.vectors.cut(value, slopes) != Ok(Cut::Something) {
            return None;
        }
        let limits = self.limits();
        self.with_limits(limits).filter(|cell| !never_hold(&cell.limits()))
    }

    /// The same executions where the values are these.
    pub(crate) fn moved(&self, values: &[Affine]) -> AffineSet {
        let moved = |vector: &[i128], value: &dyn Fn(&Affine) -> i128| {
            values.iter().map(value).chain(vector[self.values..].iter().copied()).collect()
        };
        let base = moved(&self.vectors.base, &|value| value.0);
        let rows = self.vectors.rows.iter().enumerate().map(|(at, row)| moved(row, &|value| value.1[at])).collect();
        AffineSet { vectors: Lattice { base, rows }, values: values.len(), before: self.before.clone(), ..*self }
    }

    /// Makes numbers small and moves the base to where all limits hold. False where that is not found.
    pub(crate) fn settle(&mut self) -> bool {
        if self.is_settled {
            return true;
        }
        let Ok(()) = self.shorten() else { return false };
        self.is_settled = self.moves_within();
        self.is_settled
    }

    /// Moves the base to where all limits hold.
    fn moves_within(&mut self) -> bool {
        let limits = self.limits();
        if limits.is_empty() {
            return true;
        }
        let size = self.vectors.rows.len();
        // A point that is far enough within to be rounded, or any.
        let rows = floats(&limits);
        let mut inner = rows.clone();
        for row in &mut inner {
            row[size] -= row[..size].iter().map(|factor| factor.abs()).sum::<f64>() / 2.0;
        }
        let Some(point) = point(&inner, size).or_else(|| point(&rows, size)) else { return false };
        for (row, times) in self.vectors.rows.iter().zip(point) {
            if times.abs() > 1e30 || subtract(&mut self.vectors.base, -(times.round() as i128), row).is_err() {
                return false;
            }
        }
        self.vectors.base[self.of_limits()].iter().all(|number| *number >= 0)
    }

    fn shorten(&mut self) -> Result<(), Overflow> {
        let (values, limits) = (0..self.values, self.of_limits());
        reduce(&mut self.vectors.rows, limits.clone())?;
        // Rows without limits can make the values of others smaller.
        let (free, mut bound): (Vec<_>, Vec<_>) = std::mem::take(&mut self.vectors.rows)
            .into_iter()
            .partition(|row: &Vec<i128>| row[limits.clone()].iter().all(|number| *number == 0));
        for row in bound.iter_mut().chain([&mut self.vectors.base]) {
            for by in &free {
                shorten(row, by, values.clone())?;
            }
        }
        bound.extend(free);
        self.vectors.rows = bound;
        Ok(())
    }

    /// Eliminates parameters on which no value depends, where that does not take too many limits.
    pub(crate) fn project(self) -> AffineSet {
        if self.span().len() == self.vectors.rows.len() {
            return self;
        }
        let mut apart = self.clone();
        if apart.separate().is_err() { self } else { apart.eliminated().unwrap_or(self) }
    }

    /// Puts the rows on which no value depends behind the others.
    fn separate(&mut self) -> Result<(), Overflow> {
        reduce(&mut self.vectors.rows, 0..self.values)?;
        let rows = &mut self.vectors.rows;
        let mut done = 0;
        for column in 0..self.values {
            loop {
                let open = (done..rows.len()).filter(|row| rows[*row][column] != 0);
                let Some(least) = open.min_by_key(|row| rows[*row][column].unsigned_abs()) else { break };
                rows.swap(done, least);
                let pivot = rows[done].clone();
                let mut is_last = true;
                for row in &mut rows[done + 1..] {
                    let times = super::lattice::nearest(row[column], pivot[column]);
                    subtract(row, times, &pivot)?;
                    is_last &= row[column] == 0;
                }
                if is_last {
                    done += 1;
                    break;
                }
            }
        }
        Ok(())
    }

    fn eliminated(mut self) -> Option<AffineSet> {
        let depends = |row: &&Vec<i128>| row[..self.values].iter().any(|number| *number != 0);
        let needed = self.vectors.rows.iter().take_while(depends).count();
        let mut limits = self.limits();
        let mut left: Vec<usize> = (0..self.vectors.rows.len()).collect();
        let mut eliminated = Vec::new();
        while left.len() > needed {
            let more = |position: &usize| {
                let lower = limits.iter().filter(|limit| limit[*position] > 0).count();
                let upper = limits.iter().filter(|limit| limit[*position] < 0).count();
                (lower * upper).saturating_sub(lower + upper)
            };
            let position = (needed..left.len()).min_by_key(more)?;
            if more(&position) > MORE_LIMITS {
                break;
            }
            let (own, others): (Vec<Limit>, Vec<Limit>) = limits.into_iter().partition(|limit| limit[position] != 0);
            limits = without(position, &own, others)?;
            eliminated.push(Eliminated { position, limits: own });
            left.remove(position);
        }
        if eliminated.is_empty() {
            return Some(self);
        }
        let origin = self.values + self.limits;
        let origin_of = |vector: &Vec<i128>| vector[origin..].to_vec();
        let before = Projection {
            origin: Lattice {
                base: origin_of(&self.vectors.base),
                rows: self.vectors.rows.iter().map(origin_of).collect(),
            },
            eliminated,
            before: self.before.take(),
        };
        self.before = Some(Rc::new(before));
        let size = left.len();
        self.vectors.rows = left.into_iter().map(|row| std::mem::take(&mut self.vectors.rows[row])).collect();
        for (at, row) in self.vectors.rows.iter_mut().enumerate() {
            row.truncate(origin);
            row.extend((0..size).map(|other| i128::from(other == at)));
        }
        self.vectors.base.truncate(origin);
        self.vectors.base.resize(origin + size, 0);
        self.with_limits(limits)
    }

    /// What its values span, modulo a prime.
    pub(super) fn span(&self) -> Vec<Vec<i64>> {
        span(self.vectors.rows.iter().map(|row| &row[..self.values]))
    }

    /// Its values.
    pub(super) fn image(&self) -> Option<Image> {
        let start = |vector: &Vec<i128>| vector[..self.values + self.limits].to_vec();
        let rows = self.vectors.rows.iter().map(start).collect();
        Image::of(Lattice { base: start(&self.vectors.base), rows }, self.values)
    }

    /// The values at the base in proportion to the largest of them, or to one, in steps of one part in `parts`.
    pub(super) fn direction(&self, parts: u8) -> Vec<i8> {
        let values = &self.vectors.base[..self.values];
        let largest = values.iter().map(|value| (*value as f64).abs()).fold(1.0, f64::max);
        let part = |value: f64| (value / largest * f64::from(parts)).round() as i8;
        values.iter().map(|value| part(*value as f64)).chain([part(1.0)]).collect()
    }

    /// The inputs of the execution at the base. `None` if whole numbers are not found.
    pub(crate) fn inputs(&self) -> Option<Vec<i128>> {
        let mut point = self.vectors.base[self.values + self.limits..].to_vec();
        let mut before = &self.before;
        while let Some(projection) = before {
            point = projection.undone(point)?;
            before = &projection.before;
        }
        Some(point)
    }

    fn of_limits(&self) -> Range<usize> {
        self.values..self.values + self.limits
    }

    fn limits(&self) -> Vec<Limit> {
        let vectors = || self.vectors.rows.iter().chain([&self.vectors.base]);
        self.of_limits().map(|column| vectors().map(|vector| vector[column]).collect()).collect()
    }

    /// The same values with other limits, without those that follow from others. `None` if one cannot hold.
    fn with_limits(mut self, mut limits: Vec<Limit>) -> Option<AffineSet> {
        let size = self.vectors.rows.len();
        let mut holds = true;
        limits.retain_mut(|limit| {
            let divisor = divisor(&limit[..size]);
            if divisor == 0 {
                holds &= limit[size] >= 0;
                return false;
            }
            limit[..size].iter_mut().for_each(|factor| *factor /= divisor);
            limit[size] = limit[size].div_euclid(divisor);
            true
        });
        if !holds {
            return None;
        }
        limits.sort_unstable();
        // The first of those that differ by their constants says most.
        limits.dedup_by(|next, first| next[..size] == first[..size]);
        for at in (0..limits.len()).rev() {
            let last = limits.len() - 1;
            limits.swap(at, last);
            if is_implied(&mut limits) {
                limits.pop();
            }
        }
        let range = self.of_limits();
        for (at, vector) in self.vectors.rows.iter_mut().chain([&mut self.vectors.base]).enumerate() {
            vector.splice(range.clone(), limits.iter().map(|limit| limit[at]));
        }
        self.limits = limits.len();
        self.is_settled = false;
        Some(self)
    }
}

impl Projection {
    /// The parameters before it, of some behind it.
    fn undone(&self, mut point: Vec<i128>) -> Option<Vec<i128>> {
        for Eliminated { position, limits } in self.eliminated.iter().rev() {
            point.insert(*position, 0);
            let (mut low, mut high) = (None::<i128>, None::<i128>);
            for limit in limits {
                let size = point.len();
                let products = limit[..size].iter().zip(&point).map(|(factor, number)| factor.checked_mul(*number));
                let value = products.chain([Some(limit[size])]).try_fold(0_i128, |sum, part| sum.checked_add(part?))?;
                let factor = limit[*position];
                let bound = -value.div_euclid(factor.abs());
                if factor > 0 {
                    low = low.max(Some(bound));
                } else {
                    high = Some(high.map_or(-bound, |known| known.min(-bound)));
                }
            }
            point[*position] = match (low, high) {
                (Some(low), Some(high)) if low > high => return None,
                (Some(low), Some(high)) => low + (high - low) / 2,
                (Some(low), None) => low.max(0),
                (None, Some(high)) => high.min(0),
                (None, None) => 0,
            };
        }
        let mut inputs = self.origin.base.clone();
        for (row, times) in self.origin.rows.iter().zip(&point) {
            subtract(&mut inputs, times.checked_neg()?, row).ok()?;
        }
        Some(inputs)
    }
}

/// Limits that follow from some that a parameter is in, and from others, without it.
fn without(position: usize, own: &[Limit], mut others: Vec<Limit>) -> Option<Vec<Limit>> {
    for lower in own.iter().filter(|limit| limit[position] > 0) {
        for upper in own.iter().filter(|limit| limit[position] < 0) {
            let divisor = divisor(&[lower[position], upper[position]]);
            let (one, two) = (-upper[position] / divisor, lower[position] / divisor);
            let sums = lower.iter().zip(upper).map(|(a, b)| a.checked_mul(one)?.checked_add(b.checked_mul(two)?));
            others.push(sums.collect::<Option<_>>()?);
        }
    }
    others.iter_mut().for_each(|limit| {
        limit.remove(position);
    });
    Some(others)
}

/// Whether the last of some limits follows from the others, as far as floating point tells.
pub(super) fn is_implied(limits: &mut [Limit]) -> bool {
    let Some(last) = limits.last_mut() else { return true };
    let negated = |limit: &mut Limit| {
        limit.iter_mut().for_each(|number| *number = -*number);
        if let Some(constant) = limit.last_mut() {
            *constant -= 1;
        }
    };
    negated(last);
    let implied = never_hold(limits);
    limits.last_mut().into_iter().for_each(negated);
    implied
}

/// Limits as rows of numbers of about one.
fn floats(limits: &[Limit]) -> Vec<Vec<f64>> {
    let row = |limit: &Limit| {
        let factors = &limit[..limit.len() - 1];
        let length = factors.iter().map(|factor| *factor as f64 * *factor as f64).sum::<f64>().sqrt();
        limit.iter().map(|number| *number as f64 / length).collect()
    };
    limits.iter().map(row).collect()
}

/// Whether limits contradict each other, as far as floating point tells.
fn never_hold(limits: &[Limit]) -> bool {
    let mut rows = floats(limits);
    // In units of what the last one lacks, which is what the others are about.
    let unit = rows.last().and_then(|row| row.last()).map_or(0.0, |constant| constant.abs());
    if unit > 1.0 {
        rows.iter_mut().filter_map(|row| row.last_mut()).for_each(|constant| *constant /= unit);
    }
    contradict(&rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number that is this sum of the values.
    fn sum(cell: &AffineSet, factors: &[i128], constant: i128) -> Affine {
        let product = |values: &[i128]| Some(values.iter().zip(factors).map(|(value, factor)| value * factor).sum());
        let (value, slopes) = cell.linear(product).expect("small numbers");
        (value + constant, slopes)
    }

    #[test]
    fn a_parameter_that_no_value_depends_on_is_found_again() {
        // x >= 10 and 3y >= x and 3y <= x + 1, and then only x is read.
        let cell = AffineSet::all(2);
        let cell = cell.clone().at_least_zero(sum(&cell, &[1, 0], -10)).expect("it holds for some");
        let cell = cell.clone().at_least_zero(sum(&cell, &[-1, 3], 0)).expect("it holds for some");
        let cell = cell.clone().at_least_zero(sum(&cell, &[1, -3], 1)).expect("it holds for some");
        let mut cell = cell.moved(&[sum(&cell, &[1, 0], 0)]).project();
        assert_eq!((cell.vectors.rows.len(), cell.limits().len()), (1, 1), "x >= 10 is all that is left");
        assert!(cell.settle());
        // x is 11, then 10: where y is no whole number there is no execution.
        let eleven = cell.clone().zero(sum(&cell, &[1], -11)).expect("it holds for some");
        assert_eq!(eleven.inputs(), Some(vec![11, 4]));
        let ten = cell.clone().zero(sum(&cell, &[1], -10)).expect("it holds for rational numbers");
        assert_eq!(ten.inputs(), None);
        assert!(cell.clone().zero(sum(&cell, &[1], -9)).is_none());
    }

    #[test]
    fn limits_that_follow_from_others_are_left_out() {
        let cell = AffineSet::all(1);
        let cell = cell.clone().at_least_zero(sum(&cell, &[2], -7)).expect("it holds for some");
        let mut cell = cell.clone().at_least_zero(sum(&cell, &[1], -4)).expect("it holds for some");
        assert_eq!(cell.limits(), [vec![1, -4]], "2x >= 7 means x >= 4");
        assert!(cell.settle() && cell.inputs().is_some_and(|inputs| inputs[0] >= 4));
        assert!(cell.clone().at_least_zero(sum(&cell, &[-1], 3)).is_none());
    }
}

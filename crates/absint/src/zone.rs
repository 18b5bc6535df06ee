//! Zones: upper bounds on differences of two unknowns.
//!
//! What zones say is about mathematical differences. Whoever adds a constraint has made sure that no operation behind
//! it has wrapped.

use crate::domain::{AbstractDomain, Thresholds};
use imbl::OrdMap;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// How many constraints a zone keeps; further ones are left out.
const MAX_CONSTRAINTS: usize = 500;

/// Constraints `x - y <= c`, of which each pair of unknowns has at most one.
///
/// A constraint that is added is combined with those that are there, so that queries need one look. Constraints of a
/// widened zone are not combined, because that would keep loops from coming to an end.
#[derive(Clone, Debug, PartialEq)]
pub struct Zone<T: Ord + Clone> {
    /// `None` where nothing is left.
    bounds: Option<OrdMap<(T, T), i64>>,
}

impl<T: Ord + Clone + Debug> Zone<T> {
    /// The least known `c` with `x - y <= c`.
    pub fn bound(&self, x: &T, y: &T) -> Option<i64> {
        if x == y {
            return Some(0);
        }
        self.bounds.as_ref()?.get(&(x.clone(), y.clone())).copied()
    }

    /// All constraints `x - y <= c`.
    pub fn constraints(&self) -> impl Iterator<Item = (&T, &T, i64)> {
        self.bounds.iter().flat_map(|bounds| bounds.iter().map(|((x, y), c)| (x, y, *c)))
    }

    /// Whether a constraint is about this unknown.
    pub fn mentions(&self, x: &T) -> bool {
        self.constraints().any(|(left, right, _)| left == x || right == x)
    }

    /// Adds `x - y <= c`, and what follows from it and the constraints that are there.
    pub fn add(&mut self, x: &T, y: &T, c: i64) {
        if x == y {
            if c < 0 {
                self.bounds = None;
            }
            return;
        }
        if self.bound(x, y).is_some_and(|known| known <= c) || self.bounds.is_none() {
            return;
        }
        let back = self.bound(y, x).and_then(|back| back.checked_add(c));
        if back.is_some_and(|round| round < 0) {
            self.bounds = None;
            return;
        }
        let mut above = vec![(x.clone(), 0)];
        let mut below = vec![(y.clone(), 0)];
        for (left, right, c) in self.constraints() {
            if right == x && left != y {
                above.push((left.clone(), c));
            }
            if left == y && right != x {
                below.push((right.clone(), c));
            }
        }
        for (left, before) in &above {
            for (right, after) in &below {
                let sum = before.checked_add(c).and_then(|sum| sum.checked_add(*after));
                if let (Some(sum), true) = (sum, left != right) {
                    self.tighten(left, right, sum);
                }
            }
        }
    }

    fn tighten(&mut self, x: &T, y: &T, c: i64) {
        let Some(bounds) = &mut self.bounds else { return };
        let key = (x.clone(), y.clone());
        let known = bounds.get(&key).copied();
        if known.is_some() || bounds.len() < MAX_CONSTRAINTS {
            bounds.insert(key, known.map_or(c, |known| known.min(c)));
        }
    }

    /// Leaves out all that is about an unknown.
    pub fn forget(&mut self, x: &T) {
        self.retain(|left, right| left != x && right != x);
    }

    /// Keeps the constraints between unknowns for which `keeps` holds.
    pub fn retain(&mut self, keeps: impl Fn(&T, &T) -> bool) {
        let Some(bounds) = &mut self.bounds else { return };
        let gone: Vec<(T, T)> = bounds.keys().filter(|(x, y)| !keeps(x, y)).cloned().collect();
        for key in gone {
            bounds.remove(&key);
        }
    }

    /// Calls the unknown `from` by the name `to`, about which nothing is said any more.
    pub fn rename(&mut self, from: &T, to: &T) {
        self.forget(to);
        let Some(bounds) = &mut self.bounds else { return };
        let found: Vec<((T, T), i64)> =
            bounds.iter().filter(|((x, y), _)| x == from || y == from).map(|(key, c)| (key.clone(), *c)).collect();
        for ((x, y), c) in found {
            bounds.remove(&(x.clone(), y.clone()));
            let new = |name: T| if name == *from { to.clone() } else { name };
            bounds.insert((new(x), new(y)), c);
        }
    }

    /// The join, where `left` and `right` tell what else bounds a difference in each of the two.
    pub fn join_with(
        &self,
        other: &Zone<T>,
        left: impl Fn(&T, &T) -> Option<i64>,
        right: impl Fn(&T, &T) -> Option<i64>,
    ) -> Zone<T> {
        self.combine(other, left, right, |one, two| Some(one.max(two)))
    }

    /// The widening, where `left` and `right` tell what else bounds a difference in each of the two: what does not
    /// hold of both is left out.
    pub fn widen_with(
        &self,
        next: &Zone<T>,
        left: impl Fn(&T, &T) -> Option<i64>,
        right: impl Fn(&T, &T) -> Option<i64>,
    ) -> Zone<T> {
        self.combine(next, left, right, |old, new| (new <= old).then_some(old))
    }

    fn combine(
        &self,
        other: &Zone<T>,
        left: impl Fn(&T, &T) -> Option<i64>,
        right: impl Fn(&T, &T) -> Option<i64>,
        choose: impl Fn(i64, i64) -> Option<i64>,
    ) -> Zone<T> {
        let (Some(own), Some(theirs)) = (&self.bounds, &other.bounds) else {
            return if self.bounds.is_none() { other.clone() } else { self.clone() };
        };
        if own.ptr_eq(theirs) {
            return self.clone();
        }
        let mut bounds = OrdMap::new();
        for key @ (x, y) in own.keys().chain(theirs.keys().filter(|key| !own.contains_key(*key))) {
            let one = own.get(key).copied().or_else(|| left(x, y));
            let two = theirs.get(key).copied().or_else(|| right(x, y));
            if let Some(chosen) = one.zip(two).and_then(|(one, two)| choose(one, two)) {
                bounds.insert(key.clone(), chosen);
            }
        }
        Zone { bounds: Some(bounds) }
    }
}

impl<T: Ord + Clone + Debug> AbstractDomain for Zone<T> {
    /// Values of the unknowns; of one that is missing nothing is said.
    type Concrete = BTreeMap<T, i64>;

    fn top() -> Zone<T> {
        Zone { bounds: Some(OrdMap::new()) }
    }

    fn bottom() -> Zone<T> {
        Zone { bounds: None }
    }

    fn is_bottom(&self) -> bool {
        self.bounds.is_none()
    }

    fn includes(&self, other: &Zone<T>) -> bool {
        other.is_bottom()
            || !self.is_bottom() && self.constraints().all(|(x, y, c)| other.bound(x, y).is_some_and(|own| own <= c))
    }

    fn join(&self, other: &Zone<T>) -> Zone<T> {
        self.join_with(other, |_, _| None, |_, _| None)
    }

    fn meet(&self, other: &Zone<T>) -> Zone<T> {
        let (Some(own), Some(theirs)) = (&self.bounds, &other.bounds) else { return Zone::bottom() };
        Zone { bounds: Some(own.clone().union_with(theirs.clone(), i64::min)) }
    }

    fn widen(&self, next: &Zone<T>, _: &Thresholds) -> Zone<T> {
        self.widen_with(next, |_, _| None, |_, _| None)
    }

    fn contains(&self, values: &BTreeMap<T, i64>) -> bool {
        let holds = |(x, y, c): (&T, &T, i64)| match (values.get(x), values.get(y)) {
            (Some(x), Some(y)) => i128::from(*x) - i128::from(*y) <= i128::from(c),
            (None, _) | (_, None) => true,
        };
        !self.is_bottom() && self.constraints().all(holds)
    }
}

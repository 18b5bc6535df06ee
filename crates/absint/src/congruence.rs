//! Classes of whole numbers that leave the same rest.

use crate::domain::{AbstractDomain, Thresholds};

/// Moduli other than 0 are kept to divisors of this or below it, so that products of residues are exact.
const MAX_MODULUS: i128 = 1 << 62;

/// All numbers with a rest: `residue` modulo `modulus`. The modulus 0 means the residue alone, 1 all numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Congruence {
    /// `None` where there is no number.
    class: Option<(i128, i128)>,
}

impl Congruence {
    /// The numbers that are `residue` modulo `modulus`.
    pub fn new(modulus: i128, residue: i128) -> Congruence {
        let modulus = modulus.abs();
        let modulus = if modulus > MAX_MODULUS { gcd(modulus, MAX_MODULUS) } else { modulus };
        let residue = if modulus == 0 { residue } else { residue.rem_euclid(modulus) };
        Congruence { class: Some((modulus, residue)) }
    }

    /// This number alone.
    pub fn constant(value: i64) -> Congruence {
        Congruence::new(0, i128::from(value))
    }

    /// The modulus and the residue, unless there is no number.
    pub fn class(&self) -> Option<(i128, i128)> {
        self.class
    }

    /// What holds still if a multiple of `word` was added or taken off.
    pub fn wrapped(&self, word: i128) -> Congruence {
        self.map(|modulus, residue| (gcd(modulus, word), residue))
    }

    /// The numbers with the other sign.
    pub fn negated(&self) -> Congruence {
        self.map(|modulus, residue| (modulus, -residue))
    }

    /// The sums of numbers of both.
    pub fn plus(&self, other: &Congruence) -> Congruence {
        self.zip(other, |(m, r), (n, s)| (gcd(m, n), r + s))
    }

    /// The products of numbers of both.
    pub fn times(&self, other: &Congruence) -> Congruence {
        // Where a product does not fit, nothing is said.
        let product = |(m, r): (i128, i128), (n, s): (i128, i128)| {
            let modulus = gcd(gcd(m.checked_mul(n)?, m.checked_mul(s)?), n.checked_mul(r)?);
            Some((modulus, r.checked_mul(s)?))
        };
        self.zip(other, |left, right| product(left, right).unwrap_or((1, 0)))
    }

    fn map(&self, change: impl Fn(i128, i128) -> (i128, i128)) -> Congruence {
        match self.class {
            None => *self,
            Some((modulus, residue)) => {
                let (modulus, residue) = change(modulus, residue);
                Congruence::new(modulus, residue)
            }
        }
    }

    fn zip(&self, other: &Congruence, combine: impl Fn((i128, i128), (i128, i128)) -> (i128, i128)) -> Congruence {
        match (self.class, other.class) {
            (Some(left), Some(right)) => {
                let (modulus, residue) = combine(left, right);
                Congruence::new(modulus, residue)
            }
            (None, _) | (_, None) => Congruence::bottom(),
        }
    }
}

/// The greatest common divisor; that of a number and zero is the number.
fn gcd(left: i128, right: i128) -> i128 {
    let (mut left, mut right) = (left.abs(), right.abs());
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}

impl AbstractDomain for Congruence {
    type Concrete = i64;

    fn top() -> Congruence {
        Congruence::new(1, 0)
    }

    fn bottom() -> Congruence {
        Congruence { class: None }
    }

    fn is_bottom(&self) -> bool {
        self.class.is_none()
    }

    fn includes(&self, other: &Congruence) -> bool {
        match (self.class, other.class) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some((0, residue)), Some(other)) => other == (0, residue),
            (Some((modulus, residue)), Some((finer, other))) => {
                finer % modulus == 0 && (other - residue).rem_euclid(modulus) == 0
            }
        }
    }

    fn join(&self, other: &Congruence) -> Congruence {
        match (self.class, other.class) {
            (None, _) => *other,
            (_, None) => *self,
            (Some((m, r)), Some((n, s))) => Congruence::new(gcd(gcd(m, n), r - s), r),
        }
    }

    /// The numbers of both, or `self` where their class takes long to find.
    fn meet(&self, other: &Congruence) -> Congruence {
        let (Some((m, r)), Some((n, s))) = (self.class, other.class) else { return Congruence::bottom() };
        if (r - s) % gcd(m, n).max(1) != 0 || gcd(m, n) == 0 && r != s {
            return Congruence::bottom();
        }
        if self.includes(other) {
            return *other;
        }
        if other.includes(self) {
            return *self;
        }
        combined((m, r), (n, s)).unwrap_or(*self)
    }

    /// The join: from any element only finitely many others are above.
    fn widen(&self, next: &Congruence, _: &Thresholds) -> Congruence {
        self.join(next)
    }

    fn contains(&self, concrete: &i64) -> bool {
        match self.class {
            None => false,
            Some((0, residue)) => residue == i128::from(*concrete),
            Some((modulus, residue)) => (i128::from(*concrete) - residue).rem_euclid(modulus) == 0,
        }
    }
}

/// The class of the numbers in both of two classes that have some, by steps of the one with the greater modulus;
/// nothing where that takes too many steps or the modulus is too great.
fn combined(left: (i128, i128), right: (i128, i128)) -> Option<Congruence> {
    let ((m, r), (n, s)) = if left.0 >= right.0 { (left, right) } else { (right, left) };
    if n == 0 || n > 1 << 12 {
        return None;
    }
    let modulus = m.checked_mul(n / gcd(m, n)).filter(|modulus| *modulus <= MAX_MODULUS)?;
    let residue = (0..n).map(|step| r + step * m).find(|number| (number - s).rem_euclid(n) == 0)?;
    Some(Congruence::new(modulus, residue))
}

//! What holds of variables at every visit of the header of a loop.
//!
//! Facts have two sources, and both engines that know loops use both: the formula of a Java method (`bounded-infeasible-code`)
//! and the abstract path condition (`abstracting-path-conditions`).
//!
//! - A [`Guess`] is the form of a fact. Those that some round breaks are dropped until none is broken ([`unbroken`], as in
//!   Houdini), so that the rest holds by induction over the rounds.
//! - A [`LoopSummary`] tells variables in terms of their values before the loop and of how often each way round the loop was
//!   taken (`abstracting-path-conditions`, section 3.1). It has no bound.

use clew_ir::{BlockId, Reg};
use clew_term::{Sort, Term, TermPool};
use num_bigint::BigInt;

/// What may hold of a number at every visit of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guess {
    /// It is at least this.
    AtLeast(i32),
    /// It is not zero; a reference is not null.
    NotZero,
    /// It is not less than before.
    NotLess,
    /// It is not greater than before.
    NotGreater,
}

impl Guess {
    /// That it holds of a value. `before` is the value at the visit that it is compared with; both are integers, or
    /// bit-vectors of one width.
    pub fn holds(self, value: Term, before: Term, pool: &mut TermPool) -> Term {
        match self {
            Guess::AtLeast(least) => {
                let least = constant(least, value, pool);
                pool.sle(least, value)
            }
            Guess::NotZero => {
                let zero = constant(0, value, pool);
                pool.ne(value, zero)
            }
            Guess::NotLess => pool.sle(before, value),
            Guess::NotGreater => pool.sle(value, before),
        }
    }

    /// Whether it compares a value with that before, so that it holds at the first visit.
    pub fn is_relative(self) -> bool {
        matches!(self, Guess::NotLess | Guess::NotGreater)
    }
}

/// A number of the sort of a value.
fn constant(number: i32, value: Term, pool: &mut TermPool) -> Term {
    match pool.sort(value) {
        Sort::Bv(64) => pool.bv64(number.into()),
        Sort::Bv(_) => pool.bv32(number),
        _ => pool.int(BigInt::from(number)),
    }
}

/// The candidates that no round breaks (Houdini). `broken` tells of each whether some round that begins with all of them may break
/// it; `None` gives up, and nothing is left.
pub fn unbroken<C>(mut candidates: Vec<C>, mut broken: impl FnMut(&[C]) -> Option<Vec<bool>>) -> Vec<C> {
    while !candidates.is_empty() {
        let Some(broken) = broken(&candidates) else { return Vec::new() };
        if !broken.contains(&true) {
            break;
        }
        let mut broken = broken.into_iter();
        candidates.retain(|_| !broken.next().unwrap_or(true));
    }
    candidates
}

/// What a loop makes of registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopSummary {
    /// The header of the loop.
    pub header: BlockId,
    /// How many ways round the loop are counted.
    pub counters: usize,
    /// The registers that are told, each with what it may be: one of these at every visit of the header.
    pub values: Vec<(Reg, Vec<Polynomial>)>,
}

/// A sum of products, exact modulo 2 to the power of the register's width.
pub type Polynomial = Vec<Product>;

/// A number times variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    /// The number.
    pub number: BigInt,
    /// The variables.
    pub factors: Vec<Factor>,
}

/// A variable of a summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factor {
    /// The value of a register when the loop was entered, a signed number.
    Before(Reg),
    /// How often a way round the loop was taken, by its position.
    Counter(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_are_dropped_until_none_is_broken() {
        // Each but the first holds only while the one before it does; 3 never does.
        let broken =
            |left: &[i32]| Some(left.iter().map(|it| *it == 3 || *it > 3 && !left.contains(&(it - 1))).collect());
        assert_eq!(unbroken(vec![1, 2, 3, 4, 5], broken), [1, 2]);
        assert_eq!(unbroken(vec![1, 2], |_: &[i32]| None), [0; 0]);
    }
}

//! Values for the symbols of a query, and how far its constraints are from holding under them.
//!
//! The distance of two floats is the number of floats between them, so that it is smooth over all magnitudes (XSat: Fu and Su,
//! *XSat: a fast floating-point satisfiability solver*, CAV 2016); that of words is their difference. Distances are
//! counted in binary digits, and put together as is usual for branches: what has to hold together adds up, of what may hold one
//! or the other the nearest counts.

use super::format::{Format, rank};
use super::problem::{Kind, Place, Problem};
use clew_term::{BinaryOp, Sort, UnaryOp, Value, semantics};
use std::cmp::Ordering;

/// The distance from NaN to any number.
const FROM_NAN: f64 = 80.0;
/// The distance between truth values.
const FROM_TRUTH: f64 = 1.0;

/// How far a condition is from holding and from failing; one of them is zero.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
struct Lack {
    to_hold: f64,
    to_fail: f64,
}

impl Lack {
    fn swapped(self) -> Self {
        Self { to_hold: self.to_fail, to_fail: self.to_hold }
    }

    fn and(self, other: Self) -> Self {
        Self { to_hold: self.to_hold + other.to_hold, to_fail: self.to_fail.min(other.to_fail) }
    }

    fn or(self, other: Self) -> Self {
        self.swapped().and(other.swapped()).swapped()
    }
}

/// Values for the symbols, with the values of all parts.
pub(super) struct Landscape<'p> {
    problem: &'p Problem,
    values: Vec<Value>,
    lacks: Vec<Lack>,
    steps: u64,
}

impl<'p> Landscape<'p> {
    /// The landscape where every symbol has its default.
    pub(super) fn new(problem: &'p Problem) -> Self {
        let values = problem.parts.iter().map(|part| Value::default_of(part.sort)).collect();
        let lacks = vec![Lack::default(); problem.parts.len()];
        let mut landscape = Self { problem, values, lacks, steps: 0 };
        for place in 0..problem.parts.len() {
            landscape.compute(place);
        }
        landscape
    }

    /// How many values of parts have been computed.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// The value of a part.
    pub(super) fn value(&self, place: Place) -> &Value {
        &self.values[place]
    }

    /// The values of the symbols.
    pub(super) fn point(&self) -> Vec<Value> {
        self.problem.symbols.iter().map(|symbol| self.values[symbol.place].clone()).collect()
    }

    /// Gives a symbol a value.
    pub(super) fn set(&mut self, symbol: usize, value: Value) {
        let place = self.problem.symbols[symbol].place;
        if self.values[place] == value {
            return;
        }
        self.values[place] = value;
        let problem = self.problem;
        for dependent in &problem.dependents[symbol] {
            self.compute(*dependent);
        }
    }

    /// Gives all symbols values.
    pub(super) fn set_all(&mut self, point: &[Value]) {
        for (symbol, value) in point.iter().enumerate() {
            self.set(symbol, value.clone());
        }
    }

    /// How far all constraints together are from holding: zero if they do.
    pub(super) fn distance(&self) -> f64 {
        self.problem.roots.iter().map(|root| self.lacks[*root].to_hold).sum()
    }

    /// How far a part is from the wanted truth value.
    pub(super) fn lack(&self, place: Place, wanted: bool) -> f64 {
        if wanted { self.lacks[place].to_hold } else { self.lacks[place].to_fail }
    }

    fn compute(&mut self, place: Place) {
        self.steps += 1;
        let part = &self.problem.parts[place];
        let value = match &part.kind {
            Kind::Constant(value) => value.clone(),
            Kind::Symbol(_) | Kind::Opaque => self.values[place].clone(),
            Kind::Unary(op, operand) => semantics::unary(*op, &self.values[*operand]),
            Kind::Binary(op, left, right) => semantics::binary(*op, &self.values[*left], &self.values[*right]),
            Kind::Choice(condition, then, otherwise) => {
                let taken = if self.values[*condition] == Value::Bool(true) { then } else { otherwise };
                self.values[*taken].clone()
            }
        };
        self.values[place] = value;
        if part.sort == Sort::Bool {
            self.lacks[place] = self.lack_of(place);
        }
    }

    fn lack_of(&self, place: Place) -> Lack {
        let own = |distance: f64| match self.values[place] {
            Value::Bool(true) => Lack { to_hold: 0.0, to_fail: distance },
            _ => Lack { to_hold: distance, to_fail: 0.0 },
        };
        match self.problem.parts[place].kind {
            Kind::Unary(UnaryOp::Not, operand) => self.lacks[operand].swapped(),
            Kind::Binary(BinaryOp::And, left, right) => self.lacks[left].and(self.lacks[right]),
            Kind::Binary(BinaryOp::Or, left, right) => self.lacks[left].or(self.lacks[right]),
            Kind::Binary(BinaryOp::Eq, left, right) if self.problem.parts[left].sort == Sort::Bool => {
                let (left, right) = (self.lacks[left], self.lacks[right]);
                left.and(right).or(left.swapped().and(right.swapped()))
            }
            Kind::Choice(condition, then, otherwise) => {
                let condition = self.lacks[condition];
                let (then, otherwise) = (self.lacks[then], self.lacks[otherwise]);
                condition.and(then).or(condition.swapped().and(otherwise))
            }
            Kind::Binary(_, left, right) => own(digits_between(&self.values[left], &self.values[right])),
            _ => own(FROM_TRUTH),
        }
    }

    /// How the sides of a comparison compare, if they are numbers.
    pub(super) fn order(&self, left: Place, right: Place) -> Option<Ordering> {
        let number = |place: Place| match &self.values[place] {
            value @ (Value::F32(_) | Value::F64(_)) => Format::key_of(value).map(rank),
            value => value.as_signed(),
        };
        Some(number(left)?.cmp(&number(right)?))
    }
}

/// The distance of two values in binary digits, at least one.
fn digits_between(left: &Value, right: &Value) -> f64 {
    let steps = match (left, right) {
        (Value::F32(_), Value::F32(_)) | (Value::F64(_), Value::F64(_)) => {
            let [left, right] = [left, right].map(|value| Format::key_of(value).map(rank));
            let (Some(left), Some(right)) = (left, right) else { return FROM_NAN };
            (i128::from(left) - i128::from(right)).unsigned_abs()
        }
        _ => match (left.as_signed(), right.as_signed()) {
            (Some(left), Some(right)) => (i128::from(left) - i128::from(right)).unsigned_abs(),
            _ => return FROM_TRUTH,
        },
    };
    (steps as f64 + 2.0).log2()
}

//! Values for one symbol under which a part has a wanted value, by simple algebra.
//!
//! A wanted value is carried down from an operator to the operand that hangs on the symbol, by the operator's inverse under the
//! values at hand. Rounding, and other occurrences of the symbol, may make such a value miss its aim a little: it is a
//! place to look from.

use super::format::{Format, number};
use super::landscape::Landscape;
use super::problem::{Kind, Place, Problem};
use clew_term::{BinaryOp, FloatConversion, Sort, UnaryOp, Value, semantics};

/// The most values that one aim gives.
const MAX_AIMS: usize = 24;
/// Operators nested deeper are not inverted.
const MAX_DEPTH: usize = 64;
/// The most parts that one aim goes through, each as often as it comes by. Where both operands hang on the symbol, as in a
/// polynomial, the ways down double with each operator.
const MAX_VISITS: usize = 512;

/// Looks for values of one symbol; see the module.
pub(super) struct Aim<'a, 'p> {
    problem: &'p Problem,
    landscape: &'a Landscape<'p>,
    symbol: usize,
    found: Vec<Value>,
    /// How many parts it has gone through.
    visits: usize,
}

/// The values of a symbol under which a part may have this value.
pub(super) fn aims<'p>(
    problem: &'p Problem,
    landscape: &Landscape<'p>,
    symbol: usize,
    place: Place,
    wanted: &Value,
) -> Vec<Value> {
    let mut aim = Aim { problem, landscape, symbol, found: Vec::new(), visits: 0 };
    aim.at(place, wanted, 0);
    aim.found
}

impl Aim<'_, '_> {
    fn at(&mut self, place: Place, wanted: &Value, depth: usize) {
        let part = &self.problem.parts[place];
        let is_enough = depth > MAX_DEPTH || self.found.len() >= MAX_AIMS || self.visits >= MAX_VISITS;
        if is_enough || !wanted.has_sort(part.sort) || !self.problem.depends(place, self.symbol) {
            return;
        }
        self.visits += 1;
        match part.kind {
            Kind::Symbol(symbol) if symbol == self.symbol && !self.found.contains(wanted) => {
                self.found.push(wanted.clone());
            }
            Kind::Constant(_) | Kind::Symbol(_) | Kind::Opaque => {}
            Kind::Choice(condition, then, otherwise) => {
                let holds = self.landscape.value(condition).as_bool() == Some(true);
                self.at(if holds { then } else { otherwise }, wanted, depth + 1);
            }
            Kind::Unary(op, operand) => {
                for value in inverse_of_unary(op, wanted, self.problem.parts[operand].sort) {
                    self.at(operand, &value, depth + 1);
                }
            }
            Kind::Binary(op, left, right) => self.through_binary(op, (left, right), wanted, depth),
        }
    }

    fn through_binary(&mut self, op: BinaryOp, (left, right): (Place, Place), wanted: &Value, depth: usize) {
        let (a, b) = (self.landscape.value(left).clone(), self.landscape.value(right).clone());
        if left == right {
            for value in roots(op, wanted) {
                self.at(left, &value, depth + 1);
            }
            return;
        }
        for value in left_of(op, wanted, &a, &b) {
            self.at(left, &value, depth + 1);
        }
        for value in right_of(op, wanted, &a, &b) {
            self.at(right, &value, depth + 1);
        }
    }
}

/// Operands that give the wanted value where both are one.
fn roots(op: BinaryOp, wanted: &Value) -> Vec<Value> {
    let (Some(number), Some(format)) = (number(wanted), format_of(wanted)) else { return Vec::new() };
    match op {
        BinaryOp::FMul => vec![format.nearest(number.sqrt()), format.nearest(-number.sqrt())],
        BinaryOp::FAdd => vec![format.nearest(number / 2.0)],
        _ => Vec::new(),
    }
}

fn format_of(value: &Value) -> Option<Format> {
    match value {
        Value::F32(_) => Some(Format::TruthTable),
        Value::F64(_) => Some(Format::Double),
        _ => None,
    }
}

/// Left operands that give the wanted value with this right one; `a` is the left operand at hand.
fn left_of(op: BinaryOp, wanted: &Value, a: &Value, b: &Value) -> Vec<Value> {
    let by = |op: BinaryOp| vec![semantics::binary(op, wanted, b)];
    match op {
        BinaryOp::FAdd => by(BinaryOp::FSub),
        BinaryOp::FSub => by(BinaryOp::FAdd),
        BinaryOp::FMul => by(BinaryOp::FDiv),
        BinaryOp::FDiv => by(BinaryOp::FMul),
        BinaryOp::FRem => {
            let whole = semantics::binary(BinaryOp::FSub, a, &semantics::binary(op, a, b));
            let here = semantics::binary(BinaryOp::FAdd, &whole, wanted);
            let [next, last] = [BinaryOp::FAdd, BinaryOp::FSub].map(|op| semantics::binary(op, &here, b));
            vec![wanted.clone(), here, next, last]
        }
        BinaryOp::Add => by(BinaryOp::Sub),
        BinaryOp::Sub => by(BinaryOp::Add),
        BinaryOp::Mul => by(BinaryOp::SDiv),
        BinaryOp::SDiv | BinaryOp::UDiv => by(BinaryOp::Mul),
        BinaryOp::Shl => by(BinaryOp::LShr),
        BinaryOp::LShr | BinaryOp::AShr => by(BinaryOp::Shl),
        BinaryOp::BitXor => by(BinaryOp::BitXor),
        BinaryOp::BitAnd | BinaryOp::BitOr => vec![wanted.clone()],
        BinaryOp::SRem | BinaryOp::URem => {
            let whole = semantics::binary(BinaryOp::Sub, a, &semantics::binary(op, a, b));
            vec![wanted.clone(), semantics::binary(BinaryOp::Add, &whole, wanted)]
        }
        _ => Vec::new(),
    }
}

/// Right operands that give the wanted value with this left one; `b` is the right operand at hand.
fn right_of(op: BinaryOp, wanted: &Value, a: &Value, b: &Value) -> Vec<Value> {
    match op {
        BinaryOp::FSub => vec![semantics::binary(BinaryOp::FSub, a, wanted)],
        BinaryOp::FDiv => vec![semantics::binary(BinaryOp::FDiv, a, wanted)],
        BinaryOp::FRem => vec![semantics::binary(BinaryOp::FSub, a, wanted)],
        BinaryOp::Sub => vec![semantics::binary(BinaryOp::Sub, a, wanted)],
        BinaryOp::SDiv | BinaryOp::UDiv => vec![semantics::binary(BinaryOp::SDiv, a, wanted)],
        op if op.is_commutative() && !op.is_predicate() => left_of(op, wanted, b, a),
        _ => Vec::new(),
    }
}

/// Operands of a unary operator that give the wanted value, or one near it.
fn inverse_of_unary(op: UnaryOp, wanted: &Value, operand: Sort) -> Vec<Value> {
    let word = |value: i64| match operand {
        Sort::Bv(width) => Some(Value::bv(width, value as u64)),
        _ => None,
    };
    let float = |value: f64| Format::of(operand).map(|format| format.nearest(value));
    match op {
        UnaryOp::Not | UnaryOp::Neg | UnaryOp::BitNot | UnaryOp::FNeg => vec![semantics::unary(op, wanted)],
        UnaryOp::SignExtend(_) | UnaryOp::ZeroExtend(_) | UnaryOp::ExtractLow(_) => {
            wanted.as_signed().and_then(word).into_iter().collect()
        }
        UnaryOp::FloatToBits => vec![semantics::unary(UnaryOp::BitsToFloat, wanted)],
        UnaryOp::BitsToFloat => vec![semantics::unary(UnaryOp::FloatToBits, wanted)],
        UnaryOp::FSqrt => number(wanted).and_then(|root| float(root * root)).into_iter().collect(),
        UnaryOp::FRound(_) => {
            let near = |number: f64| [0.0, 0.5, -0.5].map(|away| number + away);
            number(wanted).map(near).into_iter().flatten().filter_map(float).collect()
        }
        UnaryOp::Convert(conversion) => inverse_of_conversion(conversion, wanted, float, word),
    }
}

fn inverse_of_conversion(
    conversion: FloatConversion,
    wanted: &Value,
    float: impl Fn(f64) -> Option<Value>,
    word: impl Fn(i64) -> Option<Value>,
) -> Vec<Value> {
    use FloatConversion::*;
    match conversion {
        I2F | I2D | L2F | L2D => {
            let Some(number) = number(wanted) else { return Vec::new() };
            let whole = number as i64;
            [whole, whole.saturating_add(1), whole.saturating_sub(1)].into_iter().filter_map(word).collect()
        }
        F2I | F2L | D2I | D2L => {
            let Some(whole) = wanted.as_signed() else { return Vec::new() };
            let toward = if whole < 0 { -0.5 } else { 0.5 };
            [whole as f64, whole as f64 + toward].into_iter().filter_map(float).collect()
        }
        F2D | D2F => number(wanted).and_then(float).into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_term::TermPool;

    #[test]
    fn operands_that_all_hang_on_the_symbol_take_no_exponential_time() {
        let mut pool = TermPool::default();
        let x = pool.fresh("x", Sort::F64);
        let mut sum = x;
        for _ in 0..MAX_DEPTH / 2 {
            let product = pool.binary(BinaryOp::FMul, sum, x);
            sum = pool.binary(BinaryOp::FAdd, product, sum);
        }
        let zero = pool.f64(0);
        let constraint = pool.binary(BinaryOp::FLt, sum, zero);
        let problem = Problem::new(&pool, &[constraint]).expect("a small problem");
        let Kind::Binary(_, moved, _) = problem.parts[problem.roots[0]].kind else { panic!("a comparison") };
        let landscape = Landscape::new(&problem);
        let mut aim = Aim { problem: &problem, landscape: &landscape, symbol: 0, found: Vec::new(), visits: 0 };
        aim.at(moved, &Value::from_f64(-1.5), 0);
        assert!(aim.visits <= MAX_VISITS && !aim.found.is_empty(), "{} visits, {:?}", aim.visits, aim.found);
    }
}

//! What comparisons say together whatever the numbers are: `a < b`, `b <= c` and `c <= a` contradict each other, and `a - b` is not
//! negative where `b <= a`.
//!
//! Intervals narrow on such a cycle by one float at a time, and know nothing of two operands together. Here comparisons that are decided are edges of a graph; an edge that
//! says "less than" on a cycle is a contradiction. What is compared is no NaN, and neither is then what it is rounded from or
//! chosen from, so that all parts on a cycle with a comparison are numbers.

use super::domain::{Domain, FloatRange};
use super::format::{Format, first_of_rank, rank};
use super::problem::{Kind, Place, Problem};
use clew_base::FastMap;
use clew_term::{BinaryOp, Rounding, UnaryOp};

/// The parts that are at least as great as a part, and whether they are known to be greater.
#[derive(Default)]
struct Order {
    above: FastMap<Place, Vec<Place>>,
    strict: Vec<(Place, Place)>,
}

impl Order {
    fn at_most(&mut self, low: Place, high: Place) {
        self.above.entry(low).or_default().push(high);
    }

    fn less(&mut self, low: Place, high: Place) {
        self.at_most(low, high);
        self.strict.push((low, high));
    }

    fn same(&mut self, one: Place, two: Place) {
        self.at_most(one, two);
        self.at_most(two, one);
    }

    /// Whether a part is known to be at most as great as another.
    fn leads(&self, from: Place, to: Place) -> bool {
        let mut seen = vec![from];
        let mut next = 0;
        while let Some(place) = seen.get(next).copied() {
            next += 1;
            if place == to {
                return true;
            }
            for above in self.above.get(&place).into_iter().flatten() {
                if !seen.contains(above) {
                    seen.push(*above);
                }
            }
        }
        false
    }
}

/// What follows from the comparisons that are decided: domains of differences and quotients of parts whose order is known. Nothing
/// if the comparisons contradict each other.
pub(super) fn narrowed(problem: &Problem, domains: &[Domain]) -> Option<Vec<(Place, Domain)>> {
    let order = order(problem, domains);
    if order.strict.iter().any(|(low, high)| order.leads(*high, *low)) {
        return None;
    }
    let mut found = Vec::new();
    for (place, part) in problem.parts.iter().enumerate() {
        let Kind::Binary(op @ (BinaryOp::FSub | BinaryOp::FDiv), left, right) = part.kind else { continue };
        let (Domain::Float(a), Domain::Float(b)) = (domains[left], domains[right]) else { continue };
        // A quotient by −0.0 has the other sign.
        if op == BinaryOp::FDiv && (rank(a.low) < 0 || b.low < 0) {
            continue;
        }
        let meeting = a.format.nearest(if op == BinaryOp::FSub { 0.0 } else { 1.0 });
        let Some(key) = Format::key_of(&meeting) else { continue };
        let full = FloatRange::full(a.format);
        if order.leads(right, left) {
            // −0.0 less +0.0 is −0.0.
            found.push((place, Domain::Float(FloatRange { low: first_of_rank(rank(key)), ..full })));
        }
        if order.leads(left, right) {
            found.push((place, Domain::Float(FloatRange { high: key, ..full })));
        }
    }
    Some(found)
}

/// The comparisons that are decided, and what is known of roundings and choices.
fn order(problem: &Problem, domains: &[Domain]) -> Order {
    let mut order = Order::default();
    let is_number = |place: Place| matches!(domains[place], Domain::Float(range) if !range.nan);
    for (place, part) in problem.parts.iter().enumerate() {
        match part.kind {
            Kind::Binary(op @ (BinaryOp::FLt | BinaryOp::FLe | BinaryOp::FEq), left, right) => {
                let numbers = is_number(left) && is_number(right);
                match (op, domains[place].truth()) {
                    (BinaryOp::FLt, Some(true)) => order.less(left, right),
                    (BinaryOp::FLe, Some(true)) => order.at_most(left, right),
                    (BinaryOp::FEq, Some(true)) => order.same(left, right),
                    (BinaryOp::FLt, Some(false)) if numbers => order.at_most(right, left),
                    (BinaryOp::FLe, Some(false)) if numbers => order.less(right, left),
                    _ => {}
                }
            }
            Kind::Choice(condition, then, otherwise) if matches!(domains[place], Domain::Float(_)) => {
                match domains[condition].truth() {
                    Some(true) => order.same(place, then),
                    Some(false) => order.same(place, otherwise),
                    None => {}
                }
            }
            Kind::Unary(UnaryOp::FRound(Rounding::Down), operand) => order.at_most(place, operand),
            Kind::Unary(UnaryOp::FRound(Rounding::Up), operand) => order.at_most(operand, place),
            Kind::Unary(UnaryOp::Convert(_), word) => {
                if let Some((float, range)) = truncated(problem, domains, place, word) {
                    if rank(range.low) >= 0 {
                        order.at_most(place, float);
                    } else if rank(range.high) <= 0 {
                        order.at_most(float, place);
                    }
                }
            }
            _ => {}
        }
    }
    order
}

/// The number that is made an integer and a float of the same format again, if a part is that: it is cut off towards zero.
fn truncated(problem: &Problem, domains: &[Domain], place: Place, word: Place) -> Option<(Place, FloatRange)> {
    let Kind::Unary(UnaryOp::Convert(_), float) = problem.parts[word].kind else { return None };
    let same = problem.parts[float].sort == problem.parts[place].sort;
    match domains[float] {
        Domain::Float(range) if same && !range.nan && problem.parts[word].sort.width().is_some() => {
            Some((float, range))
        }
        _ => None,
    }
}

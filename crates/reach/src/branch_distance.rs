//! The branch distance: how far an execution is from a block that it does not pass.
//!
//! A place is reached through those that dominate it. Between two of them at which ways meet nothing is decided but by
//! conditions on values that are known at the first, so that an execution that comes there tells how much each of them lacks.
//! Inputs can then be changed so that it is less.

use crate::condition::Path;
use crate::dominators::{Dominators, TopoIndex};
use crate::execution::Executor;
use crate::passive::Passive;
use clew_base::OrderedSet;
use clew_term::{BinaryOp, Evaluator, Node, SymbolId, Term, TermPool, UnaryOp, Value};
use num_bigint::BigInt;

/// A part of the way to a place.
struct Stage {
    /// Where it begins.
    from: TopoIndex,
    /// What must hold of the values there for an execution to go on to its end.
    conditions: Vec<Term>,
    /// What the conditions speak of.
    symbols: Vec<SymbolId>,
}

/// The way to a place, the last stage first.
pub(crate) struct Approach {
    goal: TopoIndex,
    stages: Vec<Stage>,
}

/// What an execution lacks: the stages that it has not come to, and what is missing in the one that it has; zero where it
/// passes the place.
pub(crate) type Distance = (usize, BigInt);

impl Approach {
    /// The way to a place.
    pub(crate) fn of(goal: TopoIndex, passive: &Passive, dominators: &Dominators, pool: &mut TermPool) -> Approach {
        let mut stages = Vec::new();
        let mut place = goal;
        while let Some(before) = dominators.dominator[place] {
            let mut conditions = Vec::new();
            let mut at = place;
            if dominators.incoming[at].len() > 1 {
                at = before;
            }
            while let [(edge, from)] = dominators.incoming[at][..] {
                conditions.extend(&passive.nodes[&dominators.nodes[at]].facts);
                conditions.extend(&passive.edges[edge].facts);
                at = from;
            }
            let mut symbols: OrderedSet<SymbolId> = OrderedSet::default();
            for condition in &conditions {
                symbols.extend(pool.symbols(*condition).iter());
            }
            stages.push(Stage { from: at, conditions, symbols: symbols.into_iter().collect() });
            place = at;
        }
        Approach { goal, stages }
    }

    /// The places on it.
    pub(crate) fn places(&self) -> impl Iterator<Item = TopoIndex> {
        std::iter::once(self.goal).chain(self.stages.iter().map(|stage| stage.from))
    }

    /// What the last execution lacks, which took this path.
    pub(crate) fn distance(&self, path: &Path, executor: &Executor<'_>, pool: &TermPool) -> Distance {
        let passed = |place: TopoIndex| path.binary_search_by_key(&place, |(at, _)| *at).is_ok();
        if passed(self.goal) {
            return (0, BigInt::ZERO);
        }
        let Some(position) = self.stages.iter().position(|stage| passed(stage.from)) else {
            return (self.stages.len() + 1, BigInt::ZERO);
        };
        let Stage { conditions, symbols, .. } = &self.stages[position];
        let mut values = executor.values(symbols);
        (position + 1, conditions.iter().map(|term| lack(*term, true, &mut values, pool)).sum())
    }
}

/// How far a condition is from being what is wanted; zero where it is.
fn lack(term: Term, wanted: bool, values: &mut Evaluator, pool: &TermPool) -> BigInt {
    if values.holds(pool, term) == wanted {
        return BigInt::ZERO;
    }
    let both = |values: &mut Evaluator, left: Term, right: Term| {
        (lack(left, wanted, values, pool), lack(right, wanted, values, pool))
    };
    match *pool.node(term) {
        Node::Unary(UnaryOp::Not, inner) => lack(inner, !wanted, values, pool),
        Node::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
            let (left, right) = both(values, left, right);
            if (op == BinaryOp::And) == wanted { left + right } else { left.min(right) }
        }
        Node::Binary(op @ (BinaryOp::Eq | BinaryOp::SLt | BinaryOp::SLe), left, right) => {
            let (left, right) = (number(&values.value(pool, left)), number(&values.value(pool, right)));
            let Some((left, right)) = left.zip(right) else { return BigInt::from(1) };
            let apart = BigInt::from((left - right).magnitude().clone());
            match (op, wanted) {
                (BinaryOp::SLt, true) | (BinaryOp::SLe, false) => apart + 1,
                (BinaryOp::Eq, false) => BigInt::from(1),
                _ => apart,
            }
        }
        _ => BigInt::from(1),
    }
}

fn number(value: &Value) -> Option<BigInt> {
    match value {
        Value::Int(number) => Some(number.clone()),
        Value::Bv { .. } => value.as_signed().map(BigInt::from),
        _ => None,
    }
}

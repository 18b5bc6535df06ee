//! Terms against the meaning of their operators, and queries against what the solver's simplifier makes of them.

use crate::terms::{Builder, Step, build};
use arbitrary::Unstructured;
use clew_smt::{Model, QueryLimits, SatResult, Simplify, Solver, Statistics, UnknownReason};
use clew_term::{ArraySort, ElementSort, IndexSort, Sort, Term, TermPool};
use std::rc::Rc;

/// The greatest number of steps that build terms.
const STEPS: usize = 80;
/// The greatest number of constraints of a query.
const CONSTRAINTS: usize = 24;

const SORTS: [Sort; 14] = [
    Sort::Bool,
    Sort::Int,
    Sort::Bv(1),
    Sort::Bv(3),
    Sort::Bv(8),
    Sort::Bv(16),
    Sort::Bv(32),
    Sort::Bv(64),
    Sort::F32,
    Sort::F64,
    Sort::Array(ArraySort { index: IndexSort::Bv32, element: ElementSort::Bv(8) }),
    Sort::Array(ArraySort { index: IndexSort::Bv32, element: ElementSort::F64 }),
    Sort::Array(ArraySort { index: IndexSort::Ints(1), element: ElementSort::Int }),
    Sort::Array(ArraySort { index: IndexSort::Ints(2), element: ElementSort::Int }),
];

/// Builds terms, each of which must mean what its operator says, and asks about those that are conditions.
pub(crate) fn run(bytes: &[u8]) {
    let mut choices = Unstructured::new(bytes);
    let Ok(seed) = choices.arbitrary::<u64>() else { return };
    let steps: Vec<(u8, Step)> = choices.arbitrary_iter().into_iter().flatten().flatten().take(STEPS).collect();
    let mut builder = build(&SORTS, seed, &steps);
    for assignment in 0..builder.evaluators.len() {
        ask(&mut builder, assignment);
    }
}

/// Asks for the conditions that hold under an assignment: it must satisfy the simplified query as well, and be given back.
/// Then adds one that does not hold, which must not be lost.
fn ask(builder: &mut Builder, assignment: usize) {
    let model = Model::new(builder.evaluators[assignment].assignment().clone());
    let conditions = |builder: &Builder, wanted: bool| -> Vec<Term> {
        let terms = builder.terms.iter().filter(|(_, sort, _)| *sort == Sort::Bool);
        let values = terms.map(|(term, _, values)| (*term, values[assignment].as_bool() == Some(true)));
        values.filter(|(_, holds)| *holds == wanted).map(|(term, _)| term).rev().take(CONSTRAINTS).collect()
    };
    let mut query = conditions(builder, true);
    let answer = simplified(&mut builder.pool, &query, Known { model: model.clone(), holds: true });
    assert!(matches!(answer, SatResult::Sat(_)), "a query that a model satisfies: {answer:?}");
    for wrong in conditions(builder, false) {
        query.push(wrong);
        let answer = simplified(&mut builder.pool, &query, Known { model: model.clone(), holds: false });
        // A model of the simplified query, with the values that the query fixes, is one of the query.
        let lost = matches!(answer, SatResult::Unknown(UnknownReason::BadModel));
        assert!(!lost, "the simplified query lost the condition {}", builder.pool.display(wrong));
        query.pop();
    }
}

fn simplified(pool: &mut TermPool, query: &[Term], inner: Known) -> SatResult {
    Simplify::new(Box::new(inner)).check(pool, query, &QueryLimits::default())
}

/// A solver that knows one model.
struct Known {
    model: Model,
    /// Whether the model satisfies the query as it was before it was simplified.
    holds: bool,
}

impl Solver for Known {
    fn check(&mut self, pool: &mut TermPool, constraints: &[Term], _: &QueryLimits) -> SatResult {
        let holds = self.model.satisfies(pool, constraints);
        assert!(holds || !self.holds, "the simplified query excludes a model of the query");
        if holds { SatResult::Sat(Rc::new(self.model.clone())) } else { SatResult::Unknown(UnknownReason::WorkLimit) }
    }

    fn statistics(&self) -> Statistics {
        Statistics::default()
    }
}

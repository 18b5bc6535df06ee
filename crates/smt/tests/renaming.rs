//! Queries that differ only in the names of their symbols are asked once.
#![allow(clippy::unwrap_used)]

use clew_smt::{QueryLimits, Renaming, SatResult, Solver, Statistics, UnknownReason, Z3};
use clew_term::{Sort, Term, TermPool};
use proptest::prelude::*;
use std::cell::Cell;
use std::rc::Rc;

/// Counts what is asked of it, and gives up where it is told to.
struct Counting {
    inner: Z3,
    asked: Rc<Cell<usize>>,
    gives_up: bool,
}

impl Solver for Counting {
    fn check(&mut self, pool: &mut TermPool, constraints: &[Term], limits: &QueryLimits) -> SatResult {
        self.asked.set(self.asked.get() + 1);
        match self.gives_up {
            true => SatResult::Unknown(UnknownReason::WorkLimit),
            false => self.inner.check(pool, constraints, limits),
        }
    }

    fn statistics(&self) -> Statistics {
        self.inner.statistics()
    }
}

/// A solver that remembers every answer, and how often the wrapped one was asked.
fn counting(gives_up: bool) -> (Renaming, Rc<Cell<usize>>) {
    let asked = Rc::new(Cell::new(0));
    let inner = Counting { inner: Z3::new(), asked: Rc::clone(&asked), gives_up };
    (Renaming::from_work(Box::new(inner), 0), asked)
}

/// `low < x && x < y && x + y == sum`, with symbols of its own.
fn between(pool: &mut TermPool, low: i32, sum: i32) -> ([Term; 2], Vec<Term>) {
    let (x, y) = (pool.fresh("x", Sort::Bv(32)), pool.fresh("y", Sort::Bv(32)));
    let (low, wanted) = (pool.bv32(low), pool.bv32(sum));
    let added = pool.add(x, y);
    let constraints = vec![pool.slt(low, x), pool.slt(x, y), pool.eq(added, wanted)];
    ([x, y], constraints)
}

#[test]
fn a_model_is_that_of_the_symbols_asked_about() {
    let mut pool = TermPool::new();
    let (mut solver, asked) = counting(false);
    let limits = QueryLimits::default();
    for _ in 0..3 {
        let ([x, y], constraints) = between(&mut pool, 3, 50);
        let result = solver.check(&mut pool, &constraints, &limits);
        let model = result.model().unwrap();
        assert!(model.satisfies(&pool, &constraints));
        assert!([x, y].iter().all(|term| model.get(pool.as_symbol(*term).unwrap()).is_some()));
    }
    assert_eq!(asked.get(), 1);
    let (_, others) = between(&mut pool, 3, 51);
    assert!(solver.check(&mut pool, &others, &limits).is_sat());
    assert_eq!(asked.get(), 2, "another constant is another query");
    assert_eq!(solver.statistics().model_reuse_hits, 2);
}

#[test]
fn a_core_names_the_constraints_asked_about() {
    let mut pool = TermPool::new();
    let (mut solver, asked) = counting(false);
    for _ in 0..2 {
        let ([x, y], mut constraints) = between(&mut pool, 3, 50);
        let free = pool.slt(x, y);
        let (least, reversed) = (pool.bv32(-7), pool.slt(y, x));
        constraints[2] = pool.slt(least, y);
        constraints.push(reversed);
        match solver.check(&mut pool, &constraints, &QueryLimits::default()) {
            SatResult::Unsat(core) => {
                assert!(core.constraints().iter().all(|constraint| constraints.contains(constraint)));
                assert!([free, reversed].iter().all(|constraint| core.constraints().contains(constraint)));
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(asked.get(), 1);
}

/// Handles decide the order of the operands of an equation, and symbols are not made in the order of their use.
#[test]
fn the_age_of_symbols_does_not_matter() {
    let mut pool = TermPool::new();
    let (mut solver, asked) = counting(false);
    for is_older in [true, false] {
        let first = pool.fresh("first", Sort::Bv(16));
        let second = pool.fresh("second", Sort::Bv(16));
        let (text, key) = if is_older { (first, second) } else { (second, first) };
        let seven = pool.bv(16, 7);
        let next = pool.add(key, seven);
        let constraints = [pool.ult(text, seven), pool.eq(text, next)];
        assert!(solver.check(&mut pool, &constraints, &QueryLimits::default()).is_sat());
    }
    assert_eq!(asked.get(), 1);
}

#[test]
fn what_was_left_open_is_asked_again_with_more_work_only() {
    let mut pool = TermPool::new();
    let (mut solver, asked) = counting(true);
    for (work, expected) in [(100, 1), (100, 1), (50, 1), (200, 2), (150, 2)] {
        let (_, constraints) = between(&mut pool, 3, 50);
        let limits = QueryLimits { work: Some(work), ..QueryLimits::default() };
        let result = solver.check(&mut pool, &constraints, &limits);
        assert!(matches!(result, SatResult::Unknown(UnknownReason::WorkLimit)));
        assert_eq!(asked.get(), expected, "{work}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    /// Queries over four symbols each, some of them equal up to names, with Z3 beside them.
    #[test]
    fn answers_are_those_of_the_backend(
        queries in prop::collection::vec(prop::collection::vec((0u8..6, 0usize..6, 0usize..6), 1..6), 2..8),
        order in prop::collection::vec(0usize..4, 8),
    ) {
        let mut pool = TermPool::new();
        let mut solver = Renaming::from_work(Box::new(Z3::new()), 0);
        let all: Vec<Term> = (0..16).map(|at| pool.fresh(&format!("s{at}"), Sort::Bv(3))).collect();
        for (steps, shift) in queries.iter().chain(queries.iter().rev()).zip(order.iter().cycle()) {
            let mut terms: Vec<Term> = (0..4).map(|at| all[(at * 5 + shift * 4) % 16]).collect();
            terms.extend([pool.bv(3, 2), pool.bv(3, 5)]);
            let mut constraints = Vec::new();
            for (kind, one, two) in steps {
                let (x, y) = (terms[*one], terms[*two]);
                match kind {
                    0 => constraints.push(pool.ult(x, y)),
                    1 => constraints.push(pool.ne(x, y)),
                    2 => constraints.push(pool.eq(x, y)),
                    3 => constraints.push(pool.sle(x, y)),
                    4 => terms[*one] = pool.add(x, y),
                    _ => terms[*one] = pool.mul(x, y),
                }
            }
            let limits = QueryLimits::default();
            let bare = Z3::new().check(&mut pool, &constraints, &limits);
            match solver.check(&mut pool, &constraints, &limits) {
                SatResult::Sat(model) => {
                    prop_assert!(bare.is_sat());
                    prop_assert!(model.satisfies(&pool, &constraints));
                }
                SatResult::Unsat(core) => {
                    prop_assert!(bare.is_unsat());
                    prop_assert!(Z3::new().check(&mut pool, core.constraints(), &limits).is_unsat());
                }
                SatResult::Unknown(reason) => panic!("{reason}"),
            }
        }
    }
}

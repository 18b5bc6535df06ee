//! One growing conjunction under changing assumptions.

use clew_smt::{Answer, Incremental, QueryLimits, UnknownReason};
use clew_term::{Sort, TermPool, Value};

fn limits() -> QueryLimits {
    QueryLimits::default()
}

#[test]
fn what_is_assumed_counts_once_and_what_is_asserted_stays() {
    let mut pool = TermPool::new();
    let x = pool.fresh_symbol("x", Sort::Int);
    let term = pool.symbol_term(x);
    let (zero, nine) = (pool.int(0.into()), pool.int(9.into()));
    let (positive, large) = (pool.sgt(term, zero), pool.sgt(term, nine));
    let negative = pool.not(positive);
    let mut solver = Incremental::new();
    assert_eq!(solver.check(&pool, &[negative], &limits()), Answer::Sat);
    solver.assert(positive);
    assert_eq!(solver.value(&pool, x), None, "a model does not outlive what is asserted after it");
    assert_eq!(solver.check(&pool, &[negative], &limits()), Answer::Unsat(vec![negative]));
    assert_eq!(solver.check(&pool, &[large], &limits()), Answer::Sat);
    let Some(Value::Int(value)) = solver.value(&pool, x) else { panic!("the model has a value") };
    assert!(value > 9.into());
    let small = pool.not(large);
    assert_eq!(solver.check(&pool, &[small], &limits()), Answer::Sat);
    solver.assert(large);
    assert_eq!(solver.check(&pool, &[], &limits()), Answer::Sat);
    solver.assert(small);
    assert_eq!(solver.check(&pool, &[positive], &limits()), Answer::Unsat(Vec::new()), "no assumption is to blame");
    let statistics = solver.statistics();
    assert_eq!((statistics.queries, statistics.sat, statistics.unsat), (6, 4, 2));
}

#[test]
fn a_core_names_only_what_is_needed() {
    let mut pool = TermPool::new();
    let flags: Vec<_> = (0..6).map(|_| pool.fresh("p", Sort::Bool)).collect();
    let mut solver = Incremental::new();
    let first = pool.not(flags[1]);
    let clash = pool.or(first, flags[4]);
    solver.assert(clash);
    let not_four = pool.not(flags[4]);
    let both = pool.and(flags[1], flags[2]);
    let Answer::Unsat(core) = solver.check(&pool, &[flags[0], both, not_four, flags[5]], &limits()) else {
        panic!("the assumptions exclude each other")
    };
    assert_eq!(core, vec![both, not_four]);
}

#[test]
fn after_a_limit_it_still_knows_what_was_asserted() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.fresh("x", Sort::Bv(64)), pool.fresh("y", Sort::Bv(64)));
    let product = pool.mul(x, y);
    let semiprime = pool.bv64(0x3fff_ffd4_0000_0015_u64 as i64);
    let factors = pool.eq(product, semiprime);
    let (one, limit) = (pool.bv64(1), pool.bv64(1 << 32));
    let bounds = [pool.ult(one, x), pool.ult(one, y), pool.ult(x, limit), pool.ult(y, limit)];
    let mut solver = Incremental::new();
    solver.assert(factors);
    bounds.iter().for_each(|bound| solver.assert(*bound));
    let few = QueryLimits { work: Some(1_000), ..QueryLimits::default() };
    assert_eq!(solver.check(&pool, &[], &few), Answer::Unknown(UnknownReason::WorkLimit));
    let not_large = pool.ule(x, one);
    assert_eq!(solver.check(&pool, &[not_large], &limits()), Answer::Unsat(vec![not_large]));
    let cancelled = QueryLimits::default();
    cancelled.cancel.cancel();
    assert_eq!(solver.check(&pool, &[], &cancelled), Answer::Unknown(UnknownReason::Cancelled));
}

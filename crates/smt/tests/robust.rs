//! Queries of unusual size and solvers in unusual states.
#![allow(clippy::unwrap_used)]

use clew_base::CancelToken;
use clew_smt::{ChainConfig, QueryLimits, SatResult, Solver, UnknownReason, Z3, solver_chain};
use clew_term::{Assignment, BinaryOp, Sort, Term, TermPool, Value};

/// How many operators are nested in a deep term.
const DEPTH: i32 = 30_000;

/// `x` with operators nested that no rule takes apart.
fn deep(pool: &mut TermPool, x: Term, y: Term) -> Term {
    let mut term = x;
    for step in 0..DEPTH {
        let odd = pool.bv32(2 * step + 1);
        term = match step % 3 {
            0 => pool.mul(term, odd),
            1 => pool.bit_xor(term, y),
            _ => pool.sub(y, term),
        };
    }
    term
}

#[test]
fn deep_terms_need_no_deep_stack() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.fresh("x", Sort::Bv(32)), pool.fresh("y", Sort::Bv(32)));
    let term = deep(&mut pool, x, y);
    let value = pool.eval(term, &Assignment::new());
    assert_eq!(pool.symbols(term).len(), 2);
    assert!(pool.display(term).to_string().len() < 100_000);
    let zero = pool.bv32(0);
    let ground = pool.substitute(term, &|_| Some(zero));
    assert_eq!(pool.as_const(ground), Some(value.clone()));
    let expected = pool.constant(&value).unwrap();
    let same = pool.eq(term, expected);
    let fixed = [pool.eq(x, zero), pool.eq(y, zero), same];
    let mut solver = solver_chain(&ChainConfig::default());
    assert!(solver.check(&mut pool, &fixed, &QueryLimits::default()).is_sat());
}

#[test]
fn the_backend_takes_deep_terms_too() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.fresh("x", Sort::Bv(32)), pool.fresh("y", Sort::Bv(32)));
    let term = deep(&mut pool, x, y);
    let zero = pool.bv32(0);
    let same = pool.eq(term, zero);
    let limits = QueryLimits { work: Some(100_000), ..QueryLimits::default() };
    // Any answer will do that comes without a crash and is confirmed.
    if let SatResult::Sat(model) = Z3::new().check(&mut pool, &[same], &limits) {
        assert!(model.satisfies(&pool, &[same]));
    }
}

#[test]
fn queries_after_a_cancelled_one_are_answered() {
    let mut pool = TermPool::new();
    let (x, y, z) = (pool.fresh("x", Sort::Bv(64)), pool.fresh("y", Sort::Bv(64)), pool.fresh("z", Sort::Bv(64)));
    let product = pool.mul(x, y);
    let product = pool.mul(product, z);
    let (one, bound) = (pool.bv64(1), pool.bv64(1 << 40));
    let target = pool.bv64(1_000_000_007 * 998_244_353);
    let mut hard = vec![pool.eq(product, target)];
    for factor in [x, y, z] {
        hard.push(pool.slt(one, factor));
        hard.push(pool.slt(factor, bound));
    }
    let less = pool.slt(x, y);
    let seven = pool.bv64(7);
    let small = pool.mul(x, y);
    let easy = [less, pool.eq(small, seven)];
    let mut solver = Z3::new();
    for milliseconds in [30, 45, 60, 75, 90] {
        let deadline = std::time::Instant::now() + std::time::Duration::from_millis(milliseconds);
        let cancel = CancelToken::new().with_deadline(deadline);
        let limits = QueryLimits { work: None, cancel, ..QueryLimits::default() };
        let result = solver.check(&mut pool, &hard, &limits);
        assert!(matches!(result, SatResult::Unknown(UnknownReason::Cancelled)), "{result:?}");
        for length in [1, 2] {
            let result = solver.check(&mut pool, &easy[..length], &QueryLimits::default());
            assert!(result.is_sat(), "{result:?}");
        }
    }
}

#[test]
fn a_cancelled_query_is_unknown_at_once() {
    let mut pool = TermPool::new();
    let x = pool.fresh("x", Sort::Bv(32));
    let zero = pool.bv32(0);
    let below = pool.slt(x, zero);
    let cancel = CancelToken::new();
    cancel.cancel();
    let limits = QueryLimits { cancel, ..QueryLimits::default() };
    let result = solver_chain(&ChainConfig::default()).check(&mut pool, &[below], &limits);
    assert!(matches!(result, SatResult::Unknown(UnknownReason::Cancelled)), "{result:?}");
}

#[test]
fn what_has_no_encoding_is_unknown() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.fresh("x", Sort::F64), pool.fresh("y", Sort::F64));
    let remainder = pool.frem(x, y);
    let positive = pool.flt(y, remainder);
    let mut solver = solver_chain(&ChainConfig { floats: false, ..ChainConfig::default() });
    // All zeros is tried first, and is no model here: the remainder by zero is NaN.
    let result = solver.check(&mut pool, &[positive], &QueryLimits::default());
    assert!(matches!(result, SatResult::Unknown(UnknownReason::Unsupported(_))), "{result:?}");
    let less = pool.flt(x, y);
    assert!(solver.check(&mut pool, &[less], &QueryLimits::default()).is_sat());
    let mut solver = solver_chain(&ChainConfig::default());
    assert!(solver.check(&mut pool, &[positive], &QueryLimits::default()).is_sat(), "a negative divisor will do");
}

#[test]
fn another_pool_starts_afresh() {
    let mut solver = solver_chain(&ChainConfig::default());
    for (bound, expected) in [(3, true), (0, false), (2, true)] {
        let mut pool = TermPool::new();
        let x = pool.fresh("x", Sort::Bv(8));
        let (low, high) = (pool.bv(8, 1), pool.bv(8, bound));
        let constraints = [pool.binary(BinaryOp::SLe, low, x), pool.binary(BinaryOp::SLt, x, high)];
        let result = solver.check(&mut pool, &constraints, &QueryLimits::default());
        assert_eq!(result.is_sat(), expected, "{result:?}");
    }
}

#[test]
fn nothing_to_satisfy_is_satisfied() {
    let mut pool = TermPool::new();
    let mut solver = solver_chain(&ChainConfig::default());
    assert!(solver.check(&mut pool, &[], &QueryLimits::default()).is_sat());
    let (yes, no) = (pool.tru(), pool.fls());
    assert!(solver.check(&mut pool, &[yes], &QueryLimits::default()).is_sat());
    match solver.check(&mut pool, &[yes, no], &QueryLimits::default()) {
        SatResult::Unsat(core) => assert_eq!(core.constraints(), [no]),
        other => panic!("{other:?}"),
    }
    let x = pool.fresh("x", Sort::Bv(32));
    let result = solver.check(&mut pool, &[yes], &QueryLimits::default());
    assert_eq!(result.model().unwrap().value(&pool, x), Value::from_i32(0));
}

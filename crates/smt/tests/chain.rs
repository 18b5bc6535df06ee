//! The whole chain on queries whose answers are known.
#![allow(clippy::unwrap_used)]

use clew_smt::{ChainConfig, QueryLimits, SatResult, Solver, Z3, prefer_small, solver_chain};
use clew_term::{ArraySort, ElementSort, Evaluator, FloatConversion, IndexSort, Sort, Term, TermPool};
use num_bigint::BigInt;

fn check(pool: &mut TermPool, constraints: &[Term]) -> SatResult {
    let bare = Z3::new().check(pool, constraints, &QueryLimits::default());
    let chained = solver_chain(&ChainConfig::default()).check(pool, constraints, &QueryLimits::default());
    assert_eq!(bare.is_sat(), chained.is_sat(), "{bare:?} {chained:?}");
    assert_eq!(bare.is_unsat(), chained.is_unsat(), "{bare:?} {chained:?}");
    chained
}

#[test]
fn the_expected_library_is_loaded() {
    assert_eq!(Z3::check_version(), Ok(()));
}

#[test]
fn java_overflow_is_found() {
    let mut pool = TermPool::new();
    let x = pool.fresh("x", Sort::Bv(32));
    let one = pool.bv32(1);
    let next = pool.add(x, one);
    let smaller = pool.slt(next, x);
    let result = check(&mut pool, &[smaller]);
    let symbol = pool.as_symbol(x).unwrap();
    assert_eq!(result.model().unwrap().get(symbol).unwrap().as_i32(), Some(i32::MAX));
}

#[test]
fn a_core_names_the_conflict_and_nothing_independent() {
    let mut pool = TermPool::new();
    let (x, y, z) = (pool.fresh("x", Sort::Bv(32)), pool.fresh("y", Sort::Bv(32)), pool.fresh("z", Sort::Bv(32)));
    let five = pool.bv32(5);
    let a = pool.slt(x, y);
    let b = pool.slt(y, x);
    let c = pool.slt(y, five);
    let d = pool.slt(z, five);
    match check(&mut pool, &[d, a, c, b]) {
        // It need not be the least one.
        SatResult::Unsat(core) => {
            let named = core.constraints();
            assert!(named.contains(&a) && named.contains(&b) && !named.contains(&d), "{named:?}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn arrays_have_models() {
    let mut pool = TermPool::new();
    let sort = ArraySort { index: IndexSort::Bv32, element: ElementSort::Bv(8) };
    let array = pool.fresh("a", Sort::Array(sort));
    let (i, j) = (pool.fresh("i", Sort::Bv(32)), pool.fresh("j", Sort::Bv(32)));
    let (at_i, at_j) = (pool.select(array, &[i]), pool.select(array, &[j]));
    let less = pool.slt(at_i, at_j);
    let seven = pool.bv(8, 7);
    let stored = pool.store(array, &[i], seven);
    let again = pool.select(stored, &[j]);
    let nine = pool.bv(8, 9);
    let found = pool.eq(again, nine);
    assert!(check(&mut pool, &[less, found]).is_sat());
    let same = pool.eq(i, j);
    assert!(check(&mut pool, &[less, same]).is_unsat());
}

#[test]
fn arrays_with_several_indices_have_models() {
    let mut pool = TermPool::new();
    let sort = ArraySort { index: IndexSort::Ints(2), element: ElementSort::Int };
    let array = pool.fresh("a", Sort::Array(sort));
    let (i, j) = (pool.fresh("i", Sort::Int), pool.fresh("j", Sort::Int));
    let (ij, ji) = (pool.select(array, &[i, j]), pool.select(array, &[j, i]));
    let less = pool.slt(ij, ji);
    let big = pool.int(BigInt::from(10).pow(30));
    let stored = pool.store(array, &[j, i], big);
    let read = pool.select(stored, &[i, i]);
    let same = pool.eq(read, big);
    let result = check(&mut pool, &[less, same]);
    assert!(result.is_sat(), "{result:?}");
    let zero = pool.int(BigInt::from(-3));
    let everywhere = pool.const_array(sort, zero);
    let changed = pool.store(everywhere, &[i, j], i);
    let read = pool.select(changed, &[j, i]);
    let less = pool.slt(read, zero);
    let result = check(&mut pool, &[less]);
    assert!(result.is_sat(), "{result:?}");
    let differ = pool.ne(i, j);
    let result = check(&mut pool, &[less, differ]);
    assert!(result.is_unsat(), "{result:?}");
}

#[test]
fn integers_divide_as_java_does() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.fresh("x", Sort::Int), pool.fresh("y", Sort::Int));
    let (quotient, remainder) = (pool.sdiv(x, y), pool.srem(x, y));
    let minus_two = pool.int(BigInt::from(-2));
    let minus_one = pool.int(BigInt::from(-1));
    let three = pool.int(BigInt::from(3));
    let constraints = [pool.eq(quotient, minus_two), pool.eq(remainder, minus_one), pool.eq(y, three)];
    let result = check(&mut pool, &constraints);
    let x = pool.as_symbol(x).unwrap();
    assert_eq!(result.model().unwrap().get(x).unwrap().as_int(), Some(&BigInt::from(-7)));
}

#[test]
fn floats_convert_as_java_does() {
    let mut pool = TermPool::new();
    let x = pool.fresh("x", Sort::F32);
    let converted = pool.convert(FloatConversion::F2I, x);
    let greatest = pool.bv32(i32::MAX);
    let saturates = pool.eq(converted, greatest);
    assert!(check(&mut pool, &[saturates]).is_sat());
    let itself = pool.feq(x, x);
    let is_nan = pool.not(itself);
    assert!(check(&mut pool, &[is_nan, saturates]).is_unsat());
    let bits = pool.float_to_bits(x);
    let canonical = pool.bv(32, 0x7fc0_0000);
    let other = pool.ne(bits, canonical);
    assert!(check(&mut pool, &[is_nan]).is_sat());
    assert!(check(&mut pool, &[is_nan, other]).is_unsat());
}

#[test]
fn small_numbers_are_preferred() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.fresh("x", Sort::Bv(32)), pool.fresh("y", Sort::Bv(32)));
    let hundred = pool.bv32(100);
    let constraints = [pool.slt(hundred, x), pool.slt(y, x)];
    let symbols: Vec<_> = [x, y].iter().map(|term| pool.as_symbol(*term).unwrap()).collect();
    let mut solver = solver_chain(&ChainConfig::default());
    let any = solver.check(&mut pool, &constraints, &QueryLimits::default());
    let mut values = Evaluator::new(any.model().unwrap().assignment().clone());
    prefer_small(&mut *solver, &mut pool, &constraints, &symbols, &mut values, &QueryLimits::default());
    assert!(constraints.iter().all(|constraint| values.holds(&pool, *constraint)));
    assert!(values.assignment().get(symbols[0]).unwrap().as_i32().unwrap() <= 127);
    assert_eq!(values.assignment().get(symbols[1]).unwrap().as_i32(), Some(0));
}

#[test]
fn work_and_cancellation_end_a_query() {
    let mut pool = TermPool::new();
    let (x, y, z) = (pool.fresh("x", Sort::Bv(64)), pool.fresh("y", Sort::Bv(64)), pool.fresh("z", Sort::Bv(64)));
    let product = pool.mul(x, y);
    let product = pool.mul(product, z);
    let prime = pool.bv64(1_000_000_007 * 998_244_353);
    let (one, bound) = (pool.bv64(1), pool.bv64(1 << 40));
    let mut constraints = vec![pool.eq(product, prime)];
    for factor in [x, y, z] {
        constraints.push(pool.slt(one, factor));
        constraints.push(pool.slt(factor, bound));
    }
    let mut solver = Z3::new();
    let limits = QueryLimits { work: Some(50_000), ..QueryLimits::default() };
    let result = solver.check(&mut pool, &constraints, &limits);
    assert!(matches!(result, SatResult::Unknown(clew_smt::UnknownReason::WorkLimit)), "{result:?}");
    let deadline = std::time::Instant::now() + std::time::Duration::from_millis(300);
    let cancel = clew_base::CancelToken::new().with_deadline(deadline);
    let limits = QueryLimits { work: None, cancel, ..QueryLimits::default() };
    let result = solver.check(&mut pool, &constraints, &limits);
    assert!(matches!(result, SatResult::Unknown(clew_smt::UnknownReason::Cancelled)), "{result:?}");
    let limits = QueryLimits { work: None, time: Some(std::time::Duration::from_millis(200)), ..Default::default() };
    let result = solver.check(&mut pool, &constraints, &limits);
    assert!(matches!(result, SatResult::Unknown(clew_smt::UnknownReason::TimeLimit)), "{result:?}");
    let easy = pool.slt(x, y);
    assert!(solver.check(&mut pool, &[easy], &QueryLimits::default()).is_sat());
}

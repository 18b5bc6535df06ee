//! The bound on the solver's memory. It holds for a whole process, so this test has one of its own.

use clew_smt::{QueryLimits, SatResult, Solver, UnknownReason, Z3};
use clew_term::{Sort, Term, TermPool};

/// A conjunction that takes more than the bound to decide: numbers that are shifted by unknown distances, one after the other.
/// Products would not do: what Z3 takes too long to prepare is not asked, whatever its memory.
fn hard(pool: &mut TermPool, count: usize) -> Vec<Term> {
    let symbols: Vec<Term> = (0..count).map(|index| pool.fresh(&format!("x{index}"), Sort::Bv(64))).collect();
    let mut mixed = symbols[0];
    let mut constraints = Vec::new();
    for symbol in &symbols[1..] {
        let (up, down) = (pool.shl(mixed, *symbol), pool.lshr(*symbol, mixed));
        mixed = pool.add(up, down);
        constraints.push(pool.slt(mixed, *symbol));
    }
    let wanted = pool.bv64(0x1234_5678_9abc_def1);
    constraints.push(pool.eq(mixed, wanted));
    constraints
}

#[test]
fn a_query_that_needs_more_has_no_answer_and_the_next_one_has() {
    Z3::limit_memory(32 << 20);
    let mut pool = TermPool::new();
    let mut solver = Z3::new();
    let limits = QueryLimits { work: None, ..QueryLimits::default() };
    let query = hard(&mut pool, 400);
    let answer = solver.check(&mut pool, &query, &limits);
    assert!(matches!(answer, SatResult::Unknown(UnknownReason::Memory)), "{answer:?}");
    assert!(Z3::memory_in_use() < 32 << 20);
    let (x, two) = (pool.fresh("x", Sort::Bv(32)), pool.bv32(2));
    let doubled = pool.mul(x, two);
    let six = pool.bv32(6);
    let easy = pool.eq(doubled, six);
    let answer = solver.check(&mut pool, &[easy], &limits);
    assert!(matches!(answer, SatResult::Sat(_)), "{answer:?}");
}

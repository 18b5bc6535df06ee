//! What holds at every visit of the header of a loop.
//!
//! The formula lets what a round changes have any value. Of many guesses about these values, those are dropped that some way to
//! the header breaks, where all others are assumed, until none is broken any more. What is left holds at each visit of a header, by
//! induction on the visits: the ways to the next are ways of the formula, and hold at the headers that they pass. Summaries of
//! loops tell more of some values; this is asserted as it is.

use super::{enabling, is_true};
use crate::loop_facts::{Factor, Guess, LoopSummary, Product, unbroken};
use clew_base::FastMap;
use clew_ir::{BlockId, Reg, Type};
use clew_smt::{Answer, Incremental, QueryLimits};
use clew_term::{Sort, Term, TermPool};
use imbl::OrdMap;
use num_bigint::BigInt;

/// The greatest number of guesses about a method.
const MAX_GUESSES: usize = 150;

/// A register that a round may change, at the header.
#[derive(Clone, Copy)]
pub(super) struct Changed {
    pub reg: Reg,
    pub ty: Type,
    /// Its value when the loop was entered.
    pub before: Term,
    /// Its value at any visit.
    pub now: Term,
}

/// A header of a loop.
pub(super) struct Header {
    /// Whether an execution is there.
    pub reached: Term,
    pub changed: Vec<Changed>,
}

/// An edge to a header.
pub(super) struct Arrival {
    pub header: BlockId,
    pub taken: Term,
    /// Whether it comes from a round of the loop.
    pub is_back: bool,
    pub registers: OrdMap<Reg, Term>,
}

/// What is guessed of a register.
fn guesses(changed: &Changed) -> &'static [Guess] {
    match changed.ty {
        Type::Bv32 | Type::Bv64 => &[Guess::AtLeast(0), Guess::NotLess, Guess::NotGreater],
        Type::Ref => &[Guess::NotZero],
        Type::Bool | Type::Int | Type::F32 | Type::F64 | Type::Map(_) => &[],
    }
}

/// A guess in the formula.
pub(super) struct Candidate {
    /// Says that it holds at every visit.
    pub assumed: Term,
    /// Whether a way to the header breaks it.
    pub is_broken: Term,
}

/// The guesses about all headers; what they mean is added to the facts.
pub(super) fn candidates(
    headers: &[(BlockId, Header)],
    arrivals: &[Arrival],
    facts: &mut Vec<Term>,
    pool: &mut TermPool,
) -> Vec<Candidate> {
    let mut coming: FastMap<BlockId, Vec<&Arrival>> = FastMap::default();
    arrivals.iter().for_each(|arrival| coming.entry(arrival.header).or_default().push(arrival));
    let mut candidates = Vec::new();
    for (block, header) in headers {
        let coming = coming.get(block).map_or(&[][..], Vec::as_slice);
        for changed in &header.changed {
            for guess in guesses(changed) {
                if candidates.len() == MAX_GUESSES {
                    return candidates;
                }
                let assumed = pool.fresh("guess", Sort::Bool);
                let holds = guess.holds(changed.now, changed.before, pool);
                let visited = pool.and(assumed, header.reached);
                facts.push(pool.implies(visited, holds));
                let mut broken = Vec::new();
                for arrival in coming.iter().filter(|arrival| arrival.is_back || !guess.is_relative()) {
                    broken.push(match arrival.registers.get(&changed.reg) {
                        Some(value) => {
                            let holds = guess.holds(*value, changed.before, pool);
                            let fails = pool.not(holds);
                            pool.and(arrival.taken, fails)
                        }
                        None => arrival.taken,
                    });
                }
                let some = pool.or_all(&broken);
                let is_broken = pool.fresh("broken", Sort::Bool);
                facts.push(pool.iff(is_broken, some));
                candidates.push(Candidate { assumed, is_broken });
            }
        }
    }
    candidates
}

/// Asserts the guesses that are never broken where all of them hold; none if that is not found out before queries have cost more
/// than `most`.
pub(super) fn keep_unbroken(
    candidates: Vec<Candidate>,
    solver: &mut Incremental,
    pool: &mut TermPool,
    limits: &QueryLimits,
    most: u64,
) {
    let kept = unbroken(candidates, |candidates| {
        if limits.meter.total() > most {
            return None;
        }
        let broken: Vec<Term> = candidates.iter().map(|candidate| candidate.is_broken).collect();
        let enabling = enabling(&broken, solver, pool);
        let assumptions: Vec<Term> = candidates.iter().map(|candidate| candidate.assumed).chain([enabling]).collect();
        match solver.check(pool, &assumptions, limits) {
            Answer::Unsat(_) => Some(vec![false; candidates.len()]),
            Answer::Unknown(_) => None,
            Answer::Sat => {
                let broken: Vec<bool> = broken.iter().map(|broken| is_true(*broken, solver, pool)).collect();
                broken.contains(&true).then_some(broken)
            }
        }
    });
    kept.into_iter().for_each(|candidate| solver.assert(candidate.assumed));
}

/// What a summary says at a visit of a header. `before` has the registers when the loop was entered.
pub(super) fn of_summary(
    summary: &LoopSummary,
    header: &Header,
    before: &OrdMap<Reg, Term>,
    pool: &mut TermPool,
) -> Vec<Term> {
    let counters: Vec<Term> = (0..summary.counters).map(|_| pool.fresh("rounds", Sort::Bv(64))).collect();
    let mut facts = Vec::new();
    for (reg, ways) in &summary.values {
        let Some(changed) = header.changed.iter().find(|changed| changed.reg == *reg) else { continue };
        let width = match pool.sort(changed.now) {
            Sort::Bv(width) => width,
            _ => continue,
        };
        let values = ways.iter().map(|sum| polynomial(sum, width, &counters, before, pool));
        let Some(values) = values.collect::<Option<Vec<Term>>>() else { continue };
        let one: Vec<Term> = values.into_iter().map(|value| pool.eq(changed.now, value)).collect();
        let one = pool.or_all(&one);
        facts.push(pool.implies(header.reached, one));
    }
    facts
}

/// The value of a polynomial modulo 2^width; `None` where a register in it has no value.
fn polynomial(
    sum: &[Product],
    width: u8,
    counters: &[Term],
    before: &OrdMap<Reg, Term>,
    pool: &mut TermPool,
) -> Option<Term> {
    let mut value = of_width(&BigInt::ZERO, width, pool)?;
    for product in sum {
        let mut term = of_width(&product.number, width, pool)?;
        for factor in &product.factors {
            let factor = match factor {
                Factor::Counter(position) => *counters.get(*position)?,
                Factor::Before(reg) => *before.get(reg)?,
            };
            let factor = match pool.sort(factor) {
                Sort::Bv(own) if own > width => pool.extract_low(factor, width),
                Sort::Bv(_) => pool.sign_extend(factor, width),
                _ => return None,
            };
            term = pool.mul(term, factor);
        }
        value = pool.add(value, term);
    }
    Some(value)
}

/// The number modulo 2^width.
fn of_width(number: &BigInt, width: u8, pool: &mut TermPool) -> Option<Term> {
    let low = u64::try_from(number & BigInt::from(u64::MAX)).ok()?.cast_signed();
    // The number of 32 bits is the lower half of that of 64.
    Some(if width == 64 { pool.bv64(low) } else { pool.bv32(low as i32) })
}

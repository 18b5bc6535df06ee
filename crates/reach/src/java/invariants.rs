//! What holds at every beginning of a round of a loop: guesses that executions keep, found as Houdini does.
//!
//! The formula lets what a round changes have any value. Of many guesses about these values, those are thrown out that some way to
//! the header breaks, where all others are assumed, until none is broken any more. What is left holds at each visit of a header, by
//! induction on the visits: the ways to the next are ways of the formula, and hold at the headers that they pass.

use super::values::is_null;
use super::{enabling, is_true};
use clew_base::FastMap;
use clew_ir::{BlockId, Reg, Type};
use clew_smt::{Answer, Incremental, QueryLimits};
use clew_term::{Sort, Term, TermPool};
use imbl::OrdMap;

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

/// What is said of a register.
#[derive(Clone, Copy)]
enum Guess {
    /// It is not below zero.
    Natural,
    /// It is not null.
    Object,
    /// It is not less than when the loop was entered.
    AtLeast(Term),
    /// It is not greater than when the loop was entered.
    AtMost(Term),
}

impl Guess {
    fn of(changed: &Changed) -> Vec<Guess> {
        match changed.ty {
            Type::Bv32 | Type::Bv64 => {
                vec![Guess::Natural, Guess::AtLeast(changed.before), Guess::AtMost(changed.before)]
            }
            Type::Ref => vec![Guess::Object],
            Type::Bool | Type::Int | Type::F32 | Type::F64 | Type::Map(_) => Vec::new(),
        }
    }

    /// That it holds of a value.
    fn about(self, value: Term, pool: &mut TermPool) -> Term {
        match self {
            Guess::Natural => {
                let zero = if pool.sort(value) == Sort::Bv(64) { pool.bv64(0) } else { pool.bv32(0) };
                pool.sle(zero, value)
            }
            Guess::Object => {
                let is_null = is_null(value, pool);
                pool.not(is_null)
            }
            Guess::AtLeast(before) => pool.sle(before, value),
            Guess::AtMost(before) => pool.sle(value, before),
        }
    }

    fn is_relative(self) -> bool {
        matches!(self, Guess::AtLeast(_) | Guess::AtMost(_))
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
            for guess in Guess::of(changed) {
                if candidates.len() == MAX_GUESSES {
                    return candidates;
                }
                let assumed = pool.fresh("guess", Sort::Bool);
                let holds = guess.about(changed.now, pool);
                let visited = pool.and(assumed, header.reached);
                facts.push(pool.implies(visited, holds));
                let mut broken = Vec::new();
                for arrival in coming.iter().filter(|arrival| arrival.is_back || !guess.is_relative()) {
                    broken.push(match arrival.registers.get(&changed.reg) {
                        Some(value) => {
                            let holds = guess.about(*value, pool);
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
    mut candidates: Vec<Candidate>,
    solver: &mut Incremental,
    pool: &mut TermPool,
    limits: &QueryLimits,
    most: u64,
) {
    while !candidates.is_empty() {
        if limits.meter.total() > most {
            return;
        }
        let broken: Vec<Term> = candidates.iter().map(|candidate| candidate.is_broken).collect();
        let enabling = enabling(&broken, solver, pool);
        let assumptions: Vec<Term> = candidates.iter().map(|candidate| candidate.assumed).chain([enabling]).collect();
        match solver.check(pool, &assumptions, limits) {
            Answer::Unsat(_) => break,
            Answer::Unknown(_) => return,
            Answer::Sat => {
                let before = candidates.len();
                candidates.retain(|candidate| !is_true(candidate.is_broken, solver, pool));
                if candidates.len() == before {
                    return;
                }
            }
        }
    }
    candidates.into_iter().for_each(|candidate| solver.assert(candidate.assumed));
}

//! Proofs that no values make constraints hold, by interval constraint propagation.
//!
//! The domains of all parts are narrowed from the symbols up and from the constraints down until nothing changes (the
//! algorithm HC4 of Benhamou, Goualard, Granvilliers and Puget, *Revising hull and box consistency*, 1999); where that is not
//! enough, a comparison is decided either way, or the domain of a symbol halved, and either case looked at. A domain that becomes empty is a proof, of all values
//! that the symbols can have: NaN, infinities and either zero among them.

use super::Purse;
use super::backward::backward;
use super::domain::{Domain, FloatRange};
use super::forward::forward;
use super::order;
use super::problem::{Place, Problem};
use clew_term::{SignedRange, Sort};

/// How often all domains are narrowed before one is halved.
const MAX_SWEEPS: usize = 10;

/// The most comparisons that are decided by cases before domains are halved.
const MAX_DECIDED: usize = 12;

/// What became of a proof.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    /// No values make the constraints hold.
    Contradiction,
    /// None was found.
    Open,
}

/// The domains of all parts if these constraints hold, or nothing if they can't.
pub(super) fn narrowed(problem: &Problem, roots: &[Place], purse: &mut Purse) -> Option<Vec<Domain>> {
    let mut domains: Vec<Domain> = problem.parts.iter().map(|part| Domain::full(part.sort)).collect();
    for root in roots {
        domains[*root] = domains[*root].meet(Domain::TRUE);
    }
    narrow(problem, &mut domains, purse).then_some(domains)
}

/// Narrows domains; whether all of them still have a value.
fn narrow(problem: &Problem, domains: &mut [Domain], purse: &mut Purse) -> bool {
    let mut found = Vec::new();
    for _ in 0..MAX_SWEEPS {
        if purse.is_empty() {
            return true;
        }
        purse.pay(3 * problem.parts.len() as u64);
        let mut changed = false;
        for place in 0..problem.parts.len() {
            let narrower = domains[place].meet(forward(problem, domains, place));
            changed |= narrower != domains[place];
            domains[place] = narrower;
            if narrower.is_empty() {
                return false;
            }
        }
        for place in (0..problem.parts.len()).rev() {
            backward(problem, domains, place, &mut found);
            for (operand, domain) in found.drain(..) {
                let narrower = domains[operand].meet(domain);
                changed |= narrower != domains[operand];
                domains[operand] = narrower;
                if narrower.is_empty() {
                    return false;
                }
            }
        }
        if changed {
            continue;
        }
        let Some(found) = order::narrowed(problem, domains) else { return false };
        for (place, domain) in found {
            let narrower = domains[place].meet(domain);
            changed |= narrower != domains[place];
            domains[place] = narrower;
            if narrower.is_empty() {
                return false;
            }
        }
        if !changed {
            return true;
        }
    }
    order::narrowed(problem, domains).is_some()
}

/// Looks for a proof by cases, from these domains on.
pub(super) fn prove(problem: &Problem, domains: Vec<Domain>, purse: &mut Purse) -> Proof {
    // With each box the number of comparisons that were decided for it.
    let mut boxes = vec![(domains, 0)];
    while let Some((domains, decided)) = boxes.pop() {
        let Some((place, halves)) = cases(problem, &domains, decided) else { return Proof::Open };
        let decided = decided + usize::from(problem.parts[place].sort == Sort::Bool);
        for half in halves {
            let mut domains = domains.clone();
            domains[place] = half;
            if narrow(problem, &mut domains, purse) {
                boxes.push((domains, decided));
            }
            if purse.is_empty() {
                return Proof::Open;
            }
        }
    }
    Proof::Contradiction
}

/// What to look at by cases: a comparison of floats that is not decided, as long as there are few decided ones, else the
/// symbol with the most values. A part and the cases of its domain.
fn cases(problem: &Problem, domains: &[Domain], decided: usize) -> Option<(Place, [Domain; 2])> {
    if decided < MAX_DECIDED
        && let Some(place) = problem.comparisons.iter().find(|place| domains[**place].truth().is_none())
    {
        return Some((*place, [Domain::FALSE, Domain::TRUE]));
    }
    let widths = problem.symbols.iter().map(|symbol| (width(domains[symbol.place]), symbol.place));
    // Of symbols with as many values the first one.
    let (widest, place) = widths.rev().max_by_key(|(width, _)| *width)?;
    (widest > 0).then(|| (place, halves(domains[place])))
}

/// How many binary digits tell the values of a domain apart, more or less.
fn width(domain: Domain) -> u32 {
    let digits = |low: i64, high: i64| u128::BITS - (i128::from(high) - i128::from(low)).unsigned_abs().leading_zeros();
    match domain {
        Domain::Truth { holds, fails } => u32::from(holds && fails),
        Domain::Word(range) => digits(range.low, range.high),
        Domain::Float(range) if range.has_numbers() => digits(range.low, range.high) + u32::from(range.nan),
        Domain::Float(_) | Domain::Any => 0,
    }
}

fn halves(domain: Domain) -> [Domain; 2] {
    match domain {
        Domain::Truth { .. } => [Domain::FALSE, Domain::TRUE],
        Domain::Word(SignedRange { low, high }) => {
            let middle = middle(low, high);
            [SignedRange { low, high: middle }, SignedRange { low: middle + 1, high }].map(Domain::Word)
        }
        Domain::Float(range) if range.nan => {
            [FloatRange::only_nan(range.format, true), FloatRange { nan: false, ..range }].map(Domain::Float)
        }
        Domain::Float(range) => {
            let middle = middle(range.low, range.high);
            [FloatRange { high: middle, ..range }, FloatRange { low: middle + 1, ..range }].map(Domain::Float)
        }
        Domain::Any => [domain, domain],
    }
}

/// Where to cut numbers in two: below zero if that lies among them.
fn middle(low: i64, high: i64) -> i64 {
    if low < 0 && high >= 0 { -1 } else { low + (high - low) / 2 }
}

/// Constraints of a contradiction that are one without the others: each is left out in turn, and kept out where the rest is
/// contradictory still at the same cost.
pub(super) fn core(problem: &Problem, price: u64, purse: &mut Purse) -> Vec<Place> {
    let mut kept = problem.roots.clone();
    for root in &problem.roots {
        let fewer: Vec<Place> = kept.iter().copied().filter(|other| other != root).collect();
        let mut share = purse.share(price);
        let refuted = refuted(problem, &fewer, &mut share);
        purse.settle(&share);
        if refuted {
            kept = fewer;
        }
    }
    kept
}

fn refuted(problem: &Problem, roots: &[Place], purse: &mut Purse) -> bool {
    match narrowed(problem, roots, purse) {
        None => true,
        Some(domains) => prove(problem, domains, purse) == Proof::Contradiction,
    }
}

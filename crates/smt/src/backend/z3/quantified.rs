//! Formulas with quantifiers.
//!
//! The terms of a pool have none. Here quantifiers are put around terms when these are encoded: the symbols that are bound stand
//! for what the quantifier ranges over. Nothing is remembered between two questions.

use super::Z3;
use super::encode::Encoder;
use super::engine::Engine;
use super::{interrupt, memory};
use crate::solver::{QueryLimits, UnknownReason};
use clew_term::{SymbolId, Term, TermPool};
use z3::ast::{Ast, Bool, Dynamic, exists_const, forall_const};

/// A formula with quantifiers. A symbol that none binds is free.
#[derive(Clone, Debug)]
pub enum Formula {
    /// A term of sort `Bool`.
    Term(Term),
    /// All of these hold.
    And(Vec<Formula>),
    /// One of these holds.
    Or(Vec<Formula>),
    /// If the term holds, so does the formula.
    Implies(Term, Box<Formula>),
    /// It holds for all values of the symbols.
    ForAll(Vec<SymbolId>, Box<Formula>),
    /// It holds for some values of the symbols.
    Exists(Vec<SymbolId>, Box<Formula>),
}

/// Whether some values of the free symbols satisfy all of the formulas.
///
/// # Errors
/// Why it is not known.
pub fn is_satisfiable(pool: &TermPool, formulas: &[Formula], limits: &QueryLimits) -> Result<bool, UnknownReason> {
    if limits.cancel.is_cancelled() {
        return Err(UnknownReason::Cancelled);
    }
    Z3::check_version().map_err(UnknownReason::Backend)?;
    memory::guarded(|| {
        let (mut encoder, mut engine) = (Encoder::new(), Engine::new());
        interrupt::unless_cancelled(&limits.cancel, || {
            for formula in formulas {
                engine.solver.assert(encoded(&mut encoder, pool, formula)?);
            }
            engine.check(&[], limits)
        })
    })
    .unwrap_or(Err(UnknownReason::Memory))
}

fn encoded(encoder: &mut Encoder, pool: &TermPool, formula: &Formula) -> Result<Bool, UnknownReason> {
    Ok(match formula {
        Formula::Term(term) => encoder.bool(pool, *term)?,
        Formula::And(parts) => Bool::and(&all(encoder, pool, parts)?),
        Formula::Or(parts) => Bool::or(&all(encoder, pool, parts)?),
        Formula::Implies(premise, conclusion) => {
            encoder.bool(pool, *premise)?.implies(encoded(encoder, pool, conclusion)?)
        }
        Formula::ForAll(symbols, body) => {
            let body = encoded(encoder, pool, body)?;
            forall_const(&bound(&constants(encoder, pool, symbols)), &[], &body)
        }
        Formula::Exists(symbols, body) => {
            let body = encoded(encoder, pool, body)?;
            exists_const(&bound(&constants(encoder, pool, symbols)), &[], &body)
        }
    })
}

fn all(encoder: &mut Encoder, pool: &TermPool, parts: &[Formula]) -> Result<Vec<Bool>, UnknownReason> {
    parts.iter().map(|part| encoded(encoder, pool, part)).collect()
}

/// The constants of the symbols that occur in what was encoded; a quantifier needs no others.
fn constants(encoder: &Encoder, pool: &TermPool, symbols: &[SymbolId]) -> Vec<Dynamic> {
    symbols.iter().filter_map(|symbol| encoder.symbol(pool, *symbol).cloned()).collect()
}

fn bound(constants: &[Dynamic]) -> Vec<&dyn Ast> {
    constants.iter().map(|constant| constant as &dyn Ast).collect()
}

//! Abstract interpretation of Java methods: which implicit checks and assertions never fail.
//!
//! This is the static analyzer that *Guiding Dynamic Symbolic Execution toward Unverified Program Executions*
//! presupposes: it states what it assumed and where (section 2.1), so that others can look at the executions that it
//! has not covered. Without assumptions it keeps to what the virtual machine guarantees whatever other code and other
//! threads do.
//!
//! One [`AbstractDomain`] is in each file: [`Interval`], [`Congruence`] and their product [`Number`], [`Zone`],
//! [`Nullness`], [`ClassSet`] and their product [`Reference`]. The state of a method is the product of all
//! (`state.rs`). `evaluate.rs` has the values of expressions, `refine.rs` what conditions tell, `transfer.rs` what
//! instructions do, `fixpoint.rs` the iteration, `summary.rs` what calls return, `verify.rs` the verdicts on
//! checks, and `excluded.rs` those on any other point.

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod assumption;
mod classes;
mod congruence;
mod constants;
mod construction;
mod contents;
mod contracts;
mod domain;
mod evaluate;
mod excluded;
mod fact;
mod fixpoint;
mod frame;
mod generics;
mod hierarchy;
mod holds;
mod initialized;
mod interval;
mod invariant;
mod library;
mod nest;
mod nullness;
mod number;
mod observe;
mod passed;
mod reference;
mod refine;
mod state;
mod summary;
mod transfer;
mod trust;
mod types;
mod verify;
mod zone;

pub use assumption::{Assumption, Assumptions};
pub use classes::{ClassSet, ObjectClass};
pub use congruence::Congruence;
pub use contracts::{Contract, all as contracts, contract_of};
pub use domain::{AbstractDomain, Thresholds};
pub use excluded::{excluded, excluded_by_trust};
pub use holds::{Full, Holds};
pub use interval::Interval;
pub use invariant::{ClassInvariants, Invariant, Value, Write};
pub use nullness::Nullness;
pub use number::{Number, OnOverflow, Outcome, Width};
pub use observe::{Observed, Points};
pub use reference::Reference;
pub use summary::Summaries;
pub use trust::{Granted, Held, KnownInvariants, Trusted};
pub use verify::{Check, CheckKind, Report, Verdict, verify};
pub use zone::Zone;

//! Findings: what the verdicts about a Java method say of its source.
//!
//! An exploration decides goals: lines, edges of jumps, exceptions. A reader of source wants something else: each piece of dead
//! code once, at its first line, with the condition to blame if there is one, and nothing that only the compiler wrote. This
//! crate goes from one to the other. It proves nothing: every finding rests on the proofs of the goals that it is made of.
//!
//! ```
//! use clew_findings::{Premise, Wanted};
//!
//! // By default, findings that rest on bounds or on the environment are not shown.
//! let wanted = Wanted::default().and(Premise::Within);
//! assert!(wanted.has(Premise::Within));
//! assert!(!wanted.has(Premise::SingleThread));
//! ```

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod conditions;
mod dead;
mod doomed;
mod made;
mod method;
mod wanted;
mod words;

use clew_facts::{MethodFacts, Proof};
use clew_jvm::MethodCode;
use method::Method;

pub use wanted::{Premise, Wanted};

/// What is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FindingKind {
    /// No execution reaches the lines.
    Unreachable,
    /// Every execution that gets to the lines ends in an exception that the virtual machine itself throws.
    Doomed,
    /// The condition holds whenever it is tested.
    AlwaysTrue,
    /// The condition never holds when it is tested.
    AlwaysFalse,
}

impl FindingKind {
    /// All kinds.
    pub const ALL: [FindingKind; 4] =
        [FindingKind::Unreachable, FindingKind::Doomed, FindingKind::AlwaysTrue, FindingKind::AlwaysFalse];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            FindingKind::Unreachable => "unreachable",
            FindingKind::Doomed => "doomed",
            FindingKind::AlwaysTrue => "always_true",
            FindingKind::AlwaysFalse => "always_false",
        }
    }
}

/// What the code does that a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// Something.
    Work,
    /// It throws on purpose, so that whoever wrote it may have meant it never to run.
    Guard,
}

/// Something in the source of a method that its author should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The line to show: of the condition, or the first one of the code; 0 where the class file does not tell.
    pub line: u32,
    /// What is found.
    pub kind: FindingKind,
    /// The lines that no execution reaches because of it, or that are doomed, ascending.
    pub lines: Vec<u32>,
    /// What shows it.
    pub proof: Proof,
    /// What the code does that never runs.
    pub purpose: Purpose,
    /// What is found, in words, without its place and its assumptions.
    pub message: String,
}

impl Finding {
    /// The name of its verdict.
    pub fn verdict(&self) -> &'static str {
        match (self.kind, self.proof.is_bounded()) {
            (FindingKind::Doomed, false) => "doomed",
            (FindingKind::Doomed, true) => "doomed_within",
            (_, false) => "unreachable",
            (_, true) => "unreachable_within",
        }
    }
}

/// The findings of a method, by line.
pub fn findings(facts: &MethodFacts, code: &MethodCode, wanted: Wanted) -> Vec<Finding> {
    let method = Method::new(facts, code, wanted);
    let dead = dead::Dead::of(&method);
    let made = made::Made::of(&method);
    let (mut found, blamed) = conditions::find(&method, &dead, &made);
    found.extend(dead::find(&method, &dead, &made, &blamed));
    found.extend(doomed::find(&method, &made));
    found.sort_by_key(|finding| (finding.line, finding.kind));
    found
}

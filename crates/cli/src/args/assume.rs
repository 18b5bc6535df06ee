//! What is assumed of the input.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// What may be assumed of the input.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Input")]
pub struct AssumeArgs {
    /// What may be assumed of the heap at entry: `non_aliasing(a,b)` (they name different objects), `non_sharing(a,b)` (no
    /// object can be reached from both), `acyclic(a)`, `rep_ok(a)` (its method `boolean repOk()` returns true), where `a` and
    /// `b` are places such as `this.first` or `other`. It counts for every method that has the places, or for those that a
    /// pattern before it names (`demo.List#append: non_sharing(this,other)`); may be repeated. A verdict that rests on it
    /// lists it. An annotation named ClewAssume on a method, of the program's own, does the same for that method.
    #[arg(long, value_name = "TEXT")]
    pub assume: Vec<String>,
    /// A file with assumptions as for --assume, one a line; lines that begin with `#` are comments. May be repeated.
    #[arg(long, value_name = "FILE")]
    pub assume_file: Vec<PathBuf>,
    /// What is otherwise assumed and is not to be; may be repeated.
    #[arg(long, value_name = "NAME")]
    pub no_assume: Vec<NoAssumeArg>,
    /// Print the class invariants that verdicts rest on, each with the places in the code that prove it.
    #[arg(long, help_heading = "Output")]
    pub explain_invariants: bool,
}

/// What is assumed unless the user says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NoAssumeArg {
    /// That objects keep what the code of their classes establishes and keeps of their private and final fields: with this
    /// flag they may be in any state, as reflection or deserialization could make them.
    #[value(name = "class_invariants")]
    ClassInvariants,
    /// That objects hold what the type arguments of their declared types say: with this flag a `List<String>` of the input
    /// may hold anything, as callers with raw types can have it.
    #[value(name = "generic_types")]
    GenericTypes,
}

impl AssumeArgs {
    /// Whether objects keep the invariants of their classes.
    pub fn keeps_class_invariants(&self) -> bool {
        !self.no_assume.contains(&NoAssumeArg::ClassInvariants)
    }

    /// Whether objects hold what the type arguments of their declared types say.
    pub fn keeps_generic_types(&self) -> bool {
        !self.no_assume.contains(&NoAssumeArg::GenericTypes)
    }
}

//! What an analysis may take for granted without a proof.

use std::collections::BTreeSet;

/// A deliberate unsoundness, by the name it has in reports.
///
/// Each is assumed at places of the code, as `assumed P as a` is (*Guiding Dynamic Symbolic Execution toward
/// Unverified Program Executions*, section 2.1): an execution that keeps it at each of these places is one that the
/// verdict is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Assumption {
    /// No sum, difference, product or negation of whole numbers is too large for its type.
    NoOverflow,
    /// Different parameters refer to different objects.
    NoAlias,
    /// Calls and class initialization end without an exception.
    CallsThrowNothing,
    /// Calls and class initialization change no field that the method has accessed before.
    FrozenHeap,
    /// No other thread changes a field between two accesses of the method.
    SingleThread,
}

impl Assumption {
    /// All, in the order in which reports list them.
    pub const ALL: [Assumption; 5] = [
        Assumption::NoOverflow,
        Assumption::NoAlias,
        Assumption::CallsThrowNothing,
        Assumption::FrozenHeap,
        Assumption::SingleThread,
    ];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Assumption::NoOverflow => "no_overflow",
            Assumption::NoAlias => "no_alias",
            Assumption::CallsThrowNothing => "calls_throw_nothing",
            Assumption::FrozenHeap => "frozen_heap",
            Assumption::SingleThread => "single_thread",
        }
    }

    /// What it says, as a part of a sentence.
    pub fn meaning(self) -> &'static str {
        match self {
            Assumption::NoOverflow => "no sum, difference, product or negation of whole numbers overflows",
            Assumption::NoAlias => "different parameters refer to different objects",
            Assumption::CallsThrowNothing => "calls and class initialization end without an exception",
            Assumption::FrozenHeap => "calls and class initialization change no field that the method has accessed",
            Assumption::SingleThread => "no other thread changes a field between two accesses of the method",
        }
    }
}

/// A set of assumptions.
pub type Assumptions = BTreeSet<Assumption>;

/// All subsets of a set, the smaller ones first, those of one size in the order of their members.
pub fn subsets(of: &Assumptions) -> Vec<Assumptions> {
    let mut all: Vec<Assumptions> = vec![Assumptions::new()];
    for assumption in of {
        let with: Vec<Assumptions> =
            all.iter().map(|subset| subset.iter().copied().chain([*assumption]).collect()).collect();
        all.extend(with);
    }
    all.sort_by(|one, two| one.len().cmp(&two.len()).then_with(|| one.cmp(two)));
    all
}

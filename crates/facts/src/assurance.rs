//! Assumptions, the ledger of what an exploration gave up, and the proofs that a clean ledger allows.

use crate::EngineName;
use clew_base::OrderedMap;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;

/// Something a verdict rests on, from the closed list of `spec/cli.md`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Assumption {
    /// No back edge is taken more often than this for each entry of its loop.
    Loop(u32),
    /// No block runs more often than this in one activation.
    Block(u32),
    /// No method is active more often than this at one time, beyond its first activation.
    Recursion(u32),
    /// No input array is longer than this.
    ArrayLength(u32),
    /// No string of the input is longer than this, as far as it is looked into.
    StringLength(u32),
    /// The objects of a type of the JDK that the input has are some that a few public calls make (`java.util.List`).
    MadeInputs(String),
    /// An object of the input is of a class that a test can make; where these are very many, or a call goes to as many methods, it is
    /// of one of those that are nearest to the method (`java.lang.Object`).
    FewClasses(String),
    /// The objects of an interface or abstract class are of classes that are followed, or of one that adds to it only what it must:
    /// each method that the type leaves open changes nothing, and returns any value or throws a checked exception that it declares
    /// (`demo.Listener`).
    StubInputs(String),
    /// Of the many objects that static fields of a class keep, references of the input name only the first (`demo.Tables`).
    FewShared(String),
    /// No two references of the input name one object.
    NoAlias,
    /// No loop of an invariant that is assumed of the input goes round more often than this.
    RepOkRounds(u32),
    /// The user said so of the heap at entry (thesis, section 6.3).
    Heap(crate::HeapAssumption),
    /// Every subtype is on the class path.
    ClosedWorld,
    /// The JDK's own classes are those of the installed JDK, as it initializes them.
    ClosedWorldJdk,
    /// A method is replaced by its model (`java.lang.System#arraycopy`).
    Model(String),
    /// Every call of a method is an input: it changes nothing, and returns any value of its type; a stub's may throw (`demo.Clock#now`).
    Stub(String),
    /// What is printed to a stream or told a logger changes nothing that the program sees, and printing throws nothing
    /// (`java.lang.System.out`).
    Output(String),
    /// A property of the environment has the value it has here (`os.name`).
    Environment(String),
    /// The static fields of a class hold what its initializer gave them when the method first looks at them.
    InitialStatics(String),
    /// The initialization of a class begins where the execution first needs it, or gives the same as if it did: it has not begun
    /// before, nor in the course of another class's.
    InitializationOrder(String),
    /// What was not followed of the initialization of a class ends without an exception, and changes nothing but the static fields
    /// of the class and what only they lead to.
    Initializer(String),
    /// Each exception that the virtual machine itself throws is an object of its own: none is thrown twice, as compiled code may.
    FreshExceptions,
    /// No other thread changes what the method reads of objects that both know, though the method lets others in: it accesses a
    /// volatile field of such an object, enters or leaves a monitor, or waits, and then reads what it knew before.
    SingleThread,
    /// While the method runs, the collector clears no reference that the method looks at again, and runs no finalizer.
    NoCollection,
    /// While the method runs, no final instance field changes of an object that the method knows: reflection and deserialization can
    /// change one, and so can the constructor that assigns it, while it runs.
    FinalFields,
    /// All objects of a class keep what its code establishes and keeps of their private and final fields: none comes from
    /// reflection or deserialization, is seen by a finalizer, or by a thread that was handed it without synchronization (`demo.Order`).
    ClassInvariant(String),
    /// Every method that overrides one of the JDK's returns an object, as the documentation of that one has it
    /// (`java.util.Collection#iterator`).
    Contract(String),
    /// Whoever calls the method passes only what the types of its parameters have. The JVM does not see to it, and code on the class
    /// path does otherwise.
    CompiledByJavac,
    /// `assert` statements are executed.
    AssertionsEnabled,
    /// The virtual machine runs out of neither memory nor stack.
    NoVmErrors,
}

impl Assumption {
    /// Whether every verdict about Java rests on it anyway, so that it makes none conditional.
    pub fn is_universal(&self) -> bool {
        matches!(self, Assumption::NoVmErrors | Assumption::ClosedWorldJdk)
    }

    /// Whether it is a bound on the exploration, so that a proof that needs it holds only within the bound.
    pub fn is_bound(&self) -> bool {
        matches!(
            self,
            Assumption::Loop(_)
                | Assumption::Block(_)
                | Assumption::Recursion(_)
                | Assumption::ArrayLength(_)
                | Assumption::StringLength(_)
                | Assumption::RepOkRounds(_)
                | Assumption::MadeInputs(_)
                | Assumption::FewClasses(_)
                | Assumption::StubInputs(_)
                | Assumption::FewShared(_)
        )
    }
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Assumption::Loop(bound) => write!(f, "loop<={bound}"),
            Assumption::Block(bound) => write!(f, "block<={bound}"),
            Assumption::Recursion(bound) => write!(f, "recursion<={bound}"),
            Assumption::ArrayLength(bound) => write!(f, "array_length<={bound}"),
            Assumption::StringLength(bound) => write!(f, "string_length<={bound}"),
            Assumption::MadeInputs(ty) => write!(f, "made_inputs:{ty}"),
            Assumption::FewClasses(ty) => write!(f, "few_classes:{ty}"),
            Assumption::StubInputs(ty) => write!(f, "stub_inputs:{ty}"),
            Assumption::FewShared(class) => write!(f, "few_shared:{class}"),
            Assumption::NoAlias => write!(f, "no_alias(*)"),
            Assumption::RepOkRounds(bound) => write!(f, "rep_ok_rounds<={bound}"),
            Assumption::Heap(assumption) => write!(f, "{assumption}"),
            Assumption::ClosedWorld => write!(f, "closed_world"),
            Assumption::ClosedWorldJdk => write!(f, "closed_world_jdk"),
            Assumption::Model(method) => write!(f, "model:{method}"),
            Assumption::Stub(method) => write!(f, "stub:{method}"),
            Assumption::Output(sink) => write!(f, "output:{sink}"),
            Assumption::Environment(property) => write!(f, "env:{property}"),
            Assumption::InitialStatics(class) => write!(f, "initial_statics:{class}"),
            Assumption::InitializationOrder(class) => write!(f, "initialization_order:{class}"),
            Assumption::Initializer(class) => write!(f, "initializer:{class}"),
            Assumption::FreshExceptions => write!(f, "fresh_exceptions"),
            Assumption::SingleThread => write!(f, "single_thread"),
            Assumption::NoCollection => write!(f, "no_collection"),
            Assumption::FinalFields => write!(f, "final_fields"),
            Assumption::ClassInvariant(class) => write!(f, "class_invariant:{class}"),
            Assumption::Contract(method) => write!(f, "contract:{method}"),
            Assumption::CompiledByJavac => write!(f, "compiled_by_javac"),
            Assumption::AssertionsEnabled => write!(f, "assertions_enabled"),
            Assumption::NoVmErrors => write!(f, "no_vm_errors"),
        }
    }
}

/// Why an execution was not followed to its end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CutReason {
    /// A bound that turns into an assumption: the proof holds for executions that keep it.
    Bound(Assumption),
    /// The method's budget of steps, paths or time was spent.
    Budget(String),
    /// The memory limit was hit.
    Memory,
    /// The solver gave no answer on a query of the path.
    SolverUnknown(String),
    /// Something this version cannot follow symbolically.
    Unsupported(String),
    /// A method without code and without a model (`java.lang.Thread#sleep`).
    Unmodelled(String),
    /// The path went on with one value of our choice of what only the running machine knows (`an identity hash code`); the
    /// executions with others were not followed.
    Chosen(String),
    /// The summary of a procedure that is called has no execution for it.
    Summary,
    /// All that may follow is verified, as these files say, and tests were asked for what is not (`verified.json`).
    Verified(String),
}

impl fmt::Display for CutReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CutReason::Bound(assumption) => write!(f, "{assumption}"),
            CutReason::Budget(which) => write!(f, "budget: {which}"),
            CutReason::Memory => write!(f, "memory"),
            CutReason::SolverUnknown(why) => write!(f, "solver_unknown: {why}"),
            CutReason::Unsupported(what) => write!(f, "unsupported: {what}"),
            CutReason::Unmodelled(method) => write!(f, "unmodelled: {method}"),
            CutReason::Chosen(what) => write!(f, "chosen: {what}"),
            CutReason::Summary => write!(f, "summary"),
            CutReason::Verified(by) => write!(f, "verified: {by}"),
        }
    }
}

/// The ledger of an engine's answer: every execution that the answer does not stand for.
///
/// A proof consumes its ledger, and only [`Assurance::issued_by`] makes one, so that an engine answers for each proof. Joining is
/// union, so a ledger never forgets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assurance {
    engine: EngineName,
    assumptions: BTreeSet<Assumption>,
    cuts: OrderedMap<CutReason, u64>,
}

impl Assurance {
    /// The ledger of an answer of this engine that has given nothing up yet.
    pub fn issued_by(engine: EngineName) -> Self {
        Self { engine, assumptions: BTreeSet::new(), cuts: OrderedMap::default() }
    }

    /// The engine that answers for it.
    pub fn engine(&self) -> EngineName {
        self.engine
    }

    /// Records that the executions which break `assumption` are not followed.
    pub fn assume(&mut self, assumption: Assumption) {
        self.assumptions.insert(assumption);
    }

    /// Records one execution that was not followed to its end.
    pub fn cut(&mut self, reason: CutReason) {
        *self.cuts.entry(reason).or_insert(0) += 1;
    }

    /// Adds everything that `other` gave up, which the same engine has issued.
    pub fn join(&mut self, other: &Assurance) {
        debug_assert_eq!(self.engine, other.engine, "an engine answers for its own ledger");
        self.assumptions.extend(other.assumptions.iter().cloned());
        for (reason, count) in &other.cuts {
            *self.cuts.entry(reason.clone()).or_insert(0) += count;
        }
    }

    /// The assumptions made so far.
    pub fn assumptions(&self) -> impl Iterator<Item = &Assumption> {
        self.assumptions.iter()
    }

    /// The reasons of the cuts with their counts, most frequent first, then by name.
    pub fn cuts(&self) -> Vec<(&CutReason, u64)> {
        let mut cuts: Vec<_> = self.cuts.iter().map(|(reason, count)| (reason, *count)).collect();
        cuts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
        cuts
    }
}

/// A proof that no execution which keeps the assumptions gets to a place.
///
/// There is no way to make one but [`Proof::of`], which refuses a ledger with an execution that was dropped for any
/// reason other than a stated bound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    assumptions: BTreeSet<Assumption>,
}

/// Why a ledger allows no proof: the reasons of the executions that were dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofError(pub Vec<CutReason>);

impl Proof {
    /// The proof that an exploration with this ledger gives about a place it never reached.
    ///
    /// # Errors
    /// The reasons for which executions were dropped that no assumption excludes.
    pub fn of(assurance: Assurance) -> Result<Proof, ProofError> {
        let mut dropped = Vec::new();
        let mut bounds = Vec::new();
        for (reason, _) in assurance.cuts() {
            match reason {
                CutReason::Bound(assumption) => bounds.push(assumption.clone()),
                CutReason::Budget(_)
                | CutReason::Memory
                | CutReason::SolverUnknown(_)
                | CutReason::Unsupported(_)
                | CutReason::Unmodelled(_)
                | CutReason::Chosen(_)
                | CutReason::Summary
                | CutReason::Verified(_) => dropped.push(reason.clone()),
            }
        }
        let mut assumptions = assurance.assumptions;
        assumptions.extend(bounds);
        if dropped.is_empty() { Ok(Proof { assumptions }) } else { Err(ProofError(dropped)) }
    }

    /// The same proof for those who grant one assumption more: it says less.
    pub fn assuming(&self, assumption: Assumption) -> Proof {
        let mut weaker = self.clone();
        weaker.assumptions.insert(assumption);
        weaker
    }

    /// The proof of both: it rests on what either rests on.
    pub fn and(&self, other: &Proof) -> Proof {
        Proof { assumptions: self.assumptions.union(&other.assumptions).cloned().collect() }
    }

    /// What the proof rests on, in a fixed order.
    pub fn assumptions(&self) -> impl Iterator<Item = &Assumption> {
        self.assumptions.iter()
    }

    /// Whether it rests on a bound of the exploration.
    pub fn is_bounded(&self) -> bool {
        self.assumptions.iter().any(Assumption::is_bound)
    }

    /// Whether it rests on nothing that other verdicts don't rest on as well.
    pub fn is_unconditional(&self) -> bool {
        self.assumptions.iter().all(Assumption::is_universal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_becomes_an_assumption_of_the_proof() {
        let mut ledger = Assurance::issued_by(EngineName::Exploration);
        ledger.assume(Assumption::NoVmErrors);
        assert!(Proof::of(ledger.clone()).is_ok_and(|proof| proof.is_unconditional() && !proof.is_bounded()));
        ledger.cut(CutReason::Bound(Assumption::Loop(2)));
        let proof = Proof::of(ledger.clone()).expect("a bound allows a proof");
        assert!(proof.is_bounded() && !proof.is_unconditional());
        assert_eq!(proof.assumptions().map(ToString::to_string).collect::<Vec<_>>(), ["loop<=2", "no_vm_errors"]);
    }

    #[test]
    fn a_dropped_execution_allows_no_proof() {
        for reason in [
            CutReason::Budget("steps".into()),
            CutReason::Memory,
            CutReason::SolverUnknown("time".into()),
            CutReason::Unsupported("x".into()),
            CutReason::Unmodelled("A#b".into()),
            CutReason::Verified("x.json".into()),
            CutReason::Chosen("an identity hash code".into()),
        ] {
            let mut ledger = Assurance::issued_by(EngineName::Exploration);
            ledger.cut(CutReason::Bound(Assumption::Loop(1)));
            ledger.cut(reason.clone());
            assert_eq!(Proof::of(ledger.clone()), Err(ProofError(vec![reason])));
        }
    }

    #[test]
    fn a_further_assumption_weakens_a_proof() {
        let mut ledger = Assurance::issued_by(EngineName::Formula);
        ledger.assume(Assumption::NoVmErrors);
        assert_eq!(ledger.engine(), EngineName::Formula);
        let proof = Proof::of(ledger).expect("nothing is dropped");
        let weaker = proof.assuming(Assumption::CompiledByJavac);
        assert!(proof.is_unconditional() && !weaker.is_unconditional());
        assert_eq!(weaker, proof.and(&weaker));
    }

    #[test]
    fn joining_forgets_nothing() {
        let mut a = Assurance::issued_by(EngineName::Exploration);
        a.cut(CutReason::Memory);
        let mut b = Assurance::issued_by(EngineName::Exploration);
        b.cut(CutReason::Memory);
        a.join(&b);
        assert_eq!(a.cuts(), vec![(&CutReason::Memory, 2)]);
        assert!(Proof::of(a).is_err());
    }
}

//! What engines exchange: options, goals, verdicts with their proofs and assumptions, and test cases.
//!
//! Nothing here says how a fact was found. All of it is serializable, because a job's facts leave its process.
//!
//! ```
//! use clew_facts::{Assumption, Assurance, CutReason, EngineName, Proof};
//!
//! let mut ledger = Assurance::issued_by(EngineName::Exploration);
//! ledger.cut(CutReason::Bound(Assumption::Loop(2)));
//! let proof = Proof::of(ledger.clone()).expect("a bound of the user allows a proof");
//! assert!(proof.is_bounded());
//! ledger.cut(CutReason::Budget("steps".to_owned()));
//! assert!(Proof::of(ledger).is_err(), "a dropped execution allows none");
//! ```

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod assurance;
mod attack;
mod call_pairs;
mod concolic;
mod condition;
mod cover;
mod goal;
mod heap_assumption;
mod method;
mod method_pattern;
mod options;
mod reach;
mod same_input;
mod summary;
mod test_case;
mod trace;
mod usual_text;
mod verdict;
mod verified;

pub use assurance::{Assumption, Assurance, CutReason, Proof, ProofError};
pub use attack::{Attack, AttackBy, AttackResult, AttackedGoal};
pub use call_pairs::{CallPair, SeenCalls};
pub use concolic::{Concolic, RealAnswer, RealCall, RealEnd, RealValue};
pub use condition::conjuncts;
pub use cover::{
    AssertVerdict, BlockVerdict, CoverAlgorithm, CoverAsserts, CoverCalls, CoverCriterion, CoverFacts, CoverOptions,
    CoverStats, CoverSuite, CoverTest, CoverValue, SummaryFacts,
};
pub use goal::{Edge, Goal, GoalKind};
pub use heap_assumption::{HeapAssumption, HeapPath, MalformedAssumption};
pub use method::{MethodFacts, MethodKey, MethodStats};
pub use method_pattern::{MalformedPattern, Match, MethodPattern, glob};
pub use options::{
    Aliasing, Composition, Criterion, EngineName, HeapPolicy, InputsByCalls, ModelFile, Options, Search, WORK_PER_STEP,
};
pub use reach::{
    ExplainedBackbone, ExplainedLoop, Explanation, JavaReach, JavaTarget, ReachCondition, ReachFacts, ReachMethod,
    ReachOptions, ReachStats, ReachTarget, TargetFacts,
};
pub use summary::{Activation, CallTargets, Case, CaseEnd, CaseObject, Context, NamedValue, Summary};
pub use test_case::{
    Argument, Call, CallOn, EarlierCall, FieldKey, HeapObject, InputCall, Made, Maker, NullArgument, Object, ObjectId,
    Observation, Observed, Outcome, StaticValue, Surrounding, TOLD_AFTER_CALL, TestCase, ThreadStatus, ThrowingCall,
    Value, is_nameable_first_value,
};
pub use trace::{Span, TRACE_HEAD, TRACE_TAIL, Trace};
pub use usual_text::usual_text;
pub use verdict::{Elsewhere, GoalVerdict, Verdict};
pub use verified::{Assumed, Guidance, Premise, Verified, VerifiedCheck};

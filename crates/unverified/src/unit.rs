//! What is to be tested, and what can be wrong with it.

use std::sync::Arc;

/// How far the verifier looked that wrote the annotations (`unverified-executions`, section 2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reasoning {
    /// At one procedure after the other. An assumption belongs to an activation of its procedure. What a call does is
    /// somebody else's: only the assertions of the unit itself count.
    Modular,
    /// At all procedures together. An assumption belongs to an execution of the whole program, and so does what called
    /// procedures assert.
    WholeProgram,
}

/// The unit under test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The procedure that executions start in.
    pub procedure: Arc<str>,
    /// What the annotations speak of.
    pub reasoning: Reasoning,
}

/// Why a program cannot be instrumented.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The unit is not in the program.
    #[error("there is no procedure `{0}`")]
    NoProcedure(Arc<str>),
    /// A premise names an assumption that nobody makes. It would hold always, so that nothing would be left to test.
    #[error(
        "procedure `{procedure}` has an assertion that is verified under `{identifier}`, but nothing is assumed as `{identifier}`"
    )]
    NotAssumed {
        /// The procedure with the assertion.
        procedure: Arc<str>,
        /// The identifier.
        identifier: Arc<str>,
    },
    /// A call of the unit would start its assumptions again, and its end would not be the end of the execution.
    #[error("procedure `{0}` is called, and only a procedure that is not called can be the unit under test")]
    UnitIsCalled(Arc<str>),
}

//! What goes into a worker process and what comes out of it.

use clew_facts::{
    CoverFacts, CoverOptions, CutReason, MethodFacts, MethodKey, Options, ReachFacts, ReachOptions, ReachTarget,
};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;

/// Where classes come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassPathSpec {
    /// The home of the JDK whose library classes are used.
    pub jdk: PathBuf,
    /// The class files, directories and jars under test.
    pub inputs: Vec<PathBuf>,
    /// Directories and jars that the inputs need.
    pub libraries: Vec<PathBuf>,
    /// The file that tells what static fields of the JDK hold once its classes are initialized, if there is one.
    pub snapshot: Option<PathBuf>,
}

/// The exploration of one method.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// Where classes come from. Jobs of one run share it.
    pub class_path: Arc<ClassPathSpec>,
    /// The method.
    pub key: MethodKey,
    /// How it is explored.
    pub options: Options,
}

/// What came of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum JobResult {
    /// The method was explored, as far as its budget allowed.
    Facts(Box<MethodFacts>),
    /// The worker died or had to be killed, and what it had found died with it.
    Crashed {
        /// What happened to the worker (`worker crashed (signal 11, SIGSEGV)`).
        what: String,
        /// Facts that hold anyway: every goal is undecided for this reason.
        facts: Box<MethodFacts>,
    },
    /// The method cannot be explored; a line that says why (a class is missing, the code is malformed).
    Failed(String),
    /// Clew is at fault; a line that says where.
    Internal(String),
    /// The run was cancelled before the job's turn came.
    NotStarted,
}

impl JobResult {
    /// The facts, if there are any.
    pub fn facts(&self) -> Option<&MethodFacts> {
        match self {
            JobResult::Facts(facts) | JobResult::Crashed { facts, .. } => Some(facts),
            JobResult::Failed(_) | JobResult::Internal(_) | JobResult::NotStarted => None,
        }
    }
}

/// The cover of a program of the block language.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CoverJob {
    /// The program, which is well-formed.
    pub text: String,
    /// What is asked.
    pub options: CoverOptions,
}

/// What came of a cover.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CoverResult {
    /// What was found, as far as the budget allowed.
    Facts(Box<CoverFacts>),
    /// The worker died or had to be killed, for this reason.
    Crashed(CutReason),
    /// The program cannot be covered; a line that says why.
    Failed(String),
    /// Clew is at fault; a line that says where.
    Internal(String),
}

/// The question whether executions of a program of the block language get to places.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReachJob {
    /// The program, which is well-formed.
    pub text: String,
    /// The places.
    pub targets: Vec<ReachTarget>,
    /// How they are asked about.
    pub options: ReachOptions,
}

/// What came of such a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ReachResult {
    /// What was found of each place, as far as the time allowed.
    Facts(Vec<ReachFacts>),
    /// The worker died or had to be killed, for this reason.
    Crashed(CutReason),
    /// The question has no meaning for the program; a line that says why.
    Failed(String),
    /// Clew is at fault; a line that says where.
    Internal(String),
}

/// Facts about a method of which nothing is known, for `reason`.
pub(crate) fn no_facts(key: MethodKey, reason: CutReason) -> MethodFacts {
    MethodFacts { undecided: vec![(reason, 1)], clock_bound: true, ..MethodFacts::unexplored(key) }
}

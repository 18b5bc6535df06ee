//! What an exploration is asked to do.

use crate::{Concolic, HeapAssumption, JavaReach, SeenCalls, Verified};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Which goals tests are made for (thesis, section 2.1.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Criterion {
    /// Every goal: edges of jumps, lines, exceptions and assertions. A test that adds none is dropped, unless it shows another end of
    /// the method or another kind of answer.
    #[default]
    Branches,
    /// As `Branches`, but the exploration may stop when every line is decided.
    Statements,
    /// Every execution within the bounds that runs to its end: one test each.
    Paths,
}

/// Which heap the exploration works on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum HeapPolicy {
    /// Lazy initialization (thesis, section 2.1.3).
    Lazy,
    /// The heap solver (thesis, chapter 6).
    #[default]
    Solver,
}

/// Whether two references of the input may name one object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Aliasing {
    /// They may.
    #[default]
    On,
    /// They never do; proofs then say so.
    Off,
}

/// In which order states are taken up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Search {
    /// The state that was added last.
    Dfs,
    /// The state that was added first.
    Bfs,
    /// Any state, by a seeded generator.
    Random,
    /// A state that stands at code no state has executed yet, else the last.
    #[default]
    Coverage,
}

/// When summaries of methods take the place of their code in the exploration of those who call them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Composition {
    /// Never.
    #[default]
    Off,
    /// For methods that are called more than once, when a summary costs little of what the exploration has cost so far.
    Pays,
    /// For all methods that can be summarized, whatever that costs.
    Always,
}

/// Which calls of the program's own make inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum InputsByCalls {
    /// None: objects of the program's types have any state.
    #[default]
    Off,
    /// Those that code of the package of the method under test may make.
    Package,
    /// Those that any code may make.
    Public,
}

/// An engine: it answers whether executions get to places, and accounts for those that it does not follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum EngineName {
    /// Abstract interpretation.
    AbstractInterpretation,
    /// Symbolic execution.
    Exploration,
    /// The formula of the method.
    Formula,
    /// Abstract path conditions.
    PathCondition,
    /// Covers of programs of the block language, which are no goals of Java methods.
    Cover,
}

impl EngineName {
    /// Those of the portfolio, in the order in which they are asked.
    pub const PORTFOLIO: [EngineName; 4] =
        [EngineName::AbstractInterpretation, EngineName::Exploration, EngineName::Formula, EngineName::PathCondition];

    /// The name that `--without-engine` takes.
    pub fn name(self) -> &'static str {
        match self {
            EngineName::AbstractInterpretation => "abstract-interpretation",
            EngineName::Exploration => "exploration",
            EngineName::Formula => "formula",
            EngineName::PathCondition => "path-condition",
            EngineName::Cover => "cover",
        }
    }
}

/// The greatest number of instructions where nothing else is said.
const MAX_STEPS: u64 = 200_000;

/// How many of the solver's resource units a method may cost for each instruction of its budget; a million are about a second.
pub const WORK_PER_STEP: u64 = 1_000;

/// A file with models of methods, in the block language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelFile {
    /// Its name, for messages.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// What an exploration is asked to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// Which goals tests are made for. Default: branches.
    pub criterion: Criterion,
    /// How often a back edge is taken for each entry of its loop, counting only rounds in which a condition depended on
    /// the input; `None` is no bound. Default: 2.
    pub loop_k: Option<u32>,
    /// Whether more rounds are followed where goals are unreachable only within `loop_k`, as long as there is budget left.
    /// Default: no.
    pub deepens: bool,
    /// How often a block runs in one activation (thesis, section 2.1.4); `None` is no bound. Default: none.
    pub block_k: Option<u32>,
    /// How many activations of a method may be nested in another of the same method, counted as rounds of a loop are.
    /// Default: 2.
    pub recursion_k: u32,
    /// Which heap. Default: the heap solver.
    pub heap: HeapPolicy,
    /// Whether input references may alias. Default: they may.
    pub aliasing: Aliasing,
    /// What may be assumed of the heap at entry; its places are found in this method. Default: nothing.
    pub heap_assumptions: Vec<HeapAssumption>,
    /// Whether objects of the input keep what the code of their classes establishes and keeps of their private and final
    /// fields. Default: they do.
    pub class_invariants: bool,
    /// Whether objects of the input hold what the type arguments of their declared types say. Default: they do.
    pub generic_types: bool,
    /// Which calls make objects of the program's types for tests, where these reach what a test with an object of any state
    /// reaches. No proof rests on it. Default: none.
    pub inputs_by_calls: InputsByCalls,
    /// Patterns, as [`crate::MethodPattern`] reads them, of methods whose calls are inputs: each returns a fresh value, and
    /// the method's code does not run. Default: none.
    pub input_calls: Vec<String>,
    /// Code that stands in for that of methods; of several for one method the last counts. Default: none but those for natives.
    pub models: Vec<ModelFile>,
    /// Whether executions of methods of numbers stand for their calls at first (`bounded-infeasible-code`, section 6), and what
    /// was seen of those whose code is not there. Default: `None`, calls are followed into the code.
    pub summaries: Option<Vec<SeenCalls>>,
    /// How often a loop of an assumed invariant goes round, and how many of its activations nest, counted as for other
    /// code; greater inputs are not looked at. Default: 3.
    pub rep_ok_k: u32,
    /// How many characters a string of the input has at most. Default: 16.
    pub string_length: u32,
    /// In which order states are taken up. Default: coverage.
    pub search: Search,
    /// The seed of the random search. Default: 0.
    pub seed: u64,
    /// The greatest number of instructions, all paths together. Default: 200,000.
    pub max_steps: u64,
    /// What all queries together may cost, in the backend's resource units. Default: [`WORK_PER_STEP`] for each instruction.
    pub solver_work: u64,
    /// The greatest number of instructions of the concrete run that tells how a test goes on where a path was cut; counted
    /// for itself. Default: 200,000.
    pub rerun_steps: u64,
    /// The greatest number of states that wait at one time. Default: 20,000.
    pub max_states: usize,
    /// The greatest time, if any. Default: none. A method that it cuts is not repeatable.
    pub time: Option<Duration>,
    /// How many bytes the exploration may use, as its observer counts them, before waiting states are dropped; `None` is no
    /// bound. Default: none. A method that it cuts is not repeatable.
    pub memory: Option<u64>,
    /// What one query may cost, in the backend's resource units; a million are about a second. Default: 500,000.
    pub query_work: u64,
    /// Engines that are not asked. Default: none.
    pub without_engines: Vec<EngineName>,
    /// What verifiers have shown of the method, if tests are for what they have not. Default: nothing, all executions are
    /// followed.
    pub verified: Option<Verified>,
    /// The places that are asked about, if only these are of interest. Default: none, all goals are.
    pub reach: Option<JavaReach>,
    /// Whether executions are looked for that break the assumptions of proofs. That may cost as much again as all else: steps,
    /// solver work and time. Default: no.
    pub attacks: bool,
    /// What a round of concolic execution is told; instead of all else, executions are looked for behind calls that ran for real.
    /// Default: `None`.
    pub concolic: Option<Concolic>,
    /// How many times as many classes, and as many calls that make an object, are followed for an input of which not all can be.
    /// Default: 1.
    pub breadth: u32,
    /// Whether static fields of the program that a test can set, of types that are no objects, hold anything when the method first
    /// looks at them. Default: no, they hold what class initialization gave them.
    pub free_statics: bool,
    /// Whether the method is summarized (thesis, section 3.2.2): every path gives a case, and no tests are made. Default: no.
    pub summarizes: bool,
    /// When summaries of methods take the place of their code. Default: never.
    pub composition: Composition,
    /// Whether acyclic code that only computes is one step, whose ways are joined in conditional values, where that is cheaper than its
    /// paths and no path is wanted for itself. Default: yes.
    pub regions: bool,
}

impl Options {
    /// Whether the user says what some calls do. Then the code of the program does not tell.
    pub fn says_what_calls_do(&self) -> bool {
        !self.input_calls.is_empty() || !self.models.is_empty()
    }

    /// The time for all that is done with a method, attacks on proofs included.
    pub fn whole_time(&self) -> Option<Duration> {
        self.time.map(|time| if self.attacks { time.saturating_mul(2) } else { time })
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            criterion: Criterion::Branches,
            loop_k: Some(2),
            deepens: false,
            block_k: None,
            recursion_k: 2,
            heap: HeapPolicy::Solver,
            aliasing: Aliasing::On,
            heap_assumptions: Vec::new(),
            class_invariants: true,
            generic_types: true,
            inputs_by_calls: InputsByCalls::Off,
            input_calls: Vec::new(),
            models: Vec::new(),
            summaries: None,
            rep_ok_k: 3,
            string_length: 16,
            search: Search::Coverage,
            seed: 0,
            max_steps: MAX_STEPS,
            solver_work: MAX_STEPS * WORK_PER_STEP,
            rerun_steps: 200_000,
            max_states: 20_000,
            time: None,
            memory: None,
            query_work: 500_000,
            without_engines: Vec::new(),
            verified: None,
            reach: None,
            attacks: false,
            concolic: None,
            breadth: 1,
            free_statics: false,
            summarizes: false,
            composition: Composition::default(),
            regions: true,
        }
    }
}

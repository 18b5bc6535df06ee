//! What is measured: methods of `xtask/bench-java/` with the options to explore them with.

use clew_symex::{Aliasing, Criterion, Options, Search};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The depths of the symbolic inputs that issue 2 asks for.
const LOOP_KS: [u32; 3] = [1, 2, 3];
/// The depth at which Symbolic PathFinder needs over 60 s.
const DEEP: u32 = 12;
/// A budget of instructions that no case spends within the time limit.
const STEPS: u64 = 1_000_000_000;
/// How many states may wait, again more than any case has.
const STATES: usize = 10_000_000;

/// What a case is there to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Purpose {
    /// Instructions a second where the solver is never asked.
    SolverFree,
    /// Queries a second.
    Queries,
    /// Wall time of a method on a symbolic heap.
    WallTime,
    /// Memory of waiting states.
    Memory,
}

/// A method with the options to explore it with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// What it shows.
    pub purpose: Purpose,
    /// The class, as an internal name.
    pub class: String,
    /// The name of the method, with its descriptor where it has namesakes.
    pub method: String,
    /// How to explore it.
    pub options: Options,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.class.trim_start_matches("bench/"), self.method)?;
        if let Some(bound) = self.options.loop_k.filter(|_| self.purpose == Purpose::WallTime) {
            write!(f, " loop-k {bound}")?;
        }
        if self.options.aliasing == Aliasing::Off {
            write!(f, " without aliasing")?;
        }
        if self.options.criterion == Criterion::Paths {
            write!(f, ", all paths")?;
        }
        Ok(())
    }
}

impl Case {
    fn new(purpose: Purpose, class: &str, method: &str) -> Case {
        let options = Options { max_steps: STEPS, max_states: STATES, ..Options::default() };
        Case { purpose, class: format!("bench/{class}"), method: method.to_owned(), options }
    }

    /// A method on a symbolic heap, explored completely, with the same bound on loops and on recursion.
    pub fn on_heap(class: &str, method: &str, bound: u32) -> Case {
        let mut case = Case::new(Purpose::WallTime, class, method).loop_k(bound).all_paths();
        class.clone_into(&mut case.class);
        case.options.recursion_k = bound;
        case
    }

    fn loop_k(mut self, bound: u32) -> Case {
        self.options.loop_k = Some(bound);
        self
    }

    fn all_paths(mut self) -> Case {
        self.options.criterion = Criterion::Paths;
        self
    }

    fn without_aliasing(mut self) -> Case {
        self.options.aliasing = Aliasing::Off;
        self
    }

    fn breadth_first(mut self) -> Case {
        self.options.search = Search::Bfs;
        self
    }
}

/// The cases whose speed is measured.
pub fn all() -> Vec<Case> {
    let mut cases = vec![
        Case::new(Purpose::SolverFree, "Numbers", "mix"),
        Case::new(Purpose::SolverFree, "Numbers", "mixUnknown"),
        Case::new(Purpose::Queries, "Numbers", "branchy").all_paths(),
    ];
    for (class, method) in [("IntList", "remAll"), ("SortedList", "insert"), ("SearchTree", "insert")] {
        for bound in LOOP_KS {
            let case = Case::new(Purpose::WallTime, class, method).loop_k(bound);
            cases.extend([case.clone(), case.all_paths()]);
        }
    }
    for class in ["SortedList", "SearchTree"] {
        let case = Case::new(Purpose::WallTime, class, "insert").loop_k(DEEP);
        cases.extend([case.clone(), case.clone().all_paths(), case.without_aliasing().all_paths()]);
    }
    cases
}

/// The cases whose memory is measured: breadth first, so that many states wait at one time, and without a test for every
/// path, so that it is states that take the memory.
pub fn for_memory() -> Vec<Case> {
    vec![
        Case::new(Purpose::Memory, "Numbers", "fan").breadth_first(),
        Case::new(Purpose::Memory, "SearchTree", "insert").loop_k(DEEP).breadth_first(),
    ]
}

//! Symbolic execution of the IR (thesis, chapter 2): states, step rules, searchers and criteria.
//!
//! [`explore`] takes a method through all its inputs at once. A step rule says what one instruction makes of a state; a
//! searcher says which state goes on; the ledger keeps what was given up, and only a clean one gives a proof.
//!
//! Assumptions of the algorithm: one thread; no virtual-machine errors; the JDK's own classes are those installed.
//!
//! ```
//! use clew_base::CancelToken;
//! use clew_jvm::{ClassPath, Jdk, World};
//! use clew_symex::{Options, explore};
//!
//! let jdk = Jdk::locate(None).expect("a JDK is installed");
//! let world = World::new(ClassPath::open(&jdk, &[], &[]).0);
//! let math = world.load("java/lang/Math").expect("every JDK has this class");
//! let method = world.find_method(math, "floorDiv", "(II)I").expect("the class has this method");
//! let facts = explore(&world, method, &Options::default(), &CancelToken::new(), &mut ()).expect("it has code");
//! assert!(facts.complete);
//! let thrown = facts.goals.iter().filter(|goal| format!("{:?}", goal.goal.kind).contains("ArithmeticException"));
//! assert!(thrown.into_iter().all(|goal| goal.verdict.name() == "reached"), "a divisor may be zero");
//! ```

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod account;
mod body;
mod class_name;
mod code;
mod collection;
mod concrete;
mod endings;
mod enumerate;
mod eval;
mod evaluations;
mod explore;
mod extract;
mod factories;
mod generics;
mod goals;
mod inherited;
mod input_calls;
mod ledger;
mod machine;
mod makers;
mod models;
mod nearness;
mod observe;
mod partial;
mod preconditions;
mod receivers;
mod rerun;
mod search;
mod sharing;
mod solve;
mod state;
mod step;
mod steps;
mod strings;
mod stubs;
mod summaries;
mod tests;
mod text_input;
mod texts;
mod trace;
mod trial;
mod types;
mod verdicts;

pub use clew_facts::{Aliasing, Criterion, HeapPolicy, Options, Search};
pub use concrete::{ConcreteEnd, ConcreteRuns};
pub use explore::{ExploreError, Observer, explore, explore_rest};
pub use goals::goal_spots;
pub use machine::MemoryGauge;
pub use models::files::NATIVE_MODELS;
pub use search::{Calls, Features, Searcher, StateId, searcher};
pub use trial::Trials;
pub use verdicts::{reachable_by_vm_errors_only, vm_error_handlers};

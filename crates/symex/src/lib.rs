//! Symbolic execution of the IR (thesis, chapter 2): states, step rules, searchers and criteria.
//!
//! [`explore`] takes a method through all its inputs at once. A step rule says what one instruction makes of a state; a
//! searcher says which state goes on; the ledger keeps what was given up, and only a clean one gives a proof.
//!
//! Assumptions of the algorithm: one thread; no virtual-machine errors; the JDK's own classes are those installed.
//!
//! # Layout
//!
//! What a rule may do follows from what it takes:
//!
//! - `Core` has the program, the types, the terms, the solver and the heap model. Rules that compute take it alone, so that they can
//!   neither cut a path nor assume something.
//! - `Ledger` has what was given up: cuts, goals passed before them, endings, assumptions, and the account of paths. A concrete run
//!   is made aside: the ledger is restored to a snapshot afterwards.
//! - `Machine` has both, the goals, the caches, the rules of inputs, and the count of steps. Step rules that divide paths take it.
//! - `State` has frames, heap, path condition and globals, and one record for each further concern of a path.
//!
//! The arrows go one way: the state knows no rule, the core knows the state, the machine knows core and ledger, step rules and
//! models know the machine, and the exploration knows them all.
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

mod accepted;
mod account;
mod answers;
mod body;
mod cases;
mod class_name;
mod code;
mod collection;
mod compose;
mod concrete;
mod core;
mod endings;
mod enumerate;
mod escapes;
mod eval;
mod evaluations;
mod explore;
mod extract;
mod factories;
mod flow;
mod footprint;
mod fresh;
mod generics;
mod goals;
mod guide;
mod hashing;
mod helpers;
mod inherited;
mod input_calls;
mod inputs;
mod invariants;
mod ledger;
mod likeness;
mod machine;
mod makers;
mod models;
mod mutants;
mod nearness;
mod observe;
mod overflow;
mod partial;
mod plain_calls;
mod polling;
mod preconditions;
mod receivers;
mod regions;
mod rerun;
mod search;
mod sharing;
mod solve;
mod started;
mod state;
mod step;
mod steps;
mod string_switch;
mod strings;
mod stub_exceptions;
mod stubs;
mod summaries;
mod template;
mod tests;
mod text_input;
mod texts;
mod told;
mod touch;
mod trace;
mod trial;
mod types;
mod verdicts;
mod wanted;

pub use clew_facts::{Aliasing, Composition, Criterion, HeapPolicy, Options, Search};
pub use concrete::{ConcreteEnd, ConcreteRuns};
pub use explore::attack::{Found as AttackFound, Target as AttackTarget, attack, attack_by_calls};
pub use explore::concolic::{Round as ConcolicRound, concolic};
pub use explore::{ExploreError, Observer, explore, explore_rest};
pub use goals::goal_spots;
pub use invariants::assumption_of;
pub use models::files::{NATIVE_MODELS, prepare};
pub use search::{Calls, Features, Searcher, StateId, searcher};
pub use step::free_statics::has_settable_static;
pub use steps::MemoryGauge;
pub use told::{Agreement, compare_with_snapshot};
pub use trial::Trials;
pub use verdicts::{reachable_by_vm_errors_only, vm_error_handlers};

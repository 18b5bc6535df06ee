//! The portfolio of engines that decide the goals of a method.
//!
//! An [`Engine`] is asked about a [`Task`], sees what is [`Known`] from the engines before it, and gives an [`Answer`]
//! with a ledger of its own. `portfolio.rs` says which engine is asked when, and `known.rs` how answers are merged. A
//! new engine is a file here, its place in the portfolio, and its name in [`clew_facts::EngineName`].
//!
//! ```
//! use clew_base::CancelToken;
//! use clew_driver::{Task, decide};
//! use clew_facts::Options;
//! use clew_jvm::{ClassPath, Jdk, World};
//!
//! let jdk = Jdk::locate(None).expect("a JDK is installed");
//! let world = World::new(ClassPath::open(&jdk, &[], &[]).0);
//! let math = world.load("java/lang/Math").expect("every JDK has this class");
//! let method = world.find_method(math, "floorMod", "(II)I").expect("the class has this method");
//! let (options, cancel) = (Options::default(), CancelToken::new());
//! let task = Task { world: &world, method, options: &options, cancel: &cancel };
//! let facts = decide(&task, &mut ()).expect("it has code");
//! assert!(facts.goals.iter().all(|goal| goal.verdict.name() != "undecided"));
//! ```

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod abstract_interpretation;
mod attack;
mod callers;
mod concolic;
mod engine;
mod exploration;
mod formula;
mod known;
mod path_condition;
mod polling;
mod portfolio;
mod reach;

pub use abstract_interpretation::ruled_out;
pub use engine::{Answer, Engine, Task};
pub use formula::{OtherCode, infeasible};
pub use known::Known;
pub use path_condition::without_execution;
pub use portfolio::decide;

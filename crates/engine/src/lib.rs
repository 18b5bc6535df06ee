//! The driver: jobs, the worker processes that do them, and budgets.
//!
//! A method is a [`Job`]; what comes back is a [`JobResult`]. Both are serializable, because every job runs in a worker
//! process of its own: what it breaks (a crash of the solver, exhausted memory, an endless query) costs that job alone,
//! and no result depends on the jobs before it. A [`pool`] of workers gives the results in the order of the jobs, however many workers there are and whichever is faster.
//!
//! ```
//! use clew_engine::{ClassPathSpec, Job};
//! use clew_facts::{MethodKey, Options};
//!
//! let class_path = ClassPathSpec { jdk: "/usr/lib/jvm/17".into(), inputs: vec!["classes".into()], libraries: vec![], snapshot: None };
//! let key = MethodKey::of_internal("demo/Fraction", "gcd", "(II)I");
//! let job = Job { class_path: class_path.into(), key, options: Options::default() };
//! let sent = serde_json::to_string(&job).expect("a job is plain data");
//! assert_eq!(serde_json::from_str::<Job>(&sent).expect("it comes back"), job);
//! ```

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod cover;
#[cfg(target_os = "linux")]
mod forking;
mod job;
pub mod pool;
mod process;
mod protocol;
mod reach;
mod worker;

pub use clew_facts::{Aliasing, Criterion, HeapPolicy, Options, Search, WORK_PER_STEP};
pub use cover::cover;
pub use job::{ClassPathSpec, CoverJob, CoverResult, Job, JobResult, ReachJob, ReachResult};
pub use pool::{Event, Listener, PoolOptions};
pub use process::{WorkerCommand, WorkerStderr};
pub use protocol::{ProcessEnd, Reply, Request};
pub use reach::reach;
pub use worker::{Explorer, Progress, serve, serve_stdio};

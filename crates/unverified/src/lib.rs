//! Guides tests toward executions that are not yet verified (`unverified-executions`).
//!
//! A verifier leaves its results in a program of the block language: `assumed P as a` where it relied on `P` without
//! checking it, `assert P verified A` where it proved `P` under the premise `A`, a condition over such names. This crate
//! makes assignments and assumptions of these annotations ([`encode`]), infers for each point which executions from
//! there are verified ([`Conditions`]), and puts statements into the program that abort tests of verified executions and
//! prefer tests of unverified ones ([`instrument`]).
//!
//! ```
//! use clew_unverified::{Instrumentation, Reasoning, Unit, instrument};
//!
//! let text = "proc main(x: bv32) vars y: bv32; { start: assumed x < 2147483647i as no_overflow; y := x + 1i; \
//!             goto small, large; small: assume y < 9i; goto end; large: assume y >= 9i; goto end; \
//!             end: assert y > x verified no_overflow; }";
//! let program = clew_ir::parse("example.clew", text).expect("the program is well-formed");
//! let unit = Unit { procedure: "main".into(), reasoning: Reasoning::WholeProgram };
//! let guided = instrument(&program, &unit, Instrumentation::May).expect("the annotations make sense");
//! assert!(clew_ir::print_program(&guided).contains(
//!     "no_overflow := no_overflow && x < 2147483647;\n    assume !no_overflow;\n    y := x + 1;"
//! ));
//! ```
//!
//! The way of a program: `declared` gives each assumption identifier a variable, `abstraction` makes a boolean program
//! over these, `inference` computes the conditions from its ends backward, `constants` what is known from its beginning
//! forward, `placement` chooses where they belong, and `instrument` puts them in there. `encoding` has the meaning of
//! annotations. Whoever has a program in another form makes an [`AbstractProgram`] of it and asks [`Inferred`] and
//! [`Guide`]; the exploration of Java methods does.

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod abstraction;
mod condition;
mod conditions;
mod constants;
mod declared;
mod encoding;
mod inference;
mod instrument;
mod placement;
mod points;
mod unit;

pub use abstraction::{AbstractBlock, AbstractProcedure, AbstractProgram, AbstractStatement};
pub use condition::{Condition, Cube, Identifier, MAX_CUBES};
pub use conditions::{Conditions, Inferred};
pub use inference::Property;
pub use instrument::{encode, instrument};
pub use placement::{Guide, Instrumentation, Placed};
pub use points::Point;
pub use unit::{Fault, Reasoning, Unit};

//! Generated tests, compiled by javac and run on a JVM.
#![allow(clippy::unwrap_used)]

#[path = "../support/mod.rs"]
mod support;

mod constructors;
mod generic;
mod inner;
mod kinds;
mod numbers;
mod shared;

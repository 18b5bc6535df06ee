//! Small random programs with annotations, and what the tests compare the analysis with.

pub mod boolean;
pub mod follow;
pub mod generate;

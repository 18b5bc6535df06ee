//! Symbolic execution of the IR: states, step rules, searchers and criteria.

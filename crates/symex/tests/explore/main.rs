//! Explorations of small Java programs, compiled on the spot, through the public interface.

mod answers;
mod assumptions;
mod budget;
mod compose;
mod concrete;
mod differential;
mod ends;
mod generate;
mod heaps;
mod inputs;
mod java;
mod memory;
mod mutants;
mod natives;
mod nested;
mod regions;
mod remall;
mod searchers;
mod shapes;
mod string_switches;
mod stubs;
mod verified;

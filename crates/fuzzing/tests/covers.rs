//! Covers of random programs are what an enumeration of the executions says.

use clew_fuzzing::covers::{Checked, Kind, check, random_program};

/// Programs of each kind.
const PROGRAMS: u64 = 100;

fn check_all(kind: Kind) {
    let (mut checked, mut paths, mut infeasible, mut too_many) = (0, 0, 0, 0);
    for seed in 0..PROGRAMS {
        let sample = random_program(kind, seed);
        match check(&sample) {
            Checked::Agrees { paths: some, infeasible: dead, undecided } => {
                assert!(undecided.is_empty(), "seed {seed}: {undecided:?}\n{}", sample.text);
                checked += 1;
                paths += some;
                infeasible += dead;
            }
            Checked::TooMany => too_many += 1,
            Checked::Wrong(line) => panic!("seed {seed}, --unwind {}: {line}\n{}", sample.unwind, sample.text),
        }
    }
    println!(
        "{}: {checked} programs, {paths} paths, {infeasible} infeasible blocks, {too_many} too large",
        kind.name()
    );
    assert!(checked > PROGRAMS / 2 && paths > 0 && infeasible > 0, "{}: the programs show too little", kind.name());
}

#[test]
fn loop_free() {
    check_all(Kind::LoopFree);
}

#[test]
fn chain() {
    check_all(Kind::Chain);
}

#[test]
fn loops() {
    check_all(Kind::Loops);
}

#[test]
fn exits() {
    check_all(Kind::Exits);
}

#[test]
fn calls() {
    check_all(Kind::Calls);
}

#[test]
fn recursion() {
    check_all(Kind::Recursion);
}

#[test]
fn bits() {
    check_all(Kind::Bits);
}

#[test]
fn mixed() {
    check_all(Kind::Mixed);
}

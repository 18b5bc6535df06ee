//! `xtask random-programs`: covers of random programs, held against an enumeration of their executions.

use anyhow::{Result, ensure};
use clap::Args;
use clew_fuzzing::covers::{Checked, Kind, Sample, check, random_program};

/// Which programs.
#[derive(Args)]
pub struct RandomProgramsArgs {
    /// Programs of each kind.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    count: u64,
    /// The seed of the first; the next ones follow it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Only kinds whose name contains this: loop-free, chain, loops, exits, calls, recursion, bits, mixed.
    #[arg(long, value_name = "TEXT", default_value = "")]
    kind: String,
    /// Print the programs instead of checking them.
    #[arg(long)]
    print: bool,
}

/// Checks the programs, and prints each on which a cover and the enumeration differ.
pub fn run(args: &RandomProgramsArgs) -> Result<()> {
    let mut wrong = 0;
    for kind in Kind::ALL.into_iter().filter(|kind| kind.name().contains(&args.kind)) {
        wrong += one_kind(kind, args);
    }
    ensure!(wrong == 0, "{wrong} programs are covered wrongly");
    Ok(())
}

fn one_kind(kind: Kind, args: &RandomProgramsArgs) -> u64 {
    let (mut checked, mut paths, mut infeasible, mut undecided, mut too_many, mut wrong) = (0, 0, 0, 0, 0, 0);
    for seed in args.seed..args.seed.saturating_add(args.count) {
        let sample = random_program(kind, seed);
        if args.print {
            println!("{}", describe(kind, seed, &sample));
            continue;
        }
        match check(&sample) {
            Checked::Agrees { paths: some, infeasible: dead, undecided: open } => {
                checked += 1;
                paths += some;
                infeasible += dead;
                undecided += open.len();
                open.iter().for_each(|line| println!("{} {seed}: {line}", kind.name()));
            }
            Checked::TooMany => too_many += 1,
            Checked::Wrong(line) => {
                wrong += 1;
                println!("{line}\n{}", describe(kind, seed, &sample));
            }
        }
    }
    if !args.print {
        println!(
            "{}: {checked} programs agree ({paths} paths, {infeasible} infeasible blocks, {undecided} verdicts undecided), \
             {too_many} have too many executions, {wrong} are wrong",
            kind.name()
        );
    }
    wrong
}

fn describe(kind: Kind, seed: u64, sample: &Sample) -> String {
    format!("// {} {seed}\n// clew: --unwind {}\n{}", kind.name(), sample.unwind, sample.text)
}

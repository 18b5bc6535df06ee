//! What the first line of a file of tests says of the run that made it.

use crate::args::{AliasingArg, GenerateArgs, HeapArg, InputsArg, JunitArg, NullArgumentsArg, SearchArg};
use crate::criterion::CriterionArg;
use clap::ValueEnum;
use std::path::Path;

/// The name, the version, and the flags that change what tests are written, in the order of the help, switches last. Flags with
/// their default values are left out. So are `--class`, which says only which classes have tests, and all folders.
pub fn maker(args: &GenerateArgs) -> String {
    let mut words = vec![version()];
    let mut flag = |name: &str, value: Option<String>| {
        words.extend(value.map(|value| format!("--{name} {}", quoted(&value))));
    };
    let GenerateArgs { exploration, bounds, budget, output, assume, .. } = args;
    let all = |values: &[String]| values.to_vec();
    for method in all(&args.class_path.method) {
        flag("method", Some(method));
    }
    for call in all(&args.input_call) {
        flag("input-call", Some(call));
    }
    for text in all(&assume.assume) {
        flag("assume", Some(text));
    }
    for file in &assume.assume_file {
        flag("assume-file", Some(file_name(file)));
    }
    for name in &assume.no_assume {
        flag("no-assume", name.to_possible_value().map(|value| value.get_name().to_owned()));
    }
    flag("criterion", criterion(&exploration.criterion));
    for file in &exploration.models {
        flag("models", Some(file_name(file)));
    }
    flag("rep-ok-k", unless(exploration.rep_ok_k, 3));
    flag("string-length", unless(exploration.string_length, 16));
    flag("heap", named(exploration.heap, HeapArg::Solver));
    flag("aliasing", named(exploration.aliasing, AliasingArg::On));
    flag("search", named(exploration.search, SearchArg::Coverage));
    flag("seed", unless(exploration.seed, 0));
    for engine in &exploration.without_engine {
        flag("without-engine", Some(engine.name().to_owned()));
    }
    flag("loop-k", bounds.loop_k.map(|bound| bound.to_string()));
    flag("block-k", bounds.block_k.map(|bound| bound.to_string()));
    flag("recursion-k", bounds.recursion_k.map(|bound| bound.to_string()));
    flag("budget", budget.budget.map(|time| humantime::format_duration(time).to_string().replace(' ', "")));
    flag("max-steps", budget.max_steps.map(|steps| steps.to_string()));
    flag("junit", named(output.junit, JunitArg::Five));
    flag("inputs", named(output.inputs, InputsArg::PreferApi));
    flag("null-arguments", named(output.null_arguments, NullArgumentsArg::On));
    let switches = [("--generated-members", args.generated_members), ("--no-replay", output.replay.no_replay)];
    words.extend(switches.into_iter().filter(|(_, is_on)| *is_on).map(|(name, _)| name.to_owned()));
    words.join(" ")
}

/// The name and the version of what makes tests.
fn version() -> String {
    format!("Clew {}", env!("CARGO_PKG_VERSION"))
}

/// As [`maker`], for `clew reach`.
pub fn maker_of_reach(targets: &[String], input_calls: &[String]) -> String {
    let targets = targets.iter().map(|target| ("target", target));
    let flags = targets.chain(input_calls.iter().map(|call| ("input-call", call)));
    flags.fold(version() + " reach", |made, (name, value)| made + &format!(" --{name} {}", quoted(value)))
}

/// The value as text, unless it is the default.
fn unless<T: PartialEq + ToString>(value: T, default: T) -> Option<String> {
    (value != default).then(|| value.to_string())
}

/// The name of the value, unless it is the default.
fn named<T: PartialEq + ValueEnum>(value: T, default: T) -> Option<String> {
    let name = value.to_possible_value()?.get_name().to_owned();
    (value != default).then_some(name)
}

fn criterion(criterion: &CriterionArg) -> Option<String> {
    match criterion {
        CriterionArg::Branches => None,
        CriterionArg::Statements => Some("statements".into()),
        CriterionArg::Paths => Some("paths".into()),
        CriterionArg::LocalPaths => Some("local-paths".into()),
        CriterionArg::Points(points) => Some(format!("points:{points}")),
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// The value in one line of a comment, in quotes where a shell needs them.
fn quoted(value: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.,:/#=".contains(c);
    let line: String = value.chars().map(|c| if c.is_control() || c == '\\' { '?' } else { c }).collect();
    if !line.is_empty() && line.chars().all(is_plain) { line } else { format!("'{line}'") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Cli, Command};
    use clap::Parser;

    fn made_with(flags: &[&str]) -> String {
        let line = ["clew", "generate", "classes"].iter().chain(flags).copied();
        match Cli::try_parse_from(line).map(|cli| cli.command) {
            Ok(Command::Generate(args)) => maker(&args).replace(env!("CARGO_PKG_VERSION"), "1"),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn flags_that_change_the_tests_are_told() {
        assert_eq!(made_with(&[]), "Clew 1");
        let folders = ["--out", "/home/me/t", "--jobs", "3", "--class", "demo.*", "--quiet", "--classpath", "/x.jar"];
        assert_eq!(made_with(&folders), "Clew 1");
        let told =
            ["--junit", "4", "--seed", "7", "--method", "gcd(II)I", "--models", "/home/me/m.clew", "--budget", "90s"];
        assert_eq!(made_with(&told), "Clew 1 --method 'gcd(II)I' --models m.clew --seed 7 --budget 1m30s --junit 4");
    }
}

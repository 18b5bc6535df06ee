//! `xtask differential`: static methods of real jars on random inputs, by the step rules of the exploration on constants and on
//! a JVM. Every difference is a bug of Clew.

mod inputs;
mod jvm;
mod text;

use crate::generation;
use crate::markdown::{grouped, table};
use crate::results::{self, Section};
use anyhow::{Result, ensure};
use clap::Args;
use clew_facts::{Options, TestCase};
use clew_jvm::{Class, ClassPath, Jdk, Method, MethodId, Provenance, World};
use clew_symex::ConcreteRuns;
use jvm::{AT_A_TIME, Answer, Caller, Target, Wanted};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

/// Which methods.
#[derive(Args)]
pub struct DifferentialArgs {
    /// Jars [default: the sample jars, and java.util].
    #[arg(value_name = "JAR")]
    jars: Vec<PathBuf>,
    /// Packages of the JDK as well, such as java.util.
    #[arg(long, value_name = "NAME")]
    package: Vec<String>,
    /// Inputs for each method.
    #[arg(long, value_name = "N", default_value_t = 200)]
    inputs: usize,
    /// The seed of the inputs.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Only methods whose name, as Class#method, contains this.
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Put the figures into docs/results.md.
    #[arg(long)]
    write: bool,
}

/// Where methods come from.
enum Source {
    Jar(PathBuf),
    Package(String),
}

impl Source {
    fn name(&self) -> String {
        match self {
            Source::Jar(jar) => jar.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
            Source::Package(name) => name.clone(),
        }
    }
}

/// What came of the methods of a source.
#[derive(Default)]
struct Tally {
    methods: u64,
    /// Methods of which at least one run was compared.
    compared_methods: u64,
    calls: u64,
    compared: u64,
    /// Ends of which a part is not told.
    partly_known: u64,
    /// Calls that could not be followed, by reason.
    cut: BTreeMap<String, u64>,
    /// Methods that were set aside, with the reason.
    aside: BTreeMap<String, String>,
    differences: Vec<String>,
    seconds: f64,
}

/// Compares the methods, and prints each difference.
pub fn run(args: &DifferentialArgs) -> Result<()> {
    let mut all = Vec::new();
    for source in sources(args)? {
        let tally = one_source(&source, args)?;
        tally.aside.iter().for_each(|(method, why)| println!("set aside: {method}: {why}"));
        all.push((source.name(), tally));
    }
    let report = report(&all);
    println!("{report}");
    if args.write {
        results::write(Section::Differential, &command(args), &report)?;
    }
    let differences: usize = all.iter().map(|(_, tally)| tally.differences.len()).sum();
    ensure!(differences == 0, "{differences} calls end otherwise on the JVM");
    Ok(())
}

fn command(args: &DifferentialArgs) -> String {
    format!("cargo xtask differential --inputs {} --seed {} --write", args.inputs, args.seed)
}

fn sources(args: &DifferentialArgs) -> Result<Vec<Source>> {
    let given = args.jars.iter().cloned().map(Source::Jar).chain(args.package.iter().cloned().map(Source::Package));
    let given: Vec<Source> = given.collect();
    if !given.is_empty() {
        return Ok(given);
    }
    let jars = generation::all_jars()?.into_iter().map(Source::Jar);
    Ok(jars.chain([Source::Package("java.util".to_owned())]).collect())
}

fn one_source(source: &Source, args: &DifferentialArgs) -> Result<Tally> {
    let jars: Vec<PathBuf> = match source {
        Source::Jar(jar) => vec![std::path::absolute(jar)?],
        Source::Package(_) => Vec::new(),
    };
    let (path, problems) = ClassPath::open(&Jdk::locate(None)?, &jars, &[]);
    problems.iter().for_each(|problem| eprintln!("xtask: {problem}"));
    let classes: Vec<String> = match source {
        Source::Jar(_) => path.input_classes().iter().map(ToString::to_string).collect(),
        Source::Package(package) => classes_of(&path, package)?,
    };
    let world = World::new(path);
    let mut caller = Caller::start(jars)?;
    let mut tally = Tally::default();
    let start = Instant::now();
    for name in classes {
        let Ok(id) = world.load(&name) else { continue };
        let class = world.class(id);
        for method in class.methods.iter().map(|method| world.method(*method)) {
            let shown = format!("{}#{}{}", class.name.replace('/', "."), method.name, method.descriptor);
            if is_eligible(&class, &method) && shown.contains(&args.only) {
                one_method(&world, &class, &method, &shown, args, &mut caller, &mut tally)?;
            }
        }
    }
    tally.seconds = start.elapsed().as_secs_f64();
    Ok(tally)
}

fn classes_of(path: &ClassPath, package: &str) -> Result<Vec<String>> {
    let prefix = format!("{}/", package.replace('.', "/"));
    let mut names = path.jdk_module_classes("java.base").map_err(anyhow::Error::msg)?;
    names.retain(|name| name.strip_prefix(&prefix).is_some_and(|rest| !rest.contains('/')));
    names.sort();
    Ok(names)
}

/// Static methods whose inputs can be made. Of the JDK only what is open to all.
fn is_eligible(class: &Class, method: &Method) -> bool {
    let open = class.provenance != Provenance::Jdk || class.is_public() && method.is_public();
    let made = method.parameters.iter().all(|parameter| inputs::is_made(parameter));
    method.is_static() && method.has_code && !method.is_class_initializer() && !method.is_synthetic() && open && made
}

fn one_method(
    world: &World,
    class: &Class,
    method: &Method,
    shown: &str,
    args: &DifferentialArgs,
    caller: &mut Caller,
    tally: &mut Tally,
) -> Result<()> {
    tally.methods += 1;
    let parameters: Vec<String> = method.parameters.iter().map(ToString::to_string).collect();
    let seed = args.seed.wrapping_add(u64::from(crc32fast::hash(shown.as_bytes())) << 8);
    let cases = inputs::inputs(&parameters, args.inputs, seed);
    let target = Target {
        class: class.name.replace('/', "."),
        name: method.name.to_string(),
        descriptor: method.descriptor.to_string(),
    };
    let before = tally.compared;
    for chunk in cases.chunks(AT_A_TIME) {
        tally.calls += chunk.len() as u64;
        match on_jvm(caller, &target, chunk)? {
            Ok(seen) => compare(world, method.id, shown, chunk, &seen, (caller, &target), tally)?,
            Err(why) => {
                tally.aside.insert(shown.to_owned(), why);
            }
        }
    }
    tally.compared_methods += u64::from(tally.compared > before);
    Ok(())
}

/// The check sums of how the calls end; the inner error says why they tell nothing. They are made twice, the second time in the
/// opposite order.
fn on_jvm(caller: &mut Caller, target: &Target, cases: &[TestCase]) -> Result<Result<Vec<String>, String>> {
    let forwards = match caller.call(target, cases.iter(), Wanted::Sums)? {
        Answer::Ends(ends) => ends,
        Answer::Unusable(why) => return Ok(Err(why)),
    };
    let mut backwards = match caller.call(target, cases.iter().rev(), Wanted::Sums)? {
        Answer::Ends(ends) => ends,
        Answer::Unusable(why) => return Ok(Err(why)),
    };
    backwards.reverse();
    ensure!(forwards.len() == cases.len(), "{} answers to {} calls", forwards.len(), cases.len());
    Ok(if forwards == backwards { Ok(forwards) } else { Err("its runs on the JVM differ".to_owned()) })
}

fn compare(
    world: &World,
    method: MethodId,
    shown: &str,
    cases: &[TestCase],
    seen: &[String],
    (caller, target): (&mut Caller, &Target),
    tally: &mut Tally,
) -> Result<()> {
    let options = Options::default();
    let mut runs = ConcreteRuns::new(world, method, &options);
    for (case, seen) in cases.iter().zip(seen) {
        let end = match runs.run(case) {
            Ok(end) => end,
            Err(reason) => {
                *tally.cut.entry(reason.to_string()).or_default() += 1;
                continue;
            }
        };
        let Some(predicted) = text::end(case, &end) else {
            tally.partly_known += 1;
            continue;
        };
        tally.compared += 1;
        if format!("{:x}", crc32fast::hash(predicted.as_bytes())) != *seen {
            let actual = match caller.call(target, std::iter::once(case), Wanted::Texts)? {
                Answer::Ends(ends) => ends.concat(),
                Answer::Unusable(why) => why,
            };
            // The JVM or its memory has come to an end, or what happens hangs on the calls before.
            if actual == "?" || actual == predicted {
                tally
                    .aside
                    .insert(shown.to_owned(), "an end of the virtual machine, or state between calls".to_owned());
                return Ok(());
            }
            let line = format!("{shown} on {}: {predicted} predicted, {actual} on the JVM", text::input(case));
            println!("{line}");
            tally.differences.push(line);
            // One difference of a method and its chunk is enough to look for the bug.
            return Ok(());
        }
    }
    Ok(())
}

/// How many reasons are told.
const REASONS: usize = 12;

fn report(all: &[(String, Tally)]) -> String {
    let mut header = vec![""];
    header.extend(all.iter().map(|(name, _)| name.as_str()));
    let row = |name: &str, of: &dyn Fn(&Tally) -> u64| {
        std::iter::once(name.to_owned()).chain(all.iter().map(|(_, tally)| grouped(of(tally)))).collect::<Vec<_>>()
    };
    let rows = [
        row("static methods whose inputs can be made", &|tally| tally.methods),
        row("– with at least one call compared", &|tally| tally.compared_methods),
        row("– set aside", &|tally| tally.aside.len() as u64),
        row("calls", &|tally| tally.calls),
        row("– compared", &|tally| tally.compared),
        row("– not followed to the end", &|tally| tally.cut.values().sum()),
        row("– of whose end a part is not told", &|tally| tally.partly_known),
        row("differences", &|tally| tally.differences.len() as u64),
        row("seconds", &|tally| tally.seconds.round() as u64),
    ];
    let mut text = table(&header, rows);
    let mut reasons: BTreeMap<&str, u64> = BTreeMap::new();
    for (reason, count) in all.iter().flat_map(|(_, tally)| &tally.cut) {
        *reasons.entry(reason).or_default() += count;
    }
    let mut reasons: Vec<(&str, u64)> = reasons.into_iter().collect();
    reasons.sort_by_key(|(reason, count)| (std::cmp::Reverse(*count), *reason));
    text.push_str("\n\nWhy calls were not followed, most frequent first:\n\n");
    let shown = reasons.iter().take(REASONS).map(|(reason, count)| vec![(*reason).to_owned(), grouped(*count)]);
    text.push_str(&table(&["reason", "calls"], shown));
    let mut aside: BTreeMap<&str, u64> = BTreeMap::new();
    for reason in all.iter().flat_map(|(_, tally)| tally.aside.values()) {
        *aside.entry(reason).or_default() += 1;
    }
    let mut aside: Vec<(&str, u64)> = aside.into_iter().collect();
    aside.sort_by_key(|(reason, count)| (std::cmp::Reverse(*count), *reason));
    text.push_str("\n\nWhy methods were set aside:\n\n");
    text.push_str(&table(
        &["reason", "methods"],
        aside.iter().take(REASONS).map(|(why, count)| vec![(*why).to_owned(), grouped(*count)]),
    ));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths;

    #[test]
    fn a_report_has_every_reason_once() {
        let mut tally = Tally { methods: 2, calls: 4, compared: 1, ..Tally::default() };
        tally.cut.insert("memory".to_owned(), 3);
        tally.aside.insert("A#a()V".to_owned(), "it ends the JVM".to_owned());
        let text = report(&[("one".to_owned(), tally)]);
        assert_eq!(text.matches("memory").count(), 1);
        assert!(text.contains("it ends the JVM") && text.contains("differences"));
        assert!(paths::root().join("xtask/java/Differential.java").is_file());
    }
}

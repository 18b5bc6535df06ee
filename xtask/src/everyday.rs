//! `xtask everyday`: how much of what a family of the corpus expects Clew decides, file by file, and why it leaves the rest open.

// Only a part of what the corpus test reads is of interest here.
#[allow(dead_code)]
#[path = "../../crates/cli/tests/corpus/document.rs"]
mod document;
#[path = "../../crates/cli/tests/corpus/expectation.rs"]
mod expectation;
#[path = "../../crates/cli/tests/corpus/judge.rs"]
mod judge;

use crate::markdown::{percent, table};
use crate::{generation, javac, paths};
use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use document::Document;
use expectation::CorpusFile;
use judge::{Criterion, judge};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The letters of a reason that a line of the list shows.
const SHOWN: usize = 240;

/// Which files are asked about, and how.
#[derive(Args)]
pub struct EverydayArgs {
    /// Part of the name of the files, below `corpus/java`.
    #[arg(value_name = "PART", default_value = "everyday/")]
    part: String,
    /// The command to use [default: the release build, made anew].
    #[arg(long, value_name = "FILE")]
    clew: Option<PathBuf>,
    /// Further flags of `clew generate`, for all files.
    #[arg(last = true)]
    flags: Vec<String>,
}

/// What was said of the expectations of a file.
struct Standing {
    file: String,
    expected: usize,
    /// The expectations that are left open.
    open: Vec<String>,
    /// The expectations that are contradicted, and tests that the JVM contradicts.
    wrong: Vec<String>,
}

impl Standing {
    fn of(mut file: CorpusFile, document: &Document) -> Standing {
        file.is_open = true;
        let wrong = judge(&file, document, Criterion::Other);
        file.is_open = false;
        let mut open = judge(&file, document, Criterion::Other);
        open.retain(|failure| !wrong.contains(failure));
        Standing { expected: file.items.len(), file: file.name, open, wrong }
    }

    fn row(&self) -> Vec<String> {
        let kept = self.expected.saturating_sub(self.open.len() + self.wrong.len());
        let figures = [self.expected, kept, self.open.len(), self.wrong.len()].map(|figure| figure.to_string());
        let mut row = vec![self.file.clone()];
        row.extend(figures);
        row.push(percent(kept as f64, self.expected as f64));
        row
    }
}

/// Asks about all files, without the flags in their headers, and prints what is open, then the table.
///
/// # Errors
/// Where a tool cannot be run, `clew` ends with an error, or an expectation is contradicted.
pub fn run(args: &EverydayArgs) -> Result<()> {
    let clew = args.clew.clone().map_or_else(generation::build, Ok)?;
    let clew = clew.canonicalize().with_context(|| format!("{} is missing", clew.display()))?;
    let (sources, files): (Vec<PathBuf>, Vec<CorpusFile>) = files(&args.part)?.into_iter().unzip();
    let folder = paths::target().join("everyday");
    javac::compile(&sources, &[], &folder.join("classes"))?;
    let flags: Vec<&str> = args.flags.iter().map(String::as_str).collect();
    let document: Document = generation::document_of_classes(&clew, &flags, &folder)?;
    let standings: Vec<Standing> = files.into_iter().map(|file| Standing::of(file, &document)).collect();
    print(&standings);
    let wrong: usize = standings.iter().map(|standing| standing.wrong.len()).sum();
    ensure!(wrong == 0, "{wrong} expectations are contradicted");
    Ok(())
}

/// The files of the corpus whose names contain this, in the order of their names, but those that ask for other flags of `javac`
/// or speak of paths.
///
/// # Errors
/// A file cannot be read, or what it expects cannot be parsed.
pub fn files(part: &str) -> Result<Vec<(PathBuf, CorpusFile)>> {
    let folder = paths::root().join("corpus/java");
    let found: BTreeSet<PathBuf> = paths::files_below(&folder, "java")?.into_iter().collect();
    let mut files = Vec::new();
    for path in found {
        let name = path.strip_prefix(&folder)?.display().to_string();
        if !name.contains(part) {
            continue;
        }
        let source = std::fs::read_to_string(&path)?;
        let file = CorpusFile::parse(&path, name, source).map_err(|wrong| anyhow!(wrong))?;
        if file.javac.is_empty() && !file.speaks_of_paths() {
            files.push((path, file));
        }
    }
    ensure!(!files.is_empty(), "no file of the corpus has a name that contains {part}");
    Ok(files)
}

/// Prints what is open and what is wrong, then the figures of each file and of all.
fn print(standings: &[Standing]) {
    let listed = |kind: &str, failures: &[String]| {
        for failure in failures {
            println!("{kind} {}", failure.chars().take(SHOWN).collect::<String>());
        }
    };
    for standing in standings {
        listed("open ", &standing.open);
        listed("WRONG", &standing.wrong);
    }
    let all = Standing {
        file: "all".to_owned(),
        expected: standings.iter().map(|standing| standing.expected).sum(),
        open: standings.iter().flat_map(|standing| standing.open.clone()).collect(),
        wrong: standings.iter().flat_map(|standing| standing.wrong.clone()).collect(),
    };
    let rows = standings.iter().filter(|standing| !standing.open.is_empty() || !standing.wrong.is_empty());
    let rows = rows.chain([&all]).map(Standing::row);
    println!("{}", table(&["file", "expected", "kept", "open", "wrong", "share"], rows));
}

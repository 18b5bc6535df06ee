//! The two instruments: JaCoCo, and the debugger's interface of the JVM.

use crate::document::Document;
use crate::generation::Generated;
use crate::jacoco::{self, Row};
use crate::junit::{self, Confirmed, Suite};
use crate::paths;
use anyhow::{Context, Result, bail};
use clew_facts::MethodKey;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;

/// A line of a method.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineKey {
    /// The method.
    pub method: MethodKey,
    /// The source line.
    pub line: u32,
}

/// What JaCoCo says about a line that it looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// At least one instruction was executed.
    Covered,
    /// None was.
    Missed,
}

/// JaCoCo's counters of a class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Lines, and how many of them are covered.
    pub lines: (u64, u64),
    /// Branches, and how many of them are covered.
    pub branches: (u64, u64),
}

/// How a line was begun the first time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Begun {
    /// The test that was running, as `Class#method`.
    pub test: Option<String>,
    /// The method of the program that the test, or what called it otherwise, was in.
    pub first: Option<MethodKey>,
    /// Whether a class was being initialized on the way.
    pub in_initializer: bool,
}

/// What both instruments saw.
#[derive(Debug, Default)]
pub struct Measured {
    /// What JaCoCo says of each class.
    pub classes: BTreeMap<String, Counters>,
    /// What JaCoCo says of each line that it does not leave out.
    pub lines: BTreeMap<LineKey, Seen>,
    /// The lines that the debugger saw begin.
    pub begun: BTreeMap<LineKey, Begun>,
    /// What became of the tests.
    pub confirmed: Confirmed,
    /// What must never happen, one line each.
    pub troubles: Vec<String>,
}

/// Compiles the tests and runs them twice: with JaCoCo's agent, then under the debugger.
pub fn measure(generated: &Generated) -> Result<Measured> {
    let suite = match junit::compile(generated)? {
        Ok(suite) => suite,
        Err(trouble) => return Ok(Measured { troubles: vec![trouble], ..Measured::default() }),
    };
    let mut measured = Measured::default();
    eprintln!("xtask: the tests of {} with JaCoCo", generated.name);
    measured.confirmed = with_jacoco(&suite, generated, &mut measured)?;
    eprintln!("xtask: the tests of {} under the debugger", generated.name);
    let traced = with_debugger(&suite, generated, &mut measured)?;
    measured.troubles.extend(measured.confirmed.troubles.iter().chain(&traced.troubles).cloned());
    if traced.ends() != measured.confirmed.ends() {
        measured.troubles.push("the tests went otherwise under the debugger than with JaCoCo".to_owned());
    }
    Ok(measured)
}

fn with_jacoco(suite: &Suite, generated: &Generated, measured: &mut Measured) -> Result<Confirmed> {
    let executed = jacoco::fresh(generated)?;
    let confirmed = suite.run("jacoco", suite.java(&[jacoco::agent(&executed)?]))?;
    read_lines(&jacoco::lines(generated, &executed)?, measured)?;
    Ok(confirmed)
}

fn with_debugger(suite: &Suite, generated: &Generated, measured: &mut Measured) -> Result<Confirmed> {
    let watched = generated.folder.join("watched-classes");
    let begun = generated.folder.join("begun");
    std::fs::write(&watched, classes_to_watch(&generated.document, measured).join("\n"))?;
    let mut command: Vec<OsString> = vec!["java".into(), paths::java_program("LineTracer.java").into()];
    command.push(junit::LIMIT.as_secs().to_string().into());
    command.extend([watched.into_os_string(), begun.clone().into_os_string()]);
    command.extend(suite.java(&[]));
    let confirmed = suite.run("debugger", command)?;
    let text = std::fs::read_to_string(&begun).with_context(|| format!("{} cannot be read", begun.display()))?;
    read_begun(&text, measured)?;
    Ok(confirmed)
}

fn classes_to_watch(document: &Document, measured: &Measured) -> Vec<String> {
    let explored = document.methods.iter().map(|method| method.key.class.clone());
    explored.chain(measured.classes.keys().cloned()).collect::<BTreeSet<String>>().into_iter().collect()
}

/// Reads what `JacocoLines` prints.
fn read_lines(text: &str, measured: &mut Measured) -> Result<()> {
    for row in jacoco::parse(text)? {
        match row {
            Row::Class { name, lines, branches } => {
                measured.classes.insert(name, Counters { lines, branches });
            }
            Row::Line { method, line, is_covered } => {
                let seen = if is_covered { Seen::Covered } else { Seen::Missed };
                measured.lines.insert(LineKey { method, line }, seen);
            }
            Row::Method { .. } => {}
            Row::Stale(trouble) => measured.troubles.push(trouble),
        }
    }
    Ok(())
}

/// Reads what `LineTracer` writes.
fn read_begun(text: &str, measured: &mut Measured) -> Result<()> {
    for row in text.lines() {
        let fields: Vec<&str> = row.split('\t').collect();
        let ["begun", class, method, descriptor, line, test, first, how] = fields[..] else {
            bail!("LineTracer writes a row that makes no sense: {row}");
        };
        let begun = Begun {
            test: Some(test.to_owned()).filter(|test| !test.is_empty()),
            first: first.split_once('#').and_then(|(class, rest)| {
                let (method, descriptor) = rest.split_once('+')?;
                Some(method_key(class, method, descriptor))
            }),
            in_initializer: how == "initializer",
        };
        measured.begun.insert(line_key(class, method, descriptor, line)?, begun);
    }
    Ok(())
}

fn line_key(class: &str, method: &str, descriptor: &str, line: &str) -> Result<LineKey> {
    Ok(LineKey { method: method_key(class, method, descriptor), line: line.parse()? })
}

fn method_key(class: &str, method: &str, descriptor: &str) -> MethodKey {
    MethodKey { class: class.to_owned(), method: method.to_owned(), descriptor: descriptor.to_owned() }
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn rows_of_both_instruments_are_read() {
        let mut measured = Measured::default();
        let lines = "class\ta/B$C\t3\t2\t4\t1\nline\ta/B$C\trun\t(I)V\t7\tcovered\nline\ta/B$C\trun\t(I)V\t8\tmissed\nstale\ta/D\n";
        read_lines(lines, &mut measured).expect("rows make sense");
        read_begun("begun\ta.B$C\trun\t(I)V\t7\ta.B_CClewTest#t\ta.B$C#run+(I)V\tcall\n", &mut measured)
            .expect("rows make sense");
        read_begun("begun\ta.B$C\t<clinit>\t()V\t2\t\t\tinitializer\n", &mut measured).expect("rows make sense");
        let key =
            |method: &str, descriptor: &str, line: &str| line_key("a.B$C", method, descriptor, line).expect("a number");
        assert_eq!(measured.classes["a.B$C"], Counters { lines: (3, 2), branches: (4, 1) });
        assert_eq!(measured.lines[&key("run", "(I)V", "7")], Seen::Covered);
        assert_eq!(measured.lines[&key("run", "(I)V", "8")], Seen::Missed);
        assert_eq!(measured.begun[&key("run", "(I)V", "7")].first, Some(method_key("a.B$C", "run", "(I)V")));
        assert_eq!(
            measured.begun[&key("<clinit>", "()V", "2")],
            Begun { test: None, first: None, in_initializer: true }
        );
        assert_eq!(measured.troubles.len(), 1);
    }

    #[test]
    fn a_row_that_makes_no_sense_is_an_error() {
        assert!(read_lines("line\ta\tb\n", &mut Measured::default()).is_err());
        assert!(read_begun("begun\ta\tb\t()V\tx\t\t\tcall\n", &mut Measured::default()).is_err());
    }
}

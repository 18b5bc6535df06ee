//! What a recorded run tells of the code under test.

use super::Run;
use super::error::ReplayError;
use clew_facts::{FieldKey, MethodKey, is_nameable_first_value};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A run of a test on classes with probes in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// What became of it.
    pub run: Run,
    /// What it executed, where it passed.
    pub record: Option<Record>,
}

/// What a run has executed of the code under test.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The methods of which something was executed, by class.
    pub executed: Vec<Executed>,
    /// What of the classes in use cannot tell whether it is executed, a line each with the reason.
    pub unrecorded: Vec<String>,
    /// What it left changed that other tests see.
    pub changed: Vec<Change>,
    /// What static fields among it held before the run, where that is a whole number, `true` being 1 and `false` 0.
    #[serde(default)]
    pub first: BTreeMap<FieldKey, i64>,
    /// The classes with assertions that it looked at, by binary name, each once.
    pub asserting: Vec<String>,
}

/// Something that a test finds and leaves in another state, so that it can be put back.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Change {
    /// The default locale.
    Locale,
    /// The default locale for what is shown, where putting [`Change::Locale`] back does not put it back.
    DisplayLocale,
    /// The default locale for formats, where putting [`Change::Locale`] back does not put it back.
    FormatLocale,
    /// The default time zone.
    TimeZone,
    /// The system properties.
    Properties,
    /// A static field of the code under test, of the class that declares it, to which something else was assigned.
    Static(FieldKey),
    /// The objects that a static field of the code under test holds: they are in another state.
    Held(FieldKey),
}

impl Record {
    /// Takes in what another run of the same test has changed of static fields that tests set at first.
    pub(crate) fn add_set_at_first(&mut self, other: &Record) {
        let fields = other.first.keys().cloned();
        self.changed.extend(fields.map(Change::Static));
        self.changed.sort();
        self.changed.dedup();
        self.first.extend(other.first.clone());
    }

    /// Takes in what another run of the same test has changed.
    pub(crate) fn add_changes(&mut self, other: Record) {
        // What differs between runs is nothing that could be set.
        self.first.retain(|field, value| other.first.get(field).is_none_or(|other| other == value));
        for (field, value) in other.first {
            if !self.changed.contains(&Change::Static(field.clone())) {
                self.first.insert(field, value);
            }
        }
        self.changed.extend(other.changed);
        self.changed.sort();
        self.changed.dedup();
    }

    /// The points of a method that were executed; nothing where it cannot tell.
    pub fn points(&self, method: &MethodKey) -> Option<&[Point]> {
        let class = format!("{}:", method.class);
        let alone = format!("{method}:");
        if self.unrecorded.iter().any(|line| line.starts_with(&class) || line.starts_with(&alone)) {
            return None;
        }
        let executed = self.executed.iter().find(|executed| executed.method == *method);
        Some(executed.map_or(&[], |executed| &executed.points))
    }
}

/// The points of a method that were executed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Executed {
    /// The method.
    pub method: MethodKey,
    /// The points, in the order of the code.
    pub points: Vec<Point>,
}

/// A point of a method. Jumps and switches are named by their byte offset in the method's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Point {
    /// The first instruction of the line, or of a further part of it.
    Line(u32),
    /// A conditional jump is done.
    Jumped(u32),
    /// A conditional jump is not done.
    Passed(u32),
    /// A switch finds this key, which leads elsewhere than the default.
    Case(u32, i32),
    /// A switch finds no such key.
    Default(u32),
}

/// Reads the fields that come after `passed`, as the harness's `ReplayServer` describes them.
pub(super) fn read(fields: &[String]) -> Result<Record, ReplayError> {
    let nonsense = || ReplayError::Protocol(fields.join(" "));
    let [unrecorded, changed, methods @ ..] = fields else { return Err(nonsense()) };
    let mut executed = Vec::new();
    let mut asserting: Vec<String> = Vec::new();
    for method in methods.chunks(4) {
        let [class, name, descriptor, points] = method else { return Err(nonsense()) };
        let (assertions, points): (Vec<&str>, Vec<&str>) =
            points.split(',').partition(|point| point.starts_with(ASSERTION));
        if !assertions.is_empty() && !asserting.contains(class) {
            asserting.push(class.clone());
        }
        let points: Option<Vec<Point>> = points.into_iter().map(point).collect();
        executed.push(Executed {
            method: MethodKey { class: class.clone(), method: name.clone(), descriptor: descriptor.clone() },
            points: points.ok_or_else(nonsense)?,
        });
    }
    let changes: Vec<(Change, Option<i64>)> = changed.lines().filter_map(change).collect();
    Ok(Record {
        executed,
        unrecorded: unrecorded.lines().map(str::to_owned).collect(),
        changed: changes.iter().map(|(change, _)| change.clone()).collect(),
        first: changes.into_iter().filter_map(first).collect(),
        asserting,
    })
}

/// What the points start with that are assertions.
const ASSERTION: char = 'A';

/// Parses a line; the number is what a static field held before. `None` where a field's name has line breaks, which Java sources
/// cannot have.
fn change(line: &str) -> Option<(Change, Option<i64>)> {
    let change = match line {
        "locale" => Change::Locale,
        "display" => Change::DisplayLocale,
        "format" => Change::FormatLocale,
        "zone" => Change::TimeZone,
        "properties" => Change::Properties,
        _ => {
            if let Some(held) = line.strip_prefix("held/") {
                return Some((Change::Held(field(held)?), None));
            }
            let (first, written) = line.strip_prefix("static/")?.split_once('/')?;
            return Some((Change::Static(field(written)?), first.parse().ok()));
        }
    };
    Some((change, None))
}

/// The field that a line names at its end.
fn field(line: &str) -> Option<FieldKey> {
    let mut parts = line.splitn(3, '/');
    let [class, name, descriptor] = [parts.next()?, parts.next()?, parts.next()?].map(str::to_owned);
    Some(FieldKey { class, name, descriptor })
}

/// The static field and the number that it held before; `None` if no test may name that.
fn first((change, first): (Change, Option<i64>)) -> Option<(FieldKey, i64)> {
    match change {
        Change::Static(field) => Some((field, first.filter(|first| is_nameable_first_value(*first))?)),
        _ => None,
    }
}

fn point(text: &str) -> Option<Point> {
    let (kind, rest) = text.split_at_checked(1)?;
    let number = || rest.parse().ok();
    match kind {
        "L" => number().map(Point::Line),
        "J" => number().map(Point::Jumped),
        "G" => number().map(Point::Passed),
        "D" => number().map(Point::Default),
        "K" => {
            let (offset, key) = rest.split_once(':')?;
            Some(Point::Case(offset.parse().ok()?, key.parse().ok()?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn fields_become_points() {
        let record =
            read(&fields("A:x\nB:y zone\nheld/a.A/h/La/C;\nstatic//a.A/x/La/B;\nstatic/7/a.A/n/I a.A$B <clinit> ()V L12,A3,J7,G7,K9:-3,D9 a.C f (I)V L1"))
                .expect("a record");
        assert_eq!(record.unrecorded, ["A:x", "B:y"]);
        assert_eq!(record.executed.len(), 2);
        assert_eq!(record.executed[0].method.to_string(), "a.A$B#<clinit>()V");
        let points = [Point::Line(12), Point::Jumped(7), Point::Passed(7), Point::Case(9, -3), Point::Default(9)];
        assert_eq!(record.executed[0].points, points);
        assert_eq!(record.points(&record.executed[0].method), Some(&points[..]));
        let field = |name: &str, ty: &str| FieldKey { class: "a.A".into(), name: name.into(), descriptor: ty.into() };
        let changed = [("x", "La/B;"), ("n", "I")].map(|(name, ty)| Change::Static(field(name, ty)));
        let held = Change::Held(field("h", "La/C;"));
        assert_eq!(record.changed, [&[Change::TimeZone, held][..], &changed].concat());
        assert_eq!(record.first, BTreeMap::from([(field("n", "I"), 7)]));
        assert_eq!(record.asserting, ["a.A$B"]);
        assert_eq!(read(&fields(" ")).ok(), Some(Record::default()));
    }

    #[test]
    fn a_method_without_probes_has_no_record_and_one_that_is_not_executed_an_empty_one() {
        let record = read(&fields("a.A:%why\na.B#f()V:%why  a.B g ()V L1")).expect("a record");
        let key = |class: &str, method: &str| MethodKey {
            class: class.into(),
            method: method.into(),
            descriptor: "()V".into(),
        };
        assert_eq!(record.points(&key("a.A", "f")), None);
        assert_eq!(record.points(&key("a.B", "f")), None);
        assert_eq!(record.points(&key("a.B", "g")), Some(&[Point::Line(1)][..]));
        assert_eq!(record.points(&key("a.B", "h")), Some(&[][..]));
        assert_eq!(record.points(&key("a.AA", "f")), Some(&[][..]));
    }

    #[test]
    fn nonsense_is_an_error_and_no_record() {
        for text in [
            "",
            "  a.A f",
            "  a.A f ()V ",
            "  a.A f ()V X1",
            "  a.A f ()V L",
            "  a.A f ()V K1",
            "  a.A f ()V L-1",
            "  a.A f ()V é",
        ] {
            assert!(read(&fields(text)).is_err(), "{text}");
        }
        assert!(read(&[]).is_err());
    }
}

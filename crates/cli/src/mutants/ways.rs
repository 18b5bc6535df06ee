//! The tests of a run, and which lines they execute.

use crate::suite::TestWriter;
use crate::ui::{CountProgress, ShowProgress};
use clew_base::CancelToken;
use clew_facts::MethodKey;
use clew_testgen::SuiteError;
use clew_testgen::replay::{Point, Record};
use std::collections::{BTreeMap, BTreeSet};

/// The tests of a run, by their positions among all.
#[derive(Default)]
pub(super) struct Tests {
    /// The tests of each class.
    of_class: BTreeMap<String, Vec<usize>>,
    /// The tests of each class that have no recording.
    unrecorded: BTreeMap<String, Vec<usize>>,
    /// The tests that execute a line of a method.
    of_line: BTreeMap<MethodKey, BTreeMap<u32, Vec<usize>>>,
    /// What cannot tell whether it is executed, as [`Record`] has it.
    silent: BTreeSet<String>,
}

impl Tests {
    /// Records all tests as they were written: the runs before have not seen all that these assert.
    ///
    /// # Errors
    /// The JVM does not work.
    pub(super) fn record(
        writer: &mut TestWriter,
        show: ShowProgress,
        cancel: &CancelToken,
    ) -> Result<Self, SuiteError> {
        let kept = writer.kept_tests();
        let progress = CountProgress::new(show, "tests recorded", kept.len());
        let mut tests = Tests::default();
        for test in kept {
            let record = if cancel.is_requested() { None } else { writer.record_kept(&test)? };
            match record {
                Some(record) => tests.add(test.test, record),
                None => tests.unrecorded.entry(test.tested.clone()).or_default().push(test.test),
            }
            tests.of_class.entry(test.tested).or_default().push(test.test);
            progress.next();
        }
        progress.clear();
        Ok(tests)
    }

    fn add(&mut self, test: usize, record: Record) {
        self.silent.extend(record.unrecorded);
        for executed in record.executed {
            let lines = self.of_line.entry(executed.method).or_default();
            for point in executed.points {
                if let Point::Line(line) = point {
                    lines.entry(line).or_default().push(test);
                }
            }
        }
    }

    /// The tests that execute a line of a method, those of its class first; and those of its class whose way is not known.
    pub(super) fn through(&self, method: &MethodKey, line: u32) -> Vec<usize> {
        let all = self.of_class.get(&method.class).cloned().unwrap_or_default();
        let (class, alone) = (format!("{}:", method.class), format!("{method}:"));
        if line == 0 || self.silent.iter().any(|what| what.starts_with(&class) || what.starts_with(&alone)) {
            return all;
        }
        let of_line = self.of_line.get(method).and_then(|lines| lines.get(&line));
        let mut tests = self.unrecorded.get(&method.class).cloned().unwrap_or_default();
        tests.extend(of_line.into_iter().flatten());
        tests.sort_unstable();
        tests.dedup();
        let (own, others): (Vec<usize>, Vec<usize>) =
            tests.into_iter().partition(|test| all.binary_search(test).is_ok());
        [own, others].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_testgen::replay::Executed;

    fn key(class: &str) -> MethodKey {
        MethodKey { class: class.into(), method: "f".into(), descriptor: "()V".into() }
    }

    fn record(class: &str, lines: &[u32], silent: &[&str]) -> Record {
        let points = lines.iter().map(|line| Point::Line(*line)).collect();
        let executed = vec![Executed { method: key(class), points }];
        Record { executed, unrecorded: silent.iter().map(ToString::to_string).collect(), ..Record::default() }
    }

    #[test]
    fn tests_of_the_class_go_first_and_those_of_unknown_ways_go_along() {
        let mut tests = Tests::default();
        for (test, class) in [(0, "a.B"), (1, "a.A"), (2, "a.A"), (3, "a.A")] {
            tests.of_class.entry(class.to_owned()).or_default().push(test);
        }
        tests.add(0, record("a.A", &[7], &[]));
        tests.add(1, record("a.A", &[7, 7, 8], &[]));
        tests.add(2, record("a.A", &[8], &["a.C: no probes"]));
        tests.unrecorded.insert("a.A".into(), vec![3]);
        assert_eq!(tests.through(&key("a.A"), 7), [1, 3, 0]);
        assert_eq!(tests.through(&key("a.A"), 8), [1, 2, 3]);
        assert_eq!(tests.through(&key("a.A"), 9), [3]);
        assert_eq!(tests.through(&key("a.B"), 9), [0; 0]);
        // A class without probes, and code without lines.
        tests.of_class.insert("a.C".into(), vec![4]);
        assert_eq!(tests.through(&key("a.C"), 9), [4]);
        assert_eq!(tests.through(&key("a.A"), 0), [1, 2, 3]);
    }
}

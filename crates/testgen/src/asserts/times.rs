//! Dates, times and spans of time, which are asserted as values: nobody means the object, and no getter tells all of it.

use super::Asserter;
use crate::java::quoted;
use clew_facts::{HeapObject, Object, ObjectId, Value};

/// Fields that hold a part of a value, in the order in which a factory takes them, and how many of them it needs at least. The others
/// are left out where they are zero.
struct Parts {
    class: &'static str,
    factory: &'static str,
    fields: &'static [&'static str],
    least: usize,
}

const ALL: [Parts; 8] = [
    Parts { class: "java.time.LocalDate", factory: "of", fields: &["year", "month", "day"], least: 3 },
    Parts { class: "java.time.LocalTime", factory: "of", fields: &["hour", "minute", "second", "nano"], least: 2 },
    Parts { class: "java.time.LocalDateTime", factory: "of", fields: &["date", "time"], least: 2 },
    Parts { class: "java.time.YearMonth", factory: "of", fields: &["year", "month"], least: 2 },
    Parts { class: "java.time.Year", factory: "of", fields: &["year"], least: 1 },
    Parts { class: "java.time.Duration", factory: "ofSeconds", fields: &["seconds", "nanos"], least: 1 },
    Parts { class: "java.time.Instant", factory: "ofEpochSecond", fields: &["seconds", "nanos"], least: 1 },
    Parts { class: "java.time.Period", factory: "of", fields: &["years", "months", "days"], least: 3 },
];

/// The call of a factory of a class that makes the date, the time or the span of time of this text: of numbers where they are what people
/// write, and else of the text.
pub(super) fn written(class: &str, text: &str) -> String {
    let counts = match class {
        "java.time.LocalDate" => 3..=3,
        "java.time.YearMonth" => 2..=2,
        "java.time.LocalTime" => 2..=3,
        "java.time.LocalDateTime" => 5..=6,
        "java.time.Year" => return format!("of({text})"),
        _ => return format!("parse({})", quoted(text)),
    };
    let numbers: Option<Vec<u32>> = text.split(['-', 'T', ':']).map(|number| number.parse().ok()).collect();
    let numbers = numbers.filter(|numbers| counts.contains(&numbers.len()) && !text.starts_with('+'));
    match numbers {
        Some(numbers) => format!("of({})", numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")),
        None => format!("parse({})", quoted(text)),
    }
}

impl Asserter<'_, '_, '_> {
    /// An expression for a date, a time or a span of time: the name of the object, or a call of a factory that makes an equal one.
    /// `None` of other objects, and where not all of it is known.
    pub(super) fn time(&mut self, id: ObjectId) -> Option<String> {
        let HeapObject { class, object } = self.after(id)?;
        let parts = ALL.iter().find(|parts| parts.class == class)?;
        if let Some(known) = self.known(id) {
            return Some(known);
        }
        let Object::Instance { fields } = object else { return None };
        let mut passed = Vec::with_capacity(parts.fields.len());
        for name in parts.fields {
            let (_, value) = fields.iter().find(|(key, _)| key.name == *name)?;
            passed.push(match value {
                Value::Byte(number) => number.to_string(),
                Value::Short(number) => number.to_string(),
                Value::Int(number) => number.to_string(),
                Value::Long(number) if i32::try_from(*number).is_ok() => number.to_string(),
                Value::Long(number) => format!("{number}L"),
                Value::Ref(part) => self.time(*part)?,
                _ => return None,
            });
        }
        while passed.len() > parts.least && passed.last().is_some_and(|last| last == "0") {
            passed.pop();
        }
        Some(format!("{}.{}({})", self.writer.scope.claim(class), parts.factory, passed.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::written;

    #[test]
    fn texts_of_times_become_calls_of_factories() {
        for (class, text, expected) in [
            ("java.time.LocalDate", "2024-12-03", "of(2024, 12, 3)"),
            ("java.time.LocalDate", "-0004-12-03", "parse(\"-0004-12-03\")"),
            ("java.time.LocalDate", "+12024-12-03", "parse(\"+12024-12-03\")"),
            ("java.time.YearMonth", "2024-02", "of(2024, 2)"),
            ("java.time.LocalTime", "08:30", "of(8, 30)"),
            ("java.time.LocalDateTime", "2024-12-03T08:30:05", "of(2024, 12, 3, 8, 30, 5)"),
            ("java.time.LocalTime", "08:30:15.5", "parse(\"08:30:15.5\")"),
            ("java.time.Year", "-12", "of(-12)"),
            ("java.time.Duration", "PT8H", "parse(\"PT8H\")"),
        ] {
            assert_eq!(written(class, text), expected);
        }
    }
}

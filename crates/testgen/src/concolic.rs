//! Calls of the JDK that run for real, in the cage, for concolic execution (`unverified-executions`, section 4).

use crate::replay::{Outcome, ReplayError};
use crate::suite::Suite;
use crate::suite_error::SuiteError;
use clew_cage::Scratch;
use clew_facts::{MethodKey, RealAnswer, RealCall, RealEnd, RealValue, Value};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Makes the calls.
const CALLER: &str = include_str!("concolic/RealCalls.java");
const CLASS: &str = "RealCalls";
/// How much time the calls of one run may take together.
const LIMIT: Duration = Duration::from_secs(2);
/// How many calls are made in one run at most.
const IN_ONE_RUN: usize = 24;
/// How many calls of one method may tell nothing before it is called no more.
const MOST_REFUSED: usize = 2;

impl Suite {
    /// Makes calls in the cage, twice each, and tells the ends of those that ended the same way both times. Nothing is told of a call
    /// that does not end in time, ends the JVM, or tries to do harm.
    ///
    /// # Errors
    /// The JVM, the compiler or the file system does not work.
    pub fn call_for_real(&mut self, calls: &[RealCall]) -> Result<Vec<RealAnswer>, SuiteError> {
        if calls.is_empty() {
            return Ok(Vec::new());
        }
        let folder = Scratch::make().map_err(SuiteError::scratch)?;
        let source = folder.path().join(format!("{CLASS}.java"));
        std::fs::write(&source, CALLER).map_err(SuiteError::scratch)?;
        let out = folder.path().join("classes");
        let (server, _) = self.server()?;
        if let Err(errors) = server.compile(&out, &[], &[source])? {
            let message = errors.into_iter().next().map_or_else(String::new, |error| error.message);
            return Err(ReplayError::Compiler(message).into());
        }
        let mut answers = Vec::new();
        let mut refused = Vec::new();
        for calls in calls.chunks(IN_ONE_RUN) {
            let ends = self.ends(&out, calls, &mut refused)?;
            let answered = calls.iter().zip(ends);
            answers.extend(answered.filter_map(|(call, end)| Some(RealAnswer { call: call.clone(), end: end? })));
        }
        Ok(answers)
    }

    /// How each of some calls ends, where two runs agree. Where a run tells nothing, because one of them does harm or what is told is
    /// too long, the calls are made in smaller parts. A method of which several calls told nothing is not called again: each time costs
    /// a JVM.
    fn ends(
        &mut self,
        out: &Path,
        calls: &[RealCall],
        refused: &mut Vec<MethodKey>,
    ) -> Result<Vec<Option<RealEnd>>, SuiteError> {
        let is_refused =
            |call: &RealCall| refused.iter().filter(|method| **method == call.method).count() >= MOST_REFUSED;
        if calls.iter().all(is_refused) {
            return Ok(vec![None; calls.len()]);
        }
        let is_whole = |told: &Vec<Option<RealEnd>>| told.len() == calls.len();
        let once = self.told(out, calls)?.filter(is_whole);
        let again = if once.is_some() { self.told(out, calls)?.filter(is_whole) } else { None };
        if let (Some(once), Some(again)) = (once, again) {
            let ends = once.into_iter().zip(again).map(|(once, again)| once.filter(|end| Some(end) == again.as_ref()));
            return Ok(ends.collect());
        }
        if let [call] = calls {
            refused.push(call.method.clone());
            return Ok(vec![None]);
        }
        let (first, rest) = calls.split_at(calls.len() / 2);
        let mut ends = self.ends(out, first, refused)?;
        ends.extend(self.ends(out, rest, refused)?);
        Ok(ends)
    }

    fn told(&mut self, out: &Path, calls: &[RealCall]) -> Result<Option<Vec<Option<RealEnd>>>, SuiteError> {
        let lines: String = calls.iter().map(|call| in_words(call) + "\n").collect();
        std::fs::write(out.join("calls"), lines).map_err(SuiteError::scratch)?;
        let (server, class_path) = self.server()?;
        let class_path: Vec<PathBuf> = std::iter::once(out.to_path_buf()).chain(class_path).collect();
        let run = server.run(&class_path, CLASS, "run", LIMIT)?;
        Ok(match run.outcome {
            Outcome::Failed { message, .. } if run.tried.is_empty() => {
                message.strip_prefix("told\n").map(|lines| lines.lines().map(end).collect())
            }
            Outcome::Failed { .. } | Outcome::Passed | Outcome::TimedOut | Outcome::Skipped | Outcome::Crashed => None,
        })
    }
}

/// A call as the caller reads it.
fn in_words(call: &RealCall) -> String {
    let RealCall { method, is_static, arguments } = call;
    let kind = match (method.method.as_str(), is_static) {
        ("<init>", _) => "new",
        (_, true) => "static",
        (_, false) => "virtual",
    };
    let count = arguments.len();
    let mut words = format!("call {} {} {} {kind} {count}", method.class, method.method, method.descriptor);
    for argument in arguments {
        words.push(' ');
        words.push_str(&value_in_words(argument));
    }
    words
}

fn value_in_words(value: &RealValue) -> String {
    let several = |head: String, words: Vec<String>| -> String {
        std::iter::once(head).chain(words).collect::<Vec<_>>().join(" ")
    };
    match value {
        RealValue::Null => "null".to_owned(),
        RealValue::Number(number) => format!("number {}", number_in_words(number)),
        RealValue::Boxed(number) => format!("box {}", number_in_words(number)),
        RealValue::Text(units) => {
            several(format!("text {}", units.len()), units.iter().map(ToString::to_string).collect())
        }
        RealValue::Class(name) => format!("class {name}"),
        RealValue::Array { class, elements } => {
            several(format!("array {class} {}", elements.len()), elements.iter().map(value_in_words).collect())
        }
        RealValue::Made(call) => in_words(call),
    }
}

fn number_in_words(number: &Value) -> String {
    match number {
        Value::Boolean(value) => format!("Z {}", i32::from(*value)),
        Value::Byte(value) => format!("B {value}"),
        Value::Char(value) => format!("C {value}"),
        Value::Short(value) => format!("S {value}"),
        Value::Int(value) => format!("I {value}"),
        Value::Long(value) => format!("J {value}"),
        Value::Float(bits) => format!("F {}", *bits as i32),
        Value::Double(bits) => format!("D {}", *bits as i64),
        Value::Null | Value::Ref(_) | Value::Unknown => "J 0".to_owned(),
    }
}

/// The end of a call as the caller tells it; `None` where it tells nothing.
fn end(line: &str) -> Option<RealEnd> {
    let mut words = line.split(' ');
    let end = match words.next()? {
        "returned" => RealEnd::Returned(value(&mut words)?),
        "gave" => RealEnd::Gave(words.next()?.to_owned()),
        "threw" => RealEnd::Threw(words.next()?.to_owned()),
        _ => return None,
    };
    words.next().is_none().then_some(end)
}

fn value<'w>(words: &mut impl Iterator<Item = &'w str>) -> Option<RealValue> {
    Some(match words.next()? {
        "null" => RealValue::Null,
        "number" => RealValue::Number(number(words)?),
        "box" => RealValue::Boxed(number(words)?),
        "text" => {
            let length: usize = words.next()?.parse().ok()?;
            RealValue::Text((0..length).map(|_| words.next()?.parse().ok()).collect::<Option<_>>()?)
        }
        "class" => RealValue::Class(words.next()?.to_owned()),
        "array" => {
            let class = words.next()?.to_owned();
            let length: usize = words.next()?.parse().ok()?;
            let elements: Option<Vec<RealValue>> = (0..length).map(|_| value(words)).collect();
            RealValue::Array { class, elements: elements? }
        }
        _ => return None,
    })
}

fn number<'w>(words: &mut impl Iterator<Item = &'w str>) -> Option<Value> {
    let (kind, word) = (words.next()?, words.next()?.parse::<i64>().ok()?);
    Some(match kind {
        "Z" => Value::Boolean(word != 0),
        "B" => Value::Byte(word as i8),
        "C" => Value::Char(word as u16),
        "S" => Value::Short(word as i16),
        "I" => Value::Int(word as i32),
        "J" => Value::Long(word),
        "F" => Value::Float(word as u32),
        "D" => Value::Double(word as u64),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_read_as_it_was_written() {
        let text = RealValue::Text("a b".encode_utf16().collect());
        let array = RealValue::Array { class: "[Ljava.lang.String;".into(), elements: vec![text, RealValue::Null] };
        let float = RealValue::Boxed(Value::Float((-1.5_f32).to_bits()));
        for known in [array, float, RealValue::Class("demo.A".into()), RealValue::Number(Value::Long(-7))] {
            let words = value_in_words(&known);
            assert_eq!(end(&format!("returned {words}")), Some(RealEnd::Returned(known)));
        }
        assert_eq!(end("?"), None);
        assert_eq!(end("returned text 2 65"), None, "an answer that is cut off is none");
    }

    #[test]
    fn a_call_on_what_another_gives_has_that_in_it() {
        let made = RealCall {
            method: MethodKey::of_internal("java/util/zip/CRC32", "<init>", "()V"),
            is_static: true,
            arguments: Vec::new(),
        };
        let call = RealCall {
            method: MethodKey::of_internal("java/util/zip/CRC32", "getValue", "()J"),
            is_static: false,
            arguments: vec![RealValue::Made(Box::new(made))],
        };
        let words = "call java.util.zip.CRC32 getValue ()J virtual 1 call java.util.zip.CRC32 <init> ()V new 0";
        assert_eq!(in_words(&call), words);
    }
}

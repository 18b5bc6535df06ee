//! What methods without code do: calls of them on a JVM, in the cage (`bounded-infeasible-code`, section 9, "Future Work").

use crate::replay::{Outcome, ReplayError};
use crate::suite::Suite;
use crate::suite_error::SuiteError;
use clew_cage::Scratch;
use clew_facts::{CallPair, MethodKey, SeenCalls, Value};
use std::path::PathBuf;
use std::time::Duration;

/// Makes the calls.
const CALLER: &str = include_str!("seen/SeenCalls.java");
const CLASS: &str = "SeenCalls";
/// How much time the calls of one method may take together.
const LIMIT: Duration = Duration::from_secs(2);

/// A static method of numbers, and what it is to be called with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallsToSee {
    /// The method.
    pub method: MethodKey,
    /// The arguments of each call.
    pub arguments: Vec<Vec<Value>>,
}

impl Suite {
    /// Makes calls, and tells what those returned that did. Nothing is told of a method that does not end in time, ends the
    /// JVM, is not there, or tries to do harm.
    ///
    /// # Errors
    /// The JVM, the compiler or the file system does not work.
    pub fn see(&mut self, calls: &[CallsToSee]) -> Result<Vec<SeenCalls>, SuiteError> {
        let folder = Scratch::make().map_err(SuiteError::scratch)?;
        let source = folder.path().join(format!("{CLASS}.java"));
        std::fs::write(&source, CALLER).map_err(SuiteError::scratch)?;
        let out = folder.path().join("classes");
        let (server, class_path) = self.server()?;
        if let Err(errors) = server.compile(&out, &[], &[source])? {
            let message = errors.into_iter().next().map_or_else(String::new, |error| error.message);
            return Err(ReplayError::Compiler(message).into());
        }
        let class_path: Vec<PathBuf> = std::iter::once(out.clone()).chain(class_path).collect();
        let mut seen = Vec::new();
        for of_method in calls {
            std::fs::write(out.join("calls"), request(of_method)).map_err(SuiteError::scratch)?;
            let run = server.run(&class_path, CLASS, "run", LIMIT)?;
            if let Outcome::Failed { message, .. } = run.outcome
                && run.tried.is_empty()
                && let Some(words) = message.strip_prefix("seen")
            {
                seen.push(answer(of_method, words));
            }
        }
        seen.retain(|of_method| !of_method.pairs.is_empty());
        Ok(seen)
    }
}

fn request(CallsToSee { method, arguments }: &CallsToSee) -> String {
    let mut lines = format!("{} {} {}\n", method.class, method.method, method.descriptor);
    for of_call in arguments {
        let words: Vec<String> = of_call.iter().map(|value| word(value).to_string()).collect();
        lines.push_str(&words.join(" "));
        lines.push('\n');
    }
    lines
}

fn answer(CallsToSee { method, arguments }: &CallsToSee, words: &str) -> SeenCalls {
    let returns = method.descriptor.rsplit(')').next().unwrap_or_default();
    let returned = words.split_whitespace().map(|word| value(returns, word.parse().ok()?));
    let pairs = arguments.iter().zip(returned);
    let pairs =
        pairs.filter_map(|(arguments, returned)| Some(CallPair { arguments: arguments.clone(), returned: returned? }));
    SeenCalls { method: method.clone(), pairs: pairs.collect() }
}

/// A number as the caller writes it; there is no other value.
fn word(value: &Value) -> i64 {
    match value {
        Value::Boolean(value) => i64::from(*value),
        Value::Byte(value) => i64::from(*value),
        Value::Char(value) => i64::from(*value),
        Value::Short(value) => i64::from(*value),
        Value::Int(value) => i64::from(*value),
        Value::Long(value) => *value,
        Value::Float(bits) => i64::from(*bits),
        Value::Double(bits) => *bits as i64,
        Value::Null | Value::Ref(_) | Value::Unknown => 0,
    }
}

/// The number of this type that the caller writes so.
fn value(descriptor: &str, word: i64) -> Option<Value> {
    Some(match descriptor {
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

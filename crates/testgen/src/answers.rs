//! What a test says of how calls end that are inputs: the values they return and the exceptions they throw.

use crate::java::{JavaType, parse_method, quoted};
use crate::writer::Writer;
use clew_facts::InputCall;
use std::collections::BTreeMap;

/// How a test has a call end that is an input.
enum Answer {
    /// It returns what this expression says.
    Returns(String),
    /// It throws what this expression makes.
    Throws(String),
}

/// The statements that say how the calls of each method end, under its name and the types of its parameters.
///
/// # Errors
/// Why a value cannot be made.
pub(crate) fn answering(
    writer: &mut Writer<'_, '_>,
    variable: &str,
    calls: &[&InputCall],
    named: impl Fn(&InputCall) -> String,
) -> Result<Vec<String>, String> {
    let mut by_method: BTreeMap<String, Vec<Answer>> = BTreeMap::new();
    for call in calls {
        let (parameters, result) = parse_method(&call.method.descriptor).ok_or("a malformed descriptor")?;
        let parameters: Vec<String> = parameters.iter().map(JavaType::type_name_at_runtime).collect();
        let answer = match (&call.thrown, &call.returned, result) {
            (Some(thrown), ..) => Answer::Throws(writer.construction(thrown)?),
            (None, Some(value), Some(ty)) => Answer::Returns(writer.value(value, &ty)?.text),
            _ => Answer::Returns("null".to_owned()),
        };
        by_method.entry(format!("{}({})", named(call), parameters.join(", "))).or_default().push(answer);
    }
    let has_arrays = calls.iter().copied().any(returns_array);
    let mut lines = Vec::new();
    for (name, answers) in by_method {
        let name = quoted(&name);
        for run in answers.chunk_by(|one, next| matches!((one, next), (Answer::Returns(_), Answer::Returns(_)))) {
            lines.push(match run {
                [Answer::Throws(made)] => format!("{variable}.throwing({name}, () -> {made});"),
                [Answer::Returns(only)] if only == "null" || has_arrays => {
                    format!("{variable}.returning({name}, (Object) {only});")
                }
                run => {
                    let values = run.iter().map(|(Answer::Returns(text) | Answer::Throws(text))| text.as_str());
                    format!("{variable}.returning({name}, {});", values.collect::<Vec<_>>().join(", "))
                }
            });
        }
    }
    Ok(lines)
}

fn returns_array(call: &InputCall) -> bool {
    call.method.descriptor.contains(")[")
}

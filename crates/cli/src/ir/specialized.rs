//! `clew ir --specialized`: the code of one case of a method (thesis, section 3.3).

use crate::args::{ClassPathArgs, IrArgs};
use crate::input::{self, Input};
use crate::status::Status;
use crate::summarize::schedule::schedule;
use crate::summarize::{self, Entry};
use crate::ui::{ShowProgress, complain, print};
use clew_base::Id;
use clew_facts::{Case, MethodKey, MethodPattern};
use clew_ir::{BlockId, print_body, specialize};
use std::fmt::Write as _;

/// Prints the specialized code of a case, with its path condition and its composition schedule.
///
/// # Errors
/// A line that says why there is no such case.
pub(super) fn print_case(args: &IrArgs, text: &str) -> Result<Status, String> {
    let (name, index) = parse(text)?;
    let class_path = ClassPathArgs { class: Vec::new(), method: vec![name.clone()], ..args.class_path.clone() };
    let inputs = std::slice::from_ref(&args.input);
    let found = summarize::look(inputs, &class_path, &args.specialized.cases, ShowProgress::OnTerminal)?;
    if let [first, ..] = found.problems.as_slice() {
        return Err(first.clone());
    }
    let entry = named(&found.entries, &name)?;
    let summary = entry.summary.as_ref().map_err(|reason| format!("{} has no summary ({reason})", entry.key))?;
    let Some(case) = summary.cases.get(index) else {
        let last = summary.cases.len().checked_sub(1);
        let there = last.map_or_else(|| "it has none".to_owned(), |last| format!("its cases are 0 to {last}"));
        return Err(format!("no case {index} of {} ({there}); see clew summarize", entry.key));
    };
    let code = code(&input::open(inputs, &class_path)?, &entry.key, case)?;
    let mut text = format!("// {}, case {index}\n", entry.key);
    let conditions: Vec<&str> = case.heap_constraints.iter().chain(&case.constraints).map(String::as_str).collect();
    let schedule = schedule(&found.entries, &case.path).join(", ");
    for (label, parts) in [("condition", conditions.join(" && ")), ("schedule", schedule)] {
        if !parts.is_empty() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "// {label}: {parts}");
        }
    }
    let mut status = print(&(text + &code));
    if let Some(worst) = found.status {
        complain("a method that the case calls has no summary, so its cases are not in the schedule");
        status.worsen(worst);
    }
    Ok(status)
}

/// The method and the number of a case: `demo.Fraction#gcd:2`, or `demo.Fraction.gcd:2`.
fn parse(text: &str) -> Result<(String, usize), String> {
    let wrong =
        || format!("`{text}` names no case; write it as clew summarize numbers them, such as demo.Fraction#gcd:2");
    let (method, index) = text.rsplit_once(':').ok_or_else(wrong)?;
    let index = index.parse().map_err(|_| wrong())?;
    let descriptor = method.find('(').unwrap_or(method.len());
    match (method.contains('#'), method[..descriptor].rfind('.')) {
        (true, _) => Ok((method.to_owned(), index)),
        (false, Some(dot)) => Ok((format!("{}#{}", &method[..dot], &method[dot + 1..]), index)),
        (false, None) => Err(wrong()),
    }
}

/// The one method of this name among those that were summarized.
fn named<'e>(entries: &'e [Entry], name: &str) -> Result<&'e Entry, String> {
    let pattern = MethodPattern::new(name).map_err(|error| format!("{name}: {error}"))?;
    let meant: Vec<&Entry> = entries.iter().filter(|entry| pattern.selects(&entry.key)).collect();
    match meant.as_slice() {
        [only] => Ok(only),
        several => {
            let names: Vec<String> = several.iter().map(|entry| entry.key.to_string()).collect();
            Err(format!("{name} means {} methods ({}); add the descriptor", names.len(), names.join(", ")))
        }
    }
}

fn code(input: &Input, key: &MethodKey, case: &Case) -> Result<String, String> {
    let world = &input.world;
    let class = world.load(&key.class.replace('.', "/")).map_err(|error| error.to_string())?;
    let method = world.find_method(class, &key.method, &key.descriptor).ok_or("the class has no such method")?;
    let code = world.code(method).map_err(|error| error.to_string())?;
    let path: Vec<BlockId> = case.path.blocks.iter().map(|block| BlockId::from_index(*block as usize)).collect();
    let body =
        specialize(&code.body, &path).ok_or_else(|| format!("the path of the case is not in the code of {key}"))?;
    Ok(print_body(&body, &key.method))
}

//! The class invariants that verdicts rest on, with their proofs, as `--explain-invariants` prints them.

use crate::report::Results;
use crate::select::key_of;
use clew_absint::{ClassInvariants, Invariant, Trusted, Write};
use clew_facts::{Assumption, GoalVerdict, Proof};
use clew_jvm::World;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// An invariant in words.
pub struct Explained {
    class: String,
    field: String,
    holds: String,
    proof: Vec<Place>,
    /// The other classes whose invariants the proof takes for granted.
    rests_on: Vec<String>,
    /// The methods of the JDK whose contracts it rests on.
    contracts: Vec<String>,
}

/// A place that writes the field.
struct Place {
    /// `Class#method(descriptor)`.
    method: String,
    /// The source line; 0 where the method leaves the field as it is in a new object.
    line: u32,
    value: String,
}

/// The invariants of the classes that verdicts name, by class and field.
pub fn explain(world: &World, results: &Results) -> Vec<Explained> {
    let goals = results.methods.iter().flat_map(|method| method.goals());
    let classes: BTreeSet<String> = goals
        .filter_map(GoalVerdict::proof)
        .flat_map(Proof::assumptions)
        .filter_map(|assumption| match assumption {
            Assumption::ClassInvariant(class) => Some(class.clone()),
            _ => None,
        })
        .collect();
    let invariants = ClassInvariants::new(world);
    classes.iter().flat_map(|class| of_class(world, &invariants, class)).collect()
}

fn of_class(world: &World, invariants: &ClassInvariants<'_>, name: &str) -> Vec<Explained> {
    let Ok(class) = world.load(&name.replace('.', "/")) else { return Vec::new() };
    let explained = |Invariant { field, holds, proof, rests_on }: &Invariant| Explained {
        class: name.to_owned(),
        field: world.field(*field).name.to_string(),
        holds: holds.to_string(),
        proof: proof.iter().map(|write| place(world, write)).collect(),
        rests_on: named(rests_on, |trusted| match trusted {
            Trusted::Invariants(other) if *other != class => Some(world.class(*other).name.replace('/', ".")),
            _ => None,
        }),
        contracts: named(rests_on, |trusted| match trusted {
            Trusted::Contract(of) => Some(of.to_string()),
            _ => None,
        }),
    };
    invariants.of(class).iter().map(explained).collect()
}

fn named(rests_on: &[Trusted], name: impl Fn(&Trusted) -> Option<String>) -> Vec<String> {
    rests_on.iter().filter_map(name).collect()
}

fn place(world: &World, Write { method, line, value }: &Write) -> Place {
    Place { method: key_of(world, *method).to_string(), line: *line, value: value.to_string() }
}

/// As a member of the document.
pub fn as_json(explained: &[Explained]) -> Value {
    let place = |place: &Place| json!({ "method": place.method, "line": place.line, "value": place.value });
    let one = |it: &Explained| {
        let proof: Vec<Value> = it.proof.iter().map(place).collect();
        let mut document = json!({ "class": it.class, "field": it.field, "holds": it.holds, "proof": proof });
        if !it.rests_on.is_empty() {
            document["rests_on"] = it.rests_on.clone().into();
        }
        if !it.contracts.is_empty() {
            document["contracts"] = it.contracts.clone().into();
        }
        document
    };
    explained.iter().map(one).collect()
}

/// As a part of the summary.
pub fn as_text(explained: &[Explained]) -> String {
    if explained.is_empty() {
        return "\nNo verdict rests on an invariant of a class.\n".to_owned();
    }
    let mut text = "\nInvariants of classes that verdicts rest on\n".to_owned();
    for Explained { class, field, holds, proof, rests_on, contracts } in explained {
        text.push_str(&format!("  {class}.{field} is {holds}\n"));
        for Place { method, line, value } in proof {
            let line = match line {
                0 => "leaves what a new object has".to_owned(),
                line => format!("line {line}"),
            };
            text.push_str(&format!("    {method}, {line}: {value}\n"));
        }
        for other in rests_on {
            text.push_str(&format!("    if the invariants of {other} hold\n"));
        }
        for method in contracts {
            text.push_str(&format!("    if {method} never returns null\n"));
        }
    }
    text
}

//! The kinds of answers that tests show, where no goal tells them apart: `return text.isEmpty();` has one line and no branch.

use crate::core::Core;
use crate::flow::PathEnd;
use crate::state::State;
use crate::types::{class_of, display_name, heap_field};
use clew_base::OrderedMap;
use clew_facts::{FieldKey, HeapObject, Object, ObjectId as FactId, Outcome, Value as Fact};
use clew_heap::{ObjectId, Ref, Value};
use clew_jvm::Provenance;

/// What a method answers, as far as callers mostly ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Answer {
    /// A truth value.
    Truth(bool),
    /// The number zero.
    Zero,
    /// Another whole number.
    Number,
    /// `null`, or an optional value without content.
    Nothing,
    /// An array, a text or a collection without content.
    Empty,
    /// Another object.
    Something,
    /// Nothing, because the method is declared so: it ends.
    Done,
}

const OPTIONAL: &str = "java/util/Optional";

/// How many objects deep the content of a collection may lie.
const DEPTH: usize = 3;

/// The fields in which objects of the JDK count their elements.
const COUNTS: [&str; 2] = ["size", "count"];
/// The fields behind which they keep their content.
const CONTENTS: [&str; 4] = ["map", "m", "elements", "value"];

impl Answer {
    /// The kind of what a method returns at the end of a path whose result is declared to be of the type `declared`, if it has one and
    /// is known.
    pub(crate) fn of(machine: &Core<'_>, state: &State, end: &PathEnd, declared: Option<&str>) -> Option<Answer> {
        let value = match end {
            PathEnd::Return(Some(value)) => value,
            PathEnd::Return(None) if !machine.world.method(machine.target).is_constructor() => {
                return Some(Answer::Done);
            }
            _ => return None,
        };
        match (value, declared?) {
            (Value::Term(term), "Z") => machine.pool.as_i32(*term).map(|value| Answer::Truth(value != 0)),
            (Value::Term(term), "B" | "S" | "I" | "J") => {
                machine.pool.as_const(*term)?.as_signed().map(Answer::of_number)
            }
            (Value::Ref(Ref::Null), _) => Some(Answer::Nothing),
            (Value::Ref(Ref::Object(object)), _) => Some(of_object(machine, state, *object, DEPTH)),
            (Value::Ref(Ref::Var(_)) | Value::Term(_) | Value::Opaque(_), _) => None,
        }
    }

    /// The likely kind of a number that a path leaves open: most are not zero, and tests prefer those. A test of it may show zero.
    pub(crate) fn of_open_number(end: &PathEnd, declared: Option<&str>) -> Option<Answer> {
        let is_whole = matches!(declared, Some("B" | "S" | "I" | "J"));
        (is_whole && matches!(end, PathEnd::Return(Some(Value::Term(_))))).then_some(Answer::Number)
    }

    /// The kind of what a run has returned that left these objects.
    pub(crate) fn told(outcome: &Outcome, heap_after: &OrderedMap<FactId, HeapObject>) -> Option<Answer> {
        let value = match outcome {
            Outcome::Returns(Some(value)) => value,
            Outcome::Returns(None) => return Some(Answer::Done),
            _ => return None,
        };
        match value {
            Fact::Boolean(value) => Some(Answer::Truth(*value)),
            Fact::Byte(number) => Some(Answer::of_number((*number).into())),
            Fact::Short(number) => Some(Answer::of_number((*number).into())),
            Fact::Int(number) => Some(Answer::of_number((*number).into())),
            Fact::Long(number) => Some(Answer::of_number(*number)),
            Fact::Null => Some(Answer::Nothing),
            Fact::Ref(id) => Some(match heap_after.get(id).map(|object| &object.object) {
                Some(Object::Instance { fields }) if heap_after[id].class == display_name(OPTIONAL) => {
                    let is_empty = fields.iter().any(|(key, held)| key.name == "value" && *held == Fact::Null);
                    if is_empty { Answer::Nothing } else { Answer::Something }
                }
                Some(Object::Array { elements }) if elements.is_empty() => Answer::Empty,
                Some(Object::String(units)) if units.is_empty() => Answer::Empty,
                Some(Object::Instance { fields }) if has_size_zero(fields, heap_after, DEPTH) => Answer::Empty,
                _ => Answer::Something,
            }),
            Fact::Char(_) | Fact::Float(_) | Fact::Double(_) | Fact::Unknown => None,
        }
    }

    /// Whether a test is made to show it. Zero is what code that does nothing returns, and where a method has branches, these tell
    /// numbers apart.
    pub(crate) fn is_to_be_shown(self, has_branches: bool) -> bool {
        match self {
            Answer::Zero => false,
            Answer::Number | Answer::Done | Answer::Empty => !has_branches,
            Answer::Truth(_) | Answer::Nothing | Answer::Something => true,
        }
    }

    fn of_number(number: i64) -> Answer {
        if number == 0 { Answer::Zero } else { Answer::Number }
    }
}

fn of_object(machine: &Core<'_>, state: &State, object: ObjectId, depth: usize) -> Answer {
    let held = state.heap.object(object);
    if let Some(array) = held.array() {
        return if machine.pool.as_i32(array.length) == Some(0) { Answer::Empty } else { Answer::Something };
    }
    let Some(class) = held.exact_type().map(class_of) else { return Answer::Something };
    let field = |name: &str| held.field(heap_field(machine.world.instance_field(class, name)?));
    let is_of_jdk = machine.world.class(class).provenance == Provenance::Jdk;
    match &*machine.world.class(class).name {
        OPTIONAL if field("value") == Some(Value::Ref(Ref::Null)) => Answer::Nothing,
        OPTIONAL => Answer::Something,
        _ if is_of_jdk => {
            let counted = COUNTS.iter().find_map(|name| machine.world.instance_field(class, name));
            let size = counted.map(|counted| held.field(heap_field(counted)));
            let parts = CONTENTS.iter().find_map(|name| field(name));
            match (size, parts) {
                // A field that nobody has written holds zero.
                (Some(None), _) => Answer::Empty,
                (Some(Some(Value::Term(size))), _) if machine.pool.as_i32(size) == Some(0) => Answer::Empty,
                // A set keeps its elements in a map, and a text its characters in an array.
                (None, Some(Value::Ref(Ref::Object(content)))) if depth > 0 => {
                    of_object(machine, state, content, depth - 1)
                }
                _ => Answer::Something,
            }
        }
        _ => Answer::Something,
    }
}

/// Whether what these fields hold is a collection of the JDK without elements.
fn has_size_zero(
    fields: &OrderedMap<FieldKey, Fact>,
    heap_after: &OrderedMap<FactId, HeapObject>,
    depth: usize,
) -> bool {
    let of = |names: &[&str]| {
        let is_it = |key: &FieldKey| key.class.starts_with("java.util.") && names.contains(&&*key.name);
        fields.iter().find(|(key, _)| is_it(key)).map(|(_, value)| value)
    };
    match (of(&COUNTS), of(&CONTENTS)) {
        (Some(size), _) => *size == Fact::Int(0),
        (None, Some(Fact::Ref(content))) => match heap_after.get(content).map(|object| &object.object) {
            Some(Object::Array { elements }) => elements.is_empty(),
            Some(Object::Instance { fields }) if depth > 0 => has_size_zero(fields, heap_after, depth - 1),
            _ => false,
        },
        _ => false,
    }
}

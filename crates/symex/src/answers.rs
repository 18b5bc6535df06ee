//! The kinds of answers that tests show, where no goal tells them apart: `return text.isEmpty();` has one line and no branch.

use crate::core::Core;
use crate::flow::PathEnd;
use crate::state::State;
use crate::types::{class_of, display_name, heap_field};
use clew_base::OrderedMap;
use clew_facts::{HeapObject, Object, ObjectId as FactId, Outcome, Value as Fact};
use clew_heap::{ObjectId, Ref, Value};

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
    /// An object.
    Something,
    /// Nothing, because the method is declared so: it ends.
    Done,
}

const OPTIONAL: &str = "java/util/Optional";

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
            (Value::Ref(Ref::Object(object)), _) => Some(of_object(machine, state, *object)),
            (Value::Ref(Ref::Var(_)) | Value::Term(_) | Value::Opaque(_), _) => None,
        }
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
            Answer::Number | Answer::Done => !has_branches,
            Answer::Truth(_) | Answer::Nothing | Answer::Something => true,
        }
    }

    fn of_number(number: i64) -> Answer {
        if number == 0 { Answer::Zero } else { Answer::Number }
    }
}

fn of_object(machine: &Core<'_>, state: &State, object: ObjectId) -> Answer {
    let held = state.heap.object(object);
    let Some(class) = held.exact_type().map(class_of) else { return Answer::Something };
    let is_optional = &*machine.world.class(class).name == OPTIONAL;
    let content = machine.world.instance_field(class, "value").filter(|_| is_optional);
    match content.and_then(|field| held.field(heap_field(field))) {
        Some(Value::Ref(Ref::Null)) => Answer::Nothing,
        _ => Answer::Something,
    }
}

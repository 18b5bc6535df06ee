//! What people put into the collections and maps that they pass: constants of enums, texts and numbers that the code names, plain objects.

use super::onward::{MAX_CALLS, in_turn};
use super::passing::{Passing, with_object};
use super::readable::add_call;
use crate::makers::addition_to;
use clew_facts::{Call, HeapObject, Object, ObjectId, TestCase, Value};
use clew_jvm::Declared;

/// How many elements or entries are tried for one container.
const MAX_CONTENTS: usize = 24;

/// How many numbers are tried for an element, a key or a value.
const MAX_NUMBERS: usize = 8;

/// What the entries and elements that people add are made of.
pub(super) struct Contents<'p, 'w> {
    pub passing: &'p mut Passing<'w>,
    /// Texts of the code.
    pub texts: &'p [HeapObject],
    /// Numbers of the code.
    pub numbers: &'p [i64],
}

/// What may be passed, with the test to which the objects are added that it names.
type Choice = (TestCase, Value);

impl Contents<'_, '_> {
    /// The tests with one more element or entry in a container, of the types that are declared of it.
    pub(super) fn added_to(&mut self, test: &TestCase, container: ObjectId, declared: &Declared) -> Vec<TestCase> {
        let Some(HeapObject { class, object: Object::Made(made) }) = test.heap.get(&container) else {
            return Vec::new();
        };
        let Some(addition) = addition_to(&class.replace('.', "/")).filter(|_| made.then.len() < MAX_CALLS) else {
            return Vec::new();
        };
        let [first, others @ ..] = &*declared.arguments else { return Vec::new() };
        if others.len() + 1 != addition.arguments.len() {
            return Vec::new();
        }
        let is_known =
            |test: &TestCase, value: &Value| made.then.iter().any(|call| is_same(test, &call.arguments[0], value));
        let may_be_twice = addition.name == "add" && !class.ends_with("Set");
        let mut lists = Vec::new();
        for (test, value) in self.choices(test, first.as_ref()) {
            if !may_be_twice && is_known(&test, &value) {
                continue;
            }
            let under = match others {
                [] => vec![(test, vec![value])],
                [other, ..] => {
                    let choices = self.choices(&test, other.as_ref()).into_iter();
                    choices.map(|(test, other)| (test, vec![value.clone(), other])).collect()
                }
            };
            lists.push(under);
        }
        let added = in_turn(lists).into_iter().take(MAX_CONTENTS).map(|(mut test, arguments)| {
            add_call(&mut test, container, Call::new(addition.method(), arguments));
            test
        });
        added.collect()
    }

    /// What may be put into a container whose declaration says this of it.
    fn choices(&mut self, test: &TestCase, declared: Option<&Declared>) -> Vec<Choice> {
        let Some(declared) = declared else { return self.passing.new_ones(test, "Ljava/lang/Object;", "") };
        let name = &self.passing.world.class(declared.class).name;
        let numbers = || match self.numbers {
            [] => DEFAULT_NUMBERS.iter(),
            numbers => numbers.iter(),
        };
        let boxed = |value: fn(i64) -> Option<Value>| {
            let class = name.replace('/', ".");
            let values = numbers().take(MAX_NUMBERS).filter_map(|number| value(*number));
            values
                .map(|value| with_object(test, HeapObject { class: class.clone(), object: Object::Boxed(value) }))
                .collect()
        };
        match &**name {
            "java/lang/String" if !self.texts.is_empty() => {
                self.texts.iter().map(|text| with_object(test, text.clone())).collect()
            }
            "java/lang/Byte" => boxed(|number| number.try_into().ok().map(Value::Byte)),
            "java/lang/Short" => boxed(|number| number.try_into().ok().map(Value::Short)),
            "java/lang/Integer" => boxed(|number| number.try_into().ok().map(Value::Int)),
            "java/lang/Long" => boxed(|number| Some(Value::Long(number))),
            "java/lang/Float" => boxed(|number| Some(Value::Float((number as f32).to_bits()))),
            "java/lang/Double" => boxed(|number| Some(Value::Double((number as f64).to_bits()))),
            "java/lang/Boolean" => boxed(|number| (0..2).contains(&number).then_some(Value::Boolean(number == 1))),
            name => self.passing.new_ones(test, &format!("L{name};"), ""),
        }
    }
}

/// Numbers that are tried where no others are known.
const DEFAULT_NUMBERS: [i64; 4] = [1, 0, 2, -1];

/// Whether two values of a test are the same number, or equal texts, constants or boxes.
fn is_same(test: &TestCase, one: &Value, other: &Value) -> bool {
    let object = |value: &Value| match value {
        Value::Ref(id) => {
            test.heap.get(id).filter(|object| !matches!(object.object, Object::Made(_) | Object::Instance { .. }))
        }
        _ => None,
    };
    one == other || object(one).is_some_and(|one| object(other) == Some(one))
}

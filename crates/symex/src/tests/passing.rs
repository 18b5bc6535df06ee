//! What is passed to a further call on an object of a test.

use super::readable::{add_call, add_plain};
use super::usual::enum_values;
use crate::machine::Machine;
use crate::plain_calls::{PlainCalls, string, text_for};
use clew_facts::{Call, EarlierCall, HeapObject, Object, ObjectId, TestCase, Value};
use clew_jvm::{ClassId, Method, MethodId, World};
use std::collections::VecDeque;

/// How many values are tried for a parameter.
const MAX_VALUES: usize = 3;

/// How many lists of arguments are tried for a call.
const MAX_LISTS: usize = 6;

/// How many methods are called on an object that is passed, each to have it in another state.
const MAX_STATES: usize = 2;

/// Stands for the object of a call that has none.
const NO_OBJECT: ObjectId = ObjectId(u32::MAX);

/// What may be passed to further calls.
pub(super) struct Passing<'w> {
    pub world: &'w World,
    pub calls: PlainCalls<'w>,
    /// Values that are passed where they fit, the first of which are tried first.
    pub values: Vec<Value>,
}

impl<'w> Passing<'w> {
    pub(super) fn new(machine: &Machine<'w>, values: Vec<Value>) -> Self {
        Self { world: machine.world, calls: PlainCalls::of(machine), values }
    }

    /// The tests with one more call on an object that calls make.
    pub(super) fn with_call(&mut self, test: &TestCase, id: ObjectId, changer: MethodId) -> Vec<TestCase> {
        let method = self.world.method(changer);
        let mut found = Vec::new();
        for (mut test, arguments) in self.lists(test, id, &method) {
            add_call(&mut test, id, Call::new(crate::trace::key(self.world, changer), arguments));
            found.push(test);
        }
        found
    }

    /// The tests with one more earlier call, of a static method or of one of an object that static fields share.
    pub(super) fn with_earlier_call(
        &mut self,
        test: &TestCase,
        receiver: Option<Value>,
        changer: MethodId,
    ) -> Vec<TestCase> {
        let method = self.world.method(changer);
        let of = match receiver {
            Some(Value::Ref(id)) => id,
            _ => NO_OBJECT,
        };
        let mut found = Vec::new();
        for (mut test, arguments) in self.lists(test, of, &method) {
            let call = Call::new(crate::trace::key(self.world, changer), arguments);
            test.earlier.push(EarlierCall { receiver: receiver.clone(), call });
            found.push(test);
        }
        found
    }

    /// Lists of arguments for a method that makes or changes an object, which itself is not among them; each with the test to which the
    /// objects are added that it names. The first has what comes first for each parameter, the others something else for one of them.
    pub(super) fn lists(&mut self, test: &TestCase, of: ObjectId, method: &Method) -> Vec<(TestCase, Vec<Value>)> {
        let names = self.world.parameter_names(method);
        let parameters: Vec<(&str, &str)> =
            method.parameters.iter().map(|ty| &**ty).zip(names.iter().map(String::as_str)).collect();
        let (first, counts) = self.list(test, of, &parameters, None);
        let most = counts.iter().copied().max().unwrap_or(0);
        let others = (1..most).flat_map(|choice| (0..counts.len()).map(move |at| (at, choice)));
        let others: Vec<(usize, usize)> = others.filter(|(at, choice)| *choice < counts[*at]).collect();
        let others =
            others.into_iter().take(MAX_LISTS - 1).map(|other| self.list(test, of, &parameters, Some(other)).0);
        std::iter::once(first).chain(others.collect::<Vec<_>>()).collect()
    }

    /// A list of what comes first for each of the parameters, or of the choice with this number for the one at this position. Also returns
    /// how many choices there are for each.
    fn list(
        &mut self,
        test: &TestCase,
        of: ObjectId,
        parameters: &[(&str, &str)],
        other: Option<(usize, usize)>,
    ) -> ((TestCase, Vec<Value>), Vec<usize>) {
        let (mut test, mut list, mut counts) = (test.clone(), Vec::new(), Vec::new());
        for (position, parameter) in parameters.iter().enumerate() {
            let mut choices = self.choices(&test, of, *parameter);
            counts.push(choices.len());
            let chosen = other.filter(|(at, _)| *at == position).map_or(0, |(_, choice)| choice);
            let (with, value) = choices.swap_remove(chosen.min(choices.len() - 1));
            test = with;
            list.push(value);
        }
        ((test, list), counts)
    }

    /// What may be passed for a parameter, each with the test to which the objects are added that it names: values that are there, of which
    /// `null` is the last, and new ones. At least one.
    fn choices(&mut self, test: &TestCase, of: ObjectId, (ty, name): (&str, &str)) -> Vec<(TestCase, Value)> {
        let fitting = self.values.iter().filter(|value| fits(self.world, test, of, value, ty));
        let (nulls, others): (Vec<&Value>, Vec<&Value>) = fitting.partition(|value| **value == Value::Null);
        let fitting = others.into_iter().chain(nulls).take(MAX_VALUES).cloned();
        let mut choices: Vec<(TestCase, Value)> = fitting.map(|value| (test.clone(), value)).collect();
        if choices.len() < MAX_VALUES {
            let new_ones = self.new_ones(test, ty, name);
            let is_known = choices.iter().any(|(_, known)| *known == new_ones[0].1);
            choices.extend(if is_known { Vec::new() } else { new_ones });
        }
        choices
    }

    /// New values for a parameter. Of an enum these are all its constants, else a plain value. If that is an object of the program, there
    /// are others besides, which calls have brought into other states.
    pub(super) fn new_ones(&mut self, test: &TestCase, ty: &str, name: &str) -> Vec<(TestCase, Value)> {
        let constants = enum_values(self.world, ty);
        if !constants.is_empty() {
            return constants.into_iter().map(|constant| with_object(test, constant)).collect();
        }
        let mut plain = test.clone();
        let name = new_text(&plain, text_for(name));
        let value = self.calls.argument(&mut |object| add_plain(&mut plain, object), ty, &name);
        let mut found = vec![(plain, value)];
        for changer in self.changers_of(&found[0]) {
            let (mut changed, value) = found[0].clone();
            let call = self.calls.plain_call(&mut |object| add_plain(&mut changed, object), changer);
            if let Value::Ref(id) = value
                && let Some(Object::Made(made)) = changed.heap.get_mut(&id).map(|object| &mut object.object)
            {
                made.then.push(call);
                found.push((changed, value));
            }
        }
        found
    }

    fn changers_of(&mut self, (test, value): &(TestCase, Value)) -> Vec<MethodId> {
        let Value::Ref(id) = value else { return Vec::new() };
        let class = test.heap.get(id).filter(|object| matches!(object.object, Object::Made(_)));
        let Some(class) = class.and_then(|object| class_named(self.world, &object.class)) else { return Vec::new() };
        self.calls.factories.of(self.world, class).changers.iter().copied().take(MAX_STATES).collect()
    }
}

/// The test to which an object is added, and the reference to that.
pub(super) fn with_object(test: &TestCase, object: HeapObject) -> (TestCase, Value) {
    let mut test = test.clone();
    let value = Value::Ref(add_plain(&mut test, object));
    (test, value)
}

/// The class with this name, as tests have it.
pub(super) fn class_named(world: &World, name: &str) -> Option<ClassId> {
    world.load(&name.replace('.', "/")).ok()
}

/// Whether a value can be passed for a parameter of a type, in a call that makes or changes the object `of`.
fn fits(world: &World, test: &TestCase, of: ObjectId, value: &Value, ty: &str) -> bool {
    match (value, ty) {
        (Value::Boolean(_), "Z") | (Value::Byte(_), "B") | (Value::Char(_), "C") | (Value::Short(_), "S") => true,
        (Value::Int(_), "I") | (Value::Long(_), "J") | (Value::Float(_), "F") | (Value::Double(_), "D") => true,
        (Value::Null, ty) => ty.starts_with(['L', '[']),
        (Value::Ref(id), ty) => {
            let declared = world.class_of(ty);
            let held = test.heap.get(id).and_then(|object| class_named(world, &object.class));
            *id != of && held.zip(declared).is_some_and(|(held, declared)| world.is_subtype(held, declared))
        }
        _ => false,
    }
}

/// A text like this that the input of a test does not hold.
fn new_text(test: &TestCase, text: &str) -> String {
    let holds = |text: &str| test.heap.values().any(|object| object.object == string(text).object);
    let numbered = (2..).map(|number| format!("{text}{number}"));
    std::iter::once(text.to_owned()).chain(numbered).find(|text| !holds(text)).unwrap_or_default()
}

/// The numbers, texts and objects that values lead to, nearest first, each once.
pub(super) fn values_behind(test: &TestCase, from: impl IntoIterator<Item = Value>) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    let mut waiting: VecDeque<Value> = from.into_iter().collect();
    while let Some(value) = waiting.pop_front() {
        if found.contains(&value) {
            continue;
        }
        if let Value::Ref(id) = &value {
            match test.heap.get(id).map(|object| &object.object) {
                Some(Object::Instance { fields }) => waiting.extend(fields.values().cloned()),
                Some(Object::Array { elements }) => waiting.extend(elements.iter().cloned()),
                Some(Object::Made(made)) => waiting.extend(made.arguments().cloned()),
                Some(Object::Boxed(value)) => waiting.push_back(value.clone()),
                _ => {}
            }
        }
        found.push(value);
    }
    found
}

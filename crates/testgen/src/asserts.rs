//! Writes down what holds after the call: the result, changed fields and changed elements.

mod decimals;
mod holding;
mod passed;
mod reading;
mod times;

use crate::classes::{ClassKind, Origin};
use crate::java::{
    JavaType, box_class, capitalized, coerced, element_literal, identifier_part, letter_of, literal, parse_method,
    quoted, string_expression,
};
use crate::looks::{Look, Sight};
use crate::names::local_for_class;
use crate::options::JUnit;
use crate::told::Told;
use crate::writer::{JavaExpr, Writer, initializer};
use clew_facts::{FieldKey, HeapObject, Object, ObjectId, Observation, Observed, Value};
use std::collections::BTreeMap;

/// How deep the fields of new objects are compared.
const MAX_DEPTH: usize = 3;
/// How many elements an array has at most that is compared as a whole.
const MAX_WHOLE_ARRAY: usize = 32;
/// How many elements of an array are compared one by one at most.
const MAX_ELEMENTS: usize = 16;

const OPTIONAL: &str = "java.util.Optional";

/// How many assertions say what was seen, beside the one on the result.
const MAX_SIGHTS: usize = 6;

/// How many assertions say that something is as it was, where nothing else is said.
const MAX_UNCHANGED: usize = 2;

/// Writes assertions.
pub(crate) struct Asserter<'x, 'w, 'a> {
    writer: &'x mut Writer<'w, 'a>,
    junit: JUnit,
    /// Whether fields are read that only reflection gets at.
    private: Private,
    /// How to write the objects that the call made, as far as they were met.
    made: BTreeMap<ObjectId, JavaExpr>,
    lines: Vec<String>,
    /// How many of the lines say no more than of what class an object is.
    of_class: usize,
}

/// What becomes of fields that a test can read by reflection only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Private {
    /// Nothing is said of them.
    Hidden,
    /// They are read, because there is nothing else to tell.
    Read,
}

impl<'x, 'w, 'a> Asserter<'x, 'w, 'a> {
    pub(crate) fn new(writer: &'x mut Writer<'w, 'a>, junit: JUnit, private: Private) -> Self {
        Asserter { writer, junit, private, made: BTreeMap::new(), lines: Vec::new(), of_class: 0 }
    }

    /// Whether nothing was said but of what classes objects are.
    pub(crate) fn says_little(&self) -> bool {
        self.lines.len() == self.of_class
    }

    /// Whether nothing was written.
    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// What was written.
    pub(crate) fn finish(self) -> Vec<String> {
        self.lines
    }

    /// Says that the expression, of a declared type, has the value.
    pub(crate) fn value(&mut self, actual: JavaExpr, declared: &JavaType, value: &Value, depth: usize) {
        match coerced_known(value, declared) {
            Value::Unknown => {}
            Value::Null => self.say("assertNull", &[actual.text]),
            Value::Ref(object) => self.object(actual, object, depth),
            primitive => self.primitive(actual, &primitive),
        }
    }

    /// Adds an assertion, unless it is there already.
    fn say(&mut self, assertion: &'static str, arguments: &[String]) {
        let name = self.writer.scope.assertion(assertion);
        let line = format!("{name}({});", arguments.join(", "));
        if !self.lines.contains(&line) {
            self.lines.push(line);
        }
    }

    /// Adds an assertion that says no more than of what class an object is.
    fn say_class(&mut self, assertion: &'static str, arguments: &[String]) {
        let before = self.lines.len();
        self.say(assertion, arguments);
        self.of_class += self.lines.len() - before;
    }

    fn primitive(&mut self, actual: JavaExpr, value: &Value) {
        let (Some(letter), Some(expected)) = (letter_of(value), literal(value)) else { return };
        let ty = JavaType::Primitive(letter);
        match value {
            Value::Boolean(holds) => {
                let text = self.writer.cast(actual, &ty);
                self.say(if *holds { "assertTrue" } else { "assertFalse" }, &[text]);
            }
            Value::Float(_) | Value::Double(_) if self.junit == JUnit::Four => {
                // With a tolerance, JUnit 4 takes -0.0 for 0.0.
                let bits = if letter == 'F' { "Float.floatToIntBits" } else { "Double.doubleToLongBits" };
                let text = self.writer.cast(actual, &ty);
                self.say("assertEquals", &[format!("{bits}({expected})"), format!("{bits}({text})")]);
            }
            _ => self.say("assertEquals", &[expected, actual.text]),
        }
    }

    /// What an object is called that has a name or an expression by now.
    fn known(&self, id: ObjectId) -> Option<String> {
        self.made.get(&id).or_else(|| self.writer.objects.get(&id)).map(|known| known.text.clone())
    }

    /// An object as it is after the call.
    fn after(&self, id: ObjectId) -> Option<&'w HeapObject> {
        let test = self.writer.test;
        test.heap_after.get(&id).or_else(|| test.heap.get(&id))
    }

    fn object(&mut self, actual: JavaExpr, id: ObjectId, depth: usize) {
        if let Some(expected) = self.time(id).or_else(|| self.decimal(id)) {
            self.say("assertEquals", &[expected, actual.text]);
            return;
        }
        if let Some(known) = self.known(id) {
            let object = self.writer.test.heap.get(&id).map(|object| &object.object);
            match object.filter(|_| !self.writer.names.contains_key(&id)) {
                Some(Object::String(units)) => self.say("assertEquals", &[string_expression(units), actual.text]),
                Some(Object::Boxed(_)) => self.say("assertEquals", &[known, actual.text]),
                _ => self.say("assertSame", &[known, actual.text]),
            }
            return;
        }
        let Some(HeapObject { class, object }) = self.after(id) else { return };
        match object {
            Object::String(units) => self.say("assertEquals", &[string_expression(units), actual.text]),
            Object::Boxed(_) | Object::EnumConstant(_) | Object::Class(_) | Object::OfStatic(_) => {
                let by_value = matches!(object, Object::Boxed(_));
                if let Ok(expected) = self.writer.simple(id, class, object) {
                    // The method under test may be the one that is asked for it.
                    let is_asked = matches!(object, Object::OfStatic(_)) && expected.text.ends_with("()");
                    if is_asked && self.writer.is_only_returned(id) {
                        self.say("assertNotNull", std::slice::from_ref(&actual.text));
                    }
                    self.say(if by_value { "assertEquals" } else { "assertSame" }, &[expected.text, actual.text]);
                }
            }
            Object::Array { elements } => self.new_array(actual, id, class, elements, depth),
            Object::Instance { .. } => {
                if depth >= MAX_DEPTH || !self.holding(&actual, id, depth) {
                    self.new_instance(actual, id, class, depth);
                }
            }
            // Those of the input are known by name, and the call makes no others.
            Object::Made(_) => {}
        }
    }

    /// Gives an object that the call made a name, so that it can be spoken of again.
    fn name(&mut self, actual: JavaExpr, id: ObjectId, class: &str) -> JavaExpr {
        let wanted = JavaType::of_class(class).unwrap_or_else(JavaType::object);
        let is_array = |ty: &JavaType| matches!(ty, JavaType::Array(_));
        // What is declared as an object has neither a length nor elements.
        let shows_all = is_array(&actual.ty) || !is_array(&wanted);
        if shows_all && actual.text.chars().all(|c| c.is_ascii_alphanumeric()) {
            self.made.insert(id, actual.clone());
            return actual;
        }
        let ty = self.writer.scope.nameable(&wanted);
        let base = match actual.text.rsplit_once('.') {
            Some((owner, field)) if owner.chars().all(|c| c.is_ascii_alphanumeric()) && !field.contains('(') => {
                format!("{owner}{}", capitalized(&identifier_part(field)))
            }
            _ => format!("{}After", local_for_class(class)),
        };
        let name = self.writer.fresh_local(&base);
        let shown = self.writer.scope.type_name(&ty).unwrap_or_else(|| "Object".into());
        let text = self.writer.fitted(actual, &ty);
        self.lines.push(format!("{shown} {name} = {text};"));
        let made = JavaExpr::new(name, ty);
        self.made.insert(id, made.clone());
        made
    }

    fn class_of(&mut self, object: &JavaExpr, class: &str) {
        let Some(ty) = JavaType::of_class(class) else { return };
        let is_named = self.writer.scope.type_name(&ty).is_some();
        let known = |name: &str| self.writer.scope.classes.class(name);
        let is_hidden = |name: &str| known(name).is_none_or(|class| class.origin == Origin::Jdk && !is_named);
        if matches!(&ty, JavaType::Class(name) if is_hidden(name)) {
            // A class that the JVM made up, to which the next run gives another name, or one that the JDK keeps to itself.
            self.say_class("assertNotNull", std::slice::from_ref(&object.text));
            return;
        }
        let object = &object.text;
        let (expected, actual) = match self.writer.scope.type_name(&ty) {
            Some(name) => (format!("{name}.class"), format!("{object}.getClass()")),
            None => (quoted(&ty.for_name()), format!("{object}.getClass().getName()")),
        };
        self.say_class("assertEquals", &[expected, actual]);
    }

    /// Says what an object is like that a constructor made, whose class is no question.
    pub(crate) fn constructed(&mut self, actual: JavaExpr, value: &Value) {
        let Value::Ref(id) = value else { return };
        let Some(class) = self.writer.test.heap_after.get(id).map(|after| after.class.clone()) else { return };
        let object = self.name(actual, *id, &class);
        self.fields(object, *id, &class, 0);
    }

    fn new_instance(&mut self, actual: JavaExpr, id: ObjectId, class: &str, depth: usize) {
        let is_declared_so = JavaType::of_class(class).as_ref() == Some(&actual.ty);
        let object = self.name(actual, id, class);
        if class == OPTIONAL && self.optional(&object, id, depth) {
            return;
        }
        let kind = self.writer.scope.classes.class(class).map(|class| class.kind);
        let before = self.lines.len();
        // The constructor of an abstract class was called for an anonymous subclass.
        if kind != Some(ClassKind::Abstract) && !is_declared_so {
            self.class_of(&object, class);
        }
        if depth < MAX_DEPTH {
            self.fields(object.clone(), id, class, depth);
        }
        if is_declared_so && self.lines.len() == before {
            self.say_class("assertNotNull", &[object.text]);
        }
    }

    /// Says what an optional value holds, if that is known.
    fn optional(&mut self, object: &JavaExpr, id: ObjectId, depth: usize) -> bool {
        let test = self.writer.test;
        let Some(Object::Instance { fields }) = test.heap_after.get(&id).map(|after| &after.object) else {
            return false;
        };
        let held = fields.iter().find(|(key, _)| key.name == "value").map(|(_, value)| value);
        let Some(held) = held.filter(|held| **held != Value::Unknown) else { return false };
        let owner = self.writer.as_owner(object.clone(), OPTIONAL);
        let assertion = if *held == Value::Null { "assertFalse" } else { "assertTrue" };
        self.say(assertion, &[format!("{owner}.isPresent()")]);
        if *held != Value::Null && depth < MAX_DEPTH {
            let held_by = JavaExpr::new(format!("{owner}.get()"), JavaType::object());
            self.value(held_by, &JavaType::object(), held, depth + 1);
        }
        true
    }

    fn fields(&mut self, object: JavaExpr, id: ObjectId, class: &str, depth: usize) {
        let test = self.writer.test;
        let Some(Object::Instance { fields }) = test.heap_after.get(&id).map(|after| &after.object) else { return };
        for (key, value) in fields.iter().filter(|(key, value)| !is_untouched(key, value)) {
            self.field(object.clone(), class, key, value, depth);
        }
        // Of what is as it is at first nobody is told who cannot see it.
        for (key, value) in fields.iter().filter(|(key, value)| is_untouched(key, value)) {
            let is_open = JavaType::parse(&key.descriptor)
                .is_some_and(|ty| self.open_field(object.clone(), class, key, &ty).is_some());
            if is_open {
                self.field(object.clone(), class, key, value, depth);
            }
        }
    }

    fn field(&mut self, object: JavaExpr, class: &str, key: &FieldKey, value: &Value, depth: usize) {
        let Some(ty) = JavaType::parse(&key.descriptor) else { return };
        if *value == Value::Unknown {
            return;
        }
        if let Some(read) = self.read_field(object, class, key, &ty) {
            self.value(read, &ty, value, depth + 1);
        }
    }

    fn new_array(&mut self, actual: JavaExpr, id: ObjectId, class: &str, elements: &[Value], depth: usize) {
        let Some(JavaType::Array(element)) = JavaType::of_class(class) else { return };
        if element.is_primitive() && self.whole(&actual, &element, elements) {
            return;
        }
        let array = self.name(actual, id, class);
        self.class_of(&array, class);
        self.say("assertEquals", &[elements.len().to_string(), format!("{}.length", array.text)]);
        if depth < MAX_DEPTH {
            let all: Vec<_> = elements.iter().enumerate().collect();
            self.elements(&array, &all, depth);
        }
    }

    /// Compares a primitive array as a whole, if that can be done and read.
    fn whole(&mut self, actual: &JavaExpr, element: &JavaType, elements: &[Value]) -> bool {
        let values: Vec<_> = elements.iter().map(|value| coerced_known(value, element)).collect();
        let real = matches!(element, JavaType::Primitive('F' | 'D'));
        if values.len() > MAX_WHOLE_ARRAY || values.contains(&Value::Unknown) || (real && self.junit == JUnit::Four) {
            return false;
        }
        let Some(literals) = values.iter().map(element_literal).collect::<Option<Vec<_>>>() else { return false };
        let ty = JavaType::Array(Box::new(element.clone()));
        let Some(shown) = self.writer.scope.type_name(&ty) else { return false };
        let text = self.writer.cast(actual.clone(), &ty);
        self.say("assertArrayEquals", &[format!("new {shown} {}", initializer(&literals)), text]);
        true
    }

    fn elements(&mut self, array: &JavaExpr, elements: &[(usize, &Value)], depth: usize) {
        let JavaType::Array(element) = array.ty.clone() else { return };
        for (index, value) in elements.iter().take(MAX_ELEMENTS) {
            let read = JavaExpr::new(format!("{}[{index}]", array.text), (*element).clone());
            self.value(read, &element, value, depth + 1);
        }
    }

    /// Says what has changed in the objects of the input.
    pub(crate) fn changes(&mut self) {
        let test = self.writer.test;
        for (id, before) in &test.heap {
            let (Some(object), Some(after)) = (self.writer.objects.get(id).cloned(), test.heap_after.get(id)) else {
                continue;
            };
            match (&before.object, &after.object) {
                (Object::Instance { fields: old }, Object::Instance { fields: new }) => {
                    for (key, value) in new {
                        if old.get(key).is_none_or(|old| old != value) && !is_default(key, value, old.get(key)) {
                            self.field(object.clone(), &before.class, key, value, 0);
                        }
                    }
                }
                (Object::Array { elements: old }, Object::Array { elements: new }) => {
                    self.changed_elements(&object, old, new);
                }
                (Object::Made(made), Object::Instance { .. }) => self.held_otherwise(&object, *id, made),
                _ => {}
            }
        }
        self.observed(|seen| seen.is_telling);
        self.fields_of_made(|before, after| before != after);
    }

    /// Says what is seen of objects that calls made, if nothing else is said.
    pub(crate) fn unchanged(&mut self) {
        let before = self.lines.len();
        self.all_unchanged();
        self.lines.truncate(before + MAX_UNCHANGED);
    }

    fn all_unchanged(&mut self) {
        self.observed(|seen| seen.arguments.is_empty());
        self.fields_of_made(|_, _| true);
        if self.is_empty() {
            self.observed(|_| true);
        }
        if self.is_empty() {
            self.held_still();
        }
    }

    /// Says what can be taken out of an object. Nothing may be said after it, because it changes the object. The same call is there
    /// again where it returns the same once more.
    pub(crate) fn taken(&mut self) {
        for seen in &self.writer.test.taken {
            let mut before = std::mem::take(&mut self.lines);
            self.returned(std::slice::from_ref(seen), |_| true);
            before.append(&mut self.lines);
            self.lines = before;
        }
    }

    /// Says what was seen when the call had ended, as far as it is not said yet: of the result, and of those objects of the input
    /// that are meant.
    pub(crate) fn sights(&mut self, looks: &[(Look, JavaExpr)], sights: &[Sight], is_meant: impl Fn(&Sight) -> bool) {
        let mut said = 0;
        for sight in sights {
            let is_told = match sight.look {
                Look::Result | Look::Message => false,
                Look::OfResult(_) | Look::OfThrown(_) => true,
                Look::OfClass(_) => sight.has_changed,
                Look::Of(..) => is_meant(sight),
            };
            let found = looks.iter().find(|(look, _)| *look == sight.look).filter(|_| is_told);
            let Some((_, expression)) = found else { continue };
            if said < MAX_SIGHTS && !self.lines.iter().any(|line| line.contains(&expression.text)) {
                said += 1;
                self.told(expression, &sight.told);
            }
        }
    }

    /// Says that the expression has the value that was seen.
    pub(crate) fn told(&mut self, actual: &JavaExpr, told: &Told) {
        match told {
            Told::Null => self.say("assertNull", std::slice::from_ref(&actual.text)),
            Told::Number(value) if actual.ty.is_primitive() => self.primitive(actual.clone(), value),
            Told::Map(entries) if entries.len() > 1 => {
                let map = self.writer.as_owner(actual.clone(), "java.util.Map");
                self.say("assertEquals", &[entries.len().to_string(), format!("{map}.size()")]);
                for (key, value) in entries {
                    if let Some(key) = self.expression(key) {
                        let got = JavaExpr::new(format!("{map}.get({key})"), JavaType::object());
                        self.told(&got, value);
                    }
                }
            }
            Told::Constant(..) => {
                if let Some(expected) = self.expression(told) {
                    self.say("assertSame", &[expected, actual.text.clone()]);
                }
            }
            _ => {
                if let Some(expected) = self.expression(told) {
                    self.say("assertEquals", &[expected, actual.text.clone()]);
                }
            }
        }
    }

    /// An expression for an object that is equal to what was seen.
    fn expression(&mut self, told: &Told) -> Option<String> {
        Some(match told {
            Told::Null => "null".into(),
            Told::Text(units) => string_expression(units),
            Told::Number(value) => format!("{}.valueOf({})", box_class(letter_of(value)?), literal(value)?),
            Told::Constant(class, constant) => self.writer.enum_constant(class, constant).ok()?.text,
            Told::Big(class, text) => format!("new {}({})", self.writer.scope.claim(class), quoted(text)),
            Told::Time(class, text) => {
                let written = times::written(class, text);
                format!("{}.{written}", self.writer.scope.claim(class))
            }
            Told::Optional(None) => format!("{}.empty()", self.writer.scope.claim("java.util.Optional")),
            Told::Optional(Some(value)) => {
                let value = self.expression(value)?;
                format!("{}.of({value})", self.writer.scope.claim("java.util.Optional"))
            }
            Told::List(elements) => self.collection(elements, ["emptyList", "singletonList"])?,
            Told::Set(elements) if elements.len() > 1 => {
                let list = self.collection(elements, ["emptyList", "singletonList"])?;
                self.set_of(&list)
            }
            Told::Set(elements) => self.collection(elements, ["emptySet", "singleton"])?,
            Told::Map(entries) => {
                let collections = self.writer.scope.claim("java.util.Collections");
                match &entries[..] {
                    [] => format!("{collections}.emptyMap()"),
                    [(key, value)] => {
                        let (key, value) = (self.expression(key)?, self.expression(value)?);
                        format!("{collections}.singletonMap({key}, {value})")
                    }
                    _ => return None,
                }
            }
        })
    }

    /// A list or set of these elements, by the names of the methods that make one of none and of one.
    fn collection(&mut self, elements: &[Told], names: [&str; 2]) -> Option<String> {
        let texts: Vec<String> = elements.iter().map(|element| self.expression(element)).collect::<Option<_>>()?;
        Some(self.collection_of(&texts, names))
    }

    /// What methods return that only look.
    fn observed(&mut self, is_meant: impl Fn(&Observation) -> bool) {
        self.returned(&self.writer.test.observed, is_meant);
    }

    fn returned(&mut self, observations: &[Observation], is_meant: impl Fn(&Observation) -> bool) {
        for seen in observations.iter().filter(|seen| is_meant(seen)) {
            let object = self.writer.objects.get(&seen.object).or_else(|| self.made.get(&seen.object)).cloned();
            let Some(object) = object else { continue };
            let Some((_, Some(ty))) = parse_method(&seen.method.descriptor) else { continue };
            let target = self.writer.as_receiver(object, &seen.method);
            let passed = seen.arguments.iter().filter_map(|at| self.writer.passed.get(*at)).cloned().collect();
            let passed = self.writer.arguments(&seen.method.class, &seen.method.method, passed);
            let call = JavaExpr::new(format!("{target}.{}({passed})", seen.method.method), ty.clone());
            if self.has_said(&call.text) {
                continue;
            }
            match &seen.value {
                Observed::Number(value) => self.value(call, &ty, value, 0),
                Observed::Text(units) => self.say("assertEquals", &[string_expression(units), call.text]),
                Observed::Null => self.say("assertNull", &[call.text]),
            }
        }
    }

    /// Whether the value of an expression is asserted.
    fn has_said(&self, actual: &str) -> bool {
        let end = format!("{actual});");
        let before = |line: &String| line.strip_suffix(&end).map(|rest| rest.ends_with([' ', '(']));
        self.lines.iter().any(|line| before(line) == Some(true))
    }

    /// What fields hold that code of the test can name, of objects that calls made.
    fn fields_of_made(&mut self, is_meant: impl Fn(&Value, &Value) -> bool) {
        let test = self.writer.test;
        for (id, before) in &test.heap {
            let (Object::Made(made), Some(object)) = (&before.object, self.writer.objects.get(id).cloned()) else {
                continue;
            };
            let after = test.heap_after.get(id).map(|after| &after.object);
            let Some(Object::Instance { fields }) = after else { continue };
            for (key, value) in fields {
                let is_told = *value != Value::Unknown && made.fields.get(key).is_some_and(|old| is_meant(old, value));
                let Some(ty) = JavaType::parse(&key.descriptor).filter(|_| is_told) else { continue };
                if let Some(read) = self.named_field(object.clone(), key, &ty) {
                    self.value(read, &ty, value, 1);
                }
            }
        }
    }

    fn changed_elements(&mut self, array: &JavaExpr, old: &[Value], new: &[Value]) {
        let JavaType::Array(element) = array.ty.clone() else { return };
        let changed: Vec<_> = new
            .iter()
            .enumerate()
            .filter(|(index, value)| **value != Value::Unknown && old.get(*index) != Some(value))
            .collect();
        if changed.is_empty() || (changed.len() > 1 && element.is_primitive() && self.whole(array, &element, new)) {
            return;
        }
        self.elements(array, &changed, 0);
    }
}

/// Whether what a private field of this type holds says something to those who know its class from outside: a number, a text, and
/// arrays of numbers. How the class keeps its other objects is its own affair.
fn is_plain(ty: &JavaType) -> bool {
    match ty {
        JavaType::Array(element) => element.is_primitive(),
        JavaType::Class(name) => name == "java.lang.String",
        JavaType::Primitive(_) => true,
    }
}

/// Whether a field of a new object holds what every field begins with.
fn is_untouched(key: &FieldKey, value: &Value) -> bool {
    JavaType::parse(&key.descriptor).is_some_and(|ty| coerced(value, &ty) == ty.default_value())
}

/// Whether a field that was not listed before the call holds its default after it.
fn is_default(key: &FieldKey, value: &Value, old: Option<&Value>) -> bool {
    old.is_none() && is_untouched(key, value)
}

/// As [`coerced`], but an unknown value stays unknown.
fn coerced_known(value: &Value, ty: &JavaType) -> Value {
    if *value == Value::Unknown { Value::Unknown } else { coerced(value, ty) }
}

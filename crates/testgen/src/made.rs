//! Writes down objects of the input that calls make.

use crate::decimals;
use crate::java::{JavaType, parse_method};
use crate::typed::with_diamond;
use crate::writer::{JavaExpr, Writer};
use clew_facts::{Call, CallOn, EarlierCall, HeapObject, Made, Maker, Object, ObjectId, Outcome, TestCase, Value};
use std::collections::BTreeSet;

/// Whether the calls on an object are part of the expression that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chained {
    /// All are.
    All,
    /// None is.
    No,
}

impl Writer<'_, '_> {
    /// An object that calls make. They are all made before it is used, because what it is passed to may look at it; but it may
    /// be passed to the later ones itself.
    pub(crate) fn made(&mut self, id: ObjectId, class: &str, made: &Made) -> Result<JavaExpr, String> {
        let (text, ty, chained) = self.making(id, class, made)?;
        let name = self.local_name(id, class);
        let ty = ty.unwrap_or_else(JavaType::object);
        let types = self.types.get(&id).cloned().filter(|_| made.by == Maker::Constructor);
        let object = match types.and_then(|arguments| self.with_arguments(class, &arguments)) {
            Some(shown) => self.declare_shown(&name, &ty, &shown, &with_diamond(&text)),
            None => self.declare(&name, &ty, &text),
        };
        self.objects.insert(id, object.clone());
        for group in made.groups().filter(|_| chained == Chained::No) {
            let passed = group.iter().map(|call| self.further_call(call)).collect::<Result<Vec<_>, _>>()?;
            let mut on = object.clone();
            for (call, args) in group.iter().zip(passed) {
                let target = self.as_receiver(on, &call.method);
                let returned = parse_method(&call.method.descriptor).and_then(|(_, returned)| returned);
                let text = format!("{target}.{}({args})", call.method.method);
                on = JavaExpr::new(text, returned.unwrap_or_else(JavaType::object));
            }
            self.creations.push(format!("{};", on.text));
        }
        Ok(object)
    }

    /// The expression that makes an object, its type, and whether it has all calls on the object in it.
    fn making(
        &mut self,
        id: ObjectId,
        class: &str,
        made: &Made,
    ) -> Result<(String, Option<JavaType>, Chained), String> {
        let (mut text, ty) = self.first_call(class, made.by, &made.first)?;
        if ty != JavaType::of_class(class) || !self.is_chain(id, class, &made.then) {
            return Ok((text, ty, Chained::No));
        }
        for call in &made.then {
            let args = self.further_call(call)?;
            text = format!("{text}.{}({args})", call.method.method);
        }
        Ok((text, ty, Chained::All))
    }

    /// The call that makes an object, and its type.
    fn first_call(&mut self, class: &str, by: Maker, first: &Call) -> Result<(String, Option<JavaType>), String> {
        let owner = &first.method.class;
        let (mut parameters, result) = parse_method(&first.method.descriptor).ok_or("a call without a descriptor")?;
        if by == Maker::Other {
            if let Some(builder) = self.builder_in_passing(first)? {
                let values = self.passed_to(&first.arguments[1..], &parameters)?;
                self.fill(first)?;
                let args = self.arguments(owner, &first.method.method, values);
                return Ok((format!("{builder}.{}({args})", first.method.method), result));
            }
            parameters.insert(0, JavaType::Class(owner.clone()));
        }
        let mut values = self.passed(first, &parameters)?;
        self.fill(first)?;
        Ok(match by {
            Maker::Constructor if self.scope.can_name(owner) => {
                (self.new_expression(owner, values), Some(JavaType::Class(class.into())))
            }
            Maker::Constructor => (self.hidden_construction(owner, values), None),
            Maker::Factory => {
                if has_zero_nanos(first) {
                    values.truncate(1);
                }
                let args = self.arguments(owner, &first.method.method, values);
                let owner = self.scope.class_name(owner).ok_or_else(|| format!("{owner} cannot be named"))?;
                if let Some(decimal) = decimals::made_by(&owner, first) {
                    return Ok((decimal, result));
                }
                (format!("{owner}.{}({args})", first.method.method), result)
            }
            Maker::Other => {
                let (receiver, _) = values.remove(0);
                let args = self.arguments(owner, &first.method.method, values);
                (format!("{}.{}({args})", self.as_receiver(receiver, &first.method), first.method.method), result)
            }
        })
    }

    /// The expression of the object on which a call makes another, where nothing else needs a name for it.
    fn builder_in_passing(&mut self, first: &Call) -> Result<Option<String>, String> {
        let test = self.test;
        let Some(Value::Ref(id)) = first.arguments.first() else { return Ok(None) };
        let Some(HeapObject { class, object: Object::Made(made) }) = test.heap.get(id) else { return Ok(None) };
        let is_one = (made.then.is_empty() || self.is_chain(*id, class, &made.then)) && class == &first.method.class;
        if self.objects.contains_key(id) || !is_one || uses(test, *id) > 1 {
            return Ok(None);
        }
        let (text, ty, _) = self.making(*id, class, made)?;
        let builder = JavaExpr::new(text, ty.unwrap_or_else(JavaType::object));
        Ok(Some(self.as_owner(builder, class)))
    }

    /// The calls that come before the one under test.
    ///
    /// # Errors
    /// Why one of them cannot be written.
    pub(crate) fn earlier_calls(&mut self) -> Result<(), String> {
        let test = self.test;
        for EarlierCall { receiver, call } in &test.earlier {
            let key = &call.method;
            let target = match receiver {
                Some(receiver) => {
                    let receiver = self.value(receiver, &JavaType::Class(key.class.clone()))?;
                    self.as_receiver(receiver, key)
                }
                None => {
                    let class = self.scope.class_name(&key.class);
                    class.ok_or_else(|| format!("{} cannot be named", key.class))?
                }
            };
            let args = self.further_call(call)?;
            self.creations.push(format!("{target}.{}({args});", key.method));
        }
        Ok(())
    }

    /// What is passed to a call that makes no object.
    fn further_call(&mut self, call: &Call) -> Result<String, String> {
        let (parameters, _) = parse_method(&call.method.descriptor).ok_or("a call without a descriptor")?;
        let values = self.passed(call, &parameters)?;
        self.fill(call)?;
        Ok(self.arguments(&call.method.class, &call.method.method, values))
    }

    /// Whether the calls on an object that is made can be one behind the other: each returns the object itself, and none is passed it.
    fn is_chain(&self, id: ObjectId, class: &str, calls: &[Call]) -> bool {
        let returns_it = |call: &Call| {
            let key = &call.method;
            let returned = parse_method(&key.descriptor).and_then(|(_, result)| result);
            let body = self.scope.classes.body(&key.class, &key.method, &key.descriptor);
            call.on == CallOn::Object
                && returned == JavaType::of_class(class)
                && body.is_some_and(|body| body.returns_receiver())
        };
        let reached = reached_from(self.test, calls.iter().flat_map(|call| &call.arguments).collect());
        !calls.is_empty() && !reached.contains(&id) && calls.iter().all(returns_it)
    }

    /// The expression that calls a constructor.
    ///
    /// # Errors
    /// What is passed cannot be made.
    pub(crate) fn construction(&mut self, call: &Call) -> Result<String, String> {
        let (parameters, _) = parse_method(&call.method.descriptor).ok_or("a call without a descriptor")?;
        let values = self.passed(call, &parameters)?;
        Ok(self.new_expression(&call.method.class, values))
    }

    /// Has the objects that a call is passed, and those that they hold, hold what they are to hold: the call may look at it.
    fn fill(&mut self, call: &Call) -> Result<(), String> {
        self.store_into(&reached_from(self.test, call.arguments.iter().collect()))
    }

    fn passed(&mut self, call: &Call, parameters: &[JavaType]) -> Result<Vec<(JavaExpr, JavaType)>, String> {
        self.passed_to(&call.arguments, parameters)
    }

    fn passed_to(&mut self, values: &[Value], parameters: &[JavaType]) -> Result<Vec<(JavaExpr, JavaType)>, String> {
        let values = values.iter().zip(parameters);
        values.map(|(value, ty)| self.value(value, ty).map(|expr| (expr, ty.clone()))).collect()
    }
}

/// The objects to which values lead, through what holds them and through what is passed to make them.
fn reached_from<'v>(test: &'v TestCase, mut waiting: Vec<&'v Value>) -> BTreeSet<ObjectId> {
    let mut reached = BTreeSet::new();
    while let Some(value) = waiting.pop() {
        let Value::Ref(id) = value else { continue };
        if !reached.insert(*id) {
            continue;
        }
        match test.heap.get(id).map(|object| &object.object) {
            Some(Object::Array { elements }) => waiting.extend(elements),
            Some(Object::Instance { fields }) => waiting.extend(fields.values()),
            Some(Object::Made(made)) => waiting.extend(made.arguments()),
            _ => {}
        }
    }
    reached
}

/// How calls make an object, where they do.
pub(crate) fn made(object: &Object) -> Option<&Made> {
    if let Object::Made(made) = object { Some(made) } else { None }
}

/// How often a test speaks of an object.
fn uses(test: &TestCase, id: ObjectId) -> usize {
    let mut values: Vec<&Value> = test.arguments.iter().map(|argument| &argument.value).chain(&test.receiver).collect();
    values.extend(test.calls.iter().flat_map(|call| call.receiver.iter().chain(call.given())));
    values.extend(test.statics.iter().map(|written| &written.value));
    values.extend(test.earlier.iter().flat_map(EarlierCall::passed));
    if let Outcome::Returns(Some(value)) = &test.outcome {
        values.push(value);
    }
    values.extend(test.heap.values().filter_map(|object| made(&object.object)).flat_map(Made::arguments));
    for HeapObject { object, .. } in test.heap.values().chain(test.heap_after.values()) {
        match object {
            Object::Array { elements } => values.extend(elements),
            Object::Instance { fields } | Object::Made(Made { fields, .. }) => values.extend(fields.values()),
            Object::String(_) | Object::Boxed(_) | Object::EnumConstant(_) | Object::Class(_) | Object::OfStatic(_) => {
            }
        }
    }
    values.into_iter().filter(|value| **value == Value::Ref(id)).count()
}

/// Whether a call makes a moment or a duration of whole seconds, for which there is a shorter one.
fn has_zero_nanos(Call { method, arguments, .. }: &Call) -> bool {
    let called = (method.class.as_str(), method.method.as_str());
    matches!(called, ("java.time.Instant", "ofEpochSecond") | ("java.time.Duration", "ofSeconds"))
        && matches!(arguments[..], [_, Value::Long(0)])
}

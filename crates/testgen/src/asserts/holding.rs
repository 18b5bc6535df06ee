//! Says what a collection of the JDK holds, or another object that others put something into, as the path predicts it: as a whole where
//! each element can be written down as an equal object, and else element by element.

use super::Asserter;
use crate::classes::{Binding, ClassInfo, ClassKind, Origin};
use crate::contents::{Contents, contents, put_in};
use crate::effects::{Code, Receiver};
use crate::eval::Sym;
use crate::java::{JavaType, coerced, literal, string_expression};
use crate::writer::{JavaExpr, initializer};
use clew_facts::{FieldKey, HeapObject, Made, Object, ObjectId, Value};
use clew_ir::{Callee, Terminator};

/// How deep records are written down.
const MAX_RECORDS: usize = 2;

/// The descriptor of `equals`.
const EQUALS: &str = "(Ljava/lang/Object;)Z";

impl Asserter<'_, '_, '_> {
    /// Says what a collection of the input holds after the call, where that is something else than what the test put there.
    pub(super) fn held_otherwise(&mut self, actual: &JavaExpr, id: ObjectId, made: &Made) {
        let after = contents(&self.writer.test.heap_after, id);
        if let (Some(before), Some(after)) = (put_in(&self.writer.test.heap, made), after)
            && !before.is_like(&after)
        {
            self.holding(actual, id, 0);
        }
    }

    /// Says what the collections of the input hold after the call.
    pub(super) fn held_still(&mut self) {
        let test = self.writer.test;
        for id in test.heap.iter().filter(|(_, object)| matches!(object.object, Object::Made(_))).map(|(id, _)| *id) {
            if let Some(object) = self.writer.objects.get(&id).cloned() {
                self.holding(&object, id, 0);
            }
        }
    }

    /// Says what the collection holds that the call returned, or left. Whether there is anything to say.
    pub(super) fn holding(&mut self, actual: &JavaExpr, id: ObjectId, depth: usize) -> bool {
        let Some(contents) = contents(&self.writer.test.heap_after, id) else { return false };
        match contents {
            Contents::Text(units) => {
                self.say("assertEquals", &[string_expression(&units), format!("{}.toString()", actual.text)]);
                true
            }
            Contents::Bytes(bytes) => {
                let bytes: Vec<String> = bytes.iter().map(i8::to_string).collect();
                let stream = self.receiver(actual, "java.io.ByteArrayOutputStream");
                let expected = format!("new byte[] {}", initializer(&bytes));
                self.say("assertArrayEquals", &[expected, format!("{stream}.toByteArray()")]);
                true
            }
            Contents::List(elements) => {
                if let Some(expected) = self.equal_collection(&elements, ["emptyList", "singletonList"]) {
                    self.say("assertEquals", &[expected, actual.text.clone()]);
                    return true;
                }
                let list = self.receiver(actual, "java.util.List");
                self.say("assertEquals", &[elements.len().to_string(), format!("{list}.size()")]);
                for (index, element) in elements.iter().enumerate() {
                    let got = JavaExpr::new(format!("{list}.get({index})"), JavaType::object());
                    self.element(got, element, depth);
                }
                true
            }
            Contents::Set(elements) => {
                let Some(expected) = self.equal_collection(&elements, ["emptySet", "singleton"]) else { return false };
                let expected = if elements.len() > 1 { self.set_of(&expected) } else { expected };
                self.say("assertEquals", &[expected, actual.text.clone()]);
                true
            }
            Contents::Map(entries) => self.holding_entries(actual, &entries, depth),
        }
    }

    /// The collection as something that methods of an interface can be called on.
    fn receiver(&mut self, actual: &JavaExpr, interface: &str) -> String {
        match self.writer.can_be(&actual.ty, &JavaType::Class(interface.into())) {
            true => actual.text.clone(),
            false => self.writer.as_owner(actual.clone(), interface),
        }
    }

    fn holding_entries(&mut self, actual: &JavaExpr, entries: &[(Value, Value)], depth: usize) -> bool {
        let keys = entries.iter().map(|(key, _)| self.equal(key, &JavaType::object(), 0));
        let Some(keys) = keys.collect::<Option<Vec<String>>>() else { return false };
        if keys.is_empty() {
            let none = format!("{}.emptyMap()", self.writer.scope.claim("java.util.Collections"));
            self.say("assertEquals", &[none, actual.text.clone()]);
            return true;
        }
        let map = self.receiver(actual, "java.util.Map");
        self.say("assertEquals", &[keys.len().to_string(), format!("{map}.size()")]);
        for (key, (_, value)) in keys.iter().zip(entries) {
            let got = JavaExpr::new(format!("{map}.get({key})"), JavaType::object());
            self.element(got, value, depth);
        }
        true
    }

    /// Says that a collection has this element there.
    fn element(&mut self, got: JavaExpr, value: &Value, depth: usize) {
        match value {
            Value::Ref(id) if !self.is_named(*id) => match self.equal(value, &JavaType::object(), 0) {
                Some(expected) => self.say("assertEquals", &[expected, got.text]),
                None => self.value(got, &JavaType::object(), value, depth + 1),
            },
            _ => self.value(got, &JavaType::object(), value, depth + 1),
        }
    }

    /// Whether an object is known to the test by a name.
    fn is_named(&self, id: ObjectId) -> bool {
        self.made.contains_key(&id) || self.writer.objects.contains_key(&id)
    }

    /// A list of equal objects, by the names of the methods that make one of none and of one.
    fn equal_collection(&mut self, elements: &[Value], names: [&str; 2]) -> Option<String> {
        let texts = elements.iter().map(|element| self.equal(element, &JavaType::object(), 0));
        let texts: Vec<String> = texts.collect::<Option<_>>()?;
        Some(self.collection_of(&texts, names))
    }

    /// A list or set of these expressions, by the names of the methods that make one of none and of one.
    pub(super) fn collection_of(&mut self, elements: &[String], [of_none, of_one]: [&str; 2]) -> String {
        match elements {
            [] => format!("{}.{of_none}()", self.writer.scope.claim("java.util.Collections")),
            [one] => format!("{}.{of_one}({one})", self.writer.scope.claim("java.util.Collections")),
            _ => format!("{}.asList({})", self.writer.scope.claim("java.util.Arrays"), elements.join(", ")),
        }
    }

    /// A set of the elements of a list.
    pub(super) fn set_of(&mut self, list: &str) -> String {
        format!("new {}<>({list})", self.writer.scope.claim("java.util.HashSet"))
    }

    /// An expression of the type for a value that is equal to this one, and is so by an `equals` that is known.
    pub(super) fn equal(&mut self, value: &Value, ty: &JavaType, depth: usize) -> Option<String> {
        let Value::Ref(id) = value else {
            return match value {
                Value::Unknown | Value::Ref(_) => None,
                Value::Null => Some("null".into()),
                number => literal(&coerced(number, ty)),
            };
        };
        if let Some(time) = self.time(*id) {
            return Some(time);
        }
        let test = self.writer.test;
        let HeapObject { class, object } = test.heap_after.get(id).or_else(|| test.heap.get(id))?;
        match object {
            Object::String(units) => Some(string_expression(units)),
            Object::Boxed(_) | Object::EnumConstant(_) | Object::Class(_) => {
                self.writer.simple(*id, class, object).ok().map(|simple| simple.text)
            }
            Object::Instance { fields } => {
                // Of an object that has a name more can be said than that another one is equal to it.
                if self.is_named(*id) {
                    return None;
                }
                let made = self.plain_record(class).filter(|_| depth < MAX_RECORDS)?;
                let mut values = Vec::with_capacity(made.len());
                for (key, ty) in made {
                    let value = fields.get(&key)?;
                    values.push((JavaExpr::new(self.equal(value, &ty, depth + 1)?, ty.clone()), ty));
                }
                Some(self.writer.new_expression(class, values))
            }
            Object::Array { .. } | Object::OfStatic(_) | Object::Made(_) => None,
        }
    }

    /// Whether the `equals` of a record is the one that the compiler makes, which compares its components.
    fn compares_parts(&self, class: &ClassInfo) -> bool {
        let body = self.writer.scope.classes.body(&class.name, "equals", EQUALS);
        class.kind == ClassKind::Record
            && body.is_some_and(|body| {
                body.blocks.iter().any(|(_, block)| match &block.terminator {
                    Terminator::Invoke { callee: Callee::Dynamic(site), .. } => {
                        &*site.bootstrap.class == "java/lang/runtime/ObjectMethods"
                    }
                    _ => false,
                })
            })
    }

    /// The components of a record that a test can make, whose constructor stores what it is passed and whose `equals` compares that.
    fn plain_record(&self, name: &str) -> Option<Vec<(FieldKey, JavaType)>> {
        let scope = &self.writer.scope;
        let class = scope.classes.class(name).filter(|class| class.origin == Origin::User)?;
        if !self.compares_parts(&class) {
            return None;
        }
        let fields = class.fields.iter().filter(|field| field.binding == Binding::Instance);
        let components = fields.map(|field| {
            let key = FieldKey { class: name.into(), name: field.name.clone(), descriptor: field.descriptor.clone() };
            JavaType::parse(&field.descriptor).map(|ty| (key, ty))
        });
        let components: Vec<(FieldKey, JavaType)> = components.collect::<Option<_>>()?;
        let descriptors: String = components.iter().map(|(key, _)| key.descriptor.as_str()).collect();
        let descriptor = format!("({descriptors})V");
        class.method("<init>", &descriptor).filter(|method| scope.can_make_with(&class, method))?;
        let code = Code { class: name, name: "<init>", descriptor: &descriptor };
        let effects = self.writer.cache.effects(scope.classes, code, Receiver::Object, components.len());
        let stores_all = effects.iter().all(|effect| {
            let mut stored = components.iter().enumerate();
            stored.all(|(at, (key, _))| effect.store(0, key) == Some(&Sym::Param(at)))
        });
        (!effects.is_empty() && stores_all).then_some(components)
    }
}

//! Whether two tests call a method on the same input, whatever numbers their objects have.

use crate::test_case::{Call, HeapObject, InputCall, Made, Object, ObjectId, TestCase, Value};
use clew_base::OrderedMap;
use std::collections::BTreeMap;

impl TestCase {
    /// Whether another test calls the method on the same input. Their objects may have other numbers.
    #[must_use]
    pub fn has_input_of(&self, other: &TestCase) -> bool {
        let is_alike = self.initialized_first == other.initialized_first
            && self.thread == other.thread
            && self.receiver.is_some() == other.receiver.is_some()
            && self.arguments.len() == other.arguments.len()
            && self.heap.len() == other.heap.len()
            && self.statics.len() == other.statics.len()
            && self.earlier.len() == other.earlier.len()
            && self.calls.len() == other.calls.len();
        is_alike
            && Pairs { heaps: [&self.heap, &other.heap], known: [BTreeMap::new(), BTreeMap::new()] }.same(self, other)
    }
}

/// The objects of two inputs that are taken to be the same.
struct Pairs<'t> {
    heaps: [&'t OrderedMap<ObjectId, HeapObject>; 2],
    /// For each object of one input that of the other.
    known: [BTreeMap<ObjectId, ObjectId>; 2],
}

impl Pairs<'_> {
    fn same(&mut self, one: &TestCase, other: &TestCase) -> bool {
        let arguments = one.arguments.iter().zip(&other.arguments);
        let statics = one.statics.iter().zip(&other.statics);
        let earlier = one.earlier.iter().zip(&other.earlier);
        let calls = one.calls.iter().zip(&other.calls);
        self.option(one.receiver.as_ref(), other.receiver.as_ref())
            && arguments.into_iter().all(|(one, other)| {
                one.name == other.name && one.descriptor == other.descriptor && self.value(&one.value, &other.value)
            })
            && statics.into_iter().all(|(one, other)| one.field == other.field && self.value(&one.value, &other.value))
            && earlier.into_iter().all(|(one, other)| {
                self.option(one.receiver.as_ref(), other.receiver.as_ref()) && self.call(&one.call, &other.call)
            })
            && calls.into_iter().all(|(one, other)| self.input_call(one, other))
    }

    fn option(&mut self, one: Option<&Value>, other: Option<&Value>) -> bool {
        match (one, other) {
            (Some(one), Some(other)) => self.value(one, other),
            (None, None) => true,
            _ => false,
        }
    }

    fn value(&mut self, one: &Value, other: &Value) -> bool {
        let (Value::Ref(one), Value::Ref(other)) = (one, other) else { return one == other };
        match (self.known[0].get(one), self.known[1].get(other)) {
            (Some(known), Some(back)) => known == other && back == one,
            (None, None) => {
                self.known[0].insert(*one, *other);
                self.known[1].insert(*other, *one);
                match (self.heaps[0].get(one), self.heaps[1].get(other)) {
                    (Some(one), Some(other)) => one.class == other.class && self.object(&one.object, &other.object),
                    (None, None) => one == other,
                    _ => false,
                }
            }
            _ => false,
        }
    }

    fn values<'v>(
        &mut self,
        one: impl IntoIterator<Item = &'v Value>,
        other: impl IntoIterator<Item = &'v Value>,
    ) -> bool {
        let (mut one, mut other) = (one.into_iter(), other.into_iter());
        loop {
            match (one.next(), other.next()) {
                (Some(one), Some(other)) if self.value(one, other) => {}
                (None, None) => return true,
                _ => return false,
            }
        }
    }

    fn object(&mut self, one: &Object, other: &Object) -> bool {
        match (one, other) {
            (Object::Instance { fields: one }, Object::Instance { fields: other }) => {
                one.keys().eq(other.keys()) && self.values(one.values(), other.values())
            }
            (Object::Array { elements: one }, Object::Array { elements: other }) => self.values(one, other),
            (Object::Made(one), Object::Made(other)) => self.made(one, other),
            _ => one == other,
        }
    }

    fn made(&mut self, one: &Made, other: &Made) -> bool {
        let is_alike = one.by == other.by && one.then.len() == other.then.len() && one.fields == other.fields;
        is_alike && one.calls().zip(other.calls()).all(|(one, other)| self.call(one, other))
    }

    fn call(&mut self, one: &Call, other: &Call) -> bool {
        one.method == other.method && one.on == other.on && self.values(&one.arguments, &other.arguments)
    }

    fn input_call(&mut self, one: &InputCall, other: &InputCall) -> bool {
        let is_thrown_alike = match (&one.thrown, &other.thrown) {
            (Some(one), Some(other)) => self.call(one, other),
            (None, None) => true,
            _ => false,
        };
        is_thrown_alike
            && one.method == other.method
            && self.option(one.receiver.as_ref(), other.receiver.as_ref())
            && self.option(one.returned.as_ref(), other.returned.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_case::Argument;

    /// A call with two texts, which have these numbers.
    fn test(first: u32, second: u32, texts: &[(u32, &str)]) -> TestCase {
        let argument = |name: &str, id| Argument {
            name: name.into(),
            descriptor: "Ljava/lang/String;".into(),
            value: Value::Ref(ObjectId(id)),
        };
        let text = |text: &str| HeapObject {
            class: "java.lang.String".into(),
            object: Object::String(text.encode_utf16().collect()),
        };
        let heap = texts.iter().map(|(id, of)| (ObjectId(*id), text(of))).collect();
        TestCase::of_input(None, vec![argument("one", first), argument("other", second)], heap)
    }

    #[test]
    fn numbers_of_objects_do_not_matter_and_sharing_does() {
        let usual = test(0, 1, &[(0, "a"), (1, "b")]);
        assert!(usual.has_input_of(&usual));
        assert!(usual.has_input_of(&test(7, 3, &[(3, "b"), (7, "a")])));
        assert!(!usual.has_input_of(&test(7, 3, &[(3, "a"), (7, "b")])));
        let shared = test(0, 0, &[(0, "a")]);
        assert!(shared.has_input_of(&test(2, 2, &[(2, "a")])));
        assert!(!shared.has_input_of(&test(0, 1, &[(0, "a"), (1, "a")])));
        assert!(!test(0, 1, &[(0, "a"), (1, "a")]).has_input_of(&shared));
    }
}

//! Whether concrete runs with different [identity hash codes](crate::hashing) have shown the same.

use super::Ran;
use crate::models::hashes;
use clew_base::OrderedMap;
use clew_facts::{FieldKey, HeapObject, Object, ObjectId, Outcome, TOLD_AFTER_CALL, TestCase, Value};
use std::fmt::Write as _;

/// What of an entry hangs on hash codes: its own, and how it is linked with those near it.
const LINKS: [&str; 6] = ["hash", "next", "prev", "parent", "left", "right"];

impl Ran {
    /// Whether another run on this input, with other hash codes, has shown the same.
    pub(super) fn agrees_with(&self, other: &Ran, input: &TestCase) -> bool {
        self.told() == other.told() && self.shape(input) == other.shape(input)
    }

    /// All that is told of a run but its objects. The lines gone through may come in another order.
    fn told(&self) -> impl PartialEq {
        // All fields are named, so that none is forgotten.
        let Self {
            outcome: _,
            heap_after: _,
            trace: _,
            calls,
            thread_after,
            pinned,
            reached,
            places,
            thrown_by,
            large,
            made,
            observed,
            taken,
            message,
            unfollowed,
        } = self;
        let of_way = (calls, thread_after, pinned, reached, places, thrown_by, large);
        (of_way, (made, observed, taken, message, unfollowed))
    }

    /// The outcome and the objects after the call, without what hangs on hash codes. Those of the input have the same numbers in all
    /// runs.
    fn shape(&self, input: &TestCase) -> String {
        self.shape_beside(Vec::new(), input)
    }

    /// The shape of the outcome and of all objects but these, which are only named.
    fn shape_beside(&self, known: Vec<ObjectId>, input: &TestCase) -> String {
        let mut shape = Shape { objects: &self.heap_after, known, text: String::new() };
        match &self.outcome {
            Outcome::Returns(Some(value)) => shape.value(value),
            outcome => shape.add(outcome),
        }
        input.heap.keys().for_each(|id| shape.object(*id));
        shape.text
    }

    /// Whether a test of this input cannot tell another run from it: both end alike, the arguments are alike afterwards, and objects that
    /// calls make tell the same of themselves.
    pub(crate) fn looks_like(&self, other: &Ran, input: &TestCase) -> bool {
        self.seen() == other.seen() && self.shape_seen(input) == other.shape_seen(input)
    }

    /// What a test looks at besides the outcome and the objects after the call.
    fn seen(&self) -> impl PartialEq {
        (&self.observed, &self.taken, &self.message, &self.calls)
    }

    /// As [`Ran::shape`], without the fields of objects that calls make. A test looks at these with methods, but for collections of the JDK.
    fn shape_seen(&self, input: &TestCase) -> String {
        let is_closed = |object: &HeapObject| {
            matches!(object.object, Object::Made(_)) && !TOLD_AFTER_CALL.contains(&object.class.as_str())
        };
        let closed = input.heap.iter().filter(|(_, object)| is_closed(object)).map(|(id, _)| *id);
        self.shape_beside(closed.collect(), input)
    }

    /// Leaves open which hash codes the entries of tables have kept.
    pub(super) fn forget_hashes(&mut self) {
        for object in self.heap_after.values_mut() {
            if let (true, Object::Instance { fields }) = (is_entry(&object.class), &mut object.object) {
                fields.iter_mut().filter(|(key, _)| key.name == "hash").for_each(|(_, value)| *value = Value::Unknown);
            }
        }
    }
}

/// Whether a class, by its binary name, is that of entries of a table.
fn is_entry(class: &str) -> bool {
    hashes::is_entry(&class.replace('.', "/"))
}

/// A description of objects that says the same of those that look alike.
struct Shape<'a> {
    objects: &'a OrderedMap<ObjectId, HeapObject>,
    /// The objects described so far. Others refer to them by their positions.
    known: Vec<ObjectId>,
    text: String,
}

impl Shape<'_> {
    fn add(&mut self, what: &impl std::fmt::Debug) {
        write!(self.text, "{what:?};").expect("text takes any");
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Ref(id) => self.object(*id),
            value => self.add(value),
        }
    }

    fn object(&mut self, id: ObjectId) {
        if let Some(position) = self.known.iter().position(|known| *known == id) {
            return self.add(&position);
        }
        self.known.push(id);
        let objects = self.objects;
        let Some(HeapObject { class, object }) = objects.get(&id) else { return self.add(&"unknown") };
        self.add(class);
        match object {
            Object::Instance { fields } => self.fields(class, fields),
            Object::Array { elements } => elements.iter().for_each(|element| self.value(element)),
            other => self.add(other),
        }
    }

    fn fields(&mut self, class: &str, fields: &OrderedMap<FieldKey, Value>) {
        for (key, value) in fields {
            if is_entry(class) && LINKS.contains(&&*key.name) {
                continue;
            }
            self.add(&key.name);
            match self.entries(key, value) {
                Some(entries) => self.in_any_order(&entries),
                None => self.value(value),
            }
        }
    }

    /// The entries of the table that a field holds, if they are linked by hash codes.
    fn entries(&self, key: &FieldKey, table: &Value) -> Option<Vec<ObjectId>> {
        let Value::Ref(table) = table else { return None };
        let Object::Array { elements } = &self.objects.get(table).filter(|_| key.name == "table")?.object else {
            return None;
        };
        let mut entries = Vec::new();
        for first in elements {
            let mut next = first;
            while let Value::Ref(id) = next {
                let entry = self.objects.get(id).filter(|entry| is_entry(&entry.class) && !entries.contains(id))?;
                let Object::Instance { fields } = &entry.object else { return None };
                entries.push(*id);
                next = fields.iter().find(|(key, _)| key.name == "next")?.1;
            }
        }
        Some(entries)
    }

    /// Describes entries in the order of what each is by itself.
    fn in_any_order(&mut self, entries: &[ObjectId]) {
        let alone = |entry: &ObjectId| {
            let mut alone = Shape { objects: self.objects, known: self.known.clone(), text: String::new() };
            alone.object(*entry);
            (alone.text, *entry)
        };
        let mut sorted: Vec<(String, ObjectId)> = entries.iter().map(alone).collect();
        sorted.sort();
        sorted.iter().for_each(|(_, entry)| self.object(*entry));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str) -> FieldKey {
        FieldKey { class: "java.util.HashMap".into(), name: name.into(), descriptor: String::new() }
    }

    /// A table of four places with one entry for each of these keys, at these places and in this order behind one another.
    fn table(entries: &[(usize, &str)]) -> OrderedMap<ObjectId, HeapObject> {
        let text = |text: &str| HeapObject {
            class: "java.lang.String".into(),
            object: Object::String(text.encode_utf16().collect()),
        };
        let mut objects = OrderedMap::default();
        let mut places = vec![Value::Null; 4];
        for (at, (place, name)) in entries.iter().enumerate() {
            let (entry, named) = (ObjectId(2 * at as u32 + 2), ObjectId(2 * at as u32 + 3));
            let next = std::mem::replace(&mut places[*place], Value::Ref(entry));
            let held = [("hash", Value::Int(*place as i32)), ("key", Value::Ref(named)), ("next", next)];
            let fields = held.into_iter().map(|(name, value)| (key(name), value)).collect();
            objects.insert(
                entry,
                HeapObject { class: "java.util.HashMap$Node".into(), object: Object::Instance { fields } },
            );
            objects.insert(named, text(name));
        }
        let fields = [(key("table"), Value::Ref(ObjectId(1)))].into_iter().collect();
        objects
            .insert(ObjectId(0), HeapObject { class: "java.util.HashMap".into(), object: Object::Instance { fields } });
        let array = Object::Array { elements: places };
        objects.insert(ObjectId(1), HeapObject { class: "[Ljava.util.HashMap$Node;".into(), object: array });
        objects
    }

    fn shape(objects: &OrderedMap<ObjectId, HeapObject>) -> String {
        let mut shape = Shape { objects, known: Vec::new(), text: String::new() };
        shape.object(ObjectId(0));
        shape.text
    }

    #[test]
    fn where_a_table_keeps_its_entries_does_not_count() {
        let one = shape(&table(&[(0, "a"), (3, "b")]));
        for other in [table(&[(2, "b"), (1, "a")]), table(&[(1, "a"), (1, "b")]), table(&[(1, "b"), (1, "a")])] {
            assert_eq!(shape(&other), one);
        }
        assert_ne!(shape(&table(&[(0, "a"), (3, "c")])), one);
        assert_ne!(shape(&table(&[(0, "a")])), one);
    }
}

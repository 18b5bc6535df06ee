//! What a collection, a text under way or a stream in memory holds, read off the fields that its class in the JDK keeps to itself.
//!
//! A path predicts these fields; a test can look at what they mean only. What is not known of them is not told.

use clew_base::OrderedMap;
use clew_facts::{Call, HeapObject, Made, Object, ObjectId, Value};

/// The greatest number of elements or entries that are told.
const MAX_ELEMENTS: usize = 8;
/// How many views may lie around a collection.
const MAX_VIEWS: usize = 4;

/// The greatest number of characters or bytes that are told.
const MAX_TEXT: usize = 160;

/// What an object holds, in its own order where it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Contents {
    /// The text that its `toString` gives, as UTF-16 units.
    Text(Vec<u16>),
    /// The bytes that its `toByteArray` gives.
    Bytes(Vec<i8>),
    List(Vec<Value>),
    Set(Vec<Value>),
    Map(Vec<(Value, Value)>),
}

/// What the collection with this id holds, where all of that is known and not too much.
pub(crate) fn contents(heap: &OrderedMap<ObjectId, HeapObject>, id: ObjectId) -> Option<Contents> {
    Heap(heap).contents(id, MAX_VIEWS)
}

/// What a test puts into an object that it makes, where it does no more than that.
pub(crate) fn put_in(heap: &OrderedMap<ObjectId, HeapObject>, made: &Made) -> Option<Contents> {
    let (class, arguments) = (made.first.method.class.as_str(), &made.first.arguments[..]);
    if made.first.method.method != "<init>" {
        return None;
    }
    if let ("java.lang.StringBuilder" | "java.lang.StringBuffer", [Value::Ref(text)], []) =
        (class, arguments, &made.then[..])
        && let Object::String(units) = &heap.get(text)?.object
    {
        return Some(Contents::Text(units.clone()));
    }
    if !arguments.is_empty() {
        return None;
    }
    match class {
        "java.lang.StringBuilder" | "java.lang.StringBuffer" | "java.io.StringWriter" if made.then.is_empty() => {
            return Some(Contents::Text(Vec::new()));
        }
        "java.io.ByteArrayOutputStream" if made.then.is_empty() => return Some(Contents::Bytes(Vec::new())),
        _ => {}
    }
    let class = class.strip_prefix("java.util.")?;
    let added = |call: &Call| match (call.method.method.as_str(), &call.arguments[..]) {
        ("add", [element]) => Some(element.clone()),
        _ => None,
    };
    let put = |call: &Call| match (call.method.method.as_str(), &call.arguments[..]) {
        ("put", [key, value]) => Some((key.clone(), value.clone())),
        _ => None,
    };
    Some(match class {
        "ArrayList" | "LinkedList" => Contents::List(made.then.iter().map(added).collect::<Option<_>>()?),
        "HashSet" | "LinkedHashSet" | "TreeSet" => Contents::Set(made.then.iter().map(added).collect::<Option<_>>()?),
        "HashMap" | "LinkedHashMap" | "TreeMap" => Contents::Map(made.then.iter().map(put).collect::<Option<_>>()?),
        _ => return None,
    })
}

#[derive(Clone, Copy)]
struct Heap<'h>(&'h OrderedMap<ObjectId, HeapObject>);

impl<'h> Heap<'h> {
    fn contents(self, id: ObjectId, views: usize) -> Option<Contents> {
        let class = &self.0.get(&id)?.class;
        match class.as_str() {
            "java.lang.StringBuilder" | "java.lang.StringBuffer" => return self.text(id).map(Contents::Text),
            "java.io.StringWriter" => return self.text(self.object(id, "buf")?).map(Contents::Text),
            "java.io.ByteArrayOutputStream" => return self.bytes(id).map(Contents::Bytes),
            _ => {}
        }
        let class = class.strip_prefix("java.util.")?;
        let viewed = |field: &str| self.contents(self.object(id, field)?, views.checked_sub(1)?);
        Some(match class {
            "ArrayList" => Contents::List(self.array_list(id)?),
            "LinkedList" => Contents::List(self.chain(id, "first", "item", "next")?),
            "Arrays$ArrayList" => Contents::List(self.elements(self.object(id, "a")?)?.to_vec()),
            "ImmutableCollections$ListN" => Contents::List(self.elements(self.object(id, "elements")?)?.to_vec()),
            "ImmutableCollections$List12" => Contents::List(self.one_or_two(id)?),
            "ImmutableCollections$Set12" => Contents::Set(self.one_or_two(id)?),
            "ImmutableCollections$SetN" => Contents::Set(self.present(self.object(id, "elements")?)?),
            "ImmutableCollections$Map1" => {
                Contents::Map(vec![(self.field(id, "k0")?.clone(), self.field(id, "v0")?.clone())])
            }
            "ImmutableCollections$MapN" => {
                let present = self.present(self.object(id, "table")?)?;
                Contents::Map(present.chunks_exact(2).map(|entry| (entry[0].clone(), entry[1].clone())).collect())
            }
            "Collections$EmptyList" => Contents::List(Vec::new()),
            "Collections$EmptySet" => Contents::Set(Vec::new()),
            "Collections$EmptyMap" => Contents::Map(Vec::new()),
            "Collections$SingletonList" => Contents::List(vec![self.field(id, "element")?.clone()]),
            "Collections$SingletonSet" => Contents::Set(vec![self.field(id, "element")?.clone()]),
            "Collections$UnmodifiableList" | "Collections$UnmodifiableRandomAccessList" => viewed("list")?,
            "Collections$UnmodifiableSet" => viewed("c")?,
            "Collections$UnmodifiableMap" => viewed("m")?,
            "TreeSet" => key_set(viewed("m")?)?,
            "HashMap" | "LinkedHashMap" => Contents::Map(self.hash_map(id, class)?),
            "TreeMap" => Contents::Map(self.tree_map(id)?),
            "HashSet" | "LinkedHashSet" => key_set(viewed("map")?)?,
            _ => return None,
        })
        .filter(Contents::is_known)
    }

    /// The characters of a builder: bytes of Latin-1, or two bytes for each unit, the lower one first.
    fn text(self, id: ObjectId) -> Option<Vec<u16>> {
        let latin1 = match self.field(id, "coder")? {
            Value::Byte(coder) => *coder == 0,
            _ => return None,
        };
        let count = self.count(id)?;
        let width = if latin1 { 1 } else { 2 };
        let bytes = self.leading_bytes(id, "value", count * width)?;
        let unit =
            |bytes: &[i8]| bytes.iter().rev().fold(0, |unit: u16, byte| (unit << 8) | u16::from(byte.cast_unsigned()));
        Some(bytes.chunks(width).map(unit).collect())
    }

    fn bytes(self, id: ObjectId) -> Option<Vec<i8>> {
        self.leading_bytes(id, "buf", self.count(id)?)
    }

    fn count(self, id: ObjectId) -> Option<usize> {
        match self.field(id, "count")? {
            Value::Int(count) => usize::try_from(*count).ok().filter(|count| *count <= MAX_TEXT),
            _ => None,
        }
    }

    fn leading_bytes(self, id: ObjectId, field: &str, count: usize) -> Option<Vec<i8>> {
        let bytes = self.elements(self.object(id, field)?)?.get(..count)?;
        let byte = |value: &Value| match value {
            Value::Byte(byte) => Some(*byte),
            _ => None,
        };
        bytes.iter().map(byte).collect()
    }

    fn array_list(self, id: ObjectId) -> Option<Vec<Value>> {
        let size = self.size(id)?;
        let elements = self.elements(self.object(id, "elementData")?)?;
        Some(elements.get(..size)?.to_vec())
    }

    /// The elements of an immutable collection of at most two. Where there is no second one, a plain object, or `null`, takes its place.
    fn one_or_two(self, id: ObjectId) -> Option<Vec<Value>> {
        let (first, second) = (self.field(id, "e0")?, self.field(id, "e1")?);
        let is_there = match second {
            Value::Ref(second) => self.0.get(second)?.class != "java.lang.Object",
            _ => false,
        };
        Some(std::iter::once(first).chain(is_there.then_some(second)).cloned().collect())
    }

    /// The elements of an array with gaps, which hold no `null` but the gaps.
    fn present(self, array: ObjectId) -> Option<Vec<Value>> {
        let elements = self.elements(array)?.iter();
        let present: Vec<Value> = elements.filter(|element| **element != Value::Null).cloned().collect();
        (present.len() <= 2 * MAX_ELEMENTS).then_some(present)
    }

    fn hash_map(self, id: ObjectId, class: &str) -> Option<Vec<(Value, Value)>> {
        let size = self.size(id)?;
        let mut nodes = Vec::with_capacity(size);
        if class == "LinkedHashMap" {
            self.follow(self.field(id, "head")?, "after", &mut nodes)?;
        } else if let Value::Ref(table) = self.field(id, "table")? {
            for bin in self.elements(*table)? {
                self.follow(bin, "next", &mut nodes)?;
            }
        }
        let entries: Vec<_> = nodes.into_iter().map(|node| self.entry(node)).collect::<Option<_>>()?;
        (entries.len() == size).then_some(entries)
    }

    fn tree_map(self, id: ObjectId) -> Option<Vec<(Value, Value)>> {
        let size = self.size(id)?;
        let mut entries = Vec::with_capacity(size);
        let mut path = Vec::new();
        let mut next = self.field(id, "root")?;
        loop {
            while let Value::Ref(node) = next {
                path.push(*node);
                (path.len() <= size).then_some(())?;
                next = self.field(*node, "left")?;
            }
            let Some(node) = path.pop() else { break };
            entries.push(self.entry(node)?);
            next = self.field(node, "right")?;
        }
        (entries.len() == size).then_some(entries)
    }

    fn entry(self, node: ObjectId) -> Option<(Value, Value)> {
        Some((self.field(node, "key")?.clone(), self.field(node, "value")?.clone()))
    }

    /// What the nodes of a chain hold.
    fn chain(self, id: ObjectId, first: &str, held: &str, next: &str) -> Option<Vec<Value>> {
        let mut nodes = Vec::new();
        self.follow(self.field(id, first)?, next, &mut nodes)?;
        nodes.into_iter().map(|node| self.field(node, held).cloned()).collect()
    }

    fn follow(self, first: &Value, next: &str, nodes: &mut Vec<ObjectId>) -> Option<()> {
        let mut value = first;
        while let Value::Ref(node) = value {
            (nodes.len() < MAX_ELEMENTS).then_some(())?;
            nodes.push(*node);
            value = self.field(*node, next)?;
        }
        (*value == Value::Null).then_some(())
    }

    fn size(self, id: ObjectId) -> Option<usize> {
        match self.field(id, "size")? {
            Value::Int(size) => usize::try_from(*size).ok().filter(|size| *size <= MAX_ELEMENTS),
            _ => None,
        }
    }

    fn elements(self, id: ObjectId) -> Option<&'h [Value]> {
        match &self.0.get(&id)?.object {
            Object::Array { elements } => Some(elements),
            _ => None,
        }
    }

    fn object(self, id: ObjectId, field: &str) -> Option<ObjectId> {
        match self.field(id, field)? {
            Value::Ref(object) => Some(*object),
            _ => None,
        }
    }

    /// The field of this name, whichever class declares it: the classes that are read here have one field of each name.
    fn field(self, id: ObjectId, name: &str) -> Option<&'h Value> {
        let Object::Instance { fields } = &self.0.get(&id)?.object else { return None };
        fields.iter().find(|(key, _)| key.name == name).map(|(_, value)| value)
    }
}

impl Contents {
    /// Whether both hold the same, in the same order where there is one.
    pub(crate) fn is_like(&self, other: &Contents) -> bool {
        match (self, other) {
            (Contents::Text(one), Contents::Text(other)) => one == other,
            (Contents::Bytes(one), Contents::Bytes(other)) => one == other,
            (Contents::List(one), Contents::List(other)) => one == other,
            (Contents::Set(one), Contents::Set(other)) => {
                one.len() == other.len() && one.iter().all(|element| other.contains(element))
            }
            (Contents::Map(one), Contents::Map(other)) => {
                one.len() == other.len() && one.iter().all(|entry| other.contains(entry))
            }
            (Contents::Text(_) | Contents::Bytes(_) | Contents::List(_) | Contents::Set(_) | Contents::Map(_), _) => {
                false
            }
        }
    }

    /// Whether each element is known, and there are not too many.
    fn is_known(&self) -> bool {
        let is_known = |value: &Value| *value != Value::Unknown;
        match self {
            Contents::Text(_) | Contents::Bytes(_) => true,
            Contents::List(elements) | Contents::Set(elements) => {
                elements.len() <= MAX_ELEMENTS && elements.iter().all(is_known)
            }
            Contents::Map(entries) => {
                entries.len() <= MAX_ELEMENTS && entries.iter().all(|(key, value)| is_known(key) && is_known(value))
            }
        }
    }
}

/// The keys of a map.
fn key_set(map: Contents) -> Option<Contents> {
    match map {
        Contents::Map(entries) => Some(Contents::Set(entries.into_iter().map(|(key, _)| key).collect())),
        Contents::Text(_) | Contents::Bytes(_) | Contents::List(_) | Contents::Set(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_facts::FieldKey;

    fn instance(class: &str, fields: &[(&str, Value)]) -> HeapObject {
        let key = |name: &str| FieldKey { class: class.into(), name: name.into(), descriptor: "I".into() };
        let fields = fields.iter().map(|(name, value)| (key(name), value.clone())).collect();
        HeapObject { class: class.into(), object: Object::Instance { fields } }
    }

    fn array(elements: Vec<Value>) -> HeapObject {
        HeapObject { class: "java.lang.Object[]".into(), object: Object::Array { elements } }
    }

    fn reference(id: u32) -> Value {
        Value::Ref(ObjectId(id))
    }

    #[test]
    fn a_list_holds_as_many_elements_as_its_size_says() {
        let list = |size| instance("java.util.ArrayList", &[("size", Value::Int(size)), ("elementData", reference(1))]);
        let elements = array(vec![Value::Null, reference(2), Value::Null]);
        let heap = |size| OrderedMap::from_iter([(ObjectId(0), list(size)), (ObjectId(1), elements.clone())]);
        let told = |size| contents(&heap(size), ObjectId(0));
        assert_eq!(told(2), Some(Contents::List(vec![Value::Null, reference(2)])));
        assert_eq!(told(4), None);
        assert_eq!(told(-1), None);
    }

    #[test]
    fn the_text_of_a_builder_has_one_or_two_bytes_for_each_character() {
        let builder = |coder, count| {
            let fields = [("coder", Value::Byte(coder)), ("count", Value::Int(count)), ("value", reference(1))];
            instance("java.lang.StringBuilder", &fields)
        };
        let bytes = array([72, 0, -28, 1].map(Value::Byte).to_vec());
        let told = |coder, count| {
            let heap = [(ObjectId(0), builder(coder, count)), (ObjectId(1), bytes.clone())];
            contents(&OrderedMap::from_iter(heap), ObjectId(0))
        };
        assert_eq!(told(0, 3), Some(Contents::Text(vec![72, 0, 0xe4])));
        assert_eq!(told(1, 2), Some(Contents::Text(vec![72, 0x1e4])));
        assert_eq!(told(1, 3), None);
    }

    #[test]
    fn what_is_not_known_is_not_told() {
        let heap = [
            (ObjectId(0), instance("java.util.ArrayList", &[("size", Value::Int(1)), ("elementData", reference(1))])),
            (ObjectId(1), array(vec![Value::Unknown])),
        ];
        assert_eq!(contents(&OrderedMap::from_iter(heap), ObjectId(0)), None);
    }

    #[test]
    fn a_tree_is_told_in_its_order_and_a_ring_of_nodes_not_at_all() {
        let tree = instance("java.util.TreeMap", &[("size", Value::Int(2)), ("root", reference(1))]);
        let node = |left: Value, key: i32| {
            let fields = [("left", left), ("right", Value::Null), ("key", Value::Int(key)), ("value", Value::Null)];
            instance("java.util.TreeMap$Entry", &fields)
        };
        let heap = |lower: Value| {
            let all =
                [(ObjectId(0), tree.clone()), (ObjectId(1), node(reference(2), 7)), (ObjectId(2), node(lower, 3))];
            OrderedMap::from_iter(all)
        };
        let entries = vec![(Value::Int(3), Value::Null), (Value::Int(7), Value::Null)];
        assert_eq!(contents(&heap(Value::Null), ObjectId(0)), Some(Contents::Map(entries)));
        assert_eq!(contents(&heap(reference(1)), ObjectId(0)), None);
    }
}

//! What a collection of the JDK holds, read off the fields that its class keeps to itself.
//!
//! A path predicts these fields; a test can look at what they mean only. What is not known of them is not told.

use clew_base::OrderedMap;
use clew_facts::{Call, HeapObject, Made, Object, ObjectId, Value};

/// The greatest number of elements or entries that are told.
const MAX_ELEMENTS: usize = 8;
/// How many views may lie around a collection.
const MAX_VIEWS: usize = 4;

/// What a collection holds, in its own order where it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Contents {
    List(Vec<Value>),
    Set(Vec<Value>),
    Map(Vec<(Value, Value)>),
}

/// What the collection with this id holds, where all of that is known and not too much.
pub(crate) fn contents(heap: &OrderedMap<ObjectId, HeapObject>, id: ObjectId) -> Option<Contents> {
    Heap(heap).contents(id, MAX_VIEWS)
}

/// What a test puts into a collection that it makes, where it does no more than that.
pub(crate) fn put_in(made: &Made) -> Option<Contents> {
    let is_empty = made.first.method.method == "<init>" && made.first.arguments.is_empty();
    let class = made.first.method.class.strip_prefix("java.util.").filter(|_| is_empty)?;
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
        let class = self.0.get(&id)?.class.strip_prefix("java.util.")?;
        let viewed = |field: &str| self.contents(self.object(id, field)?, views.checked_sub(1)?);
        Some(match class {
            "ArrayList" => Contents::List(self.array_list(id)?),
            "LinkedList" => Contents::List(self.chain(id, "first", "item", "next")?),
            "Arrays$ArrayList" => Contents::List(self.elements(self.object(id, "a")?)?.to_vec()),
            "ImmutableCollections$ListN" => Contents::List(self.elements(self.object(id, "elements")?)?.to_vec()),
            "Collections$EmptyList" => Contents::List(Vec::new()),
            "Collections$EmptySet" => Contents::Set(Vec::new()),
            "Collections$EmptyMap" => Contents::Map(Vec::new()),
            "Collections$SingletonList" => Contents::List(vec![self.field(id, "element")?.clone()]),
            "Collections$SingletonSet" => Contents::Set(vec![self.field(id, "element")?.clone()]),
            "Collections$UnmodifiableList" | "Collections$UnmodifiableRandomAccessList" => viewed("list")?,
            "Collections$UnmodifiableSet" => viewed("c")?,
            "Collections$UnmodifiableMap" | "TreeSet" => match (class, viewed("m")?) {
                ("TreeSet", Contents::Map(entries)) => Contents::Set(keys(entries)),
                (_, map) => map,
            },
            "HashMap" | "LinkedHashMap" => Contents::Map(self.hash_map(id, class)?),
            "TreeMap" => Contents::Map(self.tree_map(id)?),
            "HashSet" | "LinkedHashSet" => match viewed("map")? {
                Contents::Map(entries) => Contents::Set(keys(entries)),
                Contents::List(_) | Contents::Set(_) => return None,
            },
            _ => return None,
        })
        .filter(Contents::is_known)
    }

    fn array_list(self, id: ObjectId) -> Option<Vec<Value>> {
        let size = self.size(id)?;
        let elements = self.elements(self.object(id, "elementData")?)?;
        Some(elements.get(..size)?.to_vec())
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

    /// The field of this name. The classes that are read here have no two of one name, but for one: a view of a list has the list
    /// under a name of its own.
    fn field(self, id: ObjectId, name: &str) -> Option<&'h Value> {
        let Object::Instance { fields } = &self.0.get(&id)?.object else { return None };
        fields.iter().find(|(key, _)| key.name == name).map(|(_, value)| value)
    }
}

impl Contents {
    /// Whether both hold the same, in the same order where there is one.
    pub(crate) fn is_like(&self, other: &Contents) -> bool {
        match (self, other) {
            (Contents::List(one), Contents::List(other)) => one == other,
            (Contents::Set(one), Contents::Set(other)) => {
                one.len() == other.len() && one.iter().all(|element| other.contains(element))
            }
            (Contents::Map(one), Contents::Map(other)) => {
                one.len() == other.len() && one.iter().all(|entry| other.contains(entry))
            }
            (Contents::List(_) | Contents::Set(_) | Contents::Map(_), _) => false,
        }
    }

    /// Whether each element is known, and there are not too many.
    fn is_known(&self) -> bool {
        let is_known = |value: &Value| *value != Value::Unknown;
        match self {
            Contents::List(elements) | Contents::Set(elements) => {
                elements.len() <= MAX_ELEMENTS && elements.iter().all(is_known)
            }
            Contents::Map(entries) => {
                entries.len() <= MAX_ELEMENTS && entries.iter().all(|(key, value)| is_known(key) && is_known(value))
            }
        }
    }
}

fn keys(entries: Vec<(Value, Value)>) -> Vec<Value> {
    entries.into_iter().map(|(key, _)| key).collect()
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

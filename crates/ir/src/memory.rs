//! An [`Environment`] that keeps everything in memory and knows only the classes and methods it was told of. It serves
//! tests of bodies; it is no JVM.

use crate::execute::{Completion, Environment, Stop, execute};
use crate::{Body, Callee, ElementKind, FieldRef, InvokeKind, MethodRef, Object, Type, Value};
use clew_base::FastMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How deep calls may be nested, as each takes native stack.
const MAX_CALL_DEPTH: u32 = 100;
/// How many elements an array may have.
const MAX_ARRAY_LENGTH: i32 = 1 << 20;

/// An object or an array.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entity {
    class: Arc<str>,
    fields: BTreeMap<(Arc<str>, Arc<str>), Value>,
    elements: Vec<Value>,
}

/// The class, name and descriptor of a method.
type MethodKey = (Arc<str>, Arc<str>, Arc<str>);

/// Objects, static fields, classes and methods.
#[derive(Clone, Debug)]
pub struct Memory {
    entities: Vec<Entity>,
    statics: BTreeMap<FieldRef, Value>,
    supertypes: FastMap<Arc<str>, Vec<Arc<str>>>,
    methods: FastMap<MethodKey, Arc<Body>>,
    interned: FastMap<(bool, Vec<u16>), Object>,
    depth: u32,
    steps_left: u64,
    /// The lines passed, in order.
    pub lines: Vec<u32>,
}

impl Memory {
    /// An empty memory, in which at most `step_limit` statements and ends of blocks are executed, all calls together.
    pub fn new(step_limit: u64) -> Memory {
        Memory {
            entities: Vec::new(),
            statics: BTreeMap::new(),
            supertypes: FastMap::default(),
            methods: FastMap::default(),
            interned: FastMap::default(),
            depth: 0,
            steps_left: step_limit,
            lines: Vec::new(),
        }
    }

    /// Declares a class with its direct supertypes.
    pub fn add_class(&mut self, class: &str, supertypes: &[&str]) {
        self.supertypes.insert(Arc::from(class), supertypes.iter().copied().map(Arc::from).collect());
    }

    /// Declares a method. Its class has been declared.
    pub fn add_method(&mut self, class: &str, name: &str, descriptor: &str, body: Body) {
        self.methods.insert((Arc::from(class), Arc::from(name), Arc::from(descriptor)), Arc::new(body));
    }

    /// The class of an object.
    pub fn class_of(&self, object: Object) -> Option<&str> {
        self.entity(object).ok().map(|entity| &*entity.class)
    }

    fn add(&mut self, class: &str, elements: Vec<Value>) -> Object {
        let object = Object(self.entities.len() as u64);
        self.entities.push(Entity { class: Arc::from(class), fields: BTreeMap::new(), elements });
        object
    }

    fn entity(&self, object: Object) -> Result<&Entity, Stop> {
        let index = usize::try_from(object.0).ok();
        index.and_then(|index| self.entities.get(index)).ok_or_else(|| Stop::Stuck("no such object".to_owned()))
    }

    fn entity_mut(&mut self, object: Object) -> Result<&mut Entity, Stop> {
        let index = usize::try_from(object.0).ok();
        index.and_then(|index| self.entities.get_mut(index)).ok_or_else(|| Stop::Stuck("no such object".to_owned()))
    }

    fn is_subtype(&self, class: &str, of: &str) -> Result<bool, Stop> {
        if class == of || of == "java/lang/Object" {
            return Ok(true);
        }
        if let (Some(element), Some(of)) = (class.strip_prefix('['), of.strip_prefix('[')) {
            let is_reference = |element: &str| element.starts_with(['[', 'L']);
            return Ok(is_reference(element)
                && is_reference(of)
                && self.is_subtype(internal(element), internal(of))?);
        }
        if class.starts_with('[') || of.starts_with('[') {
            return Ok(matches!(of, "java/lang/Cloneable" | "java/io/Serializable"));
        }
        if class == "java/lang/Object" {
            return Ok(false);
        }
        let Some(supertypes) = self.supertypes.get(class) else {
            return Err(Stop::Stuck(format!("class {class} is not known")));
        };
        for supertype in supertypes {
            if self.is_subtype(supertype, of)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The method that a class has or inherits, superclasses in the order in which they were declared.
    fn find_method(&self, class: &str, method: &MethodRef) -> Option<Arc<Body>> {
        let key = (Arc::from(class), Arc::clone(&method.name), Arc::clone(&method.descriptor));
        if let Some(body) = self.methods.get(&key) {
            return Some(Arc::clone(body));
        }
        self.supertypes.get(class)?.iter().find_map(|supertype| self.find_method(supertype, method))
    }

    fn array(&mut self, class: &str, lengths: &[i32]) -> Result<Object, Stop> {
        let (Some(element), [length, inner @ ..]) = (class.strip_prefix('['), lengths) else {
            return Err(Stop::Stuck(format!("{class} has too few dimensions")));
        };
        if *length < 0 || *length > MAX_ARRAY_LENGTH {
            return Err(Stop::Stuck(format!("an array of {length} elements cannot be made here")));
        }
        let mut elements = Vec::new();
        for _ in 0..*length {
            elements.push(match inner {
                [] => Value::zero(type_of(element)),
                _ => Value::Ref(Some(self.array(element, inner)?)),
            });
        }
        Ok(self.add(class, elements))
    }
}

/// The internal form of the class that a descriptor of a reference names.
fn internal(descriptor: &str) -> &str {
    descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';')).unwrap_or(descriptor)
}

/// The type of a register that holds a value with this descriptor.
fn type_of(descriptor: &str) -> Type {
    match descriptor {
        "Z" | "B" | "C" | "S" | "I" => Type::Bv32,
        "J" => Type::Bv64,
        "F" => Type::F32,
        "D" => Type::F64,
        _ => Type::Ref,
    }
}

fn element_index(index: i32) -> usize {
    usize::try_from(index).unwrap_or(usize::MAX)
}

impl Environment for Memory {
    fn get_field(&mut self, object: Object, field: &FieldRef) -> Result<Value, Stop> {
        let key = (Arc::clone(&field.name), Arc::clone(&field.descriptor));
        Ok(self.entity(object)?.fields.get(&key).cloned().unwrap_or_else(|| Value::zero(type_of(&field.descriptor))))
    }

    fn put_field(&mut self, object: Object, field: &FieldRef, value: Value) -> Result<(), Stop> {
        let key = (Arc::clone(&field.name), Arc::clone(&field.descriptor));
        self.entity_mut(object)?.fields.insert(key, value);
        Ok(())
    }

    fn get_static(&mut self, field: &FieldRef) -> Result<Value, Stop> {
        Ok(self.statics.get(field).cloned().unwrap_or_else(|| Value::zero(type_of(&field.descriptor))))
    }

    fn put_static(&mut self, field: &FieldRef, value: Value) -> Result<(), Stop> {
        self.statics.insert(field.clone(), value);
        Ok(())
    }

    fn new_object(&mut self, class: &str) -> Result<Object, Stop> {
        Ok(self.add(class, Vec::new()))
    }

    fn new_throwable(&mut self, class: &str) -> Result<Object, Stop> {
        Ok(self.add(class, Vec::new()))
    }

    fn new_array(&mut self, array: &str, lengths: &[i32]) -> Result<Object, Stop> {
        self.array(array, lengths)
    }

    fn array_length(&mut self, array: Object) -> Result<i32, Stop> {
        i32::try_from(self.entity(array)?.elements.len()).map_err(|_| Stop::Stuck("too long".to_owned()))
    }

    fn load_element(&mut self, _: ElementKind, array: Object, index: i32) -> Result<Value, Stop> {
        let element = self.entity(array)?.elements.get(element_index(index)).cloned();
        element.ok_or_else(|| Stop::Stuck(format!("index {index} is out of bounds")))
    }

    fn store_element(&mut self, _: ElementKind, array: Object, index: i32, value: Value) -> Result<(), Stop> {
        let entity = self.entity_mut(array)?;
        let value = match value {
            Value::Bv32(value) if &*entity.class == "[Z" => Value::Bv32(value & 1),
            other => other,
        };
        let element = entity.elements.get_mut(element_index(index));
        *element.ok_or_else(|| Stop::Stuck(format!("index {index} is out of bounds")))? = value;
        Ok(())
    }

    fn instance_of(&mut self, object: Object, class: &str) -> Result<bool, Stop> {
        self.is_subtype(&self.entity(object)?.class, class)
    }

    fn can_store(&mut self, array: Object, value: Object) -> Result<bool, Stop> {
        let element = self.entity(array)?.class.strip_prefix('[').unwrap_or_default().to_owned();
        self.is_subtype(&self.entity(value)?.class, internal(&element))
    }

    fn string(&mut self, units: &[u16]) -> Result<Object, Stop> {
        let key = (false, units.to_vec());
        if let Some(object) = self.interned.get(&key) {
            return Ok(*object);
        }
        let object = self.add("java/lang/String", Vec::new());
        self.interned.insert(key, object);
        Ok(object)
    }

    fn class_object(&mut self, class: &str) -> Result<Object, Stop> {
        let key = (true, class.encode_utf16().collect());
        if let Some(object) = self.interned.get(&key) {
            return Ok(*object);
        }
        let object = self.add("java/lang/Class", Vec::new());
        self.interned.insert(key, object);
        Ok(object)
    }

    /// Classes have no initializers here.
    fn init_class(&mut self, _: &str) -> Result<Option<Object>, Stop> {
        Ok(None)
    }

    fn invoke(&mut self, callee: &Callee, args: Vec<Value>) -> Result<Completion, Stop> {
        let Callee::Method { kind, method } = callee else {
            return Err(Stop::Stuck("call sites linked at run time are not known here".to_owned()));
        };
        let class = match (kind, args.first()) {
            (InvokeKind::Virtual | InvokeKind::Interface, Some(Value::Ref(Some(receiver)))) => {
                Arc::clone(&self.entity(*receiver)?.class)
            }
            (InvokeKind::Static | InvokeKind::Special, _) => Arc::clone(&method.class),
            _ => return Err(Stop::Stuck("a call has no receiver".to_owned())),
        };
        let Some(body) = self.find_method(&class, method) else {
            return Err(Stop::Stuck(format!("method {class}#{}{} is not known", method.name, method.descriptor)));
        };
        if self.depth >= MAX_CALL_DEPTH {
            return Err(Stop::StepLimit);
        }
        self.depth += 1;
        let completion = execute(&body, args, self, u64::MAX);
        self.depth -= 1;
        completion
    }

    fn step(&mut self) -> Result<(), Stop> {
        self.steps_left = self.steps_left.checked_sub(1).ok_or(Stop::StepLimit)?;
        Ok(())
    }

    fn at_line(&mut self, line: u32) {
        self.lines.push(line);
    }
}

//! Inputs of a method that a model names.

use super::allocation::Group;
use super::memory::{Held, Map, Memory};
use crate::builder::Builder;
use clew_base::{Id, OrderedMap};
use clew_facts::{Argument, FieldKey, HeapObject, Object, ObjectId, TestCase, Value};
use clew_ir::{Body, ElementKind, Reg};
use clew_jvm::{Method, World};
use clew_smt::Model;
use clew_term::{BinaryOp, Term, Value as TermValue};
use num_bigint::BigInt;

/// How many elements an array of an input has at most.
const MAX_ELEMENTS: i32 = 20_000;

/// What an element is that a model says nothing of in particular.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// A letter, or zero: what people would write.
    Plain,
    /// What the model has for all others.
    OfModel,
}

/// The character that texts have where nothing else is wanted.
const PLAIN_LETTER: u8 = b'a';

/// How many objects an input has at most.
const MAX_OBJECTS: usize = 2_000;

/// Makes inputs of a method.
pub(super) struct Inputs<'a> {
    world: &'a World,
    method: &'a Method,
    params: &'a [Reg],
    memory: &'a Memory,
    names: Vec<String>,
}

impl<'a> Inputs<'a> {
    pub(super) fn new(world: &'a World, method: &'a Method, body: &'a Body, memory: &'a Memory) -> Inputs<'a> {
        Inputs { world, method, params: &body.params, memory, names: world.parameter_names(method) }
    }

    /// That arrays and strings among the parameters have at most so many elements.
    pub(super) fn small(&self, builder: &mut Builder, most: u32) -> Vec<Term> {
        let most = builder.pool.int(BigInt::from(most));
        let mut terms = Vec::new();
        for (param, descriptor) in self.params.iter().skip(self.receivers()).zip(&self.method.parameters) {
            let lengths = match &**descriptor {
                "Ljava/lang/String;" => self.memory.text_lengths,
                array if array.starts_with('[') => self.memory.lengths,
                _ => continue,
            };
            let term = |reg: Reg| builder.symbols[reg.index()].map(|symbol| builder.pool.symbol_term(symbol));
            if let (Some(lengths), Some(object)) = (term(lengths), term(*param)) {
                let length = builder.pool.select(lengths, &[object]);
                terms.push(builder.pool.binary(BinaryOp::SLe, length, most));
            }
        }
        terms
    }

    fn receivers(&self) -> usize {
        usize::from(!self.method.is_static())
    }

    /// The input that a model names; `None` where an object of it cannot be made so.
    pub(super) fn of_model(&self, builder: &Builder, model: &Model, rest: Rest) -> Option<TestCase> {
        let (objects, heap) = (OrderedMap::default(), OrderedMap::default());
        let mut making = Making { inputs: self, builder, model, rest, objects, heap };
        let receiver = match self.params.first().filter(|_| self.receivers() == 1) {
            // What a constructor is to construct is no input.
            Some(_) if self.method.is_constructor() => None,
            Some(param) => {
                let class = self.world.class(self.method.class);
                let number = making.number(*param).unwrap_or_else(|| BigInt::from(-1));
                Some(making.object(&number, &format!("L{};", class.name))?)
            }
            None => None,
        };
        let mut arguments = Vec::new();
        let described = self.method.parameters.iter().zip(&self.names);
        for ((param, (descriptor, name)), at) in self.params.iter().skip(self.receivers()).zip(described).zip(0..) {
            let value = match (Held::by(descriptor), making.number(*param)) {
                (None, _) => zero(descriptor),
                (Some(Held::Reference), number) => {
                    // Where nothing is known of it, an object that can be made is of more use than null.
                    let number = number.unwrap_or_else(|| BigInt::from(-1_000_000 - at));
                    making.object(&number, descriptor)?
                }
                (Some(held), number) => primitive(held, &number.unwrap_or_default())?,
            };
            arguments.push(Argument { name: name.clone(), descriptor: descriptor.to_string(), value });
        }
        Some(TestCase::of_input(receiver, arguments, making.heap))
    }
}

/// The objects of one input in the making.
struct Making<'a> {
    inputs: &'a Inputs<'a>,
    builder: &'a Builder,
    model: &'a Model,
    rest: Rest,
    objects: OrderedMap<(BigInt, String), ObjectId>,
    heap: OrderedMap<ObjectId, HeapObject>,
}

impl Making<'_> {
    fn value_of(&self, reg: Reg) -> Option<&TermValue> {
        self.model.get(self.builder.symbols[reg.index()]?)
    }

    fn number(&self, reg: Reg) -> Option<BigInt> {
        self.value_of(reg)?.as_int().cloned()
    }

    /// An element of a map as it is at entry.
    fn element(&self, map: Reg, index: &[BigInt]) -> BigInt {
        let index: Vec<TermValue> = index.iter().cloned().map(TermValue::Int).collect();
        let value = self.value_of(map).and_then(TermValue::as_array).map(|array| array.get(&index));
        value.and_then(TermValue::as_int).cloned().unwrap_or_default()
    }

    /// A number that is an element of a map as it is at entry.
    fn number_in(&self, map: Reg, held: Held, index: &[BigInt]) -> BigInt {
        let key: Vec<TermValue> = index.iter().cloned().map(TermValue::Int).collect();
        let array = self.value_of(map).and_then(TermValue::as_array);
        let is_told = array.is_some_and(|array| array.entries.contains_key(&key));
        match (self.rest, held) {
            (Rest::Plain, Held::Char) if !is_told => BigInt::from(PLAIN_LETTER),
            (Rest::Plain, _) if !is_told => BigInt::ZERO,
            _ => self.element(map, index),
        }
    }

    fn length(&self, map: Reg, object: &BigInt) -> Option<i32> {
        let length = self.element(map, std::slice::from_ref(object));
        // A negative one is never looked at.
        let length = i32::try_from(length).ok()?.max(0);
        (length <= MAX_ELEMENTS).then_some(length)
    }

    /// The object of a number, as a value of a declared type.
    fn object(&mut self, number: &BigInt, descriptor: &str) -> Option<Value> {
        if *number == BigInt::ZERO {
            return Some(Value::Null);
        }
        let key = (number.clone(), descriptor.to_owned());
        if let Some(known) = self.objects.get(&key) {
            return Some(Value::Ref(*known));
        }
        let id = ObjectId(u32::try_from(self.objects.len()).ok()?);
        if self.objects.len() >= MAX_OBJECTS {
            return None;
        }
        self.objects.insert(key, id);
        let made = match descriptor {
            "Ljava/lang/String;" => self.string(number)?,
            _ => match descriptor.strip_prefix('[') {
                Some(element) => self.array(number, descriptor, element)?,
                None => self.instance(number, descriptor)?,
            },
        };
        self.heap.insert(id, made);
        Some(Value::Ref(id))
    }

    fn string(&self, number: &BigInt) -> Option<HeapObject> {
        let memory = self.inputs.memory;
        let length = self.length(memory.text_lengths, number)?;
        let unit = |at: i32| {
            let unit = self.number_in(memory.texts, Held::Char, &[number.clone(), at.into()]);
            u16::try_from(unit).unwrap_or_default()
        };
        let units = (0..length).map(unit).collect();
        Some(HeapObject { class: "java.lang.String".to_owned(), object: Object::String(units) })
    }

    fn array(&mut self, number: &BigInt, descriptor: &str, element: &str) -> Option<HeapObject> {
        let length = self.length(self.inputs.memory.lengths, number)?;
        let map = kind(element).and_then(|kind| self.inputs.memory.elements(Group::Shared, kind));
        let mut elements = Vec::new();
        for at in 0..length {
            elements.push(self.held(element, map, &[number.clone(), at.into()])?);
        }
        Some(HeapObject { class: descriptor.replace('/', "."), object: Object::Array { elements } })
    }

    /// What a field or an element of a type holds.
    fn held(&mut self, descriptor: &str, map: Option<Map>, index: &[BigInt]) -> Option<Value> {
        let map = map.and_then(|map| map.before);
        match Held::by(descriptor) {
            None => Some(zero(descriptor)),
            // Only maps before the method begins tell of objects: these are others than it makes.
            Some(Held::Reference) => {
                let number = map.map(|map| self.element(map, index));
                match number.filter(|number| *number < BigInt::ZERO) {
                    Some(number) => self.object(&number, descriptor),
                    None => Some(Value::Null),
                }
            }
            Some(held) => {
                let number = map.map(|map| self.number_in(map, held, index)).unwrap_or_default();
                primitive(held, &number).or_else(|| primitive(held, &BigInt::ZERO))
            }
        }
    }

    /// An object of a class of the program, in the state that the model gives it.
    fn instance(&mut self, number: &BigInt, descriptor: &str) -> Option<HeapObject> {
        let world = self.inputs.world;
        let class = world.class(world.load(descriptor.strip_prefix('L')?.strip_suffix(';')?).ok()?);
        let is_plain = class.is_concrete() && !class.is_enum() && class.provenance != clew_jvm::Provenance::Jdk;
        if !is_plain {
            return None;
        }
        let mut fields = OrderedMap::default();
        for id in world.instance_fields(class.id).iter() {
            let field = world.field(*id);
            let Some(map) = self.inputs.memory.field(Group::Shared, *id) else { continue };
            let key = FieldKey::of_internal(&world.class(field.class).name, &field.name, &field.descriptor);
            let value = self.held(&field.descriptor, Some(map), std::slice::from_ref(number))?;
            fields.insert(key, value);
        }
        Some(HeapObject { class: class.name.replace('/', "."), object: Object::Instance { fields } })
    }
}

/// A number as a value of a primitive type; `None` where it is none.
fn primitive(held: Held, number: &BigInt) -> Option<Value> {
    Some(match held {
        Held::Boolean => Value::Boolean(*number != BigInt::ZERO),
        Held::Byte => Value::Byte(i8::try_from(number).ok()?),
        Held::Char => Value::Char(u16::try_from(number).ok()?),
        Held::Short => Value::Short(i16::try_from(number).ok()?),
        Held::Int => Value::Int(i32::try_from(number).ok()?),
        Held::Long => Value::Long(i64::try_from(number).ok()?),
        Held::Reference => return None,
    })
}

/// The default of a type that models say nothing of.
fn zero(descriptor: &str) -> Value {
    if descriptor == "D" { Value::Double(0) } else { Value::Float(0) }
}

/// The kind of array instructions on elements of a type.
pub(super) fn kind(descriptor: &str) -> Option<ElementKind> {
    Some(match descriptor.as_bytes().first()? {
        b'Z' | b'B' => ElementKind::Byte,
        b'C' => ElementKind::Char,
        b'S' => ElementKind::Short,
        b'I' => ElementKind::Int,
        b'J' => ElementKind::Long,
        b'F' => ElementKind::Float,
        b'D' => ElementKind::Double,
        b'L' | b'[' => ElementKind::Ref,
        _ => return None,
    })
}

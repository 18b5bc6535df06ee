//! Objects that a path does not look into.
//!
//! Nothing is known of their fields and nothing needs to be, so that they can be whatever a constructor leaves. Left as they are, they would
//! be made without one, and a record could not be made at all. A constructor is called where a concrete run shows that the test reaches
//! the same with the object that it makes.

use super::readable::{add_object, if_alike};
use crate::factories::{Factories, Factory};
use crate::machine::Machine;
use crate::rerun::{Aims, Ran};
use crate::types::display_name;
use clew_base::OrderedMap;
use clew_facts::{Call, HeapObject, InputsByCalls, Made, Maker, Object, ObjectId, Outcome, TestCase, Value};
use clew_jvm::{ClassId, World};

/// How many objects of a test are looked at.
const MAX_OBJECTS: usize = 6;
/// How many constructors or factories of a class are tried.
const MAX_MAKERS: usize = 3;
/// How deep objects are made that are passed to constructors.
const DEPTH: usize = 3;
/// What is passed for a number.
const NUMBER: i8 = 1;
/// What is passed for a character, and for a text.
const LETTER: u16 = b'a' as u16;

/// The test in which calls make the objects that the path does not look into, and what the concrete run of it found. `None` where it has
/// none, or reaches its goals with none that calls make. `end` says how the test itself ends.
pub(super) fn with_unread_objects_made(
    machine: &mut Machine<'_>,
    test: &TestCase,
    aims: &Aims,
    end: &Outcome,
) -> Option<(TestCase, Ran)> {
    let world = machine.core.world;
    let access = match machine.core.options.inputs_by_calls {
        InputsByCalls::Off => InputsByCalls::Package,
        access => access,
    };
    let mut calls = Calls { world, factories: Factories::new(world, machine.core.target, access) };
    let unread: Vec<(ObjectId, ClassId)> = unread_objects(world, test);
    let mut found: Option<(TestCase, Ran)> = None;
    for (id, class) in unread.into_iter().take(MAX_OBJECTS) {
        let makers = calls.factories.of(world, class).makers.clone();
        let as_good = makers.into_iter().take(MAX_MAKERS).find_map(|maker| {
            let mut changed = found.as_ref().map_or(test, |(changed, _)| changed).clone();
            let made = calls.made_by(&mut changed, maker, DEPTH)?;
            changed.heap.insert(id, made);
            if_alike(machine, changed, aims, end)
        });
        found = as_good.or(found);
    }
    found
}

/// The objects of the program's classes of which no field is listed.
fn unread_objects(world: &World, test: &TestCase) -> Vec<(ObjectId, ClassId)> {
    let is_unread = |object: &HeapObject| matches!(&object.object, Object::Instance { fields } if fields.is_empty());
    let unread = test.heap.iter().filter(|(_, object)| is_unread(object));
    unread.filter_map(|(id, object)| Some((*id, world.load(&object.class.replace('.', "/")).ok()?))).collect()
}

/// Makes objects by calls.
struct Calls<'w> {
    world: &'w World,
    factories: Factories,
}

impl Calls<'_> {
    /// The object that a constructor or factory makes of plain arguments; these are added to the test. `None` where it needs another
    /// object to be called on.
    fn made_by(&mut self, test: &mut TestCase, Factory { method, by }: Factory, depth: usize) -> Option<HeapObject> {
        if by == Maker::Other {
            return None;
        }
        let called = self.world.method(method);
        let class = match by {
            Maker::Constructor => display_name(&self.world.class(called.class).name),
            _ => called.returns.as_deref()?.strip_prefix('L')?.strip_suffix(';')?.replace('/', "."),
        };
        let arguments = called.parameters.iter().map(|ty| self.argument(test, ty, depth)).collect();
        let first = Call { method: crate::trace::key(self.world, method), arguments };
        let made = Made { by, first, then: Vec::new(), fields: OrderedMap::default() };
        Some(HeapObject { class, object: Object::Made(made) })
    }

    /// Something to pass for a parameter of this type: a plain value, or an object that is made like this one; else `null`.
    fn argument(&mut self, test: &mut TestCase, ty: &str, depth: usize) -> Value {
        let object = match ty {
            "Z" => return Value::Boolean(false),
            "B" => return Value::Byte(NUMBER),
            "C" => return Value::Char(LETTER),
            "S" => return Value::Short(NUMBER.into()),
            "I" => return Value::Int(NUMBER.into()),
            "J" => return Value::Long(NUMBER.into()),
            "F" => return Value::Float(f32::from(NUMBER).to_bits()),
            "D" => return Value::Double(f64::from(NUMBER).to_bits()),
            "Ljava/lang/String;" | "Ljava/lang/CharSequence;" | "Ljava/lang/Object;" => {
                Some(HeapObject { class: "java.lang.String".into(), object: Object::String(vec![LETTER]) })
            }
            "Ljava/util/List;" | "Ljava/util/Collection;" | "Ljava/lang/Iterable;" => {
                Some(empty("java.util.ArrayList"))
            }
            "Ljava/util/Set;" => Some(empty("java.util.HashSet")),
            "Ljava/util/Map;" => Some(empty("java.util.HashMap")),
            array if array.starts_with('[') => {
                Some(HeapObject { class: array.replace('/', "."), object: Object::Array { elements: Vec::new() } })
            }
            class => self.object(test, class.trim_start_matches('L').trim_end_matches(';'), depth),
        };
        object.map_or(Value::Null, |object| Value::Ref(add_object(test, object)))
    }

    /// An object of a class of the program.
    fn object(&mut self, test: &mut TestCase, name: &str, depth: usize) -> Option<HeapObject> {
        let id = self.world.load(name).ok()?;
        let class = self.world.class(id);
        if class.is_enum() {
            let fields = class.fields.iter().map(|field| self.world.field(*field));
            let first = fields.into_iter().find(|field| field.is_enum_constant())?;
            return Some(HeapObject {
                class: display_name(&class.name),
                object: Object::EnumConstant(first.name.to_string()),
            });
        }
        let maker = *self.factories.of(self.world, id).makers.first().filter(|_| depth > 0)?;
        self.made_by(test, maker, depth - 1)
    }
}

/// A new collection or map of this class of the JDK.
fn empty(class: &str) -> HeapObject {
    let method = clew_facts::MethodKey { class: class.into(), method: "<init>".into(), descriptor: "()V".into() };
    let first = Call { method, arguments: Vec::new() };
    let made = Made { by: Maker::Constructor, first, then: Vec::new(), fields: OrderedMap::default() };
    HeapObject { class: class.into(), object: Object::Made(made) }
}

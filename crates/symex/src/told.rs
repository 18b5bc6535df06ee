//! What the snapshot of the JDK tells of a class, held against what following its initializer gives.

use crate::machine::Machine;
use crate::rerun::{Lost, aside, empty_state, initialize_within};
use crate::state::State;
use crate::strings;
use crate::types::heap_field;
use clew_base::{CancelToken, FastMap};
use clew_facts::{CutReason, Options};
use clew_heap::{ArrayData, ObjectId, Ref, Value};
use clew_jvm::{ClassId, Known, KnownObject, MethodId, Snapshot, World};

/// What a comparison found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Values that are known on both sides and are the same.
    pub same: usize,
    /// Values that are not known on one side.
    pub unknown: usize,
    /// Where they differ: the way from the static field on, and what is there.
    pub differences: Vec<String>,
}

/// Follows the initializer of a class, in at most so many steps, and holds what it leaves against what the snapshot tells. `method` is
/// any method of the world.
///
/// # Errors
/// Why the initializer cannot be followed to its end.
pub fn compare_with_snapshot(
    world: &World,
    snapshot: &Snapshot,
    class: ClassId,
    method: MethodId,
    steps: u64,
) -> Result<Agreement, CutReason> {
    let options = Options::default();
    let mut machine = Machine::new(world, method, &options, &CancelToken::default());
    let start = empty_state();
    let followed = aside(&mut machine, |machine| initialize_within(machine, start, class, steps));
    let state = followed.map_err(|Lost(reason)| reason)?;
    let mut comparing = Comparing { snapshot, state: &state, numbers: FastMap::default(), found: Agreement::default() };
    let info = world.class(class);
    let mut waiting = Vec::new();
    for field in info.fields.iter().map(|field| world.field(*field)).filter(|field| field.is_static()) {
        let told = snapshot.static_field(&info.name, &field.name).map(|told| &told.value);
        // What is set before the initializer runs, by a constant or not at all, is the same for both.
        let (Some(told), Some(value)) = (told, state.globals.statics.values.get(&field.id)) else { continue };
        waiting.push((field.name.to_string(), told, *value));
    }
    while let Some((way, told, value)) = waiting.pop() {
        waiting.extend(comparing.value(&machine, way, told, value));
    }
    Ok(comparing.found)
}

struct Comparing<'a> {
    snapshot: &'a Snapshot,
    state: &'a State,
    /// The object of the heap that each object of the snapshot is.
    numbers: FastMap<u32, ObjectId>,
    found: Agreement,
}

/// A value that is told, the one that was found, and the way to both.
type Pair<'a> = (String, &'a Known, Value);

impl<'a> Comparing<'a> {
    /// Compares two values; gives what they lead to.
    fn value(&mut self, machine: &Machine<'_>, way: String, told: &'a Known, value: Value) -> Vec<Pair<'a>> {
        let is_same = match (told, value) {
            (Known::Unknown, _) | (_, Value::Opaque(_) | Value::Ref(Ref::Var(_))) => None,
            (Known::Number(told), Value::Term(term)) => machine.pool.as_const(term).and_then(|value| {
                let bits = match (value.as_f32(), value.as_f64()) {
                    (Some(float), _) => Some(i64::from(float.to_bits() as i32)),
                    (_, Some(double)) => Some(double.to_bits() as i64),
                    _ => value.as_signed(),
                };
                // Some numbers are stored without a sign.
                bits.map(|bits| bits == *told || i32::try_from(*told) == Ok(bits as i32))
            }),
            (Known::Null, Value::Ref(reference)) => Some(reference == Ref::Null),
            (Known::Class(descriptor), Value::Ref(Ref::Object(object))) => {
                let name = self.state.globals.classes.names.get(&object);
                Some(name == Some(&crate::class_name::ClassName::of_descriptor(descriptor)))
            }
            (Known::Constant(class, name), Value::Ref(Ref::Object(object))) => {
                Some(machine.held_by(self.state, class, name) == Some(Value::Ref(Ref::Object(object))))
            }
            (Known::Object(number), Value::Ref(Ref::Object(object))) => {
                return self.object(machine, way, *number, object);
            }
            _ => Some(false),
        };
        match is_same {
            None => self.found.unknown += 1,
            Some(true) => self.found.same += 1,
            Some(false) => self.found.differences.push(format!("{way}: {told:?} and {value:?}")),
        }
        Vec::new()
    }

    fn object(&mut self, machine: &Machine<'_>, way: String, number: u32, object: ObjectId) -> Vec<Pair<'a>> {
        if let Some(known) = self.numbers.get(&number) {
            // Equal texts may be one object on one side alone.
            if *known != object && !strings::is_string(machine, self.state, object) {
                self.found.differences.push(format!("{way}: another object"));
            }
            return Vec::new();
        }
        let Some(told) = self.snapshot.object(number) else { return Vec::new() };
        self.numbers.insert(number, object);
        let held = self.state.heap.object(object);
        let name = held.exact_type().map(|ty| machine.types.class(ty).name.clone());
        let (is_like, parts): (bool, Vec<Pair<'a>>) = match told {
            KnownObject::Text(units) => match strings::units(machine, self.state, object) {
                Some(own) => (own == *units, Vec::new()),
                None => (name.as_deref() == Some("java/lang/String"), Vec::new()),
            },
            KnownObject::Fields(class, fields) => {
                let exact = held.exact_type().map(crate::types::class_of);
                let own = exact.map(|class| machine.world.instance_fields(class)).unwrap_or_default();
                let find = |field: &clew_jvm::KnownField| {
                    let is_it = |id: &&clew_jvm::FieldId| {
                        let own = machine.world.field(**id);
                        own.name == field.name && machine.world.class(own.class).name == field.class
                    };
                    held.field(heap_field(*own.iter().find(is_it)?))
                };
                let pairs = fields
                    .iter()
                    .filter_map(|field| Some((format!("{way}.{}", field.name), &field.value, find(field)?)));
                (name.as_deref() == Some(&**class), pairs.collect())
            }
            KnownObject::Array(descriptor, elements) => match held.array().map(|array| &array.data) {
                Some(ArrayData::Dense(own)) => {
                    let pairs = elements.iter().zip(own).enumerate();
                    let pairs = pairs.map(|(at, (told, value))| (format!("{way}[{at}]"), told, *value)).collect();
                    (name.as_deref() == Some(&**descriptor) && own.len() == elements.len(), pairs)
                }
                _ => (name.as_deref() == Some(&**descriptor), Vec::new()),
            },
        };
        if is_like {
            self.found.same += 1;
            return parts;
        }
        self.found.differences.push(format!("{way}: {name:?} and not what is told"));
        Vec::new()
    }
}

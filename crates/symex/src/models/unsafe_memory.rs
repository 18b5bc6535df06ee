//! `jdk.internal.misc.Unsafe`: fields and elements by their place in memory, as the JDK's own classes use them.
//!
//! Where a field lies in an object is the virtual machine's affair, and here a number of our own that nothing but these
//! methods understands. A program that asks for it through `sun.misc.Unsafe` could look at it, and is told nothing.
//! Elements of arrays lie where the usual virtual machine has them, because the JDK calculates with that.

use super::access::{self, Access, Answer, Place};
use super::classes::class_named;
use super::secrets;
use crate::flow::{Stop, known};
use crate::machine::Machine;
use crate::models::modelled::{Model, ModelResult, Modelled, object, returns};
use crate::sharing::Ordered;
use crate::state::State;
use clew_base::Id;
use clew_facts::CutReason;
use clew_heap::{Content, Kind, ObjectId, Value};
use clew_jvm::FieldId;

/// Where the first field would lie: beyond every element of an array that is accessed like this.
const FIRST_FIELD: i64 = 1 << 48;

/// Where the first element of an array lies.
const FIRST_ELEMENT: i32 = 16;

pub(super) fn model_of(class: &str, name: &str) -> Option<Model> {
    if class != "jdk/internal/misc/Unsafe" {
        return None;
    }
    if let Some(model) = access(name) {
        return Some(model);
    }
    Some(match name {
        "arrayBaseOffset0" => |machine, state, _| {
            let base = machine.pool.bv32(FIRST_ELEMENT);
            returns(state, base)
        },
        "arrayIndexScale0" => array_scale,
        "objectFieldOffset1" => field_offset,
        "objectFieldOffset" => |_, state, args| match args {
            // Of a field that reflection has found.
            [_, Value::Opaque(_)] => returns(state, Value::Opaque(secrets::LAYOUT)),
            _ => Ok(Modelled::Code(state)),
        },
        "ensureClassInitialized0" => super::classes::ensure_initialized,
        "objectFieldOffset0" | "staticFieldOffset0" | "addressSize0" | "pageSize" => {
            |_, state, _| returns(state, Value::Opaque(secrets::LAYOUT))
        }
        _ => return None,
    })
}

/// Reads, writes and comparing writes; one thread runs, so that how they are ordered does not matter.
fn access(name: &str) -> Option<Model> {
    let plain = name.strip_suffix("Volatile").unwrap_or(name);
    let (verb, ty) = ["compareAndSet", "compareAndExchange", "get", "put"]
        .iter()
        .find_map(|verb| Some((*verb, plain.strip_prefix(verb)?)))?;
    match ty {
        "Boolean" => access_of::<'Z'>(verb),
        "Byte" => access_of::<'B'>(verb),
        "Short" => access_of::<'S'>(verb),
        "Char" => access_of::<'C'>(verb),
        "Int" => access_of::<'I'>(verb),
        "Long" => access_of::<'J'>(verb),
        "Float" => access_of::<'F'>(verb),
        "Double" => access_of::<'D'>(verb),
        "Reference" => access_of::<'L'>(verb),
        _ => None,
    }
}

/// The access to a value of the type with this letter.
fn access_of<const TYPE: char>(verb: &str) -> Option<Model> {
    Some(match verb {
        "get" => get::<TYPE>,
        "put" => put::<TYPE>,
        "compareAndSet" => |machine, state, args| compare_and_write::<TYPE>(machine, state, args, Answer::Whether),
        "compareAndExchange" => |machine, state, args| compare_and_write::<TYPE>(machine, state, args, Answer::Found),
        _ => return None,
    })
}

/// Whether an access to the type with this letter is one to what lies there, and not to a part of it or to several.
fn fits(kind: Kind, letter: char) -> bool {
    match kind {
        Kind::Boolean => letter == 'Z',
        Kind::Byte => letter == 'B',
        Kind::Short => letter == 'S',
        Kind::Char => letter == 'C',
        Kind::Int => letter == 'I',
        Kind::Long => letter == 'J',
        Kind::Float => letter == 'F',
        Kind::Double => letter == 'D',
        Kind::Ref(_) => letter == 'L',
    }
}

fn array_scale(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let array = known!(state, class_named(&state, args.get(1)));
    let size = match array.as_reference().and_then(|name| name.as_bytes().get(1).copied()) {
        Some(b'Z' | b'B') => 1,
        Some(b'C' | b'S') => 2,
        Some(b'I' | b'F' | b'L' | b'[') => 4,
        Some(b'J' | b'D') => 8,
        _ => return Err(Stop::unsupported(state, "the layout of objects in memory")),
    };
    let size = machine.pool.bv32(size);
    returns(state, size)
}

fn field_offset(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let told = |name: &str| name == "sun/misc/Unsafe";
    if state.frames.iter().any(|frame| told(&machine.world.class(frame.code.method.class).name)) {
        return returns(state, Value::Opaque(secrets::LAYOUT));
    }
    let name = match args.get(2) {
        Some(Value::Ref(clew_heap::Ref::Object(name))) => crate::strings::units(machine, &state, *name),
        _ => None,
    };
    let class = known!(state, class_named(&state, args.get(1)));
    let class = class.as_reference().and_then(|name| machine.world.load(name).ok());
    let field = name.zip(class).and_then(|(name, class)| {
        let name = String::from_utf16_lossy(&name);
        let fields = machine.world.class(class).fields.clone();
        fields.into_iter().find(|field| *machine.world.field(*field).name == *name)
    });
    let Some(field) = field else { return Err(Stop::unsupported(state, "the place of an unknown field")) };
    let offset = machine.pool.bv64(FIRST_FIELD + field.index() as i64);
    returns(state, offset)
}

/// What an offset in this object means to an access to the type with this letter.
fn place(
    machine: &mut Machine<'_>,
    state: &State,
    object: ObjectId,
    offset: Value,
    letter: char,
) -> Result<Place, CutReason> {
    let unknown = || CutReason::Unsupported("the layout of objects in memory".to_owned());
    let Value::Term(offset) = offset else { return Err(unknown()) };
    let held = state.heap.object(object);
    match &held.content {
        Content::Array(array) => {
            if !fits(array.kind, letter) {
                return Err(unknown());
            }
            let scale = match array.kind {
                Kind::Boolean | Kind::Byte => 0,
                Kind::Char | Kind::Short => 1,
                Kind::Int | Kind::Float | Kind::Ref(_) => 2,
                Kind::Long | Kind::Double => 3,
            };
            let base = machine.pool.bv64(i64::from(FIRST_ELEMENT));
            let distance = machine.pool.sub(offset, base);
            let within = machine.pool.bv64((1 << scale) - 1);
            let within = machine.pool.bit_and(distance, within);
            if machine.pool.as_i64(within) != Some(0) {
                return Err(unknown());
            }
            let shift = machine.pool.bv64(scale);
            let index = machine.pool.ashr(distance, shift);
            Ok(Place::Element(machine.pool.extract_low(index, 32)))
        }
        Content::Fields { .. } => {
            let class = held.exact_type().map(|ty| machine.types.class(ty).id).ok_or_else(unknown)?;
            let number = machine.pool.as_i64(offset).and_then(|offset| usize::try_from(offset - FIRST_FIELD).ok());
            let field = number.map(FieldId::from_index).ok_or_else(unknown)?;
            if !machine.world.instance_fields(class).contains(&field) {
                return Err(unknown());
            }
            let kind = machine.types.kind(&machine.world.field(field).descriptor).map_err(|_| unknown())?;
            if !fits(kind, letter) {
                return Err(unknown());
            }
            Ok(Place::Field(field, kind))
        }
    }
}

/// Begins an access, or lets the call run again.
macro_rules! begun {
    ($machine:expr, $state:expr, $args:expr, $letter:expr) => {{
        let (mut state, object) = object!($machine, $state, $args[1]);
        let place = known!(state, place($machine, &state, object, $args[2], $letter));
        let access = Access::begin($machine, &mut state, object, place, Ordered::Yes);
        (state, access)
    }};
}

fn get<const TYPE: char>(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (mut state, mut access) = begun!(machine, state, args, TYPE);
    let value = known!(state, access.read(machine, &mut state));
    access.finish(machine, state, Some(value))
}

fn put<const TYPE: char>(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (mut state, mut access) = begun!(machine, state, args, TYPE);
    known!(state, access.write(machine, &mut state, args[3]));
    access.finish(machine, state, None)
}

fn compare_and_write<const TYPE: char>(
    machine: &mut Machine<'_>,
    state: State,
    args: &[Value],
    answer: Answer,
) -> ModelResult {
    let (state, access) = begun!(machine, state, args, TYPE);
    access::compare_and_write(machine, state, access, (args[3], args[4]), answer)
}

//! Look-ups in tables whose keys are texts.
//!
//! The JDK looks a key up by its hash code or its order. Of a text that is not known, the one is a function of all its characters, by
//! which an array is indexed, and the other takes a path for each place where two texts differ. The answer of a look-up depends only
//! on which of the keys the text equals. So the text is compared with the keys, and the JDK's code looks up a constant: the
//! key that it equals, or a text that is none of them.

use super::entries;
use super::enums::decide_which;
use crate::core::Core;
use crate::flow::known;
use crate::machine::Machine;
use crate::models::modelled::{Model, ModelResult, Modelled, decided_null, object, with_characters};
use crate::state::State;
use crate::state::text::Text;
use crate::strings;
use crate::texts::terms;
use clew_facts::Assumption;
use clew_heap::{Alternative, ObjectId, Provenance, Ref, Value};
use clew_term::Term;

/// The greatest number of keys with which a text is compared.
const MAX_KEYS: usize = 64;
/// The greatest length of an array of buckets that is gone through.
const MAX_BUCKETS: i32 = 256;

const OF_KEY: &str = "(Ljava/lang/Object;)";

pub(super) fn model_of(class: &str, name: &str, descriptor: &str) -> Option<Model> {
    if !descriptor.starts_with(OF_KEY) {
        return None;
    }
    if let Some(model) = entries::model_of(class, name, descriptor) {
        return Some(model);
    }
    Some(match (class, name) {
        ("java/util/HashMap", "getNode") => |machine, state, args| match look_up(machine, state, args, in_buckets)? {
            Modelled::Code(state) => entries::look_up(machine, state, args),
            answer => Ok(answer),
        },
        ("java/util/concurrent/ConcurrentHashMap", "get") | ("java/util/Hashtable", "get" | "containsKey") => {
            |machine, state, args| look_up(machine, state, args, in_buckets)
        }
        ("java/util/ImmutableCollections$MapN", "get" | "containsKey") => {
            |machine, state, args| look_up(machine, state, args, in_pairs)
        }
        ("java/util/ImmutableCollections$SetN", "contains") => {
            |machine, state, args| look_up(machine, state, args, in_elements)
        }
        ("java/util/TreeMap", "getEntry") => |machine, state, args| look_up(machine, state, args, in_tree),
        _ => return None,
    })
}

/// Whether a method's argument is replaced here by another that gives the same answer.
pub(super) fn computes(class: &str, name: &str) -> bool {
    model_of(class, name, OF_KEY).is_some()
}

/// The keys of a table, if they are all known.
type Keys = fn(&mut Machine<'_>, &State, ObjectId) -> Option<Vec<ObjectId>>;

fn look_up(machine: &mut Machine<'_>, state: State, args: &[Value], keys: Keys) -> ModelResult {
    let [Value::Ref(Ref::Object(table)), key, ..] = args else { return Ok(Modelled::Code(state)) };
    let Some(keys) = keys(machine, &state, *table) else { return Ok(Modelled::Code(state)) };
    let texts: Option<Vec<Vec<u16>>> = keys.iter().map(|key| strings::units(machine, &state, *key)).collect();
    // In an empty table nothing is looked up.
    let Some(texts) = texts.filter(|texts| (1..=MAX_KEYS).contains(&texts.len())) else {
        return Ok(Modelled::Code(state));
    };
    let (state, is_null) = decided_null!(machine, state, *key);
    if is_null {
        return Ok(Modelled::Code(state));
    }
    let (state, key) = object!(machine, state, *key);
    if !strings::is_string(machine, &state, key) || strings::units(machine, &state, key).is_some() {
        return Ok(Modelled::Code(state));
    }
    let longest = texts.iter().map(Vec::len).max().unwrap_or_default();
    let (mut state, text) = match glimpse(machine, state, key, longest) {
        Glimpsed::Text(state, text) => (state, text),
        Glimpsed::No(state) => {
            let state = with_characters!(machine, state, key);
            let Some(text) = machine.text_of_string(&state, key) else { return Ok(Modelled::Code(state)) };
            (state, text)
        }
        Glimpsed::Nowhere => return Ok(Modelled::Again(crate::flow::Flow::nowhere())),
    };
    let equal: Vec<(ObjectId, Term)> = keys
        .iter()
        .zip(&texts)
        .map(|(known, units)| (*known, terms::has_units(&mut machine.pool, &text, units)))
        .collect();
    machine.ledger.assume_everywhere(Assumption::ClosedWorldJdk);
    let replaced = match equal.iter().find(|(_, equal)| machine.truth(&state, *equal) == Some(true)) {
        Some((known, _)) => *known,
        None => {
            let is_open = |(_, equal): &(ObjectId, Term)| machine.truth(&state, *equal).is_none();
            let open: Vec<(ObjectId, Term)> = equal.into_iter().filter(is_open).collect();
            if !open.is_empty() {
                return Ok(Modelled::Again(decide_which(machine, state, &open)));
            }
            known!(state, strings::make(machine, &mut state, &unlike(&texts), Provenance::New))
        }
    };
    let mut args = args.to_vec();
    args[1] = Value::Ref(Ref::Object(replaced));
    Ok(Modelled::CodeOn(state, args))
}

/// What is known of a string of the input into which nobody has looked.
enum Glimpsed {
    Text(State, Text),
    /// It is another string, or what is known of it is not enough.
    No(State),
    /// No execution is in the state.
    Nowhere,
}

/// A text whose first characters are known, if these are enough to compare it with texts of this length.
fn glimpse(machine: &mut Machine<'_>, state: State, string: ObjectId, longest: usize) -> Glimpsed {
    if !machine.is_bare_string(&state, string) {
        return Glimpsed::No(state);
    }
    let before = state.clone();
    match machine.glimpse(state, string) {
        Some((state, text)) if text.units.len() >= longest => Glimpsed::Text(state, Text::clone(&text)),
        Some(_) => Glimpsed::No(before),
        None => Glimpsed::Nowhere,
    }
}

/// A text that is none of these: it is longer than all of them.
fn unlike(texts: &[Vec<u16>]) -> Vec<u16> {
    let longest = texts.iter().map(Vec::len).max().unwrap_or_default();
    vec![u16::from(b'?'); longest + 1]
}

/// The keys of the chains that begin in an array of buckets.
fn in_buckets(machine: &mut Machine<'_>, state: &State, map: ObjectId) -> Option<Vec<ObjectId>> {
    let mut keys = Vec::new();
    for slot in elements_of(machine, state, map, "table")? {
        let mut next = slot;
        while let Some(node) = next {
            keys.push(object_in(machine, state, node, "key")??);
            next = object_in(machine, state, node, "next")?;
            if keys.len() > MAX_KEYS {
                return None;
            }
        }
    }
    Some(keys)
}

/// The keys of an array in which each is followed by its value.
fn in_pairs(machine: &mut Machine<'_>, state: &State, map: ObjectId) -> Option<Vec<ObjectId>> {
    let slots = elements_of(machine, state, map, "table")?;
    Some(slots.into_iter().step_by(2).flatten().collect())
}

/// The elements of an array of them.
fn in_elements(machine: &mut Machine<'_>, state: &State, set: ObjectId) -> Option<Vec<ObjectId>> {
    Some(elements_of(machine, state, set, "elements")?.into_iter().flatten().collect())
}

/// The keys of a tree in their natural order.
fn in_tree(machine: &mut Machine<'_>, state: &State, map: ObjectId) -> Option<Vec<ObjectId>> {
    if object_in(machine, state, map, "comparator")?.is_some() {
        return None;
    }
    let mut keys = Vec::new();
    let mut waiting = vec![object_in(machine, state, map, "root")?];
    while let Some(next) = waiting.pop() {
        let Some(node) = next else { continue };
        keys.push(object_in(machine, state, node, "key")??);
        waiting.push(object_in(machine, state, node, "left")?);
        waiting.push(object_in(machine, state, node, "right")?);
        if keys.len() > MAX_KEYS {
            return None;
        }
    }
    Some(keys)
}

/// What a reference field of a known object holds: an object or null, if that is certain.
fn object_in(machine: &mut Core<'_>, state: &State, object: ObjectId, name: &str) -> Option<Option<ObjectId>> {
    certain(&machine.read(state, object, name)?)
}

/// The elements of the array that a field of a known object holds; none where it holds null.
fn elements_of(machine: &mut Core<'_>, state: &State, object: ObjectId, name: &str) -> Option<Vec<Option<ObjectId>>> {
    let Some(array) = object_in(machine, state, object, name)? else { return Some(Vec::new()) };
    machine.elements(state, array, MAX_BUCKETS)?.iter().map(|element| certain(element)).collect()
}

/// The object or null that a read gives, if it gives one thing only.
fn certain(read: &[Alternative<Value>]) -> Option<Option<ObjectId>> {
    match read {
        [only] => match only.value {
            Value::Ref(Ref::Object(object)) => Some(Some(object)),
            Value::Ref(Ref::Null) => Some(None),
            Value::Ref(Ref::Var(_)) | Value::Term(_) | Value::Opaque(_) => None,
        },
        _ => None,
    }
}

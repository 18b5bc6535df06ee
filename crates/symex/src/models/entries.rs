//! Look-ups of texts in hash maps some of whose keys are not known.
//!
//! In a hash map whose keys are strings, a string is looked up by its hash code, a function of all its characters. Of texts that are
//! not known that is a hard question, and the answer does not depend on it: the entry found is the one whose key has the same
//! characters. So the characters are compared, and no hash code is.

use super::enums::decide_which;
use super::text::same_text;
use crate::core::Core;
use crate::flow::known;
use crate::machine::Machine;
use crate::models::modelled::{Model, ModelResult, Modelled, decided_null, object, returns, with_characters};
use crate::state::State;
use crate::strings;
use crate::types::type_of;
use clew_base::Id;
use clew_facts::Assumption;
use clew_heap::{Guarded, ObjectId, Ref, Value};
use clew_term::Term;

/// The greatest number of entries with whose keys a text is compared.
const MAX_ENTRIES: usize = 16;
/// The greatest length of an array of buckets that is gone through.
const MAX_BUCKETS: i32 = 64;

/// An entry of a hash map, and its key.
struct Entry {
    node: ObjectId,
    key: Ref,
}

/// What a method does where it is known which entry a map has under its key, if any: the node and the key.
type Behind = fn(State, &[Value], Option<(ObjectId, ObjectId)>) -> ModelResult;

/// The methods whose first argument is a key.
pub(super) fn model_of(class: &str, name: &str, descriptor: &str) -> Option<Model> {
    if class != "java/util/HashMap" || !descriptor.starts_with("(Ljava/lang/Object;") {
        return None;
    }
    Some(match name {
        "put" | "putIfAbsent" | "remove" | "merge" | "replace" => {
            |machine, state, args| find(machine, state, args, with_key_of_map)
        }
        // These pass the key on, so that it matters which object it is.
        "compute" | "computeIfAbsent" | "computeIfPresent" => {
            |machine, state, args| find(machine, state, args, |state, _, _| Ok(Modelled::Code(state)))
        }
        _ => return None,
    })
}

/// The entry of a map under a key, or `null`, where the key is a string.
pub(super) fn look_up(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    find(machine, state, args, |state, _, found| match found {
        Some((node, _)) => returns(state, node),
        None => returns(state, Value::NULL),
    })
}

/// The code runs with the key that the map has already, if it has it: it keeps that key, and finds it without comparing hash codes.
fn with_key_of_map(state: State, args: &[Value], found: Option<(ObjectId, ObjectId)>) -> ModelResult {
    let Some((_, key)) = found else { return Ok(Modelled::Code(state)) };
    let mut args = args.to_vec();
    args[1] = Value::Ref(Ref::Object(key));
    Ok(Modelled::CodeOn(state, args))
}

/// Finds the entry whose key has the characters of a string. The method's code runs where the key is none, or where it is not certain
/// which entries there are.
fn find(machine: &mut Machine<'_>, state: State, args: &[Value], behind: Behind) -> ModelResult {
    let [Value::Ref(Ref::Object(map)), key, ..] = *args else { return Ok(Modelled::Code(state)) };
    let (state, is_null) = decided_null!(machine, state, key);
    if is_null {
        return Ok(Modelled::Code(state));
    }
    let (mut state, key) = object!(machine, state, key);
    if !strings::is_string(machine, &state, key) {
        return Ok(Modelled::Code(state));
    }
    let Some(entries) = machine.entries(&state, map) else { return Ok(Modelled::Code(state)) };
    let mut strings: Vec<(ObjectId, ObjectId)> = Vec::with_capacity(entries.len());
    for Entry { node, key } in entries {
        if !machine.may_be_string(&state, key) {
            continue;
        }
        let (decided, is_null) = decided_null!(machine, state, Value::Ref(key));
        state = decided;
        if is_null {
            continue;
        }
        let (decided, known) = object!(machine, state, Value::Ref(key));
        state = with_characters!(machine, decided, known);
        if strings::is_string(machine, &state, known) {
            strings.push((node, known));
        }
    }
    state = with_characters!(machine, state, key);
    let equal = strings.iter().map(|(node, known)| Some((*node, same_text(machine, &state, *known, key)?)));
    let Some(found) = equal.collect::<Option<Vec<(ObjectId, Term)>>>() else { return Ok(Modelled::Code(state)) };
    machine.ledger.assume_everywhere(Assumption::ClosedWorldJdk);
    let is_certain = |(_, equal): &&(ObjectId, Term)| machine.truth(&state, *equal) == Some(true);
    if let Some((node, _)) = found.iter().find(is_certain) {
        let entry = strings.into_iter().find(|(of, _)| of == node);
        return behind(state, args, entry);
    }
    let open: Vec<(ObjectId, Term)> =
        found.into_iter().filter(|(_, equal)| machine.truth(&state, *equal).is_none()).collect();
    match open.is_empty() {
        true => behind(state, args, None),
        false => Ok(Modelled::Again(decide_which(machine, state, &open))),
    }
}

impl Core<'_> {
    /// Whether a reference may name a string. An object of another class does not equal one.
    fn may_be_string(&self, state: &State, reference: Ref) -> bool {
        let Ok(string) = self.load("java/lang/String") else { return true };
        let types = match reference {
            Ref::Null => return false,
            Ref::Object(object) => &state.heap.object(object).types,
            Ref::Var(variable) => &state.heap.variable(variable).types,
        };
        types.admits(type_of(string), &self.types)
    }

    /// The entries of a hash map; `None` where it is not certain which it has. An index into its buckets need not be known.
    fn entries(&mut self, state: &State, map: ObjectId) -> Option<Vec<Entry>> {
        let size = self.only(state, map, "size").and_then(|size| match size {
            Value::Term(size) => self.pool.as_i32(size),
            Value::Ref(_) | Value::Opaque(_) => None,
        })?;
        let size = usize::try_from(size).ok().filter(|size| *size <= MAX_ENTRIES)?;
        let mut entries: Vec<Entry> = Vec::with_capacity(size);
        let mut waiting = self.first_of_buckets(state, map)?;
        while let Some(node) = waiting.pop() {
            if entries.iter().any(|entry| entry.node == node) {
                continue;
            }
            let key = self.only(state, node, "key")?;
            let Value::Ref(key) = self.decided(state, key) else { return None };
            let next = self.read(state, node, "next")?;
            waiting.extend(self.objects(state, next)?);
            entries.push(Entry { node, key });
            if entries.len() > size {
                return None;
            }
        }
        // The map has as many as there can be, so it has them all.
        (entries.len() == size).then_some(entries)
    }

    /// The objects with which the chains of the buckets may begin.
    fn first_of_buckets(&mut self, state: &State, map: ObjectId) -> Option<Vec<ObjectId>> {
        let object = match self.only(state, map, "table")? {
            Value::Ref(Ref::Null) => return Some(Vec::new()),
            Value::Ref(Ref::Object(table)) => table,
            Value::Ref(Ref::Var(_)) | Value::Term(_) | Value::Opaque(_) => return None,
        };
        let mut objects = Vec::new();
        for element in self.elements(state, object, MAX_BUCKETS)? {
            objects.extend(self.objects(state, element)?);
        }
        Some(objects)
    }

    /// The objects that a read may give; `None` where one of them is not known.
    fn objects(&mut self, state: &State, read: Guarded<Value>) -> Option<Vec<ObjectId>> {
        let mut objects = Vec::new();
        for alternative in read {
            let Value::Ref(reference) = alternative.value else { return None };
            let (mut cx, model) = self.heap_context();
            for choice in model.choices(&mut cx, &alternative.heap, reference) {
                match choice.reference {
                    Ref::Null => {}
                    Ref::Object(object) if object.index() < state.heap.len() => objects.push(object),
                    Ref::Object(_) | Ref::Var(_) => return None,
                }
            }
        }
        Some(objects)
    }
}

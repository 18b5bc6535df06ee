//! Conditions as they are shown: an address is called after its reference, or after what holds the object that lies there.

use crate::core::Core;
use crate::machine::Machine;
use crate::state::State;
use clew_base::{FastMap, FastSet, Id, OrderedMap};
use clew_heap::{ADDRESS_BITS, ArrayData, Content, ObjectId, Ref, Value, object_at_address};
use clew_jvm::{Field, FieldId, Provenance};
use clew_term::{Node, Sort, SymbolId, Term, TermPool, UnaryOp};
use std::rc::Rc;

/// How many objects that class initialization made are looked through for a name.
const MAX_NAMED: usize = 2_000;

/// The greatest length of a path condition's text.
const MAX_CONSTRAINT_TEXT: usize = 2_000;

/// What was worked out for conditions of earlier paths.
#[derive(Default)]
pub(crate) struct ShownBefore {
    conditions: FastMap<Term, Condition>,
    /// The symbol of each name of an object.
    names: FastMap<String, Term>,
}

/// A condition in which addresses of references are called after these.
#[derive(Clone)]
struct Condition {
    term: Term,
    /// The addresses of known objects in it.
    known: Rc<[Term]>,
}

/// How the conditions of a state are shown.
pub(crate) struct Shown {
    /// What stands for each address symbol.
    replacements: FastMap<SymbolId, Term>,
    /// What stands for the address of each known object, as far as it occurred.
    objects: FastMap<Term, Term>,
}

impl Shown {
    /// The conditions of a state.
    pub(crate) fn of(machine: &mut Core<'_>, state: &State) -> Self {
        let addresses = machine.heap_model.addresses(&machine.pool, &state.heap);
        let replacements = addresses.into_iter().map(|address| {
            let own = machine.pool.symbol_term(address.symbol);
            let offset = machine.pool.sub(address.term, own);
            (address.symbol, machine.pool.sub(own, offset))
        });
        Self { replacements: replacements.collect(), objects: FastMap::default() }
    }

    /// A condition of the state as it is shown.
    pub(crate) fn condition(&mut self, machine: &mut Machine<'_>, state: &State, condition: Term) -> Term {
        let symbols = machine.pool.symbols(condition);
        if !symbols.iter().any(|symbol| self.replacements.contains_key(symbol)) {
            return condition;
        }
        let Condition { term, known } = self.by_references(machine, condition);
        if known.is_empty() {
            return term;
        }
        for address in known.iter().copied() {
            if !self.objects.contains_key(&address)
                && let Some(object) = machine.pool.as_bits(address).and_then(object_at_address)
            {
                let symbol = named(machine, name_of(machine, state, object));
                self.objects.insert(address, symbol);
            }
        }
        machine.pool.replace(term, &|part| self.objects.get(&part).copied())
    }

    fn by_references(&self, machine: &mut Machine<'_>, condition: Term) -> Condition {
        if let Some(known) = machine.caches.shown.conditions.get(&condition) {
            return known.clone();
        }
        let term = machine.pool.substitute(condition, &|symbol| self.replacements.get(&symbol).copied());
        let shown = Condition { term, known: known_addresses(&machine.pool, term) };
        machine.caches.shown.conditions.insert(condition, shown.clone());
        shown
    }
}

/// The addresses of known objects in a condition.
fn known_addresses(pool: &TermPool, condition: Term) -> Rc<[Term]> {
    let mut found = Vec::new();
    let mut seen = FastSet::default();
    let mut waiting = vec![condition];
    while let Some(term) = waiting.pop() {
        if !seen.insert(term) {
            continue;
        }
        let is_address = pool.sort(term) == Sort::Bv(ADDRESS_BITS);
        if is_address && matches!(pool.node(term), Node::Bv { bits, .. } if object_at_address(*bits).is_some()) {
            found.push(term);
        }
        pool.for_each_operand(term, |operand| waiting.push(operand));
    }
    found.into()
}

/// The symbol of this name that stands for an address.
fn named(machine: &mut Machine<'_>, name: String) -> Term {
    let (shown, pool) = (&mut machine.caches.shown, &mut machine.core.pool);
    *shown.names.entry(name).or_insert_with_key(|name| pool.fresh(name, Sort::Bv(ADDRESS_BITS)))
}

/// What a reader knows an object of class initialization by: a static field, or the way to it from one.
pub(crate) fn name_of(machine: &Core<'_>, state: &State, wanted: ObjectId) -> String {
    let mut names: OrderedMap<ObjectId, String> = OrderedMap::default();
    for (field, object) in statics(machine, state) {
        let class = simple_name(&machine.world.class(field.class).name).to_owned();
        names.entry(object).or_insert_with(|| format!("{class}.{}", field.name));
    }
    let mut at = 0;
    while let Some((object, name)) = names.get_index(at).map(|(object, name)| (*object, name.clone())) {
        // What the path has written is held elsewhere than at entry.
        if names.contains_key(&wanted) || state.wrote_to_shared || names.len() > MAX_NAMED {
            break;
        }
        for (label, part) in parts(machine, state, object) {
            names.entry(part).or_insert_with(|| format!("{name}{label}"));
        }
        at += 1;
    }
    names.swap_remove(&wanted).unwrap_or_else(|| match state.heap.object(wanted).exact_type() {
        Some(ty) => format!("a {} of class initialization", simple_name(&machine.types.class(ty).name)),
        None => "an object of class initialization".to_owned(),
    })
}

/// The objects that static fields held at entry; those of the program come first, and of these enum constants and others that
/// never change.
fn statics(machine: &Core<'_>, state: &State) -> Vec<(Rc<Field>, ObjectId)> {
    let held = state.globals.statics.values.iter().filter_map(|(field, now)| {
        match state.globals.statics.overwritten.get(field).unwrap_or(now) {
            Value::Ref(Ref::Object(object)) => Some((machine.world.field(*field), *object)),
            _ => None,
        }
    });
    let mut held: Vec<(Rc<Field>, ObjectId)> = held.collect();
    let is_of_jdk = |field: &Field| machine.world.class(field.class).provenance == Provenance::Jdk;
    held.sort_by_key(|(field, _)| (is_of_jdk(field), !field.is_enum_constant(), !field.is_final(), field.id));
    held
}

/// The objects that an object holds, each with what is written behind the object's name.
fn parts(machine: &Core<'_>, state: &State, object: ObjectId) -> Vec<(String, ObjectId)> {
    let known = |value: &Value| match value {
        Value::Ref(Ref::Object(part)) => Some(*part),
        _ => None,
    };
    match &state.heap.object(object).content {
        Content::Fields { current, .. } => current
            .iter()
            .filter_map(|(field, value)| {
                let field = machine.world.field(FieldId::from_index(field.index()));
                Some((format!(".{}", field.name), known(value)?))
            })
            .collect(),
        Content::Array(array) => match &array.data {
            ArrayData::Dense(elements) => {
                let elements = elements.iter().enumerate();
                elements.filter_map(|(at, value)| Some((format!("[{at}]"), known(value)?))).collect()
            }
            ArrayData::Map { .. } | ArrayData::Cells { .. } | ArrayData::Stacked(_) => Vec::new(),
        },
    }
}

/// The name of a class without what it is in.
fn simple_name(internal: &str) -> &str {
    internal.rsplit(['/', '$']).next().unwrap_or(internal)
}

/// The condition of a path as text.
pub(super) fn constraint_text(machine: &mut Machine<'_>, state: &State) -> String {
    let mut text = String::new();
    let mut shown = Shown::of(machine, state);
    let told = |constraint: &Term| !machine.is_bound_of_text(*constraint);
    let told: Vec<Term> = state.path.constraints.iter().copied().filter(told).collect();
    for constraint in told {
        let separator = if text.is_empty() { "" } else { " && " };
        let shown = shown.condition(machine, state, constraint);
        let next = format!("{separator}{}", condition_text(machine, shown));
        if text.len() + next.len() > MAX_CONSTRAINT_TEXT {
            text.push_str(" && …");
            break;
        }
        text.push_str(&next);
    }
    text
}

/// A condition as a person writes it: that a reference is null is the negation of a truth value called `x != null`.
pub(crate) fn condition_text(machine: &Core<'_>, condition: Term) -> String {
    if let Node::Unary(UnaryOp::Not, operand) = *machine.pool.node(condition)
        && let Some(symbol) = machine.pool.as_symbol(operand)
        && let Some(reference) = machine.pool.symbol_name(symbol).strip_suffix(" != null")
    {
        return format!("{reference} == null");
    }
    machine.pool.display(condition).to_string()
}

//! The cases of a callee, read off the ends of its paths.
//!
//! What paths read at entry gets a slot: an argument, or a field of the object in another slot. Paths name the same slot by symbols of
//! their own; a case speaks of the slot's.

use super::formal::Explored;
use crate::core::Core;
use crate::state::State;
use clew_base::{FastMap, Id};
use clew_heap::{Content, Kind, ObjectId, Provenance, Ref, RefVar, Target, TypeConstraint, Value};
use clew_jvm::FieldId;
use clew_term::{Sort, SymbolId, Term};
use std::collections::{BTreeMap, BTreeSet};

/// What is read before a summary is used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub origin: Origin,
    pub kind: Kind,
    /// The symbol that stands for it: of a number what is stored, of a reference that it is not null.
    pub symbol: SymbolId,
}

/// Where a slot is read. An object stands in a slot before that one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Argument(usize),
    Field(usize, FieldId),
    Length(usize),
}

/// A value at the end of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Told {
    Number(Term),
    /// The reference in a slot.
    Reference(usize),
    Null,
}

/// A path that ends with a value.
#[derive(Debug)]
pub(super) struct Case {
    /// What holds of the slots, in the order in which the path decided it.
    pub conditions: Vec<Term>,
    pub returned: Option<Told>,
    /// What fields of the objects in slots hold at the end, where it is something else than at entry.
    pub writes: BTreeMap<(usize, FieldId), Told>,
    /// The slots whose objects the path has looked into, the receiver's excepted.
    pub followed: BTreeSet<usize>,
}

/// Why a path is no case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NoCase {
    /// Two names mean one object; the case in which they do not says the same.
    SameObject,
    /// It did something that a case does not tell.
    Untold,
}

/// What a callee does.
#[derive(Debug)]
pub(super) struct Cases {
    pub slots: Vec<Slot>,
    pub cases: Vec<Case>,
    /// Whether they tell what happens on every execution.
    pub is_complete: bool,
}

impl Cases {
    pub(super) fn of(core: &mut Core<'_>, explored: &Explored) -> Option<Cases> {
        let mut cases = Cases { slots: Vec::new(), cases: Vec::new(), is_complete: !explored.leaves_some };
        for (at, (kind, value)) in explored.params.iter().enumerate() {
            let symbol = match *value {
                Value::Term(term) => core.pool.as_symbol(term)?,
                Value::Ref(Ref::Var(_)) => fresh(core, Kind::Ref(reference_type(*kind)?)),
                Value::Ref(_) | Value::Opaque(_) => return None,
            };
            cases.slots.push(Slot { origin: Origin::Argument(at), kind: *kind, symbol });
        }
        for (state, returned) in &explored.ends {
            match Reader::new(core, &mut cases.slots, state).case(explored, *returned) {
                Ok(case) => cases.cases.push(case),
                Err(NoCase::SameObject) => {}
                Err(NoCase::Untold) => cases.is_complete = false,
            }
        }
        Some(cases)
    }

    /// The slot of this origin.
    pub(super) fn slot(core: &mut Core<'_>, slots: &mut Vec<Slot>, origin: Origin, kind: Kind) -> usize {
        if let Some(known) = slots.iter().position(|slot| slot.origin == origin) {
            return known;
        }
        let symbol = fresh(core, kind);
        slots.push(Slot { origin, kind, symbol });
        slots.len() - 1
    }
}

fn reference_type(kind: Kind) -> Option<clew_heap::TypeId> {
    match kind {
        Kind::Ref(ty) => Some(ty),
        _ => None,
    }
}

/// A symbol for what a slot of this kind holds.
fn fresh(core: &mut Core<'_>, kind: Kind) -> SymbolId {
    let sort = match kind {
        Kind::Ref(_) => Sort::Bool,
        Kind::Boolean => Sort::Bv(1),
        Kind::Byte => Sort::Bv(8),
        Kind::Char | Kind::Short => Sort::Bv(16),
        Kind::Int => Sort::Bv(32),
        Kind::Long => Sort::Bv(64),
        Kind::Float => Sort::F32,
        Kind::Double => Sort::F64,
    };
    core.pool.fresh_symbol("slot", sort)
}

/// Reads a case off the end of one path.
struct Reader<'c, 'w, 's> {
    core: &'c mut Core<'w>,
    slots: &'c mut Vec<Slot>,
    state: &'s State,
    symbols: FastMap<SymbolId, Term>,
    objects: FastMap<ObjectId, usize>,
    variables: FastMap<RefVar, usize>,
    /// What holds of every input.
    facts: Vec<Term>,
    followed: BTreeSet<usize>,
    /// The fields that the path has read at entry.
    reads: BTreeSet<(usize, FieldId)>,
}

impl<'c, 'w, 's> Reader<'c, 'w, 's> {
    fn new(core: &'c mut Core<'w>, slots: &'c mut Vec<Slot>, state: &'s State) -> Self {
        Self {
            core,
            slots,
            state,
            symbols: FastMap::default(),
            objects: FastMap::default(),
            variables: FastMap::default(),
            facts: Vec::new(),
            followed: BTreeSet::new(),
            reads: BTreeSet::new(),
        }
    }

    fn case(mut self, explored: &Explored, returned: Option<Value>) -> Result<Case, NoCase> {
        if !self.is_plain() {
            return Err(NoCase::Untold);
        }
        for (at, (_, value)) in explored.params.iter().enumerate() {
            self.visit(at, *value)?;
        }
        if explored.has_receiver {
            self.followed.remove(&0);
        }
        let heap = &self.state.heap;
        let is_known = heap.ids().all(|id| self.objects.contains_key(&id));
        if !is_known || !heap.variables().all(|(variable, _)| self.variables.contains_key(&variable)) {
            return Err(NoCase::Untold);
        }
        let conditions = self.state.path.constraints.iter().copied();
        let conditions: Vec<Term> = conditions.filter(|condition| !self.facts.contains(condition)).collect();
        let conditions =
            conditions.into_iter().map(|condition| self.number(condition)).collect::<Result<Vec<_>, _>>()?;
        let conditions = conditions.into_iter().filter(|term| self.core.pool.as_bool(*term) != Some(true)).collect();
        let returned = returned.map(|value| self.told(value)).transpose()?;
        let writes = self.writes()?;
        // The order of accesses counts where two of the objects may be one.
        let is_ordered = |(slot, field): &(usize, FieldId)| {
            let elsewhere = |(other, read): &(usize, FieldId)| read == field && other != slot;
            self.reads.iter().any(elsewhere) || writes.keys().any(elsewhere)
        };
        if writes.keys().any(is_ordered) {
            return Err(NoCase::Untold);
        }
        Ok(Case { conditions, returned, writes, followed: self.followed })
    }

    /// Whether nothing but numbers and objects matters on the path.
    fn is_plain(&self) -> bool {
        let (state, globals) = (self.state, &self.state.globals);
        let guesses = &state.guesses;
        guesses.choice.is_none()
            && guesses.decisions == 0
            && guesses.for_tests.is_none()
            && state.input.calls.is_empty()
            && state.input.made.is_empty()
            && globals.statics.values.is_empty()
            && globals.texts.interned.is_empty()
            && globals.texts.literals.is_empty()
            && globals.classes.objects.is_empty()
            && globals.recalled.objects.is_empty()
    }

    /// Gives what the path knows of a slot the slot's names.
    fn visit(&mut self, slot: usize, value: Value) -> Result<(), NoCase> {
        let Slot { kind, symbol, .. } = self.slots[slot];
        let name = self.core.pool.symbol_term(symbol);
        match value {
            Value::Term(term) => {
                let symbols = self.core.pool.symbols(term);
                let [own] = *symbols else { return Err(NoCase::Untold) };
                let own_term = self.core.pool.symbol_term(own);
                if kind.widen(&mut self.core.pool, own_term) != term {
                    return Err(NoCase::Untold);
                }
                self.symbols.insert(own, name);
                Ok(())
            }
            Value::Ref(Ref::Var(variable)) => self.visit_reference(slot, kind, variable, name),
            Value::Ref(_) | Value::Opaque(_) => Err(NoCase::Untold),
        }
    }

    fn visit_reference(&mut self, slot: usize, kind: Kind, variable: RefVar, name: Term) -> Result<(), NoCase> {
        let info = self.state.heap.variable(variable).clone();
        let any = TypeConstraint::subtype_of(reference_type(kind).ok_or(NoCase::Untold)?);
        if self.variables.insert(variable, slot).is_some() || info.types != any {
            return Err(NoCase::Untold);
        }
        let own = self.core.pool.as_symbol(info.non_null).ok_or(NoCase::Untold)?;
        self.symbols.insert(own, name);
        match info.target {
            Target::Open | Target::NonNull | Target::Null => Ok(()),
            Target::Object(object) if self.objects.contains_key(&object) => Err(NoCase::SameObject),
            Target::Object(object) => self.visit_object(slot, object, &any),
            Target::Named(_) | Target::Same(_) => Err(NoCase::Untold),
        }
    }

    fn visit_object(&mut self, slot: usize, id: ObjectId, any: &TypeConstraint) -> Result<(), NoCase> {
        let object = self.state.heap.object(id).clone();
        if object.types != *any || object.provenance != Provenance::Input {
            return Err(NoCase::Untold);
        }
        self.objects.insert(id, slot);
        self.followed.insert(slot);
        match &object.content {
            Content::Fields { initial, .. } => {
                for (field, value) in initial {
                    let field = FieldId::from_index(field.index());
                    let descriptor = &self.core.world.field(field).descriptor;
                    let kind = self.core.types.kind(descriptor).map_err(|_| NoCase::Untold)?;
                    let read = Cases::slot(self.core, self.slots, Origin::Field(slot, field), kind);
                    self.reads.insert((slot, field));
                    self.visit(read, *value)?;
                }
                Ok(())
            }
            Content::Array(array) => {
                let zero = self.core.pool.bv32(0);
                let fact = self.core.pool.sge(array.length, zero);
                self.facts.push(fact);
                let length = Cases::slot(self.core, self.slots, Origin::Length(slot), Kind::Int);
                self.visit(length, Value::Term(array.length))
            }
        }
    }

    /// A number in terms of slots.
    fn number(&mut self, term: Term) -> Result<Term, NoCase> {
        if !self.core.pool.symbols(term).iter().all(|symbol| self.symbols.contains_key(symbol)) {
            return Err(NoCase::Untold);
        }
        let known = &self.symbols;
        Ok(self.core.pool.substitute(term, &|symbol| known.get(&symbol).copied()))
    }

    fn told(&mut self, value: Value) -> Result<Told, NoCase> {
        match value {
            Value::Term(term) => self.number(term).map(Told::Number),
            Value::Ref(Ref::Null) => Ok(Told::Null),
            Value::Ref(Ref::Var(variable)) => {
                self.variables.get(&variable).map(|slot| Told::Reference(*slot)).ok_or(NoCase::Untold)
            }
            Value::Ref(Ref::Object(object)) => {
                self.objects.get(&object).map(|slot| Told::Reference(*slot)).ok_or(NoCase::Untold)
            }
            Value::Opaque(_) => Err(NoCase::Untold),
        }
    }

    fn writes(&mut self) -> Result<BTreeMap<(usize, FieldId), Told>, NoCase> {
        let mut writes = BTreeMap::new();
        let objects: Vec<(ObjectId, usize)> = self.objects.iter().map(|(object, slot)| (*object, *slot)).collect();
        for (object, slot) in objects {
            let Content::Fields { current, initial } = &self.state.heap.object(object).content else { continue };
            for (field, value) in current {
                if !initial.contains(&(*field, *value)) {
                    writes.insert((slot, FieldId::from_index(field.index())), self.told(*value)?);
                }
            }
        }
        Ok(writes)
    }
}

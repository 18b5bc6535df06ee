//! Accesses to fields: the stack S and the function ψ that reads from it (thesis, sections 6.2.1 and 6.2.2).

use super::ranges::{Below, Range};
use super::{Operation, Place, Slot};
use crate::model::{AtEntry, FieldRead, Guarded, HeapError, Named};
use crate::{Content, FieldId, Heap, Kind, ObjectId, Ref, TypeConstraint, Value};
use clew_term::Term;
use imbl::Vector;

/// A read or a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// A read: what was there is known by this value.
    Get(Value),
    /// A write of this value.
    Set(Value),
    /// A write of elements, from the index on, with those of an array.
    Copy(Range),
}

/// An access to an object that the input may name.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub place: Place,
    /// Of an element, its index.
    pub index: Option<Term>,
    /// The condition under which the access took place.
    pub guard: Term,
    pub effect: Effect,
}

/// What the input has held since before the execution.
#[derive(Clone, Debug)]
pub struct Initial {
    /// The field, or that it is an element.
    pub slot: Slot,
    /// The object that holds it.
    pub place: Place,
    /// Of an element, its index.
    pub index: Option<Term>,
    /// The condition under which it was not known by another name already.
    pub guard: Term,
    /// The value.
    pub value: Value,
}

/// A rule by which a value is read: where the reference is the same as that of an earlier access, and not the same as those
/// of later writes, the value is that of the access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The reference is that of the access; `None` if it surely is.
    pub equal: Option<Term>,
    /// The conditions that it is that of a later write, none of which holds.
    pub unequal: Vec<Term>,
    /// The value.
    pub value: Value,
}

/// What is read.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    pub slot: Slot,
    pub place: Place,
    pub index: Option<Term>,
}

/// The rules that accesses give, and whether what was there before them matters as well.
pub(super) struct Found {
    pub rules: Vec<Rule>,
    /// Nothing if an access is surely that of the cell; else the writes that are not.
    pub unequal: Option<Vec<Term>>,
}

impl Operation<'_, '_> {
    /// Whether accesses to a part of an object go through the stack: references of the input may name it. The parts of an
    /// object that class initialization made are on the stack only once an input was looked at there.
    pub(super) fn is_on_stack(&self, object: ObjectId, slot: Slot) -> bool {
        self.state().origins.contains_key(&object) && !self.state().fixed.contains_key(&object)
            || self.state().stack.contains_key(&slot) && self.heap.candidates().any(|candidate| candidate == object)
    }

    /// ψ: cases (2) to (5). The first rule that applies gives the value, so a rule needs no more guard than it has. Of the stack
    /// counts what is below a range that was copied, if one is named.
    pub(super) fn access_rules(&mut self, cell: Cell, below: Option<Below>) -> Result<Found, HeapError> {
        let accesses = self.accesses_below(cell.slot, below);
        let mut rules: Vec<Rule> = Vec::new();
        let mut unequal = Vec::new();
        for access in accesses.iter().rev() {
            let equal = self.is_that_of(cell, access);
            // An access to the same cell that was overtaken by a later one gives nothing.
            if self.cx.pool.as_bool(equal) == Some(false) || rules.iter().any(|rule| rule.equal == Some(equal)) {
                continue;
            }
            let value = match access.effect {
                Effect::Get(value) | Effect::Set(value) => value,
                Effect::Copy(range) => match self.copied(cell, access, range, equal)? {
                    Some(value) => value,
                    None => continue,
                },
            };
            let value = match value {
                Value::Term(term) if self.state().facts.has_compared() => Value::Term(self.simplify(term)),
                other => other,
            };
            if self.cx.pool.as_bool(equal) == Some(true) {
                rules.push(Rule { equal: None, unequal, value });
                return Ok(Found { rules, unequal: None });
            }
            rules.push(Rule { equal: Some(equal), unequal: unequal.clone(), value });
            if !matches!(access.effect, Effect::Get(_)) {
                unequal.push(equal);
            }
        }
        Ok(Found { rules, unequal: Some(unequal) })
    }

    /// A condition: an access was to this cell.
    pub(super) fn is_that_of(&mut self, cell: Cell, access: &Access) -> Term {
        let mut equal = self.same(cell.place, access.place);
        if self.cx.pool.as_bool(equal) == Some(false) {
            return equal;
        }
        if let (Some(one), Some(two)) = (cell.index, access.index) {
            let index = match access.effect {
                Effect::Get(_) | Effect::Set(_) => self.cx.pool.eq(one, two),
                Effect::Copy(range) => self.is_within(one, two, range.length),
            };
            let index = self.simplify_guard(index);
            equal = self.and(equal, index);
        }
        if self.state().facts.root(access.place) != cell.place {
            let non_null = self.non_null_at(access.place);
            equal = self.and(non_null, equal);
        }
        let guard = self.simplify_guard(access.guard);
        self.and(equal, guard)
    }

    /// Adds the rules for objects that class initialization made and that the cell's place may be.
    pub(super) fn published_rules(
        &mut self,
        found: &mut Found,
        place: Place,
        mut content: impl FnMut(&mut Self, ObjectId) -> Result<Option<Value>, HeapError>,
    ) -> Result<(), HeapError> {
        let Some(unequal) = found.unequal.clone() else { return Ok(()) };
        let published: Vec<ObjectId> =
            self.heap.candidates().filter(|object| !self.state().origins.contains_key(object)).collect();
        for object in published {
            let equal = self.same(place, Place::Made(object));
            if self.cx.pool.as_bool(equal) == Some(false) {
                continue;
            }
            let Some(value) = content(self, object)? else { continue };
            found.rules.push(Rule { equal: Some(equal), unequal: unequal.clone(), value });
        }
        Ok(())
    }

    /// The condition that none of the rules applies.
    pub(super) fn none_of(&mut self, rules: &[Rule]) -> Term {
        let mut none = self.cx.pool.tru();
        for equal in rules.iter().filter_map(|rule| rule.equal) {
            let other = self.not(equal);
            none = self.and(none, other);
        }
        none
    }

    /// What the object itself says a field holds, as far as it is none of the input.
    fn field_in_dictionary(&mut self, object: ObjectId, field: FieldId, kind: Kind) -> Value {
        match self.heap.object(object).field(field) {
            Some(value) => value,
            None => kind.default_value(self.cx.pool),
        }
    }

    /// All rules by which a field is read; a fresh unknown comes with the last where nothing else is sure.
    pub(super) fn field_rules(
        &mut self,
        object: ObjectId,
        FieldRead { field, kind, name, at_entry }: FieldRead<'_>,
    ) -> Result<Vec<Rule>, HeapError> {
        let slot = Slot::Field(field);
        let always = |value| vec![Rule { equal: None, unequal: Vec::new(), value }];
        if !self.is_on_stack(object, slot) {
            return Ok(always(self.field_in_dictionary(object, field, kind)));
        }
        let place = self.place_of(object);
        let mut found = self.access_rules(Cell { slot, place, index: None }, None)?;
        if let Some(unequal) = found.unequal.clone() {
            let value = if matches!(place, Place::Made(_)) {
                self.field_in_dictionary(object, field, kind)
            } else {
                self.published_rules(&mut found, place, |this, published| {
                    Ok(Some(this.field_in_dictionary(published, field, kind)))
                })?;
                let value = match at_entry {
                    AtEntry::Known(value) => value,
                    any => {
                        let path = format!("{}.{name}", self.heap.object(object).name);
                        self.unknown_value(any.kind(kind), &path)
                    }
                };
                let guard = self.none_of(&found.rules);
                let initial = Initial { slot, place, index: None, guard, value };
                self.heap.solver_mut().initial.push_back(initial);
                value
            };
            found.rules.push(Rule { equal: None, unequal, value });
        }
        Ok(found.rules)
    }

    /// A value of the input that nobody has looked at yet.
    fn unknown_value(&mut self, kind: Kind, path: &str) -> Value {
        match (kind, kind.unknown(self.cx.pool, path)) {
            (_, Some(term)) => Value::Term(term),
            (Kind::Ref(ty), None) => Value::Ref(Ref::Var(self.unknown_input(path, TypeConstraint::subtype_of(ty)))),
            (_, None) => Value::Opaque("a value of no kind"),
        }
    }

    /// Reads a field of each of the objects.
    pub(super) fn get_field(mut self, names: &[Named], read: FieldRead<'_>) -> Result<Guarded<Value>, HeapError> {
        let FieldRead { field, kind, name, .. } = read;
        let label = |this: &Self, object: ObjectId| format!("{}.{name}", this.heap.object(object).name);
        let mut cases = Vec::with_capacity(names.len());
        for named in names {
            let rules = self.field_rules(named.object, read)?;
            let own: Vec<(Term, Value)> = self.first_of(&rules);
            let path = label(&self, named.object);
            match self.merge(&own, &path, kind) {
                Some(value) => {
                    self.note_read(named.object, Slot::Field(field), None, &rules, value);
                    cases.push((named.guard, value));
                }
                None if names.len() == 1 => return Ok(self.merged(own, &path, kind)),
                None => return Err(HeapError::Ambiguous),
            }
        }
        let Some(first) = names.first() else { return Err(HeapError::IllTyped) };
        let path = label(&self, first.object);
        Ok(self.merged(cases, &path, kind))
    }

    /// The rules as cases of which the first that applies counts.
    pub(super) fn first_of(&mut self, rules: &[Rule]) -> Vec<(Term, Value)> {
        let always = self.cx.pool.tru();
        rules.iter().map(|rule| (rule.equal.unwrap_or(always), rule.value)).collect()
    }

    /// Puts a read on the stack, unless the latest accesses tell as much.
    pub(super) fn note_read(
        &mut self,
        object: ObjectId,
        slot: Slot,
        index: Option<Term>,
        rules: &[Rule],
        value: Value,
    ) {
        if !self.is_on_stack(object, slot) {
            return;
        }
        let place = self.place_of(object);
        let guard = self.cx.pool.tru();
        let same_cell = |access: &Access| access.place == place && access.index == index;
        if rules.len() == 1 && self.latest(slot).is_some_and(|list| list.iter().any(same_cell)) {
            return;
        }
        self.push(slot, Access { place, index, guard, effect: Effect::Get(value) });
    }

    fn latest(&self, slot: Slot) -> Option<&Vector<Access>> {
        self.state().stack.get(&slot)
    }

    /// Puts an access on the stack. A write takes the place of one to the same cell that is the latest.
    pub(super) fn push(&mut self, slot: Slot, access: Access) {
        let list = self.heap.solver_mut().stack.entry(slot).or_default();
        if let Effect::Set(_) = access.effect
            && let Some(last) = list.back()
            && let Effect::Set(_) = last.effect
            && (last.place, last.index, last.guard) == (access.place, access.index, access.guard)
        {
            list.pop_back();
        }
        list.push_back(access);
    }

    /// Writes a field of an object where its guard holds.
    pub(super) fn set_field(
        &mut self,
        named: Named,
        field: FieldId,
        kind: Kind,
        value: Value,
    ) -> Result<(), HeapError> {
        let slot = Slot::Field(field);
        if self.is_on_stack(named.object, slot) {
            let place = self.place_of(named.object);
            self.push(slot, Access { place, index: None, guard: named.guard, effect: Effect::Set(value) });
            return Ok(());
        }
        let stored = if self.cx.pool.as_bool(named.guard) == Some(true) {
            value
        } else {
            let old = self.field_in_dictionary(named.object, field, kind);
            self.merge(&[(named.guard, value), (named.guard, old)], "", kind).ok_or(HeapError::Ambiguous)?
        };
        store(&mut self.heap, named.object, field, stored);
        Ok(())
    }
}

fn store(heap: &mut Heap, object: ObjectId, field: FieldId, value: Value) {
    if let Content::Fields { .. } = heap.object(object).content {
        heap.object_mut(object).set_field(field, value);
    }
}

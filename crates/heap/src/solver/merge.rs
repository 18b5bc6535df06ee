//! References that are one of several: as a choice between a few, or as a reference with an address of its own.
//!
//! What is read where references may be the same is one of many references, and what is read of that one of many more. A
//! list of all of them would grow with every step along a chain. So references of the input are put together to one more
//! reference of the input, a *derived* one: whether it is null, and its address, are terms that choose between those of its
//! parts. It is followed, and compared, as any other. Objects that the execution made have no place in it, because what they hold
//! is known: they stay in a list, beside it.

use super::{Operation, Place, references::address_symbol};
use crate::heap::Source;
use crate::model::{Alternative, Choice, Guarded};
use crate::{Aliasing, Kind, ObjectId, Ref, RefVar, TypeConstraint, Value};
use clew_term::{Node, Term};

/// The greatest number of references of the input between which a list chooses.
const MAX_LISTED: usize = 1;

/// What an address of this many parts is made of is decided before it is followed: everything that is read there, and of
/// what is read there, would depend on all of it.
pub(super) const MAX_ADDRESS_SIZE: usize = 80;

/// A reference that is no choice, with the condition under which the first of several that applies is this one.
type Part = (Term, Ref);

impl Operation<'_, '_> {
    /// The reference that is the first whose guard holds, or the last; `None` if one of the values is none.
    pub(super) fn merge_references(&mut self, cases: &[(Term, Value)], name: &str, kind: Kind) -> Option<Ref> {
        let mut parts: Vec<Part> = Vec::with_capacity(cases.len());
        for (at, (guard, value)) in cases.iter().enumerate() {
            let Value::Ref(reference) = value else { return None };
            let here = if at + 1 == cases.len() { self.cx.pool.tru() } else { *guard };
            for choice in self.choices(*reference) {
                let guard = self.and(here, choice.guard);
                if self.cx.pool.as_bool(guard) != Some(false) {
                    parts.push((guard, choice.reference));
                }
            }
        }
        let (_, last) = *parts.last()?;
        if parts.iter().all(|(_, reference)| *reference == last) {
            return Some(last);
        }
        let types = match kind {
            Kind::Ref(ty) => TypeConstraint::subtype_of(ty),
            _ => TypeConstraint::default(),
        };
        if self.count_inputs(&parts) > MAX_LISTED
            && self.cx.oracle.is_freely_made(&types)
            && parts.iter().all(|(_, reference)| self.can_derive(*reference))
        {
            parts = self.derived(parts, name, types);
        }
        let choices = self.listed(&parts);
        Some(self.choice(choices, name, kind))
    }

    /// The place of a reference that the input may name.
    fn input_place(&self, reference: Ref) -> Option<Place> {
        match reference {
            Ref::Null => None,
            Ref::Object(object) => match self.place_of(object) {
                Place::Made(_) => None,
                place @ Place::Input(_) => Some(place),
            },
            Ref::Var(variable) => Some(Place::Input(variable)),
        }
    }

    fn count_inputs(&self, parts: &[Part]) -> usize {
        let mut found: Vec<Place> = Vec::new();
        for place in parts.iter().filter_map(|(_, reference)| self.input_place(*reference)) {
            if !found.contains(&place) {
                found.push(place);
            }
        }
        found.len()
    }

    /// Whether a reference may be part of a derived one: what it names is not decided by other means than its address.
    fn can_derive(&self, reference: Ref) -> bool {
        if self.aliasing == Aliasing::Off {
            return false;
        }
        match reference {
            Ref::Var(variable) => self.object_at(Place::Input(variable)).is_some() || self.is_freely_made(variable),
            Ref::Null | Ref::Object(_) => true,
        }
    }

    /// The parts with one derived reference in the place of all that the input may name, and of null, the last.
    fn derived(&mut self, parts: Vec<Part>, name: &str, types: TypeConstraint) -> Vec<Part> {
        let mut kept: Vec<Part> = Vec::new();
        let mut places = Vec::new();
        let mut rest = self.cx.pool.tru();
        for (guard, reference) in &parts {
            match self.input_place(*reference) {
                Some(place) => places.push((*guard, Some(place))),
                None => {
                    places.push((*guard, None));
                    if *reference != Ref::Null {
                        kept.push((self.and(rest, *guard), *reference));
                    }
                }
            }
            let other = self.not(*guard);
            rest = self.and(rest, other);
        }
        let (non_null, address) = self.chosen_place(&places);
        let variable = self.heap.add_variable(name.into(), non_null, types, Source::Input { address });
        for place in places.into_iter().filter_map(|(_, place)| place) {
            if let Place::Input(part) = place {
                self.heap.solver_mut().parts.insert(part);
            }
        }
        self.heap.solver_mut().parts.insert(variable);
        kept.push((self.cx.pool.tru(), Ref::Var(variable)));
        kept
    }

    /// Whether the first place whose guard holds, or the last, is one and not null; and its address, if it is.
    fn chosen_place(&mut self, places: &[(Term, Option<Place>)]) -> (Term, Option<Term>) {
        let mut non_null = self.cx.pool.fls();
        let mut address = None;
        for (at, (guard, place)) in places.iter().enumerate().rev() {
            let guard = if at + 1 == places.len() { self.cx.pool.tru() } else { *guard };
            let (here, own) = match *place {
                Some(place) => (self.non_null_at(place), self.address(place)),
                None => (self.cx.pool.fls(), None),
            };
            non_null = self.cx.pool.ite(guard, here, non_null);
            address = match (own, address) {
                (Some(own), Some(rest)) => Some(self.cx.pool.ite(guard, own, rest)),
                (own, rest) => own.or(rest),
            };
        }
        (non_null, address)
    }

    /// Whether what a reference names is part of what another does, so that its address has to tell it.
    pub(super) fn is_part_of_another(&self, variable: RefVar) -> bool {
        self.state().parts.contains(&variable)
    }

    /// The parts as choices that exclude each other.
    fn listed(&mut self, parts: &[Part]) -> Vec<Choice> {
        let mut choices = Vec::with_capacity(parts.len());
        let mut rest = self.cx.pool.tru();
        for (at, (guard, reference)) in parts.iter().enumerate() {
            let here = if at + 1 == parts.len() { rest } else { self.and(rest, *guard) };
            let here = self.normal(here);
            self.add_choice(&mut choices, here, *reference);
            let other = self.not(*guard);
            let other = self.and(rest, other);
            rest = self.normal(other);
        }
        choices
    }

    /// The equation of two places of which one is derived of two others, by those: what is known of them is known of it. Nothing where
    /// that leads back to the same places: a path can teach that a derived reference is one of which its parts are derived.
    pub(super) fn equation_of_parts(&mut self, one: Place, two: Place) -> Option<Term> {
        if self.taken_apart.contains(&(one, two)) {
            return None;
        }
        self.taken_apart.push((one, two));
        let equation = self.taken_apart(one, two);
        self.taken_apart.pop();
        equation
    }

    fn taken_apart(&mut self, one: Place, two: Place) -> Option<Term> {
        for (derived, other) in [(one, two), (two, one)] {
            let Some(address) = self.address(derived) else { continue };
            let Node::Ite(guard, then, otherwise) = *self.cx.pool.node(address) else { continue };
            let owners = &self.state().owners;
            let (Some(then), Some(otherwise)) = (owners.get(&then).copied(), owners.get(&otherwise).copied()) else {
                continue;
            };
            let guard = self.simplify_guard(guard);
            let then = self.same(Place::Input(then), other);
            let otherwise = self.same(Place::Input(otherwise), other);
            return Some(self.cx.pool.ite(guard, then, otherwise));
        }
        None
    }

    /// The reference that a derived one is known to be by now.
    pub(super) fn collapsed(&mut self, variable: RefVar, non_null: Term) -> Option<RefVar> {
        let Source::Input { address: Some(address) } = self.heap.variable(variable).source else { return None };
        let known = match address_symbol(self.cx.pool, address) {
            Some(_) => address,
            None => self.simplify(address),
        };
        let owner = self.state().owners.get(&known).copied()?;
        (owner != variable && self.non_null(owner) == non_null).then_some(owner)
    }

    /// Both ways in which the first choice in the address of a derived reference can go, if it depends on so much.
    pub(super) fn divide(mut self, variable: RefVar, much: usize) -> Option<Guarded<()>> {
        let Source::Input { address: Some(address) } = self.heap.variable(variable).source else { return None };
        let known = self.simplify(address);
        let Node::Ite(condition, then, otherwise) = *self.cx.pool.node(known) else { return None };
        if self.cx.pool.size_up_to(known, much) < much {
            return None;
        }
        let other = self.not(condition);
        Some(vec![self.at_address(variable, other, otherwise), self.at_address(variable, condition, then)])
    }

    /// Decides that a reference of the input names an object that is made for it. Derived references of which it is a part know it by
    /// its address; the objects of the input that are known so far are others, and so are theirs.
    pub(super) fn identify(mut self, variable: RefVar, object: ObjectId) -> Alternative<()> {
        let (named, made) = (Place::Input(variable), Place::Made(object));
        if self.is_part_of_another(variable) {
            self.heap.publish(object);
            let non_null = self.non_null(variable);
            self.also(non_null);
            let same = self.same(named, made);
            self.also(same);
            let known: Vec<Place> = self.state().origins.values().map(|origin| Place::Input(*origin)).collect();
            for place in known.into_iter().filter(|place| *place != named) {
                if !self.may_be_same(made, self.state().facts.root(place)) {
                    self.state_other_address(place, made);
                }
            }
        } else {
            self.state_compared(named, made);
        }
        self.heap.bind(variable, object, self.cx.oracle);
        self.done(())
    }

    /// States what follows for a place of the input that turns out to be an object: whatever it was compared with before was compared
    /// with that object.
    fn state_compared(&mut self, named: Place, made: Place) {
        let root = self.state().facts.root(named);
        if self.state().facts.are_apart(root, made) {
            let never = self.cx.pool.fls();
            self.also(never);
        } else if self.state().facts.has_equation_of(root)
            && let (Some(left), Some(right)) = (self.address(named), self.address(made))
        {
            let equal = self.cx.pool.eq(left, right);
            self.also(equal);
        }
    }

    /// States that a place of the input, if it is not null, has not the address of another.
    fn state_other_address(&mut self, place: Place, other: Place) {
        let (Some(left), Some(right)) = (self.address(place), self.address(other)) else { return };
        let equal = self.cx.pool.eq(left, right);
        let non_null = self.non_null_at(place);
        let both = self.and(non_null, equal);
        let fact = self.not(both);
        self.also(fact);
    }

    /// The heap in which a derived reference has one of the addresses between which it chooses.
    fn at_address(&mut self, variable: RefVar, guard: Term, address: Term) -> Alternative<()> {
        let mut heap = self.heap.clone();
        heap.variable_mut(variable).source = Source::Input { address: Some(address) };
        let mut guard = guard;
        let non_null = self.non_null(variable);
        // Where the derived reference is null, nothing follows for the one that has the address for its own.
        if self.cx.pool.as_bool(non_null) == Some(true)
            && let Some(owner) = self.state().owners.get(&address).copied()
        {
            let own = self.non_null(owner);
            guard = self.and(guard, own);
            let types = heap.types_of_variable(owner).and(heap.types_of_variable(variable), self.cx.oracle);
            heap.constrain_variable(owner, types);
        }
        Alternative { guard, heap, value: () }
    }
}

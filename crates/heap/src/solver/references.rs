//! References: which objects they may name, whether they are the same, and choices between them.

use super::facts::ordered;
use super::{ADDRESS_BITS, FIRST_MADE, Operation, Place};
use crate::heap::Source;
use crate::model::{Choice, HeapError, Named, Names};
use crate::{Aliasing, Kind, ObjectId, Provenance, Ref, RefVar, Target, TypeConstraint, TypeId, Value};
use clew_base::Id;
use clew_term::{BinaryOp, Node, SymbolId, Term, TermPool};

/// The symbol of the address of a reference of the input.
pub(super) fn address_symbol(pool: &TermPool, address: Term) -> Option<SymbolId> {
    match *pool.node(address) {
        Node::Binary(BinaryOp::Add, symbol, _) => pool.as_symbol(symbol),
        _ => None,
    }
}

impl Operation<'_, '_> {
    /// The place of an object, as it stands for all that are known to be the same.
    pub(super) fn place_of(&self, object: ObjectId) -> Place {
        match self.state().origins.get(&object) {
            Some(origin) => self.state().facts.root(Place::Input(*origin)),
            None => Place::Made(object),
        }
    }

    /// The object at a place, if it is known.
    pub(super) fn object_at(&self, place: Place) -> Option<ObjectId> {
        match self.state().facts.root(place) {
            Place::Made(object) => Some(object),
            Place::Input(variable) => match self.heap.variable(variable).target {
                Target::Object(object) | Target::Named(object) => Some(object),
                Target::Open | Target::NonNull | Target::Null | Target::Same(_) => None,
            },
        }
    }

    /// What is known of the class of the object at a place.
    pub(super) fn types_at(&self, place: Place) -> &TypeConstraint {
        match place {
            Place::Made(object) => &self.heap.object(object).types,
            Place::Input(variable) => self.heap.types_of_variable(variable),
        }
    }

    /// The condition that a place is not null.
    pub(super) fn non_null_at(&mut self, place: Place) -> Term {
        match place {
            Place::Made(_) => self.cx.pool.tru(),
            Place::Input(variable) => self.non_null(variable),
        }
    }

    pub(super) fn non_null(&mut self, variable: RefVar) -> Term {
        let info = self.heap.variable(variable);
        match info.target {
            Target::NonNull | Target::Object(_) => self.cx.pool.tru(),
            Target::Null => self.cx.pool.fls(),
            Target::Open | Target::Named(_) | Target::Same(_) => {
                let non_null = info.non_null;
                self.simplify(non_null)
            }
        }
    }

    /// The address of a place; none has a place that the solver did not make.
    pub(super) fn address(&mut self, place: Place) -> Option<Term> {
        match place {
            Place::Made(object) => Some(self.cx.pool.bv(ADDRESS_BITS, FIRST_MADE + object.index() as u64)),
            Place::Input(variable) => match self.heap.variable(variable).source {
                Source::Input { address } => address,
                Source::Choice(_) => None,
            },
        }
    }

    /// A condition: two places, neither of them null, are the same.
    pub(super) fn same(&mut self, one: Place, two: Place) -> Term {
        let (one, two) = (self.state().facts.root(one), self.state().facts.root(two));
        if one == two {
            return self.cx.pool.tru();
        }
        if self.state().facts.are_apart(one, two) {
            return self.cx.pool.fls();
        }
        if let Some(atom) = self.state().facts.atom(one, two) {
            return match self.state().facts.value(atom) {
                Some(known) => known,
                // Of one of them a class may have become known since.
                None if !self.have_a_class(one, two) => self.note_apart(one, two),
                None => atom,
            };
        }
        if !self.may_be_same(one, two) {
            return self.cx.pool.fls();
        }
        let atom = match self.equation_of_parts(one, two) {
            Some(atom) => Some(atom),
            None => self.equation(one, two),
        };
        match atom {
            Some(atom) if self.cx.pool.is_const(atom) => atom,
            Some(atom) => {
                self.heap.solver_mut().facts.add_atom(atom, one, two);
                self.state_equal_contents(one, two, atom);
                atom
            }
            None => self.cx.pool.fls(),
        }
    }

    /// The equation of the addresses of two places.
    pub(super) fn equation(&mut self, one: Place, two: Place) -> Option<Term> {
        let (one, two) = ordered(one, two);
        let (left, right) = (self.address(one)?, self.address(two)?);
        let equal = self.cx.pool.eq(left, right);
        let identity = self.cx.pool.identity();
        self.memo.borrow_mut().of(identity).sides.insert(equal, (left, right));
        Some(equal)
    }

    /// Whether some execution lets two different places be the same, by what they are and not by what the path has taught.
    pub(super) fn may_be_same(&self, one: Place, two: Place) -> bool {
        if self.aliasing == Aliasing::Off {
            return false;
        }
        let in_time = match ordered(one, two) {
            (Place::Made(_), Place::Made(_)) => false,
            (Place::Made(object), Place::Input(variable)) => self.was_published_before(object, variable),
            (Place::Input(_), _) => true,
        };
        in_time && self.have_a_class(one, two)
    }

    /// Whether some class satisfies what is known of the objects at both places.
    pub(super) fn have_a_class(&self, one: Place, two: Place) -> bool {
        let (left, right) = (self.types_at(one), self.types_at(two));
        left == right || self.memo.borrow_mut().of(self.cx.pool.identity()).have_a_class(left, right, self.cx.oracle)
    }

    /// Takes note that two places, of which an equation speaks, differ if neither is null; and gives that equation's value.
    fn note_apart(&mut self, one: Place, two: Place) -> Term {
        let (left, right) = (self.non_null_at(one), self.non_null_at(two));
        let both = self.and(left, right);
        if self.cx.pool.as_bool(both) == Some(true) {
            self.heap.solver_mut().facts.set_apart(self.cx.pool, one, two);
        }
        self.cx.pool.fls()
    }

    /// Whether an object could be named by the input before it became known what the reference names.
    fn was_published_before(&self, object: ObjectId, variable: RefVar) -> bool {
        let known = match self.heap.variable(variable).target {
            Target::Object(known) | Target::Named(known) => Some(known),
            Target::Open | Target::NonNull | Target::Null | Target::Same(_) => None,
        };
        self.heap.candidates().take_while(|candidate| Some(*candidate) != known).any(|candidate| candidate == object)
    }

    /// The reference without choices that a reference of the input is known to be.
    pub(super) fn canonical(&mut self, variable: RefVar) -> Ref {
        match self.heap.variable(variable).target {
            Target::Null => return Ref::Null,
            Target::Object(object) => return Ref::Object(object),
            Target::Open | Target::NonNull | Target::Named(_) | Target::Same(_) => {}
        }
        let non_null = self.non_null(variable);
        if let Some(only) = self.collapsed(variable, non_null) {
            return self.canonical(only);
        }
        match (self.cx.pool.as_bool(non_null), self.state().facts.root(Place::Input(variable))) {
            (Some(false), _) => Ref::Null,
            (Some(true), Place::Made(object)) => Ref::Object(object),
            (Some(true), Place::Input(root)) => Ref::Var(root),
            (None, _) => Ref::Var(variable),
        }
    }

    /// The references that a reference may be, none of them a choice, under guards that exclude each other.
    pub(super) fn choices(&mut self, reference: Ref) -> Vec<Choice> {
        let always = self.cx.pool.tru();
        let Ref::Var(variable) = reference else { return vec![Choice { guard: always, reference }] };
        let listed = match &self.heap.variable(variable).source {
            Source::Input { .. } => {
                let reference = self.canonical(variable);
                return vec![Choice { guard: always, reference }];
            }
            Source::Choice(listed) => std::rc::Rc::clone(listed),
        };
        let mut choices = Vec::with_capacity(listed.len());
        for choice in listed.iter() {
            let guard = self.simplify_guard(choice.guard);
            let reference = match choice.reference {
                Ref::Var(leaf) => self.canonical(leaf),
                known => known,
            };
            self.add_choice(&mut choices, guard, reference);
        }
        choices
    }

    /// Adds a guarded reference to a list of choices.
    pub(super) fn add_choice(&mut self, choices: &mut Vec<Choice>, guard: Term, reference: Ref) {
        if self.cx.pool.as_bool(guard) == Some(false) {
            return;
        }
        match choices.iter().position(|choice| choice.reference == reference) {
            Some(known) => {
                let either = self.cx.pool.or(choices[known].guard, guard);
                choices[known].guard = self.normal(either);
            }
            None => choices.push(Choice { guard, reference }),
        }
    }

    /// The reference that is one of these.
    pub(super) fn choice(&mut self, choices: Vec<Choice>, name: &str, kind: Kind) -> Ref {
        match choices.as_slice() {
            [only] => return only.reference,
            [] => return Ref::Null,
            _ => {}
        }
        let mut non_null = self.cx.pool.fls();
        for choice in &choices {
            let here = match choice.reference {
                Ref::Null => self.cx.pool.fls(),
                Ref::Object(_) => self.cx.pool.tru(),
                Ref::Var(leaf) => self.non_null(leaf),
            };
            let here = self.and(choice.guard, here);
            non_null = self.cx.pool.or(non_null, here);
        }
        let non_null = self.normal(non_null);
        let types = match kind {
            Kind::Ref(ty) => TypeConstraint::subtype_of(ty),
            _ => TypeConstraint::default(),
        };
        Ref::Var(self.heap.add_variable(name.into(), non_null, types, Source::Choice(choices.into())))
    }

    /// The value that is the first whose guard holds, or the last; `None` if no one value stands for all of them.
    pub(super) fn merge(&mut self, cases: &[(Term, Value)], name: &str, kind: Kind) -> Option<Value> {
        let ((_, last), others) = cases.split_last()?;
        if others.iter().all(|(_, value)| value == last) {
            return Some(*last);
        }
        match last {
            Value::Opaque(_) => None,
            Value::Term(term) => {
                let mut merged = *term;
                for (guard, value) in others.iter().rev() {
                    let Value::Term(value) = value else { return None };
                    let guard = self.normal(*guard);
                    merged = self.cx.pool.ite(guard, *value, merged);
                }
                Some(Value::Term(self.normal_value(merged)))
            }
            Value::Ref(_) => self.merge_references(cases, name, kind).map(Value::Ref),
        }
    }

    /// The objects that a reference, not null, may name.
    pub(super) fn names(&mut self, reference: Ref) -> Result<Names, HeapError> {
        let mut names: Vec<Named> = Vec::new();
        for choice in self.choices(reference) {
            let object = match choice.reference {
                Ref::Null => continue,
                Ref::Object(object) => object,
                Ref::Var(leaf) => match self.object_at(Place::Input(leaf)) {
                    Some(object) => object,
                    None => return Ok(Names::Undecided(leaf)),
                },
            };
            match names.iter_mut().find(|named| named.object == object) {
                Some(known) => {
                    let either = self.cx.pool.or(known.guard, choice.guard);
                    known.guard = self.normal(either);
                }
                None => names.push(Named { guard: choice.guard, object }),
            }
        }
        match names.as_mut_slice() {
            [] => Err(HeapError::IllTyped),
            [only] => {
                only.guard = self.cx.pool.tru();
                Ok(Names::Known(names))
            }
            _ => Ok(Names::Known(names)),
        }
    }

    /// A condition: two references, each of which may be null, are the same; or the reference to decide first.
    pub(super) fn compare(&mut self, left: Ref, right: Ref) -> Result<Term, RefVar> {
        if left == right {
            return Ok(self.cx.pool.tru());
        }
        let (left, right) = (self.choices(left), self.choices(right));
        let mut same = self.cx.pool.fls();
        for one in &left {
            for two in &right {
                let both = self.and(one.guard, two.guard);
                if self.cx.pool.as_bool(both) == Some(false) {
                    continue;
                }
                let here = self.compare_plain(one.reference, two.reference)?;
                let here = self.and(both, here);
                same = self.cx.pool.or(same, here);
            }
        }
        Ok(self.normal(same))
    }

    /// A known object of the input as the reference by which it became known, which other references may be the same as.
    fn as_input(&self, reference: Ref) -> Ref {
        match reference {
            Ref::Object(object) => match self.place_of(object) {
                Place::Made(_) => reference,
                Place::Input(root) => Ref::Var(root),
            },
            Ref::Null | Ref::Var(_) => reference,
        }
    }

    /// The same of references that are no choices.
    fn compare_plain(&mut self, left: Ref, right: Ref) -> Result<Term, RefVar> {
        let (left, right) = match (left, right) {
            (Ref::Null, _) | (_, Ref::Null) => (left, right),
            _ => (self.as_input(left), self.as_input(right)),
        };
        match (left, right) {
            (Ref::Var(variable), Ref::Null) | (Ref::Null, Ref::Var(variable)) => {
                let non_null = self.non_null(variable);
                Ok(self.not(non_null))
            }
            (Ref::Var(variable), Ref::Object(object)) | (Ref::Object(object), Ref::Var(variable)) => {
                self.compare_with_object(variable, object)
            }
            (Ref::Var(one), Ref::Var(two)) if one != two => self.compare_inputs(one, two),
            _ => Ok(self.cx.pool.bool(left == right)),
        }
    }

    fn compare_with_object(&mut self, variable: RefVar, object: ObjectId) -> Result<Term, RefVar> {
        let is_known = self.object_at(Place::Input(variable)).is_some();
        let provenance = self.heap.object(object).provenance;
        let may_be_named = self.heap.candidates().any(|candidate| candidate == object);
        // Some objects of initialization are shared with everybody and yet on no list.
        let shared = provenance != Provenance::New && !may_be_named;
        if !is_known && provenance != Provenance::New && (shared || !self.is_freely_made(variable)) {
            return Err(variable);
        }
        let same = self.same(Place::Input(variable), Place::Made(object));
        let non_null = self.non_null(variable);
        Ok(self.and(non_null, same))
    }

    fn compare_inputs(&mut self, one: RefVar, two: RefVar) -> Result<Term, RefVar> {
        let is_open = |variable: RefVar| self.object_at(Place::Input(variable)).is_none();
        let special = [one, two].into_iter().find(|variable| is_open(*variable) && !self.is_freely_made(*variable));
        if let Some(special) = special {
            // The other may name this one, which is of more classes, so it has to be there first.
            let other = if special == one { two } else { one };
            let is_first = is_open(other) && self.is_narrower(other, special);
            return Err(if is_first { other } else { special });
        }
        let same = self.same(Place::Input(one), Place::Input(two));
        let (left, right) = (self.non_null(one), self.non_null(two));
        let both = self.and(left, right);
        let same = self.and(both, same);
        let either = self.cx.pool.or(left, right);
        let neither = self.not(either);
        Ok(self.cx.pool.or(same, neither))
    }

    /// Whether what one reference names is of a class that the other may name as well, and not the other way round.
    fn is_narrower(&self, one: RefVar, other: RefVar) -> bool {
        let [one, other] = [one, other].map(|variable| &self.heap.types_of_variable(variable).upper);
        let is_below = |one: &[TypeId], other: &[TypeId]| {
            other.iter().all(|above| one.iter().any(|ty| self.cx.oracle.is_subtype(*ty, *above)))
        };
        is_below(one, other) && !is_below(other, one)
    }

    pub(super) fn is_freely_made(&self, variable: RefVar) -> bool {
        self.cx.oracle.is_freely_made(self.heap.types_of_variable(variable))
    }
}

//! References: which objects they name, and whether they are the same.
//!
//! Under lazy initialization a reference names one object once it was followed. Under the heap solver it may name one of
//! several, each under a guard; instructions that cannot work on all of them at once branch over them.

use super::making::Way;
use crate::core::Core;
use crate::flow::{Flow, Found, Step, Stop, heap_cut, known, reference, split_into};
use crate::machine::{Guards, Machine};
use crate::nearness::MAX_CLASSES;
use crate::state::{InitStatus, State};
use crate::types::{Exhaustive, class_of, is_box, type_of};
use clew_facts::{Assumption, CutReason};
use clew_heap::{
    Alternative, Choice, Guarded, HeapError, Named, Names, ObjectId, Ref, RefVar, Target, TypeConstraint, TypeId,
    TypeOracle, Value,
};
use clew_jvm::{ClassId, Provenance};
use std::rc::Rc;

/// The greatest number of objects that one instruction works on at once.
const MAX_NAMES: usize = 4;

/// Guards of this many parts are decided before an instruction works on several objects.
const MAX_GUARD_SIZE: usize = 20;

impl Machine<'_> {
    /// The objects that a value names, which is not null.
    pub(crate) fn names(&mut self, state: State, value: Value) -> Result<Found<Vec<Named>>, Stop> {
        let reference = match reference(value) {
            Ok(Ref::Null) => return Err(Stop::unsupported(state, "an unchecked null reference")),
            Ok(reference) => reference,
            Err(reason) => return Err(Stop::cut(state, reason)),
        };
        let (mut cx, model) = self.heap_context();
        match model.names(&mut cx, &state.heap, reference) {
            Ok(Names::Known(names)) if self.is_intricate(&names) => {
                self.branch_over_names(state, value, &names).map(Found::Decided)
            }
            Ok(Names::Known(names)) => Ok(Found::Known(state, names)),
            Ok(Names::Undecided(variable)) => self.decide_name(state, reference, variable).map(Found::Decided),
            Err(error) => Err(Stop::cut(state, heap_cut(&error))),
        }
    }

    /// The object that a value names, which is not null.
    pub(crate) fn object(&mut self, state: State, value: Value) -> Result<Found<ObjectId>, Stop> {
        match self.names(state, value)? {
            Found::Known(state, names) => match names.as_slice() {
                [only] => Ok(Found::Known(state, only.object)),
                _ => self.branch_over_names(state, value, &names).map(Found::Decided),
            },
            Found::Decided(flow) => Ok(Found::Decided(flow)),
        }
    }

    /// Branches over the objects that a value, which is not null, names.
    pub(crate) fn branch_over_names(&mut self, state: State, value: Value, names: &[Named]) -> Result<Flow, Stop> {
        let choices: Vec<Choice> =
            names.iter().map(|named| Choice { guard: named.guard, reference: Ref::Object(named.object) }).collect();
        self.branch_over(state, value, &choices)
    }

    /// Branches over the references that a value is.
    pub(super) fn branch_over(&mut self, state: State, value: Value, choices: &[Choice]) -> Result<Flow, Stop> {
        let Value::Ref(Ref::Var(variable)) = value else {
            return Err(Stop::unsupported(state, "code that is not well typed"));
        };
        let mut alternatives = Vec::with_capacity(choices.len());
        for choice in choices {
            let mut heap = state.heap.clone();
            heap.choose(variable, choice.reference, self.pool.tru());
            alternatives.push(Alternative { guard: choice.guard, heap, value: () });
        }
        Ok(split_into(self.split(state, alternatives, Guards::Exhaustive, |_, ()| {})))
    }

    /// The same value as one that is no choice.
    pub(crate) fn plain(&mut self, state: State, value: Value) -> Result<Found<Value>, Stop> {
        let Value::Ref(reference @ Ref::Var(_)) = value else { return Ok(Found::Known(state, value)) };
        match self.choices(&state, reference).as_slice() {
            [only] => Ok(Found::Known(state, Value::Ref(only.reference))),
            several => self.branch_over(state, value, several).map(Found::Decided),
        }
    }

    /// Decides what a reference of the input names that is what `whole` may be. Where that is one of several, it need not
    /// be followed on every execution: then only that is decided at once which leaves no execution out.
    fn decide_name(&mut self, state: State, whole: Ref, variable: RefVar) -> Result<Flow, Stop> {
        let choices = self.choices(&state, whole);
        if choices.len() > 1 && !self.is_plain_input(&state, variable) {
            return self.branch_over(state, Value::Ref(whole), &choices);
        }
        self.decide_object(state, variable)
    }

    /// The object that a value names, with its class settled.
    pub(crate) fn exact_object(&mut self, state: State, value: Value) -> Result<Found<ObjectId>, Stop> {
        let (state, object) = match self.object(state, value)? {
            Found::Known(state, object) => (state, object),
            decided @ Found::Decided(_) => return Ok(decided),
        };
        let types = state.heap.object(object).types.clone();
        if types.exact().is_some() {
            return Ok(Found::Known(state, object));
        }
        let candidates = self.types.candidates(&types);
        self.record_others(&state, &candidates.exhaustive, &candidates.classes);
        let most = self.types.at_most(MAX_CLASSES);
        let mut alternatives: Guarded<()> = Vec::new();
        for ty in candidates.classes.iter().take(most) {
            let narrowed = self.narrow(&state, Ref::Object(object), TypeConstraint::exactly(*ty));
            alternatives.push(known!(state, narrowed));
        }
        if candidates.classes.len() > most {
            self.ledger.record_cut(&state, CutReason::Bound(Assumption::FewClasses(self.upper_name(&types))));
        }
        Ok(Found::Decided(split_into(self.split(state, alternatives, Guards::Facts, |_, ()| {}))))
    }

    /// Decides which object a reference of the input names.
    pub(super) fn decide_object(&mut self, state: State, variable: RefVar) -> Result<Flow, Stop> {
        let types = state.heap.variable(variable).types.clone();
        if let Some(class) = self.enum_among(&types) {
            return self.decide_enum_constant(state, variable, class);
        }
        let (mut cx, model) = self.heap_context();
        if let Some(alternatives) = model.divide(&mut cx, &state.heap, variable) {
            return Ok(split_into(self.split(state, alternatives, Guards::Facts, |_, ()| {})));
        }
        let candidates = self.types.candidates(&types);
        let is_followed = |ty: &TypeId| self.types.can_be_input(class_of(*ty)) || self.is_text(&types);
        let is_by_calls = |ty: &TypeId| self.is_made_by_calls(*ty);
        let mut records = self.checked_records(&state, &candidates.classes);
        records.retain(|(ty, _)| !is_by_calls(ty));
        let is_free =
            |ty: &TypeId| is_followed(ty) && !is_by_calls(ty) && !records.iter().any(|(record, _)| record == ty);
        let mut followed: Vec<TypeId> = candidates.classes.iter().copied().filter(is_free).collect();
        for value in self.values_around(&state, &types).into_iter().filter(is_free) {
            if !followed.contains(&value) {
                followed.push(value);
            }
        }
        let followed: Rc<[_]> = followed.into();
        let by_calls = self.ways_by_calls(&state, variable, &candidates.classes);
        let mut ways = self.ways_to_make(&state, &types);
        if !ways.is_empty() {
            ways.extend(by_calls);
            ways.extend(self.near_enum_ways(&candidates.classes));
            let others = CutReason::Bound(Assumption::MadeInputs(self.upper_name(&types)));
            let thrown = self.exception_of_program(&candidates.classes).map(CutReason::Unsupported);
            return self.decide_made(state, variable, ways, &followed, [others].into_iter().chain(thrown).collect());
        }
        let mut ways = self.further_ways(&state, &types, &candidates.classes);
        ways.extend(by_calls);
        let is_a_way = |class: &TypeId| {
            ways.iter().any(|way| matches!(way, Way::Narrower(narrower) if narrower == class))
                || records.iter().any(|(record, _)| record == class)
        };
        let left_out = |class: &TypeId| !followed.contains(class) && !is_a_way(class);
        let left_out = candidates.classes.iter().copied().find(left_out);
        let left_out =
            left_out.map(|class| left_out_of(&followed, &self.upper_name(&types), self.symbolic_name(class)));
        ways.extend(records.into_iter().map(|(_, way)| way));
        let unmade = self.unmade_of_jdk(&types, &followed);
        if !ways.is_empty() {
            let others = self.others(&state, &candidates.exhaustive, &followed);
            let left_out = others.into_iter().chain(left_out).chain(unmade).collect();
            return self.decide_made(state, variable, ways, &followed, left_out);
        }
        if followed.is_empty() && state.heap.candidates().next().is_none() {
            return Err(self.no_input(state, &types));
        }
        // Which class of those that are known it is does not matter yet; where it does, the closed world is assumed.
        let is_array = types.upper.iter().any(|ty| self.types.array_element(*ty).is_some());
        let open = matches!(candidates.exhaustive, Exhaustive::No(_) | Exhaustive::Stub(_)) && !is_array;
        if open {
            self.record_others(&state, &candidates.exhaustive, &followed);
        }
        for reason in left_out.into_iter().chain(unmade) {
            self.ledger.record_cut(&state, reason);
        }
        let mut narrowed = Alternative { guard: self.pool.tru(), heap: state.heap.clone(), value: () };
        if followed.len() < candidates.classes.len() || open {
            // Only these are followed from here on; that there are others is on record.
            let only = TypeConstraint { among: Some(followed), ..types.clone() };
            narrowed = known!(state, self.narrow(&state, Ref::Var(variable), only));
        }
        let (mut cx, model) = self.heap_context();
        match model.dereference(&mut cx, &narrowed.heap, variable) {
            Ok(mut alternatives) => {
                if self.is_text(&types) {
                    let text = TypeConstraint::exactly(type_of(known!(state, self.load("java/lang/String"))));
                    alternatives.iter_mut().for_each(|found| found.heap.settle(found.value, text.clone()));
                }
                for alternative in &mut alternatives {
                    alternative.guard = self.pool.and(narrowed.guard, alternative.guard);
                }
                Ok(split_into(self.split(state, alternatives, Guards::Facts, |_, _| {})))
            }
            Err(HeapError::NoClass) => Err(self.no_input(state, &types)),
            Err(error) => Err(Stop::cut(state, heap_cut(&error))),
        }
    }

    /// The classes of the boxes and arrays that are known so far, as far as a reference of these types may name one. It may be one of
    /// them, also where nobody would think of their class.
    fn values_around(&self, state: &State, types: &TypeConstraint) -> Vec<TypeId> {
        let known = state.heap.candidates().flat_map(|object| state.heap.object(object).types.upper.iter().copied());
        let is_value = |ty: &TypeId| {
            let class = self.types.class(*ty);
            class.is_array() || is_box(&class.name)
        };
        known.filter(|ty| is_value(ty) && types.admits(*ty, &self.types)).collect()
    }

    /// Why the objects are not followed that a class of the JDK makes of which a reference is declared to be; `None` where they are.
    fn unmade_of_jdk(&self, types: &TypeConstraint, followed: &[TypeId]) -> Option<CutReason> {
        let is_unmade = |ty: &&TypeId| {
            let class = self.types.class(**ty);
            let is_own = class.provenance != Provenance::Jdk || class.is_array() || class.is_abstract();
            !is_own && types.admits(**ty, &self.types) && !followed.contains(ty)
        };
        types.upper.iter().find(is_unmade).map(|_| CutReason::Bound(Assumption::MadeInputs(self.upper_name(types))))
    }

    /// Puts on record what a list of classes leaves out: a bound, where any class is followed.
    fn record_others(&mut self, state: &State, exhaustive: &Exhaustive, followed: &[TypeId]) {
        if let Some(reason) = self.others(state, exhaustive, followed) {
            self.ledger.record_cut(state, reason);
        }
    }

    /// The reason of the cut that stands for what a list of classes leaves out, if it is no assumption of the whole exploration.
    fn others(&mut self, state: &State, exhaustive: &Exhaustive, followed: &[TypeId]) -> Option<CutReason> {
        match exhaustive {
            Exhaustive::Always => None,
            Exhaustive::Under(assumption) => {
                self.ledger.assume_at(state, assumption.clone());
                None
            }
            Exhaustive::Stub(name) => Some(CutReason::Bound(Assumption::StubInputs(name.to_string()))),
            Exhaustive::No(name) => Some(left_out_of(followed, name, format!("a symbolic {name}"))),
        }
    }

    /// A reference to an enum constant names one of those that class initialization made.
    pub(super) fn decide_enum_constant(
        &mut self,
        state: State,
        variable: RefVar,
        class: ClassId,
    ) -> Result<Flow, Stop> {
        match state.globals.initialization.status.get(&class) {
            Some(InitStatus::Done) => {}
            Some(InitStatus::Running) => {
                return Err(Stop::unsupported(state, "an enum whose initializer looks at an input"));
            }
            Some(InitStatus::Failed) | None => return self.initialize(state, class),
        }
        if !self.heap_model.is_independent(&state.heap, variable) {
            return self.divide_wholly(state, variable);
        }
        let types = state.heap.variable(variable).types.clone();
        let mut alternatives: Guarded<()> = Vec::new();
        let world = self.world;
        for field in world.class(class).fields.iter().map(|field| world.field(*field)) {
            if !field.is_enum_constant() {
                continue;
            }
            let Some(Value::Ref(Ref::Object(object))) = state.globals.statics.values.get(&field.id).copied() else {
                return Err(Stop::unsupported(state, "an enum constant that is not an object"));
            };
            if !state.heap.object(object).exact_type().is_some_and(|ty| types.admits(ty, &self.types)) {
                continue;
            }
            alternatives.push(self.identify(&state.heap, variable, object));
        }
        if alternatives.is_empty() {
            return Err(self.no_input(state, &types));
        }
        Ok(split_into(self.split(state, alternatives, Guards::Facts, |_, ()| {})))
    }

    /// Branches over the ways in which what a reference names depends on what others name.
    pub(super) fn divide_wholly(&mut self, state: State, variable: RefVar) -> Step {
        let (mut cx, model) = self.heap_context();
        match model.split_derived(&mut cx, &state.heap, variable) {
            Some(divided) => Ok(split_into(self.split(state, divided, Guards::Facts, |_, ()| {}))),
            None => Err(Stop::unsupported(state, "an object that was read as an object of any class")),
        }
    }
}

impl Core<'_> {
    /// The references that a value may be.
    pub(crate) fn choices(&mut self, state: &State, reference: Ref) -> Vec<Choice> {
        let (mut cx, model) = self.heap_context();
        model.choices(&mut cx, &state.heap, reference)
    }

    /// The same value, as the object or the `null` that it is known to be.
    pub(crate) fn decided(&mut self, state: &State, value: Value) -> Value {
        let Value::Ref(Ref::Var(variable)) = value else { return value };
        let info = state.heap.variable(variable);
        match info.target {
            Target::Null => Value::NULL,
            Target::Object(object) => Value::Ref(Ref::Object(object)),
            Target::Named(object) => {
                let non_null = self.simplify(state, info.non_null);
                if self.pool.as_bool(non_null) == Some(true) { Value::Ref(Ref::Object(object)) } else { value }
            }
            Target::Open | Target::NonNull | Target::Same(_) => value,
        }
    }

    /// Narrows what is known of the class of a reference's object.
    pub(crate) fn narrow(
        &mut self,
        state: &State,
        reference: Ref,
        types: TypeConstraint,
    ) -> Result<Alternative<()>, CutReason> {
        let (mut cx, model) = self.heap_context();
        model.narrow(&mut cx, &state.heap, reference, types).map_err(|error| heap_cut(&error))
    }

    /// The objects of the program's own classes that a reference names whose type is one of the JDK's.
    pub(super) fn objects_of_program(
        &mut self,
        state: &State,
        variable: RefVar,
        types: &TypeConstraint,
        classes: &Rc<[TypeId]>,
    ) -> Result<Guarded<()>, CutReason> {
        if classes.is_empty() {
            return Ok(Vec::new());
        }
        let only = TypeConstraint { among: Some(Rc::clone(classes)), ..types.clone() };
        let narrowed = self.narrow(state, Ref::Var(variable), only)?;
        let (mut cx, model) = self.heap_context();
        let named = model.dereference(&mut cx, &narrowed.heap, variable).map_err(|error| heap_cut(&error))?;
        let mut own = Vec::with_capacity(named.len());
        for Alternative { guard, heap, .. } in named {
            let guard = self.pool.and(narrowed.guard, guard);
            own.push(Alternative { guard, heap, value: () });
        }
        Ok(own)
    }
}

impl Core<'_> {
    /// Whether which of several objects is named depends on so much that it is better decided now: what is read of all of
    /// them depends on no less.
    fn is_intricate(&mut self, names: &[Named]) -> bool {
        let is_large = |named: &Named| self.pool.size_up_to(named.guard, MAX_GUARD_SIZE) >= MAX_GUARD_SIZE;
        names.len() > 1 && (names.len() > MAX_NAMES || names.iter().any(is_large))
    }

    /// Whether the object of a reference is one that can be made with any state.
    fn is_plain_input(&self, state: &State, variable: RefVar) -> bool {
        let types = state.heap.types_of_variable(variable);
        let can_be_input = |ty: &TypeId| self.types.can_be_input(class_of(*ty));
        self.enum_among(types).is_none() && self.types.candidates(types).classes.iter().any(can_be_input)
    }

    fn no_input(&self, state: State, types: &TypeConstraint) -> Stop {
        let what = types.upper.last().map_or("a symbolic object".to_owned(), |ty| self.symbolic_name(*ty));
        Stop::unsupported(state, what)
    }

    fn symbolic_name(&self, ty: TypeId) -> String {
        format!("a symbolic {}", crate::types::display_name(&self.types.class(ty).name))
    }

    /// What no input is made of though one of the JDK's type may be of it: one of the program's own exceptions among these classes,
    /// which may override what the type does. To leave it out is more than a bound on how inputs are made.
    fn exception_of_program(&self, classes: &[TypeId]) -> Option<String> {
        let top = self.world.load("java/lang/Throwable").ok()?;
        let is_left_out = |ty: &&TypeId| {
            let class = class_of(**ty);
            self.world.is_subtype(class, top) && self.world.class(class).provenance != Provenance::Jdk
        };
        classes.iter().find(is_left_out).map(|ty| self.symbolic_name(*ty))
    }

    /// The narrowest type that an object is known to have.
    pub(super) fn upper_name(&self, types: &TypeConstraint) -> String {
        let name = |ty: &TypeId| crate::types::display_name(&self.types.class(*ty).name);
        types.upper.last().map_or_else(|| "java.lang.Object".to_owned(), name)
    }

    /// Whether an object that satisfies the constraint is a string.
    pub(crate) fn is_text(&self, types: &TypeConstraint) -> bool {
        let is_string = |ty: &TypeId| &*self.types.class(*ty).name == "java/lang/String";
        types.upper.iter().any(is_string)
    }

    /// The enum of whose constants an undecided reference of the input names one, with the reference.
    pub(super) fn open_enum(&self, state: &State, reference: Ref) -> Option<(RefVar, ClassId)> {
        let Ref::Var(variable) = reference else { return None };
        let info = state.heap.variable(variable);
        let is_open = matches!(info.target, Target::Open | Target::NonNull);
        self.enum_among(&info.types).filter(|_| is_open).map(|class| (variable, class))
    }

    /// The enum class of which an object must be that satisfies the constraint.
    pub(crate) fn enum_among(&self, types: &TypeConstraint) -> Option<ClassId> {
        types.upper.iter().find_map(|ty| self.world.enum_of(class_of(*ty)))
    }

    /// The heap in which a reference names this object, which is none of the input's that are known so far.
    pub(super) fn identify(&mut self, heap: &clew_heap::Heap, variable: RefVar, object: ObjectId) -> Alternative<()> {
        let (mut cx, model) = self.heap_context();
        model.identify(&mut cx, heap, variable, object)
    }
}

/// Why the classes are not all followed that a reference of this type may name: where none is, for want of `missing`.
fn left_out_of(followed: &[TypeId], ty: &str, missing: String) -> CutReason {
    match followed.is_empty() {
        true => CutReason::Unsupported(missing),
        false => CutReason::Bound(Assumption::FewClasses(ty.to_owned())),
    }
}

//! References: which objects they name, and whether they are the same.
//!
//! Under lazy initialization a reference names one object once it was followed. Under the heap solver it may name one of
//! several, each under a guard; instructions that cannot work on all of them at once branch over them.

use super::{Flow, Step, Stop, advance, heap_cut, known, reference, split_into};
use crate::machine::{Guards, Machine};
use crate::state::{InitStatus, State};
use crate::types::{Exhaustive, class_of, is_box};
use clew_facts::{Assumption, CutReason};
use clew_heap::{
    Alternative, Choice, Guarded, HeapError, Named, Names, ObjectId, Provenance, Ref, RefVar, Target, TypeConstraint,
    TypeId, TypeOracle, Undecided, Value,
};
use clew_ir::{Expr, Reg};
use clew_jvm::ClassId;
use clew_term::{Term, TermPool};
use std::rc::Rc;

/// The greatest number of classes over which one instruction branches that needs the exact one.
const MAX_EXACT_CLASSES: usize = 16;

/// The greatest number of objects that one instruction works on at once.
const MAX_NAMES: usize = 4;

/// Guards of this many parts are decided before an instruction works on several objects.
const MAX_GUARD_SIZE: usize = 20;

/// What an instruction that needs an object finds.
pub(crate) enum Found<T> {
    /// It is settled.
    Known(State, T),
    /// It had to be decided: each of these states has it settled and runs the instruction again.
    Decided(Flow),
}

/// Takes what was found, or hands the states on in which it was decided.
macro_rules! settled {
    ($found:expr) => {
        match $found? {
            $crate::step::references::Found::Known(state, value) => (state, value),
            $crate::step::references::Found::Decided(flow) => return Ok(flow),
        }
    };
}
pub(super) use settled;

/// The classes of the JDK, those nested in them included, that tell equal objects apart.
const BY_IDENTITY: [&str; 4] = [
    "java/util/IdentityHashMap",
    "java/util/concurrent/atomic/AtomicStampedReference",
    "java/util/concurrent/atomic/AtomicMarkableReference",
    "java/lang/ref/",
];

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

    /// Whether which of several objects is named depends on so much that it is better decided now: what is read of all of
    /// them depends on no less.
    fn is_intricate(&mut self, names: &[Named]) -> bool {
        let is_large = |named: &Named| self.pool.size_up_to(named.guard, MAX_GUARD_SIZE) >= MAX_GUARD_SIZE;
        names.len() > 1 && (names.len() > MAX_NAMES || names.iter().any(is_large))
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
    fn branch_over(&mut self, state: State, value: Value, choices: &[Choice]) -> Result<Flow, Stop> {
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

    /// The references that a value may be.
    pub(crate) fn choices(&mut self, state: &State, reference: Ref) -> Vec<Choice> {
        let (mut cx, model) = self.heap_context();
        model.choices(&mut cx, &state.heap, reference)
    }

    /// The same value as one that is no choice.
    pub(crate) fn plain(&mut self, state: State, value: Value) -> Result<Found<Value>, Stop> {
        let Value::Ref(reference @ Ref::Var(_)) = value else { return Ok(Found::Known(state, value)) };
        match self.choices(&state, reference).as_slice() {
            [only] => Ok(Found::Known(state, Value::Ref(only.reference))),
            several => self.branch_over(state, value, several).map(Found::Decided),
        }
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

    /// Decides what a reference of the input names that is what `whole` may be. Where that is one of several, it need not
    /// be followed on every execution: then only that is decided at once which leaves no execution out.
    fn decide_name(&mut self, state: State, whole: Ref, variable: RefVar) -> Result<Flow, Stop> {
        let choices = self.choices(&state, whole);
        if choices.len() > 1 && !self.is_plain_input(&state, variable) {
            return self.branch_over(state, Value::Ref(whole), &choices);
        }
        self.decide_object(state, variable)
    }

    /// Whether the object of a reference is one that can be made with any state.
    fn is_plain_input(&self, state: &State, variable: RefVar) -> bool {
        let types = state.heap.types_of_variable(variable);
        let can_be_input = |ty: &TypeId| self.types.can_be_input(class_of(*ty));
        self.enum_among(types).is_none() && self.types.candidates(types).classes.iter().any(can_be_input)
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
        let mut alternatives: Guarded<()> = Vec::new();
        for ty in candidates.classes.iter().take(MAX_EXACT_CLASSES) {
            let narrowed = self.narrow(&state, Ref::Object(object), TypeConstraint::exactly(*ty));
            alternatives.push(known!(state, narrowed));
        }
        if candidates.classes.len() > MAX_EXACT_CLASSES {
            self.record_cut(&state, CutReason::Bound(Assumption::FewClasses(self.upper_name(&types))));
        }
        Ok(Found::Decided(split_into(self.split(state, alternatives, Guards::Facts, |_, ()| {}))))
    }

    /// Decides which object a reference of the input names.
    fn decide_object(&mut self, state: State, variable: RefVar) -> Result<Flow, Stop> {
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
        let followed: Rc<[_]> = candidates.classes.iter().copied().filter(is_followed).collect();
        let ways = self.ways_to_make(&state, &types);
        if !ways.is_empty() {
            return self.decide_made(state, variable, ways, &followed);
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
        if let Some(left_out) = candidates.classes.iter().find(|ty| !followed.contains(ty)) {
            let reason = left_out_of(&followed, &self.upper_name(&types), self.symbolic_name(*left_out));
            self.record_cut(&state, reason);
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
                    let bound = self.text_bound(&state);
                    self.record_cut(&state, CutReason::Bound(Assumption::StringLength(bound)));
                    for alternative in &mut alternatives {
                        known!(state, self.reveal_text(alternative, bound));
                    }
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

    /// Puts on record what a list of classes leaves out: a bound, where any class is followed.
    fn record_others(&mut self, state: &State, exhaustive: &Exhaustive, followed: &[TypeId]) {
        match exhaustive {
            Exhaustive::Always => {}
            Exhaustive::Under(assumption) => self.assurance.assume(assumption.clone()),
            Exhaustive::Stub(name) => {
                self.record_cut(state, CutReason::Bound(Assumption::StubInputs(name.to_string())));
            }
            Exhaustive::No(name) => {
                self.record_cut(state, left_out_of(followed, name, format!("a symbolic {name}")));
            }
        }
    }

    fn no_input(&self, state: State, types: &TypeConstraint) -> Stop {
        let what = types.upper.last().map_or("a symbolic object".to_owned(), |ty| self.symbolic_name(*ty));
        Stop::unsupported(state, what)
    }

    fn symbolic_name(&self, ty: TypeId) -> String {
        format!("a symbolic {}", crate::types::display_name(&self.types.class(ty).name))
    }

    /// The narrowest type that an object is known to have.
    pub(super) fn upper_name(&self, types: &TypeConstraint) -> String {
        let name = |ty: &TypeId| crate::types::display_name(&self.types.class(*ty).name);
        types.upper.last().map_or_else(|| "java.lang.Object".to_owned(), name)
    }

    /// Whether an object that satisfies the constraint is a string.
    fn is_text(&self, types: &TypeConstraint) -> bool {
        let is_string = |ty: &TypeId| &*self.types.class(*ty).name == "java/lang/String";
        types.upper.iter().any(is_string)
    }

    /// The enum class of which an object must be that satisfies the constraint.
    pub(crate) fn enum_among(&self, types: &TypeConstraint) -> Option<ClassId> {
        types.upper.iter().find_map(|ty| self.world.enum_of(class_of(*ty)))
    }

    /// A reference to an enum constant names one of those that class initialization made.
    fn decide_enum_constant(&mut self, state: State, variable: RefVar, class: ClassId) -> Result<Flow, Stop> {
        match state.globals.initialization.get(&class) {
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
        for field in self.world.class(class).fields.iter().map(|field| self.world.field(*field)) {
            if !field.is_enum_constant() {
                continue;
            }
            let Some(Value::Ref(Ref::Object(object))) = state.globals.statics.get(&field.id).copied() else {
                return Err(Stop::unsupported(state, "an enum constant that is not an object"));
            };
            if !state.heap.object(object).exact_type().is_some_and(|ty| types.admits(ty, &self.types)) {
                continue;
            }
            alternatives.push(self.identify(&state.heap, variable, object));
        }
        Ok(split_into(self.split(state, alternatives, Guards::Facts, |_, ()| {})))
    }

    /// Branches over the ways in which what a reference names depends on what others name.
    pub(super) fn divide_wholly(&mut self, state: State, variable: RefVar) -> Step {
        let (mut cx, model) = self.heap_context();
        match model.divide_wholly(&mut cx, &state.heap, variable) {
            Some(divided) => Ok(split_into(self.split(state, divided, Guards::Facts, |_, ()| {}))),
            None => Err(Stop::unsupported(state, "an object that was read as an object of any class")),
        }
    }

    /// The heap in which a reference names this object, which is none of the input's that are known so far.
    pub(super) fn identify(&mut self, heap: &clew_heap::Heap, variable: RefVar, object: ObjectId) -> Alternative<()> {
        let (mut cx, model) = self.heap_context();
        model.identify(&mut cx, heap, variable, object)
    }

    pub(super) fn ref_eq(&mut self, state: State, dst: Reg, left: &Expr, right: &Expr) -> Step {
        let left = known!(state, reference(self.eval(&state, left)));
        let right = known!(state, reference(self.eval(&state, right)));
        let heap = state.heap.clone();
        let (mut cx, model) = self.heap_context();
        let same = match model.compare(&mut cx, &heap, left, right) {
            Ok(same) => same,
            Err(Undecided(variable)) => return self.decide_side(state, [left, right], variable),
        };
        let by_value = self.compares_by_value(&state);
        if self.pool.as_bool(same.value) != Some(true) && !by_value && self.are_boxes(&state, left, right) {
            return self.compare_boxes(state, dst, same.value);
        }
        if self.pool.as_bool(same.value) != Some(true) && self.may_be_one_lambda(&state, left, right) {
            return Err(Stop::unsupported(state, "the identity of a lambda"));
        }
        if self.pool.as_bool(same.value) != Some(true) && !by_value {
            let mut plain = [left, right];
            for side in &mut plain {
                match self.choices(&state, *side).as_slice() {
                    [only] => *side = only.reference,
                    several if several.iter().any(|choice| self.is_text_object(&state, choice.reference)) => {
                        return self.branch_over(state, Value::Ref(*side), several);
                    }
                    _ => {}
                }
            }
            match self.identity_of_texts(&state, plain[0], plain[1]) {
                TextIdentity::Settled => {}
                TextIdentity::OfLiteral(condition) => return Ok(self.compare_with_literal(state, dst, condition)),
                TextIdentity::OfComputed(condition) => return self.compare_with_computed(state, dst, condition),
            }
        }
        let complete = vec![same];
        Ok(self.complete(state, complete, |state, same| state.set(dst, Value::Term(same))))
    }

    /// Why it is not known whether two references, which are not known to be the same, name one object.
    pub(crate) fn unknown_identity(&mut self, state: &State, left: Ref, right: Ref) -> Option<&'static str> {
        if left == right {
            None
        } else if self.are_boxes(state, left, right) {
            Some("the identity of a box")
        } else if self.may_be_one_lambda(state, left, right) {
            Some("the identity of a lambda")
        } else {
            None
        }
    }

    /// Whether the running code compares strings and boxes as objects only to be faster than by what is in them, as the JDK's
    /// does, but for the classes whose task is to compare objects.
    fn compares_by_value(&self, state: &State) -> bool {
        let code = &state.top().code;
        let class = self.world.class(code.method.class);
        let by_identity = BY_IDENTITY.iter().any(|compares| class.name.starts_with(compares));
        code.provenance == clew_jvm::Provenance::Jdk && !by_identity
    }

    /// Whether a plain reference is known to name a string.
    fn is_text_object(&self, state: &State, reference: Ref) -> bool {
        object_of(state, reference).is_some_and(|object| crate::strings::is_string(self, state, object))
    }

    /// Whether a string of the input, which is known, and one that class initialization has left somewhere can be one
    /// object, though they were not found to be.
    fn identity_of_texts(&mut self, state: &State, left: Ref, right: Ref) -> TextIdentity {
        let (Some(left), Some(right)) = (object_of(state, left), object_of(state, right)) else {
            return TextIdentity::Settled;
        };
        let provenance = |object: ObjectId| state.heap.object(object).provenance;
        // Looked for only among strings: there can be many literals, and most comparisons are of other objects.
        let other = match (provenance(left), provenance(right)) {
            (Provenance::Input, Provenance::Initialization) if crate::strings::is_string(self, state, right) => right,
            (Provenance::Initialization, Provenance::Input) if crate::strings::is_string(self, state, left) => left,
            _ => return TextIdentity::Settled,
        };
        let is_literal = state.globals.strings.values().any(|literal| *literal == other);
        match crate::models::text::same_text(self, state, left, right) {
            Some(condition) if is_literal => TextIdentity::OfLiteral(condition),
            condition => TextIdentity::OfComputed(condition),
        }
    }

    /// A string of the input with the characters of a literal may be that literal, as it is in a test, or another.
    fn compare_with_literal(&mut self, state: State, dst: Reg, same_text: Term) -> Flow {
        self.record_cut(&state, CutReason::Unsupported("the identity of a string".to_owned()));
        let heap = state.heap.clone();
        let other = self.pool.not(same_text);
        let (yes, no) = (self.pool.tru(), self.pool.fls());
        let alternatives = vec![
            Alternative { guard: same_text, heap: heap.clone(), value: yes },
            Alternative { guard: other, heap, value: no },
        ];
        split_into(self.split(state, alternatives, Guards::Exhaustive, |state, same| {
            state.set(dst, Value::Term(same));
            state.top_mut().stmt += 1;
        }))
    }

    /// A string of the input with the characters of one that class initialization has computed may be that one or another.
    fn compare_with_computed(&mut self, mut state: State, dst: Reg, same_text: Option<Term>) -> Step {
        let unknown = |state| Err(Stop::unsupported(state, "the identity of a string"));
        let Some(same_text) = same_text else { return unknown(state) };
        let differ = self.pool.not(same_text);
        let holds =
            |pool: &TermPool, condition| pool.as_bool(condition) == Some(true) || state.path.known.contains(&condition);
        if holds(&self.pool, same_text) {
            return unknown(state);
        }
        if holds(&self.pool, differ) {
            let no = self.pool.fls();
            state.set(dst, Value::Term(no));
            return Ok(advance(state));
        }
        Ok(split_into(self.decide(state, same_text)))
    }

    /// Whether of two references, of which it is not settled that they are the same, one is an object that a call site
    /// made and the other an object of the same call site or one of the input: the JVM may share such objects.
    fn may_be_one_lambda(&mut self, state: &State, left: Ref, right: Ref) -> bool {
        let (left, right) = (self.choices(state, left), self.choices(state, right));
        let any = |choices: &[Choice], is: &dyn Fn(Ref) -> bool| choices.iter().any(|choice| is(choice.reference));
        let made_by = |reference: Ref| self.linked_class(state, reference);
        let shares = |one: Ref, other: Ref| made_by(one).is_some() && is_of_input(state, other);
        any(&left, &|one| any(&right, &|other| shares(one, other) || shares(other, one)))
    }

    /// The class that was made for the call site which made this object, if one did.
    fn linked_class(&self, state: &State, reference: Ref) -> Option<ClassId> {
        let class = class_of(state.heap.object(object_of(state, reference)?).exact_type()?);
        self.world.class(class).is_hidden().then_some(class)
    }

    /// Equal boxes may or may not be one object: only where it is known that they are, it is followed.
    fn compare_boxes(&mut self, mut state: State, dst: Reg, same: Term) -> Step {
        let differ = self.pool.not(same);
        let is_known = |condition: Term| state.path.known.contains(&condition);
        if is_known(same) {
            let yes = self.pool.tru();
            state.set(dst, Value::Term(yes));
            return Ok(advance(state));
        }
        if self.pool.as_bool(same) == Some(false) || is_known(differ) {
            return Err(Stop::unsupported(state, "the identity of a box"));
        }
        Ok(split_into(self.decide(state, same)))
    }

    /// Whether two references may be of boxes of which one is of the input, or was given by `valueOf` for a value that is
    /// not constant: equal values may or may not share an object.
    fn are_boxes(&mut self, state: &State, left: Ref, right: Ref) -> bool {
        let (left, right) = (self.choices(state, left), self.choices(state, right));
        let object = |choice: &Choice| object_of(state, choice.reference);
        // Box classes are final, so a supertype that is one is the class.
        let boxed =
            |id: &ObjectId| state.heap.object(*id).types.upper.iter().any(|ty| is_box(&self.types.class(*ty).name));
        let input =
            |id: &ObjectId| state.heap.object(*id).provenance == Provenance::Input || state.globals.boxes.contains(id);
        let left: Vec<ObjectId> = left.iter().filter_map(object).filter(boxed).collect();
        let right: Vec<ObjectId> = right.iter().filter_map(object).filter(boxed).collect();
        !left.is_empty() && !right.is_empty() && left.iter().chain(&right).any(input)
    }

    /// Decides a reference of the input that is, or may be, one of two that are compared.
    fn decide_side(&mut self, state: State, sides: [Ref; 2], variable: RefVar) -> Step {
        for side in sides {
            let choices = self.choices(&state, side);
            let is_part = choices.iter().any(|choice| choice.reference == Ref::Var(variable));
            if is_part && choices.len() > 1 {
                return self.branch_over(state, Value::Ref(side), &choices);
            }
        }
        self.decide_compared(state, variable)
    }

    /// Decides a reference that is compared: first whether it is null, then what it names. The instruction runs again.
    fn decide_compared(&mut self, state: State, variable: RefVar) -> Step {
        let info = state.heap.variable(variable);
        if info.target == Target::NonNull {
            return self.decide_object(state, variable);
        }
        let non_null = info.non_null;
        let null = self.pool.not(non_null);
        let mut alternatives = Vec::new();
        for (guard, target) in [(non_null, Target::NonNull), (null, Target::Null)] {
            let mut heap = state.heap.clone();
            heap.decide_null(variable, target);
            alternatives.push(Alternative { guard, heap, value: () });
        }
        Ok(split_into(self.split(state, alternatives, Guards::Facts, |_, ()| {})))
    }
}

/// What is known of whether two references name one string.
enum TextIdentity {
    /// It is known, or neither is a string.
    Settled,
    /// One of them is a string literal: if they have the same characters, a test makes them one object.
    OfLiteral(Term),
    /// One of them was computed by class initialization; the condition, if it can be told, is that they have the same
    /// characters.
    OfComputed(Option<Term>),
}

/// The object that a plain reference is known to name.
pub(crate) fn object_of(state: &State, reference: Ref) -> Option<ObjectId> {
    match reference {
        Ref::Object(object) => Some(object),
        Ref::Var(variable) => match state.heap.variable(variable).target {
            Target::Object(object) | Target::Named(object) => Some(object),
            Target::Open | Target::NonNull | Target::Null | Target::Same(_) => None,
        },
        Ref::Null => None,
    }
}

/// Whether a plain reference names an object that was there before, if any.
fn is_of_input(state: &State, reference: Ref) -> bool {
    match object_of(state, reference) {
        Some(object) => state.heap.object(object).provenance == Provenance::Input,
        None => reference != Ref::Null,
    }
}

/// Why the classes are not all followed that a reference of this type may name: where none is, for want of `missing`.
fn left_out_of(followed: &[TypeId], ty: &str, missing: String) -> CutReason {
    match followed.is_empty() {
        true => CutReason::Unsupported(missing),
        false => CutReason::Bound(Assumption::FewClasses(ty.to_owned())),
    }
}

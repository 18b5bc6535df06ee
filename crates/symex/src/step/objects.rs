//! Objects: fields and type tests.

use crate::core::Core;
use crate::flow::{Flow, Found, Step, Stop, advance, heap_cut, known, object_of, reference, settled, split_into};
use crate::generics::declare_new;
use crate::inherited::NotKnown;
use crate::ledger::initializing;
use crate::machine::{Guards, Machine};
use crate::models::secrets;
use crate::state::{CallSite, NullPointer, State, provenance_of_new};
use crate::strings;
use crate::touch::{Touch, note_read, note_write};
use crate::types::{heap_field, type_of};
use clew_facts::{Assumption, CutReason};
use clew_heap::{
    Alternative, AtEntry, Choice, FieldRead, Guarded, HeapError, Named, Object, ObjectId, Provenance, Ref,
    TypeConstraint, TypeId, TypeOracle, Value,
};
use clew_ir::{Expr, FieldRef, Reg};
use clew_jvm::{ClassId, Field, FieldId, Method};
use clew_term::Term;
use std::rc::Rc;

impl Machine<'_> {
    /// The field that a reference to it resolves to, with what it holds.
    pub(crate) fn resolve_field(&mut self, reference: &FieldRef) -> Result<(Rc<Field>, clew_heap::Kind), CutReason> {
        if let Some((field, kind)) = self.caches.fields.get(reference) {
            return Ok((Rc::clone(field), *kind));
        }
        let id = self.world.resolve_field(reference).map_err(|error| {
            CutReason::Unsupported(format!(
                "{}#{}: {error}",
                crate::types::display_name(&reference.class),
                reference.name
            ))
        })?;
        let field = self.world.field(id);
        let kind = self.types.kind(&field.descriptor).map_err(|error| CutReason::Unsupported(error.to_string()))?;
        self.caches.fields.insert(reference.clone(), (Rc::clone(&field), kind));
        Ok((field, kind))
    }

    pub(super) fn get_field(&mut self, state: State, dst: Reg, object: Reg, field: &FieldRef) -> Step {
        let value = state.get(object);
        let (state, names) = settled!(self.names(state, value));
        let mut state = match self.put_together(state, &names) {
            Ok(state) => state,
            Err(step) => return step,
        };
        let (field, kind) = known!(state, self.resolve_field(field));
        for named in &names {
            known!(state, strings::choose(self, &mut state, named.object));
            self.look_into(&mut state, named.object, &field);
        }
        if let [Named { object, .. }] = *names.as_slice()
            && self.is_unknown_class_field(&state, object, &field)
        {
            let value = match is_cache_of_class(&field.name) {
                true => Value::Ref(Ref::Null),
                false => Value::Opaque("what a class object holds"),
            };
            state.set(dst, value);
            return Ok(advance(state));
        }
        for named in &names {
            state = match self.with_characters(state, named.object)? {
                Some(state) => state,
                None => return Ok(Flow::nowhere()),
            };
        }
        let mut at_entry = AtEntry::Unknown;
        for named in &names {
            let held = self.at_entry(&state, named.object, &field);
            let special = held.is_err() || self.is_unknown_class_field(&state, named.object, &field);
            match held {
                Err(NotKnown::Before(class)) => return self.initialize(state, class),
                _ if special && names.len() > 1 => return self.branch_over_names(state, value, &names),
                Err(reason) => return Err(Stop::cut(state, reason.into())),
                Ok(AtEntry::Unknown) => {}
                Ok(known) if at_entry == AtEntry::Unknown || at_entry == known => at_entry = known,
                Ok(_) => return self.branch_over_names(state, value, &names),
            }
        }
        let mut declared = None;
        if let ([Named { object, .. }], AtEntry::Unknown) = (names.as_slice(), at_entry)
            && self.is_unknown_input(&state, *object, &field)
            && let Some((narrowed, of_field)) = self.narrowed(&state, value, &field, kind)
        {
            (at_entry, declared) = (narrowed, Some(of_field));
        }
        if let ([Named { object, .. }], AtEntry::Unknown | AtEntry::Of(_)) = (names.as_slice(), at_entry)
            && self.is_unknown_input(&state, *object, &field)
            && let Some(class) = self.kept_class(&state, &field)
        {
            at_entry = AtEntry::Of(class);
        }
        for named in &names {
            self.assume_initial_content(&state, named.object, &field);
        }
        state = settled!(self.expect_collection(state, value, &names, &field)).0;
        self.pass_volatile(&mut state, &field);
        let touch = self.may_change(&state, &names, &field).then(|| Touch::of_field(&field));
        if let Some(touch) = touch {
            self.expect_change(&mut state, &names, touch);
        }
        let heap = state.heap.clone();
        let known = heap.variable_count();
        let (mut cx, model) = self.heap_context();
        let read = FieldRead { at_entry, ..FieldRead::new(heap_field(field.id), kind, &field.name) };
        let read = model.get_field(&mut cx, &heap, &names, read);
        self.complete_on(state, value, &names, read, |state, value| {
            if let Some(declared) = &declared {
                declare_new(state, known, declared);
            }
            if let Some(touch) = touch {
                note_read(state, &names, touch);
            }
            state.set(dst, value);
        })
    }

    /// Completes an instruction on several objects at once, or branches over them where that has no one result.
    pub(super) fn complete_on<T>(
        &mut self,
        state: State,
        value: Value,
        names: &[Named],
        results: Result<Guarded<T>, HeapError>,
        apply: impl FnMut(&mut State, T),
    ) -> Step {
        match results {
            Ok(alternatives) => Ok(self.complete(state, alternatives, apply)),
            Err(HeapError::Ambiguous) if names.len() > 1 => self.branch_over_names(state, value, names),
            Err(error) => Err(Stop::cut(state, heap_cut(&error))),
        }
    }

    /// Notes that an object is written: one which class initialization made and which the tests of a class share, or one that
    /// an initializer has found.
    ///
    /// # Errors
    /// An invariant of the input writes to what it should look at.
    pub(crate) fn note_write(&mut self, state: &mut State, object: ObjectId) -> Result<(), CutReason> {
        self.expect_order_of_write(state, object);
        state.globals.initialization.changed_process |=
            state.globals.threads.current == Some(object) && initializing(state).is_none();
        if state.heap.object(object).provenance == Provenance::Initialization
            && provenance_of_new(state) == Provenance::New
        {
            state.wrote_to_shared = true;
        }
        self.may_write(state, state.heap.object(object).provenance == Provenance::New)
    }

    /// Whether the running code may write to something that is its own or not: an invariant of the input may only look.
    ///
    /// # Errors
    /// It may not.
    pub(super) fn may_write(&self, state: &State, own: bool) -> Result<(), CutReason> {
        if self.is_preparing(state) && !own && provenance_of_new(state) == Provenance::New {
            return Err(CutReason::Unsupported("an invariant that writes to what it looks at".to_owned()));
        }
        Ok(())
    }

    /// Whether a write to a field changes nothing that code can tell: a text remembers its hash code.
    fn only_remembers(&self, field: &Field) -> bool {
        !field.is_final() && &*self.world.class(field.class).name == "java/lang/String"
    }

    pub(super) fn put_field(&mut self, state: State, object: Reg, field: &FieldRef, value: &Expr) -> Step {
        let target = state.get(object);
        let (mut state, names) = settled!(self.names(state, target));
        let (field, kind) = known!(state, self.resolve_field(field));
        if !self.only_remembers(&field) {
            for named in &names {
                known!(state, self.note_write(&mut state, named.object));
            }
        }
        let value = self.eval(&state, value);
        self.pass_volatile(&mut state, &field);
        let touch = self.may_change(&state, &names, &field).then(|| Touch::of_field(&field));
        if self.shares_stores(&state, &names) {
            self.publish(&mut state, value);
        }
        let heap = state.heap.clone();
        let (mut cx, model) = self.heap_context();
        let written = model.set_field(&mut cx, &heap, &names, heap_field(field.id), kind, value);
        self.complete_on(state, target, &names, written, |state, ()| {
            if let Some(touch) = touch {
                note_write(state, &names, touch);
            }
        })
    }

    /// Completes an instruction: with one result that surely holds, in place; else in a state for each.
    pub(super) fn complete<T>(
        &mut self,
        mut state: State,
        mut alternatives: Guarded<T>,
        mut apply: impl FnMut(&mut State, T),
    ) -> Flow {
        if alternatives.len() == 1
            && self.pool.as_bool(alternatives[0].guard) == Some(true)
            && let Some(only) = alternatives.pop()
        {
            state.heap = only.heap;
            apply(&mut state, only.value);
            return advance(state);
        }
        split_into(self.split(state, alternatives, Guards::Facts, |state, value| {
            apply(state, value);
            state.top_mut().stmt += 1;
        }))
    }

    /// The state with this heap, if what was found out with it is possible.
    pub(crate) fn adopt(&mut self, mut state: State, after: Alternative<()>) -> Option<State> {
        if self.pool.as_bool(after.guard) == Some(true) {
            state.heap = after.heap;
            return Some(state);
        }
        self.split(state, vec![after], Guards::Facts, |_, ()| {}).pop()
    }

    pub(super) fn new_object(&mut self, mut state: State, dst: Reg, class: &str) -> Step {
        let class = known!(state, self.load(class));
        let caller = state.frames.iter().rev().nth(1);
        let site = CallSite { class, place: caller.map(|frame| (frame.code.method.id, frame.block)) };
        if let Some(object) = state.globals.classes.lambdas.get(&site).copied() {
            self.ledger.assume_everywhere(Assumption::ClosedWorldJdk);
            state.set(dst, Value::Ref(Ref::Object(object)));
            return Ok(advance(state));
        }
        let provenance = provenance_of_new(&state);
        let object = state.heap.allocate(Object::new(type_of(class), provenance));
        self.note_finalizer(&mut state, class, object);
        if self.is_own_exception(&state, class) {
            state.globals.identity.own_exceptions.insert(object);
        } else {
            self.note_null_pointer(&mut state, class, object);
        }
        if self.world.class(class).is_hidden() && self.world.instance_fields(class).is_empty() {
            // The JDK makes one object for a call site that captures nothing.
            state.globals.classes.lambdas.insert(site, object);
        }
        state.set(dst, Value::Ref(Ref::Object(object)));
        Ok(advance(state))
    }

    pub(super) fn instance_of(&mut self, mut state: State, dst: Reg, object: Reg, class: &str) -> Step {
        let class = type_of(known!(state, self.load(class)));
        let value = state.get(object);
        let choices = match known!(state, reference(value)) {
            Ref::Null => return Err(Stop::unsupported(state, "an unchecked null reference")),
            reference => self.choices(&state, reference),
        };
        for choice in &choices {
            self.note_test(&state, choice.reference, class);
        }
        let [Choice { reference, .. }] = *choices.as_slice() else {
            return match self.test_choices(&state, &choices, class) {
                Some(holds) => {
                    state.set(dst, Value::Term(holds));
                    Ok(advance(state))
                }
                None => {
                    let (state, _) = settled!(self.plain(state, value));
                    Err(Stop::unsupported(state, "code that is not well typed"))
                }
            };
        };
        let Some(types) = types_of(&state, reference) else {
            return Err(Stop::unsupported(state, "an unchecked null reference"));
        };
        let tested = self.test_type(&types, class);
        if matches!(&tested, (Some(yes), _) if self.enum_among(yes).is_some()) {
            let (mut state, holds) = settled!(self.is_of(state, value, class));
            state.set(dst, Value::Term(self.pool.bool(holds)));
            return Ok(advance(state));
        }
        match tested {
            (yes @ Some(_), None) | (yes @ None, Some(_)) => {
                let holds = self.pool.bool(yes.is_some());
                state.set(dst, Value::Term(holds));
                Ok(advance(state))
            }
            (Some(yes), Some(no)) => {
                let mut alternatives = Vec::new();
                for (types, holds) in [(yes, true), (no, false)] {
                    let Alternative { guard, heap, .. } = known!(state, self.narrow(&state, reference, types));
                    alternatives.push(Alternative { guard, heap, value: holds });
                }
                let (tru, fls) = (self.pool.tru(), self.pool.fls());
                Ok(self.complete(state, alternatives, |state, holds| {
                    state.set(dst, Value::Term(if holds { tru } else { fls }));
                }))
            }
            (None, None) => Err(Stop::unsupported(state, "an input of a type without known classes")),
        }
    }

    /// Whether what a value names, which is not null, is an instance of a class; that is decided first where it is not known.
    pub(crate) fn is_of(&mut self, state: State, value: Value, class: TypeId) -> Result<Found<bool>, Stop> {
        let (state, value) = match self.plain(state, value)? {
            Found::Known(state, value) => (state, value),
            Found::Decided(flow) => return Ok(Found::Decided(flow)),
        };
        let reference = known!(state, reference(value));
        self.note_test(&state, reference, class);
        let Some(types) = types_of(&state, reference) else {
            return Err(Stop::unsupported(state, "an unchecked null reference"));
        };
        match self.test_type(&types, class) {
            // A comparison before the class was known may have told that it is none of some constants, which no type says.
            (Some(_), None) => match self.open_enum(&state, reference) {
                Some((variable, of)) => self.decide_enum_constant(state, variable, of).map(Found::Decided),
                None => Ok(Found::Known(state, true)),
            },
            (None, Some(_)) => Ok(Found::Known(state, false)),
            (Some(yes), Some(no)) => {
                let yes = known!(state, self.narrow(&state, reference, yes));
                let no = known!(state, self.narrow(&state, reference, no));
                let decided = self.split(state, vec![yes, no], Guards::Facts, |_, ()| {});
                Ok(Found::Decided(split_into(decided)))
            }
            (None, None) => Err(Stop::unsupported(state, "an input of a type without known classes")),
        }
    }

    /// Notes what a test of an object's class leaves out.
    fn note_test(&mut self, state: &State, reference: Ref, class: TypeId) {
        if let Some(object) = object_of(state, reference) {
            self.note_test_of_constructed(state, object, class);
        }
    }
}

impl Core<'_> {
    pub(super) fn new_throwable(&mut self, mut state: State, dst: Reg, class: &str) -> Step {
        let object = known!(state, self.make_throwable(&mut state, class));
        state.passed.thrown_by_jvm.insert(object);
        state.set(dst, Value::Ref(Ref::Object(object)));
        Ok(advance(state))
    }

    /// A throwable that the virtual machine makes: what it says and how it got here are not known.
    pub(crate) fn make_throwable(&mut self, state: &mut State, class: &str) -> Result<ObjectId, CutReason> {
        let class = self.load(class)?;
        let object = state.heap.allocate(Object::new(type_of(class), Provenance::New));
        self.note_null_pointer(state, class, object);
        let world = self.world;
        for field in world.instance_fields(class).iter().map(|field| world.field(*field)) {
            let value = match &*field.name {
                "detailMessage" => Value::Opaque("the message of an exception of the virtual machine"),
                "stackTrace" | "backtrace" => Value::Opaque(secrets::STACK_TRACE),
                // `this` stands for "no cause yet", as the field's own initializer has it.
                "cause" => Value::Ref(Ref::Object(object)),
                _ => continue,
            };
            self.write_field(state, object, field.id, value)?;
        }
        Ok(object)
    }

    /// Loads a class.
    pub(crate) fn load(&self, name: &str) -> Result<ClassId, CutReason> {
        self.world.load(name).map_err(|error| CutReason::Unsupported(error.to_string()))
    }
}

impl Core<'_> {
    /// The fields of a `Class` object are the virtual machine's.
    fn is_unknown_class_field(&self, state: &State, object: ObjectId, field: &Field) -> bool {
        self.is_class_object(state, object) && state.heap.field(object, heap_field(field.id)).is_none()
    }

    fn is_class_object(&self, state: &State, object: ObjectId) -> bool {
        state.globals.classes.names.contains_key(&object)
    }

    /// Chains heap operations that have one result each: goes on with the result of this one.
    pub(crate) fn only_result<T>(
        &mut self,
        after: &mut Alternative<()>,
        results: Result<Guarded<T>, HeapError>,
    ) -> Result<T, CutReason> {
        let mut results = results.map_err(|error| heap_cut(&error))?;
        match (results.pop(), results.is_empty()) {
            (Some(only), true) => {
                after.guard = self.pool.and(after.guard, only.guard);
                after.heap = only.heap;
                Ok(only.value)
            }
            _ => Err(CutReason::Unsupported("a copy of references at symbolic indices".to_owned())),
        }
    }

    /// Notes which reference was `null`, where the virtual machine or the JDK makes a `NullPointerException` now.
    fn note_null_pointer(&self, state: &mut State, class: ClassId, object: ObjectId) {
        if &*self.world.class(class).name == "java/lang/NullPointerException" {
            let is_asked_for = self.is_null_check(state);
            state.passed.null_pointer =
                state.passed.last_null.map(|null| NullPointer { exception: object, null, is_asked_for });
        }
    }

    /// Whether the running code is `Objects.requireNonNull`, and the program has called it.
    fn is_null_check(&self, state: &State) -> bool {
        let mut methods = state.frames.iter().rev().map(|frame| &frame.code.method);
        let is_check = |method: &Method| {
            method.name.starts_with("requireNonNull") && &*self.world.class(method.class).name == "java/util/Objects"
        };
        methods.next().is_some_and(|method| is_check(method))
            && methods
                .find(|method| !is_check(method))
                .is_some_and(|caller| self.world.class(caller.class).provenance != clew_jvm::Provenance::Jdk)
    }

    /// Whether an object of a class is an exception that code of the program makes now.
    fn is_own_exception(&self, state: &State, class: ClassId) -> bool {
        let maker = self.world.class(state.top().code.method.class);
        let top = self.world.load("java/lang/Throwable");
        maker.provenance != clew_jvm::Provenance::Jdk && top.is_ok_and(|top| self.world.is_subtype(class, top))
    }

    /// Writes a field of an object that is known.
    pub(crate) fn write_field(
        &mut self,
        state: &mut State,
        object: ObjectId,
        field: FieldId,
        value: Value,
    ) -> Result<(), CutReason> {
        let kind = self.types.kind(&self.world.field(field).descriptor);
        let kind = kind.map_err(|error| CutReason::Unsupported(error.to_string()))?;
        let heap = state.heap.clone();
        let names = [Named { guard: self.pool.tru(), object }];
        let (mut cx, model) = self.heap_context();
        let written = model.set_field(&mut cx, &heap, &names, heap_field(field), kind, value);
        match written.map_err(|error| heap_cut(&error))?.pop() {
            Some(only) => state.heap = only.heap,
            None => return Err(CutReason::Unsupported("a write without a result".to_owned())),
        }
        Ok(())
    }

    /// Whether the object is an instance of a class, whichever of the references it is; nothing if one of them has to be
    /// decided first. None is followed where it is null.
    fn test_choices(&mut self, state: &State, choices: &[Choice], class: TypeId) -> Option<Term> {
        let mut holds = self.pool.fls();
        for choice in choices {
            let Some(types) = types_of(state, choice.reference) else { continue };
            match self.test_type(&types, class) {
                (Some(_), None) => holds = self.pool.or(holds, choice.guard),
                (None, Some(_)) => {}
                (Some(_), Some(_)) | (None, None) => return None,
            }
        }
        Some(holds)
    }

    /// What is left of a type constraint if the object is an instance of `class`, and if it is not. Nothing is said of what is
    /// asked of proxies only, because a test has them where other code has objects of any class.
    pub(crate) fn test_type(
        &mut self,
        types: &TypeConstraint,
        class: TypeId,
    ) -> (Option<TypeConstraint>, Option<TypeConstraint>) {
        if types.upper.iter().any(|upper| self.types.is_subtype(*upper, class)) {
            return (Some(types.clone()), None);
        }
        let may_be_proxy = |ty: &TypeId| self.types.class(*ty).is_interface();
        if self.types.is_of_proxies(class) && types.among.iter().flat_map(|among| among.iter()).any(may_be_proxy) {
            return (None, None);
        }
        let yes = types.and(&TypeConstraint::subtype_of(class), &self.types);
        let no = types.and(&TypeConstraint { not: vec![class], ..TypeConstraint::default() }, &self.types);
        let inhabited = |constraint: TypeConstraint| self.types.may_be_inhabited(&constraint).then_some(constraint);
        let (yes, no) = (inhabited(yes), inhabited(no));
        (yes, no)
    }
}

/// What is known of the class of the object that a reference names, which is no choice.
fn types_of(state: &State, reference: Ref) -> Option<TypeConstraint> {
    match reference {
        Ref::Object(object) => Some(state.heap.object(object).types.clone()),
        Ref::Var(variable) => Some(state.heap.types_of_variable(variable).clone()),
        Ref::Null => None,
    }
}

/// Whether a field of `Class` only keeps what can be found out again, so that it may as well be empty.
fn is_cache_of_class(field: &str) -> bool {
    matches!(field, "enumConstants" | "enumConstantDirectory" | "packageName")
}

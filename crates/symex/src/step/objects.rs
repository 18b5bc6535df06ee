//! Objects: what references name, fields, and type tests.

use super::{Flow, Step, Stop, advance, heap_cut, known, reference, split_into};
use crate::machine::{Guards, Machine};
use crate::state::{InitStatus, State};
use crate::types::{Exhaustive, class_of, type_of};
use clew_base::Id;
use clew_facts::CutReason;
use clew_heap::{
    Alternative, Comparison, FieldId as HeapField, Guarded, HeapError, HeapModel, Object, ObjectId, Provenance, Ref,
    RefVar, Target, TypeConstraint, TypeId, TypeOracle, Value,
};
use clew_ir::{Expr, FieldRef, Reg};
use clew_jvm::{ClassId, Field, FieldId};
use std::rc::Rc;

/// The greatest number of classes over which one instruction branches that needs the exact one.
const MAX_EXACT_CLASSES: usize = 16;

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
            $crate::step::objects::Found::Known(state, value) => (state, value),
            $crate::step::objects::Found::Decided(flow) => return Ok(flow),
        }
    };
}
pub(super) use settled;

impl Machine<'_> {
    /// The object that a value names, which is not null.
    pub(crate) fn object(&mut self, state: State, value: Value) -> Result<Found<ObjectId>, Stop> {
        match reference(value) {
            Ok(Ref::Object(object)) => Ok(Found::Known(state, object)),
            Ok(Ref::Var(variable)) => match state.heap.variable(variable).target {
                Target::Object(object) => Ok(Found::Known(state, object)),
                Target::Open | Target::NonNull | Target::Null => {
                    self.decide_object(state, variable).map(Found::Decided)
                }
            },
            Ok(Ref::Null) => Err(Stop::unsupported(state, "an unchecked null reference")),
            Err(reason) => Err(Stop::cut(state, reason)),
        }
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
        self.record_others(&state, &candidates.exhaustive);
        let guard = self.pool.tru();
        let mut alternatives: Guarded<()> = Vec::new();
        for ty in candidates.classes.iter().take(MAX_EXACT_CLASSES) {
            let mut heap = state.heap.clone();
            heap.object_mut(object).types = TypeConstraint::exactly(*ty);
            alternatives.push(Alternative { guard, heap, value: () });
        }
        if candidates.classes.len() > MAX_EXACT_CLASSES {
            let reason = CutReason::Unsupported(format!("an object of more than {MAX_EXACT_CLASSES} possible classes"));
            self.record_cut(&state, reason);
        }
        Ok(Found::Decided(split_into(self.split(state, alternatives, Guards::Facts, |_, ()| {}))))
    }

    /// Decides which object a reference of the input names.
    fn decide_object(&mut self, mut state: State, variable: RefVar) -> Result<Flow, Stop> {
        let types = state.heap.variable(variable).types.clone();
        if let Some(class) = self.enum_among(&types) {
            return self.decide_enum_constant(state, variable, class);
        }
        let candidates = self.types.candidates(&types);
        let followed: Rc<[_]> =
            candidates.classes.iter().filter(|ty| self.can_be_input(class_of(**ty))).copied().collect();
        if followed.is_empty() && state.heap.candidates().next().is_none() {
            return Err(self.no_input(state, &types));
        }
        // Which class of those that are known it is does not matter yet; where it does, the closed world is assumed.
        let is_array = types.upper.iter().any(|ty| self.types.array_element(*ty).is_some());
        let open = matches!(candidates.exhaustive, Exhaustive::No(_)) && !is_array;
        if open {
            self.record_others(&state, &candidates.exhaustive);
        }
        if let Some(left_out) = candidates.classes.iter().find(|ty| !followed.contains(ty)) {
            self.record_cut(&state, CutReason::Unsupported(self.symbolic_name(*left_out)));
        }
        if followed.len() < candidates.classes.len() || open {
            // Only these are followed from here on; that there are others is on record.
            state.heap.constrain_variable(variable, TypeConstraint { among: Some(followed), ..types.clone() });
        }
        let heap = state.heap.clone();
        let (mut cx, model) = self.heap_context();
        match model.dereference(&mut cx, &heap, variable) {
            Ok(alternatives) => Ok(split_into(self.split(state, alternatives, Guards::Facts, |_, _| {}))),
            Err(HeapError::NoClass) => Err(self.no_input(state, &types)),
            Err(error) => Err(Stop::cut(state, heap_cut(&error))),
        }
    }

    /// Puts on record what a list of classes leaves out.
    fn record_others(&mut self, state: &State, exhaustive: &Exhaustive) {
        match exhaustive {
            Exhaustive::Always => {}
            Exhaustive::Under(assumption) => self.assurance.assume(assumption.clone()),
            Exhaustive::No(name) => {
                let reason = CutReason::Unsupported(format!("an input of another class than those followed: {name}"));
                self.record_cut(state, reason);
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

    /// Whether objects of a class can be made as inputs with any state.
    pub(crate) fn can_be_input(&self, class: ClassId) -> bool {
        let class = self.world.class(class);
        let library = class.provenance == clew_jvm::Provenance::Jdk && !class.is_array();
        let plain_object = &*class.name == "java/lang/Object";
        let throwable = self.world.load("java/lang/Throwable").is_ok_and(|top| self.world.is_subtype(class.id, top));
        (!library || plain_object || is_box(&class.name)) && !class.is_enum() && !throwable
    }

    /// The enum class of which an object must be that satisfies the constraint.
    fn enum_among(&self, types: &TypeConstraint) -> Option<ClassId> {
        let class = types.upper.iter().map(|ty| self.types.class(*ty)).find(|class| class.is_enum())?;
        Some(class.id)
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
        let guard = self.pool.tru();
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
            let mut heap = state.heap.clone();
            heap.bind(variable, object, &self.types);
            alternatives.push(Alternative { guard, heap, value: () });
        }
        Ok(split_into(self.split(state, alternatives, Guards::Facts, |_, ()| {})))
    }

    /// The field that a reference to it resolves to, with what it holds.
    pub(super) fn resolve_field(&mut self, reference: &FieldRef) -> Result<(Rc<Field>, clew_heap::Kind), CutReason> {
        let address = std::ptr::from_ref(reference).addr();
        if let Some((field, kind)) = self.fields.get(&address) {
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
        self.fields.insert(address, (Rc::clone(&field), kind));
        Ok((field, kind))
    }

    pub(super) fn get_field(&mut self, state: State, dst: Reg, object: Reg, field: &FieldRef) -> Step {
        let value = state.get(object);
        let (state, object) = settled!(self.object(state, value));
        let (field, kind) = known!(state, self.resolve_field(field));
        if self.is_class_object(&state, object) && state.heap.field(object, heap_field(field.id)).is_none() {
            let mut state = state;
            state.set(dst, Value::Opaque("what a class object holds"));
            return Ok(advance(state));
        }
        self.assume_initial_content(&state, object, &field);
        if let Some(what) = self.unmakeable_part(&state, object, &field) {
            return Err(Stop::unsupported(state, what));
        }
        let heap = state.heap.clone();
        let (mut cx, model) = self.heap_context();
        let read = model.get_field(&mut cx, &heap, object, heap_field(field.id), kind, &field.name);
        let alternatives = known!(state, read.map_err(|error| heap_cut(&error)));
        Ok(self.complete(state, alternatives, |state, value| state.set(dst, value)))
    }

    /// Puts on record what a read of an object that class initialization made takes for granted about the state at entry.
    fn assume_initial_content(&mut self, state: &State, object: ObjectId, field: &Field) {
        let made_by_initialization = state.heap.object(object).provenance == Provenance::Initialization;
        let fixed = field.is_final()
            && (!field.descriptor.starts_with(['L', '[']) || &*field.descriptor == "Ljava/lang/String;");
        let class = self.world.class(field.class);
        let library = class.provenance == clew_jvm::Provenance::Jdk;
        if made_by_initialization && !fixed && !library && provenance_of_new(state) == Provenance::New {
            let name = crate::types::display_name(&class.name);
            self.assurance.assume(clew_facts::Assumption::InitialStatics(name));
        }
    }

    /// Notes that an object is written which class initialization made and which the tests of a class share.
    pub(super) fn note_write(&self, state: &mut State, object: ObjectId) {
        if state.heap.object(object).provenance == Provenance::Initialization
            && provenance_of_new(state) == Provenance::New
        {
            state.wrote_shared = true;
        }
    }

    /// The fields of a `Class` object are the virtual machine's.
    fn is_class_object(&self, state: &State, object: ObjectId) -> bool {
        state.globals.class_names.contains_key(&object)
    }

    /// What no test can give an input object: the fields that it has from a class of the library.
    fn unmakeable_part(&self, state: &State, object: ObjectId, field: &Field) -> Option<String> {
        let holder = state.heap.object(object);
        let class = self.world.class(field.class);
        let unknown = holder.provenance == Provenance::Input && holder.field(heap_field(field.id)).is_none();
        let library = class.provenance == clew_jvm::Provenance::Jdk && !is_box(&class.name);
        (unknown && library)
            .then(|| format!("the state that an input has from {}", crate::types::display_name(&class.name)))
    }

    pub(super) fn put_field(&mut self, state: State, object: Reg, field: &FieldRef, value: &Expr) -> Step {
        let target = state.get(object);
        let (mut state, object) = settled!(self.object(state, target));
        let (field, kind) = known!(state, self.resolve_field(field));
        self.note_write(&mut state, object);
        let value = self.eval(&state, value);
        let heap = state.heap.clone();
        let (mut cx, model) = self.heap_context();
        let written = model.set_field(&mut cx, &heap, object, heap_field(field.id), kind, value);
        let alternatives = known!(state, written.map_err(|error| heap_cut(&error)));
        Ok(self.complete(state, alternatives, |_, ()| {}))
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

    pub(super) fn new_object(&mut self, mut state: State, dst: Reg, class: &str) -> Step {
        let class = known!(state, self.load(class));
        let provenance = provenance_of_new(&state);
        let object = state.heap.allocate(Object::new(type_of(class), provenance));
        state.set(dst, Value::Ref(Ref::Object(object)));
        Ok(advance(state))
    }

    pub(super) fn new_throwable(&mut self, mut state: State, dst: Reg, class: &str) -> Step {
        let object = known!(state, self.make_throwable(&mut state, class));
        state.set(dst, Value::Ref(Ref::Object(object)));
        Ok(advance(state))
    }

    /// A throwable that the virtual machine makes: what it says and how it got here are not known.
    pub(crate) fn make_throwable(&mut self, state: &mut State, class: &str) -> Result<ObjectId, CutReason> {
        let class = self.load(class)?;
        let object = state.heap.allocate(Object::new(type_of(class), Provenance::New));
        for field in self.world.instance_fields(class).iter().map(|field| self.world.field(*field)) {
            let (kind, opaque) = match &*field.name {
                "detailMessage" => {
                    (clew_heap::Kind::Ref(type_of(class)), Some("the message of an exception of the virtual machine"))
                }
                "stackTrace" | "backtrace" => (clew_heap::Kind::Ref(type_of(class)), Some("a stack trace")),
                // `this` stands for "no cause yet", as the field's own initializer has it.
                "cause" => (clew_heap::Kind::Ref(type_of(class)), None),
                _ => continue,
            };
            let value = opaque.map_or(Value::Ref(Ref::Object(object)), Value::Opaque);
            let heap = state.heap.clone();
            let (mut cx, model) = self.heap_context();
            let mut written = model
                .set_field(&mut cx, &heap, object, heap_field(field.id), kind, value)
                .map_err(|error| heap_cut(&error))?;
            if let Some(only) = written.pop() {
                state.heap = only.heap;
            }
        }
        Ok(object)
    }

    /// Loads a class.
    pub(crate) fn load(&self, name: &str) -> Result<ClassId, CutReason> {
        self.world.load(name).map_err(|error| CutReason::Unsupported(error.to_string()))
    }

    pub(super) fn instance_of(&mut self, mut state: State, dst: Reg, object: Reg, class: &str) -> Step {
        let class = type_of(known!(state, self.load(class)));
        let value = known!(state, reference(state.get(object)));
        let types = match value {
            Ref::Object(object) => state.heap.object(object).types.clone(),
            Ref::Var(variable) => state.heap.types_of_variable(variable).clone(),
            Ref::Null => return Err(Stop::unsupported(state, "an unchecked null reference")),
        };
        let (yes, no) = self.test_type(&types, class);
        match (yes, no) {
            (yes @ Some(_), None) | (yes @ None, Some(_)) => {
                let holds = self.pool.bool(yes.is_some());
                state.set(dst, Value::Term(holds));
                Ok(advance(state))
            }
            (Some(yes), Some(no)) => {
                let guard = self.pool.tru();
                let mut alternatives = Vec::new();
                for (types, holds) in [(yes, true), (no, false)] {
                    let mut heap = state.heap.clone();
                    match value {
                        Ref::Object(object) => heap.object_mut(object).types = types,
                        Ref::Var(variable) => heap.constrain_variable(variable, types),
                        Ref::Null => {}
                    }
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

    /// What is left of a type constraint if the object is an instance of `class`, and if it is not.
    pub(crate) fn test_type(
        &mut self,
        types: &TypeConstraint,
        class: clew_heap::TypeId,
    ) -> (Option<TypeConstraint>, Option<TypeConstraint>) {
        if types.upper.iter().any(|upper| self.types.is_subtype(*upper, class)) {
            return (Some(types.clone()), None);
        }
        let yes = types.and(&TypeConstraint::subtype_of(class), &self.types);
        let no = types.and(&TypeConstraint { not: vec![class], ..TypeConstraint::default() }, &self.types);
        let inhabited = |constraint: TypeConstraint| self.types.may_be_inhabited(&constraint).then_some(constraint);
        let (yes, no) = (inhabited(yes), inhabited(no));
        (yes, no)
    }

    pub(super) fn ref_eq(&mut self, state: State, dst: Reg, left: &Expr, right: &Expr) -> Step {
        let left = known!(state, reference(self.eval(&state, left)));
        let right = known!(state, reference(self.eval(&state, right)));
        let heap = state.heap.clone();
        let (mut cx, model) = self.heap_context();
        match model.compare(&mut cx, &heap, left, right) {
            Comparison::Known(same)
                if self.pool.as_bool(same) == Some(false) && self.are_boxes(&state, left, right) =>
            {
                Err(Stop::unsupported(state, "the identity of a box"))
            }
            Comparison::Known(same) => {
                let mut state = state;
                state.set(dst, Value::Term(same));
                Ok(advance(state))
            }
            Comparison::Undecided(Ref::Var(variable)) => self.decide_compared(state, variable),
            Comparison::Undecided(_) => Err(Stop::unsupported(state, "code that is not well typed")),
        }
    }

    /// Whether two objects are boxes of which one is of the input: equal values may or may not share an object.
    fn are_boxes(&self, state: &State, left: Ref, right: Ref) -> bool {
        let object = |reference: Ref| match reference {
            Ref::Object(object) => Some(object),
            Ref::Var(variable) => match state.heap.variable(variable).target {
                Target::Object(object) => Some(object),
                Target::Open | Target::NonNull | Target::Null => None,
            },
            Ref::Null => None,
        };
        let (Some(left), Some(right)) = (object(left), object(right)) else { return false };
        // Box classes are final, so a supertype that is one is the class.
        let boxed =
            |id: ObjectId| state.heap.object(id).types.upper.iter().any(|ty| is_box(&self.types.class(*ty).name));
        let input = |id: ObjectId| state.heap.object(id).provenance == Provenance::Input;
        boxed(left) && boxed(right) && (input(left) || input(right))
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

/// Whether a class is one of the boxes of `java.lang`, whose inputs `valueOf` makes.
fn is_box(class: &str) -> bool {
    matches!(
        class,
        "java/lang/Boolean"
            | "java/lang/Byte"
            | "java/lang/Character"
            | "java/lang/Short"
            | "java/lang/Integer"
            | "java/lang/Long"
            | "java/lang/Float"
            | "java/lang/Double"
    )
}

/// The heap's name of a field.
pub(crate) fn heap_field(field: FieldId) -> HeapField {
    HeapField::from_index(field.index())
}

/// Whether what is made now is made by class initialization.
pub(crate) fn provenance_of_new(state: &State) -> Provenance {
    let initializing =
        state.frames.iter().any(|frame| matches!(frame.on_return, crate::state::OnReturn::Initialized(_)));
    if initializing { Provenance::Initialization } else { Provenance::New }
}

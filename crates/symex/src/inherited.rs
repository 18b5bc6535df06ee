//! What an object of the program has from a class of the JDK that its class extends: `modCount` of a list of its own.
//!
//! No test can give these fields any value, because the library's fields are closed to reflection. A test makes such an object
//! with one constructor of the JDK's class, as a constructor of the program would have begun. So the fields are taken to hold at
//! entry what that constructor leaves there: a constant, an object of its own, or what it was passed, which may be anything.
//! Where no call changes that any more, it is a stated bound (`made_inputs:java.io.Writer`). Other executions are on record as cut
//! for want of a test, so that nothing is proved of what they might reach.

mod constructor;

use crate::core::Core;
use crate::machine::Machine;
use crate::state::State;
use crate::state::given::{Given, Leavings, Left, Parameter};
use crate::types::{class_of, display_name, heap_field, is_box, type_of};
use clew_facts::{Assumption, CutReason};
use clew_heap::{AtEntry, FieldRead, Kind, ObjectId, Provenance, TypeConstraint, Value};
use clew_jvm::{ClassId, Field};
use std::rc::Rc;

/// Why it is not known what a field holds at entry.
pub(crate) enum NotKnown {
    /// That depends on what the initializer of this class does.
    Before(ClassId),
    /// What it is that no test can give an input.
    Unmakeable(String),
}

impl From<NotKnown> for CutReason {
    fn from(reason: NotKnown) -> Self {
        CutReason::Unsupported(match reason {
            NotKnown::Before(_) => "the state that an input has from a class that is not initialized".to_owned(),
            NotKnown::Unmakeable(what) => what,
        })
    }
}

impl Machine<'_> {
    /// How a field of an object is read whose state at entry matters.
    ///
    /// # Errors
    /// Why no test can give it that.
    pub(crate) fn field_read<'f>(
        &mut self,
        state: &mut State,
        object: ObjectId,
        field: &'f Field,
        kind: Kind,
    ) -> Result<FieldRead<'f>, NotKnown> {
        self.look_into(state, object, field);
        self.looked_field_read(state, object, field, kind)
    }

    /// The same for an object that has been looked into.
    ///
    /// # Errors
    /// Why no test can give it that.
    pub(crate) fn looked_field_read<'f>(
        &mut self,
        state: &State,
        object: ObjectId,
        field: &'f Field,
        kind: Kind,
    ) -> Result<FieldRead<'f>, NotKnown> {
        let at_entry = self.at_entry(state, object, field)?;
        Ok(FieldRead { at_entry, ..FieldRead::new(heap_field(field.id), kind, &field.name) })
    }

    /// Sees to it that an object of the input has what its base gives to it alone, before a field is read.
    pub(crate) fn look_into(&mut self, state: &mut State, object: ObjectId, field: &Field) {
        if !self.is_kept_by_base(state, object, field) || state.input.given.contains_key(&object) {
            return;
        }
        let base = self.base_of(&state.heap.object(object).types);
        if let Some(leavings) = base.and_then(|base| self.leavings_of(base)) {
            let given = self.give(state, object, &leavings);
            state.input.given.insert(object, given);
        }
    }

    /// What a field of an object holds at entry, if it is one of the input into which was looked.
    ///
    /// # Errors
    /// Why no test can give it that.
    pub(crate) fn at_entry(&mut self, state: &State, object: ObjectId, field: &Field) -> Result<AtEntry, NotKnown> {
        if !self.is_kept_by_base(state, object, field) {
            return Ok(AtEntry::Unknown);
        }
        let holder = state.heap.object(object);
        let class = self.world.class(field.class);
        let unmakeable =
            || NotKnown::Unmakeable(format!("the state that an input has from {}", display_name(&class.name)));
        let base = self.base_of(&holder.types).ok_or_else(unmakeable)?;
        let leavings = self.leavings_of(base).ok_or_else(unmakeable)?;
        let kind = self.types.kind(&field.descriptor).map_err(|_| unmakeable())?;
        let value = match leavings.left_in(field.id) {
            None => kind.default_value(&mut self.pool),
            Some(Left::Constant(value)) => value,
            Some(Left::Static(owner, constant)) => match state.globals.statics.values.get(&constant) {
                Some(value) => *value,
                None if self.is_ready(state, owner) => return Err(unmakeable()),
                None => return Err(NotKnown::Before(owner)),
            },
            Some(left) => {
                let given = state.input.given.get(&object);
                given.and_then(|given| given.value(object, left)).ok_or_else(unmakeable)?
            }
        };
        let name = display_name(&self.world.class(base).name);
        let reason = match self.is_left_for_good(base, field, leavings.left_in(field.id)) {
            true => CutReason::Bound(Assumption::MadeInputs(name)),
            false => CutReason::Unsupported(format!("what calls have made of the state that an input has from {name}")),
        };
        self.ledger.record_cut(state, reason);
        Ok(AtEntry::Known(value))
    }

    /// What an object has from its base and no other has: of what was passed to the constructor nothing is known.
    fn give(&mut self, state: &mut State, object: ObjectId, leavings: &Rc<Leavings>) -> Given {
        let name = Rc::clone(&state.heap.object(object).name);
        let mut arguments = Vec::with_capacity(leavings.parameters.len());
        for (at, Parameter { kind, may_be_null }) in leavings.parameters.iter().enumerate() {
            let holder = leavings.fields.iter().find(|(_, left)| *left == Left::Argument(at));
            let Some((field, _)) = holder else {
                arguments.push(kind.default_value(&mut self.pool));
                continue;
            };
            let field = self.world.field(*field);
            let uppers = state.heap.object(object).types.upper.clone();
            let declared = self.declared_in(None, &uppers, &field);
            let name = format!("{name}.{}", field.name);
            let value = self.new_as_declared(state, declared.as_ref(), *kind, |machine, state, kind| {
                crate::fresh::unknown(machine, state, &name, kind)
            });
            if !may_be_null {
                crate::fresh::assume_not_null(self, state, value);
            }
            arguments.push(value);
        }
        Given { leavings: Rc::clone(leavings), arguments, made: make_all(leavings, state) }
    }

    /// What the nearest superclass of the JDK leaves in an object of a class of the program.
    pub(crate) fn left_by_base(&mut self, class: ClassId) -> Option<Rc<Leavings>> {
        let base = self.base_of(&TypeConstraint::exactly(type_of(class)))?;
        self.leavings_of(base)
    }
}

impl Core<'_> {
    /// Whether a field of an object is one that a class of the JDK keeps and that nobody has looked at since entry.
    fn is_kept_by_base(&self, state: &State, object: ObjectId, field: &Field) -> bool {
        !self.is_of_program(field.class)
            && self.is_unknown_input(state, object, field)
            && !is_box(&self.world.class(field.class).name)
    }

    /// Where it is not known what an object has that a concrete run makes, nothing is said of it.
    pub(crate) fn hide_base(&self, state: &mut State, object: ObjectId, class: ClassId) {
        let Some(base) = self.base_of_class(class) else { return };
        for field in self.world.instance_fields(base).iter() {
            let unknown = Value::Opaque("the state that an input has from the JDK");
            state.heap.object_mut(object).initialize_field(heap_field(*field), unknown);
        }
    }

    /// The nearest superclass of the JDK, where all classes that an object of the program may be of have the same.
    fn base_of(&self, types: &TypeConstraint) -> Option<ClassId> {
        if let Some(among) = types.among.as_deref() {
            let (first, others) = among.split_first()?;
            let base = self.base_of_class(class_of(*first))?;
            return others.iter().all(|ty| self.base_of_class(class_of(*ty)) == Some(base)).then_some(base);
        }
        types.upper.iter().find_map(|ty| self.base_of_class(class_of(*ty)))
    }

    /// The nearest superclass of the JDK of a class of the program, and of all that extend it.
    pub(crate) fn base_of_class(&self, class: ClassId) -> Option<ClassId> {
        if !self.is_of_program(class) || self.world.class(class).is_interface() {
            return None;
        }
        let mut class = class;
        while self.is_of_program(class) {
            class = self.world.class(class).superclass?;
        }
        Some(class)
    }

    fn is_of_program(&self, class: ClassId) -> bool {
        self.world.class(class).provenance != clew_jvm::Provenance::Jdk
    }
}

impl Core<'_> {
    /// Whether nobody has looked at a field of an object of the input since entry.
    pub(crate) fn is_unknown_input(&self, state: &State, object: ObjectId, field: &Field) -> bool {
        state.heap.object(object).provenance == Provenance::Input
            && !state.heap.knows_field(object, heap_field(field.id))
    }

    /// Whether a field holds what the constructor leaves there for as long as the object lives, and no other constructor leaves
    /// anything else.
    fn is_left_for_good(&self, base: ClassId, field: &Field, left: Option<Left>) -> bool {
        let constructors = self.world.class(base).methods.clone().into_iter().map(|method| self.world.method(method));
        let is_only_one = constructors.filter(|method| method.is_constructor() && !method.is_private()).count() == 1;
        match left {
            // What is passed may be anything.
            Some(Left::Argument(_)) => true,
            // What is made has a state of its own, which changes.
            Some(Left::Made(_)) => false,
            Some(Left::Constant(_) | Left::Static(..) | Left::Itself) | None => field.is_final() && is_only_one,
        }
    }

    /// Gives an object that a concrete run makes what it has from its base. Of what its constructor is passed, the test names
    /// those that an execution looked at, under the fields that hold them.
    pub(crate) fn give_base(&self, state: &mut State, object: ObjectId, leavings: &Rc<Leavings>) -> Option<()> {
        let given = Given { leavings: Rc::clone(leavings), arguments: Vec::new(), made: make_all(leavings, state) };
        for (field, left) in &leavings.fields {
            let value = match left {
                Left::Constant(value) => Some(*value),
                Left::Static(_, constant) => Some(*state.globals.statics.values.get(constant)?),
                left => given.value(object, *left),
            };
            if let Some(value) = value {
                state.heap.object_mut(object).initialize_field(heap_field(*field), value);
            }
        }
        Some(())
    }
}

/// Copies of what a constructor makes for an object.
fn make_all(leavings: &Leavings, state: &mut State) -> Vec<ObjectId> {
    let made = leavings.made.iter().map(|made| state.heap.allocate(made.clone()));
    let made: Vec<ObjectId> = made.collect();
    made.iter().for_each(|object| state.globals.threads.sharing.publish_early(*object));
    made
}

//! What an object of the program has from a class of the JDK that its class extends: `modCount` of a list of its own.
//!
//! No test can give these fields any value, because the library's fields are closed to reflection. A test makes the object without
//! running a constructor, so that they hold zeros and nulls; where the constructor without parameters of the JDK's class leaves
//! just that, it is what a program's constructor would have found as well. So such a field is taken to hold it at entry, as a
//! stated bound (`made_inputs:java.util.AbstractList`).

use crate::machine::Machine;
use crate::rerun::{aside, empty_state, follow};
use crate::state::{OnReturn, State};
use crate::step::{PathEnd, heap_field};
use crate::types::{class_of, display_name, is_box, type_of};
use clew_facts::{Assumption, CutReason};
use clew_heap::{AtEntry, Object, ObjectId, Provenance, Ref, TypeConstraint, Value};
use clew_ir::{Callee, InvokeKind, Terminator};
use clew_jvm::{ClassId, Field, MethodId};
use std::rc::Rc;

impl Machine<'_> {
    /// What a field of an object holds at entry, if it is one of the input.
    ///
    /// # Errors
    /// What it is that no test can give it: the state that it has from a class of the JDK.
    pub(crate) fn at_entry(&mut self, state: &State, object: ObjectId, field: &Field) -> Result<AtEntry, String> {
        let holder = state.heap.object(object);
        let class = self.world.class(field.class);
        let is_unknown =
            holder.provenance == Provenance::Input && !state.heap.knows_field(object, heap_field(field.id));
        if !is_unknown || self.is_of_program(class.id) || is_box(&class.name) {
            return Ok(AtEntry::Unknown);
        }
        let base = self.base_of(&holder.types).filter(|base| self.leaves_defaults(*base));
        let Some(base) = base else {
            return Err(format!("the state that an input has from {}", display_name(&class.name)));
        };
        let name = display_name(&self.world.class(base).name);
        self.record_cut(state, CutReason::Bound(Assumption::MadeInputs(name)));
        Ok(AtEntry::Default)
    }

    /// The nearest superclass of the JDK, where what is known of the class of an object of the program tells which that is.
    fn base_of(&self, types: &TypeConstraint) -> Option<ClassId> {
        let known = types.exact().into_iter().chain(types.upper.iter().copied()).map(class_of);
        let own = known.map(|class| self.world.class(class));
        let mut class = own.into_iter().find(|class| self.is_of_program(class.id) && !class.is_interface())?;
        while self.is_of_program(class.id) {
            class = self.world.class(class.superclass?);
        }
        Some(class.id)
    }

    fn is_of_program(&self, class: ClassId) -> bool {
        self.world.class(class).provenance != clew_jvm::Provenance::Jdk
    }

    /// Whether the constructor without parameters of a class of the JDK leaves the default in every field, whatever class extends it.
    fn leaves_defaults(&mut self, base: ClassId) -> bool {
        if let Some(known) = self.leaving_defaults.get(&base) {
            return *known;
        }
        let leaves = self.run_constructor(base).is_some();
        self.leaving_defaults.insert(base, leaves);
        leaves
    }

    fn run_constructor(&mut self, base: ClassId) -> Option<()> {
        let constructor = self.plain_constructor(base)?;
        let code = self.code(constructor).ok()?;
        let mut state = empty_state();
        let object = state.heap.allocate(Object::new(type_of(base), Provenance::New));
        self.push_frame(&mut state, code, vec![Value::Ref(Ref::Object(object))], OnReturn::Entry).ok()?;
        let end = aside(self, |machine| follow(machine, state));
        let Ok((state, Some(PathEnd::Return(None)))) = end else { return None };
        let fields: Vec<Rc<Field>> = self.world.instance_fields(base).iter().map(|id| self.world.field(*id)).collect();
        fields.iter().all(|field| self.holds_default(&state, object, field)).then_some(())
    }

    fn holds_default(&mut self, state: &State, object: ObjectId, field: &Field) -> bool {
        let Ok(kind) = self.types.kind(&field.descriptor) else { return false };
        let default = kind.default_value(&mut self.pool);
        state.heap.field(object, heap_field(field.id)).is_none_or(|held| held == default)
    }

    /// The constructor without parameters that subclasses may call, if it and those that it calls call nothing but constructors of the
    /// object itself: then no subclass has a hand in what they do.
    fn plain_constructor(&self, class: ClassId) -> Option<MethodId> {
        let constructor = self.world.find_method(class, "<init>", "()V")?;
        if self.world.method(constructor).is_private() {
            return None;
        }
        let code = self.world.code(constructor).ok()?;
        let mut called = code.body.blocks.iter().filter_map(|(_, block)| match &block.terminator {
            Terminator::Invoke { callee, .. } => Some(callee),
            _ => None,
        });
        called.all(|callee| self.is_plain_constructor_above(class, callee)).then_some(constructor)
    }

    fn is_plain_constructor_above(&self, class: ClassId, callee: &Callee) -> bool {
        let Callee::Method { kind: InvokeKind::Special, method } = callee else { return false };
        let Some(superclass) = self.world.class(class).superclass else { return false };
        let is_above = *method.class == *self.world.class(superclass).name;
        is_above
            && &*method.name == "<init>"
            && &*method.descriptor == "()V"
            && self.plain_constructor(superclass).is_some()
    }
}

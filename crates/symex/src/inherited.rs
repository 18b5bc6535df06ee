//! What an object of the program has from a class of the JDK that its class extends: `modCount` of a list of its own.
//!
//! No test can give these fields any value, because the library's fields are closed to reflection. A test makes such an object
//! with the constructor without parameters of the JDK's class, which is what a constructor of the program would have begun with
//! as well. So the fields are taken to hold at entry what that constructor leaves there, as a stated bound
//! (`made_inputs:java.util.AbstractList`); where it leaves constants, so that all objects of the input hold the same.

use crate::machine::Machine;
use crate::rerun::{aside, empty_state, follow};
use crate::state::{OnReturn, State};
use crate::step::{PathEnd, heap_field};
use crate::types::{class_of, display_name, is_box, type_of};
use clew_facts::{Assumption, CutReason};
use clew_heap::{AtEntry, Object, ObjectId, Provenance, Ref, TypeConstraint, Value};
use clew_ir::{Block, BlockId, Callee, Inst, InvokeKind, Terminator};
use clew_jvm::{ClassId, Field, FieldId, MethodId};
use std::rc::Rc;

/// What a constructor leaves in a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    /// This number, or null.
    Constant(Value),
    /// The object that a static field of the JDK holds.
    Static(ClassId, FieldId),
}

/// What a constructor leaves in the fields that do not hold zero or null.
pub(crate) type Leavings = Rc<[(FieldId, Left)]>;

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
    /// What a field of an object holds at entry, if it is one of the input.
    ///
    /// # Errors
    /// Why no test can give it that.
    pub(crate) fn at_entry(&mut self, state: &State, object: ObjectId, field: &Field) -> Result<AtEntry, NotKnown> {
        let holder = state.heap.object(object);
        let class = self.world.class(field.class);
        let is_unknown =
            holder.provenance == Provenance::Input && !state.heap.knows_field(object, heap_field(field.id));
        if !is_unknown || self.is_of_program(class.id) || is_box(&class.name) {
            return Ok(AtEntry::Unknown);
        }
        let unmakeable =
            || NotKnown::Unmakeable(format!("the state that an input has from {}", display_name(&class.name)));
        let base = self.base_of(&holder.types).ok_or_else(unmakeable)?;
        let leavings = self.leavings_of(base).ok_or_else(unmakeable)?;
        let kind = self.types.kind(&field.descriptor).map_err(|_| unmakeable())?;
        let value = match leavings.iter().find(|(known, _)| *known == field.id) {
            None => kind.default_value(&mut self.pool),
            Some((_, Left::Constant(value))) => *value,
            Some((_, Left::Static(owner, constant))) => match state.globals.statics.get(constant) {
                Some(value) => *value,
                None if self.is_ready(state, *owner) => return Err(unmakeable()),
                None => return Err(NotKnown::Before(*owner)),
            },
        };
        let name = display_name(&self.world.class(base).name);
        self.record_cut(state, CutReason::Bound(Assumption::MadeInputs(name)));
        Ok(AtEntry::Known(value))
    }

    /// What the nearest superclass of the JDK leaves in an object of a class of the program.
    pub(crate) fn left_by_base(&mut self, class: ClassId) -> Option<Leavings> {
        let base = self.base_of(&TypeConstraint::exactly(type_of(class)))?;
        self.leavings_of(base)
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
    fn base_of_class(&self, class: ClassId) -> Option<ClassId> {
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

    /// What the constructor without parameters of a class of the JDK leaves in every object, whatever class extends it.
    fn leavings_of(&mut self, base: ClassId) -> Option<Leavings> {
        if let Some(known) = self.leavings.get(&base) {
            return known.clone();
        }
        let leavings = self.run_constructor(base);
        self.leavings.insert(base, leavings.clone());
        leavings
    }

    fn run_constructor(&mut self, base: ClassId) -> Option<Leavings> {
        let constructor = self.plain_constructor(base)?;
        let code = self.code(constructor).ok()?;
        let mut state = empty_state();
        let object = state.heap.allocate(Object::new(type_of(base), Provenance::New));
        self.push_frame(&mut state, code, vec![Value::Ref(Ref::Object(object))], OnReturn::Entry).ok()?;
        let end = aside(self, |machine| follow(machine, state));
        let Ok((state, Some(PathEnd::Return(None)))) = end else { return None };
        let mut leavings = Vec::new();
        for field in self.world.instance_fields(base).iter().map(|id| self.world.field(*id)) {
            let default = self.types.kind(&field.descriptor).ok()?.default_value(&mut self.pool);
            match state.heap.field(object, heap_field(field.id)) {
                Some(held) if held != default => leavings.push((field.id, self.left(&state, held)?)),
                Some(_) | None => {}
            }
        }
        Some(leavings.into())
    }

    fn left(&self, state: &State, held: Value) -> Option<Left> {
        match held {
            Value::Term(term) => self.pool.as_const(term).map(|_| Left::Constant(held)),
            Value::Ref(Ref::Object(_)) => {
                let holder = state.globals.statics.iter().find(|(_, value)| **value == held);
                holder.map(|(field, _)| Left::Static(self.world.field(*field).class, *field))
            }
            Value::Ref(_) | Value::Opaque(_) => None,
        }
    }

    /// The constructor without parameters that subclasses may call, if it and those that it calls are straight code that stores
    /// into the object: then no subclass has a hand in what they do, and a test's maker reads off as much.
    fn plain_constructor(&self, class: ClassId) -> Option<MethodId> {
        let constructor = self.world.find_method(class, "<init>", "()V")?;
        if self.world.method(constructor).is_private() {
            return None;
        }
        let code = self.world.code(constructor).ok()?;
        let is_plain = |block: &Block| {
            let stores = block.stmts.iter().all(|stmt| {
                matches!(
                    stmt.inst,
                    Inst::Line(_) | Inst::Assign { .. } | Inst::PutField { .. } | Inst::GetStatic { .. }
                )
            });
            stores
                && match &block.terminator {
                    Terminator::Invoke { callee, .. } => self.is_plain_constructor_above(class, callee),
                    Terminator::Goto(_) | Terminator::Return(_) => true,
                    Terminator::InitClass { .. } => true,
                    _ => false,
                }
        };
        let mut waiting = vec![code.body.entry];
        let mut seen = Vec::new();
        while let Some(id) = waiting.pop() {
            let block = &code.body.blocks[id];
            if seen.contains(&id) || !is_plain(block) {
                return None;
            }
            seen.push(id);
            waiting.extend(ordinary_successor(&block.terminator));
        }
        Some(constructor)
    }

    fn is_plain_constructor_above(&self, class: ClassId, callee: &Callee) -> bool {
        let Callee::Method { kind: InvokeKind::Special, method } = callee else { return false };
        let Some(superclass) = self.world.class(class).superclass else { return false };
        let is_above = *method.class == *self.world.class(superclass).name;
        is_above
            && &*method.name == "<init>"
            && &*method.descriptor == "()V"
            && (&*method.class == "java/lang/Object" || self.plain_constructor(superclass).is_some())
    }
}

/// Where a block goes that ends without an exception.
fn ordinary_successor(terminator: &Terminator) -> Option<BlockId> {
    match terminator {
        Terminator::Goto(targets) => targets.first().copied(),
        Terminator::Invoke { normal, .. } | Terminator::InitClass { normal, .. } => Some(*normal),
        _ => None,
    }
}

//! Initializers that cannot be followed to their end.
//!
//! What a method does seldom hangs on all that the initializer of its class computes. So where such an initializer cannot be
//! followed, the path goes on: behind the call that cannot be followed, whose result and arguments are not known then; where
//! that is not possible, behind the whole initializer, whose class's static fields are not known then. That what was left out
//! throws nothing and changes nothing else is the assumption `initializer:C`.
//!
//! A concrete run tells what really happens, so it ends there instead. Only where calls make the input it goes on as well: it is the
//! one prediction of such a test.

use super::entry::is_immutable;
use super::initialization::parts;
use crate::core::{Bounds, Core};
use crate::flow::{Flow, Stop};
use crate::machine::Machine;
use crate::state::{Frame, InitStatus, OnReturn, State};
use crate::types::{class_of, is_box};
use clew_base::Id;
use clew_facts::{Assumption, CutReason};
use clew_heap::{Array, ArrayData, Content, ObjectId, Provenance as HeapProvenance, Ref, Value};
use clew_ir::Terminator;
use clew_jvm::{ClassId, Provenance};
use std::rc::Rc;

/// The first stretch of what runs before the method under test may take one in this many of its steps.
const PART_OF_INITIALIZERS: u64 = 3;

/// How the names of the classes of immutable collections begin.
const IMMUTABLE_COLLECTION: &str = "java/util/ImmutableCollections$";

/// Why it is not known what a static field or an object of an initializer holds.
pub(super) const UNFOLLOWED: &str = "what an initializer leaves that was not followed";

/// Who has a reference to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Held {
    /// An immutable collection of any size, which alone has the array of its elements.
    ByItsCollection,
    Elsewhere,
}

impl Machine<'_> {
    /// Goes on behind what cannot be followed of the initializer that runs; any other path ends. Where what only the running machine
    /// knows would have to be chosen, a second state goes on with the choice: it may reach more than the one that knows nothing of it.
    pub(super) fn leave_initializer(&mut self, stop: Stop) -> Flow {
        let (state, reason) = stop.into_parts();
        let chooses = matches!(reason, CutReason::Chosen(_)) && self.bounds == Bounds::On;
        let choosing = chooses.then(|| {
            let mut choosing = state.clone();
            choosing.guesses.for_tests = Some(Rc::new(reason.clone()));
            choosing
        });
        let left = self.go_on_behind(state, reason);
        let Some(choosing) = choosing else { return left };
        self.ledger.fork(2);
        let (mut live, ended) = match left {
            Flow::Next(state) => (vec![state], Vec::new()),
            Flow::Split { live, ended } => (live, ended),
            Flow::End(state, end) => (Vec::new(), vec![(state, end)]),
        };
        live.push(choosing);
        Flow::Split { live, ended }
    }

    fn go_on_behind(&mut self, state: State, reason: CutReason) -> Flow {
        if let Some(depth) = self.initializer_that_is_told(&state).filter(|_| self.is_limit_of_path(&reason)) {
            return self.leave_class(state, depth);
        }
        let left = self.initializer_to_leave(&state).filter(|_| self.is_limit_of_path(&reason));
        let Some(class) = left else { return self.go_on_behind_call(state, reason) };
        let is_its = |frame: &Rc<Frame>| matches!(frame.on_return, OnReturn::Initialized(of) if of == class);
        let depth = state.frames.iter().rposition(is_its).unwrap_or(0);
        if matches!(reason, CutReason::Bound(_)) || self.world.class(class).provenance == Provenance::Jdk {
            return self.leave_class(state, depth);
        }
        match state.frames.get(depth + 1).map(|frame| frame.on_return.clone()) {
            Some(OnReturn::Initialized(needed)) if !self.world.class(needed).is_enum() => {
                self.leave_class(state, depth + 1)
            }
            _ => match self.leave_instruction(state, class, depth) {
                Ok(flow) => flow,
                Err(state) => self.leave_class(state, depth),
            },
        }
    }

    /// Goes on behind the instruction at which the initializer of a class stands: a call, or a check of a value that is not known,
    /// which does not fail then. Gives the state as it was where it stands at another, or where it cannot be said what the call may
    /// have changed.
    fn leave_instruction(&mut self, state: State, class: ClassId, depth: usize) -> Result<Flow, State> {
        let mut left = state.clone();
        let objects_before = state.frames.get(depth + 1).map_or(state.heap.len(), |called| called.objects_before);
        self.leave_activations(&mut left, depth + 1);
        let code = Rc::clone(&left.top().code);
        let block = &code.code.body.blocks[left.top().block];
        let next = match &block.terminator {
            _ if left.top().stmt < block.stmts.len() => return Err(state),
            Terminator::Invoke { dst, args, normal, .. } => {
                let args: Vec<Value> = args.iter().map(|arg| self.eval(&left, arg)).collect();
                if self.forget(&mut left, args, objects_before).is_none() {
                    return Err(state);
                }
                if let Some(dst) = dst {
                    left.set(*dst, Value::Opaque(UNFOLLOWED));
                }
                *normal
            }
            Terminator::Branch { kind, then, .. } if kind.throws().is_some() => *then,
            _ => return Err(state),
        };
        self.assume_followed(&mut left, class);
        Ok(match self.jump(left, next) {
            Ok(flow) => flow,
            Err(stop) => self.leave_initializer(stop),
        })
    }

    /// Goes on behind the initializer of the activation at this depth.
    fn leave_class(&mut self, mut state: State, depth: usize) -> Flow {
        self.leave_activations(&mut state, depth);
        Flow::Next(state)
    }

    /// Leaves all activations from this depth on. Of the classes whose initializers are among them only the final numbers, strings and
    /// other objects that never change are known that those have set.
    fn leave_activations(&mut self, state: &mut State, depth: usize) {
        for frame in state.frames.split_off(depth) {
            let OnReturn::Initialized(class) = frame.on_return else { continue };
            self.recall_class(state, class);
            for field in self.world.class(class).fields.iter().map(|field| self.world.field(*field)) {
                let value = state.globals.statics.values.get(&field.id).copied();
                let is_set = field.constant.is_some() || value.is_some();
                let stays = is_immutable(&field.descriptor) || value.is_some_and(|value| self.stays(state, value));
                let is_known = field.is_final() && is_set && stays;
                if is_known {
                    state.globals.recalled.waiting.remove(&field.id);
                } else if field.is_static() {
                    state.globals.statics.values.insert(field.id, Value::Opaque(UNFOLLOWED));
                }
            }
            state.globals.initialization.status.insert(class, InitStatus::Done);
            self.publish_statics(state, class);
            self.assume_followed(state, class);
        }
    }

    /// The class whose initializer a path can go on behind: the innermost of the program's, else the innermost. Of an enum nothing
    /// would be known then, and a concrete run has to tell what really happens: there it is `None`.
    pub(super) fn initializer_to_leave(&self, state: &State) -> Option<ClassId> {
        let of_program = |class: &ClassId| self.world.class(*class).provenance != Provenance::Jdk;
        let running = state.frames.iter().rev().filter_map(|frame| match frame.on_return {
            OnReturn::Initialized(class) => Some(class),
            _ => None,
        });
        let class = running.clone().find(of_program).or_else(|| running.clone().next());
        class.filter(|class| self.goes_on_behind_initializers() && !self.world.class(*class).is_enum())
    }

    /// Whether a path may go on behind an initializer that is not followed.
    pub(super) fn goes_on_behind_initializers(&self) -> bool {
        self.bounds == Bounds::On || self.inputs.factories.is_some()
    }

    fn assume_followed(&mut self, state: &mut State, class: ClassId) {
        state.globals.initialization.unfollowed.insert(class);
        let name = crate::types::display_name(&self.world.class(class).name);
        self.ledger.assume_at(state, Assumption::Initializer(name));
    }
}

impl Core<'_> {
    /// Whether nothing that a reference leads to can change: an object that never does, or an immutable collection of such objects.
    fn stays(&self, state: &State, value: Value) -> bool {
        let mut waiting = vec![(value, Held::Elsewhere)];
        let mut seen: Vec<ObjectId> = Vec::new();
        while let Some((value, held)) = waiting.pop() {
            let object = match value {
                Value::Ref(Ref::Object(object)) if !seen.contains(&object) => object,
                Value::Ref(Ref::Object(_) | Ref::Null) | Value::Term(_) => continue,
                Value::Ref(Ref::Var(_)) | Value::Opaque(_) => return false,
            };
            seen.push(object);
            if self.never_changes(state, object) {
                continue;
            }
            let class = state.heap.object(object).exact_type().map(|ty| self.types.class(ty));
            let parts_held = match class.as_ref().and_then(|class| class.name.strip_prefix(IMMUTABLE_COLLECTION)) {
                Some("ListN" | "SetN" | "MapN") => Held::ByItsCollection,
                Some(_) => Held::Elsewhere,
                None if held == Held::ByItsCollection && state.heap.object(object).array().is_some() => Held::Elsewhere,
                None => return false,
            };
            let Some(parts) = parts(&state.heap, object) else { return false };
            waiting.extend(parts.into_iter().map(|part| (part, parts_held)));
        }
        true
    }

    /// Makes it unknown what the first objects hold that can be reached from some values; what was made later can be reached through
    /// them only. `None` where there is an array of unknown elements among them, or an object that the initializer has not made.
    fn forget(&mut self, state: &mut State, mut waiting: Vec<Value>, first: usize) -> Option<()> {
        let mut seen: Vec<ObjectId> = Vec::new();
        while let Some(value) = waiting.pop() {
            let object = match value {
                Value::Ref(Ref::Object(object)) if object.index() < first && !seen.contains(&object) => object,
                Value::Ref(Ref::Var(_)) => return None,
                _ => continue,
            };
            seen.push(object);
            if self.stays(state, value) {
                continue;
            }
            if state.heap.object(object).provenance != HeapProvenance::Initialization {
                return None;
            }
            waiting.extend(parts(&state.heap, object)?);
            self.forget_parts(state, object)?;
        }
        Some(())
    }

    /// Whether nothing can change what an object holds: a string, a box, the object of a class, a sink.
    fn never_changes(&self, state: &State, object: ObjectId) -> bool {
        let class = state.heap.object(object).exact_type().map(|ty| self.types.class(ty));
        let is_fixed = |name: &str| name == "java/lang/String" || name == "java/lang/Class" || is_box(name);
        class.is_some_and(|class| is_fixed(&class.name)) || state.globals.platform.sinks.contains_key(&object)
    }
}

impl Core<'_> {
    /// Whether what runs before the method under test has had its part of the steps: a third of all, and half of that each time
    /// that something was left for it.
    pub(super) fn is_initialized_for_long(&self, state: &mut State) -> bool {
        state.entry.steps_before += 1;
        let part = (self.options.max_steps / PART_OF_INITIALIZERS).checked_shr(state.entry.left_for_steps);
        let is_long = state.entry.steps_before > part.unwrap_or(0);
        if is_long {
            state.entry.steps_before = 0;
            state.entry.left_for_steps += 1;
        }
        is_long
    }

    /// Whether a path ends for this reason because of what it met, and not because of what it has cost.
    pub(super) fn is_limit_of_path(&self, reason: &CutReason) -> bool {
        match reason {
            CutReason::Bound(_)
            | CutReason::SolverUnknown(_)
            | CutReason::Unsupported(_)
            | CutReason::Unmodelled(_)
            | CutReason::Chosen(_) => true,
            CutReason::Budget(_) => !self.limits.cancel.is_cancelled(),
            CutReason::Memory | CutReason::Summary | CutReason::Verified(_) => false,
        }
    }

    fn forget_parts(&mut self, state: &mut State, object: ObjectId) -> Option<()> {
        let unknown = Value::Opaque(UNFOLLOWED);
        match &mut state.heap.object_mut(object).content {
            Content::Fields { .. } => {
                let class = class_of(state.heap.object(object).exact_type()?);
                for field in self.world.instance_fields(class).iter() {
                    self.write_field(state, object, *field, unknown).ok()?;
                }
            }
            Content::Array(Array { data: ArrayData::Dense(elements), .. }) => {
                elements.iter_mut().for_each(|element| *element = unknown);
            }
            Content::Array(_) => return None,
        }
        Some(())
    }
}

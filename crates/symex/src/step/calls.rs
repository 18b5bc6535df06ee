//! Calls: resolution, selection by the receiver's class, models, activations.

use super::concolic::{FOR_REAL, Real};
use crate::code::Code;
use crate::core::Core;
use crate::flow::{Flow, Site, Step, Stop, known, settled, split_into};
use crate::ledger::initializing;
use crate::machine::{Guards, Machine};
use crate::models::modelled::{Model, Modelled};
use crate::models::output::is_logger;
use crate::models::{computes, model_of};
use crate::state::{Frame, OnReturn, State};
use crate::summaries::ByPairs;
use crate::types::{Exhaustive, display_name};
use clew_base::FastMap;
use clew_facts::{Assumption, CutReason};
use clew_heap::{Named, ObjectId, Ref, TypeConstraint, TypeId, Value};
use clew_ir::{Callee, Expr, InvokeKind, MethodRef};
use clew_jvm::{ClassId, MethodId, Provenance, SelectError};
use std::rc::Rc;

/// The greatest number of methods over which one call branches.
const MAX_TARGETS: usize = 16;

/// The greatest number of nested activations. This is no bound of the user's, so nothing is proved of what lies behind a call that
/// takes more.
const MAX_DEPTH: usize = 2_048;

/// The greatest number of activations of one method with decisions between them while a class is initialized: the user's bounds are
/// about the method under test.
const MAX_RECURSION_OF_INITIALIZER: u32 = 64;

/// What a call on an object asks for.
#[derive(Clone, Copy)]
struct Asked {
    /// The method that the reference resolves to.
    resolved: MethodId,
    /// The interface that an `invokeinterface` names. The verifier does not see to it that the receiver implements it.
    interface: Option<ClassId>,
}

/// The methods that calls select, or why they fail, each with the classes of receivers for which that is so.
type Targets = Vec<(Result<MethodId, SelectError>, Vec<TypeId>)>;

/// What a register holds that was not written.
pub(super) const NOT_WRITTEN: &str = "a register that was not written";

impl Machine<'_> {
    pub(super) fn invoke(&mut self, mut state: State, callee: &Callee, args: &[Expr], site: Site) -> Step {
        let (kind, method) = match callee {
            Callee::Method { kind, method } => (*kind, method),
            Callee::Dynamic(linked) => {
                let target = match self.world.link(state.top().code.method.class, linked) {
                    Ok(target) => target,
                    Err(error) => match error.throws() {
                        Some(throws) => return self.raise_new(state, throws, site.unwind),
                        None => return Err(Stop::unsupported(state, error.to_string())),
                    },
                };
                let args = args.iter().map(|arg| self.eval(&state, arg)).collect();
                return self.invoke_static(state, target, args, site);
            }
        };
        let args: Vec<Value> = args.iter().map(|arg| self.eval(&state, arg)).collect();
        let resolved = known!(state, self.resolve(method, kind));
        match self.call_for_real(state, (resolved, method), &args, site)? {
            Real::Answered(flow) => return Ok(flow),
            Real::Code(same) => state = same,
        }
        match kind {
            InvokeKind::Static => self.invoke_static(state, resolved, args, site),
            InvokeKind::Special => {
                let current = state.top().code.method.class;
                match self.world.special_target(current, resolved) {
                    // Nothing can stand in for a call of the method above an overriding one, or of a private one.
                    Ok(target) => self.run_method(state, target, args, site),
                    Err(error) => self.raise_new(state, error.throws(), site.unwind),
                }
            }
            InvokeKind::Virtual => self.invoke_virtual(state, Asked { resolved, interface: None }, args, site),
            InvokeKind::Interface => {
                let interface = Some(known!(state, self.load(&method.class)));
                self.invoke_virtual(state, Asked { resolved, interface }, args, site)
            }
        }
    }

    fn invoke_static(&mut self, state: State, target: MethodId, args: Vec<Value>, site: Site) -> Step {
        let class = self.world.method(target).class;
        if !self.is_ready(&state, class) {
            return self.initialize(state, class);
        }
        self.call(state, target, args, site)
    }

    fn invoke_virtual(&mut self, state: State, asked: Asked, args: Vec<Value>, site: Site) -> Step {
        let method = self.world.method(asked.resolved);
        let is_fixed = method.is_private() || method.is_final() || self.world.class(method.class).is_final();
        if is_fixed && (asked.interface.is_none() || !self.world.class(method.class).is_interface()) {
            return self.call(state, asked.resolved, args, site);
        }
        let Some(receiver) = args.first().copied() else {
            return Err(Stop::unsupported(state, "code that is not well typed"));
        };
        let (state, names) = settled!(self.names(state, receiver));
        if names.len() > 1 {
            let constructed = self.constructed(&state);
            if names.iter().any(|name| Some(name.object) == constructed) {
                return self.branch_over_names(state, receiver, &names);
            }
            return match self.common_target(&state, &names, asked) {
                Some(target) => match names.iter().find(|name| self.rests_on_closed_world(&state, name.object)) {
                    Some(open) => self.close_world(state, open.object),
                    None => self.call(state, target, args, site),
                },
                None => self.branch_over_names(state, receiver, &names),
            };
        }
        let (state, object) = settled!(self.object(state, receiver));
        self.note_call_on_constructed(&state, object, asked.resolved);
        let types = state.heap.object(object).types.clone();
        let targets = known!(state, self.targets(&state, &types, asked));
        match targets.as_slice() {
            [(Ok(_), _)] if self.rests_on_closed_world(&state, object) => self.close_world(state, object),
            [(Ok(target), _)] => self.call(state, *target, args, site),
            [(Err(error), _)] => self.raise_new(state, error.throws(), site.unwind),
            [] => Err(Stop::unsupported(state, "a receiver of a type without known classes")),
            _ => self.branch_over_targets(state, object, &types, targets),
        }
    }

    /// The method that a call selects on whichever of the objects.
    fn common_target(&mut self, state: &State, names: &[Named], asked: Asked) -> Option<MethodId> {
        let mut common = None;
        for named in names {
            let types = state.heap.object(named.object).types.clone();
            match self.targets(state, &types, asked).ok()?.as_slice() {
                [(Ok(target), _)] if common.is_none_or(|known| known == *target) => common = Some(*target),
                _ => return None,
            }
        }
        common
    }

    /// The methods that a call can select, or why it fails, each with the classes for which that is so.
    fn targets(&mut self, state: &State, types: &TypeConstraint, asked: Asked) -> Result<Targets, CutReason> {
        let candidates = self.types.candidates(types);
        if let Exhaustive::Under(assumption) = &candidates.exhaustive {
            self.ledger.assume_at(state, assumption.clone());
        }
        let mut targets: Targets = Vec::new();
        for ty in candidates.classes.iter() {
            let target = self.selected(*ty, asked.resolved, asked.interface)?;
            match targets.iter().position(|(known, _)| *known == target) {
                Some(known) => targets[known].1.push(*ty),
                None if targets.len() == self.types.at_most(MAX_TARGETS) => {
                    self.ledger.record_cut(state, CutReason::Bound(Assumption::FewClasses(self.upper_name(types))));
                    break;
                }
                None => targets.push((target, vec![*ty])),
            }
        }
        Ok(targets)
    }

    /// Makes what a call assumes of the object's class a fact of the path: a later `instanceof` may not find another class.
    fn close_world(&mut self, state: State, object: ObjectId) -> Step {
        let types = state.heap.object(object).types.clone();
        let known = self.types.candidates(&types).classes;
        let types = TypeConstraint { among: Some(known), ..types };
        let closed = known!(state, self.narrow(&state, Ref::Object(object), types));
        Ok(split_into(self.split(state, vec![closed], Guards::Facts, |_, ()| {})))
    }

    fn branch_over_targets(
        &mut self,
        state: State,
        receiver: ObjectId,
        types: &TypeConstraint,
        targets: Targets,
    ) -> Step {
        let mut alternatives = Vec::with_capacity(targets.len());
        for (_, classes) in targets {
            let types = TypeConstraint { among: Some(Rc::from(classes)), ..types.clone() };
            alternatives.push(known!(state, self.narrow(&state, Ref::Object(receiver), types)));
        }
        Ok(split_into(self.split(state, alternatives, Guards::Facts, |_, ()| {})))
    }

    /// Calls a method that has been selected.
    fn call(&mut self, mut state: State, target: MethodId, args: Vec<Value>, site: Site) -> Step {
        if self.is_input_call(target) {
            self.take_effect(&mut state, target);
            return self.call_for_input(state, target, &args, site);
        }
        // Objects that models make can be of an abstract class.
        let has_model =
            self.model(target).is_some_and(|_| !self.is_logging(target) || self.is_sink(&state, args.first()));
        if self.world.method(target).is_abstract() && !has_model {
            return self.call_on_stub(state, target, &args, site);
        }
        self.run_method(state, target, args, site)
    }

    /// Calls a method that is no input: its model, or its code.
    fn run_method(&mut self, mut state: State, target: MethodId, args: Vec<Value>, site: Site) -> Step {
        self.take_effect(&mut state, target);
        if self.world.is_join(target) {
            return self.join(state, target, args, site);
        }
        if let Some(code) = self.code_of_user(&state, target) {
            return self.activate(state, code, args, site);
        }
        if let Some(model) = self.model(target) {
            return self.run_model(state, model, target, args, site);
        }
        self.call_code(state, target, args, site)
    }

    /// Calls a method that has been selected and is run as code.
    pub(super) fn call_code(&mut self, mut state: State, target: MethodId, args: Vec<Value>, site: Site) -> Step {
        if let Some(pairs) = self.pairs_of(&state, target, &args) {
            match self.call_by_pairs(state, &pairs, &args, site)? {
                ByPairs::Made(flow) => return Ok(flow),
                ByPairs::Code(same) => state = same,
            }
        }
        if let Some(code) = self.code_of_model(target) {
            return self.activate(state, code, args, site);
        }
        let method = self.world.method(target);
        if !method.has_code {
            let class = display_name(&self.world.class(method.class).name);
            return Err(Stop::cut(state, CutReason::Unmodelled(format!("{class}#{}", method.name))));
        }
        let code = match self.code(target) {
            Ok(code) => code,
            Err(error) => return Err(Stop::unsupported(state, error.to_string())),
        };
        let code = self.with_summary(&state, code);
        self.enter_synchronized(&mut state, target, &args);
        self.activate(state, code, args, site)
    }

    fn activate(&mut self, mut state: State, code: Rc<Code>, args: Vec<Value>, site: Site) -> Step {
        let on_return = OnReturn::Resume { dst: site.dst, normal: site.normal, unwind: site.unwind };
        known!(state, self.push_frame(&mut state, code, args, on_return));
        Ok(Flow::Next(state))
    }

    fn model(&mut self, target: MethodId) -> Option<Model> {
        if let Some(model) = self.caches.models.get(&target) {
            return *model;
        }
        let method = self.world.method(target);
        let model = model_of(&self.world.class(method.class).name, &method.name, &method.descriptor);
        self.caches.models.insert(target, model);
        model
    }

    fn run_model(
        &mut self,
        mut state: State,
        model: Model,
        target: MethodId,
        mut args: Vec<Value>,
        site: Site,
    ) -> Step {
        if let Some(receiver) = args.first().copied()
            && !self.world.method(target).is_static()
            && self.is_class_of_input(&state, receiver)
        {
            (state, _) = settled!(self.object(state, receiver));
        }
        for arg in &mut args {
            (state, *arg) = settled!(self.plain(state, *arg));
            *arg = self.decided(&state, *arg);
        }
        self.share_with_model(&mut state, target, &args);
        let modelled = model(self, state, &args)?;
        if let Some(state) = modelled.answered() {
            self.rest_on_model(state, target);
        }
        match modelled {
            Modelled::Returns(state, value) if self.is_unknown_for_real(&state, value) => {
                Err(Stop::unsupported(state, FOR_REAL))
            }
            Modelled::Returns(mut state, value) => {
                if let (Some(dst), Some(value)) = (site.dst, value) {
                    state.set(dst, value);
                }
                self.jump(state, site.normal)
            }
            Modelled::Throws(state, class) => self.raise_new(state, class, site.unwind),
            Modelled::Code(state) => self.call_code(state, target, args, site),
            Modelled::CodeOn(state, args) => {
                self.rest_on_model(&state, target);
                self.call_code(state, target, args, site)
            }
            Modelled::Calls(state, other, args) => self.run_method(state, other, args, site),
            Modelled::After(mut state, other, args, value) => {
                if let (Some(dst), Some(value)) = (site.dst, value) {
                    state.set(dst, value);
                }
                self.run_method(state, other, args, Site { dst: None, ..site })
            }
            Modelled::Again(flow) => Ok(flow),
        }
    }

    /// Takes note that a model has computed what a call gives.
    fn rest_on_model(&mut self, state: &State, target: MethodId) {
        let method = self.world.method(target);
        let class = self.world.class(method.class);
        if computes(&class.name, &method.name) {
            let class = display_name(&class.name);
            self.ledger.assume_at(state, Assumption::Model(format!("{class}#{}", method.name)));
        }
    }

    /// Begins an activation.
    ///
    /// # Errors
    /// The bound that the activation would break: the user's on recursion, or that on the number of activations.
    pub(crate) fn push_frame(
        &mut self,
        state: &mut State,
        code: Rc<Code>,
        args: Vec<Value>,
        on_return: OnReturn,
    ) -> Result<(), CutReason> {
        use clew_base::Id;
        if code.provenance == Provenance::Jdk {
            self.ledger.assume_everywhere(Assumption::ClosedWorldJdk);
        }
        if code.id == self.target {
            self.run.enters_target = true;
            self.expect_unfinished_classes(state);
        }
        let below = state.frames.iter().rev().find(|frame| frame.code.id == code.id);
        let recursion = below.map_or(0, |frame| frame.recursion + u32::from(frame.decisions != state.decisions));
        let (bound, assumption) = match self.is_preparing(state) {
            // The code that asks for the invariant counts as one activation of it.
            true => (self.options.rep_ok_k.saturating_add(1), Assumption::RepOkRounds(self.options.rep_ok_k)),
            false => (self.options.recursion_k, Assumption::Recursion(self.options.recursion_k)),
        };
        if state.frames.len() >= MAX_DEPTH {
            return Err(CutReason::Budget("frames".to_owned()));
        }
        if recursion > bound {
            if initializing(state).is_none() {
                return Err(CutReason::Bound(assumption));
            }
            if recursion > bound.max(MAX_RECURSION_OF_INITIALIZER) {
                return Err(CutReason::Budget("nested calls of a class initializer".to_owned()));
            }
        }
        let body = &code.code.body;
        let mut regs = vec![Value::Opaque(NOT_WRITTEN); body.regs.len()];
        for (param, arg) in body.params.iter().zip(args) {
            regs[param.index()] = arg;
        }
        let block = body.entry;
        let mut block_counts = FastMap::default();
        block_counts.insert(block, 1);
        let decisions = state.decisions;
        let objects_before = state.heap.len();
        let initializes = matches!(on_return, OnReturn::Initialized(_))
            || state.frames.last().is_some_and(|caller| caller.initializes);
        let frame = Frame {
            code,
            block,
            stmt: 0,
            regs,
            on_return,
            loops: Vec::new(),
            block_counts,
            decisions,
            objects_before,
            recursion,
            initializes,
        };
        state.frames.push(Rc::new(frame));
        self.note_block(state);
        self.note_helper(state);
        Ok(())
    }
}

impl Core<'_> {
    pub(crate) fn resolve(&self, method: &MethodRef, kind: InvokeKind) -> Result<MethodId, CutReason> {
        self.world.resolve_method(method, kind).map_err(|error| {
            CutReason::Unsupported(format!("{}#{}: {error}", display_name(&method.class), method.name))
        })
    }

    /// Whether a call on the object selects its method because there is no other class on the class path.
    fn rests_on_closed_world(&self, state: &State, object: ObjectId) -> bool {
        matches!(self.types.candidates(&state.heap.object(object).types).exhaustive, Exhaustive::Under(_))
    }

    /// Whether a method belongs to a class whose objects may be sinks.
    fn is_logging(&self, method: MethodId) -> bool {
        is_logger(&self.world.class(self.world.method(method).class).name)
    }
}

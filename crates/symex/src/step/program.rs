//! Inputs of the program's types that calls make, as those of the JDK's types are ([`super::making`]): for tests without reflection.
//!
//! An exploration with [`Machine::factories`] follows no object of any state of a class of the program, only what its constructors,
//! factories and methods make of unknown arguments. So it proves nothing, and its tests are those of a concrete run, in which all calls
//! are made before the method is called.

use super::making::{Way, is_being_asked};
use crate::core::Bounds;
use crate::factories::{ClassCalls, Factory};
use crate::flow::{Flow, Step, Stop, object_of};
use crate::machine::Machine;
use crate::makers::{Argument, any};
use crate::state::made::{Making, MakingCall, MakingCalls};
use crate::state::{OnReturn, State, TextsPassed};
use crate::strings::intern;
use crate::types::class_of;
use clew_facts::{CallOn, CutReason, Maker as By};
use clew_heap::{Alternative, Ref, RefVar, Target, TypeId, Value};
use clew_jvm::{ClassId, MethodId, Provenance, World};
use std::rc::Rc;

/// The greatest number of classes of which one reference may name an object that calls make.
const MAX_CLASSES: usize = 3;

/// The greatest number of methods of which one is called on an object of the input that is no receiver.
const MAX_CHANGERS: usize = 3;

/// The greatest number of methods that are called on a builder.
const MAX_BUILDER_CALLS: usize = 6;

/// The calls by which an object that is no receiver is changed: one, or the most promising one twice.
fn as_others_are(changers: &[MethodId]) -> Vec<Vec<MethodId>> {
    let once = changers.iter().map(|changer| vec![*changer]);
    once.chain(changers.first().map(|changer| vec![*changer, *changer])).collect()
}

/// The calls that are made on a builder: each alone, all that set something, these and those that add something, the first of which twice.
/// What a test does not need is left out of it later. A call that gives an object of another class of the program ends the builder.
fn as_builders_are(world: &World, calls: &ClassCalls) -> Vec<Vec<MethodId>> {
    let fills = |changer: &MethodId| {
        let method = world.method(*changer);
        let given = method.returns.as_deref().and_then(|ty| world.class_of(ty));
        given.is_none_or(|given| {
            world.is_subtype(method.class, given) || world.class(given).provenance == Provenance::Jdk
        })
    };
    let changers: Vec<MethodId> = calls.changers.iter().copied().filter(fills).take(MAX_BUILDER_CALLS).collect();
    let (adders, setters): (Vec<_>, Vec<_>) = changers.iter().partition(|changer| calls.adders.contains(*changer));
    let with_adders: Vec<MethodId> = setters.iter().chain(&adders).copied().copied().collect();
    let twice: Vec<MethodId> = with_adders.iter().chain(adders.first().copied()).copied().collect();
    let mut ways: Vec<Vec<MethodId>> = changers.iter().map(|changer| vec![*changer]).collect();
    for together in [setters.into_iter().copied().collect(), with_adders, twice] {
        if !together.is_empty() && !ways.contains(&together) {
            ways.push(together);
        }
    }
    ways
}

/// What is passed to a call with parameters of these names: these texts, and else anything.
fn arguments<'n>(names: &'n [String], texts: &'n [Option<String>]) -> impl Iterator<Item = Argument<'n>> {
    names.iter().zip(texts).map(|(name, text)| Argument { text: text.as_deref(), ..any(name) })
}

/// The class of the object that calls have made.
fn class_made(state: &State, making: &Making) -> Option<ClassId> {
    let object = object_of(state, Ref::Var(making.variable))?;
    state.heap.object(object).exact_type().map(class_of)
}

impl Machine<'_> {
    /// Whether objects of the program's types are made by calls now.
    pub(super) fn makes_by_calls(&self) -> bool {
        self.inputs.factories.is_some() && self.bounds == Bounds::On
    }

    /// Whether a class is one of which only calls make objects now.
    pub(super) fn is_made_by_calls(&self, ty: TypeId) -> bool {
        let class = class_of(ty);
        let info = self.types.class(ty);
        let is_of_program = info.provenance != Provenance::Jdk && !info.is_array();
        self.makes_by_calls() && is_of_program && !self.types.is_open(class)
    }

    /// The ways in which calls make an object of one of these classes.
    pub(super) fn ways_by_calls(&mut self, state: &State, variable: RefVar, classes: &[TypeId]) -> Vec<Way> {
        let mut ways = Vec::new();
        let mut made = 0;
        let made_by_calls = classes.iter().copied().filter(|ty| self.is_made_by_calls(*ty)).collect();
        for ty in self.types.by_distance(made_by_calls) {
            if made >= MAX_CLASSES {
                continue;
            }
            let is_within_reach = self.types.is_within_reach(&self.types.class(ty));
            let Some(factories) = &mut self.inputs.factories else { continue };
            let calls = factories.of(self.core.world, class_of(ty));
            let is_usable = |maker: &&Factory| {
                let owner = self.core.world.method(maker.method).class;
                is_within_reach || owner != class_of(ty) && self.types.is_within_reach(&self.core.world.class(owner))
            };
            let makers: Vec<Factory> = calls.makers.iter().filter(is_usable).copied().collect();
            made += usize::from(!makers.is_empty());
            ways.extend(makers.iter().map(|maker| Way::Program(*maker, Rc::from([]))));
            // What is called on a receiver is tried one call at a time; on the builder of one, all before it builds.
            let is_builder = is_being_asked(state, variable);
            if let Some(maker) = makers.first().filter(|_| state.entry.begun || is_builder) {
                let changed = if is_builder {
                    as_builders_are(self.core.world, &calls)
                } else {
                    as_others_are(&calls.changers[..calls.changers.len().min(MAX_CHANGERS)])
                };
                ways.extend(changed.into_iter().map(|changers| Way::Program(*maker, changers.into())));
            }
        }
        ways
    }

    /// Unknown values for what is passed to the calls that make an object of the program.
    pub(super) fn ingredients_by_calls(
        &mut self,
        state: &State,
        variable: RefVar,
        maker: Factory,
        changers: &[MethodId],
    ) -> Result<Alternative<Option<Making>>, CutReason> {
        let mut made = Alternative { guard: self.pool.tru(), heap: state.heap.clone(), value: () };
        let whole = Rc::clone(&state.heap.variable(variable).name);
        let declared = state.input.declared.get(&variable);
        let named = |name: &str| format!("{whole}.{name}");
        let names = self.world.parameter_names(&self.world.method(maker.method));
        let receiver = (maker.by == By::Other).then(|| any("builder"));
        let texts = self.texts_passed(state, &whole, (maker.method, 0));
        let passed: Vec<Argument<'_>> = receiver.into_iter().chain(arguments(&names, &texts)).collect();
        let first = self.ingredients_of(state, &mut made, (maker.method, &passed), Some(maker.by), declared, named)?;
        let mut then = Vec::with_capacity(changers.len());
        for (at, changer) in changers.iter().enumerate() {
            then.push(self.changing_call(state, &mut made, variable, (*changer, at))?);
        }
        let Alternative { guard, heap, .. } = made;
        let calls = MakingCalls { by: maker.by, first, then };
        Ok(Alternative { guard, heap, value: Some(Making { variable, calls }) })
    }

    /// Unknown values for what is passed to a call on an object that is made, the one with this number.
    fn changing_call(
        &mut self,
        state: &State,
        made: &mut Alternative<()>,
        variable: RefVar,
        (changer, at): (MethodId, usize),
    ) -> Result<MakingCall, CutReason> {
        let whole = Rc::clone(&state.heap.variable(variable).name);
        let declared = state.input.declared.get(&variable);
        let names = self.world.parameter_names(&self.world.method(changer));
        let texts = self.texts_passed(state, &whole, (changer, at));
        let passed: Vec<Argument<'_>> = arguments(&names, &texts).collect();
        self.ingredients_of(state, made, (changer, &passed), None, declared, |name| format!("{whole}.{name}{at}"))
    }

    /// The texts that a call is passed, the one with this number on an object of this name: `None` where any is.
    fn texts_passed(&self, state: &State, whole: &str, (method, at): (MethodId, usize)) -> Vec<Option<String>> {
        let called = self.world.method(method);
        if state.input.texts == TextsPassed::Any || state.entry.begun {
            return vec![None; called.parameters.len()];
        }
        // What is passed to the second call, however deep, differs from what the first is passed.
        let number = &whole[whole.trim_end_matches(|c: char| c.is_ascii_digit()).len()..];
        let before = number.parse().unwrap_or(0).max(at);
        let numbered = |name: &str| if before == 0 { name.to_owned() } else { format!("{name}{}", before + 1) };
        let names = self.world.parameter_names(&called);
        let is_text = |ty: &str| ty == "Ljava/lang/String;";
        let texts = names.iter().zip(&called.parameters);
        texts.map(|(name, ty)| is_text(ty).then(|| numbered(name))).collect()
    }

    /// Has the texts ready that are passed to the calls which make an object of this name, or change it from the call `at` on.
    ///
    /// # Errors
    /// A text cannot be made.
    pub(super) fn prepare_texts(
        &mut self,
        state: &mut State,
        whole: &str,
        (maker, changers, at): (Option<MethodId>, &[MethodId], usize),
    ) -> Result<(), CutReason> {
        let changing = changers.iter().enumerate().map(|(further, changer)| (*changer, at + further));
        for call in maker.map(|maker| (maker, 0)).into_iter().chain(changing) {
            for text in self.texts_passed(state, whole, call).into_iter().flatten() {
                let units: Vec<u16> = text.encode_utf16().collect();
                intern(self, state, &units)?;
            }
        }
        Ok(())
    }

    /// The receiver of the method under test, where calls have still to make it. The activation stands at its beginning.
    pub(super) fn receiver_to_make(&self, state: &State) -> Option<RefVar> {
        let receiver = self.receiver_by_calls(state)?;
        let target = state.heap.variable(receiver).target;
        matches!(target, Target::Open | Target::NonNull).then_some(receiver)
    }

    fn receiver_by_calls(&self, state: &State) -> Option<RefVar> {
        let method = self.world.method(self.target);
        if !self.makes_by_calls() || state.entry.begun || method.is_static() || method.is_constructor() {
            return None;
        }
        let receiver = state.top().code.code.body.params.first()?;
        match state.get(*receiver) {
            Value::Ref(Ref::Var(variable)) => Some(variable),
            _ => None,
        }
    }

    /// How the receiver was made, where that is done and nothing else was.
    pub(crate) fn made_receiver(&self, state: &State) -> Option<Rc<Making>> {
        if state.frames.len() != 1 {
            return None;
        }
        let receiver = object_of(state, Ref::Var(self.receiver_by_calls(state)?))?;
        state.input.made.iter().find(|made| made.object == receiver).map(|made| Rc::clone(&made.making))
    }

    /// The methods that bring a receiver into another state.
    pub(crate) fn changers_of(&mut self, state: &State, making: &Making) -> Vec<MethodId> {
        let class = class_made(state, making);
        match (&mut self.inputs.factories, class) {
            (Some(factories), Some(class)) => factories.of(self.core.world, class).changers.clone(),
            _ => Vec::new(),
        }
    }

    /// The methods that return another object of the program, each with one that changes what it returns.
    pub(crate) fn leading_changers_of(&mut self, state: &State, making: &Making) -> Rc<[[MethodId; 2]]> {
        let class = class_made(state, making);
        match (&mut self.inputs.factories, class) {
            (Some(factories), Some(class)) => factories.leading_changers(self.core.world, class),
            _ => Rc::from([]),
        }
    }

    /// Begins a further call on the receiver, before the method under test, with those on what it returns.
    pub(crate) fn change_receiver(&mut self, mut state: State, making: &Making, changers: &[MethodId]) -> Step {
        let Some(object) = object_of(&state, Ref::Var(making.variable)) else {
            return Err(Stop::unsupported(state, "a receiver that is not made"));
        };
        let at = making.calls.then.len();
        let whole = Rc::clone(&state.heap.variable(making.variable).name);
        if let Err(reason) = self.prepare_texts(&mut state, &whole, (None, changers, at)) {
            return Err(Stop::cut(state, reason));
        }
        let mut with = Alternative { guard: self.pool.tru(), heap: state.heap.clone(), value: () };
        let mut calls = Vec::with_capacity(changers.len());
        for (further, changer) in changers.iter().enumerate() {
            match self.changing_call(&state, &mut with, making.variable, (*changer, at + further)) {
                Ok(call) if further > 0 => calls.push(MakingCall { on: CallOn::Result, ..call }),
                Ok(call) => calls.push(call),
                Err(reason) => return Err(Stop::cut(state, reason)),
            }
        }
        state.heap = with.heap;
        let Some((code, arguments)) = self.code_of_group(object, &calls) else { return Ok(Flow::Next(state)) };
        let mut making = making.clone();
        making.calls.then.extend(calls);
        self.declare_ingredients(&mut state, &making);
        match self.push_frame(&mut state, code, arguments, OnReturn::Made(Rc::new(making))) {
            Ok(()) => Ok(Flow::Next(state)),
            Err(reason) => Err(Stop::cut(state, reason)),
        }
    }
}

//! Inputs of the JDK's types: which calls make them is decided where they are first looked at ([`crate::makers`]).
//!
//! The calls run in an activation of their own, and then the instruction that looks runs again, as after the initialization
//! of a class. They stand for what went before the execution, although it may have gone on by then: so nothing that it can
//! change may decide what they do. That holds because keys and elements that are looked at are strings and boxes.

use crate::body::{BodyBuilder, callee};
use crate::class_name::ClassName;
use crate::code::Code;
use crate::core::Core;
use crate::factories::Factory;
use crate::flow::{Flow, Step, Stop, known, settled, split_into};
use crate::generics::Ingredient;
use crate::ledger::Closing;
use crate::machine::{Guards, Machine};
use crate::makers::{ALL, Argument, CLASSES, CONSTANTS, Call, Maker, NARROWER};
use crate::state::made::{MadeObject, Making, MakingCall, MakingCalls};
use crate::state::{OnReturn, State};
use crate::strings::{intern, interned};
use crate::types::{display_name, register_type, type_of};
use clew_facts::{Aliasing, CallOn, CutReason, Maker as By};
use clew_heap::{
    Alternative, Guarded, Kind, ObjectId, Provenance as HeapProvenance, Ref, RefVar, Target, TypeConstraint, TypeId,
    Value,
};
use clew_ir::{Body, Expr, Inst, InvokeKind, Reg, Terminator, Type};
use clew_jvm::Declared;
use clew_jvm::{ClassId, FieldId, LoadError, MethodCode, MethodId, Provenance, World};
use std::rc::Rc;
use std::sync::Arc;

/// The first of the calls that make an object: the method, what is passed, and what kind of call it is.
pub(super) type First<'a> = (MethodId, &'a [Argument<'a>], By);

/// What an input of one of the JDK's types is taken to be.
#[derive(Clone, Debug)]
pub(super) enum Way {
    /// What calls make, the one that follows the first made so often.
    Calls(&'static Maker, usize),
    /// An object of this class, which is followed like any other.
    Narrower(TypeId),
    /// What this static field holds, a constant of the class.
    Constant(ClassId, FieldId),
    /// What this constructor of a class of the program makes, and the call that follows the first of a maker made so often.
    Extended(MethodId, &'static Maker, usize),
    /// The `Class` object of this class.
    Class(ClassName),
    /// What this constructor of a record of the program makes.
    Record(MethodId),
    /// What a constructor or a factory of the program makes, and these methods called on it.
    Program(Factory, Rc<[MethodId]>),
}

impl Machine<'_> {
    /// The ways that make what is declared, unless there are none.
    fn as_declared(&mut self, state: &State, variable: RefVar, ways: Vec<Way>) -> Vec<Way> {
        let whole = state.input.declared.get(&variable);
        let makes_it = |call: &Call, by: Option<By>| {
            let method = self.method_of(call);
            method.is_ok_and(|method| {
                let declared = self.declared_ingredients(whole, method, by, call.arguments.len());
                call.arguments.iter().zip(&declared).all(|(argument, of)| self.is_as_declared(argument, of.as_ref()))
            })
        };
        let (fitting, others): (Vec<Way>, Vec<Way>) = ways.into_iter().partition(|way| match way {
            Way::Calls(maker, _) => {
                makes_it(&maker.first, Some(maker.by))
                    && maker.then.as_ref().is_none_or(|(call, _)| makes_it(call, None))
            }
            Way::Narrower(_)
            | Way::Constant(..)
            | Way::Class(_)
            | Way::Extended(..)
            | Way::Record(_)
            | Way::Program(..) => true,
        });
        if fitting.is_empty() {
            return others;
        }
        if !others.is_empty() {
            self.assume_generic_types(state);
        }
        fitting
    }

    /// The ways to name a class where it is declared of which class a `Class` object is: that class and those of them that extend it.
    fn with_declared_class(&mut self, state: &State, variable: RefVar, ways: Vec<Way>) -> Vec<Way> {
        let [Way::Class(_), ..] = &*ways else { return ways };
        let declared = state.input.declared.get(&variable).and_then(|declared| declared.arguments.first()?.as_ref());
        let Some(bound) = declared.map(|declared| declared.class).filter(|bound| !self.is_object(*bound)) else {
            return ways;
        };
        self.assume_generic_types(state);
        let itself = ClassName::reference(&self.world.class(bound).name);
        let extends = |way: &Way| {
            let Way::Class(name) = way else { return false };
            let class = name.as_reference().filter(|_| *name != itself).map(|name| self.world.load(name));
            matches!(class, Some(Ok(class)) if self.world.is_subtype(class, bound))
        };
        let others: Vec<Way> = ways.into_iter().filter(extends).collect();
        std::iter::once(Way::Class(itself)).chain(others).collect()
    }

    /// Begins to make the object of a reference in each of these ways; or it is one that was made before, or one of these
    /// classes of the program. What is left out is put on record for these reasons.
    pub(super) fn decide_made(
        &mut self,
        mut state: State,
        variable: RefVar,
        ways: Vec<Way>,
        own: &Rc<[TypeId]>,
        left_out: Vec<CutReason>,
    ) -> Step {
        let ways = self.with_declared_class(&state, variable, ways);
        let mut constants = ways.iter().filter_map(|way| match way {
            Way::Constant(class, _) => Some(*class),
            Way::Calls(..)
            | Way::Narrower(_)
            | Way::Class(_)
            | Way::Extended(..)
            | Way::Record(_)
            | Way::Program(..) => None,
        });
        if let Some(class) = constants.find(|class| !self.is_ready(&state, *class)) {
            return self.initialize(state, class);
        }
        if !self.heap_model.is_independent(&state.heap, variable) {
            return self.divide_wholly(state, variable);
        }
        // All there is before the heap is divided: an object that only one part had would have a number of which the others know nothing.
        for way in &ways {
            match way {
                Way::Class(name) => {
                    known!(state, self.class_object(&mut state, name));
                }
                Way::Calls(maker, _) => {
                    for text in maker.texts() {
                        let units: Vec<u16> = text.encode_utf16().collect();
                        known!(state, intern(self, &mut state, &units));
                    }
                }
                Way::Program(maker, changers) => {
                    let whole = Rc::clone(&state.heap.variable(variable).name);
                    known!(state, self.prepare_texts(&mut state, &whole, (Some(maker.method), changers, 0)));
                }
                Way::Narrower(_) | Way::Constant(..) | Way::Extended(..) | Way::Record(_) => {}
            }
        }
        let types = state.heap.variable(variable).types.clone();
        let ways: Vec<Way> = ways.into_iter().filter(|way| self.fits(&state, way, &types)).collect();
        let ways = self.as_declared(&state, variable, ways);
        left_out.into_iter().for_each(|reason| self.ledger.record_cut(&state, reason));
        let mut others = known!(state, self.objects_of_program(&state, variable, &types, own));
        others.extend(self.made_before(&state, variable, &types));
        let mut alternatives: Guarded<Option<Making>> = Vec::with_capacity(others.len() + ways.len());
        if others.is_empty() && ways.is_empty() {
            return Err(Stop::unsupported(state, format!("a symbolic {}", self.upper_name(&types))));
        }
        for Alternative { guard, heap, value: () } in others {
            alternatives.push(Alternative { guard, heap, value: None });
        }
        for way in ways {
            let taken = self.take(&mut state, variable, way);
            alternatives.push(known!(state, taken));
        }
        let mut begun = Vec::new();
        let children = self.split(state, alternatives, Guards::Facts, |_, making| begun.push(making));
        let mut live = Vec::with_capacity(children.len());
        for (mut child, making) in children.into_iter().zip(begun) {
            match making.map_or(Ok(()), |making| self.begin(&mut child, making)) {
                Ok(()) => live.push(child),
                Err(reason) => {
                    self.ledger.close(child, Closing::Cut(reason));
                }
            }
        }
        Ok(split_into(live))
    }

    fn take(
        &mut self,
        state: &mut State,
        variable: RefVar,
        way: Way,
    ) -> Result<Alternative<Option<Making>>, CutReason> {
        let object = match way {
            Way::Calls(maker, count) => {
                let first = (self.method_of(&maker.first)?, maker.first.arguments, maker.by);
                return self.ingredients(state, variable, first, following(maker, count));
            }
            Way::Extended(constructor, maker, count) => {
                let first: First<'_> = (constructor, &[], By::Constructor);
                return self.ingredients(state, variable, first, following(maker, count));
            }
            Way::Record(constructor) => return self.components(state, variable, constructor),
            Way::Program(maker, changers) => return self.ingredients_by_calls(state, variable, maker, &changers),
            Way::Narrower(class) => {
                let exactly = TypeConstraint::exactly(class);
                let Alternative { guard, heap, .. } = self.narrow(state, Ref::Var(variable), exactly)?;
                return Ok(Alternative { guard, heap, value: None });
            }
            Way::Constant(_, field) => {
                let none = || CutReason::Unsupported("a constant of the JDK that is no object".to_owned());
                constant(state, field).ok_or_else(none)?
            }
            Way::Class(name) => self.class_object(state, &name)?,
        };
        let Alternative { guard, heap, .. } = self.identify(&state.heap, variable, object);
        Ok(Alternative { guard, heap, value: None })
    }

    /// Unknown values for what is passed to the first call, and to the one that follows it so often.
    pub(super) fn ingredients(
        &mut self,
        state: &State,
        variable: RefVar,
        (method, arguments, by): First<'_>,
        following: Option<(&Call, usize)>,
    ) -> Result<Alternative<Option<Making>>, CutReason> {
        let heap = &state.heap;
        let mut made = Alternative { guard: self.pool.tru(), heap: heap.clone(), value: () };
        let declared = state.input.declared.get(&variable);
        let whole = Rc::clone(&heap.variable(variable).name);
        let named = |name: &str| format!("{whole}.{name}");
        let first = self.ingredients_of(state, &mut made, (method, arguments), Some(by), declared, named)?;
        let mut then = Vec::new();
        if let Some((call, count)) = following {
            let method = self.method_of(call)?;
            for at in 0..count {
                let named = |name: &str| format!("{whole}.{name}{at}");
                then.push(self.ingredients_of(state, &mut made, (method, call.arguments), None, declared, named)?);
            }
        }
        let Alternative { guard, heap, .. } = made;
        let calls = MakingCalls { by, first, then };
        Ok(Alternative { guard, heap, value: Some(Making { variable, calls }) })
    }

    pub(super) fn ingredients_of(
        &mut self,
        state: &State,
        made: &mut Alternative<()>,
        (method, passed): (MethodId, &[Argument<'_>]),
        by: Option<By>,
        whole: Option<&Declared>,
        named: impl Fn(&str) -> String,
    ) -> Result<MakingCall, CutReason> {
        let kinds = self.passed(method, by).map_err(|error| CutReason::Unsupported(error.to_string()))?;
        let mut arguments = Vec::with_capacity(kinds.len());
        let declared = self.declared_ingredients(whole, method, by, kinds.len());
        for ((argument, kind), declared) in passed.iter().zip(kinds).zip(declared) {
            let text = argument.text.and_then(|text| interned(state, text));
            let value = match (text, kind) {
                (Some(text), _) => Value::Ref(Ref::Object(text)),
                (None, Kind::Ref(erased)) => {
                    let types = match self.class_of_ingredient(state, argument, kind, declared.as_ref())? {
                        Ingredient::Exactly(class) => TypeConstraint::exactly(class),
                        Ingredient::AtMost(class) => TypeConstraint::subtype_of(class),
                        Ingredient::Any => TypeConstraint::subtype_of(erased),
                    };
                    let (mut cx, model) = self.heap_context();
                    let name = named(argument.name);
                    Ref::Var(model.unknown_reference(&mut cx, &mut made.heap, &name, types)).into()
                }
                (None, _) => unknown_number(self, kind, &named(argument.name)),
            };
            arguments.push((value, kind));
        }
        if let (Some(By::Other), Some((Value::Ref(Ref::Var(receiver)), _))) = (by, arguments.first()) {
            let non_null = made.heap.variable(*receiver).non_null;
            made.guard = self.pool.and(made.guard, non_null);
            made.heap.decide_null(*receiver, Target::NonNull);
        }
        Ok(MakingCall { method, arguments, on: CallOn::Object })
    }

    /// What kinds of values are passed to a call in the making of an object, the first one if `by` says of what kind it is.
    pub(crate) fn passed(&self, method: MethodId, by: Option<By>) -> Result<Vec<Kind>, LoadError> {
        let method = self.world.method(method);
        let receiver = (by == Some(By::Other)).then(|| Ok(Kind::Ref(type_of(method.class))));
        let parameters = method.parameters.iter().map(|parameter| self.types.kind(parameter));
        receiver.into_iter().chain(parameters).collect()
    }

    fn begin(&mut self, state: &mut State, making: Making) -> Result<(), CutReason> {
        self.declare_ingredients(state, &making);
        let arguments = making.calls.arguments();
        let code = self.code_of_making(&making.calls);
        self.push_frame(state, code, arguments, OnReturn::Made(Rc::new(making)))
    }

    /// An object is made: the reference for which that was done names it.
    pub(super) fn made(&mut self, state: State, making: &Rc<Making>, value: Option<Value>) -> Step {
        let Some(value) = value else { return Err(Stop::unsupported(state, "code that is not well typed")) };
        let (mut state, value) = settled!(self.plain(state, value));
        let Value::Ref(Ref::Object(object)) = self.decided(&state, value) else {
            return Err(Stop::unsupported(state, "an object in the making that may be null"));
        };
        state.frames.pop();
        if state.heap.object(object).provenance == HeapProvenance::New {
            state.heap.object_mut(object).provenance = HeapProvenance::Made;
            state.heap.publish(object);
        }
        self.publish_initial(&mut state, vec![Value::Ref(Ref::Object(object))]);
        let named = self.identify(&state.heap, making.variable, object);
        // A call may have brought an object into another state that was made before.
        state.input.made.retain(|made| made.object != object);
        state.input.made.push_back(Rc::new(MadeObject { object, making: Rc::clone(making) }));
        match self.adopt(state, named) {
            Some(state) => Ok(Flow::Next(state)),
            None => Ok(Flow::nowhere()),
        }
    }
}

impl Core<'_> {
    /// Whether a constant is of a class that the reference may name; the other ways are chosen so that it is.
    fn fits(&self, state: &State, way: &Way, types: &TypeConstraint) -> bool {
        let Way::Constant(_, field) = way else { return true };
        let ty = constant(state, *field).and_then(|object| state.heap.object(object).exact_type());
        ty.is_some_and(|ty| types.admits(ty, &self.types))
    }

    /// The method of a call, which a superclass may declare.
    pub(super) fn method_of(&self, call: &Call) -> Result<MethodId, CutReason> {
        let mut class = Some(self.load(call.owner)?);
        while let Some(owner) = class {
            if let Some(method) = self.world.find_method(owner, call.name, call.descriptor) {
                return Ok(method);
            }
            class = self.world.class(owner).superclass;
        }
        Err(CutReason::Unsupported(format!("{}#{}", display_name(call.owner), call.name)))
    }

    /// The reference names an object that was made for another.
    fn made_before(&mut self, state: &State, variable: RefVar, types: &TypeConstraint) -> Guarded<()> {
        if self.options.aliasing == Aliasing::Off || is_being_asked(state, variable) {
            return Vec::new();
        }
        let candidates = state.heap.candidates().filter(|candidate| {
            let object = state.heap.object(*candidate);
            object.provenance == HeapProvenance::Made
                && object.exact_type().is_some_and(|ty| types.admits(ty, &self.types))
        });
        let candidates: Vec<ObjectId> = candidates.collect();
        candidates.into_iter().map(|candidate| self.identify(&state.heap, variable, candidate)).collect()
    }
}

impl Core<'_> {
    /// The ways to make an object that satisfies the constraint. There are none if its type is not of the JDK, or not known
    /// here.
    pub(super) fn ways_to_make(&self, state: &State, types: &TypeConstraint) -> Vec<Way> {
        let uppers: Vec<_> = types.upper.iter().map(|ty| self.types.class(*ty)).collect();
        let is_named = |name: &str| uppers.iter().any(|upper| *upper.name == *name);
        if is_named("java/lang/Class") {
            return classes(state).map(Way::Class).collect();
        }
        let fits = |maker: &&Maker| match (self.world.load(maker.class), maker.by) {
            // Where the JDK's classes are the program, their objects have any state, as the program's do.
            (Ok(class), _) if self.world.class(class).provenance != Provenance::Jdk => false,
            // What a call declares to return may be an interface; the class behind it has no name that counts.
            (Ok(class), By::Other | By::Factory) if self.world.class(class).is_abstract() => {
                types.not.is_empty() && uppers.iter().all(|upper| self.world.is_subtype(class, upper.id))
            }
            (Ok(class), _) => types.admits(type_of(class), &self.types),
            (Err(_), _) => false,
        };
        let is_any = |upper: &clew_jvm::Class| &*upper.name == "java/lang/Object";
        let is_broad = self.types.is_broad() && !uppers.iter().all(|upper| is_any(upper));
        // What fits serves, though people would seldom pass it.
        let serves = |maker: &&Maker| is_broad || uppers.iter().any(|upper| maker.serves(&upper.name));
        let makers = ALL.iter().filter(serves).filter(fits);
        let counts = |maker: &Maker| {
            let further = if is_broad { maker.further_counts() } else { &[] };
            maker.counts().chain(further.iter().copied())
        };
        let calls = makers.flat_map(|maker| counts(maker).map(move |count| Way::Calls(maker, count)));
        let narrower = NARROWER.iter().filter(|(upper, _)| is_named(upper)).flat_map(|(_, classes)| *classes);
        let narrower = narrower.filter_map(|class| self.world.load(class).ok()).map(type_of);
        let narrower = narrower.filter(|ty| types.admits(*ty, &self.types)).map(Way::Narrower);
        let constants = CONSTANTS.iter().filter(|constants| is_named(constants.ty));
        let constants = constants.flat_map(|constants| {
            constants.names.iter().filter_map(|name| self.constant_of_jdk(constants.owner, name))
        });
        narrower.chain(calls).chain(constants).collect()
    }

    /// Whether a value is a `Class` object of the input that may still be any of several.
    pub(super) fn is_class_of_input(&self, state: &State, value: Value) -> bool {
        let Value::Ref(Ref::Var(variable)) = value else { return false };
        let is_class = |ty: &TypeId| &*self.types.class(*ty).name == "java/lang/Class";
        let info = state.heap.variable(variable);
        matches!(info.target, Target::Open | Target::NonNull) && info.types.upper.iter().any(is_class)
    }

    fn constant_of_jdk(&self, class: &str, name: &str) -> Option<Way> {
        let class = self.world.load(class).ok()?;
        let fields = self.world.class(class).fields.clone();
        let field = fields.into_iter().find(|field| *self.world.field(*field).name == *name)?;
        Some(Way::Constant(class, field))
    }

    /// The code that makes an object, given all that is passed.
    pub(crate) fn code_of_making(&self, calls: &MakingCalls) -> Rc<Code> {
        let method = self.world.method(calls.first.method);
        let class = self.world.class(method.class);
        let code = MethodCode::of_body(body(self.world, calls));
        Rc::new(Code::new(calls.first.method, method, Rc::new(code), &class))
    }

    /// The code of a call on an object that is made, and of those on what it returns, with its arguments: the object, then what is
    /// passed to each call. It returns the object. `None` if there is no call.
    pub(crate) fn code_of_group(&self, object: ObjectId, calls: &[MakingCall]) -> Option<(Rc<Code>, Vec<Value>)> {
        let first = calls.first()?.method;
        let method = self.world.method(first);
        let class = self.world.class(method.class);
        let code = MethodCode::of_body(body_of_group(self.world, calls));
        let passed = calls.iter().flat_map(|call| &call.arguments).map(|(value, _)| *value);
        let arguments = std::iter::once(Value::Ref(Ref::Object(object))).chain(passed).collect();
        Some((Rc::new(Code::new(first, method, Rc::new(code), &class)), arguments))
    }
}

/// The call that follows the first of a maker, if there is one, made so often.
fn following(maker: &Maker, count: usize) -> Option<(&Call, usize)> {
    maker.then.as_ref().map(|(call, _)| (call, count))
}

/// The object that a static field holds.
fn constant(state: &State, field: FieldId) -> Option<ObjectId> {
    match state.globals.statics.values.get(&field) {
        Some(Value::Ref(Ref::Object(object))) => Some(*object),
        _ => None,
    }
}

/// Whether a reference is the object on which a call makes another, and so looks at it. One that was there before may have
/// changed by now.
pub(super) fn is_being_asked(state: &State, variable: RefVar) -> bool {
    state.frames.iter().any(|frame| match &frame.on_return {
        OnReturn::Made(making) if making.calls.by == By::Other => {
            let receiver = making.calls.first.arguments.first();
            matches!(receiver, Some((Value::Ref(Ref::Var(asked)), _)) if *asked == variable)
        }
        OnReturn::Made(_)
        | OnReturn::Entry
        | OnReturn::Resume { .. }
        | OnReturn::Established
        | OnReturn::Raised(_)
        | OnReturn::Joined(_)
        | OnReturn::Initialized(_) => false,
    })
}

/// The classes that an input of type `Class` stands for: those of which the execution has asked, and a few of each kind.
fn classes(state: &State) -> impl Iterator<Item = ClassName> {
    let asked = state.globals.classes.objects.keys().cloned();
    let few = CLASSES.iter().map(|name| ClassName::of_shown(name));
    let mut all: Vec<ClassName> = Vec::new();
    for name in asked.chain(few) {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all.into_iter()
}

fn unknown_number(machine: &mut Core<'_>, kind: Kind, name: &str) -> Value {
    kind.unknown(&mut machine.pool, name).map_or(Value::Opaque("a value of no kind"), Value::Term)
}

/// The code of the calls: each parameter is an argument of one of them, in order.
fn body(world: &World, calls: &MakingCalls) -> Body {
    let mut making = BodyBuilder::new();
    let mut passed: Vec<Vec<Reg>> = Vec::new();
    for (_, call) in calls.all() {
        let regs = call.arguments.iter().map(|(_, kind)| making.register("passed", register_type(*kind)));
        passed.push(regs.collect());
    }
    let params = passed.iter().flatten().copied().collect();
    let object = making.register("made", Type::Ref);
    let mut next = making.block("made", Vec::new(), Terminator::Return(Some(Expr::Reg(object))));
    let mut waiting: Vec<_> = calls.all().zip(passed).collect();
    while let Some(((by, call), passed)) = waiting.pop() {
        let method = world.method(call.method);
        let receiver = matches!(by, None | Some(By::Constructor)).then_some(object);
        let args = receiver.into_iter().chain(passed).map(Expr::Reg).collect();
        let insts = match by {
            Some(By::Constructor) => vec![Inst::New { dst: object, class: name(world, method.class) }],
            Some(By::Factory | By::Other) | None => Vec::new(),
        };
        let dst = matches!(by, Some(By::Factory | By::Other)).then_some(object);
        let kind = match by {
            Some(By::Constructor) => Some(InvokeKind::Special),
            Some(By::Factory) => Some(InvokeKind::Static),
            Some(By::Other) | None => None,
        };
        let callee = callee(world, call.method, kind);
        next = making.block("call", insts, Terminator::Invoke { dst, callee, args, normal: next, unwind: None });
        if by == Some(By::Constructor) {
            let class = name(world, method.class);
            next = making.block("entry", Vec::new(), Terminator::InitClass { class, normal: next, unwind: None });
        }
    }
    making.finish(params, Type::Ref, next)
}

/// The code of a call on an object that is made, and of those on what it returns.
fn body_of_group(world: &World, calls: &[MakingCall]) -> Body {
    let mut making = BodyBuilder::new();
    let object = making.register("made", Type::Ref);
    let passed: Vec<Vec<Reg>> = calls
        .iter()
        .map(|call| call.arguments.iter().map(|(_, kind)| making.register("passed", register_type(*kind))).collect())
        .collect();
    let receivers: Vec<Reg> =
        std::iter::once(object).chain((1..calls.len()).map(|_| making.register("returned", Type::Ref))).collect();
    let params: Vec<Reg> = std::iter::once(object).chain(passed.iter().flatten().copied()).collect();
    let mut next = making.block("made", Vec::new(), Terminator::Return(Some(Expr::Reg(object))));
    for (at, (call, passed)) in calls.iter().zip(passed).enumerate().rev() {
        let args = std::iter::once(receivers[at]).chain(passed).map(Expr::Reg).collect();
        let (dst, callee) = (receivers.get(at + 1).copied(), callee(world, call.method, None));
        next = making.block("call", Vec::new(), Terminator::Invoke { dst, callee, args, normal: next, unwind: None });
    }
    making.finish(params, Type::Ref, next)
}

fn name(world: &World, class: ClassId) -> Arc<str> {
    Arc::clone(&world.class(class).name)
}

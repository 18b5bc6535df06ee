//! Exceptions that stubs throw.
//!
//! A call on a stub may also throw: for each checked exception that the method declares, and for each unchecked one or subclass of a
//! declared one that a handler around the call is for, a new object of exactly that class, which a constructor makes that tests can
//! call. What is passed to the constructor is unknown where the method that catches the exception asks what it holds, or where the
//! constructor looks at it; elsewhere it is `null` or zero, because a text that nobody looks at would be many paths as soon as it
//! becomes part of another. Of an exception of the program that is asked, the constructors that are told
//! most take turns. Each exception is one more path, so it is followed only where it matters: where a handler in a running activation
//! catches it, and once for each method under test where it leaves that. All else that implementations throw is left out, which the
//! bound `stub_inputs:T` says.

use crate::core::{Bounds, Core};
use crate::flow::{Flow, Site, Step, Stop, known, object_of, split_into};
use crate::fresh::unknown;
use crate::input_calls::check_call;
use crate::inputs::Supplied;
use crate::machine::{Guards, Machine};
use crate::state::made::{MakingCall, MakingCalls};
use crate::state::{Frame, InputCallMade, OnReturn, State, StubAnswer, Told};
use crate::types::{Types, class_of, display_name};
use clew_facts::{Assumption, CallOn, CutReason, Maker};
use clew_heap::{Alternative, Value};
use clew_ir::{BlockId, Body, BranchKind, Callee, Inst, Stmt, Terminator, Unwind};
use clew_jvm::{Class, ClassId, Method, MethodId, Provenance};
use std::rc::Rc;

/// The greatest number of exceptions that stubs throw on one path.
const MAX_THROWN: usize = 4;

/// How often each exception is thrown by one call of the program, on all paths.
const MAX_AT_CALL: u32 = 32;

/// The greatest number of constructors of one class by which a call throws an exception.
const MAX_CONSTRUCTORS: usize = 3;

/// How the names of those classes of the JDK begin that everybody may use.
const API: [&str; 3] = ["java/", "javax/", "org/"];

/// The types of which the constructor of an exception may have parameters, besides primitive ones.
const PASSED: [&str; 3] = ["Ljava/lang/String;", "Ljava/lang/Throwable;", "Ljava/lang/Exception;"];

/// The constructors that are taken before others where nobody asks what the exception holds, the first of them that there is. A
/// cause is not passed alone, because then its text is asked for.
const PLAIN: [&str; 3] = ["()V", "(Ljava/lang/String;)V", "(Ljava/lang/String;Ljava/lang/Throwable;)V"];

/// The methods of exceptions that do not tell what a constructor was passed, or not to decide anything.
const NOT_ASKING: [&str; 11] = [
    "<init>",
    "addSuppressed",
    "equals",
    "fillInStackTrace",
    "getClass",
    "getStackTrace",
    "getSuppressed",
    "hashCode",
    "initCause",
    "printStackTrace",
    "toString",
];

/// What becomes of an exception that a stub throws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It leaves the method under test.
    Leaves,
    /// A handler catches it, in a method that does not ask what it holds.
    Caught,
    /// A handler catches it, in a method that may ask.
    Asked,
}

impl Machine<'_> {
    /// Ends a call on a stub in each way that is followed: it returns, or throws.
    pub(crate) fn answer_for_stub(&mut self, mut state: State, target: MethodId, args: &[Value], site: Site) -> Step {
        match state.input.answer.take() {
            Some(StubAnswer::Returns) => return self.call_for_input(state, target, args, site),
            Some(StubAnswer::Throws(constructor, told)) => {
                return self.throw_new(state, target, args, site, (constructor, told));
            }
            None => {}
        }
        let supplied = self.inputs.calls.supplied_at(state.input.calls.len(), &self.key(target));
        if let Some(Supplied::Throws(calls)) = known!(state, supplied.map(Option::<&Supplied>::cloned)) {
            return self.throw_made(state, target, args, site, calls);
        }
        let thrown = self.thrown_by_stub(&state, target, args.first(), site);
        if thrown.is_empty() {
            return self.call_for_input(state, target, args, site);
        }
        let heap = state.heap.clone();
        let guard = self.pool.tru();
        let answers = std::iter::once((StubAnswer::Returns, Fate::Caught)).chain(thrown);
        let alternatives = answers.map(|value| Alternative { guard, heap: heap.clone(), value }).collect();
        let mut live = self.split(state, alternatives, Guards::Facts, |state, (answer, fate)| {
            state.input.answer = Some(answer);
            state.input.is_left_by_exception |= fate == Fate::Leaves;
        });
        // That nothing is thrown is no decision: loops that call stubs go on as they would without exceptions.
        let returns = live.iter_mut().filter(|state| matches!(state.input.answer, Some(StubAnswer::Returns)));
        returns.for_each(|state| state.decisions -= 1);
        Ok(split_into(live))
    }

    /// The exceptions with which a call on a stub may end, each with what becomes of it.
    fn thrown_by_stub(
        &mut self,
        state: &State,
        target: MethodId,
        receiver: Option<&Value>,
        site: Site,
    ) -> Vec<(StubAnswer, Fate)> {
        let thrown_before = state.input.calls.iter().filter(|call| call.thrown.is_some()).count();
        if self.bounds == Bounds::Off || thrown_before >= MAX_THROWN || check_call(state).is_err() {
            return Vec::new();
        }
        let Some(stub) = receiver.and_then(|receiver| self.class_of_stub(state, *receiver)) else { return Vec::new() };
        let method = self.world.method(target);
        let mut exceptions = self.types.declared_exceptions(stub, &method);
        for handled in self.exceptions_with_handlers(state, site.unwind, &exceptions) {
            let is_handled_already = |known: &ClassId| self.world.is_subtype(*known, handled);
            if !exceptions.iter().any(is_handled_already) {
                exceptions.push(handled);
            }
        }
        let mut thrown = Vec::new();
        for exception in exceptions {
            let fate = self.fate(state, site.unwind, exception);
            let constructors = self.types.constructors_for_tests(exception, fate);
            if !constructors.is_empty() && self.is_worth_throwing(state, exception, fate) {
                let told = |constructor: &MethodId| match self.types.looks_at_arguments(*constructor) {
                    true => Told::Anything,
                    false => told(fate),
                };
                thrown.extend(constructors.iter().map(|made| (StubAnswer::Throws(*made, told(made)), fate)));
            }
        }
        thrown
    }

    /// Whether the call at which a state stands throws an exception once more.
    fn is_worth_throwing(&mut self, state: &State, exception: ClassId, fate: Fate) -> bool {
        if fate == Fate::Leaves {
            return self.run.left_by.insert(exception);
        }
        let frame = state.top();
        let times = self.run.thrown_at.entry((frame.code.id, frame.block, exception)).or_insert(0);
        *times += 1;
        *times <= MAX_AT_CALL
    }

    /// Has a call on a stub throw an exception that a constructor makes.
    fn throw_new(
        &mut self,
        mut state: State,
        target: MethodId,
        args: &[Value],
        site: Site,
        (constructor, told): (MethodId, Told),
    ) -> Step {
        let kinds = match self.passed(constructor, Some(Maker::Constructor)) {
            Ok(kinds) => kinds,
            Err(error) => return Err(Stop::unsupported(state, error.to_string())),
        };
        let key = self.key(target);
        let simple = key.class.rsplit(['.', '$']).next().unwrap_or(&key.class);
        let call = format!("{simple}.{}()#{}", key.method, state.input.calls.len() + 1);
        let names = self.world.parameter_names(&self.world.method(constructor));
        let mut arguments = Vec::with_capacity(kinds.len());
        for (kind, name) in kinds.into_iter().zip(names) {
            let value = match told {
                Told::Anything => unknown(self, &mut state, &format!("{call}.{name}"), kind),
                Told::Nothing => kind.default_value(&mut self.pool),
            };
            arguments.push((value, kind));
        }
        let first = MakingCall { method: constructor, arguments, on: CallOn::Object };
        let calls = MakingCalls { by: Maker::Constructor, first, then: Vec::new() };
        self.throw_made(state, target, args, site, Rc::new(calls))
    }

    /// Has a call on a stub throw what a call makes, which runs first.
    fn throw_made(
        &mut self,
        mut state: State,
        target: MethodId,
        args: &[Value],
        site: Site,
        calls: Rc<MakingCalls>,
    ) -> Step {
        known!(state, check_call(&state));
        self.assume_stub(&state, target);
        let code = self.code_of_making(&calls);
        let arguments = calls.arguments();
        let receiver = args.first().copied();
        let passed = self.passed_to(&self.world.method(target), args);
        let made = InputCallMade { method: target, receiver, passed, returned: None, thrown: Some(calls) };
        state.input.calls.push_back(made);
        known!(state, self.push_frame(&mut state, code, arguments, OnReturn::Raised(site.unwind)));
        Ok(Flow::Next(state))
    }

    /// What becomes of a path that cannot be followed while the exception of a stub is made: the exception is left out, as others are
    /// that stubs might throw.
    pub(crate) fn without_exception(&self, stop: Stop) -> Stop {
        let (state, reason) = stop.into_parts();
        // What is left out of an initializer is another matter.
        let mut running = state.frames.iter().rev().map(|frame| &frame.on_return);
        let running = running.find(|on_return| matches!(on_return, OnReturn::Raised(_) | OnReturn::Initialized(_)));
        let is_making = matches!(running, Some(OnReturn::Raised(_)));
        let is_its_fault = matches!(
            reason,
            CutReason::Bound(_) | CutReason::SolverUnknown(_) | CutReason::Unsupported(_) | CutReason::Unmodelled(_)
        );
        let mut throwing = state.input.calls.iter().rev().filter(|call| call.thrown.is_some());
        let receiver = throwing.next().filter(|_| is_making && is_its_fault).and_then(|call| call.receiver);
        match receiver.and_then(|receiver| self.class_of_stub(&state, receiver)) {
            Some(stub) => {
                let name = display_name(&self.world.class(stub).name);
                Stop::cut(state, CutReason::Bound(Assumption::StubInputs(name)))
            }
            None => Stop::cut(state, reason),
        }
    }
}

/// What is passed to the constructor of an exception.
fn told(fate: Fate) -> Told {
    match fate {
        Fate::Asked => Told::Anything,
        Fate::Caught | Fate::Leaves => Told::Nothing,
    }
}

impl Core<'_> {
    /// The class of a stub, if the value names one.
    fn class_of_stub(&self, state: &State, value: Value) -> Option<ClassId> {
        let Value::Ref(reference) = value else { return None };
        let object = object_of(state, reference).filter(|object| self.is_stub(state, *object))?;
        state.heap.object(object).exact_type().map(class_of)
    }

    /// What becomes of an exception of exactly this class that arises in the innermost activation.
    fn fate(&self, state: &State, unwind: Option<Unwind>, exception: ClassId) -> Fate {
        let mut handlers = handlers(state, unwind).map(|(frame, block)| (&frame.code.code.body, block));
        match handlers.find(|(body, block)| self.handles(body, *block, exception)) {
            Some((body, _)) if self.asks(body, exception) => Fate::Asked,
            Some(_) => Fate::Caught,
            None => Fate::Leaves,
        }
    }

    /// The exceptions that a call may throw, because they are unchecked or of a declared class, and for which the code of the program has
    /// handlers around the call at which a state stands; one that catches all exceptions is for `RuntimeException`.
    fn exceptions_with_handlers(&self, state: &State, unwind: Option<Unwind>, declared: &[ClassId]) -> Vec<ClassId> {
        let Ok(unchecked) = self.world.load("java/lang/RuntimeException") else { return Vec::new() };
        let of_program = handlers(state, unwind).filter(|(frame, _)| frame.code.provenance != Provenance::Jdk);
        let mut found: Vec<ClassId> = Vec::new();
        for class in of_program.flat_map(|(frame, block)| self.handled(&frame.code.code.body, block).0) {
            let is_for_all = self.world.is_subtype(unchecked, class) && class != unchecked;
            let thrown = if is_for_all { unchecked } else { class };
            let mut allowed = declared.iter().chain([&unchecked]);
            if allowed.any(|allowed| self.world.is_subtype(thrown, *allowed)) && !found.contains(&thrown) {
                found.push(thrown);
            }
        }
        found
    }

    /// The classes for which the handlers ask that are tested from this block on, and the block where none of them is for an exception.
    fn handled(&self, body: &Body, mut block: BlockId) -> (Vec<ClassId>, BlockId) {
        let mut found = Vec::new();
        while let Terminator::Branch { kind: BranchKind::HandlerTest, otherwise, .. } = &body.blocks[block].terminator {
            found.extend(body.blocks[block].stmts.iter().filter_map(|stmt| match &stmt.inst {
                Inst::InstanceOf { class, .. } => self.world.load(class).ok(),
                _ => None,
            }));
            block = *otherwise;
        }
        (found, block)
    }

    /// Whether code asks an exception that may be of this class what it holds.
    fn asks(&self, body: &Body, exception: ClassId) -> bool {
        let may_be_asked = |class: &str| {
            let top = self.world.load("java/lang/Throwable");
            let is_throwable = |class: ClassId| top.as_ref().is_ok_and(|top| self.world.is_subtype(class, *top));
            self.world.load(class).is_ok_and(|class| is_throwable(class) && self.world.is_subtype(exception, class))
        };
        body.blocks.iter().any(|(_, block)| {
            let calls = matches!(&block.terminator, Terminator::Invoke { callee: Callee::Method { method, .. }, .. }
                if !NOT_ASKING.contains(&&*method.name) && may_be_asked(&method.class));
            let reads = |stmt: &Stmt| matches!(&stmt.inst, Inst::GetField { field, .. } if may_be_asked(&field.class));
            calls || block.stmts.iter().any(reads)
        })
    }

    /// Whether one of the handlers catches an exception that are tested from this block on.
    fn handles(&self, body: &Body, block: BlockId, exception: ClassId) -> bool {
        let (classes, rest) = self.handled(body, block);
        let catches = classes.into_iter().any(|handled| self.world.is_subtype(exception, handled));
        catches || !matches!(body.blocks[rest].terminator, Terminator::Throw(_))
    }
}

/// Where an exception goes that arises in the innermost activation: the activations with a handler around the call in which they stand,
/// the innermost first, and the block at which its tests begin.
fn handlers(state: &State, mut unwind: Option<Unwind>) -> impl Iterator<Item = (&Frame, BlockId)> {
    let mut frames = state.frames.iter().rev();
    let mut is_outermost = false;
    std::iter::from_fn(move || {
        while !is_outermost {
            let frame = frames.next()?;
            let here = unwind;
            match frame.on_return {
                OnReturn::Resume { unwind: of_caller, .. } => unwind = of_caller,
                _ => is_outermost = true,
            }
            if let Some(here) = here {
                return Some((&**frame, here.block));
            }
        }
        None
    })
}

impl Types<'_> {
    /// The checked exceptions that a method declares, as far as a stub of this class may throw them. Where several declarations of the
    /// method are above the class, all of them have to allow it.
    fn declared_exceptions(&self, stub: ClassId, method: &Method) -> Vec<ClassId> {
        // Which exception a type variable stands for, only the source code of the program says.
        let is_generic = method.signature.as_ref().is_some_and(|signature| signature.contains("^T"));
        if is_generic {
            return Vec::new();
        }
        let declarations = self.declarations(stub, method);
        let mut found: Vec<ClassId> = Vec::new();
        for class in method.exceptions.iter().filter_map(|name| self.world.load(name).ok()) {
            let is_allowed = declarations.iter().all(|declared| self.declares(declared, class));
            if is_allowed && !found.contains(&class) && self.is_checked(class) {
                found.push(class);
            }
        }
        found
    }

    /// All declarations of a method, whatever it returns, in a class and above it.
    fn declarations(&self, class: ClassId, method: &Method) -> Vec<Rc<Method>> {
        let mut found = Vec::new();
        let mut waiting = vec![class];
        let mut seen: Vec<ClassId> = Vec::new();
        while let Some(class) = waiting.pop() {
            if seen.contains(&class) {
                continue;
            }
            seen.push(class);
            let class = self.world.class(class);
            let methods = class.methods.iter().map(|declared| self.world.method(*declared));
            let is_same = |declared: &Rc<Method>| {
                declared.name == method.name && declared.parameters == method.parameters && !declared.is_static()
            };
            found.extend(methods.filter(is_same));
            waiting.extend(class.superclass.iter().chain(&class.interfaces).copied());
        }
        found
    }

    fn declares(&self, method: &Method, exception: ClassId) -> bool {
        let mut declared = method.exceptions.iter().filter_map(|name| self.world.load(name).ok());
        declared.any(|declared| self.world.is_subtype(exception, declared))
    }

    fn is_checked(&self, class: ClassId) -> bool {
        let is = |name: &str| self.world.load(name).is_ok_and(|top| self.world.is_subtype(class, top));
        is("java/lang/Throwable") && !is("java/lang/RuntimeException") && !is("java/lang/Error")
    }

    /// The constructors by which tests make exceptions of a class: where somebody asks what they hold, those that are told most.
    fn constructors_for_tests(&self, class: ClassId, fate: Fate) -> Vec<MethodId> {
        let class = self.world.class(class);
        let is_internal = class.provenance == Provenance::Jdk && !API.iter().any(|start| class.name.starts_with(start));
        if !class.is_concrete() || !self.is_within_reach(&class) || is_internal {
            return Vec::new();
        }
        let constructors = class.methods.iter().map(|method| self.world.method(*method));
        let mut usable: Vec<Rc<Method>> = constructors
            .filter(|method| method.is_constructor() && self.may_be_called_by_test(&class, method))
            .collect();
        usable.sort_by_key(|method| {
            let plain = PLAIN.iter().position(|descriptor| **descriptor == *method.descriptor).unwrap_or(PLAIN.len());
            let count = method.parameters.len();
            let texts = method.parameters.iter().filter(|parameter| parameter.len() == 1 || ***parameter == *PASSED[0]);
            match told(fate) {
                Told::Nothing => (plain, count),
                Told::Anything => (usize::MAX - texts.count(), count),
            }
        });
        // Those of the JDK's exceptions differ in how much they are told, not in what they make of it.
        let most = match fate {
            Fate::Asked if class.provenance != Provenance::Jdk => MAX_CONSTRUCTORS,
            Fate::Asked | Fate::Caught | Fate::Leaves => 1,
        };
        usable.into_iter().take(most).map(|method| method.id).collect()
    }

    /// Whether what happens in a constructor of the program depends on what it is passed: it may reject `null` or zero.
    pub(crate) fn looks_at_arguments(&self, constructor: MethodId) -> bool {
        let method = self.world.method(constructor);
        if self.world.class(method.class).provenance == Provenance::Jdk || method.parameters.is_empty() {
            return false;
        }
        let Ok(code) = self.world.code(constructor) else { return false };
        code.body.blocks.values().any(|block| match &block.terminator {
            Terminator::Branch { kind: BranchKind::Source, .. } => true,
            Terminator::Invoke { callee: Callee::Method { method, .. }, .. } => &*method.class == "java/util/Objects",
            _ => false,
        })
    }

    fn may_be_called_by_test(&self, class: &Class, constructor: &Method) -> bool {
        let is_near = class.package() == self.package;
        let is_within_reach = constructor.is_public() || is_near && !constructor.is_private();
        let may_be_passed = |parameter: &str| parameter.len() == 1 || PASSED.contains(&parameter);
        let takes_these = constructor.parameters.iter().all(|parameter| may_be_passed(parameter));
        is_within_reach && takes_these && constructor.exceptions.is_empty() && !constructor.is_synthetic()
    }
}

//! Calls that are inputs (`--input-call`): a clock, a service, `nondetInt()`. Each returns a fresh unknown value, throws nothing and
//! changes nothing; the method's code does not run. Proofs say so (`stub:C#m`), and tests give the values.
//!
//! A method is meant where a pattern means it, or one that it overrides or implements. Constructors, private methods of
//! objects, calls through `super` and methods that compilers made to bridge two signatures run as they are, because nothing
//! can stand in for them in a test; so does the method under test itself.

use crate::core::{Bounds, Core};
use crate::extract::{Extractor, NoTest};
use crate::flow::{Site, Step, Stop, known};
use crate::fresh::{assume_not_null, unknown};
use crate::inputs::Supplied;
use crate::machine::Machine;
use crate::state::{Frame, InputCallMade, OnReturn, State};
use clew_absint::contract_of;
use clew_base::OrderedMap;
use clew_facts::{
    Assumption, CutReason, HeapObject, InputCall, MethodKey, Object as FactObject, ObjectId, Value as Fact,
};
use clew_heap::{Kind, Provenance, Ref, Target, Value};
use clew_jvm::{ClassId, Method, MethodId};
use std::rc::Rc;

/// The greatest number of calls on one path that are inputs.
const MAX_CALLS: usize = 1_000;

impl Machine<'_> {
    /// Whether calls of a method are inputs.
    pub(crate) fn is_input_call(&mut self, target: MethodId) -> bool {
        if self.inputs.calls.patterns.is_empty() || target == self.target {
            return false;
        }
        if let Some(known) = self.inputs.calls.known.get(&target) {
            return *known;
        }
        let is_input = self.find_input_call(target);
        self.inputs.calls.known.insert(target, is_input);
        is_input
    }

    fn find_input_call(&self, target: MethodId) -> bool {
        let method = self.world.method(target);
        let stands_alone = method.is_static();
        if method.is_constructor()
            || method.is_bridge()
            || self.world.class(method.class).is_hidden()
            || (method.is_private() && !stands_alone)
        {
            return false;
        }
        let selects = |key: &MethodKey| self.inputs.calls.patterns.iter().any(|pattern| pattern.selects(key));
        if stands_alone {
            return selects(&self.key(target));
        }
        let mut left = vec![method.class];
        let mut seen = Vec::new();
        while let Some(class) = left.pop() {
            if seen.contains(&class) {
                continue;
            }
            seen.push(class);
            let declares = self.world.find_method(class, &method.name, &method.descriptor);
            if declares.is_some() && selects(&self.key_in(class, &method)) {
                return true;
            }
            let class = self.world.class(class);
            left.extend(class.superclass);
            left.extend(class.interfaces.iter().copied());
        }
        false
    }

    /// Has a call return an unknown value, or in a concrete run the next of those that are given.
    pub(crate) fn call_for_input(&mut self, mut state: State, target: MethodId, args: &[Value], site: Site) -> Step {
        known!(state, check_call(&state));
        self.assume_stub(&state, target);
        let key = self.key(target);
        let supplied = self.inputs.calls.supplied_at(state.input.calls.len(), &key).map(Option::<&Supplied>::cloned);
        let supplied = known!(state, supplied);
        let method = self.world.method(target);
        let kind = match method.returns.as_deref().map(|returns| self.types.kind(returns)).transpose() {
            Ok(kind) => kind,
            Err(error) => return Err(Stop::unsupported(state, error.to_string())),
        };
        let receiver = args.first().copied().filter(|_| !method.is_static());
        let declared = self.declared_result(&state, receiver, &method);
        let value = kind.map(|kind| {
            let returned =
                |machine: &mut Self, state: &mut State, kind| machine.returned(state, &key, kind, supplied.as_ref());
            (self.new_as_declared(&mut state, declared.as_ref(), kind, returned), kind)
        });
        if let Some((value, _)) = value {
            self.keep_contract(&mut state, &method, value);
        }
        let passed = self.passed_to(&method, args);
        state.input.calls.push_back(InputCallMade { method: target, receiver, passed, returned: value, thrown: None });
        if let (Some(dst), Some((value, _))) = (site.dst, value) {
            state.set(dst, value);
        }
        self.jump(state, site.normal)
    }

    /// Has what a stub returns of a method of the JDK be an object where the method's documentation says so.
    fn keep_contract(&mut self, state: &mut State, method: &Method, value: Value) {
        if self.bounds == Bounds::Off || self.options.says_what_calls_do() {
            return;
        }
        if let Some(contract) = contract_of(self.world, method) {
            assume_not_null(self, state, value);
            self.ledger.assume_at(state, Assumption::Contract(contract.to_string()));
        }
    }

    /// The arguments of a call, without the receiver.
    pub(crate) fn passed_to(&self, method: &Method, args: &[Value]) -> Rc<[(Value, Kind)]> {
        let passed = &args[args.len() - method.parameters.len()..];
        let kinds = method.parameters.iter().map(|parameter| self.types.kind(parameter));
        passed.iter().zip(kinds).filter_map(|(value, kind)| Some((*value, kind.ok()?))).collect()
    }

    /// Puts on record that a call does not run the method's code.
    pub(crate) fn assume_stub(&mut self, state: &State, target: MethodId) {
        let key = self.key(target);
        self.ledger.assume_at(state, Assumption::Stub(format!("{}#{}", key.class, key.method)));
    }

    fn returned(&mut self, state: &mut State, key: &MethodKey, kind: Kind, supplied: Option<&Supplied>) -> Value {
        let at = state.input.calls.len();
        if self.bounds == Bounds::Off {
            return match supplied {
                Some(Supplied::Returns(Some(value))) => *value,
                Some(Supplied::Returns(None) | Supplied::Throws(_)) | None => kind.default_value(&mut self.pool),
            };
        }
        let simple = key.class.rsplit(['.', '$']).next().unwrap_or(&key.class);
        unknown(self, state, &format!("{simple}.{}()#{}", key.method, at + 1), kind)
    }
}

impl Core<'_> {
    /// The name of a method for those outside.
    pub(crate) fn key(&self, method: MethodId) -> MethodKey {
        let method = self.world.method(method);
        self.key_in(method.class, &method)
    }
}

impl Core<'_> {
    fn key_in(&self, class: ClassId, method: &Method) -> MethodKey {
        MethodKey::of_internal(&self.world.class(class).name, &method.name, &method.descriptor)
    }
}

impl Extractor<'_, '_> {
    /// What a call was passed.
    pub(crate) fn passed(&mut self, state: &State, made: &InputCallMade) -> Vec<Fact> {
        made.passed.iter().map(|(value, kind)| self.value(state, *value, *kind)).collect()
    }

    /// The calls of a path that are inputs. Only a concrete run tells what they are passed.
    ///
    /// # Errors
    /// Why a test cannot have them: one was made on an object that the execution itself has made.
    pub(crate) fn calls(&mut self, state: &State) -> Result<Vec<InputCall>, NoTest> {
        let mut calls = Vec::new();
        for made in &state.input.calls {
            let method = self.machine.key(made.method);
            let called = self.machine.world.method(made.method);
            if !called.has_code && !called.is_abstract() {
                return Err(format!("nothing can stand in for {}#{}, which is native", method.class, method.method));
            }
            let receiver = match made.receiver {
                None => None,
                Some(receiver) if is_of_input(state, receiver) => {
                    let class = self.machine.world.method(made.method).class;
                    Some(self.value(state, receiver, Kind::Ref(crate::types::type_of(class))))
                }
                Some(_) => return Err(made_on_another(&method)),
            };
            let returned = made.returned.map(|(value, kind)| self.value(state, value, kind));
            let thrown = made.thrown.as_ref().map(|making| self.making_call(state, &making.first));
            calls.push(InputCall { method, receiver, passed: Vec::new(), returned, thrown });
        }
        Ok(calls)
    }
}

/// Sees to it that a call may be an input where it is made.
///
/// # Errors
/// Why it may not.
pub(crate) fn check_call(state: &State) -> Result<(), CutReason> {
    let prepares = |frame: &Rc<Frame>| {
        matches!(frame.on_return, OnReturn::Initialized(_) | OnReturn::Established | OnReturn::Made(_))
    };
    // Calls make the receiver one after the other before the method is entered, in a test as here.
    let makes = |frame: &Rc<Frame>| matches!(frame.on_return, OnReturn::Made(_));
    let makes_receiver = !state.entry.begun && state.frames.get(1).is_some_and(makes);
    let below = if makes_receiver { 2 } else { 0 };
    if !(state.entry.begun || makes_receiver) || state.frames.iter().skip(below).any(prepares) {
        return Err(CutReason::Unsupported("a call that is an input while a class is initialized".to_owned()));
    }
    if state.input.calls.len() >= MAX_CALLS {
        return Err(CutReason::Unsupported(format!("more than {MAX_CALLS} calls that are inputs")));
    }
    Ok(())
}

fn made_on_another(method: &MethodKey) -> NoTest {
    format!("{}#{} is an input and called on an object that is none", method.class, method.method)
}

/// Whether a reference names an object of the input, in a solved heap.
fn is_of_input(state: &State, reference: Value) -> bool {
    let is_input = |object| state.heap.object(state.heap.representative(object)).provenance == Provenance::Input;
    match reference {
        Value::Ref(Ref::Object(object)) => is_input(object),
        Value::Ref(Ref::Var(variable)) => match state.heap.variable(variable).target {
            Target::Object(object) => is_input(object),
            Target::Null | Target::Named(_) => false,
            Target::NonNull | Target::Same(_) | Target::Open => true,
        },
        _ => false,
    }
}

/// Sees to it that a test can have others stand in for all receivers: that they are objects which it builds.
///
/// # Errors
/// One of them is not.
pub(crate) fn check_receivers(calls: &[InputCall], heap: &OrderedMap<ObjectId, HeapObject>) -> Result<(), NoTest> {
    for call in calls {
        let is_built = match &call.receiver {
            None => true,
            Some(Fact::Ref(id)) => {
                matches!(heap.get(id), Some(HeapObject { object: FactObject::Instance { .. }, .. }))
            }
            Some(_) => false,
        };
        if !is_built {
            return Err(made_on_another(&call.method));
        }
        if call.given().any(|value| *value == Fact::Unknown) {
            return Err(format!("it is not known what {}#{} returns", call.method.class, call.method.method));
        }
    }
    Ok(())
}

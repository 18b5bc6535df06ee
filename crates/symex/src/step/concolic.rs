//! Calls that ran for real, in concolic execution (`unverified-executions`, section 4).
//!
//! A call of the JDK that is not followed has the result that a virtual machine gave for the same arguments: they become a part of the
//! path condition, the result is a constant. What it is for other arguments is not known; the arguments of a path without an answer
//! are asked for in the next round. An object that such a call gives is known by the call that gave it.
//!
//! The call is taken to change nothing. So a path of this kind predicts nothing, and its exploration proves nothing: a recorded run
//! of its test tells what it reaches.

use super::beyond::call_of;
use crate::class_name::ClassName;
use crate::core::Bounds;
use crate::flow::{Flow, Found, Site, Step, Stop, known, object_of};
use crate::machine::{Guards, Machine};
use crate::models::modelled::{Decided, decide};
use crate::partial::partial_object;
use crate::state::concolic::Question;
use crate::state::{Frame, OnReturn, State, provenance_of_new};
use crate::strings;
use crate::types::{class_of, heap_field, is_box};
use clew_facts::{CutReason, MethodKey, RealAnswer, RealEnd, RealValue};
use clew_heap::{Alternative, ArrayData, Kind, ObjectId, Ref, Value, is_null};
use clew_ir::{Callee, InvokeKind, MethodRef};
use clew_jvm::{MethodId, Provenance};
use clew_term::Term;
use imbl::Vector;
use std::rc::Rc;

/// How many calls of one path may be answered. A loop over what such calls give might never end.
const MOST_ANSWERS: u32 = 32;

/// How many instructions of a call are followed before it runs for real.
const MOST_INSIDE: u32 = 400;

/// Why nothing is predicted behind such a call, and why nothing is known of what such an object holds.
pub(super) const FOR_REAL: &str = "what a call does that ran for real";

/// What becomes of a call that may have run for real.
pub(super) enum Real {
    /// It has an answer, or it was decided which one.
    Answered(Flow),
    /// There is no answer: its code runs.
    Code(State),
}

impl Machine<'_> {
    /// Calls a method for which there are answers. Where the arguments are those of none of them, the code of the method runs.
    pub(super) fn call_for_real(
        &mut self,
        mut state: State,
        (resolved, method): (MethodId, &MethodRef),
        args: &[Value],
        site: Site,
    ) -> Result<Real, Stop> {
        if !self.may_run_for_real(&state, resolved, args) {
            return Ok(Real::Code(state));
        }
        state.for_real.inside = 0;
        let (constructed, args) = self.passed_for_real(resolved, args);
        let answers = self.answers_to(method);
        let is_on_made = args.iter().any(|arg| self.is_made_for_real(&state, *arg));
        if answers.is_empty() && !is_on_made {
            return Ok(Real::Code(state));
        }
        for arg in args {
            match self.settle_for_real(state, *arg)? {
                Found::Known(same, ()) => state = same,
                Found::Decided(flow) => return Ok(Real::Answered(flow)),
            }
        }
        let guards: Vec<Term> = answers.iter().map(|answer| self.has_passed(&state, answer, args)).collect();
        let is_known = |machine: &Self, guard: Term| {
            machine.pool.as_bool(guard).unwrap_or_else(|| state.path.known.contains(&guard))
        };
        if let Some((_, answer)) = guards.iter().zip(answers.iter()).find(|(guard, _)| is_known(self, **guard)) {
            return self.answer(state, answer, constructed, site).map(Real::Answered);
        }
        let none = self.pool.or_all(&guards);
        let none = self.pool.not(none);
        if is_known(self, none) {
            // Its code would look into objects of which nothing is known.
            return match is_on_made {
                true => Err(Stop::unsupported(state, FOR_REAL)),
                false => Ok(Real::Code(state)),
            };
        }
        let alternative = |guard: &Term| Alternative { guard: *guard, heap: state.heap.clone(), value: *guard };
        let alternatives = guards.iter().chain([&none]).map(alternative).collect();
        let live = self.split(state, alternatives, Guards::Exhaustive, |child, guard| {
            child.path.known.insert(guard);
        });
        // The call runs again in each of them.
        Ok(Real::Answered(Flow::Split { live, ended: Vec::new() }))
    }

    /// Goes on as a call did that ran for real.
    fn answer(&mut self, mut state: State, answer: &RealAnswer, constructed: Option<Value>, site: Site) -> Step {
        state.predict_no_further(FOR_REAL);
        state.for_real.answered += 1;
        if state.for_real.answered > MOST_ANSWERS {
            return Err(Stop::cut(state, CutReason::Budget("calls that run for real".to_owned())));
        }
        let value = match &answer.end {
            RealEnd::Threw(class) => return self.raise_new(state, &class.replace('.', "/"), site.unwind),
            RealEnd::Returned(value) => known!(state, self.value_for_real(&mut state, value)),
            RealEnd::Gave(class) => {
                let object = match constructed {
                    Some(Value::Ref(Ref::Object(object))) => {
                        self.forget_fields(&mut state, object);
                        object
                    }
                    _ => {
                        let class = class.replace('.', "/");
                        known!(state, partial_object(self, &mut state, &class, FOR_REAL, |_| None))
                    }
                };
                state.for_real.made.insert(object, Rc::new(answer.call.clone()));
                Value::Ref(Ref::Object(object))
            }
        };
        if let Some(dst) = site.dst {
            state.set(dst, value);
        }
        self.jump(state, site.normal)
    }

    /// Decides whether an argument is `null`, and which object it is; a string has characters then.
    fn settle_for_real(&mut self, state: State, value: Value) -> Result<Found<()>, Stop> {
        let Value::Ref(reference) = value else { return Ok(Found::Known(state, ())) };
        let null = is_null(&mut self.pool, &state.heap, reference);
        let state = match decide(self, state, null) {
            Decided::Split(flow) => return Ok(Found::Decided(flow)),
            Decided::Known(state, true) => return Ok(Found::Known(state, ())),
            Decided::Known(state, false) => state,
        };
        let (state, object) = match self.exact_object(state, value)? {
            Found::Known(state, object) => (state, object),
            Found::Decided(flow) => return Ok(Found::Decided(flow)),
        };
        if !strings::is_string(self, &state, object) {
            return Ok(Found::Known(state, ()));
        }
        Ok(match self.with_characters(state, object)? {
            Some(state) => Found::Known(state, ()),
            None => Found::Decided(Flow::nowhere()),
        })
    }

    /// The answers to calls of a method.
    fn answers_to(&self, method: &MethodRef) -> Rc<[RealAnswer]> {
        let key = MethodKey::of_internal(&method.class, &method.name, &method.descriptor);
        let answers = self.inputs.answers.as_ref().and_then(|answers| answers.get(&key));
        answers.cloned().unwrap_or_else(|| Rc::from([]))
    }

    /// Whether a call is one of the program in the method under test, of the JDK's code.
    fn may_run_for_real(&self, state: &State, resolved: MethodId, args: &[Value]) -> bool {
        let is_plain = |on_return: &OnReturn| matches!(on_return, OnReturn::Entry | OnReturn::Resume { .. });
        self.inputs.answers.is_some()
            && self.bounds == Bounds::On
            && state.entry.begun
            && state.frames.iter().all(|frame| is_plain(&frame.on_return))
            && state.top().code.provenance != Provenance::Jdk
            && self.is_of_jdk(state, resolved, args)
    }

    /// Whether a method is one of the JDK. A constructor has to make an object of just its class.
    fn is_of_jdk(&self, state: &State, resolved: MethodId, args: &[Value]) -> bool {
        let method = self.world.method(resolved);
        if self.world.class(method.class).provenance != Provenance::Jdk {
            return false;
        }
        let makes_its_own = |value: &Value| match value {
            Value::Ref(Ref::Object(object)) => {
                state.heap.object(*object).exact_type().map(class_of) == Some(method.class)
            }
            _ => false,
        };
        !method.is_constructor() || args.first().is_some_and(makes_its_own)
    }

    /// The object under construction, if there is one, and what else is passed.
    fn passed_for_real<'a>(&self, resolved: MethodId, args: &'a [Value]) -> (Option<Value>, &'a [Value]) {
        match args {
            [constructed, rest @ ..] if self.world.method(resolved).is_constructor() => (Some(*constructed), rest),
            _ => (None, args),
        }
    }

    fn is_made_for_real(&self, state: &State, value: Value) -> bool {
        let Value::Ref(reference) = value else { return false };
        let object = object_of(state, reference).map(|object| state.heap.representative(object));
        object.is_some_and(|object| state.for_real.made.contains_key(&object))
    }

    /// Whether a path has been for long in a call of the program that can run for real.
    pub(super) fn is_in_call_for_long(&mut self, state: &mut State) -> bool {
        if self.inputs.answers.is_none() || state.top().code.provenance != Provenance::Jdk || state.top().initializes {
            return false;
        }
        state.for_real.inside += 1;
        if state.for_real.inside < MOST_INSIDE {
            return false;
        }
        state.for_real.inside = 0;
        self.question(state).is_some()
    }

    /// Whether a call of the program gives a value of which nothing is known, and can run for real.
    pub(super) fn is_unknown_for_real(&mut self, state: &State, value: Option<Value>) -> bool {
        let is_of_program = |frame: &Rc<Frame>| frame.code.provenance != Provenance::Jdk;
        let behind = match state.top().code.provenance {
            Provenance::Jdk => state.frames.iter().rev().nth(1),
            _ => state.frames.last(),
        };
        self.inputs.answers.is_some()
            && value.is_some_and(|value| self.is_lost(state, value))
            && behind.is_some_and(is_of_program)
            && self.question(state).is_some()
    }

    /// Whether nothing is known of a value, or of the characters of a string.
    fn is_lost(&self, state: &State, value: Value) -> bool {
        match value {
            Value::Opaque(_) => true,
            Value::Ref(Ref::Object(object)) if strings::is_string(self, state, object) => {
                matches!(strings::characters(self, state, object), Some(Value::Opaque(_)))
            }
            Value::Term(_) | Value::Ref(_) => false,
        }
    }

    /// Has the call run for real in which a path ends. False where it cannot.
    pub(super) fn asks_about_call(&mut self, state: &mut State, reason: &CutReason) -> bool {
        let is_limit = self.is_limit_of_path(reason) && !matches!(reason, CutReason::Bound(_));
        if !is_limit || self.inputs.answers.is_none() {
            return false;
        }
        state.for_real.asked = self.question(state).map(Rc::new);
        state.for_real.asked.is_some()
    }

    /// What is to be asked about the call of the program in which a path is.
    fn question(&mut self, state: &State) -> Option<Question> {
        let is_of_program = |frame: &&Rc<Frame>| frame.code.provenance != Provenance::Jdk;
        let depth = state.frames.iter().take_while(is_of_program).count();
        let mut caller = state.clone();
        caller.frames.truncate(depth);
        let frame = Rc::clone(caller.frames.last()?);
        let call = call_of(&frame)?;
        let Callee::Method { kind, method } = call.callee else { return None };
        let resolved = self.resolve(method, *kind).ok()?;
        let args: Vec<Value> = call.args.iter().map(|arg| self.eval(&caller, arg)).collect();
        if !self.may_run_for_real(&caller, resolved, &args) {
            return None;
        }
        let (constructed, args) = self.passed_for_real(resolved, &args);
        let is_static = *kind == InvokeKind::Static || constructed.is_some();
        let receiver = (!is_static).then(|| format!("L{};", method.class));
        let parameters = self.world.method(resolved).parameters.clone();
        let descriptors = receiver.into_iter().chain(parameters.iter().map(ToString::to_string));
        let kinds: Option<Vec<Kind>> = descriptors.map(|descriptor| self.types.kind(&descriptor).ok()).collect();
        if !args.iter().all(|arg| self.can_be_passed(&caller, *arg)) {
            return None;
        }
        let arguments = args.iter().copied().zip(kinds?).collect();
        let method = MethodKey::of_internal(&method.class, &method.name, &method.descriptor);
        Some(Question { method, is_static, arguments })
    }

    /// Whether a value may be one that can be passed to a call which runs for real.
    fn can_be_passed(&self, state: &State, value: Value) -> bool {
        let object = match value {
            Value::Term(_) | Value::Ref(Ref::Null) => return true,
            Value::Opaque(_) => return false,
            Value::Ref(reference) => match object_of(state, reference) {
                Some(object) => state.heap.representative(object),
                // It is an open one of the input, whose class is chosen when it is asked about.
                None => return true,
            },
        };
        let Some(class) = state.heap.object(object).exact_type().map(|ty| self.types.class(ty)) else { return true };
        let is_plain = is_box(&class.name) || matches!(&*class.name, "java/lang/String" | "java/lang/Class");
        is_plain || class.is_array() || state.for_real.made.contains_key(&object)
    }
}

impl Machine<'_> {
    /// The condition that what is passed is what was passed to a call that ran for real.
    fn has_passed(&mut self, state: &State, answer: &RealAnswer, args: &[Value]) -> Term {
        let mut conditions = Vec::new();
        for (arg, wanted) in args.iter().zip(&answer.call.arguments) {
            match self.is_passed(state, *arg, wanted) {
                Some(condition) => conditions.push(condition),
                None => return self.pool.fls(),
            }
        }
        self.pool.and_all(&conditions)
    }

    /// The condition that a value is this one; `None` if it never is, or that cannot be said.
    fn is_passed(&mut self, state: &State, arg: Value, wanted: &RealValue) -> Option<Term> {
        let reference = match (arg, wanted) {
            (Value::Term(term), RealValue::Number(number)) => {
                let number = self.number(number)?;
                return Some(self.pool.eq(term, number));
            }
            (Value::Ref(reference), RealValue::Null) => return Some(is_null(&mut self.pool, &state.heap, reference)),
            (Value::Ref(reference), _) => reference,
            (Value::Term(_) | Value::Opaque(_), _) => return None,
        };
        let object = state.heap.representative(object_of(state, reference)?);
        let holds = match wanted {
            RealValue::Text(units) => return self.is_text_of(state, object, units),
            RealValue::Array { class, elements } => return self.is_array_of(state, object, class, elements),
            RealValue::Boxed(number) => {
                let value = self.boxed_number(state, object)?;
                let number = self.number(number)?;
                return Some(self.pool.eq(value, number));
            }
            RealValue::Class(name) => {
                state.globals.classes.names.get(&object).is_some_and(|known| *known == ClassName::of_shown(name))
            }
            RealValue::Made(call) => state.for_real.made.get(&object).is_some_and(|known| **known == **call),
            RealValue::Null | RealValue::Number(_) => false,
        };
        holds.then(|| self.pool.tru())
    }

    fn is_text_of(&mut self, state: &State, object: ObjectId, units: &[u16]) -> Option<Term> {
        let text = strings::is_string(self, state, object).then(|| self.text_of_string(state, object))??;
        let length = self.pool.bv32(i32::try_from(units.len()).ok()?);
        let mut conditions = vec![self.pool.eq(text.length, length)];
        for (unit, wanted) in text.units.get(..units.len())?.iter().zip(units) {
            let wanted = self.pool.bv(16, u64::from(*wanted));
            conditions.push(self.pool.eq(*unit, wanted));
        }
        Some(self.pool.and_all(&conditions))
    }

    fn is_array_of(&mut self, state: &State, object: ObjectId, class: &str, wanted: &[RealValue]) -> Option<Term> {
        let ty = state.heap.object(object).exact_type()?;
        let array = state.heap.object(object).array()?;
        let ArrayData::Dense(elements) = array.data.clone() else { return None };
        let length = array.length;
        if *self.types.class(ty).name != *class.replace('.', "/") || elements.len() < wanted.len() {
            return None;
        }
        let wanted_length = self.pool.bv32(i32::try_from(wanted.len()).ok()?);
        let mut conditions = vec![self.pool.eq(length, wanted_length)];
        for (element, wanted) in elements.iter().zip(wanted) {
            conditions.push(self.is_passed(state, *element, wanted)?);
        }
        Some(self.pool.and_all(&conditions))
    }

    /// What a box of `java.lang` holds.
    fn boxed_number(&self, state: &State, object: ObjectId) -> Option<Term> {
        let class = class_of(state.heap.object(object).exact_type()?);
        let field = self.world.instance_field(class, "value").filter(|_| is_box(&self.world.class(class).name))?;
        match state.heap.field(object, heap_field(field)) {
            Some(Value::Term(term)) => Some(term),
            _ => None,
        }
    }

    /// The value that a call returned.
    fn value_for_real(&mut self, state: &mut State, value: &RealValue) -> Result<Value, CutReason> {
        let unknown = || CutReason::Unsupported(FOR_REAL.to_owned());
        let object = match value {
            RealValue::Null => return Ok(Value::Ref(Ref::Null)),
            RealValue::Number(number) => return self.number(number).map(Value::Term).ok_or_else(unknown),
            RealValue::Text(units) => strings::make(self, state, units, provenance_of_new(state))?,
            RealValue::Class(name) => self.class_object(state, &ClassName::of_shown(name))?,
            RealValue::Boxed(number) => {
                let class = box_of(number).ok_or_else(unknown)?;
                let number = self.number(number).map(Value::Term);
                partial_object(self, state, class, FOR_REAL, |field| number.filter(|_| field == "value"))?
            }
            RealValue::Array { class, elements } => {
                let elements = elements.iter().map(|element| self.value_for_real(state, element));
                let elements = elements.collect::<Result<Vector<Value>, CutReason>>()?;
                self.make_array_of(state, &class.replace('.', "/"), elements)?
            }
            RealValue::Made(_) => return Err(unknown()),
        };
        Ok(Value::Ref(Ref::Object(object)))
    }

    /// Makes it unknown what an object holds.
    fn forget_fields(&self, state: &mut State, object: ObjectId) {
        let Some(class) = state.heap.object(object).exact_type().map(class_of) else { return };
        for field in self.world.instance_fields(class).iter() {
            state.heap.object_mut(object).initialize_field(heap_field(*field), Value::Opaque(FOR_REAL));
        }
    }
}

/// The class of the box that holds a number.
fn box_of(number: &clew_facts::Value) -> Option<&'static str> {
    use clew_facts::Value as Fact;
    Some(match number {
        Fact::Boolean(_) => "java/lang/Boolean",
        Fact::Byte(_) => "java/lang/Byte",
        Fact::Char(_) => "java/lang/Character",
        Fact::Short(_) => "java/lang/Short",
        Fact::Int(_) => "java/lang/Integer",
        Fact::Long(_) => "java/lang/Long",
        Fact::Float(_) => "java/lang/Float",
        Fact::Double(_) => "java/lang/Double",
        Fact::Null | Fact::Ref(_) | Fact::Unknown => return None,
    })
}

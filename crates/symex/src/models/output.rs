//! Output and logging: what is printed or logged is evaluated as Java does, and then nothing happens.
//!
//! A *sink* is an object of which only that is known: `System.out`, `System.err`, and what the factories of the usual logging
//! libraries return. A call of one makes the text of what is passed where the program's code would see that (`toString()`), throws
//! nothing else and changes nothing, which proofs name (`output:…`). Whether a logger is enabled is not known, but that it stays so.

use crate::core::Core;
use crate::flow::{Stop, known};
use crate::machine::Machine;
use crate::models::modelled::{Model, ModelResult, Modelled, decided_null, returns};
use crate::state::{AskedOfLogger, Sink, State};
use crate::types::{display_name, type_of};
use clew_facts::{Assumption, CutReason};
use clew_heap::{Object, ObjectId, Provenance, Ref, Value};
use clew_ir::{Callee, Terminator};
use clew_jvm::MethodId;
use clew_term::Sort;
use std::sync::Arc;

const STREAM: &str = "java/io/PrintStream";
const STRING: &str = "java/lang/String";
const SYSTEM: &str = "java/lang/System";
const OF_OBJECT: &str = "(Ljava/lang/Object;)V";
const VALUE_OF: (&str, &str) = ("valueOf", "(Ljava/lang/Object;)Ljava/lang/String;");
const FORMAT: (&str, &str) = ("format", "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;");

/// What a sink says of itself.
const ANSWER: &str = "what a stream or a logger says of itself";

/// Static methods that return a logger, by class and name, and the class or interface of what they return.
const FACTORIES: [(&str, &str, &str); 10] = [
    ("java/util/logging/Logger", "getLogger", "java/util/logging/Logger"),
    ("java/util/logging/Logger", "getAnonymousLogger", "java/util/logging/Logger"),
    ("java/util/logging/Logger", "getGlobal", "java/util/logging/Logger"),
    (SYSTEM, "getLogger", "java/lang/System$Logger"),
    ("org/slf4j/LoggerFactory", "getLogger", "org/slf4j/Logger"),
    ("org/apache/commons/logging/LogFactory", "getLog", "org/apache/commons/logging/Log"),
    ("org/apache/logging/log4j/LogManager", "getLogger", "org/apache/logging/log4j/Logger"),
    ("org/apache/logging/log4j/LogManager", "getFormatterLogger", "org/apache/logging/log4j/Logger"),
    ("org/apache/logging/log4j/LogManager", "getRootLogger", "org/apache/logging/log4j/Logger"),
    ("org/apache/log4j/Logger", "getLogger", "org/apache/log4j/Logger"),
];

pub(super) fn model_of(class: &str, name: &str, descriptor: &str) -> Option<Model> {
    if let Some(model) = factory(class, name) {
        return Some(model);
    }
    let gives_nothing = descriptor.ends_with(")V");
    match (class, name, descriptor) {
        ("java/lang/Throwable", "printStackTrace", "()V") => Some(print_stack_trace),
        (STREAM, "print" | "println", OF_OBJECT) => Some(print_object),
        (STREAM, "print" | "println", "([C)V") => Some(print_characters),
        (STREAM, "append", "(Ljava/lang/CharSequence;)Ljava/io/PrintStream;") => Some(append_text),
        (STREAM, "append", "(C)Ljava/io/PrintStream;") => Some(itself),
        (STREAM, "printf" | "format", "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/PrintStream;") => {
            Some(print_format)
        }
        (STREAM, "print" | "println" | "flush" | "close", _) | (STREAM, "write", "(I)V") => Some(nothing),
        (STREAM, "checkError", "()Z") => Some(answer),
        _ if is_logger(class) && gives_nothing && name != "<init>" => Some(nothing),
        _ if is_logger(class) && descriptor.ends_with(")Z") => Some(truth),
        _ if is_logger(class) && name != "<init>" => Some(answer),
        _ => None,
    }
}

/// Whether the initializer of a class does nothing but find out where its loggers write to.
pub(crate) fn is_factory_of_loggers(class: &str) -> bool {
    class != SYSTEM && FACTORIES.iter().any(|(owner, ..)| *owner == class)
}

/// Whether an object of a class may be a logger that a factory has returned.
pub(crate) fn is_logger(class: &str) -> bool {
    FACTORIES.iter().any(|(.., logger)| *logger == class)
}

/// The function that makes the logger which a static method returns.
fn factory(class: &str, name: &str) -> Option<Model> {
    let (.., logger) = FACTORIES.iter().find(|(owner, method, _)| (*owner, *method) == (class, name))?;
    Some(match *logger {
        "java/util/logging/Logger" => {
            |machine, state, args| logger_of(machine, state, args, "java/util/logging/Logger")
        }
        "java/lang/System$Logger" => |machine, state, args| logger_of(machine, state, args, "java/lang/System$Logger"),
        "org/slf4j/Logger" => |machine, state, args| logger_of(machine, state, args, "org/slf4j/Logger"),
        "org/apache/commons/logging/Log" => {
            |machine, state, args| logger_of(machine, state, args, "org/apache/commons/logging/Log")
        }
        "org/apache/log4j/Logger" => |machine, state, args| logger_of(machine, state, args, "org/apache/log4j/Logger"),
        _ => |machine, state, args| logger_of(machine, state, args, "org/apache/logging/log4j/Logger"),
    })
}

/// The logger that a factory returns: the same where it is passed the same text or class, else one of its own.
fn logger_of(machine: &mut Core<'_>, mut state: State, args: &[Value], class: &'static str) -> ModelResult {
    let named = args.first().copied().filter(|name| matches!(name, Value::Ref(Ref::Object(_))));
    let sink = known!(state, machine.sink(&mut state, Sink { name: class, named }, class));
    returns(state, sink)
}

fn nothing(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    if !machine.use_sink(&state, args) {
        return Ok(Modelled::Code(state));
    }
    // As `setLevel` does.
    if method_called(&state).is_some_and(|method| method.starts_with("set")) {
        state.guesses.loggers.clear();
    }
    Ok(Modelled::Returns(state, None))
}

fn answer(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    match machine.use_sink(&state, args) {
        true => returns(state, Value::Opaque(ANSWER)),
        false => Ok(Modelled::Code(state)),
    }
}

/// Whether a logger is enabled: nobody knows, but it says the same as long as the path goes on.
fn truth(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    if !machine.use_sink(&state, args) {
        return Ok(Modelled::Code(state));
    }
    let are_known = args.iter().all(|arg| matches!(arg, Value::Ref(Ref::Object(_) | Ref::Null)));
    let Some(method) = method_called(&state).filter(|_| are_known) else {
        return returns(state, Value::Opaque(ANSWER));
    };
    let asked = AskedOfLogger { method: Arc::clone(method), args: args.into() };
    let known = state.guesses.loggers.iter().find(|(before, _)| *before == asked).map(|(_, known)| *known);
    if let Some(known) = known {
        return returns(state, known);
    }
    let Ok(is_enabled) = machine.unknown_decision(&mut state, ANSWER, Sort::Bool) else {
        return returns(state, Value::Opaque(ANSWER));
    };
    let [one, zero] = [1, 0].map(|number| machine.pool.bv32(number));
    let answer = machine.pool.ite(is_enabled, one, zero);
    state.guesses.loggers.push_back((asked, answer));
    returns(state, answer)
}

/// The name of the method that the running activation calls.
fn method_called(state: &State) -> Option<&Arc<str>> {
    let frame = state.top();
    match &frame.code.code.body.blocks[frame.block].terminator {
        Terminator::Invoke { callee: Callee::Method { method, .. }, .. } => Some(&method.name),
        _ => None,
    }
}

fn itself(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    match machine.use_sink(&state, args) {
        true => returns(state, args[0]),
        false => Ok(Modelled::Code(state)),
    }
}

fn print_object(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    match machine.use_sink(&state, args) {
        true => machine.after_text(state, VALUE_OF, args[1..].to_vec(), None),
        false => Ok(Modelled::Code(state)),
    }
}

fn append_text(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    match machine.use_sink(&state, args) {
        true => machine.after_text(state, VALUE_OF, args[1..].to_vec(), Some(args[0])),
        false => Ok(Modelled::Code(state)),
    }
}

fn print_format(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    match machine.use_sink(&state, args) {
        true => machine.after_text(state, FORMAT, args[1..].to_vec(), Some(args[0])),
        false => Ok(Modelled::Code(state)),
    }
}

fn print_characters(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    if !machine.use_sink(&state, args) {
        return Ok(Modelled::Code(state));
    }
    let (state, is_null) = decided_null!(machine, state, args[1]);
    match is_null {
        true => Ok(Modelled::Throws(state, "java/lang/NullPointerException")),
        false => Ok(Modelled::Returns(state, None)),
    }
}

/// Prints the text of an exception to `System.err`; how it got here is nothing that the program sees.
fn print_stack_trace(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    machine.ledger.assume_at(&state, Assumption::Output("java.lang.System.err".to_owned()));
    machine.after_text(state, VALUE_OF, args.to_vec(), None)
}

impl Machine<'_> {
    /// Whether a method is called on a sink; from here on the execution rests on what that says.
    fn use_sink(&mut self, state: &State, args: &[Value]) -> bool {
        let Some(Value::Ref(Ref::Object(object))) = args.first() else { return false };
        let Some(sink) = state.globals.platform.sinks.get(object) else { return false };
        self.ledger.assume_at(state, Assumption::Output(display_name(sink.name)));
        true
    }

    /// A static method of `String` makes the text of what is printed; then the call returns this value, if it returns something.
    fn after_text(
        &mut self,
        state: State,
        (name, descriptor): (&str, &str),
        args: Vec<Value>,
        returned: Option<Value>,
    ) -> ModelResult {
        let class = known!(state, self.load(STRING));
        if !self.is_ready(&state, class) {
            return Ok(Modelled::Again(self.initialize(state, class)?));
        }
        let method: Option<MethodId> = self.world.find_method(class, name, descriptor);
        match method {
            Some(method) => Ok(Modelled::After(state, method, args, returned)),
            None => Err(Stop::unsupported(state, "a method of strings that this JDK does not have")),
        }
    }
}

impl Core<'_> {
    /// The stream that a static field of `System` holds, by the field's name.
    pub(crate) fn stream_of_system(&mut self, state: &mut State, field: &str) -> Result<Option<ObjectId>, CutReason> {
        match field {
            "out" => self.sink(state, Sink { name: "java/lang/System.out", named: None }, STREAM).map(Some),
            "err" => self.sink(state, Sink { name: "java/lang/System.err", named: None }, STREAM).map(Some),
            _ => Ok(None),
        }
    }

    /// The object of a sink, of this class or interface.
    fn sink(&mut self, state: &mut State, sink: Sink, class: &str) -> Result<ObjectId, CutReason> {
        let is_one = sink.named.is_some() || !is_logger(class);
        let known = state.globals.platform.sinks.iter().find(|(_, known)| is_one && **known == sink);
        if let Some((object, _)) = known {
            return Ok(*object);
        }
        let class = self.load(class)?;
        let mut object = Object::new(type_of(class), Provenance::Initialization);
        for field in self.world.instance_fields(class).iter() {
            object.initialize_field(crate::types::heap_field(*field), Value::Opaque(ANSWER));
        }
        let object = state.heap.allocate(object);
        state.globals.platform.sinks.insert(object, sink);
        Ok(object)
    }

    /// Whether a value is a sink.
    pub(crate) fn is_sink(&self, state: &State, value: Option<&Value>) -> bool {
        matches!(value, Some(Value::Ref(Ref::Object(object))) if state.globals.platform.sinks.contains_key(object))
    }
}

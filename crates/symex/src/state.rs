//! The state of an execution: frames, heap, globals and path condition.

pub(crate) mod concolic;
pub(crate) mod given;
pub(crate) mod guided;
pub(crate) mod handle;
pub(crate) mod made;
pub(crate) mod text;

use crate::class_name::ClassName;
use crate::code::Code;
use crate::collection::Collection;
use crate::helpers::CodePlace;
use crate::sharing::Sharing;
use crate::state::concolic::ForReal;
use crate::state::given::Given;
use crate::state::guided::Guided;
use crate::state::handle::Handle;
use crate::state::made::{MadeObject, Making, MakingCalls};
use crate::state::text::Text;
use crate::string_switch::SwitchByText;
use crate::trace::{Route, Trace};
use clew_base::FastMap;
use clew_facts::{CutReason, Surrounding};
use clew_heap::{Heap, Kind, ObjectId, Provenance, RefVar, Value};
use clew_ir::{BlockId, Origin, Reg, Unwind};
use clew_jvm::Declared;
use clew_jvm::{ClassId, FieldId, MethodId};
use clew_smt::Model;
use clew_term::Term;
use imbl::{OrdMap, OrdSet, Vector};
use std::rc::Rc;
use std::sync::Arc;

/// What happens when an activation ends.
#[derive(Clone, Debug)]
pub(crate) enum OnReturn {
    /// The execution ends.
    Entry,
    /// The caller goes on.
    Resume {
        /// Where the value goes.
        dst: Option<Reg>,
        /// Where control goes.
        normal: BlockId,
        /// Where an exception goes, if the caller looks for a handler.
        unwind: Option<Unwind>,
    },
    /// An invariant of the input is looked at, before the method under test begins.
    Established,
    /// A class is initialized; the instruction of the caller that needed it runs again.
    Initialized(ClassId),
    /// An object of the input is made; the instruction of the caller that needed it runs again.
    Made(Rc<Making>),
    /// The exception is made that a stub throws; it is raised in the caller, which has this way out.
    Raised(Option<Unwind>),
    /// The text of this string is put together; the instruction of the caller that looks into it runs again.
    Joined(ObjectId),
}

/// How often a loop has gone round since it was entered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoopCount {
    /// Rounds in which the path took a decision.
    pub deciding: u32,
    /// All rounds.
    pub all: u32,
    /// The number of decisions of the path when the last round began.
    pub decisions: u32,
}

/// An activation of a method.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub code: Rc<Code>,
    pub block: BlockId,
    /// The statement that runs next; the terminator if it is past the last.
    pub stmt: usize,
    pub regs: Vec<Value>,
    pub on_return: OnReturn,
    pub loops: Vec<(clew_ir::LoopId, LoopCount)>,
    /// How often each block ran, where a bound on that is set.
    pub block_counts: FastMap<BlockId, u32>,
    /// The number of decisions of the path when the activation began.
    pub decisions: u32,
    /// How many objects there were when the activation began.
    pub objects_before: usize,
    /// How many activations of the same method are below it with a decision between them.
    pub recursion: u32,
    /// Whether it is part of the initialization of a class.
    pub initializes: bool,
}

/// What is known of a class's initialization.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InitStatus {
    /// Its initializer, or that of a superclass, runs.
    Running,
    /// It is initialized.
    Done,
    /// Its initializer threw an exception.
    Failed,
}

/// That a path went on where it is not known whether its input goes there, and what is sure of it because it comes before.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    /// What was not known.
    pub what: &'static str,
    /// The goals reached before.
    pub reached: OrdSet<usize>,
    /// The lines gone through before.
    pub trace: Trace,
}

/// What is global to an execution besides the heap: a record for each concern.
#[derive(Clone, Debug, Default)]
pub(crate) struct Globals {
    pub statics: Statics,
    pub initialization: Initialization,
    pub texts: Texts,
    pub classes: ClassObjects,
    pub identity: Identity,
    pub threads: Threads,
    pub platform: Platform,
    pub recalled: Recalled,
    /// What the collector may have done.
    pub collection: Collection,
}

/// Static fields.
#[derive(Clone, Debug, Default)]
pub(crate) struct Statics {
    pub values: OrdMap<FieldId, Value>,
    /// What static fields of the program held before the method under test wrote to them.
    pub overwritten: OrdMap<FieldId, Value>,
    /// Static fields of the program that hold numbers and that calls which make the input change. What other tests have left there is
    /// not known.
    pub counters: OrdSet<FieldId>,
}

/// The initialization of classes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Initialization {
    pub status: OrdMap<ClassId, InitStatus>,
    /// The classes of the program whose initialization no other class's began, in order, as long as the method had changed nothing
    /// that an initializer can see.
    pub in_order: Vector<ClassId>,
    /// The classes whose initialization was not followed to its end.
    pub unfollowed: OrdSet<ClassId>,
    /// Whether the method under test has changed state of the process that an initializer may look at: the default locale, what the
    /// running thread holds.
    pub changed_process: bool,
    /// How many objects there were when the outermost initializer began, of those that run.
    pub made_before: usize,
}

/// Strings.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts {
    /// Interned strings, by their UTF-16 units.
    pub interned: OrdMap<Rc<[u16]>, ObjectId>,
    /// The strings of the input that the path takes to be a literal with the same characters.
    pub literals: OrdSet<ObjectId>,
    /// The length and the first characters of strings of the input that have no characters yet, where somebody asked.
    pub glimpses: OrdMap<ObjectId, Rc<Text>>,
    /// The numbers whose decimal numerals strings are, by the arrays of their bytes.
    pub numerals: OrdMap<ObjectId, Term>,
    /// The texts that are not known whose hash codes were asked for, by these codes; no two of them are known to be the same.
    pub hashed: OrdMap<Term, ObjectId>,
    /// The strings whose text is still to be put together, each with the call that does that.
    pub joined: OrdMap<ObjectId, Joined>,
    /// The texts of the environment into which nobody has looked yet.
    pub environment: OrdMap<ObjectId, EnvironmentText>,
}

/// A text that the environment gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EnvironmentText {
    /// One that is usual.
    pub usual: &'static str,
    /// Whether a test can see to it that it is the usual one.
    pub owner: TextOwner,
}

/// Who decides what a text of the environment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextOwner {
    /// Only the running machine.
    Machine,
    /// Whoever sets the default locale: the text is a part of it. The usual text is the one in the root locale.
    DefaultLocale,
}

/// The objects that stand for parts of the program.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClassObjects {
    /// The `Class` object of each class that was asked for.
    pub objects: OrdMap<ClassName, ObjectId>,
    /// What class each `Class` object stands for.
    pub names: OrdMap<ObjectId, ClassName>,
    /// What each handle of a variable stands for.
    pub handles: OrdMap<ObjectId, Handle>,
    /// The one object that each call site without captured values makes.
    pub lambdas: OrdMap<CallSite, ObjectId>,
}

/// What the identity of objects tells, or may not tell.
#[derive(Clone, Debug, Default)]
pub(crate) struct Identity {
    /// Boxes that `valueOf` gave for a value that is not constant: each may be an object that others share.
    pub boxes: OrdSet<ObjectId>,
    /// Texts of floats that are not known: each may be an object that others share.
    pub float_texts: OrdSet<ObjectId>,
    /// Exceptions that code of the program made, whose messages are the program's.
    pub own_exceptions: OrdSet<ObjectId>,
    /// The identity hash code of each object that was asked for it, as a number that only the running machine knows.
    pub hashes: OrdMap<ObjectId, Term>,
}

/// The running thread, and the others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Threads {
    /// The running thread, once it was asked for.
    pub current: Option<ObjectId>,
    /// Whether the running thread is interrupted, once that was asked or set.
    pub interruption: Option<Interruption>,
    /// What other threads may know, and what they may have changed.
    pub sharing: Sharing,
}

/// The objects of the process.
#[derive(Clone, Debug, Default)]
pub(crate) struct Platform {
    /// The object that holds the system properties, once it was asked for.
    pub properties: Option<ObjectId>,
    /// The objects of the environment that may be ones which have other names too, such as the default locale.
    pub environment: OrdSet<ObjectId>,
    /// The static fields that hold a default locale which an initializer has asked for: a class may keep it, whatever a test sets.
    pub kept_defaults: OrdSet<FieldId>,
    /// The default time zone that a test sets.
    pub pinned_zone: Option<ObjectId>,
    /// The streams and loggers of which only output comes.
    pub sinks: OrdMap<ObjectId, Sink>,
    /// The provider of the algorithms that come with the JDK, once one was asked for.
    pub provider: Option<ObjectId>,
}

/// What is taken from the snapshot of the JDK.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recalled {
    /// The classes that were not followed and whose static fields hold what is told of them.
    pub classes: OrdSet<ClassId>,
    /// Their fields that nobody has read yet, with what they held where they were followed no further.
    pub waiting: OrdMap<FieldId, Option<Value>>,
    /// The objects of the snapshot that are in the heap, by their numbers.
    pub objects: OrdMap<u32, ObjectId>,
    /// Those of them that were made for it.
    pub names: OrdSet<ObjectId>,
}

/// A call that puts strings and primitive values together.
#[derive(Clone, Debug)]
pub(crate) struct Joined {
    pub method: MethodId,
    pub args: Rc<[Value]>,
    /// Whether the default locale decides how numbers are written.
    pub in_locale: bool,
}

/// A call site that makes objects of a class which was made for it and for others alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CallSite {
    pub class: ClassId,
    /// The method and the block that end in the call; `None` where nothing called.
    pub place: Option<(MethodId, BlockId)>,
}

/// Whether the running thread is interrupted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interruption {
    /// Whether it is when the method under test is called, as a truth value; `None` where nobody asked before it was set.
    pub at_entry: Option<Term>,
    /// Whether it is now, as a truth value.
    pub now: Term,
    /// Whether a call is about to run again that has asked.
    pub is_being_decided: bool,
}

impl Interruption {
    /// The status when the method under test is called.
    pub(crate) fn at_entry(flag: Term) -> Self {
        Self { at_entry: Some(flag), now: flag, is_being_decided: false }
    }
}

/// The conditions under which an execution takes this path, with a model that satisfies them all.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathCondition {
    /// The conditions, in the order in which they were added; those that follow from earlier ones are left out.
    pub constraints: Vector<Term>,
    /// All conditions that are known to hold, those that are left out included.
    pub known: OrdSet<Term>,
    pub model: Rc<Model>,
}

impl PathCondition {
    /// Adds a condition that the model satisfies.
    pub(crate) fn add(&mut self, condition: Term) {
        self.constraints.push_back(condition);
        self.known.insert(condition);
    }
}

/// A call that is an input.
#[derive(Clone, Debug)]
pub(crate) struct InputCallMade {
    /// The method that was called.
    pub method: MethodId,
    /// The object it was called on, if any.
    pub receiver: Option<Value>,
    /// What it was passed.
    pub passed: Rc<[(Value, Kind)]>,
    /// What it returned, if it returns something.
    pub returned: Option<(Value, Kind)>,
    /// The call that made the exception which it threw, if it threw one.
    pub thrown: Option<Rc<MakingCalls>>,
}

/// How a call on a stub is to end that is about to run again.
#[derive(Clone, Copy, Debug)]
pub(crate) enum StubAnswer {
    /// It returns.
    Returns,
    /// It throws the exception that this constructor makes of these.
    Throws(MethodId, Told),
}

/// What is passed to the constructor of an exception that a stub throws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// `null` and zero.
    Nothing,
    /// Unknown values.
    Anything,
}

/// A state. It is moved at every step, so what it holds is behind one pointer.
#[derive(Clone, Debug)]
pub(crate) struct State(Box<Contents>);

impl State {
    /// Whether the method under test has changed what code that runs elsewhere may look at: static fields of the program, what these
    /// lead to, or state of the process.
    pub fn has_changed_something(&self) -> bool {
        !self.globals.statics.overwritten.is_empty()
            || self.wrote_to_shared
            || self.globals.initialization.changed_process
    }

    /// A state of these contents.
    pub(crate) fn new(contents: Contents) -> Self {
        Self(Box::new(contents))
    }
}

impl std::ops::Deref for State {
    type Target = Contents;
    fn deref(&self) -> &Contents {
        &self.0
    }
}

impl std::ops::DerefMut for State {
    fn deref_mut(&mut self) -> &mut Contents {
        &mut self.0
    }
}

/// What a state holds: frames, heap, globals, path condition, and a record for each further concern.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contents {
    pub frames: Vec<Rc<Frame>>,
    pub heap: Heap,
    pub globals: Globals,
    pub path: PathCondition,
    /// How many decisions the path took that depend on the input.
    pub decisions: u32,
    pub entry: Entry,
    pub input: Input,
    /// Whether the path has written to an object that class initialization made.
    pub wrote_to_shared: bool,
    pub guesses: Guesses,
    pub passed: Passed,
    pub guided: Guided,
    pub for_real: ForReal,
}

/// How the path gets to the method under test.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entry {
    /// Whether the method under test has begun; before, its class is initialized.
    pub begun: bool,
    /// How many constraints the path had when it began.
    pub constraints_before: usize,
    /// Instructions executed before the method under test begins, since something was last left for their number.
    pub steps_before: u64,
    /// How often that was.
    pub left_for_steps: u32,
    /// Classes of the program that are initialized before the method begins.
    pub early: Rc<[ClassId]>,
    /// How many of the invariants assumed of the input have been found to hold.
    pub established: usize,
}

/// What is known of the input besides the heap.
#[derive(Clone, Debug, Default)]
pub(crate) struct Input {
    /// What texts are passed to the calls that make a receiver.
    pub texts: TextsPassed,
    /// The calls made so far that are inputs.
    pub calls: Vector<InputCallMade>,
    /// How the next call on a stub ends, where that was decided.
    pub answer: Option<StubAnswer>,
    /// Whether an exception of a stub leaves the method under test.
    pub is_left_by_exception: bool,
    /// The objects of the input that calls have made.
    pub made: Vector<Rc<MadeObject>>,
    /// What is declared of references of the input, where that says more than their types.
    pub declared: OrdMap<RefVar, Declared>,
    /// What objects of the input have from a class of the JDK that their class extends, where no two have the same.
    pub given: OrdMap<ObjectId, Given>,
    /// The static fields that hold anything at entry, with what they hold then.
    pub statics: OrdMap<FieldId, (Value, Kind)>,
}

/// The texts that are passed to the calls that make a receiver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum TextsPassed {
    /// Any.
    #[default]
    Any,
    /// The names of the parameters: tables keep them in places that are known.
    Names,
}

/// Where the path went on without knowing whether its input goes there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guesses {
    /// The first such place: with our choice of what only the running machine knows, or by one of the ways of a decision on a value
    /// that is not known.
    pub choice: Option<Rc<Choice>>,
    /// How many decisions on values that are not known the path has had.
    pub decisions: u32,
    /// What loggers have answered on the path.
    pub loggers: imbl::Vector<(AskedOfLogger, Term)>,
    /// Whether the solver could not tell if an input that keeps the invariants of its classes goes this way.
    pub may_break_invariants: bool,
    /// What a test has to set, because the path goes on with it.
    pub pinned: OrdSet<Surrounding>,
    /// Why it is followed only for what it reaches: another state stands for all its executions, or is on record as cut, so that
    /// what is left out of this one is no loss.
    pub for_tests: Option<Rc<CutReason>>,
}

/// A stream or a logger of which only output comes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sink {
    /// The field that holds the stream, or the class of the logger.
    pub name: &'static str,
    /// What the factory of the logger was passed, where that says which logger it is.
    pub named: Option<Value>,
}

/// A question that a logger was asked. The same question has the same answer on one path.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AskedOfLogger {
    /// The method, by name.
    pub method: Arc<str>,
    /// The logger, and what was passed.
    pub args: Rc<[Value]>,
}

/// A `NullPointerException`, and why there is one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NullPointer {
    /// The exception.
    pub exception: ObjectId,
    /// The reference that was `null`.
    pub null: Value,
    /// Whether the program asked for it, by `Objects.requireNonNull`.
    pub is_asked_for: bool,
}

/// An exception that a call of the method under test let through.
#[derive(Clone, Debug)]
pub(crate) struct LetThrough {
    pub exception: Value,
    /// Where the call is.
    pub at: Origin,
    /// The internal name of the class that the call names.
    pub class: Arc<str>,
}

/// What the path went through.
#[derive(Clone, Debug, Default)]
pub(crate) struct Passed {
    /// Exceptions that the virtual machine itself made, because a check failed.
    pub thrown_by_jvm: OrdSet<ObjectId>,
    /// The reference that it last looked at and found to be `null`.
    pub last_null: Option<Value>,
    /// The last `NullPointerException` that no code of the program made or caught.
    pub null_pointer: Option<NullPointer>,
    /// The last exception that a call of the method under test let through.
    pub let_through: Option<LetThrough>,
    /// The goals it has reached.
    pub reached: OrdSet<usize>,
    /// The goals that only some of its executions have reached: tests show them already.
    pub perhaps: OrdSet<usize>,
    /// Where straight code of the method under test ended without an exception, and where [helpers](crate::helpers) were entered that
    /// tests are to show.
    pub ends: OrdSet<CodePlace>,
    /// The lines it went through.
    pub trace: Trace,
    /// Whether a summary stood for the code of a call, or several ways were one, whose lines the trace then lacks.
    pub composed: bool,
    /// The blocks it went through, where the method is summarized.
    pub route: Route,
    /// The switches over the hash codes of texts that went by the texts themselves, and have a goal at the default.
    pub by_text: Vector<SwitchByText>,
}

impl Passed {
    /// The goals that any of its executions have reached.
    pub(crate) fn at_all(&self) -> impl Iterator<Item = &usize> {
        self.reached.iter().chain(&self.perhaps)
    }
}

impl State {
    /// The running activation. A state that runs has one.
    pub(crate) fn top(&self) -> &Frame {
        &self.frames[self.frames.len() - 1]
    }

    /// The same, to be changed.
    pub(crate) fn top_mut(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        Rc::make_mut(&mut self.frames[last])
    }

    /// Notes that from here on nothing is predicted of the path, because this is not known.
    pub(crate) fn predict_no_further(&mut self, what: &'static str) {
        if self.guesses.choice.is_none() {
            let choice = Choice { what, reached: self.passed.reached.clone(), trace: self.passed.trace.clone() };
            self.guesses.choice = Some(Rc::new(choice));
        }
    }

    /// Writes a register of the running activation.
    pub(crate) fn set(&mut self, reg: Reg, value: Value) {
        use clew_base::Id;
        self.top_mut().regs[reg.index()] = value;
    }

    /// Reads a register of the running activation.
    pub(crate) fn get(&self, reg: Reg) -> Value {
        use clew_base::Id;
        self.top().regs[reg.index()]
    }
}

/// Whether what is made now is made by class initialization.
pub(crate) fn provenance_of_new(state: &State) -> Provenance {
    let initializing =
        state.frames.iter().any(|frame| matches!(frame.on_return, crate::state::OnReturn::Initialized(_)));
    if initializing { Provenance::Initialization } else { Provenance::New }
}

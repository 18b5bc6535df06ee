//! Test cases: concrete inputs of a method, and what happens on them.

use crate::{MethodKey, Trace};
use clew_base::OrderedMap;
use serde::{Deserialize, Serialize};

/// An object of a test case. The same id before and after the call is the same object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ObjectId(pub u32);

/// A Java value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Value {
    /// `null`.
    Null,
    /// A `boolean`.
    Boolean(bool),
    /// A `byte`.
    Byte(i8),
    /// A `char`, as its UTF-16 unit.
    Char(u16),
    /// A `short`.
    Short(i16),
    /// An `int`.
    Int(i32),
    /// A `long`.
    Long(i64),
    /// A `float`, as its raw bits; a NaN is the canonical one.
    Float(u32),
    /// A `double`, as its raw bits; a NaN is the canonical one.
    Double(u64),
    /// A reference to an object of the test case.
    Ref(ObjectId),
    /// A value that the exploration did not determine; nothing may be asserted about it.
    Unknown,
}

/// A field together with the class that declares it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FieldKey {
    /// The class that declares the field, as a binary name (`demo.Outer$Inner`).
    pub class: String,
    /// The field's name.
    pub name: String,
    /// The field's type descriptor (`I`, `Ldemo/Node;`).
    pub descriptor: String,
}

impl FieldKey {
    /// The field with these names, the class's in internal form (`demo/Outer$Inner`), as class files have it.
    pub fn of_internal(class: &str, name: &str, descriptor: &str) -> FieldKey {
        FieldKey { class: class.replace('/', "."), name: name.to_owned(), descriptor: descriptor.to_owned() }
    }
}

/// The state of an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Object {
    /// An ordinary object; where its class is an interface or abstract, a stub: an object of a class that adds no more to it than
    /// it must. Fields that are not listed hold their default before the call and are unknown after it.
    Instance {
        /// The values of its fields.
        #[serde(with = "as_pairs")]
        fields: OrderedMap<FieldKey, Value>,
    },
    /// An array; its class is the array's descriptor.
    Array {
        /// All its elements.
        elements: Vec<Value>,
    },
    /// A `java.lang.String`, as UTF-16 units.
    String(Vec<u16>),
    /// A constant of an enum class.
    EnumConstant(String),
    /// A `java.lang.Class` object, by what its `getName` gives: a binary name, an array descriptor, or the keyword of a primitive type.
    Class(String),
    /// A box of `java.lang` (`Integer`, …), made by `valueOf`.
    Boxed(Value),
    /// The object that a static field holds after class initialization.
    OfStatic(FieldKey),
    /// An object that calls make, of the JDK or of the program; after the call it may have changed.
    Made(Made),
}

/// The classes of the JDK, by binary name, whose objects calls make and of which is told what their fields hold after the call, so that a
/// test can look at what they contain.
pub const TOLD_AFTER_CALL: [&str; 12] = [
    "java.io.ByteArrayOutputStream",
    "java.io.StringWriter",
    "java.lang.StringBuffer",
    "java.lang.StringBuilder",
    "java.util.ArrayList",
    "java.util.HashMap",
    "java.util.HashSet",
    "java.util.LinkedHashMap",
    "java.util.LinkedHashSet",
    "java.util.LinkedList",
    "java.util.TreeMap",
    "java.util.TreeSet",
];

/// How an object comes into the state it has at entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// What the first call is.
    pub by: Maker,
    /// The call that makes it.
    pub first: Call,
    /// Calls of its instance methods that follow.
    pub then: Vec<Call>,
    /// What those of its fields hold at entry that hold no objects. Empty where that is not known, as for objects of the JDK.
    #[serde(with = "as_pairs")]
    pub fields: OrderedMap<FieldKey, Value>,
}

/// What a method that only looks tells of an object of the input after the call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// The object.
    pub object: ObjectId,
    /// The method, as the class that declares it has it.
    pub method: MethodKey,
    /// What it is passed: arguments of the method under test, by their positions.
    pub arguments: Vec<usize>,
    /// What it returns.
    pub value: Observed,
    /// Whether it would have returned anything else before the call, or does so in another test of the method.
    pub is_telling: bool,
}

/// What a method returns that only looks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Observed {
    /// A value of a primitive type.
    Number(Value),
    /// A string, as UTF-16 units.
    Text(Vec<u16>),
    /// No string.
    Null,
}

/// What kind of call makes an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Maker {
    /// A constructor.
    Constructor,
    /// A static method.
    Factory,
    /// A method of another object, which is the first of the arguments.
    Other,
}

/// A call with its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// The method, as the class that declares it has it.
    pub method: MethodKey,
    /// What is passed.
    pub arguments: Vec<Value>,
    /// On what it is made, if it is one of those that follow the first.
    #[serde(default)]
    pub on: CallOn,
}

/// On what a call is made that follows the one which makes an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum CallOn {
    /// On the object.
    #[default]
    Object,
    /// On what the call before it returned, as in `queue.add("a").raise()`.
    Result,
}

impl Call {
    /// A call on the object that is made, or the one that makes it.
    #[must_use]
    pub fn new(method: MethodKey, arguments: Vec<Value>) -> Self {
        Call { method, arguments, on: CallOn::Object }
    }
}

/// A call that changes what static fields hold, or the state of an object there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlierCall {
    /// The object whose method is called; `None` for a static method.
    pub receiver: Option<Value>,
    /// The call.
    pub call: Call,
}

impl EarlierCall {
    /// The receiver, if there is one, and the arguments.
    pub fn passed(&self) -> impl Iterator<Item = &Value> {
        self.receiver.iter().chain(&self.call.arguments)
    }
}

impl Made {
    /// The calls that follow the first, in groups: each call on the object with those on what it, or the call before, returned.
    pub fn groups(&self) -> impl Iterator<Item = &[Call]> {
        self.then.chunk_by(|_, next| next.on == CallOn::Result)
    }

    /// The calls, in their order.
    pub fn calls(&self) -> impl Iterator<Item = &Call> {
        std::iter::once(&self.first).chain(&self.then)
    }

    /// All that is passed, in the order of the calls.
    pub fn arguments(&self) -> impl Iterator<Item = &Value> {
        self.calls().flat_map(|call| &call.arguments)
    }
}

/// An object with its class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeapObject {
    /// The class as a binary name (`demo.Node`), or an array descriptor with binary names (`[I`, `[Ldemo.Node;`).
    pub class: String,
    /// Its state.
    pub object: Object,
}

impl Object {
    /// What its fields or elements hold, or what is passed to the calls that make it, to be changed.
    pub fn values_mut(&mut self) -> Vec<&mut Value> {
        match self {
            Object::Instance { fields } => fields.values_mut().collect(),
            Object::Array { elements } => elements.iter_mut().collect(),
            Object::Made(made) => {
                let calls = std::iter::once(&mut made.first).chain(&mut made.then);
                calls.flat_map(|call| &mut call.arguments).collect()
            }
            Object::String(_) | Object::EnumConstant(_) | Object::Class(_) | Object::Boxed(_) | Object::OfStatic(_) => {
                Vec::new()
            }
        }
    }
}

/// One argument of the method.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Argument {
    /// The parameter's name, from the class file where it has one, else `arg0`, `arg1`, ….
    pub name: String,
    /// The parameter's type descriptor.
    pub descriptor: String,
    /// What is passed.
    pub value: Value,
}

/// A static field that must hold a value other than its initial one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaticValue {
    /// The field.
    pub field: FieldKey,
    /// The value it holds at entry.
    pub value: Value,
}

/// The greatest number that a test names as what a static field holds at first. Times and hash codes are greater.
const GREATEST_FIRST_VALUE: u64 = 1_000_000;

/// Whether tests name this number as what a static field holds at first, and set the field to it.
#[must_use]
pub fn is_nameable_first_value(number: i64) -> bool {
    number.unsigned_abs() <= GREATEST_FIRST_VALUE
}

/// A call that is an input (`--input-call`, or of a method that a stub leaves open): what it returned or threw was chosen, and its
/// code did not run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputCall {
    /// The method that was called, as the receiver's class selected it.
    pub method: MethodKey,
    /// The receiver, an object of the input; `None` for a static method.
    pub receiver: Option<Value>,
    /// What it was passed, in the order of its parameters, where a concrete run has told that; else nothing. Objects are as the
    /// execution left them.
    pub passed: Vec<Value>,
    /// What it returned; `None` where the method returns nothing, or throws.
    pub returned: Option<Value>,
    /// The call of a constructor that made the exception which it threw; `None` where it returned.
    pub thrown: Option<Call>,
}

impl InputCall {
    /// The values that it was given: what it returned, or what was passed to the constructor of the exception that it threw.
    pub fn given(&self) -> impl Iterator<Item = &Value> {
        self.returned.iter().chain(self.thrown.iter().flat_map(|thrown| &thrown.arguments))
    }
}

/// An argument that may not be `null`, and is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NullArgument {
    /// Its position.
    pub position: usize,
    /// Whether the program says that it is never `null`, by an annotation or by `Objects.requireNonNull`: then the caller is at fault.
    pub is_refused: bool,
}

/// A call in the method under test that ends in an exception which leaves the method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ThrowingCall {
    /// The line of the call.
    pub line: u32,
    /// The position of its instruction in the bytecode of the method.
    pub offset: u32,
    /// Whether a method of the JDK is called that made the exception, and nobody has to catch it.
    pub is_fault_in_jdk: bool,
}

/// How an execution ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// It returns: nothing (`None`) or a value.
    Returns(Option<Value>),
    /// It throws an exception of this class (binary name).
    Throws {
        /// The binary name of the exception's class.
        class: String,
    },
    /// The exploration was cut before the end and a concrete run was too: the JVM decides.
    NotPredicted,
    /// It hangs on what only the running machine knows, such as a clock or an identity hash code: the next run may end in
    /// another way, so that nothing may be asserted about it.
    Open,
}

/// Whether a thread is interrupted when it calls a method, or when the method has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThreadStatus {
    /// It was not.
    #[default]
    Usual,
    /// It was, and has not taken note of it yet.
    Interrupted,
}

/// What a test finds otherwise on another machine, and may set itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Surrounding {
    /// The default locale; a test sets the root locale.
    Locale,
    /// The default time zone; a test sets UTC.
    TimeZone,
}

impl Surrounding {
    /// All there are.
    pub const ALL: [Surrounding; 2] = [Surrounding::Locale, Surrounding::TimeZone];
}

/// A concrete input of a method with what was found to happen on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestCase {
    /// The classes, by binary name, that are initialized before the input is made, in this order; only where another order might
    /// give their static fields other values.
    pub initialized_first: Vec<String>,
    /// The classes, by binary name, whose initialization was not followed to its end: the prediction rests on `initializer:C`.
    pub unfollowed: Vec<String>,
    /// The receiver, where the method has one. A constructor's receiver is the object under construction: `None`.
    pub receiver: Option<Value>,
    /// The arguments, in order.
    pub arguments: Vec<Argument>,
    /// The input objects, by id, with their state before the call.
    #[serde(with = "as_pairs")]
    pub heap: OrderedMap<ObjectId, HeapObject>,
    /// Static fields to set before the call and to restore after it.
    pub statics: Vec<StaticValue>,
    /// Calls that come before the one under test, when the input is made, in this order.
    pub earlier: Vec<EarlierCall>,
    /// The calls that are inputs, all of them, in the order in which the execution makes them.
    pub calls: Vec<InputCall>,
    /// The status of the thread that makes the call.
    pub thread: ThreadStatus,
    /// The status of the thread after the call, as far as that is known.
    pub thread_after: ThreadStatus,
    /// What is to be set before anything else, and to be put back as it was: the outcome rests on it.
    pub pinned: Vec<Surrounding>,
    /// How the call ends.
    pub outcome: Outcome,
    /// The argument that is `null` and known to be why the call ends in a `NullPointerException` that the program does not throw itself;
    /// `None` as well where an annotation says that it may be `null`, because that is a fault like others.
    pub null_argument: Option<NullArgument>,
    /// The call through which the exception comes in which the method ends; `None` where it ends otherwise, where the method throws
    /// itself, and where the call is not known.
    pub thrown_by: Option<ThrowingCall>,
    /// All objects that the input or the result can name, with their state after the call; objects that are not in `heap`
    /// were made by the call. Empty where the outcome is not predicted.
    #[serde(with = "as_pairs")]
    pub heap_after: OrderedMap<ObjectId, HeapObject>,
    /// What is seen of objects that calls of the program made, after the call, in the order in which the test looks.
    pub observed: Vec<Observation>,
    /// What a method returns that takes something out of an object of the input, called in this order at the end of the test.
    /// Empty unless it would have returned anything else before the call.
    pub taken: Vec<Observation>,
    /// The message of the exception in which the call ends, where code of the program made that. `None` where it is not known.
    pub message: Option<Observed>,
    /// Whether the execution comes to a check or an assertion that no verifier covers; `None` where none was asked.
    pub is_unverified: Option<bool>,
    /// The path condition, as text.
    pub constraint: String,
    /// The positions of the goals it reaches, in [`crate::MethodFacts::goals`], ascending.
    pub goals: Vec<usize>,
    /// The lines that the execution goes through.
    pub trace: Trace,
}

impl TestCase {
    /// A test of which only the input is known.
    pub fn of_input(receiver: Option<Value>, arguments: Vec<Argument>, heap: OrderedMap<ObjectId, HeapObject>) -> Self {
        Self {
            initialized_first: Vec::new(),
            unfollowed: Vec::new(),
            receiver,
            arguments,
            heap,
            statics: Vec::new(),
            earlier: Vec::new(),
            calls: Vec::new(),
            thread: ThreadStatus::Usual,
            thread_after: ThreadStatus::Usual,
            pinned: Vec::new(),
            outcome: Outcome::NotPredicted,
            null_argument: None,
            thrown_by: None,
            heap_after: OrderedMap::default(),
            observed: Vec::new(),
            taken: Vec::new(),
            message: None,
            is_unverified: None,
            constraint: String::new(),
            goals: Vec::new(),
            trace: Trace::default(),
        }
    }

    /// Whether static fields, or objects there, hold something else at entry than what class initialization leaves.
    #[must_use]
    pub fn changes_statics(&self) -> bool {
        !self.statics.is_empty() || !self.earlier.is_empty()
    }
}

/// Maps whose keys are no strings, as JSON lists of pairs.
mod as_pairs {
    use clew_base::OrderedMap;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::hash::Hash;

    pub fn serialize<K: Serialize, V: Serialize, S: Serializer>(
        map: &OrderedMap<K, V>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(map.iter())
    }

    pub fn deserialize<'de, K, V, D>(deserializer: D) -> Result<OrderedMap<K, V>, D::Error>
    where
        K: Deserialize<'de> + Hash + Eq,
        V: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        Ok(Vec::<(K, V)>::deserialize(deserializer)?.into_iter().collect())
    }
}

//! State-based summaries of methods (thesis, section 3.2.2).
//!
//! A summary has a case for each path of a method that ended. Terms are text here, in the notation of path conditions: a
//! summary is what people and scripts read, and no engine computes with it.

use crate::{Assumption, CutReason, MethodKey};
use serde::{Deserialize, Serialize};

/// What a method does, case by case (thesis, Definition 3.2.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// For which callers it holds.
    pub context: Context,
    /// The cases, in the order in which a depth-first search meets the ends of the paths. No two are equal.
    pub cases: Vec<Case>,
    /// Why executions of the context belong to no case, with the number of paths, most frequent first.
    pub missing: Vec<(CutReason, u64)>,
    /// What the cases rest on, without what all results rest on.
    pub assumptions: Vec<Assumption>,
}

impl Summary {
    /// Whether every execution that keeps the assumptions belongs to a case.
    pub fn is_complete(&self) -> bool {
        self.missing.is_empty()
    }
}

/// The states in which a method is called that a summary speaks of (thesis, section 3.2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Context {
    /// Any arguments and any heap: *true* in Algorithm 1. Every caller can use the summary.
    MostGeneral,
}

impl Context {
    /// The name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Context::MostGeneral => "most_general",
        }
    }
}

/// One case of a summary: a path that ended.
///
/// Objects are called `r0`, `r1`, … in the order in which one meets them from the arguments, then from the result. What a
/// path neither read nor wrote is not there: it is any value before and the same value after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// The path condition on numbers, simplified; all of these hold. Empty is *true*.
    pub constraints: Vec<String>,
    /// The heap path condition (thesis, section 3.3.4): `x == null`, `x != null`, `x == y`. References that are not null and not said
    /// to be equal name different objects.
    pub heap_constraints: Vec<String>,
    /// The receiver, called `this`, and the arguments, in order. They are the same afterwards.
    pub arguments: Vec<NamedValue>,
    /// Static fields that the path read and that hold anything at entry.
    pub statics_in: Vec<NamedValue>,
    /// Objects at entry.
    pub heap_in: Vec<CaseObject>,
    /// Objects at the end that the path made or changed; all others are as in `heap_in`.
    pub heap_out: Vec<CaseObject>,
    /// Static fields of the program that the path wrote.
    pub statics_out: Vec<NamedValue>,
    /// How the path ends.
    pub end: CaseEnd,
    /// The blocks that the path goes through.
    pub path: Activation,
}

/// The part of a path that one activation of a method takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Activation {
    /// The method.
    pub method: MethodKey,
    /// The positions of the blocks that it enters, in order from the first, in the body of the method.
    pub blocks: Vec<u32>,
    /// The activations of methods of the input that it begins, each with the number of its own blocks before that.
    pub calls: Vec<(u32, Activation)>,
}

/// Something that has a name, and its value as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedValue {
    /// The name.
    pub name: String,
    /// The value: a term, `null`, the name of an object, or the name of a reference that the path did not follow.
    pub value: String,
}

/// An object of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseObject {
    /// Its name (`r0`).
    pub name: String,
    /// Its class by binary name, an array as Java writes it; several, joined by `|`, where a call on it does the same for
    /// each; the declared class with `+` behind it where it may be of any class below.
    pub class: String,
    /// What it holds: fields in the order of their declarations, superclasses first; of an array `length` and elements
    /// (`[0]`). Of other objects of the JDK nothing is told.
    pub holds: Vec<NamedValue>,
}

/// How the path of a case ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CaseEnd {
    /// The method returns this value, or nothing.
    Returns(Option<String>),
    /// An exception leaves the method.
    Throws {
        /// The object, by name.
        exception: String,
        /// Its class.
        class: String,
    },
    /// The virtual machine ends.
    Exits,
}

/// A call that a method may make, with the methods that may run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallTargets {
    /// The method that the call names.
    pub named: MethodKey,
    /// The methods of the program that may run; for a virtual call one for each class below that has its own. Empty where only
    /// library code may run.
    pub targets: Vec<MethodKey>,
}

//! Call sites and constants that a bootstrap method links at run time (JVMS 4.7.23, 5.4.3.6).

use crate::{Const, FieldRef, InvokeKind, MethodRef};
use std::sync::Arc;

/// What a class file says of a call site that is linked when it first runs, or of a constant computed then.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CallSite {
    /// The bootstrap method.
    pub bootstrap: Arc<MethodRef>,
    /// The name given to the bootstrap method.
    pub name: Arc<str>,
    /// The method descriptor of the call site, or the type descriptor of the constant.
    pub descriptor: Arc<str>,
    /// The further arguments of the bootstrap method.
    pub args: Vec<StaticArg>,
}

/// An argument that a class file gives to a bootstrap method.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum StaticArg {
    /// A number.
    Number(Const),
    /// A string, by its UTF-16 units.
    String(Arc<[u16]>),
    /// A class, in internal form or as the descriptor of an array.
    Class(Arc<str>),
    /// A method type, as a descriptor.
    MethodType(Arc<str>),
    /// A method handle.
    Handle(Handle),
    /// A constant that is itself computed by a bootstrap method.
    Dynamic(Arc<CallSite>),
}

/// What a method handle does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Handle {
    /// Reads an instance field.
    GetField(Arc<FieldRef>),
    /// Reads a static field.
    GetStatic(Arc<FieldRef>),
    /// Writes an instance field.
    PutField(Arc<FieldRef>),
    /// Writes a static field.
    PutStatic(Arc<FieldRef>),
    /// Calls a method.
    Invoke(InvokeKind, Arc<MethodRef>),
    /// Makes an object and calls this constructor.
    New(Arc<MethodRef>),
}

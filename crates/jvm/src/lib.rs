//! Class path, class hierarchy and the translation of bytecode to the IR.
//!
//! A [`World`] loads classes from a [`ClassPath`] as they are asked for, resolves references as the JVM specification
//! has it, and translates the code of methods. It executes nothing and initializes nothing.

mod classfile;
mod classpath;
mod descriptor;
mod error;
mod exceptions;
mod jdk;
mod link;
mod op;
mod signature;
mod translate;
mod verify;
mod world;

pub use classfile::{ConstantValue, NEWEST_MAJOR, Nesting};
pub use classpath::{ClassPath, Origin, Provenance, Surveyed, survey};
pub use descriptor::{MethodShape, keyword, parse_method_descriptor};
pub use error::{InputProblem, JvmError, LoadError, ResolveError, SelectError, TranslateError};
pub use exceptions::is_thrown_again;
pub use jdk::{Jdk, OLDEST_JAVA};
pub use link::LinkError;
pub use signature::{
    ClassSignature, GenericType, MethodSignature, TypeParameter, parse_class_signature, parse_field_signature,
    parse_method_signature,
};
pub use translate::{AssertionSite, BranchSite, BranchSiteKind, CheckSite, HandlerSite, MethodCode};
pub use world::{
    ArrayElement, Class, ClassId, ClassKind, Field, FieldId, FieldUse, Method, MethodId, Place, PlaceError, World,
    flags,
};

//! The method under test of a test.

use crate::classes::{ClassInfo, ClassKind, MethodInfo};
use crate::java::{JavaType, parse_method};
use crate::scope::Scope;
use clew_facts::MethodKey;
use std::rc::Rc;

/// A method under test.
pub(crate) struct Target {
    pub(crate) key: MethodKey,
    pub(crate) class: Rc<ClassInfo>,
    pub(crate) method: MethodInfo,
    pub(crate) parameters: Vec<JavaType>,
    /// What its descriptor says that it returns.
    pub(crate) returned: Option<JavaType>,
}

impl Target {
    /// What is to be called.
    ///
    /// # Errors
    /// Why it cannot be called.
    pub(crate) fn new(scope: &Scope<'_>, key: &MethodKey) -> Result<Self, String> {
        let class = scope.classes.class(&key.class).ok_or_else(|| format!("the class {} cannot be read", key.class))?;
        let method = class.method(&key.method, &key.descriptor).ok_or_else(|| format!("there is no method {key}"))?;
        let (parameters, returned) = parse_method(&key.descriptor).ok_or("a malformed descriptor")?;
        if key.method == "<clinit>" {
            return Err("a static initializer cannot be called".into());
        }
        if key.method == "<init>" && class.kind == ClassKind::Enum {
            return Err("the constructor of an enum cannot be called".into());
        }
        Ok(Target { key: key.clone(), method: method.clone(), class, parameters, returned })
    }

    /// Its generic signature, where it has one.
    pub(crate) fn signature(&self) -> Option<&str> {
        self.method.signature.as_deref()
    }

    /// How many parameters its descriptor has.
    pub(crate) fn parameter_count(&self) -> usize {
        self.parameters.len()
    }

    /// Whether it is a constructor.
    pub(crate) fn is_constructor(&self) -> bool {
        self.key.method == "<init>"
    }

    /// The type of what the call gives.
    pub(crate) fn result(&self) -> Option<JavaType> {
        if self.is_constructor() { Some(JavaType::Class(self.key.class.clone())) } else { self.returned.clone() }
    }
}

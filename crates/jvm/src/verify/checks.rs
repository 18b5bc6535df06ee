//! The checks that hang on how classes are related, and what comes of those that fail.

use super::step::is_clone_of_object;
use super::types::{self, Purpose};
use super::{Frame, Value};
use crate::world::{Class, Method, SETTLED};
use crate::{ResolveError, World};
use clew_ir::{FieldRef, MethodRef};
use std::rc::Rc;
use std::sync::Arc;

/// Code that is not as compilers make it, with the reason. Whether the JVM refuses it is not decided here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Odd(pub &'static str);

pub(super) type Done = Result<(), Odd>;

/// Whether values only flow, or are checked as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    Flow,
    Checks,
}

/// Values that code often has.
pub(super) struct Known {
    pub string: Value,
    pub class: Value,
    pub throwable: Value,
}

/// Checks the code of a class.
pub(super) struct Checker<'w> {
    pub(super) world: &'w World,
    /// The class.
    pub(super) class: Rc<Class>,
    /// The method whose code is looked at.
    pub(super) method: Rc<Method>,
    pub(super) known: Known,
    pub(super) mode: Pass,
    /// What was found so far, without what was found before.
    pub(super) problems: Vec<ResolveError>,
}

impl<'w> Checker<'w> {
    pub(super) fn new(world: &'w World, class: Rc<Class>, method: Rc<Method>) -> Self {
        let known = |name: &str| Value::of_class(&Arc::from(name));
        let known = Known {
            string: known("java/lang/String"),
            class: known("java/lang/Class"),
            throwable: known("java/lang/Throwable"),
        };
        Checker { world, class, method, known, mode: Pass::Checks, problems: Vec::new() }
    }

    /// Checks that a value passes for another one.
    pub(super) fn pass(&mut self, from: &Value, to: &Value) -> Done {
        match (from, to) {
            _ if from == to => Ok(()),
            (_, Value::Top) => Ok(()),
            (Value::Refs(from), Value::Refs(to)) => {
                for from in from.iter() {
                    let [to] = &**to else { return Err(Odd("an object where null is expected")) };
                    self.check(from, to, Purpose::Passing);
                }
                Ok(())
            }
            _ => Err(Odd("a value of another type")),
        }
    }

    /// Checks that what one frame holds passes for what another one holds.
    pub(super) fn flow(&mut self, from: &Frame, to: &Frame) -> Done {
        if from.stack.len() != to.stack.len() {
            return Err(Odd("control comes with different operand stacks"));
        }
        for slot in 0..to.slots() {
            self.pass(from.local(slot), to.local(slot))?;
        }
        from.stack.iter().zip(&to.stack).try_for_each(|(from, to)| self.pass(from, to))
    }

    /// Checks that objects of a class pass for those of another one.
    pub(super) fn check(&mut self, from: &str, to: &str, purpose: Purpose) {
        if from == to || self.mode == Pass::Flow {
            return;
        }
        let problem = match types::passes(self.world, from, to, purpose) {
            Ok(true) => return,
            Ok(false) => self.refusal(from, to),
            Err(error) => ResolveError::Load(error),
        };
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    /// The error where a class is none of those that pass for another one. Under another JDK it may be one, if a class of that is
    /// among those that it extends and the other is one.
    fn refusal(&self, from: &str, to: &str) -> ResolveError {
        let what = format!("{}, in which {from} stands for {to}", self.class.name);
        let error = ResolveError::Verification(what.into());
        let hangs_on_jdk = || {
            let (from, to) = (self.world.load(from).ok()?, self.world.load(to).ok()?);
            let above = self.world.superclasses(from).into_iter().map(|class| self.world.class(class));
            let first = above.into_iter().find(|class| self.world.is_of_jdk(class))?;
            Some(self.world.is_of_jdk(&self.world.class(to)) && !SETTLED.contains(&&*first.name))
        };
        if from.starts_with('[') || hangs_on_jdk() != Some(true) { error } else { error.into_open() }
    }

    /// `invokespecial` names the class itself, one that it extends, or a direct superinterface.
    pub(super) fn check_special(&mut self, method: &MethodRef) -> Done {
        let superclass = self.class.superclass.map(|above| self.world.class(above));
        if superclass.is_none_or(|above| above.name != method.class) {
            let this = Arc::clone(&self.class.name);
            self.check(&this, &method.class, Purpose::Passing);
        }
        Ok(())
    }

    pub(super) fn check_protected_field(&mut self, object: &Value, field: &FieldRef) -> Done {
        if !self.may_be_protected(object, &field.class) {
            return Ok(());
        }
        let Ok(found) = self.world.resolve_field(field) else { return Ok(()) };
        let found = self.world.field(found);
        if found.is_protected() && !self.world.same_runtime_package(self.class.id, found.class) {
            self.check_receiver(object, false)?;
        }
        Ok(())
    }

    pub(super) fn check_protected_method(&mut self, receiver: &Value, method: &MethodRef) -> Done {
        if !self.may_be_protected(receiver, &method.class) {
            return Ok(());
        }
        let Ok(named) = self.world.load(&method.class) else { return Ok(()) };
        let above = self.world.superclasses(named).into_iter();
        let found = above.filter_map(|class| self.world.find_method(class, &method.name, &method.descriptor)).next();
        let Some(found) = found.map(|found| self.world.method(found)) else { return Ok(()) };
        if found.is_protected() && !self.world.same_runtime_package(self.class.id, found.class) {
            self.check_receiver(receiver, is_clone_of_object(method))?;
        }
        Ok(())
    }

    /// A protected constructor of a class in another package makes no new objects of that.
    pub(super) fn check_protected_constructor(&mut self, method: &MethodRef) -> Done {
        let made = Value::of_class(&method.class);
        if !self.may_be_protected(&made, &method.class) {
            return Ok(());
        }
        let Ok(named) = self.world.load(&method.class) else { return Ok(()) };
        let found = self.world.find_method(named, &method.name, &method.descriptor).map(|id| self.world.method(id));
        if found.is_some_and(|found| found.is_protected() && !self.world.same_runtime_package(self.class.id, named)) {
            self.check_receiver(&made, false)?;
        }
        Ok(())
    }

    /// Whether the class that a reference names is a superclass, and the receiver no object of the class itself.
    fn may_be_protected(&self, receiver: &Value, named: &str) -> bool {
        let is_own = matches!(receiver, Value::Refs(names) if names.iter().all(|name| *name == self.class.name));
        let is_above = || {
            let above = self.world.superclasses(self.class.id);
            above.iter().skip(1).any(|class| *self.world.class(*class).name == *named)
        };
        self.mode == Pass::Checks && !is_own && is_above()
    }
}

//! Inputs that are records whose constructor does more than keep what it is passed: it refuses some states, or changes them. Every
//! object of such a class has run it, deserialized ones too, and no test can set the fields. So the constructor runs on unknown
//! arguments where such an object is first looked at, as the calls do that make objects of the JDK's types.
//!
//! It runs later than it did, so only where that makes no difference: it does nothing but fill the object or refuse it, it looks into
//! nothing of what it is passed that changes, and at nothing else that changes, or the method under test has changed nothing yet that
//! static fields lead to. Where it hands the object on before it refuses it, somebody may have one that it has refused.

mod confined;
mod kept;

use super::making::Way;
use crate::core::Core;
use crate::machine::Machine;
use crate::makers::{Argument, any};
use crate::state::State;
use crate::state::made::Making;
use crate::types::{class_of, is_box};
use clew_facts::{CutReason, Maker as By};
use clew_heap::{Alternative, RefVar, TypeId};
use clew_ir::{Expr, Inst, Terminator};
use clew_jvm::{ClassId, MethodId, Provenance, is_value_class};
use confined::{LooksAt, confined, has_no_subclass_of_program};
use kept::only_keeps;
use std::sync::Arc;

impl Machine<'_> {
    /// Unknown values for the components of a record.
    pub(super) fn components(
        &mut self,
        state: &State,
        variable: RefVar,
        constructor: MethodId,
    ) -> Result<Alternative<Option<Making>>, CutReason> {
        let class = self.world.method(constructor).class;
        let components = self.world.class(class).record_components.clone();
        let passed: Vec<Argument<'_>> = components.iter().map(|(name, _)| any(name)).collect();
        self.ingredients(state, variable, (constructor, &passed, By::Constructor), None)
    }
}

impl Core<'_> {
    /// The records among these classes whose constructor has to run, each with it.
    pub(super) fn checked_records(&self, state: &State, classes: &[TypeId]) -> Vec<(TypeId, Way)> {
        if state.globals.initialization.changed_process {
            return Vec::new();
        }
        let checked = |ty: &TypeId| {
            let (constructor, looks_at) = self.checking_constructor(class_of(*ty))?;
            // The class was initialized before there was an object of it, and would be now.
            let is_late = looks_at == LooksAt::More || self.world.has_initializer_of_program(class_of(*ty));
            let may_differ = is_late && state.has_changed_something();
            (!may_differ).then_some((*ty, Way::Record(constructor)))
        };
        classes.iter().filter_map(checked).collect()
    }

    /// The canonical constructor of a record, if it does more than keep what it is passed, and looks into nothing of it that changes; with
    /// what it looks at.
    fn checking_constructor(&self, class: ClassId) -> Option<(MethodId, LooksAt)> {
        let info = self.world.class(class);
        if info.provenance == Provenance::Jdk || !info.record || !self.types.is_within_reach(&info) {
            return None;
        }
        let descriptors: String = info.record_components.iter().map(|(_, descriptor)| &**descriptor).collect();
        let constructor = self.world.find_method(class, "<init>", &format!("({descriptors})V"))?;
        if self.world.method(constructor).is_private() || self.fills_alone(constructor) {
            return None;
        }
        let is_constant = |descriptor: &str| self.is_constant_type(descriptor);
        let looks_at = confined(self.world, constructor, &is_constant)?;
        let code = self.world.code(constructor).ok()?;
        let passed = code.body.params.iter().skip(1).zip(&info.record_components);
        let changing = passed.filter(|(_, (_, descriptor))| !is_constant(descriptor)).map(|(reg, _)| *reg);
        only_keeps(&code.body, changing, &is_constant).then_some((constructor, looks_at))
    }

    /// Whether values of this type have no state that changes: numbers, strings, boxes, constants of enums, and values of the JDK.
    fn is_constant_type(&self, descriptor: &str) -> bool {
        let Some(name) = descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')) else {
            return !descriptor.starts_with('[');
        };
        let is_enum = || self.world.load(name).is_ok_and(|class| self.world.class(class).is_enum());
        let is_value = || is_value_class(name) && has_no_subclass_of_program(self.world, name);
        name == "java/lang/String" || is_box(name) || is_value() || is_enum() || self.is_record_of_constants(name)
    }

    /// Whether a class is a record of values that never change. A record cannot hold one of its own class for ever, but its type may say so.
    fn is_record_of_constants(&self, name: &str) -> bool {
        let Ok(class) = self.world.load(name) else { return false };
        let class = self.world.class(class);
        let never_changes =
            |(_, descriptor): &(_, Arc<str>)| !descriptor.contains(name) && self.is_constant_type(descriptor);
        class.record && class.record_components.iter().all(never_changes)
    }

    /// Whether a constructor stores its parameters in the fields and does nothing else.
    fn fills_alone(&self, constructor: MethodId) -> bool {
        let Ok(code) = self.world.code(constructor) else { return false };
        let params = &code.body.params;
        code.body.blocks.values().all(|block| {
            let keeps = block.stmts.iter().all(|stmt| match &stmt.inst {
                Inst::PutField { value: Expr::Reg(value), .. } => params.contains(value),
                Inst::PutField { .. } => false,
                _ => true,
            });
            let goes_on = match &block.terminator {
                Terminator::Invoke { callee: clew_ir::Callee::Method { method, .. }, .. } => {
                    &*method.class == "java/lang/Record"
                }
                Terminator::Return(_) | Terminator::Goto(_) => true,
                _ => false,
            };
            keeps && goes_on
        })
    }
}

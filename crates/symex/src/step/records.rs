//! Inputs that are records whose constructor does more than keep what it is passed: it refuses some states, or changes them. Every
//! object of such a class has run it, deserialized ones too, and no test can set the fields. So the constructor runs on unknown
//! arguments where such an object is first looked at, as the calls do that make objects of the JDK's types.
//!
//! It runs later than it did, so only where that makes no difference: it is passed only what never changes, the method under test has
//! changed nothing yet that static fields lead to, and the constructor does nothing but fill the object or refuse it. Where it hands the
//! object on before it refuses it, somebody may have one that it has refused.

mod confined;

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
use clew_jvm::{ClassId, MethodId, Provenance};
use confined::is_confined;
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
        if state.has_changed_something() {
            return Vec::new();
        }
        let checked = |ty: &TypeId| Some((*ty, Way::Record(self.checking_constructor(class_of(*ty))?)));
        classes.iter().filter_map(checked).collect()
    }

    /// The canonical constructor of a record, if it does more than keep what it is passed, and what that is never changes.
    fn checking_constructor(&self, class: ClassId) -> Option<MethodId> {
        let info = self.world.class(class);
        if info.provenance == Provenance::Jdk || !info.record || !self.types.is_within_reach(&info) {
            return None;
        }
        let descriptors: String = info.record_components.iter().map(|(_, descriptor)| &**descriptor).collect();
        let constructor = self.world.find_method(class, "<init>", &format!("({descriptors})V"))?;
        let never_changes = info.record_components.iter().all(|(_, descriptor)| self.is_constant_type(descriptor));
        let method = self.world.method(constructor);
        let may_be_called = !method.is_private() && never_changes;
        let is_looked_at = may_be_called && !self.only_keeps(constructor);
        (is_looked_at && is_confined(self.world, constructor)).then_some(constructor)
    }

    /// Whether values of this type have no state that changes: numbers, strings, boxes and constants of enums.
    fn is_constant_type(&self, descriptor: &str) -> bool {
        let Some(name) = descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')) else {
            return !descriptor.starts_with('[');
        };
        let is_enum = || self.world.load(name).is_ok_and(|class| self.world.class(class).is_enum());
        name == "java/lang/String" || is_box(name) || is_enum() || self.is_record_of_constants(name)
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
    fn only_keeps(&self, constructor: MethodId) -> bool {
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

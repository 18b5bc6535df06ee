//! What the type arguments of declarations say: what `Iterator<Item>.next()` returns is an `Item`.
//!
//! The virtual machine does not hold a program to it. Compilers do, and warn where they cannot, so that it holds as long
//! as no unchecked cast, raw type, reflection or deserialization puts anything else into an object. That is assumed
//! ([`Trusted::GenericTypes`]).

use crate::domain::AbstractDomain;
use crate::frame::Frame;
use crate::nullness::Nullness;
use crate::reference::Reference;
use crate::state::{State, Var};
use crate::trust::Trusted;
use crate::types::instances;
use clew_ir::{Callee, Expr, FieldRef, Reg};
use clew_jvm::{ClassId, Declared, parse_field_signature, parse_method_signature};

impl Frame<'_> {
    /// What the signature of the method says of its parameters.
    pub(crate) fn declare_parameters(&self, state: &mut State) {
        if !self.summaries.trust().generic_types() {
            return;
        }
        let receiver = usize::from(!self.method.is_static());
        let declared = self.world.declared_parameters(&self.method);
        for (reg, declared) in self.body.params.iter().skip(receiver).zip(declared) {
            if let Some(declared) = declared {
                state.declare(Var::Reg(*reg), declared);
            }
        }
    }

    /// What is declared of what a field holds, of the object in a register unless it is a static field.
    pub(crate) fn declared_in_field(&self, state: &State, object: Option<Reg>, field: &FieldRef) -> Option<Declared> {
        if !self.summaries.trust().generic_types() {
            return None;
        }
        let resolved = self.world.field(self.world.resolve_field(field).ok()?);
        let ty = parse_field_signature(resolved.signature.as_deref()?)?;
        let owner = object.and_then(|object| self.as_owner(state, object, &field.class, resolved.class));
        self.world.declared_as(&ty, &self.world.meaning_in(&[], owner.as_ref()))
    }

    /// What is declared of what a call returns.
    pub(crate) fn declared_result(&self, state: &State, callee: &Callee, args: &[Expr]) -> Option<Declared> {
        let Callee::Method { kind, method } = callee else { return None };
        if !self.summaries.trust().generic_types() {
            return None;
        }
        let resolved = self.world.method(self.world.resolve_method(method, *kind).ok()?);
        let signature = parse_method_signature(resolved.signature.as_deref()?)?;
        let owner = match args.first() {
            Some(Expr::Reg(object)) if !resolved.is_static() => {
                self.as_owner(state, *object, &method.class, resolved.class)
            }
            _ => None,
        };
        self.world.declared_as(&signature.result, &self.world.meaning_in(&signature.type_parameters, owner.as_ref()))
    }

    /// What is declared of the object in a register as one of the class that has a member: by what is declared of the
    /// object, or else by the type that the instruction names.
    fn as_owner(&self, state: &State, object: Reg, named: &str, class: ClassId) -> Option<Declared> {
        let by_object = state.declared(Var::Reg(object)).and_then(|declared| self.world.as_supertype(declared, class));
        by_object.or_else(|| self.world.as_supertype(&Declared::raw(self.world.load(named).ok()?), class))
    }

    /// The state in which a register of this type, without its type arguments, holds what is declared of it.
    pub(crate) fn as_declared(
        &self,
        mut state: State,
        dst: Reg,
        descriptor: &str,
        declared: Declared,
    ) -> Option<State> {
        let (var, class) = (Var::Reg(dst), declared.class);
        state.declare(var, declared);
        let name = &self.world.class(class).name;
        let says_more = descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')) != Some(&**name);
        if !says_more || !self.summaries.trust().allows(Trusted::GenericTypes) {
            return Some(state);
        }
        state.refine_reference(var, &Reference::of(Nullness::top(), instances(self.world, class)))
    }
}

//! Method calls.

use super::builder::Builder;
use crate::TranslateError;
use crate::descriptor::parse_method_descriptor;
use clew_ir::{CallSite, Callee, Expr, InvokeKind, MethodRef, Terminator, Type};
use std::sync::Arc;

type Done = Result<(), TranslateError>;

impl Builder<'_> {
    pub(super) fn invoke(&mut self, kind: InvokeKind, method: &Arc<MethodRef>) -> Done {
        let (mut args, returned) = self.pop_arguments(&method.descriptor)?;
        let linked = self.world.link_method(self.method.class, method, kind).map(drop);
        match kind {
            InvokeKind::Static => {
                self.check_link(&method.class, linked)?;
                self.initialize_for_call(method)?;
            }
            InvokeKind::Special | InvokeKind::Virtual | InvokeKind::Interface => {
                let receiver = self.pop(Type::Ref)?;
                self.check_link(&method.class, linked)?;
                // What a constructor is called on is new, or the receiver of a constructor, and so never null.
                let receiver = if kind == InvokeKind::Special && &*method.name == "<init>" {
                    self.in_register(receiver)
                } else {
                    self.check_not_null(receiver)?
                };
                args.insert(0, Expr::Reg(receiver));
            }
        }
        self.call(Callee::Method { kind, method: Arc::clone(method) }, args, returned)
    }

    pub(super) fn invoke_dynamic(&mut self, site: &Arc<CallSite>) -> Done {
        let (args, returned) = self.pop_arguments(&site.descriptor)?;
        self.call(Callee::Dynamic(Arc::clone(site)), args, returned)
    }

    fn call(&mut self, callee: Callee, args: Vec<Expr>, returned: Option<Type>) -> Done {
        let unwind = self.unwind()?;
        let dst = returned.map(|ty| self.define(ty));
        let normal = self.split();
        self.terminate(Terminator::Invoke { dst, callee, args, normal, unwind });
        self.resume(normal);
        if let Some(dst) = dst {
            self.push(Expr::Reg(dst));
        }
        Ok(())
    }

    /// Initializes the class that declares a static method, as for a static field.
    fn initialize_for_call(&mut self, method: &MethodRef) -> Done {
        let class = match self.world.resolve_method(method, InvokeKind::Static) {
            Ok(id) => Arc::clone(&self.world.class(self.world.method(id).class).name),
            Err(_) => Arc::clone(&method.class),
        };
        self.initialize(&class)
    }

    /// The arguments, without a receiver, and the type of the result.
    fn pop_arguments(&mut self, descriptor: &str) -> Result<(Vec<Expr>, Option<Type>), TranslateError> {
        let (parameters, returned) =
            parse_method_descriptor(descriptor).ok_or_else(|| self.malformed("malformed descriptor"))?;
        let mut args = Vec::with_capacity(parameters.len() + 1);
        for parameter in parameters.iter().rev() {
            let ty = self.type_of_descriptor(parameter)?;
            args.push(self.pop(ty)?);
        }
        args.reverse();
        let returned = returned.map(|it| self.type_of_descriptor(&it)).transpose()?;
        Ok((args, returned))
    }
}

//! References that do not link, because what they name has changed since the code was compiled, or is missing.

use super::builder::Builder;
use crate::{ResolveError, TranslateError};
use clew_ir::{BranchKind, Const, Expr, Inst, Terminator};
use std::sync::Arc;

type Done = Result<(), TranslateError>;

impl Builder<'_> {
    /// Checks that the class may be named by the current instruction.
    pub(super) fn link_class(&mut self, class: &Arc<str>) -> Done {
        let linked = self.world.link_class(self.method.class, class).map(drop);
        self.check_link(class, linked)
    }

    /// Has control go on only if the reference of the current instruction links; else the JVM throws an error there. `class` is
    /// the class that the reference names.
    ///
    /// What follows is translated in any case, so that its program points are known.
    pub(super) fn check_link(&mut self, class: &Arc<str>, linked: Result<(), ResolveError>) -> Done {
        let Err(error) = linked else { return Ok(()) };
        match error {
            ResolveError::Open { throws, .. } => {
                let links = self.unknown_condition();
                self.throw_unless(links, throws)
            }
            error => match error.throws() {
                Some(class) => self.throw_unless(Expr::Const(Const::Bool(false)), class),
                // Nothing is known of a class that is not there. Where it is asked for, executions are followed no further.
                None => {
                    let unwind = self.unwind()?;
                    let normal = self.split();
                    self.terminate(Terminator::InitClass { class: Arc::clone(class), normal, unwind });
                    self.resume(normal);
                    Ok(())
                }
            },
        }
    }

    /// Goes on where the condition holds, and throws a new error of the class where it does not.
    pub(super) fn throw_unless(&mut self, condition: Expr, class: &str) -> Done {
        let (passed, failed) = (self.split(), self.split());
        let dst = self.exception_register();
        let raised = self.raise()?;
        let kind = BranchKind::Internal;
        self.terminate(Terminator::Branch { kind, condition, then: passed, otherwise: failed });
        self.emit_in(failed, Inst::NewThrowable { dst, class: class.into() });
        self.end_block(failed, raised);
        self.resume(passed);
        Ok(())
    }
}

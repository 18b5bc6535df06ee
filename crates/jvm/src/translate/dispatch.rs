//! Where exceptions go: the choice among the handlers that cover an instruction.

use super::builder::Builder;
use crate::TranslateError;
use clew_ir::{BlockId, BranchKind, Expr, Inst, Origin, Reg, Terminator, Type, Unwind};

/// The class that every exception is an instance of.
const THROWABLE: &str = "java/lang/Throwable";

impl Builder<'_> {
    /// The register in which dispatch blocks and handlers expect the exception: the one of the lowest stack position,
    /// because the stack is empty but for the exception when a handler starts.
    pub(super) fn exception_register(&mut self) -> Reg {
        self.registers.stack(0, Type::Ref)
    }

    /// The terminator that throws the exception in the exception register, from the current instruction.
    pub(super) fn raise(&mut self) -> Result<Terminator, TranslateError> {
        let exception = self.exception_register();
        Ok(match self.dispatch()? {
            Some(block) => Terminator::Goto(vec![block]),
            None => Terminator::Throw(exception),
        })
    }

    /// Where an exception goes that arises in the terminator of the current instruction.
    pub(super) fn unwind(&mut self) -> Result<Option<Unwind>, TranslateError> {
        let exception = self.exception_register();
        Ok(self.dispatch()?.map(|block| Unwind { block, exception }))
    }

    /// The dispatch block for the handlers that cover the current instruction, if any does.
    fn dispatch(&mut self) -> Result<Option<BlockId>, TranslateError> {
        let offset = self.origin.offset;
        let covering: Vec<usize> = self
            .code
            .handlers
            .iter()
            .enumerate()
            .filter(|(_, handler)| handler.start <= offset && offset < handler.end)
            .map(|(index, _)| index)
            .collect();
        if covering.is_empty() {
            return Ok(self.unwinding());
        }
        if let Some(known) = self.dispatches.get(&covering) {
            return Ok(Some(*known));
        }
        self.new_dispatch(covering).map(Some)
    }

    /// Builds a chain of tests, one for each handler until one that catches everything.
    fn new_dispatch(&mut self, handlers: Vec<usize>) -> Result<BlockId, TranslateError> {
        let exception = self.exception_register();
        let number = self.dispatches.len();
        let start = self.new_block(format!("catch{number}").into());
        // What the search throws may be searched for by the same tests.
        self.dispatches.insert(handlers.clone(), start);
        let origin = self.origin;
        self.link_tests(number, start, &handlers, exception)?;
        self.origin = origin;
        Ok(start)
    }

    fn link_tests(
        &mut self,
        number: usize,
        start: BlockId,
        handlers: &[usize],
        exception: Reg,
    ) -> Result<(), TranslateError> {
        let code = self.code;
        let mut current = start;
        for (position, index) in handlers.iter().enumerate() {
            let handler = &code.handlers[*index];
            self.origin = Origin { offset: handler.target, line: self.layout.line_at(handler.target) };
            let target = self.enter(handler.target, vec![Type::Ref])?;
            let Some(class) = handler.catch.as_ref().filter(|class| &***class != THROWABLE) else {
                self.end_block(current, Terminator::Goto(vec![target]));
                return Ok(());
            };
            let linked = self.world.link_class(self.method.class, class);
            if let Some(error) = linked.err().and_then(|error| error.throws()) {
                // A handler for this error is looked for as if the handler that does not link had thrown it.
                self.emit_in(current, Inst::NewThrowable { dst: exception, class: error.into() });
                let raised = self.raise()?;
                self.end_block(current, raised);
                return Ok(());
            }
            let dst = self.registers.scratch(Type::Bool);
            let next = self.new_block(format!("catch{number}_{}", position + 1).into());
            self.emit_in(current, Inst::InstanceOf { dst, object: exception, class: class.clone() });
            let test = Terminator::Branch {
                kind: BranchKind::HandlerTest,
                condition: Expr::Reg(dst),
                then: target,
                otherwise: next,
            };
            self.end_block(current, test);
            current = next;
        }
        let leaves = match self.unwinding() {
            Some(block) => Terminator::Goto(vec![block]),
            None => Terminator::Throw(exception),
        };
        self.end_block(current, leaves);
        Ok(())
    }
}

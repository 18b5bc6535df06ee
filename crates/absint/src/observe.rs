//! What an analysis says of single points, held against executions.

use crate::assumption::Assumptions;
use crate::fixpoint::Analysis;
use crate::frame::Frame;
use crate::state::{Term, Var};
use crate::summary::Summaries;
use clew_ir::{Block, BlockId, Reg, Value};
use clew_jvm::{MethodCode, MethodId, TranslateError};
use std::rc::Rc;

/// What a register holds in an execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// Its value.
    pub value: Value,
    /// Its length, if it is an array.
    pub length: Option<i32>,
}

/// The analysis of one method without assumptions, for questions about points of executions.
pub struct Points<'a> {
    summaries: &'a Summaries<'a>,
    method: MethodId,
    code: Rc<MethodCode>,
}

impl<'a> Points<'a> {
    /// The points of a method.
    ///
    /// # Errors
    /// The code of the method cannot be translated.
    pub fn of(summaries: &'a Summaries<'a>, method: MethodId) -> Result<Points<'a>, TranslateError> {
        Ok(Points { summaries, method, code: summaries.world().code(method)? })
    }

    /// Whether the analysis lets executions come to code of a source line.
    pub fn may_reach(&self, line: u32) -> bool {
        let nothing = Assumptions::new();
        let method = self.summaries.world().method(self.method);
        let frame = Frame::new(self.summaries, method, &self.code.body, &nothing, 1);
        let analysis = Analysis::of(&frame, &self.code);
        let has_line = |block: &Block| {
            block.terminator_origin.line == line || block.stmts.iter().any(|stmt| stmt.origin.line == line)
        };
        !analysis.complete || self.code.body.blocks.iter().any(|(id, block)| has_line(block) && analysis.is_reached(id))
    }

    /// Whether the method has code of a source line.
    pub fn has_line(&self, line: u32) -> bool {
        self.code.lines.contains(&line)
    }

    /// The blocks at whose beginning the values of an execution are not among those that the analysis allows. Each
    /// visit is a block and what its registers hold there.
    pub fn contradicted(&self, visits: &[(BlockId, Vec<Option<Observed>>)]) -> Vec<BlockId> {
        let nothing = Assumptions::new();
        let method = self.summaries.world().method(self.method);
        let frame = Frame::new(self.summaries, method, &self.code.body, &nothing, 1);
        let analysis = Analysis::of(&frame, &self.code);
        let is_wrong = |(block, registers): &&(BlockId, Vec<Option<Observed>>)| {
            let Some(state) = analysis.at_beginning(*block) else { return !analysis.is_reached(*block) };
            let of = |reg: Reg| registers.get(clew_base::Id::index(reg)).and_then(Option::as_ref);
            let number = |term: Term| match term {
                Term::Value(Var::Reg(reg)) => match of(reg)?.value {
                    Value::Bv32(value) => Some(i64::from(value)),
                    Value::Bv64(value) => Some(value),
                    _ => None,
                },
                Term::Length(Var::Reg(reg)) => of(reg)?.length.map(i64::from),
                Term::Value(Var::Cell(_)) | Term::Length(Var::Cell(_)) | Term::Scratch => None,
            };
            let is_null = |var: Var| match var {
                Var::Reg(reg) => match of(reg)?.value {
                    Value::Ref(object) => Some(object.is_none()),
                    _ => None,
                },
                Var::Cell(_) => None,
            };
            !state.allows(number, is_null)
        };
        visits.iter().filter(|_| analysis.complete).filter(is_wrong).map(|(block, _)| *block).collect()
    }
}

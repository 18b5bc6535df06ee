//! The points of a boolean program and how control comes from one to another.

use crate::abstraction::{AbstractProgram, AbstractStatement};
use clew_base::Arena;
use clew_ir::{BlockId, ProcedureId};
use std::collections::BTreeSet;

/// A point of a program: that before the statement at `position`, or at the end of the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The procedure.
    pub procedure: ProcedureId,
    /// The block.
    pub block: BlockId,
    /// How many statements of the block come before it.
    pub position: usize,
}

/// Something for every point of a program.
#[derive(Clone, Debug)]
pub(crate) struct ByPoint<T>(Arena<ProcedureId, Arena<BlockId, Vec<T>>>);

impl<T: Clone> ByPoint<T> {
    /// The same for all points.
    pub(crate) fn all(program: &AbstractProgram, same: &T) -> ByPoint<T> {
        let procedures = program.procedures.values().map(|procedure| {
            procedure.blocks.values().map(|block| vec![same.clone(); block.statements.len() + 1]).collect()
        });
        ByPoint(procedures.collect())
    }

    pub(crate) fn at(&self, point: Point) -> &T {
        &self.0[point.procedure][point.block][point.position]
    }

    pub(crate) fn set(&mut self, point: Point, value: T) {
        self.0[point.procedure][point.block][point.position] = value;
    }
}

/// From where control comes to each point.
pub(crate) struct Flow<'a> {
    program: &'a AbstractProgram,
    /// The ends of the blocks that lead to a block.
    ends: Arena<ProcedureId, Arena<BlockId, Vec<Point>>>,
    /// The points before the calls of a procedure.
    calls: Arena<ProcedureId, Vec<Point>>,
    /// The points at which a procedure ends.
    returns: Arena<ProcedureId, Vec<Point>>,
}

impl<'a> Flow<'a> {
    pub(crate) fn of(program: &'a AbstractProgram) -> Flow<'a> {
        let nowhere = |id: ProcedureId| program.procedures[id].blocks.ids().map(|_| Vec::new()).collect();
        let mut flow = Flow {
            program,
            ends: program.procedures.ids().map(nowhere).collect(),
            calls: program.procedures.ids().map(|_| Vec::new()).collect(),
            returns: program.procedures.ids().map(|_| Vec::new()).collect(),
        };
        for (procedure, code) in program.procedures.iter() {
            for (block, content) in code.blocks.iter() {
                let at = |position| Point { procedure, block, position };
                for (position, statement) in content.statements.iter().enumerate() {
                    if let AbstractStatement::Call(callee) = statement {
                        flow.calls[*callee].push(at(position));
                    }
                }
                let end = at(content.statements.len());
                let successors: BTreeSet<BlockId> = content.successors.iter().copied().collect();
                successors.into_iter().for_each(|successor| flow.ends[procedure][successor].push(end));
                if content.successors.is_empty() {
                    flow.returns[procedure].push(end);
                }
            }
        }
        flow
    }

    /// The points that control is at directly before it comes to this one, in other procedures at calls and returns.
    pub(crate) fn previous(&self, point: Point) -> Vec<Point> {
        let code = &self.program.procedures[point.procedure];
        if let Some(before) = point.position.checked_sub(1) {
            return match &code.blocks[point.block].statements[before] {
                AbstractStatement::Call(callee) => self.returns[*callee].clone(),
                AbstractStatement::Initialize(_)
                | AbstractStatement::Update(_)
                | AbstractStatement::Assert(_)
                | AbstractStatement::Skip => vec![Point { position: before, ..point }],
            };
        }
        let mut previous = self.ends[point.procedure][point.block].clone();
        if point.block == code.entry {
            previous.extend(&self.calls[point.procedure]);
        }
        previous
    }

    /// The statement that is executed between two points of one block; nothing is between others.
    pub(crate) fn between(&self, from: Point, to: Point) -> &AbstractStatement {
        let is_step = (from.procedure, from.block, from.position + 1) == (to.procedure, to.block, to.position);
        if !is_step {
            return &AbstractStatement::Skip;
        }
        &self.program.procedures[from.procedure].blocks[from.block].statements[from.position]
    }

    /// All points, in the order of the text.
    pub(crate) fn points(&self) -> Vec<Point> {
        let mut points = Vec::new();
        for (procedure, code) in self.program.procedures.iter() {
            for (block, content) in code.blocks.iter() {
                let positions = 0..=content.statements.len();
                points.extend(positions.map(|position| Point { procedure, block, position }));
            }
        }
        points
    }

    /// Where executions start.
    pub(crate) fn start(&self) -> Point {
        let procedure = self.program.unit;
        Point { procedure, block: self.program.procedures[procedure].entry, position: 0 }
    }

    /// Whether nothing but the end of the unit follows.
    pub(crate) fn is_at_end(&self, point: Point) -> bool {
        let blocks = &self.program.procedures[point.procedure].blocks;
        let (mut block, mut position) = (point.block, point.position);
        for _ in 0..=blocks.len() {
            if blocks[block].statements[position..].iter().any(|statement| *statement != AbstractStatement::Skip) {
                return false;
            }
            match blocks[block].successors[..] {
                [] => return point.procedure == self.program.unit,
                [next] => (block, position) = (next, 0),
                [_, _, ..] => return false,
            }
        }
        false
    }
}

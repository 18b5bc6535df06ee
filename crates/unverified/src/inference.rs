//! Conditions for executions to be verified or unverified, by backward analysis of the boolean program
//! (`unverified-executions`, sections 3.2 and 3.3).
//!
//! A property is a predicate transformer. It is computed for all that follows a point, so that the condition of a loop is
//! a greatest fixpoint: an execution that never ends owes nothing behind the statements that it executes. A call is
//! followed into the procedure; what follows the end of a procedure is what follows any of its calls.
//!
//! Assumption of this module: a condition may be replaced by a stronger one. All three properties are sufficient
//! conditions, so this loses precision and nothing else.

use crate::abstraction::{AbstractProgram, AbstractStatement};
use crate::condition::Condition;
use crate::points::{ByPoint, Point};
use clew_base::Arena;
use clew_ir::{BlockId, ProcedureId};

/// What is required of all executions from a point onward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// The premise of each assertion holds (`wp`, section 3.2).
    Verified,
    /// There is an assertion (`must_assert`, section 3.3).
    MustAssert,
    /// The premise of each assertion is false (`must_all`, section 3.3).
    MustAll,
}

impl Property {
    /// What holds at the end of the unit.
    fn at_end(self) -> Condition {
        match self {
            Property::Verified | Property::MustAll => Condition::always(),
            Property::MustAssert => Condition::never(),
        }
    }

    /// What must hold before a statement for `after` to hold behind it. A call is none of its business.
    fn before(self, statement: &AbstractStatement, after: Condition) -> Condition {
        match statement {
            AbstractStatement::Initialize(identifier) => after.with(*identifier, true),
            AbstractStatement::Update(identifier) => after.meet(&after.with(*identifier, false)),
            AbstractStatement::Assert(premise) => match self {
                Property::Verified => after.meet(premise),
                Property::MustAssert => Condition::always(),
                Property::MustAll => premise.negated().map_or_else(Condition::never, |fails| after.meet(&fails)),
            },
            AbstractStatement::Call(_) | AbstractStatement::Skip => after,
        }
    }
}

/// The weakest condition at each point under which all executions from there have the property; a stronger one where
/// that has too many cubes, and where calls would have to be told apart by where they return to.
pub(crate) fn infer(program: &AbstractProgram, property: Property) -> ByPoint<Condition> {
    let mut inference = Inference::new(program, property);
    while inference.round() {}
    inference.points
}

struct Inference<'a> {
    program: &'a AbstractProgram,
    property: Property,
    points: ByPoint<Condition>,
    /// The conditions at the beginnings of blocks.
    blocks: Arena<ProcedureId, Arena<BlockId, Condition>>,
    /// The conditions at the ends of procedures.
    ends: Arena<ProcedureId, Condition>,
}

impl<'a> Inference<'a> {
    fn new(program: &'a AbstractProgram, property: Property) -> Self {
        let always = |id: ProcedureId| program.procedures[id].blocks.ids().map(|_| Condition::always()).collect();
        let mut ends: Arena<ProcedureId, Condition> = program.procedures.ids().map(|_| Condition::always()).collect();
        ends[program.unit] = property.at_end();
        let points = ByPoint::all(program, &Condition::always());
        Inference { program, property, points, blocks: program.procedures.ids().map(always).collect(), ends }
    }

    /// Computes all conditions from those of the last round, and says whether one has changed. They only get stronger,
    /// so that there is a last round.
    fn round(&mut self) -> bool {
        let program = self.program;
        let mut has_changed = false;
        for (procedure, code) in program.procedures.iter() {
            for (block, content) in code.blocks.iter().rev() {
                let mut condition = self.at_end_of(procedure, &content.successors);
                self.points.set(Point { procedure, block, position: content.statements.len() }, condition.clone());
                for (position, statement) in content.statements.iter().enumerate().rev() {
                    if let AbstractStatement::Call(callee) = statement {
                        has_changed |= strengthen(&mut self.ends[*callee], &condition);
                        condition = self.blocks[*callee][program.procedures[*callee].entry].clone();
                    } else {
                        condition = self.property.before(statement, condition);
                    }
                    self.points.set(Point { procedure, block, position }, condition.clone());
                }
                has_changed |= strengthen(&mut self.blocks[procedure][block], &condition);
            }
        }
        has_changed
    }

    fn at_end_of(&self, procedure: ProcedureId, successors: &[BlockId]) -> Condition {
        if successors.is_empty() {
            return self.ends[procedure].clone();
        }
        let conditions = successors.iter().map(|successor| &self.blocks[procedure][*successor]);
        conditions.fold(Condition::always(), |all, condition| all.meet(condition))
    }
}

/// Adds a condition to another one, and says whether that changed it.
fn strengthen(condition: &mut Condition, by: &Condition) -> bool {
    let both = condition.meet(by);
    let has_changed = both != *condition;
    *condition = both;
    has_changed
}

//! Where `assume` and `tryfirst` statements are put (`unverified-executions`, sections 3.2 to 3.4).

use crate::condition::Condition;
use crate::conditions::Conditions;
use crate::declared::{Declared, Scope};
use crate::encoding::encoded;
use crate::points::{Flow, Point};
use crate::unit::{Fault, Unit};
use clew_base::Id;
use clew_ir::{Block, Inst, Program, Stmt};

/// What is put into the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instrumentation {
    /// `assume` statements, which abort tests and prune searches where all that follows is verified (section 3.2).
    May,
    /// `tryfirst` statements, which prefer tests on which nothing that follows is verified (section 3.3).
    Must,
    /// Both, `tryfirst` first (section 3.4).
    MayMust,
}

/// The program with its annotations replaced by what they mean (section 2.1), for the tests of one unit. A test that
/// fails an assertion of it violates the premise of the assertion, too.
///
/// # Errors
/// There is no such unit, it is called, or a premise names something that is not assumed.
pub fn encode(program: &Program, unit: &Unit) -> Result<Program, Fault> {
    let declared = Declared::new(program, unit)?;
    Ok(rebuilt(&declared, |_| Vec::new()))
}

/// The encoded program ([`encode`]) with statements that guide a search for tests of the unit.
///
/// # Errors
/// As for [`encode`].
pub fn instrument(program: &Program, unit: &Unit, which: Instrumentation) -> Result<Program, Fault> {
    let declared = Declared::new(program, unit)?;
    let conditions = Conditions::of(&declared);
    let flow = Flow::of(conditions.abstraction());
    let guide = Guide { declared: &declared, conditions: &conditions, flow: &flow };
    Ok(rebuilt(&declared, |point| guide.statements(point, which)))
}

struct Guide<'a> {
    declared: &'a Declared,
    conditions: &'a Conditions,
    flow: &'a Flow<'a>,
}

impl Guide<'_> {
    /// What is put in at the point.
    fn statements(&self, point: Point, which: Instrumentation) -> Vec<Inst> {
        // Under modular reasoning, a procedure that is called is not reached.
        if !self.conditions.is_reached(point) {
            return Vec::new();
        }
        let (assume, try_first) = match which {
            Instrumentation::May => (self.assume(point), None),
            Instrumentation::Must => (None, self.try_first(point)),
            Instrumentation::MayMust => {
                // A test that is interrupted and made again would be aborted next.
                let try_first = self.try_first(point).filter(|_| !self.conditions.are_equivalent(point));
                (self.assume(point), try_first)
            }
        };
        let scope = &self.declared.scopes[point.procedure.index()];
        let expression = |condition: Condition| condition.expression(|identifier| scope.variable(identifier));
        let try_first = try_first.and_then(expression).map(Inst::TryFirst);
        let assume = assume.and_then(expression).map(Inst::Assume);
        try_first.into_iter().chain(assume).collect()
    }

    /// The may-unverified condition, unless it is trivial, as at the previous point, or false at the end of the unit.
    fn assume(&self, point: Point) -> Option<Condition> {
        let condition = self.conditions.may_unverified(point);
        let is_last = condition.is_never() && self.flow.is_at_end(point);
        if condition.is_always() || is_last || self.is_as_before(point, &condition, Conditions::may_unverified) {
            return None;
        }
        Some(condition)
    }

    /// The must-unverified condition, unless it is trivial where some identifiers are known to be true, or as at the
    /// previous point.
    fn try_first(&self, point: Point) -> Option<Condition> {
        let condition = self.conditions.known_must_unverified(point);
        let is_trivial = condition.is_always() || condition.is_never();
        if is_trivial || self.is_as_before(point, &condition, Conditions::known_must_unverified) {
            return None;
        }
        Some(condition)
    }

    /// Whether the condition is the same wherever control comes from.
    fn is_as_before(&self, point: Point, here: &Condition, at: fn(&Conditions, Point) -> Condition) -> bool {
        let previous: Vec<Point> =
            self.flow.previous(point).into_iter().filter(|point| self.conditions.is_reached(*point)).collect();
        !previous.is_empty() && previous.iter().all(|previous| at(self.conditions, *previous) == *here)
    }
}

/// The encoded program with further statements at its points.
fn rebuilt(declared: &Declared, further: impl Fn(Point) -> Vec<Inst>) -> Program {
    let mut program = declared.program.clone();
    for (procedure, code) in program.procedures.iter_mut() {
        let scope = &declared.scopes[procedure.index()];
        for (block, content) in code.body.blocks.iter_mut() {
            content.stmts = statements(content, scope, |position| further(Point { procedure, block, position }));
        }
    }
    program
}

/// The statements of a block. Its leading assumptions are the guard of the choice that led to it, so that what belongs to
/// its beginning stands behind them.
fn statements(block: &Block, scope: &Scope, further: impl Fn(usize) -> Vec<Inst>) -> Vec<Stmt> {
    let guards = block.stmts.iter().take_while(|stmt| matches!(stmt.inst, Inst::Assume(_))).count();
    let mut statements = Vec::new();
    for position in 0..=block.stmts.len() {
        let stmt = block.stmts.get(position);
        let origin = stmt.map_or(block.terminator_origin, |stmt| stmt.origin);
        let mut add = |insts: Vec<Inst>| statements.extend(insts.into_iter().map(|inst| Stmt { inst, origin }));
        if position == guards {
            (0..guards).for_each(|before| add(further(before)));
        }
        if position >= guards {
            add(further(position));
        }
        add(stmt.map_or_else(Vec::new, |stmt| encoded(&stmt.inst, scope)));
    }
    statements
}

//! Programs with `assume` and `tryfirst` statements put in (`unverified-executions`, sections 3.2 to 3.4).

use crate::condition::Condition;
use crate::conditions::Conditions;
use crate::declared::{Declared, Scope};
use crate::encoding::encoded;
use crate::placement::{Guide, Instrumentation, Placed};
use crate::points::Point;
use crate::unit::{Fault, Unit};
use clew_base::Id;
use clew_ir::{Block, Inst, Program, Stmt};

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
    let guide = Guide::new(&conditions);
    let scope = |point: Point| &declared.scopes[point.procedure.index()];
    Ok(rebuilt(&declared, |point| statements_at(scope(point), &guide, point, which)))
}

/// What is put in at the point.
fn statements_at(scope: &Scope, guide: &Guide<'_>, point: Point, which: Instrumentation) -> Vec<Inst> {
    let Placed { assume, try_first } = guide.at(point, which);
    let expression = |condition: Condition| condition.expression(|identifier| scope.variable(identifier));
    let try_first = try_first.and_then(expression).map(Inst::TryFirst);
    let assume = assume.and_then(expression).map(Inst::Assume);
    try_first.into_iter().chain(assume).collect()
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

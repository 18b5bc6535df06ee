//! The abstraction of a program to a boolean program over assumption identifiers (`unverified-executions`, section 3.1).
//!
//! Every statement of a block keeps its position, so that a point of one program is a point of the other. Conditions of
//! the program are gone: each block may go on to each of its successors, and each update may make its identifier false.
//! So every execution of the program is one of the abstraction.

use crate::condition::{Condition, Cube, Identifier};
use crate::declared::{Declared, Scope};
use crate::unit::Reasoning;
use clew_base::{Arena, Id};
use clew_ir::{Block, BlockId, Const, Expr, Inst, ProcedureId};
use std::sync::Arc;

/// A statement of the boolean program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AbstractStatement {
    /// `a := true`.
    Initialize(Identifier),
    /// `a := a && *`: it may become false, and never true again.
    Update(Identifier),
    /// `assert * verified A`, where `A` does not always hold.
    Assert(Condition),
    /// A call that is followed, which only reasoning about whole programs does.
    Call(ProcedureId),
    /// What says nothing of identifiers, such as an assignment.
    Skip,
}

/// A block of the boolean program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbstractBlock {
    /// Its statements, one for each statement of the program.
    pub statements: Vec<AbstractStatement>,
    /// Where control may go afterwards. A block without successors ends its procedure.
    pub successors: Vec<BlockId>,
}

/// A procedure of the boolean program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbstractProcedure {
    /// Its blocks, one for each block of the program.
    pub blocks: Arena<BlockId, AbstractBlock>,
    /// Where it begins.
    pub entry: BlockId,
}

/// A boolean program whose variables are the assumption identifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbstractProgram {
    /// Its procedures, one for each procedure of the program.
    pub procedures: Arena<ProcedureId, AbstractProcedure>,
    /// The procedure that executions start in.
    pub unit: ProcedureId,
    /// How many identifiers there are.
    pub identifiers: usize,
}

/// The abstraction of a program.
pub(crate) fn abstraction(declared: &Declared) -> AbstractProgram {
    let procedures = declared.program.procedures.iter().map(|(id, procedure)| {
        let abstract_block = |block: &Block| AbstractBlock {
            statements: block.stmts.iter().map(|stmt| statement(declared, id, &stmt.inst)).collect(),
            successors: block.terminator.successors(),
        };
        let body = &procedure.body;
        AbstractProcedure { blocks: body.blocks.values().map(abstract_block).collect(), entry: body.entry }
    });
    AbstractProgram { procedures: procedures.collect(), unit: declared.unit, identifiers: declared.identifiers }
}

/// The premise of an assertion as a condition; one that is not marked has not been verified.
pub(crate) fn premise(premise: Option<&[Vec<Arc<str>>]>, scope: &Scope) -> Condition {
    let cube = |names: &Vec<Arc<str>>| -> Cube {
        names.iter().filter_map(|name| Some((scope.identifier(name)?, true))).collect()
    };
    Condition::any_of(premise.unwrap_or_default().iter().map(cube))
}

fn statement(declared: &Declared, id: ProcedureId, inst: &Inst) -> AbstractStatement {
    let scope = &declared.scopes[id.index()];
    match inst {
        Inst::Assign { dst, value: Expr::Const(Const::Bool(true)) } => {
            scope.identifier_in(*dst).map_or(AbstractStatement::Skip, AbstractStatement::Initialize)
        }
        Inst::Assumed { name, .. } => scope.identifier(name).map_or(AbstractStatement::Skip, AbstractStatement::Update),
        Inst::Assert { premise: under, .. } => {
            let premise = premise(under.as_deref(), scope);
            if premise.is_always() { AbstractStatement::Skip } else { AbstractStatement::Assert(premise) }
        }
        Inst::Call { procedure, .. } => match (declared.reasoning, declared.program.procedure(procedure)) {
            (Reasoning::WholeProgram, Some((callee, _))) => AbstractStatement::Call(callee),
            (Reasoning::Modular, _) | (Reasoning::WholeProgram, None) => AbstractStatement::Skip,
        },
        Inst::Assign { .. }
        | Inst::Line(_)
        | Inst::MapStore { .. }
        | Inst::Assume(_)
        | Inst::TryFirst(_)
        | Inst::Havoc { .. }
        | Inst::GetField { .. }
        | Inst::PutField { .. }
        | Inst::GetStatic { .. }
        | Inst::PutStatic { .. }
        | Inst::New { .. }
        | Inst::NewThrowable { .. }
        | Inst::NewArray { .. }
        | Inst::NewMultiArray { .. }
        | Inst::ArrayLength { .. }
        | Inst::ArrayLoad { .. }
        | Inst::ArrayStore { .. }
        | Inst::InstanceOf { .. }
        | Inst::CanStore { .. }
        | Inst::RefEq { .. }
        | Inst::LoadString { .. }
        | Inst::LoadClass { .. }
        | Inst::Monitor { .. } => AbstractStatement::Skip,
    }
}

//! The control-flow graph of one method or procedure.

use crate::{Const, Expr, GlobalId, Inst, Terminator, Type};
use clew_base::{Arena, define_id};
use std::collections::BTreeSet;
use std::sync::Arc;

define_id! {
    /// A register of a body.
    pub struct Reg = "r"
}

define_id! {
    /// A basic block of a body.
    pub struct BlockId = "b"
}

/// What is known of a register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegInfo {
    /// Its name, unique in the body: that of the variable where the program tells it.
    pub name: Arc<str>,
    /// Its type, fixed.
    pub ty: Type,
    /// The global variable this register stands for, in the block language.
    pub global: Option<GlobalId>,
}

/// Where an instruction comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Origin {
    /// Byte offset in the method's code, or in the `.clew` text.
    pub offset: u32,
    /// Source line, counted from 1; 0 where it is not known.
    pub line: u32,
}

/// An instruction with its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stmt {
    /// What is done.
    pub inst: Inst,
    /// Where it comes from.
    pub origin: Origin,
}

/// A place in the code that control may get to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    /// The beginning of a block.
    Block(BlockId),
    /// The edge from a block to its successor at this position.
    Edge(BlockId, usize),
}

impl Spot {
    /// The block that it is in: of an edge, that from which it leads.
    pub fn block(self) -> BlockId {
        match self {
            Spot::Block(block) | Spot::Edge(block, _) => block,
        }
    }
}

/// A basic block: control enters at the top and leaves at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its name, unique in the body.
    pub label: Arc<str>,
    /// What is done, in order.
    pub stmts: Vec<Stmt>,
    /// How it ends.
    pub terminator: Terminator,
    /// Where its end comes from.
    pub terminator_origin: Origin,
}

/// The code of one method or procedure. The verifier states what holds of a well-formed one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// All registers.
    pub regs: Arena<Reg, RegInfo>,
    /// The registers that hold the arguments at entry, the receiver first.
    pub params: Vec<Reg>,
    /// The type of the value returned, if one is.
    pub returns: Option<Type>,
    /// All blocks.
    pub blocks: Arena<BlockId, Block>,
    /// Where execution starts.
    pub entry: BlockId,
}

impl Body {
    /// The block of this label.
    pub fn block_named(&self, label: &str) -> Option<BlockId> {
        self.blocks.iter().find(|(_, block)| &*block.label == label).map(|(id, _)| id)
    }

    /// The register of this name.
    pub fn register_named(&self, name: &str) -> Option<Reg> {
        self.regs.iter().find(|(_, info)| &*info.name == name).map(|(reg, _)| reg)
    }

    /// Calls `visit` for every literal of the code, block by block, with repetitions.
    pub fn for_each_literal(&self, visit: &mut dyn FnMut(&Const)) {
        let mut of_expr = |expr: &Expr| expr.for_each_literal(visit);
        for block in self.blocks.values() {
            block.stmts.iter().for_each(|stmt| stmt.inst.for_each_expr(&mut of_expr));
            block.terminator.for_each_expr(&mut of_expr);
        }
    }

    /// The integers that the code names, ascending.
    pub fn integer_constants(&self) -> BTreeSet<i64> {
        let mut found = BTreeSet::new();
        self.for_each_literal(&mut |literal| match literal {
            Const::Bv32(value) => _ = found.insert((*value).into()),
            Const::Bv64(value) => _ = found.insert(*value),
            Const::Bool(_) | Const::Int(_) | Const::F32(_) | Const::F64(_) | Const::Null => {}
        });
        found
    }

    /// Makes all origins unknown.
    pub fn clear_origins(&mut self) {
        for (_, block) in self.blocks.iter_mut() {
            block.stmts.iter_mut().for_each(|stmt| stmt.origin = Origin::default());
            block.terminator_origin = Origin::default();
        }
    }
}

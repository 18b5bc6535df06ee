//! Code that no class file has, made block by block.

use clew_base::Arena;
use clew_ir::{
    Block, BlockId, Body, Callee, Inst, InvokeKind, MethodRef, Origin, Reg, RegInfo, Stmt, Terminator, Type,
};
use clew_jvm::{MethodId, World};
use std::sync::Arc;

/// A body in the making. A block leads to blocks that are there already, so that it is made from its end.
pub(crate) struct BodyBuilder {
    regs: Arena<Reg, RegInfo>,
    blocks: Arena<BlockId, Block>,
}

impl BodyBuilder {
    pub(crate) fn new() -> Self {
        Self { regs: Arena::new(), blocks: Arena::new() }
    }

    pub(crate) fn register(&mut self, name: &str, ty: Type) -> Reg {
        self.regs.push(RegInfo { name: name.into(), ty, global: None })
    }

    pub(crate) fn block(&mut self, label: &str, insts: Vec<Inst>, terminator: Terminator) -> BlockId {
        let stmts = insts.into_iter().map(|inst| Stmt { inst, origin: Origin::default() }).collect();
        self.blocks.push(Block { label: label.into(), stmts, terminator, terminator_origin: Origin::default() })
    }

    /// The body that begins at `entry` and returns a value of this type.
    pub(crate) fn finish(self, params: Vec<Reg>, returns: Type, entry: BlockId) -> Body {
        Body { regs: self.regs, params, returns: Some(returns), blocks: self.blocks, entry }
    }
}

/// A call of a method: of this kind, or as instance methods are called.
pub(crate) fn callee(world: &World, method: MethodId, kind: Option<InvokeKind>) -> Callee {
    let method = world.method(method);
    let class = world.class(method.class);
    let of_instance = if class.is_interface() { InvokeKind::Interface } else { InvokeKind::Virtual };
    let reference = MethodRef {
        class: Arc::clone(&class.name),
        interface: class.is_interface(),
        name: Arc::clone(&method.name),
        descriptor: Arc::clone(&method.descriptor),
    };
    Callee::Method { kind: kind.unwrap_or(of_instance), method: Arc::new(reference) }
}

//! Calls replaced by copies of what they call, with registers of their own (`bounded-infeasible-code`, section 3).
//!
//! Only calls are replaced of which it is certain what they run: of static methods and constructors, and of methods that no class
//! overrides. The caller's own blocks keep their ids.

use super::values::{is_behind_harmless_calls, is_followed, is_harmless};
use clew_base::Id;
use clew_ir::{Block, BlockId, Body, Callee, Expr, Inst, InvokeKind, Origin, Reg, Stmt, Terminator, Unwind};
use clew_jvm::{Method, MethodCode, MethodId, World};
use std::rc::Rc;
use std::sync::Arc;

/// How deep calls are replaced in what replaces calls.
const MAX_DEPTH: usize = 3;

/// How many blocks a method has at most that replaces a call.
const MAX_CALLED: usize = 60;

/// How many blocks may be added in all.
const MAX_ADDED: usize = 400;

/// The code of a method with calls replaced as far as the limits go; `None` if none is.
pub fn with_calls_replaced(world: &World, method: &Method, body: &Body) -> Option<Body> {
    let mut inliner = Inliner { world, body: body.clone(), most: body.blocks.len() + MAX_ADDED };
    let blocks: Vec<BlockId> = body.blocks.ids().collect();
    inliner.replace_in(&blocks, &mut vec![method.id]);
    (inliner.body.blocks.len() > body.blocks.len()).then_some(inliner.body)
}

struct Inliner<'w> {
    world: &'w World,
    body: Body,
    /// How many blocks there may be.
    most: usize,
}

impl Inliner<'_> {
    /// Replaces the calls at the ends of these blocks, which belong to the last of the active methods.
    fn replace_in(&mut self, blocks: &[BlockId], active: &mut Vec<MethodId>) {
        for block in blocks {
            let Some((called, method)) = self.called_at(*block, active) else { continue };
            let Some(copies) = self.copy(*block, &called.body) else { continue };
            if active.len() < MAX_DEPTH {
                active.push(method.id);
                self.replace_in(&copies, active);
                active.pop();
            }
        }
    }

    /// The code that the call at the end of a block runs, if it is certain, small and followed.
    fn called_at(&self, block: BlockId, active: &[MethodId]) -> Option<(Rc<MethodCode>, Rc<Method>)> {
        let Terminator::Invoke { callee: Callee::Method { kind, method }, args, .. } =
            &self.body.blocks[block].terminator
        else {
            return None;
        };
        if is_harmless(self.world, &Callee::Method { kind: *kind, method: Arc::clone(method) }) {
            return None;
        }
        let caller = self.world.method(*active.last()?).class;
        let resolved = self.world.link_method(caller, method, *kind).ok()?;
        let target = match kind {
            InvokeKind::Static => resolved,
            InvokeKind::Special => self.world.special_target(caller, resolved).ok()?,
            InvokeKind::Virtual if self.is_never_overridden(resolved) => resolved,
            // The receiver may be of a class that does not implement the interface.
            InvokeKind::Virtual | InvokeKind::Interface => return None,
        };
        let method = self.world.method(target);
        let owner = self.world.class(method.class);
        if active.contains(&target)
            || !method.has_code
            || method.is_synchronized()
            || is_behind_harmless_calls(&owner.name)
        {
            return None;
        }
        // A private method is no other class's but those of its nest.
        if method.is_private() && self.world.class(caller).nest() != owner.nest() {
            return None;
        }
        let code = self.world.code(target).ok()?;
        let is_followed = |block: &Block| is_followed(self.world, block);
        let fits = code.body.blocks.len() <= MAX_CALLED
            && self.body.blocks.len() + code.body.blocks.len() <= self.most
            && code.body.params.len() == args.len()
            && code.body.blocks.values().all(is_followed);
        fits.then_some((code, method))
    }

    fn is_never_overridden(&self, resolved: MethodId) -> bool {
        let method = self.world.method(resolved);
        method.is_private() || method.is_final() || self.world.class(method.class).is_final()
    }

    /// Puts a copy of the called code in the place of the call at the end of a block, and tells the blocks of the copy.
    fn copy(&mut self, at: BlockId, called: &Body) -> Option<Vec<BlockId>> {
        let Terminator::Invoke { dst, args, normal, unwind, .. } = self.body.blocks[at].terminator.clone() else {
            return None;
        };
        let number = self.body.blocks.len();
        let regs: Vec<Reg> = called
            .regs
            .values()
            .map(|info| {
                let mut info = info.clone();
                info.name = Arc::from(format!("{}@{number}", info.name));
                self.body.regs.push(info)
            })
            .collect();
        let first = self.body.blocks.len();
        let place = |block: BlockId| BlockId::from_index(first + block.index());
        let mut copies = Vec::with_capacity(called.blocks.len());
        for block in called.blocks.values() {
            let mut copy = block.clone();
            copy.label = Arc::from(format!("{}@{number}", copy.label));
            copy.stmts.iter_mut().for_each(|stmt| stmt.inst.map_registers(&mut |reg| regs[reg.index()]));
            copy.terminator.map_registers(&mut |reg| regs[reg.index()]);
            copy.terminator.map_blocks(&mut |block| place(block));
            leave(&mut copy, dst, normal, unwind);
            copies.push(self.body.blocks.push(copy));
        }
        let origin = self.body.blocks[at].terminator_origin;
        let caller = &mut self.body.blocks[at];
        for (param, value) in called.params.iter().zip(args) {
            caller.stmts.push(assign(regs[param.index()], value, origin));
        }
        caller.terminator = Terminator::Goto(vec![place(called.entry)]);
        Some(copies)
    }
}

/// Has control go back to the caller at the ends of a copied block.
fn leave(copy: &mut Block, dst: Option<Reg>, normal: BlockId, caught: Option<Unwind>) {
    let origin = copy.terminator_origin;
    match &mut copy.terminator {
        Terminator::Return(value) => {
            let value = value.take();
            copy.stmts.extend(dst.zip(value).map(|(dst, value)| assign(dst, value, origin)));
            copy.terminator = Terminator::Goto(vec![normal]);
        }
        Terminator::Throw(exception) => {
            if let Some(Unwind { block, exception: expected }) = caught {
                let exception = Expr::Reg(*exception);
                copy.stmts.push(assign(expected, exception, origin));
                copy.terminator = Terminator::Goto(vec![block]);
            }
        }
        Terminator::Invoke { unwind, .. } | Terminator::InitClass { unwind, .. } => {
            if unwind.is_none() {
                *unwind = caught;
            }
        }
        Terminator::Goto(_) | Terminator::Branch { .. } | Terminator::Switch { .. } | Terminator::Unsupported(_) => {}
    }
}

fn assign(dst: Reg, value: Expr, origin: Origin) -> Stmt {
    Stmt { inst: Inst::Assign { dst, value }, origin }
}

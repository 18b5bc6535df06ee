//! Constructors that do the same for every subclass and whatever they are passed, as far as the text of their code shows it.

use crate::machine::Machine;
use clew_ir::{Block, BlockId, Body, Callee, Const, Expr, Inst, MethodRef, Reg, Terminator};
use clew_jvm::{ClassId, Method, MethodId};

impl Machine<'_> {
    /// Whether a method, called on an object under construction, does the same whatever class the object is of and whatever
    /// its reference parameters name.
    pub(super) fn is_plain(&self, method: MethodId, base: ClassId, seen: &mut Vec<MethodId>) -> bool {
        if seen.contains(&method) {
            return true;
        }
        seen.push(method);
        let declared = self.world.method(method);
        let Ok(code) = self.world.code(method) else { return false };
        let body = &code.body;
        let receiver = if declared.is_static() { Vec::new() } else { names_of_receiver(body) };
        let mut waiting = vec![body.entry];
        let mut visited: Vec<BlockId> = Vec::new();
        while let Some(id) = waiting.pop() {
            if visited.contains(&id) {
                continue;
            }
            visited.push(id);
            let block = &body.blocks[id];
            let is_plain = block.stmts.iter().all(|stmt| is_plain_inst(&stmt.inst, &receiver))
                && self.ends_plainly(block, (&declared, &receiver), base, seen);
            if !is_plain {
                return false;
            }
            waiting.extend(block.terminator.successors());
        }
        true
    }

    fn ends_plainly(&self, block: &Block, within: (&Method, &[Reg]), base: ClassId, seen: &mut Vec<MethodId>) -> bool {
        match &block.terminator {
            Terminator::Invoke { callee: Callee::Method { method: called, .. }, args, .. } => {
                self.calls_plainly(called, args, within, base, seen)
            }
            Terminator::Invoke { callee: Callee::Dynamic(_), .. } | Terminator::Unsupported(_) => false,
            _ => true,
        }
    }

    /// Whether a call is of code that no subclass chooses, which sees neither the object nor a parameter or is plain itself.
    fn calls_plainly(
        &self,
        called: &MethodRef,
        args: &[Expr],
        (method, receiver): (&Method, &[Reg]),
        base: ClassId,
        seen: &mut Vec<MethodId>,
    ) -> bool {
        let MethodRef { class, name, descriptor, .. } = called;
        if &**class == "java/util/Objects" && &**name == "requireNonNull" {
            return true;
        }
        let Ok(owner) = self.world.load(class) else { return false };
        let Some(target) = self.world.find_method(owner, name, descriptor) else { return false };
        let target = self.world.method(target);
        let on_itself = matches!(args.first(), Some(Expr::Reg(reg)) if receiver.contains(reg));
        let is_of_chain = self.world.is_subtype(base, owner);
        if !target.is_static() && (on_itself || target.is_constructor() && is_of_chain) {
            let is_chosen_here = target.is_private() || target.is_final() || target.is_constructor();
            return is_chosen_here && is_of_chain && self.is_plain(target.id, base, seen);
        }
        let passed = if target.is_static() { args } else { args.get(1..).unwrap_or_default() };
        let sees_nothing = passed
            .iter()
            .zip(&target.parameters)
            .all(|(arg, parameter)| !parameter.starts_with(['L', '[']) || *arg == Expr::Const(Const::Null));
        let is_of_no_parameter = || {
            let owner = self.world.class(owner);
            owner.is_final() && !method.parameters.iter().any(|parameter| parameter.contains(&*owner.name))
        };
        sees_nothing && (target.is_static() || target.is_constructor() || is_of_no_parameter())
    }
}

/// Whether an instruction looks into no object but the one under construction.
fn is_plain_inst(inst: &Inst, receiver: &[Reg]) -> bool {
    match inst {
        Inst::GetField { object, .. } | Inst::PutField { object, .. } => receiver.contains(object),
        Inst::Line(_)
        | Inst::Assign { .. }
        | Inst::GetStatic { .. }
        | Inst::New { .. }
        | Inst::NewThrowable { .. }
        | Inst::NewArray { .. }
        | Inst::LoadString { .. }
        | Inst::LoadClass { .. } => true,
        _ => false,
    }
}

/// The registers that hold the receiver wherever they are written.
fn names_of_receiver(body: &Body) -> Vec<Reg> {
    let mut names: Vec<Reg> = body.params.first().copied().into_iter().collect();
    loop {
        let insts = || body.blocks.values().flat_map(|block| &block.stmts).map(|stmt| &stmt.inst);
        let on_edges = |reg: Reg| {
            let written = |block: &Block| block.terminator.written_on_edges().into_iter().flat_map(|(_, regs)| regs);
            body.blocks.values().flat_map(written).any(|written| written == reg)
        };
        let is_copy = |inst: &Inst| matches!(inst, Inst::Assign { value: Expr::Reg(from), .. } if names.contains(from));
        let found = insts().filter(|inst| is_copy(inst)).filter_map(Inst::written).find(|reg| {
            let always = insts().filter(|inst| inst.written() == Some(*reg)).all(is_copy);
            !names.contains(reg) && always && !on_edges(*reg)
        });
        match found {
            Some(reg) => names.push(reg),
            None => return names,
        }
    }
}

//! Which registers of a method hold its receiver, as far as its text shows it.

use crate::{Block, Body, Expr, Inst, Reg, Terminator};

impl Body {
    /// The registers that hold the first parameter, which is the receiver of an instance method, wherever they are written.
    pub fn names_of_receiver(&self) -> Vec<Reg> {
        let mut names: Vec<Reg> =
            self.params.first().copied().filter(|reg| !self.is_written(*reg)).into_iter().collect();
        loop {
            let is_copy =
                |inst: &Inst| matches!(inst, Inst::Assign { value: Expr::Reg(from), .. } if names.contains(from));
            let found = self.insts().filter(|inst| is_copy(inst)).filter_map(Inst::written).find(|reg| {
                let always = self.insts().filter(|inst| inst.written() == Some(*reg)).all(is_copy);
                !names.contains(reg) && always && !self.is_written_on_edges(*reg)
            });
            match found {
                Some(reg) => names.push(reg),
                None => return names,
            }
        }
    }

    /// Whether the method returns its receiver whenever it returns, as the methods of builders do that are called one behind the other.
    pub fn returns_receiver(&self) -> bool {
        let names = self.names_of_receiver();
        let is_receiver = |value: &Option<Expr>| matches!(value, Some(Expr::Reg(reg)) if names.contains(reg));
        let mut returns = self.blocks.values().filter_map(|block| {
            let Terminator::Return(value) = &block.terminator else { return None };
            Some(is_receiver(value))
        });
        returns.next() == Some(true) && returns.all(|is_receiver| is_receiver)
    }

    fn insts(&self) -> impl Iterator<Item = &Inst> {
        self.blocks.values().flat_map(|block| &block.stmts).map(|stmt| &stmt.inst)
    }

    fn is_written(&self, reg: Reg) -> bool {
        self.insts().any(|inst| inst.written() == Some(reg)) || self.is_written_on_edges(reg)
    }

    fn is_written_on_edges(&self, reg: Reg) -> bool {
        let written =
            |block: &Block| block.terminator.written_on_edges().into_iter().filter_map(|(_, written)| written);
        self.blocks.values().flat_map(written).any(|written| written == reg)
    }
}

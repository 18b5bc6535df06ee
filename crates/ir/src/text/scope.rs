//! The variables and labels of the body that is being read.

use super::cursor::Name;
use crate::{Block, BlockId, Body, GlobalId, Reg, RegInfo, Type};
use clew_base::{Arena, Id, OrderedMap};
use std::ops::Range;
use std::sync::Arc;

/// A label that was mentioned.
struct Label {
    /// Where it was mentioned first.
    first: Range<usize>,
    /// The position of the block that has it, once that has been read.
    block: Option<usize>,
}

/// The names of one body.
pub(super) struct Scope<'g> {
    globals: &'g OrderedMap<Arc<str>, (GlobalId, Type)>,
    regs: Arena<Reg, RegInfo>,
    by_name: OrderedMap<Arc<str>, Reg>,
    /// Labels in the order of first mention: their places are the block ids used until the body is complete.
    labels: OrderedMap<Arc<str>, Label>,
    blocks: usize,
}

impl<'g> Scope<'g> {
    pub(super) fn new(globals: &'g OrderedMap<Arc<str>, (GlobalId, Type)>) -> Self {
        Scope { globals, regs: Arena::new(), by_name: OrderedMap::default(), labels: OrderedMap::default(), blocks: 0 }
    }

    /// Declares a variable, or says no if one of that name is declared.
    pub(super) fn declare(&mut self, name: &str, ty: Type) -> Option<Reg> {
        if self.by_name.contains_key(name) {
            return None;
        }
        Some(self.add(Arc::from(name), ty, None))
    }

    fn add(&mut self, name: Arc<str>, ty: Type, global: Option<GlobalId>) -> Reg {
        let reg = self.regs.push(RegInfo { name: Arc::clone(&name), ty, global });
        self.by_name.insert(name, reg);
        reg
    }

    /// The type of the variable; one that is not declared is an `int`.
    pub(super) fn type_of(&self, name: &str) -> Type {
        match (self.by_name.get(name), self.globals.get(name)) {
            (Some(reg), _) => self.regs[*reg].ty,
            (None, Some((_, ty))) => *ty,
            (None, None) => Type::Int,
        }
    }

    /// Whether the variable is declared or was used before.
    pub(super) fn is_known(&self, name: &str) -> bool {
        self.by_name.contains_key(name) || self.globals.contains_key(name)
    }

    /// The variable; one that is not declared becomes a local `int`.
    pub(super) fn variable(&mut self, name: &str) -> Reg {
        if let Some(reg) = self.by_name.get(name) {
            return *reg;
        }
        match self.globals.get_key_value(name) {
            Some((name, (global, ty))) => self.add(Arc::clone(name), *ty, Some(*global)),
            None => self.add(Arc::from(name), Type::Int, None),
        }
    }

    /// The block that the label names, which may not have been read yet.
    pub(super) fn target(&mut self, name: &Name) -> BlockId {
        BlockId::from_index(self.label(name))
    }

    fn label(&mut self, name: &Name) -> usize {
        let entry = self.labels.entry(Arc::from(name.text.as_str()));
        let index = entry.index();
        entry.or_insert(Label { first: name.span.clone(), block: None });
        index
    }

    /// Gives the next block its label, or says no if another block has it.
    pub(super) fn define_label(&mut self, name: &Name) -> Option<Arc<str>> {
        let index = self.label(name);
        let (text, label) = self.labels.get_index_mut(index)?;
        let is_new = label.block.is_none();
        label.block.get_or_insert(self.blocks);
        self.blocks += 1;
        is_new.then(|| Arc::clone(text))
    }

    /// The labels that no block has, with where they are mentioned first.
    pub(super) fn unknown_labels(&self) -> impl Iterator<Item = (&str, Range<usize>)> {
        self.labels
            .iter()
            .filter(|(_, label)| label.block.is_none())
            .map(|(name, label)| (&**name, label.first.clone()))
    }

    /// Puts the body together: locals in the order of declaration and first use, then globals in their own order;
    /// blocks in the order of the text. All labels are known.
    pub(super) fn finish(self, params: Vec<Reg>, returns: Option<Type>, mut blocks: Arena<BlockId, Block>) -> Body {
        let mut order: Vec<Reg> = self.regs.ids().collect();
        order.sort_by_key(|reg| self.regs[*reg].global.map_or((0, reg.index()), |global| (1, global.index())));
        let mut places = vec![Reg::from_index(0); order.len()];
        for (place, reg) in order.iter().enumerate() {
            places[reg.index()] = Reg::from_index(place);
        }
        let block_ids: Vec<BlockId> =
            self.labels.values().map(|label| BlockId::from_index(label.block.unwrap_or(0))).collect();
        for (_, block) in blocks.iter_mut() {
            block.stmts.iter_mut().for_each(|stmt| stmt.inst.map_registers(&mut |reg| places[reg.index()]));
            block.terminator.map_registers(&mut |reg| places[reg.index()]);
            block.terminator.map_blocks(&mut |target| block_ids[target.index()]);
        }
        Body {
            regs: order.iter().map(|reg| self.regs[*reg].clone()).collect(),
            params: params.into_iter().map(|reg| places[reg.index()]).collect(),
            returns,
            blocks,
            entry: BlockId::from_index(0),
        }
    }
}

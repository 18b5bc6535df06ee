//! What an analysis of one body works with.

use crate::assumption::{Assumption, Assumptions};
use crate::fact::Fact;
use crate::number::OnOverflow;
use crate::state::{CellId, Shape, State, Term, Var};
use crate::summary::Summaries;
use crate::types::register_type;
use clew_base::Id;
use clew_ir::{BlockId, Body, Cfg, FieldRef, Place, Reg, Type, live_registers};
use clew_jvm::{Method, World};
use fixedbitset::FixedBitSet;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// A field as code names it, with the register of the object unless it is static.
pub(crate) type CellKey = (Option<Reg>, Arc<FieldRef>);

/// One body under one set of assumptions.
pub(crate) struct Frame<'a> {
    pub world: &'a World,
    pub method: Rc<Method>,
    pub body: &'a Body,
    pub cfg: Cfg,
    pub shape: Shape,
    pub summaries: &'a Summaries<'a>,
    /// How deep calls are looked into.
    pub depth: usize,
    /// At which numbers widening stops.
    pub thresholds: Vec<i64>,
    cells: BTreeMap<CellKey, CellId>,
    /// The registers that are read behind the beginning of each block before they are written.
    live: Vec<FixedBitSet>,
    /// The registers that are written anywhere.
    written: FixedBitSet,
    /// What is known of the arguments, the receiver first; nothing of those behind the last.
    pub passed: Vec<Option<Fact>>,
    assumptions: &'a Assumptions,
    made: RefCell<BTreeSet<(Assumption, u32)>>,
    line: Cell<u32>,
}

impl<'a> Frame<'a> {
    pub(crate) fn new(
        summaries: &'a Summaries<'a>,
        method: Rc<Method>,
        body: &'a Body,
        assumptions: &'a Assumptions,
        depth: usize,
    ) -> Frame<'a> {
        let world = summaries.world();
        let cells =
            if assumptions.contains(&Assumption::SingleThread) { cells_of(world, body) } else { BTreeMap::new() };
        let mut types = vec![(None, Type::Bool); cells.len()];
        for ((object, field), cell) in &cells {
            types[cell.index()] = (*object, register_type(&field.descriptor));
        }
        let cfg = Cfg::compute(body);
        Frame {
            world,
            method,
            body,
            shape: Shape::of(body, &types),
            summaries,
            depth,
            thresholds: thresholds(body),
            cells,
            live: live_registers(body, &cfg),
            written: written_registers(body),
            passed: Vec::new(),
            assumptions,
            made: RefCell::default(),
            line: Cell::new(0),
            cfg,
        }
    }

    /// The same body where this is known of the arguments.
    pub(crate) fn with_arguments(self, passed: Vec<Option<Fact>>) -> Frame<'a> {
        Frame { passed, ..self }
    }

    /// The cell of a field access, if fields are followed.
    pub(crate) fn cell(&self, object: Option<Reg>, field: &Arc<FieldRef>) -> Option<CellId> {
        self.cells.get(&(object, Arc::clone(field))).copied()
    }

    /// All cells of fields with this name and descriptor, with the registers of their objects.
    pub(crate) fn cells_named(&self, field: &FieldRef) -> impl Iterator<Item = (Option<Reg>, CellId)> {
        let is_named = |key: &&CellKey| key.1.name == field.name && key.1.descriptor == field.descriptor;
        self.cells.iter().filter(move |(key, _)| is_named(key)).map(|(key, cell)| (key.0, *cell))
    }

    /// Whether a register is a parameter that is never written.
    pub(crate) fn is_lasting_parameter(&self, reg: Reg) -> bool {
        self.body.params.contains(&reg) && !self.written.contains(reg.index())
    }

    /// Whether something may be assumed at the current line. That it was is put on record.
    pub(crate) fn assumes(&self, assumption: Assumption) -> bool {
        let assumes = self.assumptions.contains(&assumption);
        if assumes {
            self.made.borrow_mut().insert((assumption, self.line.get()));
        }
        assumes
    }

    /// What becomes of results that the machine would wrap. Where they are excluded, the caller records the place.
    pub(crate) fn on_overflow(&self) -> OnOverflow {
        if self.assumptions.contains(&Assumption::NoOverflow) { OnOverflow::Excluded } else { OnOverflow::Wraps }
    }

    /// Has what is assumed from now on stand in this line.
    pub(crate) fn at(&self, line: u32) {
        if line != 0 {
            self.line.set(line);
        }
    }

    /// What was assumed, and where.
    pub(crate) fn made(&self) -> BTreeSet<(Assumption, u32)> {
        self.made.borrow().clone()
    }

    /// What is known where control comes to a block: nothing of registers that are not read any more, except
    /// parameters.
    pub(crate) fn at_block(&self, block: BlockId, mut state: State) -> State {
        let live = &self.live[block.index()];
        state.keep(&self.shape, |reg| live.contains(reg.index()) || self.is_lasting_parameter(reg));
        state
    }

    /// The value of a register as a term.
    pub(crate) fn term(reg: Reg) -> Term {
        Term::Value(Var::Reg(reg))
    }
}

/// The fields that a body accesses and that do not change by themselves.
fn cells_of(world: &World, body: &Body) -> BTreeMap<CellKey, CellId> {
    let mut cells = BTreeMap::new();
    for stmt in body.blocks.values().flat_map(|block| &block.stmts) {
        let effects = stmt.inst.effects();
        let place = if effects.writes == Place::Nothing { effects.reads } else { effects.writes };
        let key = match place {
            Place::Field { object, field } => (Some(object), Arc::clone(field)),
            Place::StaticField(field) => (None, Arc::clone(field)),
            Place::Nothing | Place::Element { .. } | Place::Map(_) | Place::Monitor(_) | Place::Anything => continue,
        };
        let is_plain = world.resolve_field(&key.1).is_ok_and(|id| {
            let field = world.field(id);
            !field.is_volatile() && &*world.class(field.class).name != "java/lang/ref/Reference"
        });
        let next = CellId::from_index(cells.len());
        if is_plain {
            cells.entry(key).or_insert(next);
        }
    }
    cells
}

/// The constants of a body and their neighbours, and the bounds of Java's types.
fn thresholds(body: &Body) -> Vec<i64> {
    let mut found: BTreeSet<i64> = [-1, 0, 1, 0xff, 0xffff, i64::from(i32::MAX) - 1].into_iter().collect();
    for bound in [i64::from(i8::MAX), i64::from(i16::MAX), i64::from(i32::MAX)] {
        found.extend([bound, -bound - 1]);
    }
    let named = body.integer_constants().into_iter();
    found.extend(named.flat_map(|named| [named.saturating_sub(1), named, named.saturating_add(1)]));
    found.into_iter().collect()
}

fn written_registers(body: &Body) -> FixedBitSet {
    let mut written = FixedBitSet::with_capacity(body.regs.len());
    for block in body.blocks.values() {
        let by_stmts = block.stmts.iter().filter_map(|stmt| stmt.inst.written());
        let by_end = block.terminator.written_on_edges().into_iter().filter_map(|(_, reg)| reg);
        by_stmts.chain(by_end).for_each(|reg| written.insert(reg.index()));
    }
    written
}

//! Objects that a method makes and that nobody else sees.
//!
//! A forward analysis finds which allocations each reference can come from. An allocation is shared if one of its objects is
//! stored, thrown, or passed to a call. Instructions that may mean the same object have the same group of objects.

use super::inputs::kind as element_kind;
use clew_base::{FastMap, Id, OrderedSet};
use clew_ir::{BlockId, Body, Cfg, ElementKind, Expr, Inst, Reg, Terminator, Type};

/// Objects that no other group has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Group {
    /// Objects that other code may see.
    Shared,
    /// Objects of the method's own: those of this allocation, and of others with which instructions mix them.
    Own(u32),
}

/// What an allocation makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Made {
    Object,
    Array(ElementKind),
}

/// A statement: the block and the position.
pub(super) type At = (BlockId, usize);

/// Which objects each instruction means.
#[derive(Clone, Debug, Default)]
pub(super) struct Allocations {
    /// The instructions that make, read or write objects of the method's own.
    own: FastMap<At, Group>,
    /// What is made that others may see.
    shared: OrderedSet<Made>,
}

/// A set of allocations. The highest bit stands for all objects that are not told apart.
type Sources = u64;

const SHARED: Sources = 1 << 63;

/// How many allocations are told apart.
const MAX_ALLOCATIONS: usize = 63;

impl Allocations {
    pub(super) fn of(body: &Body) -> Allocations {
        let mut analysis = Analysis::of(body);
        analysis.run();
        analysis.allocations()
    }

    /// The group of the object that a statement makes, or whose field, element or length it reads or writes.
    pub(super) fn group(&self, at: At) -> Group {
        self.own.get(&at).copied().unwrap_or(Group::Shared)
    }

    /// Whether others may see objects of this kind that the method has made.
    pub(super) fn shares(&self, made: Made) -> bool {
        self.shared.contains(&made)
    }
}

struct Analysis<'a> {
    body: &'a Body,
    cfg: Cfg,
    /// The allocations that are told apart.
    known: FastMap<At, Sources>,
    /// All allocations.
    made: Vec<(At, Made)>,
    /// For each block where its registers come from at its beginning; `None` where control does not get.
    before: Vec<Option<Vec<Sources>>>,
    /// The allocations that others may see.
    shared: Sources,
}

impl<'a> Analysis<'a> {
    fn of(body: &'a Body) -> Analysis<'a> {
        let mut analysis = Analysis {
            body,
            cfg: Cfg::compute(body),
            known: FastMap::default(),
            made: Vec::new(),
            before: vec![None; body.blocks.len()],
            shared: SHARED,
        };
        for (id, block) in body.blocks.iter() {
            for (at, stmt) in block.stmts.iter().enumerate() {
                analysis.made.extend(made(&stmt.inst).into_iter().map(|made| ((id, at), made)));
                let is_alone = matches!(stmt.inst, Inst::New { .. } | Inst::NewArray { .. });
                if is_alone && analysis.known.len() < MAX_ALLOCATIONS {
                    let own = 1 << analysis.known.len();
                    analysis.known.insert((id, at), own);
                }
            }
        }
        analysis
    }

    /// Follows references to a fixpoint: sets of sources only grow.
    fn run(&mut self) {
        if self.known.is_empty() {
            return;
        }
        let mut entry = vec![0; self.body.regs.len()];
        self.body.params.iter().for_each(|param| entry[param.index()] = SHARED);
        self.before[self.body.entry.index()] = Some(entry);
        let order = self.cfg.reverse_post_order().to_vec();
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for id in &order {
                let Some(mut sources) = self.before[id.index()].clone() else { continue };
                for at in 0..self.body.blocks[*id].stmts.len() {
                    self.statement((*id, at), &mut sources);
                }
                has_changed |= self.leave(*id, &sources);
            }
        }
    }

    fn statement(&mut self, at: At, sources: &mut [Sources]) {
        let inst = &self.body.blocks[at.0].stmts[at.1].inst;
        match inst {
            Inst::PutField { value, .. } | Inst::PutStatic { value, .. } | Inst::ArrayStore { value, .. } => {
                self.share(value, sources);
            }
            Inst::Call { args, .. } => args.iter().for_each(|arg| self.share(arg, sources)),
            _ => {}
        }
        let Some(dst) = inst.written().filter(|dst| self.body.regs[*dst].ty == Type::Ref) else { return };
        sources[dst.index()] = match inst {
            Inst::Assign { value, .. } => of_expr(value, sources),
            _ => self.known.get(&at).copied().unwrap_or(SHARED),
        };
    }

    /// Passes what holds behind a block on; whether something is new.
    fn leave(&mut self, id: BlockId, sources: &[Sources]) -> bool {
        let terminator = &self.body.blocks[id].terminator;
        match terminator {
            Terminator::Invoke { args, .. } => args.iter().for_each(|arg| self.share(arg, sources)),
            Terminator::Throw(thrown) => self.shared |= sources[thrown.index()],
            Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::InitClass { .. }
            | Terminator::Return(_)
            | Terminator::Unsupported(_) => {}
        }
        let mut is_new = false;
        let written = terminator.written_on_edges();
        for successor in self.cfg.successors(id) {
            let mut after = sources.to_vec();
            for (_, dst) in written.iter().filter(|(to, _)| to == successor) {
                dst.iter().for_each(|dst| after[dst.index()] |= SHARED);
            }
            is_new |= join(&mut self.before[successor.index()], after);
        }
        is_new
    }

    fn share(&mut self, value: &Expr, sources: &[Sources]) {
        value.for_each_register(&mut |reg| self.shared |= sources[reg.index()]);
    }

    /// Which objects each instruction means, when the fixpoint is found.
    fn allocations(mut self) -> Allocations {
        let mut accesses = Vec::new();
        for (id, block) in self.body.blocks.iter() {
            let Some(mut sources) = self.before[id.index()].clone() else { continue };
            for (at, stmt) in block.stmts.iter().enumerate() {
                if let Some(object) = accessed(&stmt.inst) {
                    accesses.push(((id, at), sources[object.index()]));
                }
                self.statement((id, at), &mut sources);
                accesses.extend(self.known.get(&(id, at)).map(|own| ((id, at), *own)));
            }
        }
        let groups = groups(&accesses, self.shared);
        let group = |sources: Sources| {
            let group = groups.iter().find(|group| **group & sources != 0)?;
            (group & SHARED == 0).then(|| Group::Own(group.trailing_zeros()))
        };
        let own: FastMap<At, Group> =
            accesses.iter().filter_map(|(at, sources)| Some((*at, group(*sources)?))).collect();
        let shared = self.made.iter().filter(|(at, _)| !own.contains_key(at)).map(|(_, made)| *made).collect();
        Allocations { own, shared }
    }
}

/// What an instruction makes: of arrays of arrays the inner ones as well.
fn made(inst: &Inst) -> Vec<Made> {
    let of_array = |descriptor: &str| element_kind(descriptor).map(Made::Array);
    match inst {
        Inst::New { .. } => vec![Made::Object],
        Inst::NewArray { array, .. } => of_array(&array[1..]).into_iter().collect(),
        Inst::NewMultiArray { array, .. } => {
            let inner = (1..array.len()).filter(|at| array.as_bytes()[at - 1] == b'[');
            inner.filter_map(|at| of_array(&array[at..])).collect()
        }
        _ => Vec::new(),
    }
}

/// The object whose field, element or length an instruction reads or writes.
fn accessed(inst: &Inst) -> Option<Reg> {
    match inst {
        Inst::GetField { object, .. } | Inst::PutField { object, .. } => Some(*object),
        Inst::ArrayLoad { array, .. } | Inst::ArrayStore { array, .. } | Inst::ArrayLength { array, .. } => {
            Some(*array)
        }
        _ => None,
    }
}

/// Where a value comes from that a register is assigned.
fn of_expr(value: &Expr, sources: &[Sources]) -> Sources {
    let mut from = 0;
    value.for_each_register(&mut |reg| from |= sources[reg.index()]);
    from
}

/// Adds what another edge leads in with; whether something is new.
fn join(before: &mut Option<Vec<Sources>>, after: Vec<Sources>) -> bool {
    let Some(before) = before else {
        *before = Some(after);
        return true;
    };
    let mut is_new = false;
    for (known, new) in before.iter_mut().zip(after) {
        is_new |= new & !*known != 0;
        *known |= new;
    }
    is_new
}

/// The finest partition in which all sources of an access, and all shared ones, are in one set.
fn groups(accesses: &[(At, Sources)], shared: Sources) -> Vec<Sources> {
    let mut groups = vec![shared];
    for (_, sources) in accesses {
        let mut merged = *sources;
        groups.retain(|group| {
            let is_apart = group & merged == 0;
            merged |= if is_apart { 0 } else { *group };
            is_apart
        });
        groups.push(merged);
    }
    groups
}

//! Objects that a method makes and that nobody else sees.
//!
//! A forward analysis finds which allocations each reference can come from, and which ones the fields and elements of their objects
//! can hold. An allocation is shared if one of its objects is thrown, passed to a call, or stored where others may see it.
//! Instructions that may mean the same object have the same group of objects.

use super::inputs::kind as element_kind;
use super::memory::MAX_FILLED;
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
    /// The groups of the arrays that are elements where an array of arrays is made, from the outermost inwards.
    inner: FastMap<At, Vec<Group>>,
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

    /// The groups of the arrays within the one that a statement makes, from the outermost inwards.
    pub(super) fn inner_groups(&self, at: At) -> &[Group] {
        self.inner.get(&at).map_or(&[], Vec::as_slice)
    }

    /// Whether others may see objects of this kind that the method has made.
    pub(super) fn shares(&self, made: Made) -> bool {
        self.shared.contains(&made)
    }
}

struct Analysis<'a> {
    body: &'a Body,
    cfg: Cfg,
    /// The allocations that are told apart: of an array of arrays the outermost first, then those within it.
    known: FastMap<At, Vec<Sources>>,
    /// How many are told apart.
    count: usize,
    /// What each of these can hold in its fields or elements.
    contents: [Sources; MAX_ALLOCATIONS],
    /// All allocations, each with its position in an array of arrays: 0 is the outermost.
    made: Vec<(At, usize, Made)>,
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
            count: 0,
            contents: [0; MAX_ALLOCATIONS],
            made: Vec::new(),
            before: vec![None; body.blocks.len()],
            shared: SHARED,
        };
        for (id, block) in body.blocks.iter() {
            for (at, stmt) in block.stmts.iter().enumerate() {
                let made = made(&stmt.inst);
                let depth = depth(&stmt.inst);
                analysis.made.extend(made.into_iter().enumerate().map(|(level, made)| ((id, at), level, made)));
                if depth > 0 && analysis.count + depth <= MAX_ALLOCATIONS {
                    let first = analysis.count;
                    analysis.count += depth;
                    let own: Vec<Sources> = (first..analysis.count).map(|number| 1 << number).collect();
                    for (outer, inner) in (first..).zip(&own[1..]) {
                        analysis.contents[outer] = *inner;
                    }
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
            let before = (self.shared, self.contents);
            has_changed = false;
            for id in &order {
                let Some(mut sources) = self.before[id.index()].clone() else { continue };
                for at in 0..self.body.blocks[*id].stmts.len() {
                    self.statement((*id, at), &mut sources);
                }
                has_changed |= self.leave(*id, &sources);
            }
            // Whoever sees an object sees what it holds.
            self.shared |= self.held_by(self.shared);
            has_changed |= before != (self.shared, self.contents);
        }
    }

    /// What the fields and elements of objects from these sources can hold.
    fn held_by(&self, sources: Sources) -> Sources {
        let of_shared = if sources & self.shared == 0 { 0 } else { SHARED };
        self.own_of(sources).fold(of_shared, |held, number| held | self.contents[number])
    }

    /// The allocations that are told apart among sources.
    fn own_of(&self, sources: Sources) -> impl Iterator<Item = usize> + use<> {
        (0..self.count).filter(move |number| sources & (1 << number) != 0)
    }

    /// Stores a value in objects from these sources.
    fn store(&mut self, value: &Expr, objects: Sources, sources: &[Sources]) {
        let held = of_expr(value, sources);
        for number in self.own_of(objects) {
            self.contents[number] |= held;
        }
        if objects & self.shared != 0 {
            self.shared |= held;
        }
    }

    fn statement(&mut self, at: At, sources: &mut [Sources]) {
        let inst = &self.body.blocks[at.0].stmts[at.1].inst;
        match inst {
            Inst::PutField { object, value, .. } => self.store(value, sources[object.index()], sources),
            Inst::ArrayStore { array, value, .. } => self.store(value, sources[array.index()], sources),
            Inst::PutStatic { value, .. } => self.share(value, sources),
            Inst::Call { args, .. } => args.iter().for_each(|arg| self.share(arg, sources)),
            _ => {}
        }
        let Some(dst) = inst.written().filter(|dst| self.body.regs[*dst].ty == Type::Ref) else { return };
        sources[dst.index()] = match inst {
            Inst::Assign { value, .. } => of_expr(value, sources),
            Inst::GetField { object, .. } => self.held_by(sources[object.index()]),
            Inst::ArrayLoad { array, .. } => self.held_by(sources[array.index()]),
            _ => self.known.get(&at).and_then(|own| own.first()).copied().unwrap_or(SHARED),
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
                accesses.extend(self.known.get(&(id, at)).map(|own| ((id, at), own[0])));
            }
        }
        let inner: Vec<(At, &[Sources])> = self.known.iter().map(|(at, own)| (*at, &own[1..])).collect();
        let groups = groups(&accesses, self.shared);
        let group = |sources: Sources| {
            let group = groups.iter().find(|group| **group & sources != 0)?;
            (group & SHARED == 0).then(|| Group::Own(group.trailing_zeros()))
        };
        let own: FastMap<At, Group> =
            accesses.iter().filter_map(|(at, sources)| Some((*at, group(*sources)?))).collect();
        let inner: FastMap<At, Vec<Group>> = inner
            .into_iter()
            .map(|(at, all)| (at, all.iter().map(|sources| group(*sources).unwrap_or(Group::Shared)).collect()))
            .collect();
        let is_own = |at: &At, level: usize| match level {
            0 => own.contains_key(at),
            _ => inner.get(at).and_then(|inner| inner.get(level - 1)).is_some_and(|group| *group != Group::Shared),
        };
        let shared = self.made.iter().filter(|(at, level, _)| !is_own(at, *level)).map(|(.., made)| *made).collect();
        Allocations { own, inner, shared }
    }
}

/// What an instruction makes: an array of arrays first, then those within it.
fn made(inst: &Inst) -> Vec<Made> {
    let of_array = |descriptor: &str| element_kind(descriptor).map(Made::Array);
    match inst {
        Inst::New { .. } => vec![Made::Object],
        Inst::NewArray { array, .. } => of_array(&array[1..]).into_iter().collect(),
        Inst::NewMultiArray { array, lengths, .. } => {
            (1..=lengths.len()).filter_map(|at| of_array(array.get(at..)?)).collect()
        }
        _ => Vec::new(),
    }
}

/// How many kinds of objects an instruction makes that are told apart: an array of arrays is another kind than those within it. If
/// their elements are not filled by the graph, none of them are.
fn depth(inst: &Inst) -> usize {
    match inst {
        Inst::New { .. } | Inst::NewArray { .. } => 1,
        Inst::NewMultiArray { lengths, .. } if lengths.len() <= MAX_FILLED + 1 => lengths.len(),
        _ => 0,
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

//! The goals of a method, and where in its code each is reached.

use crate::helpers::start_of_throw;
use crate::string_switch::unwritten_edges;
use clew_base::{FastMap, FastSet, OrderedMap};
use clew_facts::{Edge, Goal, GoalKind};
use clew_ir::{Block, BlockId, Body, BranchKind, Cfg, Inst, LoopId, Loops, Origin, Spot, Stmt, Terminator};
use clew_jvm::MethodCode;
use std::collections::BTreeSet;

/// The goals of a method. An edge is named by its block and its position among the successors of the block.
#[derive(Debug, Default)]
pub(crate) struct GoalMap {
    /// All goals, ordered by line, offset and kind.
    pub goals: Vec<Goal>,
    /// For conditional jumps, by offset, which edge it is that they are done.
    pub jumps: Vec<(u32, Edge)>,
    lines: FastMap<u32, usize>,
    edges: FastMap<(BlockId, usize), usize>,
    /// Goals that are reached by going into a block, of which few blocks have any.
    blocks: FastMap<BlockId, Vec<usize>>,
    /// The blocks at which each goal can be reached.
    places: Vec<Vec<BlockId>>,
    /// Where straight code ends, or throws an exception that it has made, and no goal tells that it does: a line is reached at its
    /// first instruction, whatever becomes of the rest.
    ends: FastSet<BlockId>,
    /// Goals that a proof rules out, whatever the inputs.
    pub ruled_out: FastSet<usize>,
    /// Goals that tests reach.
    pub shown: FastSet<usize>,
}

/// Where a goal is reached.
#[derive(Clone, Copy)]
enum Place {
    Line(u32),
    Edge(BlockId, usize),
    Block(BlockId),
}

impl GoalMap {
    /// The goals of a method.
    pub(crate) fn of(code: &MethodCode, loops: &Loops) -> Self {
        let body = &code.body;
        let mut found: OrderedMap<Goal, Vec<(Place, BlockId)>> = OrderedMap::default();
        let mut jumps: BTreeSet<(u32, Edge)> = BTreeSet::new();
        let (amid, unwritten) = (amid(code), unwritten_edges(body));
        for (id, block) in body.blocks.iter() {
            if let Some(line) = amid.get(&id) {
                let goal = Goal { line: *line, offset: first_offset(body, *line), kind: GoalKind::Line };
                found.entry(goal).or_default().push((Place::Block(id), id));
            }
            for stmt in &block.stmts {
                if let Inst::Line(line) = stmt.inst {
                    let goal = Goal { line, offset: first_offset(body, line), kind: GoalKind::Line };
                    found.entry(goal).or_default().push((Place::Line(line), id));
                }
            }
            for (edge, kind) in edge_goals(code, loops, id) {
                if let (0, GoalKind::Branch(done @ (Edge::True | Edge::False))) = (edge, &kind) {
                    jumps.insert((block.terminator_origin.offset, done.clone()));
                }
                if !unwritten.contains(&(id, edge)) {
                    let goal = goal_at(block.terminator_origin, kind);
                    found.entry(goal).or_default().push((Place::Edge(id, edge), id));
                }
            }
        }
        for site in &code.assertions {
            let goal = Goal { line: site.line, offset: site.offset, kind: GoalKind::Assert };
            found.entry(goal).or_default().push((Place::Block(site.block), site.block));
        }
        found.sort_keys();
        let ends = ends(code).chain(throws_of_new(code)).collect();
        Self { jumps: jumps.into_iter().collect(), ends, ..Self::index(found) }
    }

    fn index(found: OrderedMap<Goal, Vec<(Place, BlockId)>>) -> Self {
        let mut map = Self::default();
        for (index, (goal, places)) in found.into_iter().enumerate() {
            map.goals.push(goal);
            map.places.push(places.iter().map(|(_, block)| *block).collect());
            for (place, _) in places {
                match place {
                    Place::Line(line) => drop(map.lines.insert(line, index)),
                    Place::Edge(block, edge) => drop(map.edges.insert((block, edge), index)),
                    Place::Block(block) => map.blocks.entry(block).or_default().push(index),
                }
            }
        }
        map
    }

    /// The goal of a line, reached when its mark is executed.
    pub(crate) fn line(&self, line: u32) -> Option<usize> {
        self.lines.get(&line).copied()
    }

    /// Whether the method has branches of the source.
    pub(crate) fn has_branches(&self) -> bool {
        self.goals.iter().any(|goal| matches!(goal.kind, GoalKind::Branch(_)))
    }

    /// The goal of an edge.
    pub(crate) fn edge(&self, block: BlockId, edge: usize) -> Option<usize> {
        self.edges.get(&(block, edge)).copied()
    }

    /// Whether a proof rules out that an edge is taken.
    pub(crate) fn rules_out(&self, block: BlockId, edge: usize) -> bool {
        self.edge(block, edge).is_some_and(|goal| self.ruled_out.contains(&goal))
    }

    /// The goals that are reached by going into a block: the failing assertion whose exception it makes, and the line that
    /// it goes into past its beginning, such as one with a part of a condition over several lines.
    pub(crate) fn entered(&self, block: BlockId) -> &[usize] {
        self.blocks.get(&block).map_or(&[], Vec::as_slice)
    }

    /// Whether straight code ends in this block, or throws an exception that it has made.
    pub(crate) fn is_end(&self, block: BlockId) -> bool {
        self.ends.contains(&block)
    }

    /// Where each goal is reached. A line is reached where its block is: what stands before its mark there leads nowhere else.
    fn spots(&self) -> Vec<Vec<Spot>> {
        let mut spots = vec![Vec::new(); self.goals.len()];
        for ((block, edge), goal) in &self.edges {
            spots[*goal].push(Spot::Edge(*block, *edge));
        }
        for (goal, blocks) in self.places.iter().enumerate() {
            if spots[goal].is_empty() {
                spots[goal].extend(blocks.iter().copied().map(Spot::Block));
            }
        }
        spots.iter_mut().for_each(|spots| spots.sort_unstable());
        spots
    }

    /// The goals behind which an execution goes into one of the blocks.
    pub(crate) fn leading_into(&self, body: &Body, blocks: &FastSet<BlockId>) -> FastSet<usize> {
        let leads = |spot: &Spot| match *spot {
            Spot::Block(block) => blocks.contains(&block),
            Spot::Edge(block, edge) => {
                body.blocks[block].terminator.successors().get(edge).is_some_and(|to| blocks.contains(to))
            }
        };
        let spots = self.spots().into_iter().enumerate();
        spots.filter(|(_, spots)| spots.iter().any(leads)).map(|(goal, _)| goal).collect()
    }

    /// The blocks from which a goal is reached.
    pub(crate) fn places(&self, goal: usize) -> &[BlockId] {
        &self.places[goal]
    }
}

/// The goals of a method in the order of its verdicts, with where in the code each is reached.
pub fn goal_spots(code: &MethodCode) -> Vec<(Goal, Vec<Spot>)> {
    let goals = GoalMap::of(code, &Loops::compute(&code.body));
    let spots = goals.spots();
    goals.goals.into_iter().zip(spots).collect()
}

fn goal_at(origin: Origin, kind: GoalKind) -> Goal {
    Goal { line: origin.line, offset: origin.offset, kind }
}

/// The blocks without a mark of their line that jumps lead to from another line, or exceptions from any, and the lines. The handler
/// that releases the monitor of a `synchronized` block is in no line.
fn amid(code: &MethodCode) -> FastMap<BlockId, u32> {
    let body = &code.body;
    let mut found = FastMap::default();
    for handler in code.handlers.iter().filter(|handler| !handler.releases && handler.line != 0) {
        let marks = |stmt: &Stmt| stmt.inst == Inst::Line(handler.line) && stmt.origin.offset == handler.offset;
        if !body.blocks[handler.block].stmts.iter().any(marks) {
            found.insert(handler.block, handler.line);
        }
    }
    let is_handler = |id| is_handler(code, id);
    for (from, block) in body.blocks.iter() {
        for to in block.terminator.successors() {
            let (line, is_marked) = first_line(body, to);
            let is_code = line != 0 && !is_handler(to) && !is_search_for_handler(&body.blocks[to], is_handler);
            if is_code && !is_marked && line != body.blocks[from].terminator_origin.line {
                found.insert(to, line);
            }
        }
    }
    found
}

fn is_handler(code: &MethodCode, id: BlockId) -> bool {
    code.handlers.iter().any(|handler| handler.block == id)
}

/// Whether all that a block does is to ask whether a handler takes an exception, to give it to one that takes all, or to throw on
/// what none has taken; the compiler wrote nothing of it.
fn is_search_for_handler(block: &Block, is_handler: impl Fn(BlockId) -> bool) -> bool {
    match &block.terminator {
        Terminator::Branch { kind: BranchKind::HandlerTest, .. } => true,
        Terminator::Throw(_) => block.stmts.is_empty(),
        Terminator::Goto(targets) => block.stmts.is_empty() && targets.iter().copied().all(is_handler),
        _ => false,
    }
}

/// The blocks that return, and those that join others. A branch of the source has goals of its own.
pub(crate) fn ends(code: &MethodCode) -> impl Iterator<Item = BlockId> {
    let is_handler = |id| is_handler(code, id);
    let cfg = Cfg::compute(&code.body);
    let ends = move |id: BlockId, block: &Block| match &block.terminator {
        Terminator::Return(_) => true,
        Terminator::Goto(_) => !is_search_for_handler(block, is_handler) && !is_part_of_check(&code.body, &cfg, id),
        _ => false,
    };
    code.body.blocks.iter().filter(move |(id, block)| ends(*id, block)).map(|(id, _)| id)
}

/// Whether a block does nothing but go on behind the check of a store, which `null` needs none of.
fn is_part_of_check(body: &Body, cfg: &Cfg, id: BlockId) -> bool {
    let offset = body.blocks[id].terminator_origin.offset;
    let checks = |before: &BlockId| {
        let block = &body.blocks[*before];
        let is_check = matches!(block.terminator, Terminator::Branch { kind: BranchKind::StoreCheck, .. });
        is_check && block.terminator_origin.offset == offset
    };
    let before = cfg.predecessors(id);
    !before.is_empty() && before.iter().all(checks)
}

/// The blocks that throw an exception which the code before them has made.
fn throws_of_new(code: &MethodCode) -> Vec<BlockId> {
    let (body, cfg) = (&code.body, Cfg::compute(&code.body));
    let throwing = body.blocks.iter().filter(|(_, block)| matches!(block.terminator, Terminator::Throw(_)));
    throwing.map(|(id, _)| id).filter(|id| start_of_throw(body, &cfg, *id).is_some()).collect()
}

/// The line of the first instruction of a block, 0 where none is known, and whether its mark is there.
fn first_line(body: &Body, id: BlockId) -> (u32, bool) {
    let block = &body.blocks[id];
    match block.stmts.first() {
        Some(first) => (first.origin.line, matches!(first.inst, Inst::Line(_))),
        None => (block.terminator_origin.line, false),
    }
}

/// The smallest offset at which the line begins.
fn first_offset(body: &Body, line: u32) -> u32 {
    let marks = body.blocks.values().flat_map(|block| &block.stmts);
    marks.filter(|stmt| stmt.inst == Inst::Line(line)).map(|stmt| stmt.origin.offset).min().unwrap_or(0)
}

fn edge_goals(code: &MethodCode, loops: &Loops, id: BlockId) -> Vec<(usize, GoalKind)> {
    let block = &code.body.blocks[id];
    match &block.terminator {
        Terminator::Branch { kind: BranchKind::Source, .. } if is_assertion_guard(code, id) => Vec::new(),
        Terminator::Branch { kind: BranchKind::Source, then, otherwise, .. } => {
            let (taken, passed) = polarity(&code.body, loops, id, (*then, *otherwise));
            vec![(0, GoalKind::Branch(taken)), (1, GoalKind::Branch(passed))]
        }
        Terminator::Branch { kind, .. } => {
            kind.throws().map(|class| (1, GoalKind::Exception(class.replace('/', ".")))).into_iter().collect()
        }
        Terminator::Switch { cases, .. } => {
            let keys = cases.iter().enumerate().map(|(at, (key, _))| (at, GoalKind::Branch(Edge::Case(*key))));
            keys.chain([(cases.len(), GoalKind::Branch(Edge::Default))]).collect()
        }
        _ => Vec::new(),
    }
}

/// What it means for the source that a jump is taken, and that it is passed. Compilers jump past what a condition guards,
/// so the condition holds where the jump is passed; but at the end of a `do` loop they jump back where the condition holds,
/// and leave the loop where it does not. (A jump back to a header that tests on its own whether to go on is the end of a
/// condition in a `while` body.)
fn polarity(body: &Body, loops: &Loops, id: BlockId, (taken, passed): (BlockId, BlockId)) -> (Edge, Edge) {
    match loops.back_edge(id, taken) {
        Some(repeated) if !loops.contains(repeated, passed) && !tests_exit(body, loops, repeated, taken, passed) => {
            (Edge::True, Edge::False)
        }
        _ => (Edge::False, Edge::True),
    }
}

/// Whether the first jump of a loop leaves it for another place than `after`.
fn tests_exit(body: &Body, loops: &Loops, id: LoopId, header: BlockId, after: BlockId) -> bool {
    let mut block = header;
    // Checks of single instructions come before the jump; a loop has fewer blocks than its body.
    for _ in 0..body.blocks.len() {
        match &body.blocks[block].terminator {
            Terminator::Branch { kind: BranchKind::Source, then, otherwise, .. } => {
                return [*then, *otherwise].into_iter().any(|exit| !loops.contains(id, exit) && exit != after);
            }
            Terminator::Branch { then, .. } => block = *then,
            Terminator::Goto(targets) if targets.len() == 1 => block = targets[0],
            Terminator::Invoke { normal, .. } | Terminator::InitClass { normal, .. } => block = *normal,
            _ => return false,
        }
    }
    false
}

/// Whether a jump tests the field by which the compiler switches assertions off: no branch of the program.
fn is_assertion_guard(code: &MethodCode, id: BlockId) -> bool {
    code.branches.iter().any(|site| site.block == id && site.assertion_guard)
}

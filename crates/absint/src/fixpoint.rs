//! The fixpoint over the control-flow graph of a body.
//!
//! Blocks wait in reverse post-order. At the headers of loops states are widened from the third visit on; two
//! descending passes take back what widening gave away. A block that only decides is entered by each of its
//! predecessors on its own, so that a truth value which was stored on two ways keeps what it stands for on each.

use crate::frame::Frame;
use crate::state::State;
use clew_base::Id;
use clew_ir::{BlockId, BranchKind, Inst, Stmt, Terminator};
use clew_jvm::MethodCode;
use std::collections::{BTreeMap, BTreeSet};

/// How often a header is visited before its state is widened.
const VISITS_BEFORE_WIDENING: u32 = 2;
/// How many blocks that only decide are passed one behind the other.
const MAX_DECISIONS: usize = 4;
/// How many visits of blocks an analysis may make, for each block.
const VISITS_PER_BLOCK: usize = 60;
/// The number of descending passes.
const DESCENTS: usize = 2;
/// What is thrown at any place: by the virtual machine when it runs out of memory or stack, and by another thread that
/// stops this one, in virtual machines before 20.
const FROM_OUTSIDE: [&str; 2] = ["java/lang/VirtualMachineError", "java/lang/ThreadDeath"];

/// What holds at the beginning of each block.
pub(crate) struct Analysis {
    states: Vec<Option<State>>,
    /// Blocks that only decide and that executions pass.
    passed: BTreeSet<BlockId>,
    /// Whether the analysis came to its end, and follows all that executions do.
    pub complete: bool,
}

impl Analysis {
    /// The analysis of a body.
    pub(crate) fn of(frame: &Frame<'_>, code: &MethodCode) -> Analysis {
        let handlers = vm_error_handlers(frame, code);
        let mut seeds: BTreeMap<BlockId, State> = BTreeMap::new();
        loop {
            let mut run = Run::new(frame, &seeds);
            let in_time = run.ascend();
            (0..DESCENTS).for_each(|_| run.descend());
            let analysis = Analysis { complete: in_time && run.is_followed(), states: run.states, passed: run.passed };
            let unseen: Vec<BlockId> = handlers
                .iter()
                .copied()
                .filter(|block| !analysis.is_reached(*block) && !seeds.contains_key(block))
                .collect();
            // What only errors of the virtual machine lead to is judged as well, with nothing known.
            if unseen.is_empty() || !analysis.complete {
                return analysis;
            }
            seeds.extend(unseen.into_iter().map(|block| (block, State::top())));
        }
    }

    /// Whether an execution may get to a block.
    pub(crate) fn is_reached(&self, block: BlockId) -> bool {
        self.states[block.index()].is_some() || self.passed.contains(&block)
    }

    /// Whether an execution may leave a block by the edge at this position. Of blocks that are passed it is not kept
    /// which edges are taken.
    pub(crate) fn may_take(&self, frame: &Frame<'_>, block: BlockId, at: usize) -> bool {
        let takes = |state: State| frame.edges(&state, block).iter().any(|edge| edge.at == at);
        self.passed.contains(&block) || self.at_end(frame, block).is_some_and(takes)
    }

    /// What holds at the beginning of a block.
    pub(crate) fn at_beginning(&self, block: BlockId) -> Option<&State> {
        self.states[block.index()].as_ref()
    }

    /// What holds before the statement of a block at this position.
    pub(crate) fn at_statement(&self, frame: &Frame<'_>, block: BlockId, at: usize) -> Option<State> {
        behind(frame, &frame.body.blocks[block].stmts[..at], self.states[block.index()].clone()?)
    }

    /// What holds before the end of a block.
    pub(crate) fn at_end(&self, frame: &Frame<'_>, block: BlockId) -> Option<State> {
        self.at_statement(frame, block, frame.body.blocks[block].stmts.len())
    }
}

fn behind(frame: &Frame<'_>, stmts: &[Stmt], state: State) -> Option<State> {
    stmts.iter().try_fold(state, |state, stmt| frame.statement(state, stmt))
}

/// The blocks at which handlers begin that errors of the virtual machine enter, or what another thread throws.
fn vm_error_handlers(frame: &Frame<'_>, code: &MethodCode) -> Vec<BlockId> {
    let related = |class: &str, error: &str| match (frame.world.load(class), frame.world.load(error)) {
        (Ok(class), Ok(error)) => frame.world.is_subtype(class, error) || frame.world.is_subtype(error, class),
        _ => true,
    };
    let is_related = |class: &str| FROM_OUTSIDE.into_iter().any(|error| related(class, error));
    let handlers = code.handlers.iter().filter(|handler| handler.catch.as_deref().is_none_or(is_related));
    handlers.map(|handler| handler.block).collect()
}

struct Run<'a, 'f> {
    frame: &'a Frame<'f>,
    /// Blocks that executions enter from elsewhere.
    seeds: BTreeMap<BlockId, State>,
    states: Vec<Option<State>>,
    /// Where control goes from each block, and with what.
    outs: Vec<Vec<(BlockId, State)>>,
    /// The blocks from which control has come to each block.
    sources: Vec<BTreeSet<BlockId>>,
    visits: Vec<u32>,
    headers: BTreeSet<BlockId>,
    passed: BTreeSet<BlockId>,
}

impl<'a, 'f> Run<'a, 'f> {
    fn new(frame: &'a Frame<'f>, seeds: &BTreeMap<BlockId, State>) -> Run<'a, 'f> {
        let blocks = frame.body.blocks.len();
        let mut seeds = seeds.clone();
        seeds.insert(frame.body.entry, frame.entry());
        Run {
            frame,
            seeds,
            states: vec![None; blocks],
            outs: vec![Vec::new(); blocks],
            sources: vec![BTreeSet::new(); blocks],
            visits: vec![0; blocks],
            headers: frame.cfg.retreating_edges().iter().map(|(_, header)| *header).collect(),
            passed: BTreeSet::new(),
        }
    }

    /// Goes up to a state that no edge leaves; whether that was done in time.
    fn ascend(&mut self) -> bool {
        let place = |run: &Self, block| (run.frame.cfg.place(block), block);
        let mut waiting: BTreeSet<(Option<u32>, BlockId)> = BTreeSet::new();
        for (block, state) in self.seeds.clone() {
            self.states[block.index()] = Some(state);
            waiting.insert(place(self, block));
        }
        let mut left = VISITS_PER_BLOCK * self.states.len() + VISITS_PER_BLOCK;
        while let Some((_, block)) = waiting.pop_first() {
            if left == 0 {
                return false;
            }
            left -= 1;
            self.leave(block);
            for (target, state) in self.outs[block.index()].clone() {
                self.sources[target.index()].insert(block);
                if self.enter(target, &state) {
                    waiting.insert(place(self, target));
                }
            }
        }
        true
    }

    /// Adds a state to that of a block; whether that changes it.
    fn enter(&mut self, block: BlockId, state: &State) -> bool {
        let shape = &self.frame.shape;
        let before = &self.states[block.index()];
        let after = match before {
            None => state.clone(),
            Some(before) if before.includes(state, shape) => return false,
            Some(before) => {
                let joined = before.join(state, shape);
                let is_late = self.visits[block.index()] >= VISITS_BEFORE_WIDENING;
                match self.headers.contains(&block) && is_late {
                    true => before.widen(&joined, shape, &self.frame.thresholds),
                    false => joined,
                }
            }
        };
        self.visits[block.index()] += 1;
        self.states[block.index()] = Some(after);
        true
    }

    /// One pass that replaces each state by what comes in. All states hold of all executions before, and do so after.
    fn descend(&mut self) {
        self.passed.clear();
        for block in self.frame.cfg.reverse_post_order().to_vec() {
            let before = self.states[block.index()].take();
            let coming = self.coming(block);
            let shape = &self.frame.shape;
            self.states[block.index()] = match (before, coming) {
                (Some(before), Some(coming)) if !before.includes(&coming, shape) => Some(before),
                (_, coming) => coming,
            };
            self.leave(block);
        }
    }

    /// The join of all that comes to a block.
    fn coming(&self, block: BlockId) -> Option<State> {
        let outs = self.sources[block.index()].iter().flat_map(|source| &self.outs[source.index()]);
        let states = outs.filter(|(target, _)| *target == block).map(|(_, state)| state).chain(self.seeds.get(&block));
        let mut states = states;
        let first = states.next()?.clone();
        Some(states.fold(first, |one, two| one.join(two, &self.frame.shape)))
    }

    /// Computes where control goes from a block, and with what.
    fn leave(&mut self, block: BlockId) {
        let mut outs = Vec::new();
        if let Some(state) = self.states[block.index()].clone()
            && let Some(state) = behind(self.frame, &self.frame.body.blocks[block].stmts, state)
        {
            self.go_on(&state, block, MAX_DECISIONS, &mut outs);
        }
        self.outs[block.index()] = outs;
    }

    fn go_on(&mut self, state: &State, block: BlockId, decisions: usize, outs: &mut Vec<(BlockId, State)>) {
        for edge in self.frame.edges(state, block) {
            let state = self.frame.at_block(edge.target, edge.state);
            if decisions > 0 && self.only_decides(edge.target) {
                self.passed.insert(edge.target);
                self.go_on(&state, edge.target, decisions - 1, outs);
            } else {
                outs.push((edge.target, state));
            }
        }
    }

    /// Whether a block joins ways and does nothing but decide where to go on.
    fn only_decides(&self, block: BlockId) -> bool {
        let found = &self.frame.body.blocks[block];
        let decides = match &found.terminator {
            Terminator::Branch { kind, .. } => {
                matches!(kind, BranchKind::Source | BranchKind::Internal | BranchKind::HandlerTest)
            }
            Terminator::Goto(_)
            | Terminator::Switch { .. }
            | Terminator::Invoke { .. }
            | Terminator::InitClass { .. }
            | Terminator::Return(_)
            | Terminator::Throw(_)
            | Terminator::Unsupported(_) => false,
        };
        decides
            && self.frame.cfg.predecessors(block).len() > 1
            && !self.headers.contains(&block)
            && !self.seeds.contains_key(&block)
            && found.stmts.iter().all(|stmt| matches!(stmt.inst, Inst::Line(_)))
    }

    /// Whether all that executions get to is followed, and can fail only where the code says so.
    fn is_followed(&self) -> bool {
        let is_reached = |block: &BlockId| self.states[block.index()].is_some();
        self.frame.body.blocks.iter().filter(|(block, _)| is_reached(block)).all(|(_, block)| {
            !matches!(block.terminator, Terminator::Unsupported(_))
                && block.stmts.iter().all(|stmt| self.frame.world.is_linked(&stmt.inst))
        })
    }
}

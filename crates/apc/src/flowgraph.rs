//! Programs as flowgraphs of assignments and assumptions (`abstracting-path-conditions`, section 2.1).

use clew_base::{Id, OrderedSet};
use clew_ir::{BlockId, Body, Expr, Inst, Reg, Terminator};

/// A node of a flowgraph, by position.
pub(crate) type NodeIndex = usize;

/// An edge of a flowgraph, by position.
pub(crate) type EdgeIndex = usize;

/// What is done on an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Assign(Reg, Expr),
    Store(Reg, Vec<Expr>, Expr),
    /// The variable is an element of a map, whose elements are numbers of the variable's type.
    Load(Reg, Reg, Vec<Expr>),
    Assume(Expr),
    /// The condition does not hold.
    Refute(Expr),
    /// The condition holds of all executions that come here, whatever the program does.
    Given(Expr),
    /// The variable has any value afterwards.
    Forget(Reg),
    /// All elements of the map are zero afterwards.
    Clear(Reg),
    /// A search looks for executions on which the condition holds before others.
    TryFirst(TryFirst, Expr),
}

/// A statement that says what is tried first: the block and the position.
pub(crate) type TryFirst = (BlockId, usize);

impl Action {
    /// Makes what is live behind the action what is live before it.
    fn before(&self, live: &mut OrderedSet<Reg>) {
        match self {
            Action::Assign(dst, value) => {
                live.swap_remove(dst);
                value.collect_registers(live);
            }
            Action::Store(map, index, value) => {
                live.insert(*map);
                index.iter().chain([value]).for_each(|part| part.collect_registers(live));
            }
            Action::Load(dst, map, index) => {
                live.swap_remove(dst);
                live.insert(*map);
                index.iter().for_each(|part| part.collect_registers(live));
            }
            Action::Assume(guard) | Action::Refute(guard) | Action::Given(guard) | Action::TryFirst(_, guard) => {
                guard.collect_registers(live);
            }
            Action::Forget(dst) | Action::Clear(dst) => _ = live.swap_remove(dst),
        }
    }
}

/// An edge with what is done on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    pub from: NodeIndex,
    pub to: NodeIndex,
    pub actions: Vec<Action>,
    /// The nodes that it has taken the place of.
    pub passed: Vec<NodeIndex>,
}

impl Edge {
    pub(crate) fn new(from: NodeIndex, to: NodeIndex, actions: Vec<Action>) -> Edge {
        Edge { from, to, actions, passed: Vec::new() }
    }
}

/// What is to be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// The beginning of a block.
    Block(BlockId),
    /// The failure of any assertion.
    Failure,
}

/// A flowgraph, cut to what can lead to the target. No edge leads to the start, none leads from the target. By default it has no
/// nodes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flowgraph {
    /// The names of the nodes.
    pub names: Vec<String>,
    /// The line of each node; 0 where there is none.
    pub lines: Vec<u32>,
    pub edges: Vec<Edge>,
    /// The edges from each node.
    pub out: Vec<Vec<EdgeIndex>>,
    pub start: NodeIndex,
    pub target: NodeIndex,
}

impl Flowgraph {
    /// The graph of a body. Calls may do anything to what they can write.
    pub(crate) fn of(body: &Body, goal: Goal) -> Flowgraph {
        let blocks = body.blocks.len();
        let (start, failure) = (blocks, blocks + 1);
        let target = match goal {
            Goal::Block(block) => block.index(),
            Goal::Failure => failure,
        };
        let mut names: Vec<String> = body.blocks.iter().map(|(_, block)| block.label.to_string()).collect();
        names.extend(["start".to_owned(), "assertion failure".to_owned()]);
        let mut lowering = Lowering { body, edges: Vec::new(), failure };
        lowering.edges.push(Edge::new(start, body.entry.index(), Vec::new()));
        for (block, _) in body.blocks.iter() {
            // A first visit is all that counts.
            if goal != Goal::Block(block) {
                lowering.block(block);
            }
        }
        let edges = lowering.edges;
        cut(Flowgraph { out: Vec::new(), lines: vec![0; names.len()], names, edges, start, target })
    }
}

/// Leaves out the edges that cannot lead to the target.
pub(crate) fn cut(mut graph: Flowgraph) -> Flowgraph {
    let mut leads: OrderedSet<NodeIndex> = std::iter::once(graph.target).collect();
    let mut position = 0;
    while let Some(node) = leads.get_index(position).copied() {
        position += 1;
        let before = graph.edges.iter().filter(|edge| edge.to == node).map(|edge| edge.from);
        leads.extend(before.collect::<Vec<_>>());
    }
    graph.edges.retain(|edge| leads.contains(&edge.to) && leads.contains(&edge.from));
    graph.index_edges();
    graph
}

struct Lowering<'a> {
    body: &'a Body,
    edges: Vec<Edge>,
    failure: NodeIndex,
}

impl Lowering<'_> {
    fn block(&mut self, id: BlockId) {
        let block = &self.body.blocks[id];
        let from = id.index();
        let mut actions = Vec::new();
        for (position, stmt) in block.stmts.iter().enumerate() {
            match &stmt.inst {
                Inst::Assign { dst, value } => actions.push(Action::Assign(*dst, value.clone())),
                Inst::MapStore { map, index, value } => {
                    actions.push(Action::Store(*map, index.clone(), value.clone()));
                }
                Inst::Assume(condition) => actions.push(Action::Assume(condition.clone())),
                Inst::Assert { condition, .. } => {
                    let mut failing = actions.clone();
                    failing.push(Action::Refute(condition.clone()));
                    self.edges.push(Edge::new(from, self.failure, failing));
                    actions.push(Action::Assume(condition.clone()));
                }
                Inst::Line(_) | Inst::Assumed { .. } => {}
                Inst::TryFirst(condition) => actions.push(Action::TryFirst((id, position), condition.clone())),
                Inst::Havoc { dst } => actions.push(Action::Forget(*dst)),
                Inst::Call { dst, .. } => {
                    // What is called may write all globals, and an assertion may fail in it.
                    self.edges.push(Edge::new(from, self.failure, actions.clone()));
                    actions.extend(dst.map(Action::Forget));
                    let globals = self.body.regs.iter().filter(|(_, info)| info.global.is_some());
                    actions.extend(globals.map(|(reg, _)| Action::Forget(reg)));
                }
                _ => {
                    actions.extend(self.body.regs.iter().map(|(reg, _)| Action::Forget(reg)));
                }
            }
        }
        self.end(from, &block.terminator, actions);
    }

    fn end(&mut self, from: NodeIndex, terminator: &Terminator, actions: Vec<Action>) {
        let with = |more: Option<Action>| actions.iter().cloned().chain(more).collect::<Vec<_>>();
        let mut edge = |to: BlockId, more| self.edges.push(Edge::new(from, to.index(), with(more)));
        match terminator {
            Terminator::Goto(targets) => targets.iter().for_each(|target| edge(*target, None)),
            Terminator::Branch { condition, then, otherwise, .. } => {
                edge(*then, Some(Action::Assume(condition.clone())));
                edge(*otherwise, Some(Action::Refute(condition.clone())));
            }
            Terminator::Switch { cases, default, .. } => {
                cases.iter().for_each(|(_, target)| edge(*target, None));
                edge(*default, None);
            }
            _ => {}
        }
    }
}

impl Flowgraph {
    /// Makes one edge of two where nothing else leads to the node between them, and nothing else from it.
    pub(crate) fn contract(&mut self) {
        let mut into = vec![0_usize; self.names.len()];
        self.edges.iter().for_each(|edge| into[edge.to] += 1);
        let passes = |graph: &Flowgraph, node: NodeIndex| match graph.out[node].as_slice() {
            [next] if into[node] == 1 && node != graph.start => {
                Some(*next).filter(|next| graph.edges[*next].to != node)
            }
            _ => None,
        };
        let mut edges = Vec::new();
        for edge in &self.edges {
            // What is passed is part of the edge that leads to it.
            if passes(self, edge.from).is_some() {
                continue;
            }
            let mut whole = edge.clone();
            let mut left = self.edges.len();
            while let Some(next) = passes(self, whole.to).filter(|_| left > 0) {
                whole.actions.extend(self.edges[next].actions.iter().cloned());
                whole.passed.push(whole.to);
                whole.to = self.edges[next].to;
                left -= 1;
            }
            edges.push(whole);
        }
        self.edges = edges;
        self.index_edges();
    }

    /// Finds the edges from each node.
    pub(crate) fn index_edges(&mut self) {
        self.out = vec![Vec::new(); self.names.len()];
        for (index, edge) in self.edges.iter().enumerate() {
            self.out[edge.from].push(index);
        }
    }

    /// For each node the variables whose values may be read behind it before they are overwritten.
    pub(crate) fn live(&self) -> Vec<OrderedSet<Reg>> {
        let mut live = vec![OrderedSet::default(); self.names.len()];
        let mut changes = true;
        while changes {
            changes = false;
            for edge in self.edges.iter().rev() {
                let mut before: OrderedSet<Reg> = live[edge.to].clone();
                edge.actions.iter().rev().for_each(|action| action.before(&mut before));
                let known = live[edge.from].len();
                live[edge.from].extend(before);
                changes |= live[edge.from].len() > known;
            }
        }
        live
    }

    /// The lines of the code between some nodes, in order.
    pub(crate) fn lines_within(&self, nodes: &OrderedSet<NodeIndex>) -> Vec<u32> {
        let edges = self.edges.iter().filter(|edge| nodes.contains(&edge.from) && nodes.contains(&edge.to));
        let passed = edges.flat_map(|edge| &edge.passed).chain(nodes);
        let mut lines: Vec<u32> = passed.map(|node| self.lines[*node]).filter(|line| *line != 0).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// The line of a node, or its name where it has none.
    pub(crate) fn place(&self, node: NodeIndex) -> String {
        match self.lines[node] {
            0 => self.names[node].clone(),
            line => line.to_string(),
        }
    }

    /// The lines that a path comes to, or the names of nodes without lines.
    pub(crate) fn describe(&self, edges: &[EdgeIndex]) -> String {
        let edges = edges.iter().map(|edge| &self.edges[*edge]);
        let nodes = edges.flat_map(|edge| edge.passed.iter().copied().chain([edge.to]));
        let mut shown: Vec<String> = nodes.map(|node| self.place(node)).collect();
        shown.dedup();
        shown.join(" ")
    }
}

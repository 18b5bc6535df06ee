//! A program without loops and calls that has those executions of a given one that keep the bounds
//! (`bounded-infeasible-code`, section 3).
//!
//! Loops are repeated, calls are replaced by copies of what they call, recursion is repeated like a loop. What results is
//! an acyclic graph of [`Node`]s, each of which is a copy of a block or, where the block has calls, of a part of one.
//!
//! Assumption: the bodies are reducible; [`clew_ir::irreducible_loop`] tells where one is not.

use crate::escapes::Escapes;
use crate::scope::Scope;
use crate::summary::{Pair, Summaries};
use clew_base::{Arena, FastMap, Id, define_id};
use clew_ir::{BinaryOp, BlockId, Const, Expr, Inst, LoopId, ProcedureId, Program, Reg, Terminator, UnaryOp};
use std::rc::Rc;

define_id! {
    /// A copy of a block, or of a part of one.
    pub struct NodeId = "n"
}

define_id! {
    /// A copy of a procedure: one activation of it.
    pub struct ActivationId = "a"
}

/// How many nodes an unwound program may have.
pub const MAX_NODES: usize = 300_000;

/// A bound that keeps executions out of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    /// A loop would go round once more.
    Loop,
    /// A procedure would be active once more.
    Recursion,
}

/// One activation of a procedure.
#[derive(Clone, Debug)]
pub struct Activation {
    /// What is active.
    pub procedure: ProcedureId,
    /// How many calls are open below it.
    pub depth: usize,
    /// Who called it.
    pub caller: Option<Caller>,
}

/// Where an activation was called.
#[derive(Clone, Copy, Debug)]
pub struct Caller {
    /// The calling activation.
    pub activation: ActivationId,
    /// The node that ends with the call.
    pub node: NodeId,
}

/// A copy of a part of a block.
#[derive(Clone, Debug)]
pub struct Node {
    /// In which activation.
    pub activation: ActivationId,
    /// Of which block.
    pub block: BlockId,
    /// The first statement of the part; 0 where control comes to the block.
    pub from: usize,
    /// The statement behind the last of the part: the call that ends it, or the end of the block.
    pub to: usize,
    /// How the part ends.
    pub end: End,
    /// Why executions end here that would go on without bounds.
    pub cuts: Vec<Bound>,
    /// The execution of a procedure that is called before the part, where it stands for one; the part is empty then.
    pub pair: Option<Rc<Pair>>,
}

/// How a node ends.
#[derive(Clone, Debug)]
pub enum End {
    /// Control goes to one of the targets.
    Jump(Vec<Jump>),
    /// The call at [`Node::to`] begins: control goes to the first node of the procedure.
    Call(NodeId),
    /// The procedure ends: control goes back to the node behind the call.
    Return(NodeId),
    /// The call before [`Pair`]s of the procedure begins: control goes to one of them, each with the node behind the call.
    Summary(ProcedureId, Vec<NodeId>),
    /// The entry procedure ends.
    Finish,
    /// The assertion at this position of the block fails.
    Fail(usize),
}

/// A way out of a node.
#[derive(Clone, Debug)]
pub struct Jump {
    /// Where it leads.
    pub target: NodeId,
    /// When it may be taken; always where nothing is said.
    pub condition: Option<Expr>,
}

impl Node {
    /// A node without statements.
    fn empty(activation: ActivationId, block: BlockId, from: usize, end: End) -> Node {
        Node { activation, block, from, to: from, end, cuts: Vec::new(), pair: None }
    }

    /// Where control may go.
    pub fn targets(&self) -> Vec<NodeId> {
        match &self.end {
            End::Jump(jumps) => jumps.iter().map(|jump| jump.target).collect(),
            End::Call(target) | End::Return(target) => vec![*target],
            End::Summary(_, pairs) => pairs.clone(),
            End::Finish | End::Fail(_) => Vec::new(),
        }
    }
}

/// Which executions an unwound program is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// Those in which the entry procedure comes to its end.
    Finished,
    /// Those in which an assertion fails.
    Failed,
}

/// How a program is unwound.
#[derive(Clone, Copy)]
pub struct Unwinding<'p> {
    /// How often a back edge is taken at most for each entry of its loop, and how many activations a procedure has at most
    /// beyond its first.
    pub bound: u32,
    /// The procedures whose calls are replaced by executions that are known; those of others by copies of what they call.
    pub summaries: Option<&'p Summaries>,
    /// Which executions it describes.
    pub ends: Ends,
}

/// The unwound program.
#[derive(Clone, Debug)]
pub struct Unwound {
    /// Which executions it describes.
    pub ends: Ends,
    /// All nodes.
    pub nodes: Arena<NodeId, Node>,
    /// All activations; the first is that of the entry procedure.
    pub activations: Arena<ActivationId, Activation>,
    /// Where execution starts.
    pub entry: NodeId,
    /// All nodes in an order in which each stands behind those that lead to it.
    pub order: Vec<NodeId>,
}

/// The unwound program would have more than [`MAX_NODES`] nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

impl Unwound {
    /// Unwinds the procedures of `scope`.
    ///
    /// # Errors
    /// There would be too many nodes.
    pub fn of(program: &Program, scope: &Scope, how: &Unwinding<'_>) -> Result<Unwound, TooLarge> {
        let (nodes, activations) = (Arena::new(), Arena::new());
        let escapes = Escapes::of(program, scope, how.ends);
        Unwinder { program, scope, how, escapes, nodes, activations, known: FastMap::default() }.run()
    }

    /// Whether one of the executions that this is about ends at a node, if it comes there.
    pub fn is_end(&self, node: NodeId) -> bool {
        match (&self.nodes[node].end, self.ends) {
            (End::Finish, Ends::Finished) | (End::Fail(_), Ends::Failed) => true,
            (End::Finish | End::Fail(_) | End::Jump(_) | End::Call(_) | End::Return(_) | End::Summary(..), _) => false,
        }
    }

    /// The procedure that a node belongs to.
    pub fn procedure(&self, node: NodeId) -> ProcedureId {
        self.activations[self.nodes[node].activation].procedure
    }
}

/// What tells one copy from another: the rounds are those of the loops around the block, from the outermost in.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    activation: ActivationId,
    block: BlockId,
    from: usize,
    rounds: Vec<(LoopId, u32)>,
}

struct Unwinder<'p> {
    program: &'p Program,
    scope: &'p Scope,
    how: &'p Unwinding<'p>,
    escapes: Escapes,
    nodes: Arena<NodeId, Node>,
    activations: Arena<ActivationId, Activation>,
    known: FastMap<Key, NodeId>,
}

/// Nodes that are named and not yet made, with their keys; and where each activation goes back to.
#[derive(Default)]
struct Work {
    open: Vec<(NodeId, Key)>,
    continuations: FastMap<ActivationId, NodeId>,
}

impl Unwinder<'_> {
    fn run(mut self) -> Result<Unwound, TooLarge> {
        let mut work = Work::default();
        let first = Activation { procedure: self.scope.entry(), depth: 0, caller: None };
        let first = self.activations.push(first);
        let entry = self.enter(first, &mut work);
        while let Some((id, key)) = work.open.pop() {
            if self.nodes.len() > MAX_NODES {
                return Err(TooLarge);
            }
            self.make(id, key, &mut work);
        }
        let order = order(&self.nodes, entry);
        Ok(Unwound { ends: self.how.ends, nodes: self.nodes, activations: self.activations, entry, order })
    }

    /// The first node of an activation.
    fn enter(&mut self, activation: ActivationId, work: &mut Work) -> NodeId {
        let procedure = self.activations[activation].procedure;
        let block = self.program.procedures[procedure].body.entry;
        let mut around = self.scope.loops(procedure).around(block);
        around.reverse();
        let rounds = around.into_iter().map(|id| (id, 0)).collect();
        self.node(Key { activation, block, from: 0, rounds }, work)
    }

    /// The node of this key, made later if it is new.
    fn node(&mut self, key: Key, work: &mut Work) -> NodeId {
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let Key { activation, block, from, .. } = key;
        let id = self.nodes.push(Node::empty(activation, block, from, End::Finish));
        self.known.insert(key.clone(), id);
        work.open.push((id, key));
        id
    }

    fn make(&mut self, id: NodeId, key: Key, work: &mut Work) {
        let program = self.program;
        let procedure = self.activations[key.activation].procedure;
        let block = &program.procedures[procedure].body.blocks[key.block];
        for (at, stmt) in block.stmts.iter().enumerate().skip(key.from) {
            self.nodes[id].to = at;
            match &stmt.inst {
                Inst::Call { procedure, .. } => {
                    if let Some((callee, _)) = program.procedure(procedure) {
                        return self.call(id, &key, callee, work);
                    }
                }
                Inst::Assert { condition, .. } if self.how.ends == Ends::Failed => {
                    return self.assert(id, &key, condition, work);
                }
                _ => {}
            }
        }
        self.nodes[id].to = block.stmts.len();
        self.leave(id, &key, &block.terminator, work);
    }

    /// Splits a node at an assertion: one way on where it holds, and one to an end where it fails.
    fn assert(&mut self, id: NodeId, key: &Key, condition: &Expr, work: &mut Work) {
        let at = self.nodes[id].to;
        let behind = self.node(Key { from: at + 1, ..key.clone() }, work);
        let failure = self.nodes.push(Node::empty(key.activation, key.block, at + 1, End::Fail(at)));
        let fails = Expr::unary(UnaryOp::Not, condition.clone());
        self.nodes[id].end = End::Jump(vec![
            Jump { target: behind, condition: Some(condition.clone()) },
            Jump { target: failure, condition: Some(fails) },
        ]);
    }

    fn call(&mut self, id: NodeId, key: &Key, callee: ProcedureId, work: &mut Work) {
        if self.active(key.activation, callee) > self.how.bound {
            self.nodes[id].cuts.push(Bound::Recursion);
            self.nodes[id].end = End::Jump(Vec::new());
            return;
        }
        if let Some(pairs) = self.how.summaries.and_then(|summaries| summaries.of(callee)) {
            return self.summary(id, key, callee, pairs, work);
        }
        let depth = self.activations[key.activation].depth + 1;
        let caller = Some(Caller { activation: key.activation, node: id });
        let activation = self.activations.push(Activation { procedure: callee, depth, caller });
        let behind = Key { from: self.nodes[id].to + 1, ..key.clone() };
        let behind = self.node(behind, work);
        work.continuations.insert(activation, behind);
        self.nodes[id].end = End::Call(self.enter(activation, work));
    }

    /// Replaces a call by those executions of the procedure that are known and keep the bound on recursion here.
    fn summary(&mut self, id: NodeId, key: &Key, callee: ProcedureId, pairs: Vec<Rc<Pair>>, work: &mut Work) {
        let from = self.nodes[id].to + 1;
        let behind = self.node(Key { from, ..key.clone() }, work);
        let keeps_bound = |pair: &Rc<Pair>| {
            let mut active = pair.most_active.iter();
            active.all(|(procedure, most)| self.active(key.activation, *procedure) + most <= self.how.bound + 1)
        };
        let usable: Vec<Rc<Pair>> = pairs.into_iter().filter(keeps_bound).collect();
        let mut targets = Vec::with_capacity(usable.len());
        for pair in usable {
            let end = End::Jump(vec![Jump { target: behind, condition: None }]);
            let node = Node { pair: Some(pair), ..Node::empty(key.activation, key.block, from, end) };
            targets.push(self.nodes.push(node));
        }
        self.nodes[id].end = End::Summary(callee, targets);
    }

    /// How many activations of a procedure are open.
    fn active(&self, activation: ActivationId, procedure: ProcedureId) -> u32 {
        let callers = std::iter::successors(Some(activation), |id| Some(self.activations[*id].caller?.activation));
        let count = callers.filter(|id| self.activations[*id].procedure == procedure).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    fn leave(&mut self, id: NodeId, key: &Key, terminator: &Terminator, work: &mut Work) {
        let ways = match ways(terminator) {
            Some(ways) => ways,
            None => {
                self.nodes[id].end = match work.continuations.get(&key.activation) {
                    Some(behind) => End::Return(*behind),
                    None => End::Finish,
                };
                return;
            }
        };
        let mut jumps: Vec<Jump> = Vec::new();
        for (block, condition) in ways {
            match self.rounds_at(key, block) {
                Some(rounds) => {
                    let target = self.node(Key { block, from: 0, rounds, ..key.clone() }, work);
                    // A target that is named twice without a condition is one way.
                    if condition.is_some() || jumps.iter().all(|jump| jump.target != target) {
                        jumps.push(Jump { target, condition });
                    }
                }
                None if self.nodes[id].cuts.is_empty() => self.nodes[id].cuts.push(Bound::Loop),
                None => {}
            }
        }
        self.nodes[id].end = End::Jump(jumps);
    }

    /// The rounds of the loops around `to` where control comes from the key's block; `None` if the bound forbids the
    /// edge, or all executions that take it are cut behind it.
    fn rounds_at(&self, key: &Key, to: BlockId) -> Option<Vec<(LoopId, u32)>> {
        let procedure = self.activations[key.activation].procedure;
        let loops = self.scope.loops(procedure);
        let taken = loops.back_edge(key.block, to);
        let round = |id: LoopId| {
            let before = key.rounds.iter().find(|(known, _)| *known == id).map_or(0, |(_, round)| *round);
            let rounds = if taken == Some(id) { before.checked_add(1)? } else { before };
            let is_last = rounds >= self.how.bound;
            let goes_on = rounds <= self.how.bound && (!is_last || self.escapes.contains(procedure, id, to));
            goes_on.then_some((id, rounds))
        };
        loops.around(to).into_iter().rev().map(round).collect()
    }
}

/// The targets of a block's end with their conditions; `None` if the procedure ends.
fn ways(terminator: &Terminator) -> Option<Vec<(BlockId, Option<Expr>)>> {
    match terminator {
        Terminator::Goto(targets) => Some(targets.iter().map(|target| (*target, None)).collect()),
        Terminator::Branch { condition, then, otherwise, .. } => {
            let fails = Expr::unary(UnaryOp::Not, condition.clone());
            Some(vec![(*then, Some(condition.clone())), (*otherwise, Some(fails))])
        }
        Terminator::Switch { value, cases, default } => {
            let is = |op, key: i32| Expr::binary(op, value.clone(), Expr::Const(Const::Bv32(key)));
            let mut ways: Vec<_> = cases.iter().map(|(key, to)| (*to, Some(is(BinaryOp::Eq, *key)))).collect();
            let others = cases.iter().map(|(key, _)| is(BinaryOp::Ne, *key));
            ways.push((*default, others.reduce(|left, right| Expr::binary(BinaryOp::And, left, right))));
            Some(ways)
        }
        Terminator::Return(_)
        | Terminator::Invoke { .. }
        | Terminator::InitClass { .. }
        | Terminator::Throw(_)
        | Terminator::Unsupported(_) => None,
    }
}

/// The nodes in reverse post-order of a depth-first search.
fn order(nodes: &Arena<NodeId, Node>, entry: NodeId) -> Vec<NodeId> {
    let mut seen = vec![false; nodes.len()];
    let mut order = Vec::new();
    seen[entry.index()] = true;
    let mut stack = vec![(entry, nodes[entry].targets(), 0)];
    while let Some((node, targets, next)) = stack.pop() {
        let Some(target) = targets.get(next).copied() else {
            order.push(node);
            continue;
        };
        stack.push((node, targets, next + 1));
        if !std::mem::replace(&mut seen[target.index()], true) {
            stack.push((target, nodes[target].targets(), 0));
        }
    }
    order.reverse();
    order
}

/// The register of the caller that receives what an activation returns, and the register that holds it.
pub(crate) fn result_of_call(program: &Program, unwound: &Unwound, activation: ActivationId) -> Option<(Reg, Reg)> {
    let Activation { procedure, caller, .. } = &unwound.activations[activation];
    let call = &unwound.nodes[(*caller)?.node];
    let calling = &program.procedures[unwound.activations[call.activation].procedure];
    match &calling.body.blocks[call.block].stmts.get(call.to)?.inst {
        Inst::Call { dst, .. } => Some(((*dst)?, program.procedures[*procedure].result?)),
        _ => None,
    }
}

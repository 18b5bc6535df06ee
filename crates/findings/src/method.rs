//! A method with its verdicts, by block and edge.

use crate::Wanted;
use clew_base::{FastMap, OrderedMap};
use clew_facts::{Edge, GoalKind, MethodFacts, Proof, Verdict};
use clew_ir::{BlockId, Cfg, Inst};
use clew_jvm::{BranchSite, BranchSiteKind, MethodCode};

/// An edge: a block and the position of the target among its successors.
pub(crate) type EdgeId = (BlockId, usize);

/// What is known of a goal, as far as findings go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known<'a> {
    /// An execution gets there.
    Reached,
    /// None does, and the proof is one of those that are wanted.
    Dead(&'a Proof),
    /// Neither.
    Open,
}

/// A method with its verdicts.
pub(crate) struct Method<'a> {
    pub facts: &'a MethodFacts,
    pub code: &'a MethodCode,
    pub cfg: Cfg,
    /// The lines that are goals.
    pub lines: OrderedMap<u32, Known<'a>>,
    /// The blocks in which each line begins, with the offsets at which it does.
    pub starts: OrderedMap<u32, Vec<(BlockId, u32)>>,
    /// The edges that are goals.
    pub edges: FastMap<EdgeId, Known<'a>>,
    /// The lines that are doomed.
    pub doomed_lines: OrderedMap<u32, &'a Proof>,
    /// The edges of jumps and switches that are.
    pub doomed_edges: FastMap<EdgeId, &'a Proof>,
}

impl<'a> Method<'a> {
    pub(crate) fn new(facts: &'a MethodFacts, code: &'a MethodCode, wanted: Wanted) -> Self {
        let mut method = Self {
            facts,
            code,
            cfg: Cfg::compute(&code.body),
            lines: OrderedMap::default(),
            starts: OrderedMap::default(),
            edges: FastMap::default(),
            doomed_lines: OrderedMap::default(),
            doomed_edges: FastMap::default(),
        };
        for (id, block) in code.body.blocks.iter() {
            for stmt in &block.stmts {
                if let Inst::Line(line) = stmt.inst {
                    method.starts.entry(line).or_default().push((id, stmt.origin.offset));
                }
            }
        }
        method.starts.sort_keys();
        for goal in &facts.goals {
            let known = match &goal.verdict {
                Verdict::Reached { .. } | Verdict::ReachedElsewhere(_) => Known::Reached,
                Verdict::Unreachable(proof) if wanted.takes(proof) => Known::Dead(proof),
                Verdict::Unreachable(_) | Verdict::Undecided(_) => Known::Open,
            };
            let doomed = goal.doomed().filter(|proof| wanted.takes(proof));
            match &goal.goal.kind {
                GoalKind::Line => {
                    method.doomed_lines.extend(doomed.map(|proof| (goal.goal.line, proof)));
                    method.lines.insert(goal.goal.line, known);
                }
                GoalKind::Branch(edge) => {
                    if let Some(edge) = method.edge(goal.goal.offset, edge) {
                        method.doomed_edges.extend(doomed.map(|proof| (edge, proof)));
                        method.edges.insert(edge, known);
                    }
                }
                GoalKind::Exception(class) => {
                    let sites = code.checks.iter().filter(|site| site.offset == goal.goal.offset);
                    let throws =
                        |kind: clew_ir::BranchKind| kind.throws().is_some_and(|it| it.replace('/', ".") == *class);
                    let blocks = sites.filter(|site| throws(site.kind)).map(|site| site.block);
                    // Of several checks that one goal speaks of it is not known which of them fails.
                    let blocks: Vec<BlockId> = blocks.collect();
                    let of_each = if blocks.len() > 1 && known == Known::Reached { Known::Open } else { known };
                    method.edges.extend(blocks.into_iter().map(|block| ((block, 1), of_each)));
                }
                GoalKind::Assert => {}
            }
        }
        method
    }

    /// The edge of the jump or switch at an offset, where there is just one that the name can mean.
    fn edge(&self, offset: u32, edge: &Edge) -> Option<EdgeId> {
        let mut sites = self.code.branches.iter().filter(|site| site.offset == offset);
        let (site, None) = (sites.next()?, sites.next()) else { return None };
        let position = match (&site.kind, edge) {
            (BranchSiteKind::If, Edge::True | Edge::False) => usize::from(self.edge_of_jump(offset)? != *edge),
            (BranchSiteKind::Switch { keys }, Edge::Case(key)) => keys.iter().position(|it| it == key)?,
            (BranchSiteKind::Switch { keys }, Edge::Default) => keys.len(),
            (BranchSiteKind::If, _) | (BranchSiteKind::Switch { .. }, _) => return None,
        };
        Some((site.block, position))
    }

    /// Which edge it is, in the words of the goals, that the conditional jump at an offset is done.
    fn edge_of_jump(&self, offset: u32) -> Option<Edge> {
        let mut jumps = self.facts.jumps.iter().filter(|(at, _)| *at == offset).map(|(_, edge)| edge);
        match (jumps.next(), jumps.next()) {
            (Some(edge), None) => Some(edge.clone()),
            _ => None,
        }
    }

    /// Whether the goals call it `true` that a jump is done.
    pub(crate) fn jumps_where_true(&self, site: &BranchSite) -> Option<bool> {
        Some(self.edge_of_jump(site.offset)? == Edge::True)
    }

    pub(crate) fn edge_known(&self, edge: EdgeId) -> Known<'a> {
        self.edges.get(&edge).copied().unwrap_or(Known::Open)
    }
}

//! Natural loops, their nesting, and the back edges that bounding counts.
//!
//! A back edge leads to a block that dominates its source, and the loop of a header is the set of blocks from which
//! one of the header's back edges can be reached without passing the header. Back edges with one header form one loop.
//!
//! Where the graph is irreducible, a retreating edge of the depth-first search whose target does not dominate its
//! source counts as the back edge of a *pseudo loop*. The blocks of any loop are those that are strongly connected with its header
//! in the graph without the blocks that come before the header in the reverse post-order; for natural loops this is the definition
//! above, and loops of both kinds are nested or disjoint. Every cycle contains a retreating edge, so counting these edges bounds
//! every execution. Which edges they are in an irreducible graph depends on the order of targets; [`Loops::is_pseudo`] tells
//! the two kinds apart.

use crate::{BlockId, Body, Cfg};
use clew_base::{Arena, FastMap, Id, define_id};

define_id! {
    /// A loop of a body.
    pub struct LoopId = "loop"
}

/// One loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The block that its back edges lead to.
    pub header: BlockId,
    /// The sources of its back edges, in the order of the search that found them.
    pub latches: Vec<BlockId>,
    /// All blocks of the loop, in ascending order; those of inner loops too.
    pub blocks: Vec<BlockId>,
    /// The innermost loop around this one.
    pub parent: Option<LoopId>,
    /// How many loops are around this one.
    pub depth: u32,
    /// Whether some back edge comes from a block that the header does not dominate.
    pub pseudo: bool,
}

/// The loops of a body, outer loops before inner ones, otherwise in the reverse post-order of their headers.
#[derive(Clone, Debug)]
pub struct Loops {
    loops: Arena<LoopId, Loop>,
    innermost: Vec<Option<LoopId>>,
    back_edges: FastMap<(BlockId, BlockId), LoopId>,
}

impl Loops {
    /// Finds the loops of a body.
    pub fn compute(body: &Body) -> Loops {
        Loops::of(&Cfg::compute(body))
    }

    /// Finds the loops of a control-flow graph.
    pub fn of(cfg: &Cfg) -> Loops {
        let mut loops: Arena<LoopId, Loop> = Arena::new();
        let mut back_edges = FastMap::default();
        let mut edges = cfg.retreating_edges().to_vec();
        // Stable: latches of one header keep the order of the search.
        edges.sort_by_key(|(_, header)| cfg.place(*header));
        for (latch, header) in edges {
            let last = loops.iter().next_back().filter(|(_, last)| last.header == header).map(|(id, _)| id);
            let id = match last {
                Some(id) => id,
                None => loops.push(Loop {
                    header,
                    latches: Vec::new(),
                    blocks: Vec::new(),
                    parent: None,
                    depth: 0,
                    pseudo: false,
                }),
            };
            loops[id].latches.push(latch);
            loops[id].pseudo |= !cfg.dominates(header, latch);
            back_edges.insert((latch, header), id);
        }
        for (_, found) in loops.iter_mut() {
            found.blocks = blocks_of(cfg, found.header, &found.latches);
        }
        let innermost = nest(cfg, &mut loops);
        Loops { loops, innermost, back_edges }
    }

    /// The loop whose back edge leads from `from` to `to`, if it is one.
    pub fn back_edge(&self, from: BlockId, to: BlockId) -> Option<LoopId> {
        self.back_edges.get(&(from, to)).copied()
    }

    /// The smallest loop that contains the block.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost.get(block.index()).copied().flatten()
    }

    /// Whether the block belongs to the loop, or to one inside it.
    pub fn contains(&self, id: LoopId, block: BlockId) -> bool {
        self.loops.get(id).is_some_and(|found| found.blocks.binary_search(&block).is_ok())
    }

    /// The innermost loop around this one.
    pub fn parent(&self, id: LoopId) -> Option<LoopId> {
        self.loops.get(id).and_then(|found| found.parent)
    }

    /// The loop of this id.
    pub fn get(&self, id: LoopId) -> Option<&Loop> {
        self.loops.get(id)
    }

    /// The loop that has this header, if the block is one.
    pub fn headed_by(&self, header: BlockId) -> Option<LoopId> {
        self.loops.iter().find(|(_, found)| found.header == header).map(|(id, _)| id)
    }

    /// All loops, outer ones before inner ones.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (LoopId, &Loop)> {
        self.loops.iter()
    }

    /// Whether there is no loop.
    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// The number of loops.
    pub fn len(&self) -> usize {
        self.loops.len()
    }

    /// Whether the loop has a back edge from a block that its header does not dominate.
    pub fn is_pseudo(&self, id: LoopId) -> bool {
        self.loops.get(id).is_some_and(|found| found.pseudo)
    }

    /// The loops that an edge enters: those that contain its target but not its source. Taking such an edge starts their counts
    /// of rounds anew.
    pub fn entered(&self, from: BlockId, to: BlockId) -> Vec<LoopId> {
        self.around(to).into_iter().filter(|id| !self.contains(*id, from)).collect()
    }

    /// The loops that contain the block, the innermost first.
    pub fn around(&self, block: BlockId) -> Vec<LoopId> {
        std::iter::successors(self.innermost(block), |id| self.parent(*id)).collect()
    }
}

/// The blocks from which a latch is reached without passing the header or a block before it in the search, and the header. All of
/// them are below the header in the tree of the search, because a block that is not and leads to one that is was
/// left after it; so the header reaches them too.
fn blocks_of(cfg: &Cfg, header: BlockId, latches: &[BlockId]) -> Vec<BlockId> {
    let mut member = vec![false; cfg.block_count()];
    member[header.index()] = true;
    let mut work: Vec<BlockId> = latches.to_vec();
    while let Some(block) = work.pop() {
        let behind = cfg.is_reachable(block) && cfg.place(block) >= cfg.place(header);
        if behind && !std::mem::replace(&mut member[block.index()], true) {
            work.extend_from_slice(cfg.predecessors(block));
        }
    }
    (0..member.len()).filter(|index| member[*index]).map(BlockId::from_index).collect()
}

/// Sets parents and depths, and gives the innermost loop of each block. Loops come in the order of their headers in the search,
/// so one around another comes first.
fn nest(cfg: &Cfg, loops: &mut Arena<LoopId, Loop>) -> Vec<Option<LoopId>> {
    let mut innermost: Vec<Option<LoopId>> = vec![None; cfg.block_count()];
    let ids: Vec<LoopId> = loops.ids().collect();
    for id in ids {
        let parent = innermost[loops[id].header.index()];
        loops[id].parent = parent;
        loops[id].depth = parent.map_or(0, |parent| loops[parent].depth + 1);
        for block in loops[id].blocks.clone() {
            innermost[block.index()] = Some(id);
        }
    }
    innermost
}

//! Orders, dominators, loops and reducibility.
#![allow(clippy::unwrap_used)]

use clew_ir::{BlockId, Body, Cfg, LoopId, Loops, parse};
use std::collections::BTreeSet;

fn body(blocks: &str) -> Body {
    let program = parse("graph.clew", &format!("proc main() {{ {blocks} }}")).unwrap();
    program.procedures.values().next().unwrap().body.clone()
}

fn block(body: &Body, label: &str) -> BlockId {
    body.block_named(label).unwrap()
}

fn labels(body: &Body, blocks: &[BlockId]) -> String {
    blocks.iter().map(|block| &*body.blocks[*block].label).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_diamond_has_no_loop() {
    let body = body("a: goto b, c; b: goto d; c: goto d; d: unreached: goto d;");
    let cfg = Cfg::compute(&body);
    let [a, b, d, unreached] = ["a", "b", "d", "unreached"].map(|label| block(&body, label));
    assert_eq!(labels(&body, cfg.reverse_post_order()), "a c b d");
    assert_eq!(labels(&body, cfg.predecessors(d)), "b c unreached");
    assert_eq!(cfg.immediate_dominator(d), Some(a));
    assert_eq!(cfg.immediate_dominator(a), None);
    assert!(cfg.dominates(a, d) && cfg.dominates(d, d) && !cfg.dominates(b, d));
    assert!(!cfg.is_reachable(unreached) && !cfg.dominates(unreached, unreached) && !cfg.dominates(unreached, d));
    assert!(cfg.is_reducible() && Loops::compute(&body).is_empty());
}

#[test]
fn nested_loops_know_each_other() {
    let body = body("e: goto o; o: goto i, x; i: goto j, k; j: goto i; k: goto o; x:");
    let loops = Loops::compute(&body);
    let [e, o, i, j, k, x] = ["e", "o", "i", "j", "k", "x"].map(|label| block(&body, label));
    let (outer, inner) = (loops.back_edge(k, o).unwrap(), loops.back_edge(j, i).unwrap());
    assert_eq!(loops.len(), 2);
    assert_eq!((loops.parent(inner), loops.parent(outer)), (Some(outer), None));
    assert_eq!(labels(&body, &loops.get(outer).unwrap().blocks), "o i j k");
    assert_eq!(labels(&body, &loops.get(inner).unwrap().blocks), "i j");
    assert_eq!(loops.innermost(j), Some(inner));
    assert_eq!(loops.innermost(k), Some(outer));
    assert_eq!((loops.innermost(e), loops.innermost(x)), (None, None));
    assert!(loops.contains(outer, j) && !loops.contains(inner, k));
    assert_eq!(loops.back_edge(o, i), None);
    assert_eq!(loops.around(i), [inner, outer]);
    assert_eq!((loops.entered(e, o), loops.entered(o, i), loops.entered(j, i)), (vec![outer], vec![inner], vec![]));
    assert_eq!((loops.headed_by(o), loops.headed_by(k)), (Some(outer), None));
    assert!(!loops.is_pseudo(outer));
    assert!(Cfg::compute(&body).is_reducible());
}

#[test]
fn back_edges_to_one_header_are_one_loop() {
    let body = body("h: goto a, b, x; a: goto h; b: goto h; x:");
    let loops = Loops::compute(&body);
    let [h, a, b] = ["h", "a", "b"].map(|label| block(&body, label));
    assert_eq!(loops.len(), 1);
    assert!(loops.back_edge(a, h).is_some());
    assert_eq!(loops.back_edge(a, h), loops.back_edge(b, h));
    assert_eq!(labels(&body, &loops.iter().next().unwrap().1.blocks), "h a b");
}

#[test]
fn a_block_can_be_a_loop_and_the_entry_a_header() {
    let body = body("a: goto a, b; b: goto a, c; c:");
    let loops = Loops::compute(&body);
    let [a, b] = ["a", "b"].map(|label| block(&body, label));
    assert_eq!(loops.len(), 1);
    assert_eq!(loops.back_edge(a, a), loops.back_edge(b, a));
}

#[test]
fn a_cycle_with_two_entries_is_irreducible_but_bounded() {
    let body = body("e: goto a, b; a: goto b, x; b: goto a; x:");
    let cfg = Cfg::compute(&body);
    assert!(!cfg.is_reducible());
    let (from, to) = cfg.irreducible_edge().unwrap();
    let loops = Loops::of(&cfg);
    let id = loops.back_edge(from, to).unwrap();
    assert!(loops.is_pseudo(id));
    assert_eq!(labels(&body, &loops.get(id).unwrap().blocks), "a b");
}

#[test]
fn long_chains_do_not_exhaust_the_stack() {
    let chain: String = (0..50_000).map(|index| format!("b{index}: goto b{}; ", index + 1)).collect();
    let body = body(&format!("{chain} b50000: goto b0;"));
    let loops = Loops::compute(&body);
    assert_eq!(loops.iter().next().unwrap().1.blocks.len(), 50_001);
}

/// On random graphs: every cycle contains a back edge, loops are nested or disjoint, dominators are what removing a block
/// says they are.
#[test]
fn random_graphs_keep_the_laws() {
    let mut seed = 12345u64;
    let mut random = |limit: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) % limit
    };
    let mut irreducible = 0;
    for _ in 0..2000 {
        let count = 3 + random(7);
        let text: String = (0..count)
            .map(|index| {
                let targets: Vec<String> = (0..random(4)).map(|_| format!("b{}", random(count))).collect();
                let goto = if targets.is_empty() { String::new() } else { format!("goto {};", targets.join(", ")) };
                format!("b{index}: {goto} ")
            })
            .collect();
        let body = body(&text);
        let cfg = Cfg::compute(&body);
        let loops = Loops::of(&cfg);
        irreducible += u32::from(!cfg.is_reducible());
        check_graph(&body, &cfg, &loops);
    }
    assert!(irreducible > 10, "the graphs are too tame: {irreducible}");
}

fn check_graph(body: &Body, cfg: &Cfg, loops: &Loops) {
    let reached_from = |start: BlockId, without: Option<BlockId>, back_edges: bool| {
        let mut seen = BTreeSet::new();
        let mut work = vec![start];
        while let Some(block) = work.pop() {
            if Some(block) == without || !seen.insert(block) {
                continue;
            }
            let follow = |target: &&BlockId| back_edges || loops.back_edge(block, **target).is_none();
            work.extend(cfg.successors(block).iter().filter(follow));
        }
        seen
    };
    let reachable = reached_from(body.entry, None, true);
    for block in body.blocks.ids() {
        assert_eq!(cfg.is_reachable(block), reachable.contains(&block));
        let around_without: BTreeSet<BlockId> = reached_from(body.entry, Some(block), true);
        for other in &reachable {
            assert_eq!(cfg.dominates(block, *other), !around_without.contains(other), "{block} {other} {body:?}");
        }
        if cfg.is_reachable(block) {
            let successors = cfg.successors(block).iter().filter(|target| loops.back_edge(block, **target).is_none());
            assert!(successors.into_iter().all(|target| !reached_from(*target, None, false).contains(&block)));
        }
    }
    let ids: Vec<LoopId> = loops.iter().map(|(id, _)| id).collect();
    for a in &ids {
        let blocks_of = |id: LoopId| loops.get(id).unwrap().blocks.iter().copied().collect::<BTreeSet<_>>();
        let outer = blocks_of(*a);
        for b in ids.iter().filter(|b| *b > a) {
            let inner = blocks_of(*b);
            assert!(inner.is_subset(&outer) || inner.is_disjoint(&outer), "{body:?}");
            assert_eq!(inner.is_subset(&outer), loops.around(loops.get(*b).unwrap().header).contains(a));
        }
        for block in &outer {
            assert!(loops.around(*block).contains(a));
        }
        for latch in &loops.get(*a).unwrap().latches {
            assert!(loops.contains(*a, *latch));
        }
    }
}

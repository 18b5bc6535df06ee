//! What the loops of a Java method make of its registers, for others to use.

use super::OfCalls;
use super::lower::{Variables, lowered_whole};
use crate::builder::Builder;
use crate::flowgraph::{Flowgraph, NodeIndex};
use crate::linear::Linear;
use crate::loops::{Induced, Nodes};
use crate::summary::Summary;
use crate::value::{Num, Value};
use clew_base::Id;
use clew_ir::{BlockId, Body, Cfg, Reg, Type};
use clew_jvm::{Method, World};
use clew_reach::{Factor, LoopSummary, Polynomial, Product};
use clew_smt::QueryLimits;
use clew_term::{BinaryOp, Node, Term, TermPool};
use std::rc::Rc;

/// The greatest number of blocks of a method whose loops are summarized: building conditions costs what no solver counts.
const MAX_BLOCKS: usize = 60;

/// How many values a register may have that conditions choose between.
const MAX_WAYS: usize = 4;

/// The summaries of the loops of a method that have one entry. `work` is what the solver's work may cost, in its units.
pub fn loop_summaries(
    world: &World,
    method: &Method,
    body: &Body,
    calls: OfCalls,
    (limits, work): (&QueryLimits, u64),
) -> Vec<LoopSummary> {
    let cfg = Cfg::compute(body);
    let headers = headers(&cfg);
    if headers.is_empty() || body.blocks.len() > MAX_BLOCKS {
        return Vec::new();
    }
    let variables = Variables::of(world, body, calls);
    let graph = Rc::new(lowered_whole(world, method, body, &variables));
    let mut builder = Builder::new(Rc::clone(&variables.regs), variables.memory.ranges(), limits.clone());
    builder.budget = Some(builder.limits.meter.total() + work);
    builder.go_on_with(Rc::clone(&graph));
    let mut found = Vec::new();
    for header in headers {
        let program = natural_loop(&cfg, &graph, body.blocks.len(), header);
        let summary = builder.summary(&program);
        let values = values(&builder, body, &summary);
        if !values.is_empty() {
            found.push(LoopSummary { header, counters: summary.counters.len(), values });
        }
    }
    found
}

/// The headers that dominate every block that leads back to them.
fn headers(cfg: &Cfg) -> Vec<BlockId> {
    let mut headers: Vec<BlockId> = cfg.retreating_edges().iter().map(|(_, to)| *to).collect();
    headers.sort_unstable();
    headers.dedup();
    let leads_back = |header: BlockId| cfg.retreating_edges().iter().filter(move |(_, to)| *to == header);
    headers.retain(|header| leads_back(*header).all(|(from, _)| cfg.dominates(*header, *from)));
    headers
}

/// The nodes that lead back to a header without passing it.
fn natural_loop(cfg: &Cfg, graph: &Flowgraph, blocks: usize, header: BlockId) -> Induced {
    let start: NodeIndex = header.index();
    let mut nodes: Nodes = std::iter::once(start).collect();
    let back = cfg.retreating_edges().iter().filter(|(_, to)| *to == header);
    let mut waiting: Vec<NodeIndex> = back.map(|(from, _)| from.index()).collect();
    while let Some(node) = waiting.pop() {
        if nodes.insert(node) {
            waiting.extend(graph.edges.iter().filter(|edge| edge.to == node).map(|edge| edge.from));
        }
    }
    // A block that makes arrays of arrays has further nodes, one leading to the next.
    for edge in &graph.edges {
        if edge.to >= blocks && nodes.contains(&edge.from) {
            nodes.insert(edge.to);
        }
    }
    nodes.sort_unstable();
    Induced { nodes: Rc::new(nodes), start, target: start }
}

/// The registers whose values behind iterations are told.
fn values(builder: &Builder, body: &Body, summary: &Summary) -> Vec<(Reg, Vec<Polynomial>)> {
    let numbers = body.regs.iter().filter(|(_, info)| matches!(info.ty, Type::Bv32 | Type::Bv64));
    let told = numbers.filter_map(|(reg, _)| {
        let Value::Num(Num { raw, .. }) = summary.state[reg.index()] else { return None };
        let mut ways = Vec::new();
        choices(&builder.pool, raw, &mut ways);
        if ways.len() > MAX_WAYS {
            return None;
        }
        let ways = ways.into_iter().map(|way| polynomial(builder, summary, way)).collect::<Option<Vec<_>>>()?;
        Some((reg, ways))
    });
    told.collect()
}

/// The terms that a term chooses between, or more than [`MAX_WAYS`] of them.
fn choices(pool: &TermPool, term: Term, into: &mut Vec<Term>) {
    if into.len() > MAX_WAYS {
        return;
    }
    match *pool.node(term) {
        Node::Ite(_, then, otherwise) => {
            choices(pool, then, into);
            choices(pool, otherwise, into);
        }
        _ => into.push(term),
    }
}

/// The polynomial that a term is, if it is one.
fn polynomial(builder: &Builder, summary: &Summary, term: Term) -> Option<Polynomial> {
    let sum = Linear::of(&builder.pool, term);
    let mut products = Vec::new();
    if sum.parts.is_empty() || sum.constant != 0.into() {
        products.push(Product { number: sum.constant, factors: Vec::new() });
    }
    for (part, number) in sum.parts {
        let mut factors = Vec::new();
        add_factors(builder, summary, part, &mut factors)?;
        products.push(Product { number, factors });
    }
    Some(products)
}

fn add_factors(builder: &Builder, summary: &Summary, term: Term, into: &mut Vec<Factor>) -> Option<()> {
    if let Node::Binary(BinaryOp::Mul, left, right) = *builder.pool.node(term) {
        add_factors(builder, summary, left, into)?;
        return add_factors(builder, summary, right, into);
    }
    let symbol = builder.pool.as_symbol(term)?;
    let counter = summary.counters.iter().position(|counter| *counter == symbol);
    let register = || builder.symbols.iter().position(|own| *own == Some(symbol)).map(Reg::from_index);
    into.push(match counter {
        Some(position) => Factor::Counter(position),
        None => Factor::Before(register()?),
    });
    Some(())
}

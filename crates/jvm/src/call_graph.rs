//! The call graph of methods of the input (thesis, section 3.2.4, Algorithm 1).
//!
//! The targets of a virtual call are found by class hierarchy analysis: of each class of the class path that an object of the
//! named type can have, the method that the call selects. Calls that a bootstrap method links are not followed, and neither is
//! code of libraries and of the JDK.

use crate::{MethodId, Provenance, World};
use clew_base::{FastMap, OrderedSet};
use clew_ir::{Callee, InvokeKind, MethodRef, Terminator};
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

/// A call of a method's code: the method that is named, and the methods of the input that may run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSites {
    /// The method that the call names.
    pub named: MethodId,
    /// The methods of the input that may run, in the order of the names of their classes.
    pub targets: Vec<MethodId>,
}

/// The methods of the input that some methods need, in the order in which they can be summarized.
#[derive(Clone, Debug, Default)]
pub struct CallGraph {
    /// The strongly connected components, each before those that call it. A component of several methods, or of one that
    /// calls itself, is recursive. The methods of a component are in the order in which they were found.
    pub components: Vec<Vec<MethodId>>,
    calls: FastMap<MethodId, Vec<CallSites>>,
}

impl CallGraph {
    /// The methods that are reached from the entries, the entries included.
    pub fn of(world: &World, entries: &[MethodId]) -> CallGraph {
        let mut found: OrderedSet<MethodId> = entries.iter().copied().collect();
        let mut calls = FastMap::default();
        let mut at = 0;
        while let Some(method) = found.get_index(at).copied() {
            let of_method = calls_of(world, method);
            found.extend(of_method.iter().flat_map(|call| &call.targets).copied());
            calls.insert(method, of_method);
            at += 1;
        }
        let mut graph: DiGraph<MethodId, ()> = DiGraph::new();
        let nodes: FastMap<MethodId, NodeIndex> =
            found.iter().map(|method| (*method, graph.add_node(*method))).collect();
        for caller in &found {
            for target in calls[caller].iter().flat_map(|call| &call.targets) {
                graph.update_edge(nodes[caller], nodes[target], ());
            }
        }
        // Tarjan's algorithm ends components in the reverse of a topological order.
        let components = tarjan_scc(&graph).into_iter().map(|mut component| {
            component.sort_unstable();
            component.into_iter().map(|node| graph[node]).collect()
        });
        CallGraph { components: components.collect(), calls }
    }

    /// The calls in the code of a method, each named method once, in the order of the code.
    pub fn calls(&self, method: MethodId) -> &[CallSites] {
        self.calls.get(&method).map_or(&[], Vec::as_slice)
    }
}

fn calls_of(world: &World, method: MethodId) -> Vec<CallSites> {
    let Ok(code) = world.code(method) else { return Vec::new() };
    let mut found: Vec<CallSites> = Vec::new();
    for block in code.body.blocks.values() {
        let Terminator::Invoke { callee: Callee::Method { kind, method: reference }, .. } = &block.terminator else {
            continue;
        };
        let Ok(named) = world.resolve_method(reference, *kind) else { continue };
        if found.iter().any(|call| call.named == named) {
            continue;
        }
        let mut targets = targets(world, method, reference, *kind, named);
        targets.retain(|target| is_of_input(world, *target));
        found.push(CallSites { named, targets });
    }
    found
}

fn targets(world: &World, caller: MethodId, reference: &MethodRef, kind: InvokeKind, named: MethodId) -> Vec<MethodId> {
    match kind {
        InvokeKind::Static => vec![named],
        InvokeKind::Special => world.special_target(world.method(caller).class, named).into_iter().collect(),
        InvokeKind::Virtual | InvokeKind::Interface => {
            let Ok(class) = world.load(&reference.class) else { return Vec::new() };
            let classes = world.subtypes(class);
            let concrete = classes.iter().filter(|class| world.class(**class).is_concrete());
            let selected: OrderedSet<MethodId> =
                concrete.filter_map(|class| world.select(*class, named).ok()).collect();
            selected.into_iter().collect()
        }
    }
}

fn is_of_input(world: &World, method: MethodId) -> bool {
    let method = world.method(method);
    method.has_code && world.class(method.class).provenance == Provenance::Input
}

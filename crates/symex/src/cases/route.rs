//! The blocks that a path goes through, activation by activation.

use crate::machine::Machine;
use crate::state::{OnReturn, State};
use crate::trace::{Entered, Route, key};
use clew_base::Id;
use clew_facts::Activation;
use clew_jvm::{MethodId, Provenance, World};

impl Machine<'_> {
    /// Notes the block that the running activation has just entered. What initializes classes or makes inputs is no part of the
    /// method.
    pub(crate) fn note_block(&self, state: &mut State) {
        let runs = |on_return: &OnReturn| matches!(on_return, OnReturn::Entry | OnReturn::Resume { .. });
        if self.options.summarizes && state.frames.iter().all(|frame| runs(&frame.on_return)) {
            let top = state.top();
            let entered = Entered { method: top.code.id, depth: state.frames.len() - 1, block: top.block };
            state.passed.route.push_back(entered);
        }
    }
}

/// The path of the outermost activation, with those of the methods of the input that it calls.
pub(super) fn path(world: &World, route: &Route, target: MethodId) -> Activation {
    let entered: Vec<Entered> = route.iter().copied().collect();
    let (path, _) = activation(world, &entered, target);
    path
}

/// The activation that the route begins with, and how much of the route it takes.
fn activation(world: &World, route: &[Entered], method: MethodId) -> (Activation, usize) {
    let depth = route.first().map_or(0, |first| first.depth);
    let mut own = Activation { method: key(world, method), blocks: Vec::new(), calls: Vec::new() };
    let mut at = 0;
    while let Some(entered) = route.get(at).filter(|entered| entered.depth >= depth) {
        if entered.depth == depth {
            own.blocks.push(entered.block.index() as u32);
            at += 1;
            continue;
        }
        let (called, taken) = activation(world, &route[at..], entered.method);
        if world.class(world.method(entered.method).class).provenance == Provenance::Input {
            own.calls.push((own.blocks.len() as u32, called));
        }
        at += taken;
    }
    (own, at)
}

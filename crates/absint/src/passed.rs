//! What a private method of a nest is passed: all its calls are in sight, unless reflection makes some.

use crate::assumption::Assumptions;
use crate::fact::{Fact, either};
use crate::fixpoint::Analysis;
use crate::frame::Frame;
use crate::nest::CodeOf;
use crate::summary::{DEPTH, Summaries, fact};
use clew_ir::{Callee, Handle, StaticArg, Terminator};
use clew_jvm::{Method, MethodId};
use std::rc::Rc;

/// What holds of the arguments at all calls of a method, the receiver first; nothing of those that may be anything.
pub(crate) fn arguments_in_nest(summaries: &Summaries<'_>, nest: &[CodeOf], method: &Method) -> Vec<Option<Fact>> {
    if !method.is_private() || nest.iter().any(|code| is_handed_out(summaries, code, method.id)) {
        return Vec::new();
    }
    let calls = nest.iter().flat_map(|code| arguments_in(summaries, code, method.id));
    let joined =
        calls.reduce(|one, two| one.iter().zip(&two).map(|(one, two)| either(one.as_ref(), two.as_ref())).collect());
    joined.unwrap_or_default()
}

/// Whether code makes an object that calls the method.
fn is_handed_out(summaries: &Summaries<'_>, (_, code): &CodeOf, method: MethodId) -> bool {
    let world = summaries.world();
    let is_it = |arg: &StaticArg| match arg {
        StaticArg::Handle(Handle::Invoke(kind, called)) => {
            world.resolve_method(called, *kind).is_ok_and(|called| called == method)
        }
        StaticArg::Handle(Handle::New(called)) => {
            world.resolve_method(called, clew_ir::InvokeKind::Special).is_ok_and(|called| called == method)
        }
        StaticArg::Handle(Handle::GetField(_) | Handle::PutField(_) | Handle::GetStatic(_) | Handle::PutStatic(_))
        | StaticArg::Dynamic(_)
        | StaticArg::Number(_)
        | StaticArg::String(_)
        | StaticArg::Class(_)
        | StaticArg::MethodType(_) => false,
    };
    code.body.blocks.values().any(|block| {
        let Terminator::Invoke { callee: Callee::Dynamic(site), .. } = &block.terminator else { return false };
        site.args.iter().any(is_it)
    })
}

/// What holds of the arguments at each call in a piece of code. The calls that no execution gets to are left out.
fn arguments_in(summaries: &Summaries<'_>, (caller, code): &CodeOf, method: MethodId) -> Vec<Vec<Option<Fact>>> {
    let world = summaries.world();
    let called = |terminator: &Terminator| {
        let Terminator::Invoke { callee: Callee::Method { kind, method: named }, args, .. } = terminator else {
            return None;
        };
        world.resolve_method(named, *kind).ok().filter(|found| *found == method).map(|_| args.clone())
    };
    let calls: Vec<_> =
        code.body.blocks.iter().filter_map(|(id, block)| Some((id, called(&block.terminator)?))).collect();
    if calls.is_empty() {
        return Vec::new();
    }
    let nothing = Assumptions::new();
    let frame = Frame::new(summaries, Rc::clone(caller), &code.body, &nothing, DEPTH);
    let analysis = Analysis::of(&frame, code);
    if !analysis.complete {
        return vec![Vec::new()];
    }
    let reached = calls.into_iter().filter(|(block, _)| analysis.is_reached(*block));
    // Nothing is known of arguments where no state is.
    let facts = |(block, args): (_, Vec<_>)| {
        let state = analysis.at_end(&frame, block);
        state.map_or_else(Vec::new, |state| args.iter().map(|arg| fact(&frame, &state, arg)).collect())
    };
    reached.map(facts).collect()
}

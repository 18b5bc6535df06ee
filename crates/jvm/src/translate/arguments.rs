//! Whether code passes to a method only what the types of its parameters have.
//!
//! The JVM narrows no argument, and takes any object for one of an interface, so code that no compiler made may pass a `boolean` of
//! 2, or a string as a `Runnable`. Tests are compiled, and pass no such thing.

use super::must::{RegisterSet, solve};
use super::narrow::{Narrow, is_narrow};
use crate::descriptor::descriptor_of_class;
use crate::world::{Method, World};
use clew_base::{FastMap, FastSet, Id};
use clew_ir::{Body, Callee, Expr, Inst, MethodRef, Reg, Terminator};
use std::sync::Arc;

/// How code calls a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Passing {
    /// With arguments of the types of the parameters.
    Fitting,
    /// So if its own arguments are of the types of its parameters.
    FittingIfOwnFit,
    /// Perhaps with others.
    Unfit,
}

/// How the code of `caller` calls methods of this name and descriptor.
pub(crate) fn passing(world: &World, caller: &Method, body: &Body, called: &Method) -> Passing {
    let mut found = Passing::Fitting;
    let is_call = |method: &MethodRef| method.name == called.name && method.descriptor == called.descriptor;
    let calls = || {
        body.blocks.iter().filter_map(|(id, block)| match &block.terminator {
            Terminator::Invoke { callee: Callee::Method { method, .. }, args, .. } if is_call(method) => {
                Some((id, &args[args.len().saturating_sub(called.parameters.len())..]))
            }
            _ => None,
        })
    };
    if calls().next().is_none() {
        return found;
    }
    let types = static_types(caller, body);
    for (at, parameter) in called.parameters.iter().enumerate() {
        if let Some(narrow) = Narrow::of(parameter) {
            let own = own_parameters(caller, body, narrow);
            let (assumed, bare) = (solve(body, own, &narrow), solve(body, RegisterSet::none(body), &narrow));
            for (block, args) in calls() {
                let fits = |states: &[Option<RegisterSet>]| {
                    states[block.index()].as_ref().is_none_or(|state| is_narrow(&args[at], narrow, state))
                };
                found = found.max(match (fits(&bare), fits(&assumed)) {
                    (true, _) => Passing::Fitting,
                    (false, true) => Passing::FittingIfOwnFit,
                    (false, false) => Passing::Unfit,
                });
            }
        }
        let interface = class_of(parameter).and_then(|class| world.load(class).ok());
        let Some(interface) = interface.filter(|id| world.class(*id).is_interface()) else { continue };
        for (_, args) in calls() {
            let Expr::Reg(reg) = &args[at] else { continue };
            let known = types.get(reg).and_then(|ty| world.load(class_of(ty).unwrap_or(ty)).ok());
            if known.is_some_and(|class| !world.is_subtype(class, interface)) {
                found = Passing::Unfit;
            }
        }
    }
    found
}

/// The class that a descriptor names.
fn class_of(descriptor: &str) -> Option<&str> {
    descriptor.strip_prefix('L')?.strip_suffix(';')
}

/// The parameters of the caller whose types have only values of the narrow one.
fn own_parameters(caller: &Method, body: &Body, narrow: Narrow) -> RegisterSet {
    let mut start = RegisterSet::none(body);
    for (reg, descriptor) in body.params.iter().rev().zip(caller.parameters.iter().rev()) {
        start.set(*reg, narrow.holds_all_of(descriptor));
    }
    start
}

/// The types, as descriptors, of registers that hold values of one known type only and whose class no instruction asks for.
fn static_types(caller: &Method, body: &Body) -> FastMap<Reg, Arc<str>> {
    let mut types: FastMap<Reg, Option<Arc<str>>> = FastMap::default();
    let mut aliases: Vec<(Reg, Reg)> = Vec::new();
    let mut asked: FastSet<Reg> = FastSet::default();
    let mut note = |reg: Reg, ty: Option<Arc<str>>| {
        types.entry(reg).and_modify(|known| *known = known.take().filter(|it| Some(it) == ty.as_ref())).or_insert(ty);
    };
    for (reg, descriptor) in body.params.iter().rev().zip(caller.parameters.iter().rev()) {
        note(*reg, Some(Arc::clone(descriptor)));
    }
    let class = |name: &Arc<str>| Some(Arc::from(descriptor_of_class(name).as_ref()));
    for block in body.blocks.values() {
        for stmt in &block.stmts {
            match &stmt.inst {
                Inst::Assign { dst, value: Expr::Reg(from) } => aliases.push((*dst, *from)),
                Inst::New { dst, class: made } => note(*dst, class(made)),
                Inst::LoadString { dst, .. } => note(*dst, Some("Ljava/lang/String;".into())),
                Inst::LoadClass { dst, .. } => note(*dst, Some("Ljava/lang/Class;".into())),
                Inst::GetField { dst, field, .. } | Inst::GetStatic { dst, field } => {
                    note(*dst, Some(Arc::clone(&field.descriptor)));
                }
                Inst::InstanceOf { object, .. } => drop(asked.insert(*object)),
                other => {
                    if let Some(dst) = other.written() {
                        note(dst, None);
                    }
                }
            }
        }
        for (_, written) in block.terminator.written_on_edges() {
            if let Some(reg) = written {
                note(reg, None);
            }
        }
    }
    for _ in 0..=aliases.len() {
        let mut changed = false;
        for (dst, from) in &aliases {
            if asked.contains(dst) != asked.contains(from) {
                changed |= asked.insert(*dst) | asked.insert(*from);
            }
        }
        if !changed {
            break;
        }
    }
    // A register that is assigned holds what the other does, where all agree.
    for (dst, from) in aliases {
        let ty = types.get(&from).cloned().flatten();
        types.entry(dst).and_modify(|known| *known = known.take().filter(|it| Some(it) == ty.as_ref())).or_insert(ty);
    }
    types.retain(|reg, _| !asked.contains(reg));
    types.into_iter().filter_map(|(reg, ty)| Some((reg, ty?))).collect()
}

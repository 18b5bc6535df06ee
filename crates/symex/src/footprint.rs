//! What a method does to the objects that are there before it is called, as far as its text shows it.

use clew_base::{FastMap, FastSet};
use clew_ir::{BlockId, Body, Callee, Cfg, Expr, Handle, Inst, MethodRef, Place, Reg, StaticArg, Terminator};
use clew_jvm::{MethodCode, MethodId, Provenance, World};
use std::rc::Rc;
use std::sync::Arc;

/// How deep calls are followed to find out what a method writes and reads.
const MAX_DEPTH: u32 = 3;

/// The beginnings of the names by which methods of collections change them.
const CHANGING: [&str; 20] = [
    "add",
    "put",
    "set",
    "push",
    "offer",
    "remove",
    "insert",
    "append",
    "clear",
    "poll",
    "pop",
    "merge",
    "compute",
    "replace",
    "flip",
    "increment",
    "decrement",
    "getAnd",
    "update",
    "accumulate",
];

/// What a method does to fields and collections, by the names of the fields.
#[derive(Default)]
pub(crate) struct Footprint {
    /// The fields that it reads.
    pub reads: FastSet<Arc<str>>,
    /// The fields that it writes, of objects that are there before.
    pub writes: FastSet<Arc<str>>,
    /// Whether it changes what a collection or an array holds that is there before.
    pub changes_contents: bool,
}

/// Whether what a method writes counts as what its caller writes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Writes {
    /// It does.
    Count,
    /// It constructs another object, or works on one that was made there.
    AreNew,
}

/// A method and the methods of the program that its code names, theirs and so on: at most so many, those that are called first.
pub(crate) fn methods_near(world: &World, method: MethodId, most: usize) -> Vec<(MethodId, Rc<MethodCode>)> {
    let (mut methods, mut seen) = (vec![method], FastSet::from_iter([method]));
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(id) = methods.get(at).copied() {
        at += 1;
        let Ok(code) = world.code(id) else { continue };
        for block in code.body.blocks.values() {
            let Terminator::Invoke { callee: Callee::Method { method, .. }, .. } = &block.terminator else { continue };
            let class = world.load(&method.class).ok().filter(|_| methods.len() < most);
            let class = class.filter(|class| world.class(*class).provenance != Provenance::Jdk);
            let called = class.and_then(|class| world.find_method(class, &method.name, &method.descriptor));
            methods.extend(called.filter(|called| seen.insert(*called)));
        }
        found.push((id, code));
    }
    found
}

/// What a method does to fields and collections, and what the methods of the program do that it calls for certain.
pub(crate) fn footprint(world: &World, method: MethodId) -> Footprint {
    let mut found = Footprint::default();
    let mut seen = FastSet::default();
    let mut waiting = vec![(method, 0, Writes::Count)];
    while let Some((id, depth, writes)) = waiting.pop() {
        if !seen.insert(id) {
            continue;
        }
        let Ok(code) = world.code(id) else { continue };
        let made = made_before(&code.body);
        for (at, block) in code.body.blocks.iter() {
            let Some(mut own) = made.get(&at).cloned() else { continue };
            for stmt in &block.stmts {
                found.add(&stmt.inst, &own, writes);
                pass(&stmt.inst, &mut own);
            }
            let Terminator::Invoke { callee, args, .. } = &block.terminator else { continue };
            let method = match callee {
                Callee::Method { method, .. } => method,
                // What a lambda expression gives is mostly called there as well.
                Callee::Dynamic(site) => {
                    let bodies = site.args.iter().filter_map(|arg| body_of_program(world, arg));
                    let bodies = bodies.filter(|_| depth < MAX_DEPTH);
                    waiting.extend(bodies.map(|body| (body, depth + 1, writes)));
                    continue;
                }
            };
            let is_own = matches!(args.first(), Some(Expr::Reg(receiver)) if own.contains(receiver));
            found.changes_contents |= writes == Writes::Count && !is_own && changes_collection(method);
            let Some(called) = of_program(world, method).filter(|_| depth < MAX_DEPTH) else { continue };
            let constructs = world.method(called).is_constructor() && !world.method(id).is_constructor();
            waiting.push((called, depth + 1, if constructs || is_own { Writes::AreNew } else { writes }));
        }
    }
    found
}

impl Footprint {
    /// Adds what an instruction reads and writes, where these registers hold what the method has made.
    fn add(&mut self, inst: &Inst, own: &Own, writes: Writes) {
        let effects = inst.effects();
        match effects.reads {
            Place::Field { field, .. } => {
                self.reads.insert(Arc::clone(&field.name));
            }
            Place::Nothing
            | Place::StaticField(_)
            | Place::Element { .. }
            | Place::Map(_)
            | Place::Monitor(_)
            | Place::Anything => {}
        }
        if writes == Writes::AreNew {
            return;
        }
        match effects.writes {
            Place::Field { object, .. } if own.contains(&object) => {}
            Place::Field { field, .. } | Place::StaticField(field) => {
                self.writes.insert(Arc::clone(&field.name));
            }
            Place::Element { array } => self.changes_contents |= !own.contains(&array),
            Place::Nothing | Place::Map(_) | Place::Monitor(_) | Place::Anything => {}
        }
    }
}

/// Whether a call changes what a collection holds, as its name tells.
pub(crate) fn changes_collection(method: &MethodRef) -> bool {
    method.class.starts_with("java/util/") && CHANGING.iter().any(|start| method.name.starts_with(start))
}

/// The registers that hold an object or an array which the code itself has made.
type Own = FastSet<Reg>;

/// These registers at the beginning of each block that code gets to.
fn made_before(body: &Body) -> FastMap<BlockId, Own> {
    let cfg = Cfg::compute(body);
    let mut known: FastMap<BlockId, Own> = FastMap::default();
    known.insert(body.entry, Own::default());
    let mut waiting = vec![body.entry];
    while let Some(id) = waiting.pop() {
        let block = &body.blocks[id];
        let mut own = known[&id].clone();
        block.stmts.iter().for_each(|stmt| pass(&stmt.inst, &mut own));
        let written: FastMap<BlockId, Option<Reg>> = block.terminator.written_on_edges().into_iter().collect();
        for next in cfg.successors(id) {
            let mut own = own.clone();
            written.get(next).copied().flatten().into_iter().for_each(|dst| {
                own.remove(&dst);
            });
            // Only what holds on all ways there counts.
            let left = known.get(next).map_or_else(|| own.clone(), |before| before & &own);
            if known.get(next) != Some(&left) {
                known.insert(*next, left);
                waiting.push(*next);
            }
        }
    }
    known
}

/// What an instruction makes of them.
fn pass(inst: &Inst, own: &mut Own) {
    let Some(dst) = inst.written() else { return };
    let is_own = match inst {
        Inst::New { .. } | Inst::NewArray { .. } | Inst::NewMultiArray { .. } => true,
        Inst::Assign { value: Expr::Reg(source), .. } => own.contains(source),
        _ => false,
    };
    match is_own {
        true => own.insert(dst),
        false => own.remove(&dst),
    };
}

/// The method of the program whose handle a bootstrap method is given: the body of a lambda expression.
fn body_of_program(world: &World, arg: &StaticArg) -> Option<MethodId> {
    let StaticArg::Handle(Handle::Invoke(_, method)) = arg else { return None };
    of_program(world, method)
}

/// The method of the program that a call names, without regard to those that override it.
fn of_program(world: &World, called: &MethodRef) -> Option<MethodId> {
    let mut next = world.load(&called.class).ok();
    while let Some(class) = next.filter(|class| world.class(*class).provenance != Provenance::Jdk) {
        if let Some(method) = world.find_method(class, &called.name, &called.descriptor) {
            return Some(method);
        }
        next = world.class(class).superclass;
    }
    None
}

//! The places in the private code of a class that tests of a method are to show.
//!
//! Private methods and the bodies of lambda expressions have no goals: whoever calls them reaches them. A test is made for each place
//! that no other test of the method has gone through, so that an exception which a private check throws, and a way through a private
//! parser, have their test as the method's own lines have. A method shows what it throws in such code. The rest is shown by the first
//! method of the class that calls it, lest each caller repeat the tests of the others.

use crate::goals::ends;
use clew_base::{FastMap, FastSet, Id};
use clew_ir::{BlockId, Body, Callee, Cfg, Handle, MethodRef, StaticArg, Terminator};
use clew_jvm::{Method, MethodCode, MethodId, World};
use fixedbitset::FixedBitSet;

/// A place in the code of a method.
pub(crate) type CodePlace = (MethodId, BlockId);

/// Where paths through private code of the target's class differ.
#[derive(Debug, Default)]
pub(crate) struct Helpers {
    shown: FastMap<MethodId, FastSet<BlockId>>,
    /// Those of the places from which an exception is thrown.
    throwing: FastSet<CodePlace>,
    /// The blocks of the target from which control may get to a call of a helper.
    before: FixedBitSet,
}

/// How code gets into a method.
#[derive(Clone, Copy, PartialEq)]
enum Reached {
    Called,
    ByLambda,
}

impl Helpers {
    /// The private methods that the code of a method gets to within its class, and the bodies of its lambda expressions.
    pub(crate) fn of(world: &World, target: &Method) -> Self {
        let mut found = FastMap::default();
        let mut throwing: FastSet<CodePlace> = FastSet::default();
        let mut waiting = vec![(target.id, Reached::Called)];
        let mut seen: FastSet<MethodId> = FastSet::default();
        while let Some((id, reached)) = waiting.pop() {
            if !seen.insert(id) {
                continue;
            }
            let Ok(code) = world.code(id) else { continue };
            waiting
                .extend(code.body.blocks.values().flat_map(|block| helpers_called(world, target, &block.terminator)));
            if id != target.id {
                let is_shown_whole = reached == Reached::ByLambda || is_first_caller(world, target, id);
                let throws: FastSet<BlockId> = starts_of_throws(&code).collect();
                throwing.extend(throws.iter().map(|block| (id, *block)));
                found.insert(id, shown(&code, throws, reached, is_shown_whole));
            }
        }
        let before = world.code(target.id).map(|code| before_calls(world, target, &code)).unwrap_or_default();
        Self { shown: found, throwing, before }
    }

    /// All places that tests are to show.
    pub(crate) fn places(&self) -> FastSet<CodePlace> {
        self.shown.iter().flat_map(|(method, blocks)| blocks.iter().map(|block| (*method, *block))).collect()
    }

    /// Whether an execution that stands in a block of the target may still get to a helper, or is in one.
    pub(crate) fn are_ahead(&self, block: BlockId) -> bool {
        self.before.contains(block.index())
    }

    /// Whether code of a helper throws an exception from this place on.
    pub(crate) fn throws_from(&self, place: &CodePlace) -> bool {
        self.throwing.contains(place)
    }

    /// Whether a test is to show that an execution gets to a block.
    pub(crate) fn show(&self, method: MethodId, block: BlockId) -> bool {
        self.shown.get(&method).is_some_and(|blocks| blocks.contains(&block))
    }
}

/// Whether a method has no goals, and no name by which a test could call it.
fn is_helper(method: &Method) -> bool {
    method.has_code && !method.is_class_initializer() && method.is_private()
}

/// The helpers that a terminator calls by name or makes lambda expressions of.
fn helpers_called(world: &World, target: &Method, terminator: &Terminator) -> Vec<(MethodId, Reached)> {
    let Terminator::Invoke { callee, .. } = terminator else { return Vec::new() };
    let (methods, reached): (Vec<&MethodRef>, Reached) = match callee {
        Callee::Method { method, .. } => (vec![method], Reached::Called),
        Callee::Dynamic(site) => {
            let handles = site.args.iter().filter_map(|arg| match arg {
                StaticArg::Handle(Handle::Invoke(_, method) | Handle::New(method)) => Some(&**method),
                _ => None,
            });
            (handles.collect(), Reached::ByLambda)
        }
    };
    let class = world.class(target.class);
    let own = methods.into_iter().filter(|method| method.class == class.name);
    let found = own.filter_map(|method| world.find_method(target.class, &method.name, &method.descriptor));
    found.filter(|id| is_helper(&world.method(*id))).map(|id| (id, reached)).collect()
}

/// The blocks of a method from which control may get to a call of a helper. A lambda expression is called anywhere behind the place
/// that makes it.
fn before_calls(world: &World, target: &Method, code: &MethodCode) -> FixedBitSet {
    let body = &code.body;
    let cfg = Cfg::compute(body);
    let (mut calls, mut made): (Vec<BlockId>, Vec<BlockId>) = (Vec::new(), Vec::new());
    for (id, block) in body.blocks.iter() {
        let called = helpers_called(world, target, &block.terminator);
        made.extend(called.iter().any(|(_, reached)| *reached == Reached::ByLambda).then_some(id));
        calls.extend((!called.is_empty()).then_some(id));
    }
    let mut behind = FixedBitSet::with_capacity(body.blocks.len());
    while let Some(block) = made.pop() {
        if !behind.put(block.index()) {
            made.extend(cfg.successors(block));
            calls.push(block);
        }
    }
    let mut before = FixedBitSet::with_capacity(body.blocks.len());
    let mut waiting = calls;
    while let Some(block) = waiting.pop() {
        if !before.put(block.index()) {
            waiting.extend(cfg.predecessors(block));
        }
    }
    before
}

/// The blocks of a helper that tests are to show: those from which it throws, and where its straight code ends as far as the caller
/// shows all of it. A call gets to the first block in any case.
fn shown(code: &MethodCode, throws: FastSet<BlockId>, reached: Reached, is_shown_whole: bool) -> FastSet<BlockId> {
    let entry = code.body.entry;
    let mut blocks = throws;
    if is_shown_whole {
        blocks.extend(ends(code));
    }
    match reached {
        Reached::ByLambda => blocks.insert(entry),
        Reached::Called => blocks.remove(&entry),
    };
    blocks
}

/// Where the code of a method begins to throw exceptions that it makes.
fn starts_of_throws(code: &MethodCode) -> impl Iterator<Item = BlockId> {
    let cfg = Cfg::compute(&code.body);
    let throwing = code.body.blocks.iter().filter(|(_, block)| matches!(block.terminator, Terminator::Throw(_)));
    throwing.filter_map(move |(id, _)| start_of_throw(&code.body, &cfg, id))
}

/// Where the straight code begins that makes an exception and throws it in the end, so that a path is known for one that throws before
/// it has made the exception. `None` where an exception goes on that was caught.
pub(crate) fn start_of_throw(body: &Body, cfg: &Cfg, throwing: BlockId) -> Option<BlockId> {
    let mut first = throwing;
    let mut makes = !body.blocks[throwing].stmts.is_empty();
    // A block is passed once: a chain has no more blocks than the body.
    for _ in 0..body.blocks.len() {
        let [before] = cfg.predecessors(first) else { break };
        let goes_on = match &body.blocks[*before].terminator {
            Terminator::Goto(targets) => targets.len() == 1,
            Terminator::Invoke { normal, .. } | Terminator::InitClass { normal, .. } => *normal == first,
            _ => false,
        };
        if !goes_on {
            break;
        }
        makes = true;
        first = *before;
    }
    makes.then_some(first)
}

/// Whether none of the methods that have goals and come before the target in its class gets to a private method. Calls out of lambda
/// expressions do not count.
fn is_first_caller(world: &World, target: &Method, helper: MethodId) -> bool {
    let mut seen: FastSet<MethodId> = FastSet::default();
    let mut waiting = vec![helper];
    let methods = world.class(target.class).methods.clone();
    let position = |id: MethodId| methods.iter().position(|method| *method == id);
    let comes_before = |one: MethodId, other: MethodId| position(one) < position(other);
    while let Some(id) = waiting.pop() {
        if !seen.insert(id) {
            continue;
        }
        let called = world.method(id);
        for caller in world.callers(&called).into_iter().map(|id| world.method(id)) {
            if caller.class != target.class || caller.is_class_initializer() || caller.is_synthetic() {
                continue;
            }
            if caller.is_private() {
                waiting.push(caller.id);
            } else if comes_before(caller.id, target.id) {
                return false;
            }
        }
    }
    true
}

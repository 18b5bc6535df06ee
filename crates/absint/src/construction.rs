//! What a constructor has written before anybody else can see the object.
//!
//! The object is seen by others from where the constructor returns, and before that from where it leaks: where it is
//! passed to a call, stored anywhere, or thrown. The constructor of the superclass is looked into; one that leaks the
//! object shows it with none of the fields of this class written.

use clew_base::Id;
use clew_ir::{BlockId, Body, Callee, Cfg, Expr, Inst, InvokeKind, Reg, Terminator};
use clew_jvm::{ClassId, FieldId, Method, MethodId, World};
use fixedbitset::FixedBitSet;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What the code of a constructor does with the object at one place.
enum Use {
    /// Nothing that counts.
    None,
    /// It writes this field of what a register holds.
    Writes(Reg, FieldId),
    /// Others see it from here on.
    Leaks,
    /// Another constructor of the same class is run on it.
    Delegates,
}

/// Looks at constructors.
pub(crate) struct Construction<'w> {
    world: &'w World,
    /// Whether constructors of superclasses keep the object to themselves.
    kept: RefCell<BTreeMap<MethodId, bool>>,
}

impl<'w> Construction<'w> {
    pub(crate) fn new(world: &'w World) -> Construction<'w> {
        Construction { world, kept: RefCell::default() }
    }

    /// The fields of a class that one of its constructors has written wherever others come to see the object: all, where
    /// nobody ever does. Another constructor of the class that it delegates to is taken to write all: that one is asked
    /// for itself. `None` where the code cannot be translated.
    pub(crate) fn written_when_seen(&self, constructor: MethodId, class: ClassId) -> Option<BTreeSet<FieldId>> {
        let method = self.world.method(constructor);
        let code = self.world.code(constructor).ok()?;
        let own: BTreeSet<FieldId> = self.world.class(class).fields.iter().copied().collect();
        let look = Look { construction: self, method: &method, body: &code.body, aliases: aliases(&code.body) };
        let mut always = own.clone();
        look.pass(&own, &mut |written| always.retain(|field| written.contains(field)));
        Some(always)
    }

    /// Whether a constructor leaks the object to nobody.
    pub(crate) fn keeps_to_itself(&self, constructor: MethodId) -> bool {
        if let Some(known) = self.kept.borrow().get(&constructor) {
            return *known;
        }
        // Of one that delegates in a circle no object comes.
        self.kept.borrow_mut().insert(constructor, false);
        let method = self.world.method(constructor);
        let keeps = self.world.code(constructor).is_ok_and(|code| {
            let look = Look { construction: self, method: &method, body: &code.body, aliases: aliases(&code.body) };
            look.leaks_nowhere()
        });
        self.kept.borrow_mut().insert(constructor, keeps);
        keeps
    }
}

/// A constructor that is looked at.
struct Look<'a, 'w> {
    construction: &'a Construction<'w>,
    method: &'a Rc<Method>,
    body: &'a Body,
    /// The registers that may hold the object.
    aliases: FixedBitSet,
}

impl Look<'_, '_> {
    fn is_object(&self, expr: &Expr) -> bool {
        let mut found = false;
        expr.for_each_register(&mut |reg| found |= self.aliases.contains(reg.index()));
        found
    }

    fn of_statement(&self, inst: &Inst) -> Use {
        let is_object = |reg: &Reg| self.aliases.contains(reg.index());
        match inst {
            Inst::PutField { object, field, value } => match self.construction.world.resolve_field(field) {
                _ if self.is_object(value) => Use::Leaks,
                Ok(field) => Use::Writes(*object, field),
                Err(_) => Use::None,
            },
            Inst::Line(_)
            | Inst::Assign { .. }
            | Inst::GetField { .. }
            | Inst::InstanceOf { .. }
            | Inst::RefEq { .. }
            | Inst::Monitor { .. } => Use::None,
            other => {
                let mut reads = false;
                other.for_each_read(&mut |reg| reads |= is_object(&reg));
                if reads { Use::Leaks } else { Use::None }
            }
        }
    }

    fn of_end(&self, end: &Terminator) -> Use {
        match end {
            Terminator::Invoke { callee: Callee::Method { kind: InvokeKind::Special, method }, args, .. }
                if &*method.name == "<init>" && args.first().is_some_and(|object| self.is_object(object)) =>
            {
                if args[1..].iter().any(|arg| self.is_object(arg)) {
                    return Use::Leaks;
                }
                let Ok(called) = self.construction.world.resolve_method(method, InvokeKind::Special) else {
                    return Use::Leaks;
                };
                if self.construction.world.method(called).class == self.method.class {
                    return Use::Delegates;
                }
                if self.construction.keeps_to_itself(called) { Use::None } else { Use::Leaks }
            }
            Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::InitClass { .. } => Use::None,
            Terminator::Invoke { .. } | Terminator::Return(_) | Terminator::Throw(_) | Terminator::Unsupported(_) => {
                let mut reads = matches!(end, Terminator::Unsupported(_));
                end.for_each_read(&mut |reg| reads |= self.aliases.contains(reg.index()));
                if reads { Use::Leaks } else { Use::None }
            }
        }
    }

    /// Whether nothing leaks the object.
    fn leaks_nowhere(&self) -> bool {
        self.body.blocks.values().all(|block| {
            let statements = block.stmts.iter().map(|stmt| self.of_statement(&stmt.inst));
            let mut uses = statements.chain([self.of_end(&block.terminator)]);
            uses.all(|it| match it {
                Use::None | Use::Writes(..) => true,
                Use::Leaks => false,
                Use::Delegates => match &block.terminator {
                    Terminator::Invoke { callee: Callee::Method { method, .. }, .. } => {
                        let called = self.construction.world.resolve_method(method, InvokeKind::Special);
                        called.is_ok_and(|called| self.construction.keeps_to_itself(called))
                    }
                    _ => false,
                },
            })
        })
    }

    /// Follows which fields are written on all ways to each place, and tells what is written wherever others come to see
    /// the object.
    fn pass(&self, own: &BTreeSet<FieldId>, show: &mut dyn FnMut(&BTreeSet<FieldId>)) {
        let cfg = Cfg::compute(self.body);
        let object = self.body.params.iter().take(1).copied().collect();
        let entry = Progress { written: BTreeSet::new(), object };
        let mut before: BTreeMap<BlockId, Progress> = BTreeMap::from([(self.body.entry, entry)]);
        let mut changed = true;
        while changed {
            changed = false;
            for block in cfg.reverse_post_order() {
                let Some(progress) = before.get(block).cloned() else { continue };
                let after = self.behind(*block, progress, own, &mut |_| {});
                for (next, result) in self.body.blocks[*block].terminator.written_on_edges() {
                    let mut after = after.clone();
                    after.object.retain(|reg| Some(*reg) != result);
                    let joined = before.get(&next).map_or_else(|| after.clone(), |known| known.common(&after));
                    if before.get(&next) != Some(&joined) {
                        before.insert(next, joined);
                        changed = true;
                    }
                }
            }
        }
        for (block, progress) in before {
            let after = self.behind(block, progress, own, show);
            if matches!(self.body.blocks[block].terminator, Terminator::Return(_)) {
                show(&after.written);
            }
        }
    }

    /// How far the construction is behind a block.
    fn behind(
        &self,
        block: BlockId,
        mut progress: Progress,
        own: &BTreeSet<FieldId>,
        show: &mut dyn FnMut(&BTreeSet<FieldId>),
    ) -> Progress {
        let block = &self.body.blocks[block];
        for stmt in &block.stmts {
            progress.note(&self.of_statement(&stmt.inst), own, show);
            if let Some(reg) = stmt.inst.written() {
                let holds = matches!(&stmt.inst, Inst::Assign { value: Expr::Reg(from), .. }
                    if progress.object.contains(from));
                progress.object.remove(&reg);
                progress.object.extend(holds.then_some(reg));
            }
        }
        progress.note(&self.of_end(&block.terminator), own, show);
        progress
    }
}

/// How far a construction is on all ways to a place.
#[derive(Clone, PartialEq)]
struct Progress {
    /// The fields that are written.
    written: BTreeSet<FieldId>,
    /// The registers that hold the object.
    object: BTreeSet<Reg>,
}

impl Progress {
    fn common(&self, other: &Progress) -> Progress {
        Progress { written: &self.written & &other.written, object: &self.object & &other.object }
    }

    fn note(&mut self, it: &Use, own: &BTreeSet<FieldId>, show: &mut dyn FnMut(&BTreeSet<FieldId>)) {
        match it {
            Use::Writes(object, field) if self.object.contains(object) => {
                self.written.insert(*field);
            }
            Use::None | Use::Writes(..) => {}
            Use::Leaks => show(&self.written),
            Use::Delegates => self.written.extend(own),
        }
    }
}

/// The registers that may hold the object that a constructor is run on.
fn aliases(body: &Body) -> FixedBitSet {
    let mut aliases = FixedBitSet::with_capacity(body.regs.len());
    body.params.iter().take(1).for_each(|object| aliases.insert(object.index()));
    loop {
        let mut changed = false;
        for stmt in body.blocks.values().flat_map(|block| &block.stmts) {
            let Inst::Assign { dst, value } = &stmt.inst else { continue };
            let mut holds = false;
            value.for_each_register(&mut |reg| holds |= aliases.contains(reg.index()));
            if holds && !aliases.contains(dst.index()) {
                aliases.insert(dst.index());
                changed = true;
            }
        }
        if !changed {
            return aliases;
        }
    }
}

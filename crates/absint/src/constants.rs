//! Constants that nobody sees before they are set: `static final` fields, the constants of enums above all, that the initializer of
//! their class gives a new object before any other code of the program can run.
//!
//! Code that reads a static field waits until the class is initialized, unless the thread that initializes it runs that code. So the
//! initializer is followed from its beginning to the store. On this stretch it may neither branch nor catch exceptions, and may call
//! nothing but what stays within the JDK and constructors that stay within the nest. No supertype may have an initializer of the
//! program, which would run before. The field then never reads as null, but by reflection that changes final fields.

use clew_base::{FastMap, FastSet};
use clew_ir::{Block, Callee, Expr, Inst, InvokeKind, MethodRef, Reg, Terminator};
use clew_jvm::{Class, ClassId, Field, FieldId, MethodCode, MethodId, Provenance, World, flags};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// How deep constructors are followed.
const DEPTH: usize = 3;

/// Knows which constants are set before anybody sees them.
#[derive(Default)]
pub(crate) struct Constants {
    known: RefCell<FastMap<FieldId, bool>>,
}

impl Constants {
    /// Whether a field never reads as null once its class can be used.
    pub(crate) fn is_never_null(&self, world: &World, field: FieldId) -> bool {
        if let Some(known) = self.known.borrow().get(&field) {
            return *known;
        }
        let found = is_set_first(world, field);
        self.known.borrow_mut().insert(field, found);
        found
    }
}

fn is_set_first(world: &World, id: FieldId) -> bool {
    let field = world.field(id);
    if !is_object_constant(&field) {
        return false;
    }
    let class = world.class(field.class);
    let Some(code) = initializer(world, &class).and_then(|method| world.code(method).ok()) else { return false };
    !runs_initializer_above(world, &class, class.id)
        && is_written_once(world, &class, &field)
        && Stretch::of(world, &class).sets(&code, id)
}

/// Whether a field is a `static final` one that may name an object.
pub(crate) fn is_object_constant(field: &Field) -> bool {
    field.is_static() && field.is_final() && field.descriptor.starts_with(['L', '['])
}

/// Whether a field is a constant that the JDK gives programs (`BigDecimal.ZERO`): once its class is initialized, each of them names an
/// object, and only `System` lets anybody set one.
pub(crate) fn is_of_public_api(world: &World, id: FieldId) -> bool {
    let field = world.field(id);
    let class = world.class(field.class);
    class.provenance == Provenance::Jdk
        && is_object_constant(&field)
        && class.flags & flags::PUBLIC != 0
        && field.is_public()
        && &*class.name != "java/lang/System"
        && PACKAGES.iter().any(|package| class.name.starts_with(package))
}

/// The packages of `java.base`, with what is below them. Those of other modules have constants that are null where there is no screen.
const PACKAGES: [&str; 9] = [
    "java/io/",
    "java/lang/",
    "java/math/",
    "java/net/",
    "java/nio/",
    "java/security/",
    "java/text/",
    "java/time/",
    "java/util/",
];

pub(crate) fn initializer(world: &World, class: &Class) -> Option<MethodId> {
    class.methods.iter().copied().find(|method| world.method(*method).is_class_initializer())
}

/// Whether initializing a class runs an initializer of the program before its own, other than that of the class `begun`. All interfaces
/// count, though only those with default methods are initialized.
fn runs_initializer_above(world: &World, class: &Class, begun: ClassId) -> bool {
    let mut waiting: Vec<ClassId> = class.superclass.into_iter().chain(class.interfaces.iter().copied()).collect();
    let mut seen: FastSet<ClassId> = FastSet::default();
    while let Some(id) = waiting.pop() {
        let above = world.class(id);
        if id == begun || above.provenance == Provenance::Jdk || !seen.insert(id) {
            continue;
        }
        if initializer(world, &above).is_some() {
            return true;
        }
        waiting.extend(above.superclass.into_iter().chain(above.interfaces.iter().copied()));
    }
    false
}

/// Whether only one instruction of the class writes the field. Other classes may not.
pub(crate) fn is_written_once(world: &World, class: &Class, field: &Field) -> bool {
    let mut writes = 0;
    for method in class.methods.iter().map(|method| world.method(*method)).filter(|method| method.has_code) {
        let Ok(code) = world.code(method.id) else { return false };
        let written = code.body.blocks.values().flat_map(|block| &block.stmts).filter(|stmt| match &stmt.inst {
            Inst::PutStatic { field: written, .. } => written.name == field.name,
            _ => false,
        });
        writes += written.count();
    }
    writes == 1
}

/// The code that runs before a constant is set.
struct Stretch<'w> {
    world: &'w World,
    class: ClassId,
    /// The name of the class that the nest is called by.
    nest: Arc<str>,
}

impl<'w> Stretch<'w> {
    fn of(world: &'w World, class: &Class) -> Self {
        Self { world, class: class.id, nest: Arc::clone(class.nest()) }
    }

    /// Whether an initializer sets the field to a new object, and runs nothing before that which could look.
    fn sets(&self, code: &Rc<MethodCode>, field: FieldId) -> bool {
        let body = &code.body;
        let mut new: FastSet<Reg> = FastSet::default();
        let mut next = body.entry;
        // A block is passed once.
        for _ in 0..body.blocks.len() {
            let block = &body.blocks[next];
            for stmt in &block.stmts {
                match &stmt.inst {
                    inst if self.looks(inst) => return false,
                    Inst::PutStatic { field: written, value } if self.world.resolve_field(written) == Ok(field) => {
                        return matches!(value, Expr::Reg(reg) if new.contains(reg));
                    }
                    Inst::New { dst, .. } | Inst::NewArray { dst, .. } | Inst::NewMultiArray { dst, .. } => {
                        new.insert(*dst);
                    }
                    Inst::Assign { dst, value: Expr::Reg(from) } if new.contains(from) => drop(new.insert(*dst)),
                    other => new.retain(|reg| Some(*reg) != other.written()),
                }
            }
            for (_, written) in block.terminator.written_on_edges() {
                new.retain(|reg| Some(*reg) != written);
            }
            if !self.keeps_within(block, DEPTH) {
                return false;
            }
            next = match &block.terminator {
                Terminator::Goto(targets) if targets.len() == 1 => targets[0],
                Terminator::Invoke { normal, unwind: None, .. }
                | Terminator::InitClass { normal, unwind: None, .. } => *normal,
                _ => return false,
            };
        }
        false
    }

    /// Whether an instruction reads a static field of the class.
    fn looks(&self, inst: &Inst) -> bool {
        let Inst::GetStatic { field, .. } = inst else { return false };
        self.world.resolve_field(field).is_ok_and(|field| self.world.field(field).class == self.class)
    }

    /// Whether a block reads no static field of the class, and runs no code of the program but constructors that do neither.
    fn keeps_within(&self, block: &Block, depth: usize) -> bool {
        if block.stmts.iter().any(|stmt| self.looks(&stmt.inst)) {
            return false;
        }
        match &block.terminator {
            Terminator::Invoke { callee: Callee::Method { kind, method }, .. } => self.may_call(*kind, method, depth),
            // What links the first site of a process reads system properties, which runs code of the program where it has put properties of
            // its own in place.
            Terminator::Invoke { callee: Callee::Dynamic(_), .. } => false,
            Terminator::InitClass { class, .. } => {
                self.world.load(class).is_ok_and(|class| self.initializes_quietly(class))
            }
            Terminator::Unsupported(_) => false,
            Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::Return(_)
            | Terminator::Throw(_) => true,
        }
    }

    /// Whether initializing a class runs no code of the program.
    fn initializes_quietly(&self, id: ClassId) -> bool {
        let class = self.world.class(id);
        if class.provenance == Provenance::Jdk {
            return CLOSED.contains(&&*class.name);
        }
        id == self.class
            || initializer(self.world, &class).is_none() && !runs_initializer_above(self.world, &class, self.class)
    }

    fn may_call(&self, kind: InvokeKind, method: &MethodRef, depth: usize) -> bool {
        let Ok(called) = self.world.resolve_method(method, kind) else { return false };
        let called = self.world.method(called);
        let class = self.world.class(called.class);
        if !called.is_constructor() || *class.nest() != self.nest {
            return class.provenance == Provenance::Jdk && stays_within_jdk(kind, method);
        }
        depth > 0
            && self
                .world
                .code(called.id)
                .is_ok_and(|code| code.body.blocks.values().all(|block| self.keeps_within(block, depth - 1)))
    }
}

/// Classes of the JDK whose static methods and constructors load no classes of the program.
const CLOSED: &[&str] = &[
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Double",
    "java/lang/Enum",
    "java/lang/Float",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Math",
    "java/lang/Object",
    "java/lang/Record",
    "java/lang/Short",
    "java/lang/String",
    "java/lang/StringBuilder",
    "java/math/BigDecimal",
    "java/math/BigInteger",
    "java/time/Duration",
    "java/util/ArrayList",
    "java/util/HashMap",
    "java/util/HashSet",
    "java/util/LinkedHashMap",
    "java/util/concurrent/ConcurrentHashMap",
    "java/util/concurrent/atomic/AtomicInteger",
    "java/util/concurrent/atomic/AtomicLong",
    "java/util/regex/Pattern",
];

/// Static methods of these classes that look up a system property, which runs code of the program where it has put properties of its own
/// in place.
const LOOKING_UP: &[&str] = &["getBoolean", "getInteger", "getLong"];

/// Whether a call of a method of the JDK runs no code of the program: it is passed numbers and strings at most, and works on no object of
/// the program but one that it constructs.
fn stays_within_jdk(kind: InvokeKind, method: &MethodRef) -> bool {
    let parameters = method.descriptor.trim_start_matches('(').split(')').next().unwrap_or_default();
    let is_plain = parameters.replace("Ljava/lang/String;", "").chars().all(|letter| !matches!(letter, 'L' | '['));
    let is_bound = match kind {
        InvokeKind::Static => !LOOKING_UP.contains(&&*method.name),
        InvokeKind::Special => &*method.name == "<init>",
        InvokeKind::Virtual | InvokeKind::Interface => false,
    };
    is_bound && is_plain && CLOSED.contains(&&*method.class)
}

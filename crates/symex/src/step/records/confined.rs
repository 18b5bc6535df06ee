//! Whether a constructor does nothing but fill its object or refuse it: then nobody can tell when it runs, and nobody has an object that
//! it has refused.
//!
//! Code shows it that hands the object to nobody, writes to nothing else, and calls only code that does neither.

use clew_base::{FastSet, OrderedSet};
use clew_ir::{Body, Callee, Expr, Inst, InvokeKind, MethodRef, Reg, Terminator};
use clew_jvm::{ClassId, MethodId, Provenance, World, flags, is_value_class, parse_method_descriptor, stays_closed};

/// The most methods that are looked at for one constructor.
const MAX_METHODS: usize = 24;

/// What a confined constructor looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LooksAt {
    /// What it is passed, its own object, and what never changes.
    Arguments,
    /// Something that may have changed since.
    More,
}

/// What a constructor of the program looks at that keeps to its object; `None` if it may do more than fill it or refuse it.
/// `is_constant` says whether values of a type have no state that changes.
pub(super) fn confined(world: &World, constructor: MethodId, is_constant: &dyn Fn(&str) -> bool) -> Option<LooksAt> {
    let of = world.method(constructor).class;
    let mut seen: FastSet<MethodId> = FastSet::default();
    let mut waiting = vec![constructor];
    let mut looks_at = LooksAt::Arguments;
    while let Some(id) = waiting.pop() {
        if !seen.insert(id) {
            continue;
        }
        let code = world.code(id).ok()?;
        let own = world.method(id).is_constructor().then(|| code.body.params.first().copied()).flatten();
        waiting.extend(calls_of_confined(world, of, &code.body, own)?);
        if seen.len() > MAX_METHODS {
            return None;
        }
        if !looks_at_constants(world, &code.body, own, is_constant) {
            looks_at = LooksAt::More;
        }
    }
    Some(looks_at)
}

/// Whether a body reads only fields that never change and those of the object in the register `own`, and no elements of arrays.
fn looks_at_constants(world: &World, body: &Body, own: Option<Reg>, is_constant: &dyn Fn(&str) -> bool) -> bool {
    body.blocks.values().flat_map(|block| &block.stmts).all(|stmt| match &stmt.inst {
        Inst::GetField { object, field, .. } => own == Some(*object) || world.is_final_field(field),
        Inst::GetStatic { field, .. } => world.is_final_field(field) && is_constant(&field.descriptor),
        Inst::ArrayLoad { .. } => false,
        _ => true,
    })
}

/// The methods of the program that a body calls; `None` where it may write to anything but the object in the register `own` and to what
/// it makes itself, or hand `own` to anybody.
fn calls_of_confined(world: &World, of: ClassId, body: &Body, own: Option<Reg>) -> Option<Vec<MethodId>> {
    let mut made: FastSet<Reg> = FastSet::default();
    let mut called = Vec::new();
    for block in body.blocks.values() {
        for stmt in &block.stmts {
            if let Inst::NewArray { dst, .. } | Inst::New { dst, .. } | Inst::NewThrowable { dst, .. } = &stmt.inst {
                made.insert(*dst);
            }
        }
    }
    // A register that is written in another way too may hold any object.
    for block in body.blocks.values() {
        for stmt in &block.stmts {
            let makes = matches!(&stmt.inst, Inst::NewArray { .. } | Inst::New { .. } | Inst::NewThrowable { .. });
            let keeps = matches!(&stmt.inst, Inst::Assign { value: Expr::Reg(from), .. } if made.contains(from));
            if let Some(written) = stmt.inst.written().filter(|_| !makes && !keeps) {
                made.remove(&written);
            }
        }
        block.terminator.written_on_edges().iter().filter_map(|(_, written)| *written).for_each(|reg| {
            made.remove(&reg);
        });
    }
    let is_own = |reg: &Reg| own == Some(*reg);
    for block in body.blocks.values() {
        for stmt in &block.stmts {
            let is_confined = match &stmt.inst {
                Inst::GetField { .. } | Inst::RefEq { .. } | Inst::InstanceOf { .. } => true,
                Inst::PutField { object, value, .. } => is_own(object) && !reads(value, own),
                Inst::ArrayStore { array, value, .. } => made.contains(array) && !reads(value, own),
                Inst::PutStatic { .. } | Inst::Monitor { .. } => false,
                inst => {
                    let mut hands_on = false;
                    inst.for_each_read(&mut |reg| hands_on |= is_own(&reg));
                    !hands_on
                }
            };
            if !is_confined {
                return None;
            }
        }
        match &block.terminator {
            Terminator::Invoke { callee, args, .. } => {
                let is_super = matches!(callee, Callee::Method { method, .. } if is_base_constructor(method));
                if !is_super && args.iter().any(|arg| reads(arg, own)) {
                    return None;
                }
                called.extend(follows(world, callee)?);
            }
            Terminator::InitClass { class, .. } => {
                let class = world.load(class).ok()?;
                // The class of the object was initialized before the object was made.
                if class != of
                    && world.class(class).provenance != Provenance::Jdk
                    && world.has_initializer_of_program(class)
                {
                    return None;
                }
            }
            Terminator::Unsupported(_) => return None,
            Terminator::Return(_)
            | Terminator::Throw(_)
            | Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. } => {}
        }
    }
    Some(called)
}

/// Whether a method is the constructor of a class that records and other objects extend without a word.
fn is_base_constructor(method: &MethodRef) -> bool {
    &*method.name == "<init>" && matches!(&*method.class, "java/lang/Record" | "java/lang/Object")
}

fn reads(value: &Expr, own: Option<Reg>) -> bool {
    let mut registers = OrderedSet::default();
    value.collect_registers(&mut registers);
    own.is_some_and(|own| registers.contains(&own))
}

/// The method of the program that a call runs, if it runs one; `None` where it may run anything.
fn follows(world: &World, callee: &Callee) -> Option<Option<MethodId>> {
    let Callee::Method { kind, method } = callee else {
        let Callee::Dynamic(site) = callee else { return None };
        let joins_text = &*site.bootstrap.class == "java/lang/invoke/StringConcatFactory";
        return (joins_text && is_plain(&site.descriptor)).then_some(None);
    };
    if is_plain_of_jdk(method) || is_call_of_value(world, method) {
        return Some(None);
    }
    let id = world.resolve_method(method, *kind).ok()?;
    let resolved = world.method(id);
    let class = world.class(resolved.class);
    let is_bound = match kind {
        InvokeKind::Static | InvokeKind::Special => true,
        InvokeKind::Virtual => resolved.is_private() || (class.flags | resolved.flags) & flags::FINAL != 0,
        InvokeKind::Interface => false,
    };
    let is_exception =
        class.provenance == Provenance::Jdk && &*method.name == "<init>" && is_named_exception(&class.name);
    match class.provenance {
        Provenance::Jdk => is_exception.then_some(None),
        _ => is_bound.then_some(Some(id)),
    }
}

fn is_named_exception(class: &str) -> bool {
    class.ends_with("Exception") || class.ends_with("Error")
}

/// Whether a method of the JDK runs no code of the program.
fn is_plain_of_jdk(method: &MethodRef) -> bool {
    match &*method.class {
        "java/util/Objects" => {
            let asks = matches!(&*method.name, "requireNonNull" | "isNull" | "nonNull" | "checkIndex");
            asks && !method.descriptor.contains("Supplier")
        }
        "java/lang/Object" | "java/lang/Record" => matches!(&*method.name, "<init>" | "getClass"),
        "java/lang/Enum" => matches!(&*method.name, "name" | "ordinal"),
        "java/util/regex/Matcher" | "java/util/regex/Pattern" => takes_plain(method),
        _ => stays_closed(method) && takes_plain(method),
    }
}

/// Whether a method is one of numbers, dates and times that is passed nothing but such, and does not look at the clock.
fn is_call_of_value(world: &World, method: &MethodRef) -> bool {
    let is_computed = |class: &str| {
        let is_of_values = class.starts_with("java/math/") || class.starts_with("java/time/");
        is_of_values && is_value_class(class) && has_no_subclass_of_program(world, class)
    };
    let may_be_passed = |ty: &str| {
        let Some(class) = ty.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')) else {
            return !ty.starts_with('[');
        };
        let is_date = class.starts_with("java/time/chrono/Chrono") && has_no_subclass_of_program(world, class);
        class == "java/lang/String" || is_computed(class) || is_date
    };
    let all_may_be = || {
        let parsed = parse_method_descriptor(&method.descriptor);
        parsed.is_some_and(|(parameters, _)| parameters.iter().all(|ty| may_be_passed(ty)))
    };
    is_computed(&method.class) && &*method.name != "now" && (&*method.name == "equals" || all_may_be())
}

/// Whether no class of the program extends or implements this one.
pub(super) fn has_no_subclass_of_program(world: &World, class: &str) -> bool {
    let Ok(class) = world.load(class) else { return false };
    world.subtypes(class).iter().all(|subtype| world.class(*subtype).provenance == Provenance::Jdk)
}

/// Whether a method of such a class runs no code of what it is passed.
fn takes_plain(method: &MethodRef) -> bool {
    is_plain(&method.descriptor) || &*method.name == "equals"
}

/// Whether only numbers and texts are passed.
fn is_plain(descriptor: &str) -> bool {
    let parameters = descriptor.trim_start_matches('(').split(')').next().unwrap_or_default();
    let texts = ["Ljava/lang/String;", "Ljava/lang/CharSequence;"];
    let left = texts.iter().fold(parameters.to_owned(), |left, text| left.replace(text, ""));
    left.chars().all(|letter| !matches!(letter, 'L' | '['))
}

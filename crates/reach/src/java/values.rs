//! The sorts of Java's values, and what calls leave as it was.

use clew_heap::Kind;
use clew_ir::{Block, Callee, ElementKind, FieldRef, Terminator, Type};
use clew_jvm::{Provenance, World, is_closed, stays_closed};
use clew_term::{Sort, Term, TermPool};

/// The sort of the values of a register. References are numbers.
pub(super) fn sort_of(ty: Type) -> Sort {
    match ty {
        Type::Ref => Sort::Bv(32),
        other => crate::passive::sort(other),
    }
}

/// Whether a reference is null.
pub(super) fn is_null(reference: Term, pool: &mut TermPool) -> Term {
    let null = pool.bv32(0);
    pool.eq(reference, null)
}

/// How elements are stored; `None` for references.
pub(super) fn kind_of_element(kind: ElementKind) -> Option<Kind> {
    Some(match kind {
        ElementKind::Byte => Kind::Byte,
        ElementKind::Char => Kind::Char,
        ElementKind::Short => Kind::Short,
        ElementKind::Int => Kind::Int,
        ElementKind::Long => Kind::Long,
        ElementKind::Float => Kind::Float,
        ElementKind::Double => Kind::Double,
        ElementKind::Ref => return None,
    })
}

/// Whether a call changes nothing that the method can see: neither fields of classes outside the JDK nor elements of arrays it
/// could know. Such a call is handed numbers and strings only.
pub fn is_harmless(world: &World, callee: &Callee) -> bool {
    let Callee::Method { method, .. } = callee else { return false };
    if &*method.class == "java/lang/Object" {
        return &*method.name == "<init>";
    }
    let is_of_jdk = || world.load(&method.class).is_ok_and(|class| world.class(class).provenance == Provenance::Jdk);
    stays_closed(method) && takes_numbers_and_text(&method.descriptor) && is_of_jdk()
}

/// Whether harmless calls change what the code of a class reads: that code is not looked into.
pub(super) fn is_behind_harmless_calls(class: &str) -> bool {
    is_harmlessly_initialized(class) || class == "java/lang/AbstractStringBuilder"
}

/// Whether the initializer of a class changes nothing that the method can see.
pub fn is_harmlessly_initialized(class: &str) -> bool {
    is_closed(class)
}

/// Whether a field may have another value at each access, whatever the method does: other threads write it, or the machine does.
pub fn is_volatile(world: &World, field: &FieldRef) -> bool {
    world.resolve_field(field).is_ok_and(|id| {
        let field = world.field(id);
        field.is_volatile() || &*world.class(field.class).name == "java/lang/ref/Reference"
    })
}

/// Whether what a block does is followed, and can fail only where the code says so.
pub fn is_followed(world: &World, block: &Block) -> bool {
    !matches!(block.terminator, Terminator::Unsupported(_))
        && block.stmts.iter().all(|stmt| world.is_linked(&stmt.inst))
}

/// Whether all parameters of a method are numbers or strings.
fn takes_numbers_and_text(descriptor: &str) -> bool {
    let Some((parameters, _)) = descriptor.strip_prefix('(').and_then(|rest| rest.split_once(')')) else {
        return false;
    };
    parameters.replace("Ljava/lang/String;", "").chars().all(|letter| "ZBCSIJFD".contains(letter))
}

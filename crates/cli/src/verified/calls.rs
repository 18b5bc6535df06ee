//! What calls may run, as far as the code of the program and a few methods of the JDK tell.

use clew_ir::{Callee, InvokeKind, MethodRef, Terminator};
use clew_jvm::{ClassId, MethodCode, MethodId, Provenance, World};
use std::collections::{BTreeMap, BTreeSet};

/// How many methods a call may lead to.
const MAX_METHODS: usize = 200;

/// Methods of the JDK that throw nothing: those of these classes with these names.
const THROW_NOTHING: [(&str, &[&str]); 13] = [
    ("java/lang/Object", &["<init>", "getClass"]),
    ("java/lang/Math", &["abs", "max", "min", "sqrt", "floor", "ceil", "sin", "cos"]),
    ("java/lang/Boolean", &["valueOf", "booleanValue"]),
    ("java/lang/Byte", &["valueOf", "byteValue", "intValue"]),
    (
        "java/lang/Character",
        &["valueOf", "charValue", "isDigit", "isLetter", "isWhitespace", "toLowerCase", "toUpperCase"],
    ),
    ("java/lang/Short", &["valueOf", "shortValue", "intValue"]),
    ("java/lang/Integer", &["intValue", "longValue", "doubleValue", "compare", "bitCount", "signum"]),
    ("java/lang/Long", &["intValue", "longValue", "doubleValue", "compare", "bitCount", "signum"]),
    ("java/lang/Float", &["floatValue", "doubleValue", "isNaN", "compare", "floatToIntBits", "floatToRawIntBits"]),
    ("java/lang/Double", &["doubleValue", "isNaN", "compare", "doubleToLongBits", "doubleToRawLongBits"]),
    ("java/lang/String", &["length", "isEmpty", "hashCode", "equals", "toString"]),
    ("java/lang/System", &["currentTimeMillis", "nanoTime", "identityHashCode"]),
    ("java/util/Objects", &["equals", "isNull", "nonNull"]),
];

/// Those among them that call what the program may override.
const CALL_BACK: [(&str, &str); 1] = [("java/util/Objects", "equals")];

/// Boxing, which other methods of the same names do not do.
const BOXING: [(&str, &str); 2] =
    [("java/lang/Integer", "(I)Ljava/lang/Integer;"), ("java/lang/Long", "(J)Ljava/lang/Long;")];

/// The calls of a program.
#[derive(Clone, Copy)]
pub struct Calls<'w> {
    pub world: &'w World,
}

impl Calls<'_> {
    /// All methods that these may lead to, with what each of them calls; `None` where that is not known, or too many.
    pub fn closure(
        &self,
        mut waiting: Vec<MethodId>,
        mut calls_of: impl FnMut(MethodId) -> Option<Vec<MethodId>>,
    ) -> Option<BTreeSet<MethodId>> {
        let mut seen: BTreeSet<MethodId> = BTreeSet::new();
        while let Some(method) = waiting.pop() {
            if seen.insert(method) {
                waiting.extend(calls_of(method)?);
            }
            if seen.len() > MAX_METHODS {
                return None;
            }
        }
        Some(seen)
    }

    /// The byte offsets of the instructions of a method all of whose calls are so, as the methods tell that they may run. A call of which
    /// these are not known is not.
    pub fn offsets(
        &self,
        method: MethodId,
        code: &MethodCode,
        mut are_so: impl FnMut(Vec<MethodId>) -> bool,
    ) -> Vec<u32> {
        let mut found: BTreeMap<u32, bool> = BTreeMap::new();
        for block in code.body.blocks.values() {
            let Some(called) = self.called(method, &block.terminator) else { continue };
            let is_so = called.is_some_and(&mut are_so);
            *found.entry(block.terminator_origin.offset).or_insert(true) &= is_so;
        }
        found.into_iter().filter(|(_, is_so)| *is_so).map(|(offset, _)| offset).collect()
    }

    /// The methods that the end of a block may call, if it calls any; `Some(None)` where that is not known.
    pub fn called(&self, caller: MethodId, terminator: &Terminator) -> Option<Option<Vec<MethodId>>> {
        match terminator {
            Terminator::Invoke { callee: Callee::Method { kind, method }, .. } => {
                Some(self.targets(caller, *kind, method))
            }
            Terminator::Invoke { callee: Callee::Dynamic(_), .. } => Some(None),
            Terminator::InitClass { class, .. } => Some(self.initializers(class)),
            Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::Return(_)
            | Terminator::Throw(_)
            | Terminator::Unsupported(_) => None,
        }
    }

    /// The methods that a call may run.
    fn targets(&self, caller: MethodId, kind: InvokeKind, method: &MethodRef) -> Option<Vec<MethodId>> {
        let resolved = self.world.resolve_method(method, kind).ok()?;
        let found = self.world.method(resolved);
        let class = self.world.class(found.class);
        match kind {
            InvokeKind::Static => found.is_static().then(|| vec![resolved]),
            InvokeKind::Special => {
                let current = self.world.method(caller).class;
                self.world.special_target(current, resolved).ok().map(|target| vec![target])
            }
            InvokeKind::Virtual | InvokeKind::Interface => {
                if found.is_private() || found.is_final() || class.is_final() {
                    return Some(vec![resolved]);
                }
                if class.provenance == Provenance::Jdk {
                    return None;
                }
                let receiver = self.world.load(&method.class).ok()?;
                if !self.world.interfaces_of_lambdas(receiver).is_empty() {
                    return None;
                }
                // What classes that are not there would do is not known where a method is left open.
                let select = |class: &ClassId| self.world.select(*class, resolved).ok();
                let mut targets: Vec<MethodId> =
                    self.world.subtypes(receiver).iter().map(select).collect::<Option<_>>()?;
                targets.push(resolved);
                targets.sort_unstable();
                targets.dedup();
                Some(targets)
            }
        }
    }

    /// The initializers of the program that the initialization of a class runs.
    fn initializers(&self, class: &str) -> Option<Vec<MethodId>> {
        let mut waiting = vec![self.world.load(class).ok()?];
        let mut found = Vec::new();
        while let Some(class) = waiting.pop() {
            let class = self.world.class(class);
            if class.provenance == Provenance::Jdk {
                continue;
            }
            found.extend(class.has_clinit);
            waiting.extend(class.superclass.iter().chain(&class.interfaces));
        }
        Some(found)
    }

    /// Whether a method of the JDK is known to throw nothing, and to change nothing that the program sees.
    pub fn throws_nothing(&self, id: MethodId) -> bool {
        let method = self.world.method(id);
        let class = self.world.class(method.class);
        if class.provenance != Provenance::Jdk {
            return false;
        }
        let (class, name) = (&*class.name, &*method.name);
        let is_boxing = name == "valueOf" && BOXING.contains(&(class, &*method.descriptor));
        let is_known = THROW_NOTHING.iter().any(|(of, names)| *of == class && names.contains(&name));
        is_boxing || is_known && !CALL_BACK.contains(&(class, name)) || self.makes_exception(id)
    }

    /// Whether a method is the constructor of an exception that takes no more than a message.
    fn makes_exception(&self, id: MethodId) -> bool {
        let method = self.world.method(id);
        let is_plain = matches!(&*method.descriptor, "()V" | "(Ljava/lang/String;)V");
        let top = self.world.load("java/lang/Throwable").ok();
        method.is_constructor() && is_plain && top.is_some_and(|top| self.world.is_subtype(method.class, top))
    }
}

//! What an instruction of a class may use: linking of references to classes, fields and methods with the checks of the JVM
//! (JVMS 5.4.3, 5.4.4 and the linking exceptions of the instructions).
//!
//! The JDK's own code, and code that is made here, is taken to link.

use super::{Class, ClassId, ClassKind, FieldId, Method, MethodId, World, flags};
use crate::{Provenance, ResolveError};
use clew_ir::{FieldRef, InvokeKind, MethodRef};
use std::sync::Arc;

/// Class files older than this may use what they must not, if their class loader is one of the JDK's.
const ACCESS_IS_CHECKED: u16 = 52;

/// The first version of class files whose initializers alone write to final fields.
const FINAL_IS_CHECKED: u16 = 53;

/// Types of the JDK to which no later version adds a member that a program could mean by a name of its own.
pub(crate) const SETTLED: [&str; 6] = [
    "java/lang/Object",
    "java/lang/Enum",
    "java/lang/Record",
    "java/lang/Comparable",
    "java/io/Serializable",
    "java/lang/constant/Constable",
];

/// How an instruction uses a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldUse {
    /// `getfield`.
    Get,
    /// `putfield`.
    Put,
    /// `getstatic`.
    GetStatic,
    /// `putstatic`.
    PutStatic,
}

impl FieldUse {
    fn is_static(self) -> bool {
        matches!(self, FieldUse::GetStatic | FieldUse::PutStatic)
    }

    fn writes(self) -> bool {
        matches!(self, FieldUse::Put | FieldUse::PutStatic)
    }
}

/// A member that a class uses.
struct Used {
    /// The class that the reference names.
    named: ClassId,
    /// The class that declares it.
    declares: ClassId,
    flags: u16,
    is_array_clone: bool,
}

impl World {
    /// The class that an instruction of the class `from` names.
    ///
    /// # Errors
    /// It cannot be loaded, or the class may not use it.
    pub fn link_class(&self, from: ClassId, name: &str) -> Result<ClassId, ResolveError> {
        let class = self.load(name)?;
        self.check_class(from, class)?;
        Ok(class)
    }

    /// The class of which an instruction of the class `from` makes an object.
    ///
    /// # Errors
    /// As for [`World::link_class`]; also where there can be no objects of the class.
    pub fn link_new(&self, from: ClassId, name: &str) -> Result<ClassId, ResolveError> {
        let class = self.link_class(from, name)?;
        let found = self.class(class);
        if found.is_concrete() {
            return Ok(class);
        }
        Err(self.unless_jdk(&found, ResolveError::Instantiation(Arc::clone(&found.name))))
    }

    /// The field that an instruction in a method uses.
    ///
    /// # Errors
    /// There is none, or the instruction may not use it so.
    pub fn link_field(&self, from: &Method, reference: &FieldRef, used: FieldUse) -> Result<FieldId, ResolveError> {
        let named = self.link_class(from.class, &reference.class)?;
        let id = self.resolve_field(reference).map_err(|error| self.unless_above_is_jdk(named, error))?;
        if self.is_trusted(from.class) {
            return Ok(id);
        }
        let field = self.field(id);
        let owner = self.class(field.class);
        let text = || -> Arc<str> { format!("{}.{}", owner.name, field.name).into() };
        let member = Used { named, declares: field.class, flags: field.flags, is_array_clone: false };
        self.check_member(from.class, &member, &text)?;
        if field.is_static() != used.is_static() {
            let is = if field.is_static() { "static" } else { "not static" };
            let error = ResolveError::IncompatibleClassChange(format!("{} is {is}", text()).into());
            return Err(self.unless_jdk(&owner, error));
        }
        let initializer = if used.is_static() { "<clinit>" } else { "<init>" };
        let is_elsewhere = field.class != from.class
            || self.class(from.class).major_version >= FINAL_IS_CHECKED && &*from.name != initializer;
        if used.writes() && field.is_final() && is_elsewhere {
            return Err(self.unless_jdk(&owner, ResolveError::IllegalAccess(format!("{} is final", text()).into())));
        }
        Ok(id)
    }

    /// The method that an instruction of the class `from` calls, before the class of the receiver selects another one.
    ///
    /// # Errors
    /// There is none, or the instruction may not call it so.
    pub fn link_method(
        &self,
        from: ClassId,
        reference: &MethodRef,
        kind: InvokeKind,
    ) -> Result<MethodId, ResolveError> {
        let named = self.link_class(from, &reference.class)?;
        let id = self.resolve_method(reference, kind);
        if self.is_trusted(from) {
            return id;
        }
        // Whether the caller may use a method comes before whether it is static.
        let found = match &id {
            Ok(id) => Some(*id),
            Err(_) => self.lookup_method(named, &reference.name, &reference.descriptor),
        };
        if let Some(method) = found.map(|id| self.method(id))
            && self.class(named).is_interface() == reference.interface
        {
            let text = || -> Arc<str> { format!("{}.{}", self.class(method.class).name, method.name).into() };
            let is_array_clone = self.class(named).is_array() && &*method.name == "clone";
            let member = Used { named, declares: method.class, flags: method.flags, is_array_clone };
            self.check_member(from, &member, &text)?;
        }
        let id = id.map_err(|error| match (&error, found) {
            (ResolveError::IncompatibleClassChange(_), Some(method)) => {
                self.unless_jdk(&self.class(self.method(method).class), error)
            }
            (ResolveError::IncompatibleClassChange(_), None) => self.unless_jdk(&self.class(named), error),
            _ => self.unless_above_is_jdk(named, error),
        })?;
        if kind == InvokeKind::Special {
            self.check_special(from, named)?;
        }
        Ok(id)
    }

    /// `invokespecial` names a direct superinterface, if it names an interface.
    fn check_special(&self, from: ClassId, named: ClassId) -> Result<(), ResolveError> {
        let (caller, class) = (self.class(from), self.class(named));
        if !class.is_interface() || from == named || caller.interfaces.contains(&named) {
            return Ok(());
        }
        let text = format!("{} is no direct superinterface of {}", class.name, caller.name);
        Err(ResolveError::IncompatibleClassChange(text.into()))
    }

    /// Whether the code of a class is taken to link.
    fn is_trusted(&self, class: ClassId) -> bool {
        let class = self.class(class);
        self.is_of_jdk(&class) || class.is_hidden()
    }

    /// Whether a class is one of the JDK, though it may be analysed as if it were input.
    pub(crate) fn is_of_jdk(&self, class: &Class) -> bool {
        class.provenance == Provenance::Jdk || self.path.is_jdk_input(&class.name)
    }

    /// Whether a class may name another one (JVMS 5.4.4).
    fn check_class(&self, from: ClassId, class: ClassId) -> Result<(), ResolveError> {
        let mut class = self.class(class);
        while let ClassKind::Array { element } = class.kind {
            let super::ArrayElement::Class(element) = element else { return Ok(()) };
            class = self.class(element);
        }
        if self.is_trusted(from) || class.is_public() || self.same_runtime_package(from, class.id) {
            return Ok(());
        }
        let error = ResolveError::IllegalAccess(format!("{} is not public", class.name).into());
        Err(self.unless_relaxed(from, &class, error))
    }

    /// Whether a class may use a member (JVMS 5.4.4).
    fn check_member(&self, from: ClassId, used: &Used, text: &dyn Fn() -> Arc<str>) -> Result<(), ResolveError> {
        let has = |flag: u16| used.flags & flag != 0;
        if from == used.declares || has(flags::PUBLIC) || used.is_array_clone {
            return Ok(());
        }
        let is_private = has(flags::PRIVATE);
        let by_inheritance = has(flags::PROTECTED)
            && self.is_subtype(from, used.declares)
            && (has(flags::STATIC) || self.is_subtype(used.named, from) || self.is_subtype(from, used.named));
        let by_package = !is_private && self.same_runtime_package(from, used.declares);
        if by_inheritance || by_package || is_private && self.are_nest_mates(from, used.declares) {
            return Ok(());
        }
        let is = match (is_private, has(flags::PROTECTED)) {
            (true, _) => "private",
            (false, true) => "protected",
            (false, false) => "package-private",
        };
        let error = ResolveError::IllegalAccess(format!("{} is {is}", text()).into());
        Err(self.unless_relaxed(from, &self.class(used.declares), error))
    }

    /// Whether two classes are of one nest, as the host of the nest has it too.
    fn are_nest_mates(&self, one: ClassId, other: ClassId) -> bool {
        self.nest_host(one) == self.nest_host(other)
    }

    /// The class that hosts the nest of a class: itself, where the class that it names does not know of it.
    fn nest_host(&self, class: ClassId) -> ClassId {
        let this = self.class(class);
        let Some(host) = this.nest_host.as_ref().and_then(|host| self.load(host).ok()) else { return class };
        let knows = self.class(host).nest_members.contains(&this.name) && self.same_runtime_package(class, host);
        if knows { host } else { class }
    }

    /// Whether classes are of one package and come from one class loader.
    pub(crate) fn same_runtime_package(&self, one: ClassId, other: ClassId) -> bool {
        let (one, other) = (self.class(one), self.class(other));
        one.package() == other.package() && self.is_of_jdk(&one) == self.is_of_jdk(&other)
    }

    /// The error where access is checked. Class files of old versions may do more under some class loaders.
    fn unless_relaxed(&self, from: ClassId, to: &Class, error: ResolveError) -> ResolveError {
        let is_old = |class: &Class| class.major_version < ACCESS_IS_CHECKED;
        if is_old(&self.class(from)) && is_old(to) {
            return error.into_open();
        }
        self.unless_jdk(to, error)
    }

    /// The error if it is about a class of the program. Of the JDK's classes there are others in other versions.
    fn unless_jdk(&self, class: &Class, error: ResolveError) -> ResolveError {
        if self.is_of_jdk(class) { error.into_open() } else { error }
    }

    /// The error if only classes of the program were searched, and such of the JDK that have what they have in all versions.
    fn unless_above_is_jdk(&self, named: ClassId, error: ResolveError) -> ResolveError {
        let types = self.superclasses(named).into_iter().chain(self.superinterfaces(named));
        let is_of_jdk = |id: &ClassId| {
            let class = self.class(*id);
            self.is_of_jdk(&class) && !SETTLED.contains(&&*class.name)
        };
        match types.into_iter().find(is_of_jdk) {
            Some(class) => self.unless_jdk(&self.class(class), error),
            None => error,
        }
    }
}

//! Resolution of references to fields and methods (JVMS 5.4.3.2 to 5.4.3.4), without the checks of `access.rs`.

use super::{ClassId, FieldId, Method, MethodId, World};
use crate::ResolveError;
use clew_ir::{FieldRef, InvokeKind, MethodRef};
use std::rc::Rc;
use std::sync::Arc;

/// The two classes with signature-polymorphic methods.
const POLYMORPHIC_CLASSES: [&str; 2] = ["java/lang/invoke/MethodHandle", "java/lang/invoke/VarHandle"];

impl World {
    /// The field that a reference names.
    pub fn resolve_field(&self, reference: &FieldRef) -> Result<FieldId, ResolveError> {
        let class = self.load(&reference.class)?;
        self.lookup_field(class, &reference.name, &reference.descriptor).ok_or_else(|| {
            ResolveError::NoSuchField(format!("{}.{}:{}", reference.class, reference.name, reference.descriptor).into())
        })
    }

    fn lookup_field(&self, class: ClassId, name: &str, descriptor: &str) -> Option<FieldId> {
        let class = self.class(class);
        let own = class.fields.iter().copied().find(|id| {
            let field = self.field(*id);
            *field.name == *name && *field.descriptor == *descriptor
        });
        own.or_else(|| class.interfaces.iter().find_map(|it| self.lookup_field(*it, name, descriptor)))
            .or_else(|| self.lookup_field(class.superclass?, name, descriptor))
    }

    /// Whether a reference names a final field.
    pub fn is_final_field(&self, reference: &FieldRef) -> bool {
        self.resolve_field(reference).is_ok_and(|field| self.field(field).is_final())
    }

    /// The method that a reference names, for an instruction of the given kind.
    pub fn resolve_method(&self, reference: &MethodRef, kind: InvokeKind) -> Result<MethodId, ResolveError> {
        let class = self.load(&reference.class)?;
        let is_interface = self.class(class).is_interface();
        if is_interface != reference.interface {
            let actual = if is_interface { "an interface" } else { "a class" };
            return Err(ResolveError::IncompatibleClassChange(format!("{} is {actual}", reference.class).into()));
        }
        let (name, descriptor) = (&*reference.name, &*reference.descriptor);
        let found = self.lookup_method(class, name, descriptor);
        let text = || -> Arc<str> { format!("{}.{name}{descriptor}", reference.class).into() };
        let id = found.ok_or_else(|| ResolveError::NoSuchMethod(text()))?;
        match (self.method(id).is_static(), kind) {
            (true, InvokeKind::Static) | (false, InvokeKind::Special | InvokeKind::Virtual | InvokeKind::Interface) => {
                Ok(id)
            }
            (false, InvokeKind::Static) => {
                Err(ResolveError::IncompatibleClassChange(format!("{} is not static", text()).into()))
            }
            (true, InvokeKind::Special | InvokeKind::Virtual | InvokeKind::Interface) => {
                Err(ResolveError::IncompatibleClassChange(format!("{} is static", text()).into()))
            }
        }
    }

    /// The method that a class or an interface has by this name; a constructor only if it declares it itself.
    pub(super) fn lookup_method(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        if name == "<init>" {
            self.find_method(class, name, descriptor)
        } else if self.class(class).is_interface() {
            self.lookup_interface_method(class, name, descriptor)
        } else {
            self.lookup_class_method(class, name, descriptor)
        }
    }

    /// Whether the method takes any arguments, as `MethodHandle.invoke` does (JVMS 2.9.3).
    pub fn is_signature_polymorphic(&self, method: MethodId) -> bool {
        let method = self.method(method);
        POLYMORPHIC_CLASSES.contains(&&*self.class(method.class).name)
            && method.is_varargs()
            && method.is_native()
            && matches!(method.parameters.as_slice(), [only] if &**only == "[Ljava/lang/Object;")
    }

    fn lookup_class_method(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let superclasses = self.superclasses(class);
        for id in &superclasses {
            if let Some(found) = self.polymorphic_method(*id, name).or_else(|| self.find_method(*id, name, descriptor))
            {
                return Some(found);
            }
        }
        self.lookup_superinterfaces(class, name, descriptor)
    }

    fn lookup_interface_method(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let of_object = || {
            let object = self.load("java/lang/Object").ok()?;
            let id = self.find_method(object, name, descriptor)?;
            let method = self.method(id);
            (method.is_public() && !method.is_static()).then_some(id)
        };
        self.find_method(class, name, descriptor)
            .or_else(of_object)
            .or_else(|| self.lookup_superinterfaces(class, name, descriptor))
    }

    /// The one maximally specific method with code, else any method that is neither private nor static.
    fn lookup_superinterfaces(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let candidates = self.maximally_specific(class, name, descriptor);
        let mut with_code = candidates.iter().filter(|id| !self.method(**id).is_abstract());
        match (with_code.next(), with_code.next()) {
            (Some(only), None) => Some(*only),
            _ => candidates.first().copied(),
        }
    }

    /// The maximally specific superinterface methods (JVMS 5.4.3.3) of a class, in the order in which its
    /// superinterfaces are met, those of a superclass after its own.
    pub(super) fn maximally_specific(&self, class: ClassId, name: &str, descriptor: &str) -> Vec<MethodId> {
        let mut declared: Vec<Rc<Method>> = Vec::new();
        for interface in self.superinterfaces(class) {
            let Some(id) = self.find_method(interface, name, descriptor) else { continue };
            let method = self.method(id);
            if !method.is_private() && !method.is_static() {
                declared.push(method);
            }
        }
        let is_overridden = |method: &Method| {
            declared.iter().any(|other| other.class != method.class && self.is_subtype(other.class, method.class))
        };
        declared.iter().filter(|method| !is_overridden(method)).map(|method| method.id).collect()
    }

    /// All superinterfaces of a class, direct or not, each once.
    pub(super) fn superinterfaces(&self, class: ClassId) -> Vec<ClassId> {
        let mut found = Vec::new();
        let mut waiting: Vec<ClassId> = Vec::new();
        for id in self.superclasses(class) {
            waiting.extend(self.class(id).interfaces.iter().rev());
            while let Some(interface) = waiting.pop() {
                if !found.contains(&interface) {
                    found.push(interface);
                    waiting.extend(self.class(interface).interfaces.iter().rev());
                }
            }
        }
        found
    }

    fn polymorphic_method(&self, class: ClassId, name: &str) -> Option<MethodId> {
        let class = self.class(class);
        if !POLYMORPHIC_CLASSES.contains(&&*class.name) {
            return None;
        }
        let mut named = class.methods.iter().copied().filter(|id| *self.method(*id).name == *name);
        let only = named.next().filter(|_| named.next().is_none())?;
        self.is_signature_polymorphic(only).then_some(only)
    }
}

//! Selection of the method that a call runs (JVMS 5.4.5, 5.4.6 and `invokespecial`).

use super::{ClassId, Method, MethodId, World};
use crate::SelectError;

impl World {
    /// The method that `invokevirtual` or `invokeinterface` runs on a receiver of exactly this class, once the reference
    /// has been resolved.
    pub fn select(&self, receiver: ClassId, resolved: MethodId) -> Result<MethodId, SelectError> {
        if let Some(known) = self.selected.borrow().get(&(receiver, resolved)) {
            return *known;
        }
        let result = self.select_uncached(receiver, resolved);
        self.selected.borrow_mut().insert((receiver, resolved), result);
        result
    }

    fn select_uncached(&self, receiver: ClassId, resolved: MethodId) -> Result<MethodId, SelectError> {
        let target = self.method(resolved);
        if target.is_private() {
            return Ok(resolved);
        }
        for class in self.superclasses(receiver) {
            let Some(id) = self.find_method(class, &target.name, &target.descriptor) else { continue };
            let candidate = self.method(id);
            if !candidate.is_static() && (id == resolved || self.can_override(&candidate, &target)) {
                return self.with_code(id);
            }
        }
        self.select_default(receiver, &target)
    }

    /// The method that `invokespecial` in a method of class `current` runs, once the reference has been resolved: a
    /// constructor or private method itself, for a `super` call what the superclass has.
    pub fn special_target(&self, current: ClassId, resolved: MethodId) -> Result<MethodId, SelectError> {
        let target = self.method(resolved);
        if target.is_constructor() || target.is_private() {
            return Ok(resolved);
        }
        let this = self.class(current);
        let declares = self.class(target.class);
        // `super` of an interface names a direct superinterface; `super` of a class starts at the direct superclass.
        let through_superclass = target.class != current
            && self.is_subtype(current, target.class)
            && !(declares.is_interface() && this.interfaces.contains(&target.class));
        let start = this.superclass.filter(|_| through_superclass).unwrap_or(target.class);
        for class in self.superclasses(start) {
            let Some(id) = self.find_method(class, &target.name, &target.descriptor) else { continue };
            if !self.method(id).is_static() && (class == start || !self.class(start).is_interface()) {
                return self.with_code(id);
            }
        }
        self.select_default(start, &target)
    }

    /// The one maximally specific superinterface method with code.
    fn select_default(&self, class: ClassId, target: &Method) -> Result<MethodId, SelectError> {
        let candidates = self.maximally_specific(class, &target.name, &target.descriptor);
        let mut with_code = candidates.into_iter().filter(|id| !self.method(*id).is_abstract());
        match (with_code.next(), with_code.next()) {
            (Some(only), None) => Ok(only),
            (Some(_), Some(_)) => Err(SelectError::IncompatibleClassChange),
            (None, _) => Err(SelectError::Abstract),
        }
    }

    fn with_code(&self, id: MethodId) -> Result<MethodId, SelectError> {
        if self.method(id).is_abstract() { Err(SelectError::Abstract) } else { Ok(id) }
    }

    /// Whether a method of a class overrides another one of the same name and descriptor that a superclass or an
    /// interface declares (JVMS 5.4.5).
    fn can_override(&self, candidate: &Method, target: &Method) -> bool {
        if candidate.is_private() {
            return false;
        }
        if target.is_public() || target.is_protected() {
            return true;
        }
        if target.is_private() {
            return false;
        }
        if self.same_package(candidate.class, target.class) {
            return true;
        }
        // A package-private method can also be overridden step by step, through a class of its own package.
        self.superclasses(candidate.class)
            .into_iter()
            .skip(1)
            .take_while(|class| *class != target.class)
            .filter_map(|class| self.find_method(class, &target.name, &target.descriptor))
            .map(|id| self.method(id))
            .filter(|between| !between.is_static())
            .any(|between| self.can_override(candidate, &between) && self.can_override(&between, target))
    }

    fn same_package(&self, one: ClassId, other: ClassId) -> bool {
        self.class(one).package() == self.class(other).package()
    }
}

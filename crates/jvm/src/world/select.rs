//! Selection of the method that a call runs (JVMS 5.4.5, 5.4.6 and `invokespecial`).

use super::{ClassId, Field, Method, MethodId, World};
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
                let is_open = candidate.is_public() || !self.class(target.class).is_interface();
                return if is_open { self.with_code(id) } else { Err(SelectError::IllegalAccess) };
            }
        }
        self.select_default(receiver, &target)
    }

    /// The method that a call runs on an object of a class that extends or implements this one and adds no more than it must:
    /// where that is a method that this one leaves open, the abstract method itself.
    ///
    /// # Errors
    /// As for [`World::select`]; also where the class that is added decides what runs: it bridges methods that differ in
    /// what they return, or inherits both code and an abstract method.
    pub fn select_below(&self, open: ClassId, resolved: MethodId) -> Result<MethodId, SelectError> {
        let target = self.method(resolved);
        if target.is_private() {
            return Ok(resolved);
        }
        let is_interface = self.class(open).is_interface();
        let own = self.find_method(open, &target.name, &target.descriptor).filter(|own| {
            let own = self.method(*own);
            !own.is_static() && !own.is_private()
        });
        // An object of an interface has the methods of `Object`, whatever the interface says of them.
        let of_class = self.superclasses(open).into_iter().skip(usize::from(is_interface));
        let inherited =
            of_class.filter_map(|class| self.find_method(class, &target.name, &target.descriptor)).find(|id| {
                let candidate = self.method(*id);
                !candidate.is_static() && (*id == resolved || self.can_override(&candidate, &target))
            });
        let selected = match inherited.or(own) {
            Some(selected) => selected,
            None => {
                let candidates = self.maximally_specific(open, &target.name, &target.descriptor);
                let is_open = |id: &MethodId| self.method(*id).is_abstract();
                match candidates.as_slice() {
                    [only] => *only,
                    [first, ..] if candidates.iter().all(is_open) => *first,
                    [] => return Err(SelectError::Abstract),
                    _ => return Err(SelectError::IncompatibleClassChange),
                }
            }
        };
        if self.method(selected).is_abstract() && !is_interface && self.is_bridged(open, &target) {
            return Err(SelectError::IncompatibleClassChange);
        }
        Ok(selected)
    }

    /// Whether a type above the class has a method with the same parameters that returns something else, and no class has the
    /// bridge between the two.
    fn is_bridged(&self, class: ClassId, target: &Method) -> bool {
        let parameters = |descriptor: &str| descriptor.split(')').next().map(str::to_owned);
        let classes = self.superclasses(class);
        let has_code = |descriptor: &str| {
            let declared = classes.iter().filter_map(|class| self.find_method(*class, &target.name, descriptor));
            declared.into_iter().any(|id| !self.method(id).is_abstract())
        };
        let differs = |id: &MethodId| {
            let other = self.method(*id);
            other.name == target.name
                && other.descriptor != target.descriptor
                && parameters(&other.descriptor) == parameters(&target.descriptor)
                && !has_code(&other.descriptor)
        };
        let types = classes.iter().copied().chain(self.superinterfaces(class));
        types.into_iter().any(|class| self.class(class).methods.iter().any(differs))
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
        if self.same_runtime_package(candidate.class, target.class) {
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

    /// Whether a class may use a field of another (JVMS 5.4.4), not counting what it may as a subclass.
    pub fn is_open_to(&self, field: &Field, from: ClassId) -> bool {
        let class = self.class(field.class);
        let of_own_package = self.same_runtime_package(field.class, from);
        class.nest() == self.class(from).nest()
            || (class.is_public() || of_own_package) && (field.is_public() || !field.is_private() && of_own_package)
    }
}

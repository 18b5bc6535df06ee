//! Expressions for what fields hold: by name, by a getter, or by reflection.

use super::{Asserter, Private, is_plain};
use crate::classes::{Access, Binding, Origin, with_superclasses};
use crate::effects::{Code, Receiver};
use crate::eval::Sym;
use crate::java::{JavaType, parse_method};
use crate::writer::JavaExpr;
use clew_facts::{FieldKey, MethodKey};

impl Asserter<'_, '_, '_> {
    /// An expression for a field of the object, by name, by a getter, or by reflection where the JDK allows it.
    pub(super) fn read_field(
        &mut self,
        object: JavaExpr,
        class: &str,
        key: &FieldKey,
        ty: &JavaType,
    ) -> Option<JavaExpr> {
        if let Some(open) = self.open_field(object.clone(), class, key, ty) {
            return Some(open);
        }
        let is_read = self.private == Private::Read && is_plain(ty);
        let owner = self.writer.scope.classes.class(&key.class).filter(|_| is_read)?;
        let opens = owner.origin == Origin::User && self.writer.scope.can_reflect_on(&owner).is_ok();
        opens.then(|| self.writer.get_field(key, &object.text))
    }

    /// An expression for a field of the object, by name or by a getter.
    pub(super) fn open_field(
        &mut self,
        object: JavaExpr,
        class: &str,
        key: &FieldKey,
        ty: &JavaType,
    ) -> Option<JavaExpr> {
        if let Some(named) = self.named_field(object.clone(), key, ty) {
            return Some(named);
        }
        let (getter, result) = self.getter(class, key)?;
        let static_type = self.writer.scope.nameable(&result);
        let target = self.writer.as_receiver(object, &getter);
        Some(JavaExpr::new(format!("{target}.{}()", getter.method), static_type))
    }

    /// An expression for a field of the object by name.
    pub(super) fn named_field(&mut self, object: JavaExpr, key: &FieldKey, ty: &JavaType) -> Option<JavaExpr> {
        let owner = self.writer.scope.classes.class(&key.class)?;
        let field = owner.field(&key.name, &key.descriptor)?;
        if !self.writer.scope.can_use_field(&owner, field) {
            return None;
        }
        let static_type = self.writer.scope.nameable(ty);
        let target = self.writer.as_owner(object, &key.class);
        Some(JavaExpr::new(format!("{target}.{}", key.name), static_type))
    }

    /// A method that returns the field and does nothing else.
    fn getter(&self, class: &str, key: &FieldKey) -> Option<(MethodKey, JavaType)> {
        let scope = &self.writer.scope;
        let mut overridden = Vec::new();
        for owner in with_superclasses(scope.classes, class) {
            for method in owner.methods.iter().filter(|method| method.descriptor.starts_with("()")) {
                if overridden.contains(&(method.name.clone(), method.descriptor.clone())) {
                    continue;
                }
                overridden.push((method.name.clone(), method.descriptor.clone()));
                if method.binding == Binding::Static
                    || method.access == Access::Private
                    || !scope.can_call(&owner, method)
                {
                    continue;
                }
                let Some((_, Some(result))) = parse_method(&method.descriptor) else { continue };
                let code = Code { class: &owner.name, name: &method.name, descriptor: &method.descriptor };
                let effects = self.writer.cache.effects(scope.classes, code, Receiver::Object, 0);
                if let [effect] = &effects[..] {
                    let pure = effect.stores_of(0).next().is_none() && effect.conditions.is_empty();
                    if pure && effect.returns == Some(Sym::Field(0, key.clone())) {
                        let (class, name) = (owner.name.clone(), method.name.clone());
                        let key = MethodKey { class, method: name, descriptor: method.descriptor.clone() };
                        return Some((key, result));
                    }
                }
            }
        }
        None
    }
}

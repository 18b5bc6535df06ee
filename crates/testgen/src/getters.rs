//! Objects that static fields hold, by what a person would write for them: `Registry.getInstance()`.

use crate::classes::{Binding, ClassInfo};
use crate::effects::{Code, Receiver};
use crate::eval::Sym;
use crate::java::JavaType;
use crate::writer::{JavaExpr, Writer};
use clew_facts::{FieldKey, ObjectId, Outcome, Value};

impl Writer<'_, '_> {
    /// An expression for an object of the input or of the result that a static field holds: the field by name, a method that returns
    /// it and does nothing else, or the field by reflection.
    pub(crate) fn object_of_static(&mut self, key: &FieldKey) -> Option<JavaExpr> {
        let owner = self.scope.classes.class(&key.class)?;
        let is_open =
            owner.field(&key.name, &key.descriptor).is_some_and(|field| self.scope.can_make_by(&owner, field));
        let getter = if is_open { None } else { self.static_getter(&owner, key) };
        getter.or_else(|| self.read_static(key))
    }

    /// Whether the call returns the object, and is not passed it.
    pub(crate) fn is_only_returned(&self, id: ObjectId) -> bool {
        let test = self.test;
        let object = Value::Ref(id);
        let is_passed =
            test.receiver.as_ref() == Some(&object) || test.arguments.iter().any(|argument| argument.value == object);
        !is_passed && matches!(&test.outcome, Outcome::Returns(Some(returned)) if *returned == object)
    }

    /// The call of a static method that returns what the field holds and does nothing else.
    fn static_getter(&mut self, owner: &ClassInfo, key: &FieldKey) -> Option<JavaExpr> {
        let descriptor = format!("(){}", key.descriptor);
        let methods = owner.methods.iter().filter(|method| method.descriptor == descriptor);
        let mut getters = methods.filter(|method| {
            if method.binding != Binding::Static || !self.scope.can_make_with(owner, method) {
                return false;
            }
            let code = Code { class: &owner.name, name: &method.name, descriptor: &method.descriptor };
            let effects = self.cache.effects(self.scope.classes, code, Receiver::None, 0);
            matches!(&effects[..], [effect]
                if effect.conditions.is_empty()
                    && effect.stores_nothing()
                    && effect.returns == Some(Sym::Static(key.clone())))
        });
        let getter = getters.next()?.name.clone();
        let class = self.scope.class_name(&owner.name)?;
        let ty = self.scope.nameable(&JavaType::parse(&key.descriptor)?);
        Some(JavaExpr::new(format!("{class}.{getter}()"), ty))
    }
}

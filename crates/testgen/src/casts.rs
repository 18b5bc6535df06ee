//! Casts: where the compiler needs to be told what an expression is.

use crate::classes::{Access, Binding, MethodInfo, is_subclass, with_supertypes};
use crate::java::{JavaType, parse_method};
use crate::scope::Style;
use crate::writer::{JavaExpr, Writer};
use clew_facts::MethodKey;

impl Writer<'_, '_> {
    /// The expression, cast where its static type does not fit.
    pub(crate) fn fitted(&mut self, expr: JavaExpr, ty: &JavaType) -> String {
        // A cast says which of several methods is meant that take arrays.
        let is_other_array = matches!((&expr.ty, ty), (JavaType::Array(from), JavaType::Array(to)) if from != to);
        let fits = !is_other_array && self.can_be(&expr.ty, ty) && !self.may_fix_arguments(&expr.ty, ty);
        if expr.text == "null" || fits { expr.text } else { self.cast(expr, ty) }
    }

    /// Whether a class may say itself which type arguments a generic type above it has, so that the compiler refuses its objects where
    /// others are declared: then tests without type arguments cast them.
    fn may_fix_arguments(&self, from: &JavaType, to: &JavaType) -> bool {
        let JavaType::Class(name) = to else { return false };
        self.scope.style == Style::Raw && from != to && self.scope.classes.class(name).is_some_and(|to| to.is_generic)
    }

    /// Whether an expression of one type can be used where another is wanted, without a cast.
    pub(crate) fn can_be(&self, from: &JavaType, to: &JavaType) -> bool {
        match (from, to) {
            _ if from == to => true,
            (JavaType::Class(from), JavaType::Class(to)) => is_subclass(self.scope.classes, from, to),
            (JavaType::Array(from), JavaType::Array(to)) => !from.is_primitive() && self.can_be(from, to),
            (JavaType::Array(_), JavaType::Class(to)) => {
                ["java.lang.Object", "java.lang.Cloneable", "java.io.Serializable"].contains(&to.as_str())
            }
            _ => false,
        }
    }

    /// The expression, cast to the type if the file can name it.
    pub(crate) fn cast(&mut self, expr: JavaExpr, ty: &JavaType) -> String {
        match self.scope.type_name(ty) {
            Some(_) if expr.ty == *ty => expr.text,
            Some(name) => format!("({name}) {}", expr.text),
            None => expr.text,
        }
    }

    /// The object as something a member of the class can be selected from.
    pub(crate) fn as_owner(&mut self, object: JavaExpr, class: &str) -> String {
        let ty = JavaType::Class(class.into());
        match object.ty == ty || !self.scope.can_name(class) {
            true => object.text,
            false => format!("({})", self.cast(object, &ty)),
        }
    }

    /// The supertype of a method's class by which code of the file can call the method, and what the method returns by that: for a method
    /// of a class that source code cannot name, such as that of a constant of an enum, or which an iterator has. A call selects it by the
    /// class of the receiver.
    pub(crate) fn declaring_above(&self, method: &MethodKey) -> Option<(String, Option<JavaType>)> {
        let (parameters, _) = parse_method(&method.descriptor)?;
        let classes = self.scope.classes;
        let own = classes.class(&method.class)?;
        let own = own.method(&method.method, &method.descriptor)?;
        if own.binding != Binding::Instance || own.access == Access::Private {
            return None;
        }
        let above = with_supertypes(classes, &method.class);
        above.iter().filter(|owner| owner.name != method.class).find_map(|owner| {
            let mut alike = owner.methods.iter().filter(|other| {
                let is_open = other.binding == Binding::Instance && self.scope.can_call(owner, other);
                other.name == method.method && is_open
            });
            // What returns something narrower overrides it all the same.
            alike.find_map(|other| {
                let (taken, returned) = parse_method(&other.descriptor)?;
                (taken == parameters).then(|| (owner.name.clone(), returned))
            })
        })
    }

    /// The object as something the method can be called on: cast only where the static type of the object has another method that could
    /// be meant.
    pub(crate) fn as_receiver(&mut self, object: JavaExpr, method: &MethodKey) -> String {
        if !self.scope.can_name(&method.class)
            && let Some((class, _)) = self.declaring_above(method)
        {
            return self.as_receiver(object, &MethodKey { class, ..method.clone() });
        }
        let JavaType::Class(from) = &object.ty else { return self.as_owner(object, &method.class) };
        let classes = self.scope.classes;
        let is_other = |other: &MethodInfo| other.name == method.method && other.descriptor != method.descriptor;
        let below = with_supertypes(classes, from);
        let mut below = below.iter().filter(|owner| !is_subclass(classes, &method.class, &owner.name));
        let is_plain = self.scope.style <= Style::Direct && is_subclass(classes, from, &method.class);
        if is_plain && !below.any(|owner| owner.methods.iter().any(is_other)) {
            return object.text;
        }
        self.as_owner(object, &method.class)
    }

    /// The expression, cast to exactly this type.
    pub(crate) fn exact(&mut self, expr: JavaExpr, ty: &JavaType) -> String {
        if expr.text == "null" {
            return match self.scope.type_name(ty) {
                Some(name) => format!("({name}) null"),
                None => "null".into(),
            };
        }
        self.cast(expr, ty)
    }
}

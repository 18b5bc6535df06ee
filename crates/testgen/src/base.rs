//! What an object of the program has from the nearest superclass of the JDK: its fields are closed to tests, so one constructor
//! of that class has to give them what symbolic execution takes to be in them at entry.

use crate::classes::{ClassInfo, Classes, Origin, with_superclasses};
use crate::effects::{Code, Effect, EffectCache, Receiver};
use crate::eval::Sym;
use crate::helpers::Helper;
use crate::java::{JavaType, coerced, parse_method};
use crate::writer::{JavaExpr, Writer};
use clew_facts::{FieldKey, Value};

/// The constructor of that class which stands for all, where it leaves anything but defaults.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BaseConstructor {
    /// Binary name of the class.
    pub(crate) class: String,
    pub(crate) parameters: Vec<JavaType>,
}

/// What that constructor does.
#[derive(Default)]
pub(crate) struct Base {
    pub(crate) constructor: Option<BaseConstructor>,
    /// What it stores, if that can be told.
    pub(crate) effect: Option<Effect>,
}

impl Base {
    /// What a class has from its base.
    ///
    /// # Errors
    /// It cannot be told what to pass to the constructor that stands for all.
    pub(crate) fn of(classes: &dyn Classes, cache: &EffectCache, class: &ClassInfo) -> Result<Base, String> {
        let chain = with_superclasses(classes, &class.name);
        let Some(base) = chain.iter().find(|above| above.origin == Origin::Jdk) else { return Ok(Base::default()) };
        if class.origin == Origin::Jdk || base.name == "java.lang.Object" {
            return Ok(Base::default());
        }
        let Some(descriptor) = classes.constructor_for_subclasses(&base.name) else { return Ok(Base::default()) };
        let parameters = parse_method(&descriptor).map_or_else(Vec::new, |(parameters, _)| parameters);
        let code = Code { class: &base.name, name: "<init>", descriptor: &descriptor };
        let effects = cache.effects(classes, code, Receiver::Object, parameters.len());
        // Numbers are taken to be zero.
        let is_told = !parameters.iter().any(is_reference);
        let constructor = Some(BaseConstructor { class: base.name.clone(), parameters });
        match effects.as_slice() {
            [only] if only.conditions.is_empty() && leaves_defaults(only.stores_of(0)) => Ok(Base::default()),
            [only] => Ok(Base { constructor, effect: Some(only.clone()) }),
            _ if is_told => Ok(Base { constructor, effect: None }),
            _ => Err(format!("what the constructor of {} does cannot be told", base.name)),
        }
    }

    /// Whether a field, one of a class of the JDK, holds a reference that the constructor is passed.
    pub(crate) fn is_passed(&self, field: &FieldKey) -> bool {
        let stored = self.effect.as_ref().and_then(|effect| effect.store(0, field));
        matches!(stored, Some(Sym::Param(at)) if self.is_passed_reference(*at))
    }

    /// Whether code that makes an object gives it the same, but for the references that the constructor is passed.
    pub(crate) fn is_given_by(&self, effect: &Effect, object: usize, is_of_jdk: impl Fn(&FieldKey) -> bool) -> bool {
        let stored = effect.stores_of(object).filter(|(key, _)| is_of_jdk(key));
        match &self.effect {
            Some(base) => Two { base: self, left: base, right: effect, whole: object }.agree(0, object, stored.count()),
            None => self.constructor.is_none() && leaves_defaults(stored),
        }
    }

    /// Whether the parameter at this position is a reference. A number that is passed is taken to be zero.
    fn is_passed_reference(&self, at: usize) -> bool {
        let parameters = self.constructor.as_ref().map(|constructor| &constructor.parameters);
        let ty = parameters.and_then(|parameters| parameters.get(at));
        ty.is_some_and(is_reference)
    }
}

fn is_reference(ty: &JavaType) -> bool {
    ty.default_value() == Value::Null
}

/// Whether all that is stored are the defaults of the fields.
fn leaves_defaults<'e>(mut stored: impl Iterator<Item = (&'e FieldKey, &'e Sym)>) -> bool {
    stored.all(|(key, sym)| is_default(key, sym))
}

fn is_default(key: &FieldKey, sym: &Sym) -> bool {
    match (sym, JavaType::parse(&key.descriptor)) {
        (Sym::Value(value), Some(ty)) => coerced(value, &ty) == ty.default_value(),
        _ => false,
    }
}

/// What two pieces of code store: the base's constructor and one of a class that extends it.
struct Two<'e> {
    base: &'e Base,
    left: &'e Effect,
    right: &'e Effect,
    /// The object under construction of the second.
    whole: usize,
}

impl Two<'_> {
    /// Whether as many fields of two objects hold the same.
    fn agree(&self, one: usize, other: usize, count: usize) -> bool {
        self.left.stores_of(one).count() == count
            && self
                .left
                .stores_of(one)
                .all(|(key, left)| self.right.store(other, key).is_some_and(|right| self.are_same(key, left, right)))
    }

    fn are_same(&self, key: &FieldKey, left: &Sym, right: &Sym) -> bool {
        match (left, right) {
            (Sym::Param(at), _) if self.base.is_passed_reference(*at) => true,
            (Sym::Param(_), right) => is_default(key, right),
            (Sym::Object(0), right) => *right == Sym::Object(self.whole),
            (Sym::Object(left), Sym::Object(right)) => {
                self.left.class_of(*left) == self.right.class_of(*right)
                    && self.agree(*left, *right, self.right.stores_of(*right).count())
            }
            (left, right) => left == right,
        }
    }
}

impl Writer<'_, '_> {
    /// An object of a class without any constructor, or with that alone which a superclass of the JDK has.
    pub(crate) fn allocation(
        &mut self,
        class: &str,
        base: Option<&BaseConstructor>,
        arguments: Vec<(JavaExpr, JavaType)>,
    ) -> String {
        match base {
            None => format!("{}({class})", self.scope.helper(Helper::Allocate)),
            Some(base) => {
                let helper = self.scope.helper(Helper::AllocateOn);
                let base = self.scope.class_literal(&JavaType::Class(base.class.clone()));
                if arguments.is_empty() {
                    return format!("{helper}({class}, {base}, new Class<?>[0])");
                }
                let (types, arguments) = self.reflective_arguments(arguments);
                format!("{helper}({class}, {base},\n        {types},\n        {arguments})")
            }
        }
    }
}

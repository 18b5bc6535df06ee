//! What an object of the program has from the nearest superclass of the JDK: its fields are closed to tests, so one constructor
//! of that class has to give them what symbolic execution takes to be in them at entry.

use crate::classes::{Access, ClassInfo, Classes, Origin, with_superclasses};
use crate::effects::{Code, Effect, EffectCache, Receiver};
use crate::eval::Sym;
use crate::helpers::Helper;
use crate::java::{JavaType, coerced, parse_method};
use crate::writer::{JavaExpr, Writer};

use clew_facts::FieldKey;

/// The constructor of that class which stands for all: the one without parameters if subclasses may call it, else that with the
/// fewest of which can be told what it does. There is none if it leaves all fields their defaults.
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
    pub(crate) fn of(classes: &dyn Classes, cache: &EffectCache, class: &ClassInfo) -> Base {
        let chain = with_superclasses(classes, &class.name);
        let Some(base) = chain.iter().find(|above| above.origin == Origin::Jdk) else { return Base::default() };
        if class.origin == Origin::Jdk || base.name == "java.lang.Object" {
            return Base::default();
        }
        let open = base.methods.iter().filter(|method| method.name == "<init>" && method.access != Access::Private);
        let mut candidates: Vec<(&str, Vec<JavaType>)> =
            open.filter_map(|method| Some((&*method.descriptor, parse_method(&method.descriptor)?.0))).collect();
        candidates.sort_by_key(|(_, parameters)| parameters.len());
        if candidates.first().is_some_and(|(_, parameters)| parameters.is_empty()) {
            candidates.truncate(1);
        }
        let constructor = |parameters| Some(BaseConstructor { class: base.name.clone(), parameters });
        for (descriptor, parameters) in candidates {
            let code = Code { class: &base.name, name: "<init>", descriptor };
            match cache.effects(classes, code, Receiver::Object, parameters.len()).as_slice() {
                [only] if leaves_defaults(only) => return Base::default(),
                [only] => return Base { constructor: constructor(parameters), effect: Some(only.clone()) },
                _ if parameters.is_empty() => return Base { constructor: constructor(parameters), effect: None },
                _ => {}
            }
        }
        Base::default()
    }

    /// Whether a field, one of a class of the JDK, holds what the constructor is passed.
    pub(crate) fn is_passed(&self, field: &FieldKey) -> bool {
        let stored = self.effect.as_ref().and_then(|effect| effect.store(0, field));
        matches!(stored, Some(Sym::Param(_)))
    }

    /// Whether code that makes an object gives it the same, but for what the constructor is passed.
    pub(crate) fn is_given_by(&self, effect: &Effect, object: usize, is_of_jdk: impl Fn(&FieldKey) -> bool) -> bool {
        let stored = effect.stores_of(object).filter(|(key, _)| is_of_jdk(key));
        match &self.effect {
            Some(base) => same_stores(base, 0, effect, object, stored.count(), object),
            None => self.constructor.is_none() || stored.count() == 0,
        }
    }
}

fn leaves_defaults(effect: &Effect) -> bool {
    effect.conditions.is_empty()
        && effect.stores_of(0).all(|(key, sym)| match (sym, JavaType::parse(&key.descriptor)) {
            (Sym::Value(value), Some(ty)) => coerced(value, &ty) == ty.default_value(),
            _ => false,
        })
}

/// Whether as many fields of two objects, made by two pieces of code, hold the same; `whole` is the other's object under
/// construction.
fn same_stores(one: &Effect, at: usize, other: &Effect, object: usize, count: usize, whole: usize) -> bool {
    one.stores_of(at).count() == count
        && one.stores_of(at).all(|(key, left)| match (left, other.store(object, key)) {
            (_, None) => false,
            (Sym::Param(_), Some(_)) => true,
            (Sym::Object(0), Some(right)) => *right == Sym::Object(whole),
            (Sym::Object(left), Some(Sym::Object(right))) => {
                let count = other.stores_of(*right).count();
                one.class_of(*left) == other.class_of(*right) && same_stores(one, *left, other, *right, count, whole)
            }
            (left, Some(right)) => left == right,
        })
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

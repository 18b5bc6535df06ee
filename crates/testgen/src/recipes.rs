//! Ways to bring an object into a wanted state, found by reading constructors, factories and setters.
//!
//! A state is exact: every field of the object, the inherited ones included, has one wanted value.

use crate::base::{Base, BaseConstructor};
use crate::classes::{Access, Binding, ClassInfo, ClassKind, Mutability, Origin, with_superclasses, with_supertypes};
use crate::effects::{Code, Effect, EffectCache, Receiver};
use crate::eval::Sym;
use crate::java::{JavaType, coerced, parse_method};
use crate::options::Inputs;
use crate::scope::Scope;
use clew_base::OrderedMap;
use clew_facts::{FieldKey, ObjectId, Value};
use std::rc::Rc;

/// How an object comes to be.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Make {
    /// `new C(…)`; for inner classes the first argument is the object around.
    Constructor,
    /// A constructor that source code can't call.
    HiddenConstructor,
    /// A static method of the class itself.
    Factory(String),
    /// Without any constructor; or with this one alone of a superclass, one of the JDK.
    Allocate(Option<BaseConstructor>),
}

/// A change to a field after construction.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Fix {
    /// By assignment.
    Assign(FieldKey, Value),
    /// By calling a method of this class with this name and parameter type, which does nothing else.
    Setter { owner: String, name: String, parameter: JavaType, value: Value },
    /// By reflection.
    Reflect(FieldKey, Value),
}

/// A way to make an object in a wanted state.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Recipe {
    pub(crate) make: Make,
    pub(crate) arguments: Vec<(JavaType, Value)>,
    pub(crate) fixes: Vec<Fix>,
    cost: u32,
}

impl Recipe {
    /// Whether it does something that only reflection can do.
    pub(crate) fn reflects(&self) -> bool {
        let by_reflection = |fix: &Fix| matches!(fix, Fix::Reflect(..));
        matches!(self.make, Make::HiddenConstructor | Make::Allocate(_)) || self.fixes.iter().any(by_reflection)
    }
}

/// What a search for recipes asks about other objects of the test.
pub(crate) trait Others {
    /// Whether the object can be made before the one the recipe is for.
    fn comes_first(&self, object: ObjectId) -> bool;

    /// Binary name of the class of the object, of an array its descriptor.
    fn class(&self, object: ObjectId) -> Option<&str>;

    /// The units of the string, if the object is one.
    fn text(&self, object: ObjectId) -> Option<&[u16]>;
}

const CONSTRUCTOR_COST: u32 = 2;
const FACTORY_COST: u32 = 3;
const ARGUMENT_COST: u32 = 1;
const FIX_COST: u32 = 3;
const REFLECTION_COST: u32 = 12;

/// The cheapest way to make an object of the class in the wanted state.
///
/// # Errors
/// The reason why there is none.
pub(crate) fn best_recipe(
    scope: &Scope<'_>,
    cache: &EffectCache,
    class: &ClassInfo,
    listed: &OrderedMap<FieldKey, Value>,
    others: &dyn Others,
) -> Result<Recipe, String> {
    if !matches!(class.kind, ClassKind::Class | ClassKind::Abstract | ClassKind::Record | ClassKind::Enum) {
        return Err(format!("{} cannot have instances", class.name));
    }
    let base = Base::of(scope.classes, cache, class)?;
    let search = Search { scope, cache, class, wanted: wanted(scope, class, listed, &base)?, base, others };
    let mut found: Vec<Recipe> = search.constructors();
    if found.iter().all(|recipe| recipe.cost >= REFLECTION_COST) {
        found.extend(search.factories());
        found.extend(search.allocation());
    }
    found.into_iter().min_by_key(|recipe| recipe.cost).ok_or_else(|| search.why_none())
}

/// Every instance field of the class with the value it has to hold, but those that its base has to give, and those of the JDK's
/// objects of which no value is listed.
fn wanted(
    scope: &Scope<'_>,
    class: &ClassInfo,
    listed: &OrderedMap<FieldKey, Value>,
    base: &Base,
) -> Result<Vec<(FieldKey, JavaType, Value)>, String> {
    let mut fields = Vec::new();
    let chain = with_superclasses(scope.classes, &class.name);
    for owner in chain.iter().rev() {
        for field in owner.fields.iter().filter(|field| field.binding == Binding::Instance) {
            let key =
                FieldKey { class: owner.name.clone(), name: field.name.clone(), descriptor: field.descriptor.clone() };
            // Nobody looks at what the JDK's code keeps in an object, so that what a constructor leaves there will do.
            let is_closed = owner.origin == Origin::Jdk;
            let is_given = listed.contains_key(&key) && (class.origin == Origin::Jdk || base.is_passed(&key));
            if is_closed && !is_given {
                continue;
            }
            let Some(ty) = JavaType::parse(&field.descriptor) else { continue };
            let value = listed.get(&key).map_or_else(|| ty.default_value(), |value| coerced(value, &ty));
            fields.push((key, ty, value));
        }
    }
    match listed.keys().find(|key| !fields.iter().any(|(known, ..)| known == *key)) {
        Some(key) => Err(format!("{} has no field {}.{}", class.name, key.class, key.name)),
        None => Ok(fields),
    }
}

struct Search<'s, 'a> {
    scope: &'s Scope<'a>,
    cache: &'s EffectCache,
    class: &'s ClassInfo,
    wanted: Vec<(FieldKey, JavaType, Value)>,
    base: Base,
    others: &'s dyn Others,
}

impl Search<'_, '_> {
    fn constructors(&self) -> Vec<Recipe> {
        let mut found = Vec::new();
        if self.class.kind == ClassKind::Enum {
            return found;
        }
        for method in self.class.methods.iter().filter(|method| method.name == "<init>") {
            let Some((parameters, _)) = parse_method(&method.descriptor) else { continue };
            let (make, cost) = if self.scope.can_make_with(self.class, method) {
                (Make::Constructor, CONSTRUCTOR_COST)
            } else if self.scope.may_reflect_on(self.class) && self.class.kind != ClassKind::Abstract {
                (Make::HiddenConstructor, REFLECTION_COST + 1)
            } else {
                continue;
            };
            let code = Code { class: &self.class.name, name: "<init>", descriptor: &method.descriptor };
            for effect in self.effects(code, Receiver::Object, parameters.len()).iter() {
                found.extend(self.fit(make.clone(), cost, effect, 0, &parameters));
            }
        }
        found
    }

    fn factories(&self) -> Vec<Recipe> {
        let mut found = Vec::new();
        let class_type = JavaType::Class(self.class.name.clone());
        for method in self.class.methods.iter().filter(|method| method.binding == Binding::Static) {
            let Some((parameters, result)) = parse_method(&method.descriptor) else { continue };
            if result.as_ref() != Some(&class_type) || !self.scope.can_make_with(self.class, method) {
                continue;
            }
            let code = Code { class: &self.class.name, name: &method.name, descriptor: &method.descriptor };
            for effect in self.effects(code, Receiver::None, parameters.len()).iter() {
                if let Some(Sym::Object(object)) = effect.returns
                    && effect.class_of(object) == Some(&self.class.name)
                {
                    let make = Make::Factory(method.name.clone());
                    found.extend(self.fit(make, FACTORY_COST, effect, object, &parameters));
                }
            }
        }
        found
    }

    fn allocation(&self) -> Option<Recipe> {
        // A record is never made but by its constructor: what that refuses, no object has.
        if matches!(self.class.kind, ClassKind::Enum | ClassKind::Record) || self.scope.inputs == Inputs::Api {
            return None;
        }
        let nothing = Effect::default();
        let effect = self.base.effect.as_ref().unwrap_or(&nothing);
        let constructor = self.base.constructor.clone();
        let parameters = constructor.as_ref().map_or_else(Vec::new, |constructor| constructor.parameters.clone());
        // Where nobody looked into what the superclass keeps, it is not known what to pass to its constructor.
        let by_constructor = self.fit(Make::Allocate(constructor), REFLECTION_COST, effect, 0, &parameters);
        by_constructor.or_else(|| self.fit(Make::Allocate(None), REFLECTION_COST, &nothing, 0, &[]))
    }

    /// The recipe that goes along this path of the code, if there is one.
    fn fit(&self, make: Make, base: u32, effect: &Effect, object: usize, parameters: &[JavaType]) -> Option<Recipe> {
        let arguments: Vec<Value> = (0..parameters.len())
            .map(|position| self.argument(effect, object, position, &parameters[position]))
            .collect();
        if !self.are_usable(&make, parameters, &arguments) || !holds(effect, &arguments) {
            return None;
        }
        if !matches!(make, Make::Allocate(_)) && !self.base.is_given_by(effect, object, |key| self.is_of_jdk(key)) {
            return None;
        }
        let mut cost = base + ARGUMENT_COST * arguments.len() as u32;
        let mut fixes = Vec::new();
        for (key, ty, value) in &self.wanted {
            let current = match effect.store(object, key) {
                Some(stored) => stored.with_arguments(&arguments),
                None => Sym::Value(ty.default_value()),
            };
            if !self.is(&current, ty, value) {
                let fix = self.fix(key, ty, value)?;
                cost += if matches!(fix, Fix::Reflect(..)) { REFLECTION_COST } else { FIX_COST };
                fixes.push(fix);
            }
        }
        Some(Recipe { make, arguments: parameters.iter().cloned().zip(arguments).collect(), fixes, cost })
    }

    /// Whether a class of the JDK declares the field of an object of the program.
    fn is_of_jdk(&self, field: &FieldKey) -> bool {
        let owner = self.scope.classes.class(&field.class);
        self.class.origin != Origin::Jdk && owner.is_some_and(|owner| owner.origin == Origin::Jdk)
    }

    /// What to pass at this position: what a field is to hold that the parameter goes into, else the default.
    fn argument(&self, effect: &Effect, object: usize, position: usize, ty: &JavaType) -> Value {
        self.wanted
            .iter()
            .find(|(key, ..)| effect.store(object, key) == Some(&Sym::Param(position)))
            .map_or_else(|| ty.default_value(), |(_, _, value)| coerced(value, ty))
    }

    fn are_usable(&self, make: &Make, parameters: &[JavaType], arguments: &[Value]) -> bool {
        let made = parameters.iter().zip(arguments).all(|(ty, value)| match value {
            Value::Ref(object) => self.others.comes_first(*object) && self.may_be_of(*object, ty),
            _ => true,
        });
        // `outer.new Inner()` needs the object around.
        let inner = *make == Make::Constructor && self.class.is_inner();
        made && (!inner || matches!(arguments.first(), Some(Value::Ref(_))))
    }

    /// Whether an object may be passed as a parameter of this type. The type of the field that it comes from may be a wider one,
    /// because type variables are erased.
    fn may_be_of(&self, object: ObjectId, ty: &JavaType) -> bool {
        let (JavaType::Class(wanted), Some(class)) = (ty, self.others.class(object)) else { return true };
        let all = with_supertypes(self.scope.classes, class);
        wanted == "java.lang.Object" || all.is_empty() || all.iter().any(|above| above.name == *wanted)
    }

    /// Whether the value that code stored is the one wanted.
    fn is(&self, current: &Sym, ty: &JavaType, wanted: &Value) -> bool {
        match (current, wanted) {
            (Sym::Value(current), _) => coerced(current, ty) == *wanted,
            (Sym::Text(text), Value::Ref(object)) => self.others.text(*object) == Some(&**text),
            _ => false,
        }
    }

    fn fix(&self, key: &FieldKey, ty: &JavaType, value: &Value) -> Option<Fix> {
        let owner = self.scope.classes.class(&key.class)?;
        let field = owner.field(&key.name, &key.descriptor)?;
        if field.mutability == Mutability::Variable && self.scope.can_make_by(&owner, field) {
            return Some(Fix::Assign(key.clone(), value.clone()));
        }
        if let Some(setter) = self.setter(key, ty, value) {
            return Some(setter);
        }
        let opens = self.scope.may_reflect_on(&owner) && owner.kind != ClassKind::Record;
        opens.then(|| Fix::Reflect(key.clone(), value.clone()))
    }

    /// A method that gives the field this value and does nothing else.
    fn setter(&self, key: &FieldKey, ty: &JavaType, value: &Value) -> Option<Fix> {
        let chain = with_superclasses(self.scope.classes, &self.class.name);
        let mut overridden = Vec::new();
        for owner in &chain {
            for method in owner.methods.iter().filter(|method| method.binding == Binding::Instance) {
                let signature = (method.name.clone(), method.descriptor.clone());
                if method.name == "<init>" || overridden.contains(&signature) {
                    continue;
                }
                overridden.push(signature);
                let Some((parameters, _)) = parse_method(&method.descriptor) else { continue };
                let [parameter] = &parameters[..] else { continue };
                if method.access == Access::Private || !self.scope.can_make_with(owner, method) {
                    continue;
                }
                let code = Code { class: &owner.name, name: &method.name, descriptor: &method.descriptor };
                let argument = coerced(value, parameter);
                let fits = self.effects(code, Receiver::Object, 1).iter().any(|effect| {
                    let mut stores = effect.stores_of(0);
                    let only = stores.next().filter(|_| stores.next().is_none());
                    holds(effect, std::slice::from_ref(&argument))
                        && only.is_some_and(|(field, stored)| {
                            field == key && self.is(&stored.with_arguments(std::slice::from_ref(&argument)), ty, value)
                        })
                });
                if fits {
                    let (owner, name) = (owner.name.clone(), method.name.clone());
                    return Some(Fix::Setter { owner, name, parameter: parameter.clone(), value: argument });
                }
            }
        }
        None
    }

    fn effects(&self, code: Code<'_>, receiver: Receiver, parameters: usize) -> Rc<Vec<Effect>> {
        self.cache.effects(self.scope.classes, code, receiver, parameters)
    }

    fn why_none(&self) -> String {
        if self.scope.inputs == Inputs::Api && self.class.origin == Origin::User {
            return format!("no public call was found that makes a {} in the state that is needed", self.class.name);
        }
        let closed = self
            .wanted
            .iter()
            .find(|(key, ty, value)| *value != ty.default_value() && self.fix(key, ty, value).is_none());
        match closed {
            Some((key, ..)) => {
                let name = &self.class.name;
                format!("no way to make a {name} whose field {}.{} holds the wanted value", key.class, key.name)
            }
            None => format!("no way to make a {}", self.class.name),
        }
    }
}

/// Whether the path is the one taken for these arguments.
fn holds(effect: &Effect, arguments: &[Value]) -> bool {
    effect
        .conditions
        .iter()
        .all(|(condition, side)| condition.with_arguments(arguments) == Sym::Value(Value::Boolean(*side)))
}

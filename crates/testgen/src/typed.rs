//! Objects with the type arguments that the code declares of them, as people write them: `ArrayList<Integer> prices = new ArrayList<>();`.
//! Where the code leaves a type open, tests of the first [style](Style) have `Object` for it, or what bounds it.
//!
//! Nothing depends on it but what the source looks like. Where an object is passed more than once, or something is put into
//! it that is not as declared, it stays without type arguments.

use crate::classes::{ClassKind, Classes, is_subclass};
use crate::java::{JavaType, parse_method};
use crate::made::made;
use crate::scope::{Scope, Style};
use crate::target::Target;
use crate::writer::Writer;
use clew_facts::{Call, EarlierCall, Made, Maker, MethodKey, Object, ObjectId, Value};
use clew_jvm::{GenericType, MethodSignature, TypeParameter, parse_class_signature, parse_method_signature};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The type arguments of a class, all of them known.
pub(crate) type Arguments = Vec<GenericType>;

/// What type variables stand for in a test. Those are missing whose bounds have type variables or arguments themselves.
struct Meanings<'s> {
    classes: &'s dyn Classes,
    /// Whether types are written with them.
    is_known: bool,
    of: BTreeMap<Arc<str>, GenericType>,
}

impl<'s> Meanings<'s> {
    /// What the type parameters of a class stand for; nothing in tests that leave generic types raw.
    fn of_class(scope: &'s Scope<'_>, class: &str) -> Self {
        let is_known = scope.style == Style::Typed;
        let mut meanings = Self { classes: scope.classes, is_known, of: BTreeMap::new() };
        if is_known {
            meanings.add(&type_parameters(scope.classes, class).unwrap_or_default());
        }
        meanings
    }

    fn add(&mut self, parameters: &[TypeParameter]) {
        for parameter in parameters {
            match bound(self.classes, parameter) {
                Some(bound) => drop(self.of.insert(Arc::clone(&parameter.name), bound)),
                None => drop(self.of.remove(&parameter.name)),
            }
        }
    }

    /// The type with what is known of its variables. A type argument that may be any is the bound of the type parameter.
    fn put_into(&self, ty: GenericType) -> GenericType {
        match ty {
            GenericType::Variable(name) => self.of.get(&name).cloned().unwrap_or(GenericType::Variable(name)),
            GenericType::Class { name, arguments } => {
                let parameters = type_parameters(self.classes, &name.replace('/', ".")).unwrap_or_default();
                let any = |at: usize| bound(self.classes, parameters.get(at)?);
                let arguments = arguments.into_iter().enumerate();
                let arguments = arguments.map(|(at, argument)| match argument {
                    Some(argument) => Some(self.put_into(argument)),
                    None => any(at),
                });
                GenericType::Class { arguments: arguments.collect(), name }
            }
            GenericType::Primitive(_) | GenericType::Array(_) => ty,
        }
    }
}

/// What bounds a type parameter; `None` where that has type variables or arguments itself.
fn bound(classes: &dyn Classes, parameter: &TypeParameter) -> Option<GenericType> {
    let object = || GenericType::Class { name: "java/lang/Object".into(), arguments: Vec::new() };
    match &parameter.bound {
        None => Some(object()),
        Some(bound @ GenericType::Class { name, arguments }) if arguments.is_empty() => {
            let is_generic = classes.class(&name.replace('/', ".")).is_none_or(|class| class.is_generic);
            (!is_generic).then(|| bound.clone())
        }
        Some(_) => None,
    }
}

/// What the signature of the method under test declares.
pub(crate) struct DeclaredTypes {
    signature: MethodSignature,
    /// Whether the result is declared without wildcards, so that a variable of just that type can hold it.
    is_exact: bool,
    /// Whether wildcards stand somewhere in the signature.
    has_wildcards: bool,
}

impl DeclaredTypes {
    /// The types, where tests name type arguments and the method has a signature with some.
    pub(crate) fn of(scope: &Scope<'_>, target: &Target) -> Option<Self> {
        let text = target.signature().filter(|_| scope.style <= Style::Direct)?;
        Self::parsed(text, target.parameter_count(), Meanings::of_class(scope, &target.key.class))
    }

    /// The types of the parameters of a call that makes an object or changes it.
    fn of_call(scope: &Scope<'_>, call: &Call) -> Option<Self> {
        let MethodKey { class, method, descriptor } = &call.method;
        let owner = scope.classes.class(class).filter(|_| scope.style <= Style::Direct)?;
        let text = owner.method(method, descriptor)?.signature.clone()?;
        Self::parsed(&text, parse_method(descriptor)?.0.len(), Meanings::of_class(scope, class))
    }

    fn parsed(text: &str, parameters: usize, mut meanings: Meanings<'_>) -> Option<Self> {
        let mut signature = parse_method_signature(text)?;
        if meanings.is_known {
            meanings.add(&signature.type_parameters);
            signature.parameters = signature.parameters.into_iter().map(|ty| meanings.put_into(ty)).collect();
            signature.result = meanings.put_into(signature.result);
        }
        let has_wildcards = |text: &str| text.contains(['+', '-', '*']);
        let is_exact = !has_wildcards(text.rsplit(')').next().unwrap_or(text));
        (signature.parameters.len() == parameters).then_some(Self {
            signature,
            is_exact,
            has_wildcards: has_wildcards(text),
        })
    }

    /// The declared type of a parameter, by its position, if an object of just these type arguments may be passed.
    pub(crate) fn parameter(&self, at: usize) -> Option<&GenericType> {
        self.signature.parameters.get(at).filter(|declared| !self.has_wildcards || is_flat(declared))
    }

    /// The declared type of the result, if a variable of just this type can hold it.
    pub(crate) fn result(&self) -> Option<&GenericType> {
        Some(&self.signature.result).filter(|_| self.is_exact)
    }
}

/// Whether the type arguments have none of their own.
fn is_flat(declared: &GenericType) -> bool {
    let has_none = |argument: &Option<GenericType>| !matches!(argument, Some(GenericType::Class { arguments, .. }) if !arguments.is_empty());
    matches!(declared, GenericType::Class { arguments, .. } if arguments.iter().all(has_none))
}

impl Writer<'_, '_> {
    /// Notes the type arguments of the objects that calls make and that are passed to the method under test or to other such calls, as
    /// far as they fit.
    pub(crate) fn declare_types(&mut self, target: &Target) {
        let test = self.test;
        if let Some(declared) = DeclaredTypes::of(self.scope, target) {
            self.declare_passed(&declared, test.arguments.iter().map(|argument| &argument.value));
        }
        for call in test.heap.values().filter_map(|object| made(&object.object)).flat_map(Made::calls) {
            if let Some(declared) = DeclaredTypes::of_call(self.scope, call) {
                let on = call.arguments.len().saturating_sub(declared.signature.parameters.len());
                self.declare_passed(&declared, call.arguments[on..].iter());
            }
        }
        if let Some(Value::Ref(id)) = test.receiver
            && let Some(class) = test.heap.get(&id).and_then(|object| self.bounds_of(&object.class))
            && self.occurrences(id) == 1
            && let Some(arguments) = self.arguments_of(id, &class)
        {
            self.types.insert(id, arguments);
        }
    }

    /// A class with the bounds of its type parameters as type arguments, if it has some and all are known.
    fn bounds_of(&self, class: &str) -> Option<GenericType> {
        let parameters = type_parameters(self.scope.classes, class).filter(|_| self.scope.style == Style::Typed)?;
        let arguments = parameters.iter().map(|parameter| bound(self.scope.classes, parameter).map(Some));
        let arguments: Vec<_> = arguments.collect::<Option<_>>()?;
        (!arguments.is_empty()).then(|| GenericType::Class { name: class.replace('.', "/").into(), arguments })
    }

    /// The type of the object that a constructor under test makes, with type arguments, as the source names it.
    pub(crate) fn shown_of_made(&mut self, target: &Target) -> Option<String> {
        let is_made = target.is_constructor() && target.class.kind != ClassKind::Abstract;
        let made = self.bounds_of(&target.key.class).filter(|_| is_made)?;
        self.shown_with_arguments(&made)
    }

    fn declare_passed<'v>(&mut self, declared: &DeclaredTypes, values: impl Iterator<Item = &'v Value>) {
        for (at, value) in values.enumerate() {
            if let Value::Ref(id) = value
                && self.occurrences(*id) == 1
                && let Some(declared) = declared.parameter(at)
                && let Some(arguments) = self.arguments_of(*id, declared)
            {
                self.types.insert(*id, arguments);
            }
        }
    }

    /// How often an object is named by the input.
    pub(crate) fn occurrences(&self, id: ObjectId) -> usize {
        let test = self.test;
        let is_it = |value: &&Value| **value == Value::Ref(id);
        let arguments = test.arguments.iter().map(|argument| &argument.value);
        let earlier = test.earlier.iter().flat_map(EarlierCall::passed);
        let passed = arguments.chain(earlier).chain(&test.receiver).filter(is_it).count();
        let held = test.heap.values().map(|object| match &object.object {
            Object::Instance { fields } => fields.values().filter(is_it).count(),
            Object::Array { elements } => elements.iter().filter(is_it).count(),
            Object::Made(made) => made.arguments().filter(is_it).count(),
            _ => 0,
        });
        passed + held.sum::<usize>()
    }

    /// The type arguments of the object's class, if it is declared as this, was made by a constructor of a collection, and
    /// holds nothing else.
    fn arguments_of(&self, id: ObjectId, declared: &GenericType) -> Option<Arguments> {
        let object = self.test.heap.get(&id)?;
        let calls: Vec<&Call> = match &object.object {
            Object::Made(made) if made.by == Maker::Constructor => made.calls().collect(),
            Object::Instance { fields } if fields.is_empty() || self.scope.style == Style::Typed => Vec::new(),
            _ => return None,
        };
        let arguments = known(declared)?;
        let parameters = type_parameters(self.scope.classes, &object.class)?;
        let GenericType::Class { name, .. } = declared else { return None };
        let name = name.replace('/', ".");
        let is_of_utilities = |class: &str| class.starts_with("java.util.") || class == "java.lang.Iterable";
        let is_same = self.scope.style == Style::Typed && object.class == name;
        let fits = is_same || is_of_utilities(&object.class) && is_of_utilities(&name);
        if !fits || parameters.len() != arguments.len() {
            return None;
        }
        calls.iter().all(|call| self.passes(call, &arguments)).then_some(arguments)
    }

    /// Whether a call on a collection with these type arguments is passed nothing but what they allow.
    fn passes(&self, call: &Call, arguments: &[GenericType]) -> bool {
        if call.arguments.is_empty() {
            return true;
        }
        let classes = self.scope.classes;
        let passes = || {
            let owner = &call.method.class;
            let parameters = type_parameters(classes, owner)?;
            let method = classes.class(owner)?.method(&call.method.method, &call.method.descriptor)?.signature.clone();
            let signature = parse_method_signature(&method?)?;
            let fits = |(value, ty): (&Value, &GenericType)| match ty {
                GenericType::Primitive(_) => true,
                GenericType::Variable(name) => {
                    let at = parameters.iter().position(|parameter| parameter.name == *name);
                    at.and_then(|at| arguments.get(at)).is_some_and(|argument| self.is_of(value, argument))
                }
                GenericType::Array(_) | GenericType::Class { .. } => self.scope.style == Style::Typed,
            };
            let same_number = parameters.len() == arguments.len() && signature.parameters.len() == call.arguments.len();
            Some(same_number && call.arguments.iter().zip(&signature.parameters).all(fits))
        };
        passes() == Some(true)
    }

    /// Whether a value may be used where the type is wanted.
    fn is_of(&self, value: &Value, ty: &GenericType) -> bool {
        let GenericType::Class { name, .. } = ty else { return false };
        match value {
            Value::Null => true,
            Value::Ref(id) => self
                .test
                .heap
                .get(id)
                .is_some_and(|object| is_subclass(self.scope.classes, &object.class, &name.replace('/', "."))),
            _ => false,
        }
    }

    /// The class with type arguments, as the source names it.
    pub(crate) fn with_arguments(&mut self, class: &str, arguments: &[GenericType]) -> Option<String> {
        let shown: Option<Vec<String>> = arguments.iter().map(|argument| self.shown(argument)).collect();
        let class = self.scope.class_name(class)?;
        Some(format!("{class}<{}>", shown?.join(", ")))
    }

    /// A declared type with type arguments, as the source names it; `None` where it has none, or one that is not known.
    pub(crate) fn shown_with_arguments(&mut self, declared: &GenericType) -> Option<String> {
        let GenericType::Class { name, .. } = declared else { return None };
        let arguments = known(declared)?;
        self.with_arguments(&name.replace('/', "."), &arguments)
    }

    fn shown(&mut self, ty: &GenericType) -> Option<String> {
        match ty {
            GenericType::Class { name, arguments } if arguments.is_empty() => {
                let class = name.replace('/', ".");
                match type_parameters(self.scope.classes, &class) {
                    Some(parameters) if !parameters.is_empty() => None,
                    _ => self.scope.type_name(&JavaType::Class(class)),
                }
            }
            GenericType::Class { .. } => self.shown_with_arguments(ty),
            GenericType::Primitive(_) | GenericType::Array(_) | GenericType::Variable(_) => None,
        }
    }
}

/// The type arguments of a mention of a class, if it has some and no type variable stands in them.
fn known(declared: &GenericType) -> Option<Arguments> {
    let GenericType::Class { arguments, .. } = declared else { return None };
    let is_known = |argument: &GenericType| match argument {
        GenericType::Class { arguments, .. } => arguments.is_empty() || known(argument).is_some(),
        GenericType::Primitive(_) | GenericType::Array(_) | GenericType::Variable(_) => false,
    };
    let all: Arguments = arguments.iter().cloned().collect::<Option<_>>()?;
    (!all.is_empty() && all.iter().all(is_known)).then_some(all)
}

/// The type parameters of a class; `None` where it has no generic signature.
fn type_parameters(classes: &dyn Classes, class: &str) -> Option<Vec<TypeParameter>> {
    let signature = classes.class(class)?.signature.clone()?;
    Some(parse_class_signature(&signature)?.parameters)
}

/// The call of a constructor, with the type arguments that follow from where it stands.
pub(crate) fn with_diamond(creation: &str) -> String {
    creation.replacen('(', "<>(", 1)
}

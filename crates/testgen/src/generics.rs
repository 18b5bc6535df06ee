//! What a class inherits, with the type arguments that it gives: source code that overrides a method has to name these.

use crate::classes::{ClassInfo, Classes, MethodInfo};
use crate::java::{JavaType, parse_method};
use clew_jvm::{GenericType, TypeParameter, parse_class_signature, parse_method_signature};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// What type variables stand for, erased. Those are missing of which that is not known.
type Meaning = BTreeMap<Arc<str>, JavaType>;

/// A class as a class below it sees it.
pub(crate) struct Inherited {
    pub(crate) class: Rc<ClassInfo>,
    /// `None` where it is used raw: its types are those of its descriptors then.
    meaning: Option<Meaning>,
}

/// The class and those above it, nearest first, and behind them all their interfaces, nearest first. The class itself is used raw
/// where it has type parameters.
pub(crate) fn inherited(classes: &dyn Classes, name: &str) -> Vec<Inherited> {
    let mut found: Vec<Inherited> = Vec::new();
    let mut interfaces: Vec<Inherited> = Vec::new();
    let mut next = classes.class(name).map(|class| {
        let meaning = (!class.is_generic).then(Meaning::new);
        Inherited { class, meaning }
    });
    while let Some(current) = next {
        if found.iter().any(|known| known.class.name == current.class.name) {
            break;
        }
        let (superclass, above) = supertypes(classes, &current);
        add_new(&mut interfaces, above);
        found.push(current);
        next = superclass;
    }
    let mut at = 0;
    while at < interfaces.len() {
        let (_, above) = supertypes(classes, &interfaces[at]);
        add_new(&mut interfaces, above);
        at += 1;
    }
    found.extend(interfaces);
    found
}

fn add_new(known: &mut Vec<Inherited>, more: Vec<Inherited>) {
    for one in more {
        if known.iter().all(|known| known.class.name != one.class.name) {
            known.push(one);
        }
    }
}

/// The superclass and the interfaces of a class. Those are missing that can't be read.
fn supertypes(classes: &dyn Classes, below: &Inherited) -> (Option<Inherited>, Vec<Inherited>) {
    let Inherited { class, meaning } = below;
    let signature = class.signature.as_deref().and_then(parse_class_signature);
    let above = |position: usize, name: &String| {
        let class = classes.class(name)?;
        let given = signature.as_ref().and_then(|signature| signature.supertypes.get(position));
        let meaning = meaning.as_ref().and_then(|meaning| arguments(&class, given, meaning));
        Some(Inherited { class, meaning })
    };
    let superclass = class.superclass.as_ref().and_then(|name| above(0, name));
    let interfaces = class.interfaces.iter().enumerate().filter_map(|(at, name)| above(at + 1, name)).collect();
    (superclass, interfaces)
}

/// The types that this mention of a class gives its type parameters; `None` where the mention is raw.
fn arguments(class: &ClassInfo, given: Option<&GenericType>, meaning: &Meaning) -> Option<Meaning> {
    if !class.is_generic {
        return Some(Meaning::new());
    }
    let Some(GenericType::Class { arguments, .. }) = given else { return None };
    let parameters = parse_class_signature(class.signature.as_deref()?)?.parameters;
    if arguments.len() != parameters.len() {
        return None;
    }
    let known = |(parameter, argument): (TypeParameter, &Option<GenericType>)| {
        Some((parameter.name, erased(argument.as_ref()?, meaning)?))
    };
    Some(parameters.into_iter().zip(arguments).filter_map(known).collect())
}

/// The type without its arguments; `None` where it has an unknown type variable.
fn erased(ty: &GenericType, meaning: &Meaning) -> Option<JavaType> {
    match ty {
        GenericType::Primitive(letter) => Some(JavaType::Primitive(*letter)),
        GenericType::Array(element) => Some(JavaType::Array(Box::new(erased(element, meaning)?))),
        GenericType::Variable(name) => meaning.get(name).cloned(),
        GenericType::Class { name, .. } => Some(JavaType::Class(name.replace('/', "."))),
    }
}

impl Inherited {
    /// The types of the parameters and of the result of a method of the class, erased, as a class below has to write them.
    pub(crate) fn types(&self, method: &MethodInfo) -> Option<(Vec<JavaType>, Option<JavaType>)> {
        let (parameters, result) = parse_method(&method.descriptor)?;
        let signature = method.signature.as_deref().and_then(parse_method_signature);
        let (Some(meaning), Some(signature)) = (&self.meaning, signature) else { return Some((parameters, result)) };
        if signature.parameters.len() != parameters.len() {
            return Some((parameters, result));
        }
        let mut meaning = meaning.clone();
        for TypeParameter { name, bound } in &signature.type_parameters {
            let bound = bound.as_ref().and_then(|bound| erased(bound, &meaning));
            meaning.insert(Arc::clone(name), bound.unwrap_or_else(JavaType::object));
        }
        let shown = |(ty, written): (JavaType, &GenericType)| erased(written, &meaning).unwrap_or(ty);
        let parameters = parameters.into_iter().zip(&signature.parameters).map(shown).collect();
        let result = result.map(|ty| shown((ty, &signature.result)));
        Some((parameters, result))
    }
}

//! Stand-ins for the abstract methods of a class whose constructor is under test.

use crate::classes::{Access, Binding, Classes, MethodInfo, Realization, with_superclasses};
use crate::java::parse_method;
use crate::scope::Scope;

/// The body of an anonymous subclass of the abstract class, in braces: each missing method refuses to be called.
///
/// # Errors
/// Why there can't be one.
pub(crate) fn subclass_body(scope: &mut Scope<'_>, class: &str) -> Result<String, String> {
    let missing = missing_methods(scope.classes, class);
    let refused = || format!("{class} is abstract and cannot be completed");
    let mut text = String::from("{");
    for method in missing {
        let (parameters, result) = parse_method(&method.descriptor).ok_or_else(refused)?;
        let mut shown = Vec::new();
        for (position, ty) in parameters.iter().enumerate() {
            shown.push(format!("{} p{position}", scope.type_name(ty).ok_or_else(refused)?));
        }
        let result = match result {
            Some(ty) => scope.type_name(&ty).ok_or_else(refused)?,
            None => "void".into(),
        };
        text.push_str(&format!(
            "\n    @Override\n    public {result} {}({}) {{\n        throw new UnsupportedOperationException();\n    }}\n",
            method.name,
            shown.join(", ")
        ));
    }
    text.push('}');
    Ok(text)
}

/// The abstract methods that nothing above the class implements.
fn missing_methods(classes: &dyn Classes, class: &str) -> Vec<MethodInfo> {
    let mut missing: Vec<MethodInfo> = Vec::new();
    let mut done: Vec<(String, String)> = Vec::new();
    let mut interfaces: Vec<String> = Vec::new();
    for owner in with_superclasses(classes, class) {
        collect(&owner.methods, &mut missing, &mut done);
        interfaces.extend(owner.interfaces.iter().cloned());
    }
    let mut next = 0;
    let mut inherited = Vec::new();
    while let Some(name) = interfaces.get(next).cloned() {
        next += 1;
        let Some(interface) = classes.class(&name) else { continue };
        for above in &interface.interfaces {
            if !interfaces.contains(above) {
                interfaces.push(above.clone());
            }
        }
        inherited.extend(interface.methods.iter().cloned());
    }
    // A default method counts wherever it stands, because the most specific one wins.
    inherited.sort_by_key(|method| method.realization == Realization::Abstract);
    collect(&inherited, &mut missing, &mut done);
    missing
}

fn collect(methods: &[MethodInfo], missing: &mut Vec<MethodInfo>, done: &mut Vec<(String, String)>) {
    for method in
        methods.iter().filter(|method| method.binding == Binding::Instance && method.access != Access::Private)
    {
        let parameters = method.descriptor.split(')').next().unwrap_or_default().to_owned();
        let signature = (method.name.clone(), parameters);
        if !done.contains(&signature) {
            done.push(signature);
            if method.realization == Realization::Abstract {
                missing.push(method.clone());
            }
        }
    }
}

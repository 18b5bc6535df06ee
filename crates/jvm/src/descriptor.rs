//! Type and method descriptors.

use clew_ir::Type;
use std::sync::Arc;

/// The register type of values whose type descriptor starts as `descriptor` does.
pub(crate) fn register_type(descriptor: &str) -> Option<Type> {
    match descriptor.as_bytes().first()? {
        b'Z' | b'B' | b'C' | b'S' | b'I' => Some(Type::Bv32),
        b'J' => Some(Type::Bv64),
        b'F' => Some(Type::F32),
        b'D' => Some(Type::F64),
        b'L' | b'[' => Some(Type::Ref),
        _ => None,
    }
}

/// The keyword of a primitive type, or `void`, by its descriptor.
pub fn keyword(descriptor: &str) -> Option<&'static str> {
    Some(match descriptor {
        "Z" => "boolean",
        "B" => "byte",
        "C" => "char",
        "S" => "short",
        "I" => "int",
        "J" => "long",
        "F" => "float",
        "D" => "double",
        "V" => "void",
        _ => return None,
    })
}

/// How many slots of local variables a value of the type takes.
pub(crate) fn slots(ty: Type) -> u16 {
    match ty {
        Type::Bv64 | Type::F64 => 2,
        Type::Bool | Type::Int | Type::Bv32 | Type::F32 | Type::Ref | Type::Map(_) => 1,
    }
}

/// The parameter descriptors and the return descriptor (`None` for `void`) of a method.
pub type MethodShape = (Vec<Arc<str>>, Option<Arc<str>>);

/// Splits a method descriptor, or gives nothing if it is malformed.
pub fn parse_method_descriptor(descriptor: &str) -> Option<MethodShape> {
    let mut rest = descriptor.strip_prefix('(')?;
    let mut parameters = Vec::new();
    while !rest.starts_with(')') {
        let (one, after) = rest.split_at_checked(type_length(rest)?)?;
        parameters.push(Arc::from(one));
        rest = after;
    }
    let returned = &rest[1..];
    if returned == "V" {
        return Some((parameters, None));
    }
    (type_length(returned)? == returned.len()).then(|| (parameters, Some(Arc::from(returned))))
}

/// The length in bytes of the type descriptor at the start of `text`.
fn type_length(text: &str) -> Option<usize> {
    let dimensions = text.bytes().take_while(|byte| *byte == b'[').count();
    match text.as_bytes().get(dimensions)? {
        b'L' => Some(dimensions + text[dimensions..].find(';')? + 1),
        b'Z' | b'B' | b'C' | b'S' | b'I' | b'J' | b'F' | b'D' => Some(dimensions + 1),
        _ => None,
    }
}

/// The class descriptor of a class named as the constant pool names it: `[I` stays, `java/lang/String` is wrapped.
pub(crate) fn descriptor_of_class(name: &str) -> String {
    if name.starts_with('[') { name.to_owned() } else { format!("L{name};") }
}

/// The class of a descriptor as the constant pool names it: the contrary of [`descriptor_of_class`].
pub(crate) fn class_of_descriptor(descriptor: &str) -> &str {
    descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')).unwrap_or(descriptor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn method_descriptors_are_split() {
        let (parameters, returned) = parse_method_descriptor("(I[[JLa/B;[La/C;)V").expect("well-formed");
        let parameters: Vec<&str> = parameters.iter().map(|p| &**p).collect();
        assert_eq!(parameters, ["I", "[[J", "La/B;", "[La/C;"]);
        assert_eq!(returned, None);
        for bad in ["", "(", "()", "(V)V", "()VV", "(L)V", "()[", "([)V", "(é)V"] {
            assert_eq!(parse_method_descriptor(bad), None, "{bad}");
        }
    }
}

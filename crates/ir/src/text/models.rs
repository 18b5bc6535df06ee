//! Files of models: code that stands in for the code of Java methods, written as [`super::parse_body`] reads it, one method
//! after the other.
//!
//! The heading names the method (`"demo/Clock#now()J"`); the parameters are the receiver, if there is one, and those of the
//! descriptor. A variable that is given any value (`havoc`) stands for what is not known; its name says what that is.

use super::cursor::{Cursor, Parse};
use super::diagnostic::Diagnostic;
use super::java::read_method;
use super::lexer::Token;
use super::program::{Context, note, outcome};
use crate::verify::{parse_method_descriptor, verify_body};
use crate::{Body, Type, verify_definite_assignment};
use clew_base::OrderedMap;
use std::ops::Range;

/// Code that stands in for that of a method.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodModel {
    /// The class that declares the method, in internal form (`demo/Clock`).
    pub class: String,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// The code.
    pub body: Body,
}

/// Reads a file of models. `file_name` only appears in messages.
///
/// # Errors
/// What is malformed, what does not agree with the descriptor of its method, and methods that are there twice.
pub fn parse_models(file_name: &str, text: &str) -> Result<Vec<MethodModel>, Vec<Diagnostic>> {
    let mut cursor = Cursor::new(file_name, text);
    cursor.java = true;
    let mut faults = Vec::new();
    let models = read_models(&mut cursor, &mut faults);
    outcome(models, faults)
}

fn read_models(cursor: &mut Cursor<'_>, faults: &mut Vec<Diagnostic>) -> Parse<Vec<MethodModel>> {
    let context = Context::default();
    let mut models: OrderedMap<String, MethodModel> = OrderedMap::default();
    while cursor.peek() != Token::End {
        let heading = cursor.span();
        let (key, body) = read_method(cursor, &context, faults)?;
        let span = heading.start..heading.end;
        match model(&key, body) {
            Ok(model) => {
                if models.insert(key.clone(), model).is_some() {
                    note(faults, cursor.fault(span, format!("there are two models of {key}; leave one of them out")))?;
                }
            }
            Err(why) => refuse(cursor, faults, span, &key, &why)?,
        }
    }
    Ok(models.into_values().collect())
}

fn refuse(
    cursor: &Cursor<'_>,
    faults: &mut Vec<Diagnostic>,
    span: Range<usize>,
    key: &str,
    why: &[String],
) -> Parse<()> {
    for why in why {
        note(faults, cursor.fault(span.clone(), format!("the model of {key}: {why}")))?;
    }
    Ok(())
}

/// The model with this heading, or why it is none.
fn model(key: &str, body: Body) -> Result<MethodModel, Vec<String>> {
    let malformed = || vec!["a method is named with its class and descriptor, as \"demo/Clock#now()J\"".to_owned()];
    let (class, rest) = key.split_once('#').ok_or_else(malformed)?;
    let at = rest.find('(').ok_or_else(malformed)?;
    let (name, descriptor) = rest.split_at(at);
    let (mut parameters, returns) = parse_method_descriptor(descriptor).ok_or_else(malformed)?;
    if class.is_empty() || name.is_empty() || name.starts_with('<') {
        return Err(malformed());
    }
    let found: Vec<Type> = body.params.iter().filter_map(|reg| body.regs.get(*reg)).map(|info| info.ty).collect();
    if found.len() == parameters.len() + 1 {
        parameters.insert(0, Type::Ref);
    }
    if found != parameters {
        return Err(vec![format!(
            "its parameters have to be {}, after the receiver (ref) if there is one",
            listed(&parameters)
        )]);
    }
    if body.returns != returns {
        let wanted = returns.map_or_else(|| "nothing".to_owned(), |ty| ty.to_string());
        return Err(vec![format!("it has to return {wanted}")]);
    }
    for verify in [verify_body, verify_definite_assignment] {
        verify(&body).map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    }
    Ok(MethodModel { class: class.to_owned(), name: name.to_owned(), descriptor: descriptor.to_owned(), body })
}

fn listed(types: &[Type]) -> String {
    let types: Vec<String> = types.iter().map(ToString::to_string).collect();
    format!("({})", types.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<String> {
        match parse_models("m.clew", text) {
            Ok(models) => {
                models.iter().map(|model| format!("{}.{}{}", model.class, model.name, model.descriptor)).collect()
            }
            Err(faults) => faults.iter().map(|fault| format!("{}: {}", fault.line, fault.message)).collect(),
        }
    }

    #[test]
    fn a_file_has_any_number_of_models() {
        let text = "// two\nmethod \"a/B#c(IJ)Z\" (this: ref, x: bv32, y: bv64) returns bv32 {\nstart:\n  return 1i;\n}\n\
                    method \"a/B#d()V\" () {\nstart:\n  return;\n}\n";
        assert_eq!(told(text), ["a/B.c(IJ)Z", "a/B.d()V"]);
        assert_eq!(told(" // nothing"), Vec::<String>::new());
    }

    #[test]
    fn a_model_has_to_fit_its_method() {
        let with = |heading: &str| told(&format!("\nmethod {heading} {{\nstart:\n  return 1i;\n}}\n"));
        let named = "2: the model of c()I: a method is named with its class and descriptor, as \"demo/Clock#now()J\"";
        assert_eq!(with("\"c()I\" () returns bv32"), [named]);
        let wanted = "its parameters have to be (bv32), after the receiver (ref) if there is one";
        assert_eq!(with("\"a/B#c(I)I\" () returns bv32"), [format!("2: the model of a/B#c(I)I: {wanted}")]);
        assert_eq!(with("\"a/B#c()J\" () returns bv32"), ["2: the model of a/B#c()J: it has to return bv64"]);
        let twice = "method \"a/B#d()V\" () {\nstart:\n  return;\n}\n".repeat(2);
        assert_eq!(told(&twice), ["5: there are two models of a/B#d()V; leave one of them out"]);
    }

    #[test]
    fn what_a_model_reads_it_has_to_have_written() {
        let text = "method \"a/B#c()I\" () returns bv32 vars x: bv32; {\nstart:\n  return x;\n}\n";
        let faults = told(text);
        assert!(faults.len() == 1 && faults[0].contains("some path does not assign it"), "{faults:?}");
    }
}

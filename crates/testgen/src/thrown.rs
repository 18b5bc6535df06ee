//! Writes the call of a test that ends in an exception.

use crate::java::{JavaType, quoted, string_expression};
use crate::options::JUnit;
use crate::told::Told;
use crate::writer::{JavaExpr, Writer};
use clew_facts::Observed;

/// The call, with the assertion that it throws an exception of this class, and an expression for the exception. `is_asked` says
/// whether more is said of it.
pub(crate) fn throwing(
    writer: &mut Writer<'_, '_>,
    class: &str,
    call: JavaExpr,
    (junit, seen): (JUnit, Option<&Told>),
    is_asked: bool,
) -> (Vec<String>, JavaExpr) {
    let thrown = writer.fresh_local("thrown");
    let shown = writer.scope.class_name(class);
    let message = message(writer, &thrown, seen);
    let ty = JavaType::Class(class.to_owned());
    let exception = match (junit, &shown) {
        (JUnit::Five, _) | (_, None) => JavaExpr::new(thrown.clone(), ty),
        (_, Some(shown)) => JavaExpr::new(format!("(({shown}) {thrown})"), ty),
    };
    let mut lines = match (junit, shown) {
        (JUnit::Five, Some(shown)) => {
            let throws = writer.scope.assertion("assertThrows");
            let throwing = format!("{throws}({shown}.class, () -> {});", call.text);
            vec![if message.is_some() || is_asked { format!("{shown} {thrown} = {throwing}") } else { throwing }]
        }
        (_, shown) => {
            let caught = writer.fresh_local("e");
            let expected = match shown {
                Some(shown) => format!("{shown}.class, {thrown} == null ? null : {thrown}.getClass()"),
                None => format!("{}, {thrown} == null ? null : {thrown}.getClass().getName()", quoted(class)),
            };
            let equals = writer.scope.assertion("assertEquals");
            vec![
                format!("Throwable {thrown} = null;"),
                "try {".into(),
                format!("    {};", call.text),
                format!("}} catch (Throwable {caught}) {{"),
                format!("    {thrown} = {caught};"),
                "}".into(),
                String::new(),
                format!("{equals}({expected});"),
            ]
        }
    };
    lines.extend(message);
    (lines, exception)
}

/// The assertion that the exception has the message that code of the program gives it.
fn message(writer: &mut Writer<'_, '_>, thrown: &str, seen: Option<&Told>) -> Option<String> {
    let seen = match seen {
        Some(Told::Text(units)) => Some(Observed::Text(units.clone())),
        _ => None,
    };
    match writer.test.message.as_ref().or(seen.as_ref()) {
        None | Some(Observed::Number(_)) => None,
        Some(Observed::Null) => Some(format!("{}({thrown}.getMessage());", writer.scope.assertion("assertNull"))),
        Some(Observed::Text(units)) => {
            let expected = string_expression(units);
            Some(format!("{}({expected}, {thrown}.getMessage());", writer.scope.assertion("assertEquals")))
        }
    }
}

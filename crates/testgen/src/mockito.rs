//! What tests ask of Mockito.

use crate::java::JavaType;
use crate::scope::Scope;

/// An object made by the expression, with its fields copied into one whose calls the variable answers.
pub(crate) fn stand_in(scope: &mut Scope<'_>, ty: &JavaType, made: &str, calls: &str) -> String {
    let mockito = scope.claim("org.mockito.Mockito");
    let literal = scope.class_literal(ty);
    format!("{mockito}.mock({literal},\n        {mockito}.withSettings().spiedInstance({made}).defaultAnswer({calls}))")
}

/// The resource of a `try` statement in which the static methods of a class are answered by the variable, under a name.
pub(crate) fn answered_statics(scope: &mut Scope<'_>, class: &str, name: &str, calls: &str) -> String {
    let mockito = scope.claim("org.mockito.Mockito");
    let mocked = scope.claim("org.mockito.MockedStatic");
    let literal = scope.class_literal(&JavaType::Class(class.to_owned()));
    format!("{mocked}<?> {name} = {mockito}.mockStatic({literal}, {calls})")
}

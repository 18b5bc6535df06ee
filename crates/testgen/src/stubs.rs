//! Objects that stand for any implementation of an interface or an abstract class: a proxy, or an object of a subclass that the
//! test writes. What they are asked is answered with the values of the test. Where the constructor of an abstract class is under
//! test, nothing is asked.

use crate::answers::answering;
use crate::classes::{Access, Binding, ClassKind, Classes, Making, MethodInfo, Realization, is_subclass};
use crate::form::Form;
use crate::generics::{Inherited, inherited};
use crate::helpers::Helper;
use crate::java::{JavaType, parse_method, quoted};
use crate::lambdas::{is_lambda, lambda};
use crate::recipes::{Make, Recipe};
use crate::writer::{JavaExpr, Writer};
use clew_facts::{HeapObject, InputCall, Object, ObjectId, Outcome, TestCase, Value};

/// The name of the field of a stub's class that answers, where no constructor runs that could capture the variable.
const ANSWERS: &str = "answers";

/// The stubs of a test.
pub(crate) struct Stubs {
    variable: String,
    helper: String,
    /// Whether it is known what the stubs are asked.
    is_foretold: bool,
    answering: Vec<String>,
}

impl Stubs {
    /// Tells the writer what answers for the stubs of its test; nothing where there are none.
    pub(crate) fn prepare(writer: &mut Writer<'_, '_>) -> Option<Self> {
        let asks = |(id, object): (&ObjectId, &HeapObject)| {
            is_stub(writer.scope.classes, object) && !is_lambda(writer, *id, &object.class)
        };
        if !writer.test.heap.iter().any(asks) {
            return None;
        }
        let variable = writer.fresh_local("stubs");
        writer.stubs = Some(variable.clone());
        let is_foretold = writer.test.outcome != Outcome::Open;
        Some(Stubs { variable, is_foretold, helper: writer.scope.helper(Helper::Stubs), answering: Vec::new() })
    }

    /// Has the values made.
    ///
    /// # Errors
    /// Why one cannot be made.
    pub(crate) fn give(self, writer: &mut Writer<'_, '_>) -> Result<Self, String> {
        let is_of_lambda = |call: &InputCall| match &call.receiver {
            Some(Value::Ref(id)) => is_lambda(writer, *id, writer.test.heap.get(id).map_or("", |object| &object.class)),
            _ => false,
        };
        let calls = writer.test.calls.iter().filter(|call| is_of_stub(writer, call) && !is_of_lambda(call));
        let calls: Vec<&InputCall> = calls.collect();
        let answering = answering(writer, &self.variable, &calls, |call| call.method.method.clone())?;
        Ok(Stubs { answering, ..self })
    }

    /// The statements that make the objects, with those before and after them.
    pub(crate) fn before(&self, objects: Vec<String>) -> Vec<String> {
        let mut lines = vec![format!("{0} {1} = new {0}();", self.helper, self.variable)];
        lines.extend(objects);
        lines.extend(self.answering.iter().cloned());
        lines
    }

    /// The statements of the call and what is asserted of it. A probe only looks at how the call ends.
    pub(crate) fn around(&self, mut body: Vec<String>, form: Form) -> Vec<String> {
        if matches!(form, Form::Asserting(_)) && self.is_foretold {
            body.push(format!("{}.assertAllTaken();", self.variable));
        }
        body
    }
}

fn is_stub(classes: &dyn Classes, HeapObject { class, object }: &HeapObject) -> bool {
    matches!(object, Object::Instance { .. })
        && classes.class(class).is_some_and(|class| matches!(class.kind, ClassKind::Interface | ClassKind::Abstract))
}

/// Whether a call is one of a method that a stub leaves open.
pub(crate) fn is_of_stub(writer: &Writer<'_, '_>, call: &InputCall) -> bool {
    let Some(Value::Ref(receiver)) = &call.receiver else { return false };
    let classes = writer.scope.classes;
    let is_open = classes.class(&call.method.class).is_some_and(|class| {
        let method = class.method(&call.method.method, &call.method.descriptor);
        method.is_some_and(|method| method.realization == Realization::Abstract)
    });
    is_open && writer.test.heap.get(receiver).is_some_and(|object| is_stub(classes, object))
}

impl Writer<'_, '_> {
    /// An object of an interface: a lambda expression where that can be, else a proxy.
    ///
    /// # Errors
    /// Nothing answers for it.
    pub(crate) fn proxy(&mut self, id: ObjectId, class: &str) -> Result<JavaExpr, String> {
        if let Some(made) = lambda(self, id, class)? {
            return Ok(made);
        }
        let stubs = self.stubs.clone().ok_or_else(|| format!("{class} cannot have instances"))?;
        let ty = JavaType::Class(class.into());
        let literal = self.scope.class_literal(&ty);
        let name = self.local_name(id, class);
        Ok(self.declare(&name, &ty, &format!("{stubs}.of({literal})")))
    }

    /// An object of a subclass of an abstract class; its fields are still to be stored.
    ///
    /// # Errors
    /// There is no way to make one.
    pub(crate) fn stub(&mut self, id: ObjectId, class: &str, recipe: &Recipe) -> Result<JavaExpr, String> {
        let stubs = self.stubs.clone().ok_or_else(|| format!("{class} cannot have instances"))?;
        let ty = JavaType::Class(class.into());
        let name = self.local_name(id, class);
        match &recipe.make {
            Make::Constructor => {
                let text = self.creation(class, recipe)?;
                let body = subclass_body(self, class, Some(&stubs))?;
                Ok(self.declare(&name, &ty, &format!("{text} {body}")))
            }
            Make::Allocate(base) => {
                let stub = self.fresh_local(&format!("{}Stub", crate::names::simple_name(class)));
                let written = stub_class(self, class, &stub)?;
                let simple = crate::names::simple_name(class);
                self.creations.push(format!("// Reflection: no call was found that leads to this state of {simple}."));
                self.creations.push(written);
                let arguments = self.recipe_arguments(recipe)?;
                let made = self.allocation(&format!("{stub}.class"), base.as_ref(), arguments);
                self.creations.push(format!("{stub} {name} = ({stub}) {made};"));
                self.creations.push(format!("{name}.{ANSWERS} = {stubs};"));
                Ok(JavaExpr::new(name, ty))
            }
            Make::HiddenConstructor | Make::Factory(_) => Err(format!("no way to make a {class}")),
        }
    }

    /// An expression of exactly this type for a value that is no object.
    ///
    /// # Errors
    /// It is one that is not known.
    fn typed(&mut self, value: &Value, ty: &JavaType) -> Result<String, String> {
        let value = self.value(value, ty)?;
        Ok(self.exact(value, ty))
    }
}

/// A class of a stub without a constructor that is ever called, under this name.
///
/// # Errors
/// Why there can't be one.
fn stub_class(writer: &mut Writer<'_, '_>, class: &str, name: &str) -> Result<String, String> {
    let refused = || format!("{class} is abstract, and no subclass can be written here");
    let info = writer.scope.classes.class(class).ok_or_else(refused)?;
    let shown = writer.scope.class_name(class).ok_or_else(refused)?;
    let constructors = info.methods.iter().filter(|method| method.name == "<init>");
    let above = constructors.into_iter().find(|above| writer.scope.can_call(&info, above)).ok_or_else(refused)?;
    if info.is_inner() {
        return Err(refused());
    }
    let (parameters, _) = parse_method(&above.descriptor).ok_or_else(refused)?;
    let mut passed = Vec::new();
    for ty in parameters {
        passed.push(writer.typed(&ty.default_value(), &ty)?);
    }
    let body = subclass_body(writer, class, Some(ANSWERS))?;
    let inside = body.strip_prefix('{').unwrap_or(&body);
    let helper = writer.scope.helper(Helper::Stubs);
    Ok(format!(
        "class {name} extends {shown} {{\n    {helper} {ANSWERS};\n\n    {name}() throws Throwable {{\n        super({});\n    }}\n{inside}",
        passed.join(", ")
    ))
}

/// The body of a subclass of the abstract class, in braces: each missing method refuses to be called, but for those that the
/// test has values for, which the variable answers.
///
/// # Errors
/// Why there can't be one.
pub(crate) fn subclass_body(
    writer: &mut Writer<'_, '_>,
    class: &str,
    answering: Option<&str>,
) -> Result<String, String> {
    let missing = missing_methods(writer.scope.classes, class);
    let refused = || format!("{class} is abstract and cannot be completed");
    let test = writer.test;
    let mut text = String::from("{");
    for method in missing {
        let mut shown = Vec::new();
        for (position, ty) in method.parameters.iter().enumerate() {
            shown.push(format!("{} p{position}", writer.scope.type_name(ty).ok_or_else(refused)?));
        }
        let result = match &method.result {
            Some(ty) => writer.scope.type_name(ty).ok_or_else(refused)?,
            None => "void".into(),
        };
        let statement = match (answering, method.called(&test.calls)?) {
            (Some(answering), Some(declared)) => {
                check_returned(writer, &method, declared)?;
                answer(answering, &method.name, declared, &result)
            }
            _ => "throw new UnsupportedOperationException();".into(),
        };
        text.push_str(&format!(
            "\n    @Override\n    public {result} {}({}) {{\n        {statement}\n    }}\n",
            method.name,
            shown.join(", ")
        ));
    }
    text.push('}');
    Ok(text)
}

/// Sees to it that the source code of a method can return what its calls return.
///
/// # Errors
/// It cannot.
fn check_returned(writer: &Writer<'_, '_>, method: &Missing, declared: &[JavaType]) -> Result<(), String> {
    let calls = writer.test.calls.iter().filter(|call| method.is_called(call, declared));
    for call in calls {
        let Some(Value::Ref(id)) = &call.returned else { continue };
        let returned = writer.test.heap.get(id).and_then(|object| JavaType::of_class(&object.class));
        if let (Some(returned), Some(wanted)) = (&returned, &method.result)
            && !writer.can_be(returned, wanted)
        {
            let [returned, wanted] = [returned, wanted].map(JavaType::type_name_at_runtime);
            return Err(format!("{} returns a {wanted}, and the execution needs a {returned}", call.method));
        }
    }
    Ok(())
}

/// The statement by which a method returns the next value that the test has for it.
fn answer(answering: &str, method: &str, parameters: &[JavaType], result: &str) -> String {
    let parameters: Vec<String> = parameters.iter().map(JavaType::type_name_at_runtime).collect();
    let next = format!("{answering}.next({})", quoted(&format!("{method}({})", parameters.join(", "))));
    match result {
        "void" => format!("{next};"),
        "Object" => format!("return {next};"),
        result => format!("return ({result}) {next};"),
    }
}

/// A method that nothing above a class implements.
pub(crate) struct Missing {
    pub(crate) name: String,
    /// As a subclass has to write them.
    pub(crate) parameters: Vec<JavaType>,
    pub(crate) result: Option<JavaType>,
    /// The parameters of the methods that it implements, as these declare them.
    declared: Vec<Vec<JavaType>>,
}

impl Missing {
    /// The parameters of the method that the test calls; `None` where it calls none of them.
    ///
    /// # Errors
    /// Several are, and it is not known in which order.
    fn called(&self, calls: &[InputCall]) -> Result<Option<&Vec<JavaType>>, String> {
        let mut called =
            self.declared.iter().filter(|declared| calls.iter().any(|call| self.is_called(call, declared)));
        match (called.next(), called.next()) {
            (_, Some(_)) => Err(format!("{} is called by several signatures", self.name)),
            (one, None) => Ok(one),
        }
    }

    fn is_called(&self, call: &InputCall, declared: &[JavaType]) -> bool {
        call.method.method == self.name
            && parse_method(&call.method.descriptor).is_some_and(|(parameters, _)| parameters == declared)
    }
}

/// Whether a stub of the test takes objects of some types only where its class, as the JVM has it, takes all: as a class of source
/// code does whose superclass gives type arguments.
pub(crate) fn narrows(classes: &dyn Classes, test: &TestCase) -> bool {
    let stubs = test.heap.values().filter(|object| is_stub(classes, object));
    stubs.into_iter().any(|stub| {
        let missing = missing_methods(classes, &stub.class);
        missing.iter().any(|method| method.declared.iter().any(|declared| *declared != method.parameters))
    })
}

/// The abstract methods that nothing above the class implements.
pub(crate) fn missing_methods(classes: &dyn Classes, class: &str) -> Vec<Missing> {
    let above = inherited(classes, class);
    let (classes_above, interfaces): (Vec<&Inherited>, Vec<&Inherited>) =
        above.iter().partition(|above| above.class.kind != ClassKind::Interface);
    let methods = |owner: &'_ &Inherited| -> Vec<(MethodInfo, Vec<JavaType>, Option<JavaType>)> {
        let methods = owner.class.methods.iter().filter(|method| {
            let is_inherited = method.access != Access::Private || method.making == Making::Bridge;
            method.binding == Binding::Instance && method.name != "<init>" && is_inherited
        });
        let typed = |method: &MethodInfo| owner.types(method).map(|(of, result)| (method.clone(), of, result));
        methods.filter_map(typed).collect()
    };
    let mut all: Vec<_> = classes_above.iter().flat_map(methods).collect();
    let mut inherited: Vec<_> = interfaces.iter().flat_map(methods).collect();
    // A default method counts wherever it stands, because the most specific one wins.
    inherited.sort_by_key(|(method, ..)| method.realization == Realization::Abstract);
    all.extend(inherited);
    let mut missing: Vec<Missing> = Vec::new();
    let mut done: Vec<(String, Vec<JavaType>)> = Vec::new();
    for (method, parameters, result) in all {
        let declared = parse_method(&method.descriptor).map(|(declared, _)| declared).unwrap_or_default();
        let signature = (method.name.clone(), parameters.clone());
        let is_abstract = method.realization == Realization::Abstract;
        let known =
            missing.iter_mut().find(|missing| (&missing.name, &missing.parameters) == (&method.name, &parameters));
        match known {
            Some(known) if is_abstract => {
                // What overrides several returns what suits all of them.
                if let (Some(JavaType::Class(has)), Some(JavaType::Class(wants))) = (&known.result, &result)
                    && is_subclass(classes, wants, has)
                {
                    known.result = result;
                }
                if !known.declared.contains(&declared) {
                    known.declared.push(declared);
                }
            }
            Some(_) => {}
            None if done.contains(&signature) => {}
            None => {
                done.push(signature);
                if is_abstract {
                    missing.push(Missing { name: method.name, parameters, result, declared: vec![declared] });
                }
            }
        }
    }
    missing
}

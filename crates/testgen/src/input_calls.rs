//! Calls that are inputs: Mockito returns the values of the test in their place, and the test fails if it is not asked for
//! exactly these.

use crate::answers::answering;
use crate::classes::{ClassInfo, ClassKind, Origin, with_superclasses};
use crate::form::Form;
use crate::helpers::Helper;
use crate::java::indented;
use crate::mockito::answered_statics;
use crate::scope::Scope;
use crate::stubs::is_of_stub;
use crate::writer::Writer;
use clew_facts::{InputCall, ObjectId, Value};
use std::collections::BTreeSet;

/// What of the JDK may have its static methods stood in for: what Mockito and the virtual machine do not use themselves.
const MOCKABLE_OF_JDK: [&str; 2] = ["java.time.", "java.util.UUID"];

/// The calls of a test that are inputs, once it is known that others can stand in for them.
pub(crate) struct InputCalls {
    variable: String,
    helper: String,
    /// The classes whose static methods are called.
    statics: BTreeSet<String>,
}

impl InputCalls {
    /// Tells the writer which objects have others stand in for them; nothing where no call is an input.
    ///
    /// # Errors
    /// Why nothing can stand in for a call.
    pub(crate) fn prepare(writer: &mut Writer<'_, '_>) -> Result<Option<Self>, String> {
        let test = writer.test;
        let calls: Vec<&InputCall> = test.calls.iter().filter(|call| !is_of_stub(writer, call)).collect();
        if calls.is_empty() {
            return Ok(None);
        }
        let mut statics = BTreeSet::new();
        let mut receivers: BTreeSet<ObjectId> = BTreeSet::new();
        for call in calls {
            match &call.receiver {
                None => {
                    check_static(writer.scope, &call.method.class)?;
                    statics.insert(call.method.class.clone());
                }
                Some(Value::Ref(id)) => {
                    let class = test.heap.get(id).map(|object| object.class.as_str()).unwrap_or_default();
                    check_receiver(writer.scope, class)?;
                    receivers.insert(*id);
                }
                Some(_) => return Err(format!("{} is called on no object", call.method)),
            }
        }
        let variable = writer.fresh_local("calls");
        writer.answering = Some((variable.clone(), receivers));
        Ok(Some(InputCalls { variable, helper: writer.scope.helper(Helper::InputCalls), statics }))
    }

    /// Has the values made, and writes which method returns which.
    ///
    /// # Errors
    /// Why a value cannot be made.
    pub(crate) fn give(self, writer: &mut Writer<'_, '_>) -> Result<Written, String> {
        let calls: Vec<&InputCall> = writer.test.calls.iter().filter(|call| !is_of_stub(writer, call)).collect();
        let named = |call: &InputCall| format!("{}.{}", call.method.class, call.method.method);
        let answering = answering(writer, &self.variable, &calls, named)?;
        let mut resources = Vec::new();
        for class in &self.statics {
            let name = writer.fresh_local("mocked");
            resources.push(answered_statics(writer.scope, class, &name, &self.variable));
        }
        Ok(Written { variable: self.variable, helper: self.helper, answering, resources })
    }
}

/// What a test says of its calls that are inputs.
pub(crate) struct Written {
    variable: String,
    helper: String,
    answering: Vec<String>,
    /// The resources of the `try` statement around the call.
    resources: Vec<String>,
}

impl Written {
    /// The statements that make the objects, with those before and after them.
    pub(crate) fn before(&self, objects: Vec<String>) -> Vec<String> {
        let mut lines = vec![format!("{0} {1} = new {0}();", self.helper, self.variable)];
        lines.extend(objects);
        lines.extend(self.answering.iter().cloned());
        lines
    }

    /// The statements of the call and what is asserted of it, in the scope of what stands in. A probe only looks at how the
    /// call ends.
    pub(crate) fn around(&self, body: Vec<String>, form: Form) -> Vec<String> {
        let mut lines = match self.resources.as_slice() {
            [] => body,
            resources => {
                let mut lines = vec![format!("try ({}) {{", resources.join(";\n        "))];
                lines.extend(indented(body));
                lines.push("}".into());
                lines
            }
        };
        if matches!(form, Form::Asserting(_)) {
            lines.push(format!("{}.assertAllTaken();", self.variable));
        }
        lines
    }
}

fn check_static(scope: &Scope<'_>, class: &str) -> Result<(), String> {
    let is_of_jdk = scope.classes.class(class).is_none_or(|info| info.origin == Origin::Jdk);
    if is_of_jdk && !MOCKABLE_OF_JDK.iter().any(|prefix| class.starts_with(prefix)) {
        return Err(format!("nothing can stand in for static methods of {class}"));
    }
    Ok(())
}

fn check_receiver(scope: &Scope<'_>, class: &str) -> Result<(), String> {
    let info = scope.classes.class(class).ok_or_else(|| format!("the class {class} cannot be read"))?;
    let refused = |why: &str| Err(format!("nothing can stand in for an object of {class}, {why}"));
    if info.origin == Origin::Jdk {
        return refused("a class of the JDK");
    }
    if info.kind != ClassKind::Class {
        return refused("which is no ordinary class");
    }
    let has_own = |owner: &std::rc::Rc<ClassInfo>| {
        let is_own = |name: &str, descriptor: &str| {
            matches!((name, descriptor), ("hashCode", "()I") | ("equals", "(Ljava/lang/Object;)Z"))
        };
        owner.name != "java.lang.Object" && owner.methods.iter().any(|method| is_own(&method.name, &method.descriptor))
    };
    if with_superclasses(scope.classes, class).iter().any(has_own) {
        return refused("which has an equals or hashCode of its own");
    }
    Ok(())
}

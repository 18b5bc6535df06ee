//! What the calls were passed that the method under test made on its stubs. A service whose work is to tell others is seen by that alone.

use super::Asserter;
use crate::classes::{ClassKind, Origin, with_superclasses};
use crate::java::{JavaType, parse_method};
use clew_facts::{InputCall, Object, ObjectId, Value};

impl Asserter<'_, '_, '_> {
    /// Says of the stubs that keep what they are passed, what that was: all of it where it can be written down, else how often they were
    /// called.
    pub(crate) fn passed_to_stubs(&mut self) {
        let test = self.writer.test;
        for (id, list) in self.writer.collected.clone() {
            let calls = test.calls.iter().filter(|call| call.receiver == Some(Value::Ref(id)));
            let calls: Vec<&InputCall> = calls.collect();
            match calls.iter().map(|call| self.passed(call)).collect::<Option<Vec<String>>>() {
                Some(texts) => {
                    let expected = self.collection_of(&texts, ["emptyList", "singletonList"]);
                    self.say("assertEquals", &[expected, list]);
                }
                None => self.say("assertEquals", &[calls.len().to_string(), format!("{list}.size()")]),
            }
        }
    }

    /// What a stub keeps of a call.
    fn passed(&mut self, call: &InputCall) -> Option<String> {
        let (parameters, _) = parse_method(&call.method.descriptor)?;
        let texts = call.passed.iter().zip(&parameters).map(|(value, ty)| self.one_passed(value, ty));
        let texts: Vec<String> = texts.collect::<Option<_>>()?;
        Some(self.writer.kept_of_call(&call.method.method, &texts))
    }

    fn one_passed(&mut self, value: &Value, ty: &JavaType) -> Option<String> {
        if let Value::Ref(id) = value
            && let Some(known) = self.writer.objects.get(id)
        {
            let known = known.text.clone();
            return self.is_equal_to_itself(*id).then_some(known);
        }
        self.equal(value, ty, 0)
    }

    /// Whether an object is surely equal to itself, also after it has changed.
    fn is_equal_to_itself(&self, id: ObjectId) -> bool {
        let Some(object) = self.writer.test.heap.get(&id) else { return false };
        let classes = self.writer.scope.classes;
        match &object.object {
            Object::Array { .. } => true,
            _ => with_superclasses(classes, &object.class).iter().all(|class| {
                let compares = class.methods.iter().any(|method| method.name == "equals");
                !compares || class.origin != Origin::User || class.kind == ClassKind::Record
            }),
        }
    }
}

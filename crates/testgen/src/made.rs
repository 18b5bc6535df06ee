//! Writes down objects of the input that calls make.

use crate::java::{JavaType, parse_method};
use crate::typed::with_diamond;
use crate::writer::{JavaExpr, Writer};
use clew_facts::{Call, Made, Maker, Object, ObjectId, Value};
use std::collections::BTreeSet;

impl Writer<'_, '_> {
    /// An object that calls make. They are all made before it is used, because what it is passed to may look at it; but it may
    /// be passed to the later ones itself.
    pub(crate) fn made(
        &mut self,
        id: ObjectId,
        class: &str,
        Made { by, first, then, .. }: &Made,
    ) -> Result<JavaExpr, String> {
        let owner = &first.method.class;
        let (mut parameters, result) = parse_method(&first.method.descriptor).ok_or("a call without a descriptor")?;
        if *by == Maker::Other {
            parameters.insert(0, JavaType::Class(owner.clone()));
        }
        let mut values = self.passed(first, &parameters)?;
        self.fill(first)?;
        let (text, ty) = match by {
            Maker::Constructor if self.scope.can_name(owner) => {
                (self.new_expression(owner, values), Some(JavaType::Class(class.into())))
            }
            Maker::Constructor => (self.hidden_construction(owner, values), None),
            Maker::Factory => {
                let args = self.arguments(owner, &first.method.method, values);
                let owner = self.scope.class_name(owner).ok_or_else(|| format!("{owner} cannot be named"))?;
                (format!("{owner}.{}({args})", first.method.method), result)
            }
            Maker::Other => {
                let (receiver, _) = values.remove(0);
                let args = self.arguments(owner, &first.method.method, values);
                (format!("{}.{}({args})", self.as_owner(receiver, owner), first.method.method), result)
            }
        };
        let name = self.local_name(id, class);
        let ty = ty.unwrap_or_else(JavaType::object);
        let made = match self.types.get(&id).cloned().and_then(|arguments| self.with_arguments(class, &arguments)) {
            Some(shown) => self.declare_shown(&name, &ty, &shown, &with_diamond(&text)),
            None => self.declare(&name, &ty, &text),
        };
        self.objects.insert(id, made.clone());
        for call in then {
            let (parameters, _) = parse_method(&call.method.descriptor).ok_or("a call without a descriptor")?;
            let values = self.passed(call, &parameters)?;
            self.fill(call)?;
            let args = self.arguments(&call.method.class, &call.method.method, values);
            let target = self.as_owner(made.clone(), &call.method.class);
            self.creations.push(format!("{target}.{}({args});", call.method.method));
        }
        Ok(made)
    }

    /// The expression that calls a constructor.
    ///
    /// # Errors
    /// What is passed cannot be made.
    pub(crate) fn construction(&mut self, call: &Call) -> Result<String, String> {
        let (parameters, _) = parse_method(&call.method.descriptor).ok_or("a call without a descriptor")?;
        let values = self.passed(call, &parameters)?;
        Ok(self.new_expression(&call.method.class, values))
    }

    /// Has the objects that a call is passed, and those that they hold, hold what they are to hold: the call may look at it.
    fn fill(&mut self, call: &Call) -> Result<(), String> {
        let mut held: BTreeSet<ObjectId> = BTreeSet::new();
        let mut waiting: Vec<&Value> = call.arguments.iter().collect();
        while let Some(value) = waiting.pop() {
            let Value::Ref(id) = value else { continue };
            if !held.insert(*id) {
                continue;
            }
            match self.test.heap.get(id).map(|object| &object.object) {
                Some(Object::Array { elements }) => waiting.extend(elements),
                Some(Object::Instance { fields }) => waiting.extend(fields.values()),
                _ => {}
            }
        }
        self.store_into(&held)
    }

    fn passed(&mut self, call: &Call, parameters: &[JavaType]) -> Result<Vec<(JavaExpr, JavaType)>, String> {
        let values = call.arguments.iter().zip(parameters);
        values.map(|(value, ty)| self.value(value, ty).map(|expr| (expr, ty.clone()))).collect()
    }
}

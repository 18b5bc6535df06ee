//! Objects of a test that may hold anything, as far as the types go that the code declares.

use clew_base::FastSet;
use clew_facts::{Call, ObjectId, TestCase, Value};
use clew_jvm::{ClassId, GenericType, Method, TypeParameter, World, parse_class_signature, parse_method_signature};

const OBJECT: &str = "java/lang/Object";

/// The objects of a test whose type arguments may be any: the receiver, and arguments that are declared so.
pub(super) struct Untyped<'w> {
    world: &'w World,
    objects: FastSet<ObjectId>,
}

impl<'w> Untyped<'w> {
    /// Those of a test of this method.
    pub(super) fn of(world: &'w World, target: &Method, test: &TestCase) -> Self {
        let signature = target.signature.as_deref().and_then(parse_method_signature);
        let mut parameters = parameters_of_class(world, target.class);
        parameters.extend(signature.iter().flat_map(|signature| signature.type_parameters.clone()));
        let is_any = |at: usize| match &signature {
            Some(signature) => signature.parameters.get(at).is_some_and(|ty| holds_any(ty, &parameters)),
            None => true,
        };
        let arguments = test.arguments.iter().enumerate();
        let passed = arguments.filter(|(at, _)| is_any(*at)).map(|(_, argument)| &argument.value);
        let named = |value: &Value| match value {
            Value::Ref(id) => Some(*id),
            _ => None,
        };
        Self { world, objects: test.receiver.iter().chain(passed).filter_map(named).collect() }
    }

    /// Whether a call that makes an object, or changes it, may be passed any object for a parameter that is erased to `Object`.
    pub(super) fn takes_any(&self, object: ObjectId, class: &str, call: &Call, at: usize) -> bool {
        let Ok(owner) = self.world.load(&call.method.class.replace('.', "/")) else { return false };
        let Some(method) = self.world.find_method(owner, &call.method.method, &call.method.descriptor) else {
            return false;
        };
        let method = self.world.method(method);
        let Some(signature) = method.signature.as_deref().and_then(parse_method_signature) else { return true };
        match signature.parameters.get(at) {
            Some(GenericType::Class { .. }) => true,
            Some(GenericType::Variable(name)) => {
                let is_of_class = parameters_of_class(self.world, owner).iter().any(|known| known.name == *name);
                self.objects.contains(&object)
                    && is_of_class
                    && (class == call.method.class || class.starts_with("java."))
            }
            Some(GenericType::Primitive(_) | GenericType::Array(_)) | None => false,
        }
    }
}

fn parameters_of_class(world: &World, class: ClassId) -> Vec<TypeParameter> {
    let class = world.class(class);
    let signature = class.signature.as_deref().and_then(parse_class_signature);
    signature.map_or_else(Vec::new, |signature| signature.parameters)
}

/// Whether all type arguments of a declared type may be any.
fn holds_any(declared: &GenericType, parameters: &[TypeParameter]) -> bool {
    let GenericType::Class { arguments, .. } = declared else { return false };
    arguments.iter().all(|argument| match argument {
        None => true,
        Some(GenericType::Class { name, .. }) => **name == *OBJECT,
        Some(GenericType::Variable(name)) => {
            let bound =
                parameters.iter().rev().find(|known| known.name == *name).and_then(|known| known.bound.as_ref());
            bound.is_none_or(|bound| matches!(bound, GenericType::Class { name, .. } if **name == *OBJECT))
        }
        Some(GenericType::Primitive(_) | GenericType::Array(_)) => false,
    })
}

//! Message digests: which class of the JDK computes which one. The JDK finds it by what the files of its installation say, and in
//! tables of everything that its providers offer.

use crate::flow::known;
use crate::machine::Machine;
use crate::models::modelled::{Model, ModelResult, Modelled};
use crate::partial::partial_object;
use crate::state::{State, provenance_of_new};
use crate::types::type_of;
use clew_facts::{Assumption, CutReason};
use clew_heap::{Object, ObjectId, Ref, Value};

/// The names of digests, and below `sun/security/provider` the classes that compute them.
const DIGESTS: [(&str, &str); 15] = [
    ("MD2", "MD2"),
    ("MD5", "MD5"),
    ("SHA", "SHA"),
    ("SHA-1", "SHA"),
    ("SHA1", "SHA"),
    ("SHA-224", "SHA2$SHA224"),
    ("SHA-256", "SHA2$SHA256"),
    ("SHA-384", "SHA5$SHA384"),
    ("SHA-512", "SHA5$SHA512"),
    ("SHA-512/224", "SHA5$SHA512_224"),
    ("SHA-512/256", "SHA5$SHA512_256"),
    ("SHA3-224", "SHA3$SHA224"),
    ("SHA3-256", "SHA3$SHA256"),
    ("SHA3-384", "SHA3$SHA384"),
    ("SHA3-512", "SHA3$SHA512"),
];

/// The class of their provider.
const PROVIDER: &str = "sun/security/provider/Sun";

/// Why it is not known what a provider holds.
const UNKNOWN: &str = "what a security provider holds";

/// What a search for an implementation gives.
const FOUND: &str = "sun/security/jca/GetInstance$Instance";

pub(super) fn model_of(class: &str, name: &str, descriptor: &str) -> Option<Model> {
    let found = descriptor.strip_prefix("(Ljava/lang/String;Ljava/lang/Class;Ljava/lang/String;)L")?;
    let is_search = (class, name) == ("sun/security/jca/GetInstance", "getInstance");
    (is_search && found.strip_suffix(';') == Some(FOUND)).then_some(instance)
}

/// The implementation of a digest, by the provider that comes with the JDK; of anything else the JDK's own search.
fn instance(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let text = |value: Option<&Value>| match value {
        Some(Value::Ref(Ref::Object(text))) => {
            let units = crate::strings::units(machine, &state, *text)?;
            String::from_utf16(&units).ok()
        }
        _ => None,
    };
    let wanted = text(args.first()).zip(text(args.get(2)));
    let digest = wanted.filter(|(kind, _)| kind == "MessageDigest").and_then(|(_, algorithm)| {
        DIGESTS.iter().find(|(name, _)| name.eq_ignore_ascii_case(&algorithm)).map(|(_, class)| *class)
    });
    let Some(digest) = digest else { return Ok(Modelled::Code(state)) };
    let class = known!(state, machine.load(&format!("sun/security/provider/{digest}")));
    if !machine.is_ready(&state, class) {
        return Ok(Modelled::Again(machine.initialize(state, class)?));
    }
    let Some(constructor) = machine.world.find_method(class, "<init>", "()V") else { return Ok(Modelled::Code(state)) };
    machine.ledger.assume_at(&state, Assumption::Model("java.security.MessageDigest#getInstance".to_owned()));
    let implementation = Object::new(type_of(class), provenance_of_new(&state));
    let implementation = state.heap.allocate(implementation);
    let provider = known!(state, provider(machine, &mut state));
    let (implementation_at, provider_at) = (Value::Ref(Ref::Object(implementation)), Value::Ref(Ref::Object(provider)));
    let found = known!(
        state,
        partial_object(machine, &mut state, FOUND, UNKNOWN, |name| match name {
            "impl" => Some(implementation_at),
            _ => Some(provider_at),
        })
    );
    let constructed = vec![Value::Ref(Ref::Object(implementation))];
    Ok(Modelled::After(state, constructor, constructed, Some(Value::Ref(Ref::Object(found)))))
}

/// The provider of the digests. Nothing is said of it but its name.
fn provider(machine: &mut Machine<'_>, state: &mut State) -> Result<ObjectId, CutReason> {
    if let Some(known) = state.globals.platform.provider {
        return Ok(known);
    }
    let name = crate::strings::intern(machine, state, &"SUN".encode_utf16().collect::<Vec<u16>>())?;
    let provider = partial_object(machine, state, PROVIDER, UNKNOWN, |field| {
        (field == "name").then_some(Value::Ref(Ref::Object(name)))
    })?;
    state.globals.platform.provider = Some(provider);
    Ok(provider)
}

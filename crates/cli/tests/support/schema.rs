//! The published schemas of JSON documents.

use jsonschema::Validator;
use serde_json::Value as Json;

/// The schema of the document of `clew generate`.
pub fn of_generate() -> Validator {
    validator(include_str!("../../../../docs/spec/generate.schema.json"))
}

/// The schema of the document of `clew config`.
pub fn of_config() -> Validator {
    validator(include_str!("../../../../docs/spec/config.schema.json"))
}

/// The schema of the document of `clew doctor`.
pub fn of_doctor() -> Validator {
    validator(include_str!("../../../../docs/spec/doctor.schema.json"))
}

/// The schema of the document of `clew cache`.
pub fn of_cache() -> Validator {
    validator(include_str!("../../../../docs/spec/cache.schema.json"))
}

/// The schema of the document of `clew reach`.
pub fn of_reach() -> Validator {
    validator(include_str!("../../../../docs/spec/reach.schema.json"))
}

/// The schema of the document of `clew verify`.
pub fn of_verify() -> Validator {
    validator(include_str!("../../../../docs/spec/verify.schema.json"))
}

/// The schema of the document of `clew summarize`.
pub fn of_summarize() -> Validator {
    validator(include_str!("../../../../docs/spec/summarize.schema.json"))
}

/// The schema of the files that `clew generate --verified` reads.
pub fn of_verified() -> Validator {
    validator(include_str!("../../../../docs/spec/verified.schema.json"))
}

/// The schema of the document that is printed where no command could run.
pub fn of_errors() -> Validator {
    validator(include_str!("../../../../docs/spec/error.schema.json"))
}

/// The schema of the document of `clew check`, which says of methods what that of `clew generate` says.
pub fn of_check() -> Validator {
    let generate = json(include_str!("../../../../docs/spec/generate.schema.json"));
    let schema = json(include_str!("../../../../docs/spec/check.schema.json"));
    jsonschema::draft202012::meta::validate(&schema).expect("the schema is one");
    let registry = jsonschema::Registry::new().add("urn:clew:generate", generate).expect("a resource");
    let registry = registry.prepare().expect("a registry");
    jsonschema::draft202012::options().with_registry(&registry).build(&schema).expect("the schema can be used")
}

fn json(text: &str) -> Json {
    serde_json::from_str(text).expect("the schema is JSON")
}

fn validator(schema: &str) -> Validator {
    let schema = json(schema);
    jsonschema::draft202012::meta::validate(&schema).expect("the schema is one");
    jsonschema::draft202012::new(&schema).expect("the schema can be used")
}

/// Asserts that a document is as the schema says.
pub fn assert_valid(schema: &Validator, document: &Json) {
    let wrong: Vec<String> =
        schema.iter_errors(document).take(5).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

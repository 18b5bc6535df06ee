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

/// The schema of the document that is printed where no command could run.
pub fn of_errors() -> Validator {
    validator(include_str!("../../../../docs/spec/error.schema.json"))
}

fn validator(schema: &str) -> Validator {
    let schema: Json = serde_json::from_str(schema).expect("the schema is JSON");
    jsonschema::draft202012::meta::validate(&schema).expect("the schema is one");
    jsonschema::draft202012::new(&schema).expect("the schema can be used")
}

/// Asserts that a document is as the schema says.
pub fn assert_valid(schema: &Validator, document: &Json) {
    let wrong: Vec<String> =
        schema.iter_errors(document).take(5).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

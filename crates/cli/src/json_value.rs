//! Java values and objects as JSON.
//!
//! `boolean` is a JSON boolean; `byte`, `short`, `int` and `char` (its UTF-16 unit) are numbers; a `long` is a number, or a
//! decimal string where it needs more than 53 bits; `float` and `double` are numbers, or `"NaN"`, `"Infinity"`,
//! `"-Infinity"`; a reference is `null` or `{"ref": id}`; a value that was not determined is `{"unknown": true}`.

use clew_base::OrderedMap;
use clew_facts::{Call, CallOn, FieldKey, HeapObject, Object, ObjectId, Outcome, Value};
use serde_json::{Map, Value as Json, json};

/// The integers that a double holds exactly reach this far from zero.
const EXACT: i64 = 1 << 53;

/// A value.
pub fn value(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Boolean(value) => json!(value),
        Value::Byte(value) => json!(value),
        Value::Char(unit) => json!(unit),
        Value::Short(value) => json!(value),
        Value::Int(value) => json!(value),
        Value::Long(value) if (-EXACT..=EXACT).contains(value) => json!(value),
        Value::Long(value) => json!(value.to_string()),
        Value::Float(bits) => float(f64::from(f32::from_bits(*bits))),
        Value::Double(bits) => float(f64::from_bits(*bits)),
        Value::Ref(id) => json!({ "ref": id.0 }),
        Value::Unknown => json!({ "unknown": true }),
    }
}

fn float(value: f64) -> Json {
    if value.is_finite() {
        json!(value)
    } else if value.is_nan() {
        json!("NaN")
    } else if value > 0.0 {
        json!("Infinity")
    } else {
        json!("-Infinity")
    }
}

/// How a call ends: `{"returns": v}` (`null` where nothing is returned), `{"throws": class}`, or `null` where it is not known.
pub fn outcome(outcome: &Outcome) -> Json {
    match outcome {
        Outcome::Returns(returned) => json!({ "returns": returned.as_ref().map(value) }),
        Outcome::Throws { class } => json!({ "throws": class }),
        Outcome::NotPredicted | Outcome::Open => Json::Null,
    }
}

/// Objects by their id.
pub fn heap(heap: &OrderedMap<ObjectId, HeapObject>) -> Json {
    Json::Object(heap.iter().map(|(id, object)| (id.0.to_string(), heap_object(object))).collect())
}

fn heap_object(object: &HeapObject) -> Json {
    let class = &object.class;
    match &object.object {
        Object::Instance { fields } => json!({ "class": class, "fields": self::fields(fields) }),
        Object::Array { elements } => {
            json!({ "class": class, "elements": elements.iter().map(value).collect::<Vec<_>>() })
        }
        Object::String(units) => match String::from_utf16(units) {
            Ok(text) => json!({ "class": class, "string": text }),
            // A lone surrogate has no place in JSON text.
            Err(_) => json!({ "class": class, "utf16": units }),
        },
        Object::EnumConstant(name) => json!({ "class": class, "constant": name }),
        Object::Class(name) => json!({ "class": class, "of": name }),
        Object::Boxed(boxed) => json!({ "class": class, "value": value(boxed) }),
        Object::OfStatic(field) => json!({ "class": class, "static": format!("{}.{}", field.class, field.name) }),
        Object::Made(made) => {
            let call = |call: &Call| {
                let arguments: Vec<Json> = call.arguments.iter().map(value).collect();
                let mut shown = json!({ "call": call.method.to_string(), "arguments": arguments });
                if call.on == CallOn::Result {
                    shown["on"] = "result".into();
                }
                shown
            };
            let calls: Vec<Json> = std::iter::once(&made.first).chain(&made.then).map(call).collect();
            json!({ "class": class, "made_by": calls })
        }
    }
}

/// Fields by name; one whose name a listed field already has is named with its class.
fn fields(fields: &OrderedMap<FieldKey, Value>) -> Map<String, Json> {
    let mut out = Map::new();
    for (key, held) in fields {
        let name = if out.contains_key(&key.name) { format!("{}.{}", key.class, key.name) } else { key.name.clone() };
        out.insert(name, value(held));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_json_cannot_hold_are_strings() {
        assert_eq!(value(&Value::Long(EXACT)), json!(9_007_199_254_740_992_i64));
        assert_eq!(value(&Value::Long(i64::MIN)), json!("-9223372036854775808"));
        assert_eq!(value(&Value::Long(EXACT + 1)), json!("9007199254740993"));
        assert_eq!(value(&Value::Double(f64::NEG_INFINITY.to_bits())), json!("-Infinity"));
        assert_eq!(value(&Value::Float(f32::NAN.to_bits())), json!("NaN"));
        assert_eq!(value(&Value::Double((-0.0_f64).to_bits())).to_string(), "-0.0");
        assert_eq!(value(&Value::Char(0xd800)), json!(0xd800));
    }

    #[test]
    fn fields_of_one_name_are_told_apart() {
        let key = |class: &str| FieldKey { class: class.into(), name: "x".into(), descriptor: "I".into() };
        let both: OrderedMap<FieldKey, Value> =
            [(key("B"), Value::Int(1)), (key("A"), Value::Int(2))].into_iter().collect();
        assert_eq!(Json::Object(fields(&both)).to_string(), r#"{"x":1,"A.x":2}"#);
    }

    #[test]
    fn a_lone_surrogate_is_kept() {
        let object = HeapObject { class: "java.lang.String".into(), object: Object::String(vec![0xd800]) };
        assert_eq!(heap_object(&object), json!({ "class": "java.lang.String", "utf16": [0xd800] }));
    }
}

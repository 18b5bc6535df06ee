//! Values of the JDK as parts of names: dates and amounts by what they are, collections by how many elements they hold.

use super::{signed, spelled};
use crate::contents::{Contents, contents, put_in};
use clew_facts::{HeapObject, Made, Object, ObjectId, TestCase, Value};

/// The months as parts of names.
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/// How many places behind the point of a decimal number are told.
const MAX_SCALE: usize = 8;
/// How many characters of a text are told that a method returns.
const MAX_TEXT: usize = 24;

/// A moment, a span of time or a number that a call makes: `2024Mar15`, `10h30`, `90Seconds`, `1p50`.
pub(super) fn value_of(test: &TestCase, made: &Made) -> Option<String> {
    if made.then.is_empty() { of_numbers(made).or_else(|| text_passed(test, made)) } else { None }
}

/// What a call makes of whole numbers.
fn of_numbers(made: &Made) -> Option<String> {
    let numbers: Vec<i64> = made.first.arguments.iter().map(whole).collect::<Option<_>>()?;
    let method = &made.first.method;
    match (method.class.strip_prefix("java.")?, method.method.as_str(), &numbers[..]) {
        ("time.LocalDate", "of", [year, month, day]) => date(*year, *month, *day),
        ("time.LocalDateTime", "of", [year, month, day, time @ ..]) => {
            Some(format!("{}At{}", date(*year, *month, *day)?, time_of_day(time)?))
        }
        ("time.LocalTime", "of", time) => time_of_day(time),
        ("time.YearMonth", "of", [year, month]) => Some(format!("{}{}", signed(*year), month_name(*month)?)),
        ("time.Year", "of", [year]) => Some(signed(*year)),
        ("time.Duration" | "time.Period", of, [count] | [count, 0]) => {
            Some(format!("{}{}", signed(*count), of.strip_prefix("of").filter(|unit| !unit.is_empty())?))
        }
        ("math.BigDecimal", "valueOf", [unscaled]) | ("math.BigInteger", "valueOf", [unscaled]) => {
            Some(signed(*unscaled))
        }
        ("math.BigDecimal", "valueOf", [unscaled, scale]) => decimal(*unscaled, usize::try_from(*scale).ok()?),
        _ => None,
    }
}

/// What a number is made of that is given as a text.
fn text_passed(test: &TestCase, made: &Made) -> Option<String> {
    let [Value::Ref(text)] = made.first.arguments[..] else { return None };
    let is_number = matches!(made.first.method.class.as_str(), "java.math.BigDecimal" | "java.math.BigInteger");
    match &test.heap.get(&text).filter(|_| is_number)?.object {
        Object::String(units) => spelled(units),
        _ => None,
    }
}

fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Int(value) => Some(i64::from(*value)),
        Value::Long(value) => Some(*value),
        _ => None,
    }
}

fn month_name(month: i64) -> Option<&'static str> {
    MONTHS.get(usize::try_from(month.checked_sub(1)?).ok()?).copied()
}

fn date(year: i64, month: i64, day: i64) -> Option<String> {
    Some(format!("{}{}{}", signed(year), month_name(month)?, signed(day)))
}

/// `10h30` of hours and minutes, and what is not zero of seconds and nanoseconds.
fn time_of_day(numbers: &[i64]) -> Option<String> {
    let (hour, minute, rest) = match numbers {
        [hour, minute, rest @ ..] if numbers.iter().all(|number| *number >= 0) => (hour, minute, rest),
        _ => return None,
    };
    let told = rest.iter().zip(["s", "n"]).filter(|(number, _)| **number != 0);
    let rest: String = told.map(|(number, unit)| format!("{unit}{number}")).collect();
    Some(format!("{hour}h{minute:02}{rest}"))
}

/// `1p50` of 150 and two places behind the point.
fn decimal(unscaled: i64, scale: usize) -> Option<String> {
    match scale {
        0 => return Some(signed(unscaled)),
        1..=MAX_SCALE => {}
        _ => return None,
    }
    let digits = format!("{:0>width$}", unscaled.unsigned_abs(), width = scale + 1);
    let (whole, places) = digits.split_at(digits.len() - scale);
    let sign = if unscaled < 0 { "Negative" } else { "" };
    Some(format!("{sign}{whole}p{places}"))
}

/// How many elements a collection has that a test fills: `Of2`, `Empty`.
pub(super) fn size_put_in(test: &TestCase, made: &Made) -> Option<String> {
    let size = match put_in(&test.heap, made)? {
        Contents::List(elements) | Contents::Set(elements) => elements.len(),
        Contents::Map(entries) => entries.len(),
        Contents::Text(_) | Contents::Bytes(_) => return None,
    };
    Some(if size == 0 { "Empty".to_owned() } else { format!("Of{size}") })
}

/// What a collection or a text under way is that a method returns: `EmptyList`, `MapOf2`.
pub(super) fn returned_contents(test: &TestCase, id: ObjectId) -> Option<String> {
    let (kind, size) = match contents(&test.heap_after, id)? {
        Contents::List(elements) => ("List", elements.len()),
        Contents::Set(elements) => ("Set", elements.len()),
        Contents::Map(entries) => ("Map", entries.len()),
        Contents::Text(units) => return Some(words(&units)),
        Contents::Bytes(bytes) => ("Bytes", bytes.len()),
    };
    Some(if size == 0 { format!("Empty{kind}") } else { format!("{kind}Of{size}") })
}

/// What an optional value holds that a method returns; the inner `None` where it holds nothing.
pub(super) fn held_by_optional(object: &HeapObject) -> Option<Option<&Value>> {
    let Object::Instance { fields } = &object.object else { return None };
    let held = fields.iter().find(|(key, _)| key.name == "value").filter(|_| object.class == "java.util.Optional")?.1;
    Some(Some(held).filter(|held| **held != Value::Null))
}

/// The first words of a text; its length where it has none that is short.
pub(super) fn words(units: &[u16]) -> String {
    if units.is_empty() {
        return "Empty".to_owned();
    }
    let text = String::from_utf16_lossy(units);
    let mut name = String::new();
    for word in text.split(|character: char| !character.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        let (first, rest) = word.split_at(1);
        if name.len() + word.len() > MAX_TEXT {
            break;
        }
        name.push_str(&first.to_ascii_uppercase());
        name.push_str(rest);
    }
    if name.is_empty() { format!("Length{}", units.len()) } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_base::OrderedMap;
    use clew_facts::{Call, Maker, MethodKey};

    fn named(class: &str, method: &str, numbers: &[i64]) -> Option<String> {
        let method = MethodKey { class: class.into(), method: method.into(), descriptor: String::new() };
        let first = Call::new(method, numbers.iter().map(|number| Value::Long(*number)).collect());
        let made = Made { by: Maker::Factory, first, then: Vec::new(), fields: OrderedMap::default() };
        value_of(&TestCase::of_input(None, Vec::new(), OrderedMap::default()), &made)
    }

    #[test]
    fn values_of_the_jdk_are_told_by_what_they_are() {
        let names = [
            named("java.time.LocalDate", "of", &[2024, 3, 15]),
            named("java.time.LocalDateTime", "of", &[2024, 12, 1, 10, 5, 0]),
            named("java.time.LocalTime", "of", &[9, 0, 7]),
            named("java.time.Duration", "ofSeconds", &[90, 0]),
            named("java.math.BigDecimal", "valueOf", &[-5, 2]),
        ];
        assert_eq!(
            names.map(Option::unwrap_or_default),
            ["2024Mar15", "2024Dec1At10h05", "9h00s7", "90Seconds", "Negative0p05"]
        );
        assert_eq!(named("demo.Money", "of", &[1]), None);
        let text =
            HeapObject { class: "java.lang.String".into(), object: Object::String("1.5".encode_utf16().collect()) };
        let test = TestCase::of_input(None, Vec::new(), [(ObjectId(1), text)].into_iter().collect());
        let method =
            MethodKey { class: "java.math.BigDecimal".into(), method: "<init>".into(), descriptor: String::new() };
        let first = Call::new(method, vec![Value::Ref(ObjectId(1))]);
        let made = Made { by: Maker::Constructor, first, then: Vec::new(), fields: OrderedMap::default() };
        assert_eq!(value_of(&test, &made).as_deref(), Some("1p5"));
        assert_eq!(named("java.time.LocalDate", "of", &[2024, 13, 1]), None);
        assert_eq!(named("java.math.BigDecimal", "valueOf", &[1, 100_001]), None);
    }

    #[test]
    fn texts_are_told_by_their_first_words() {
        let told = |text: &str| words(&text.encode_utf16().collect::<Vec<_>>());
        let texts = ["no room for 2", ";;", "", "a text of very many words that do not fit"];
        assert_eq!(texts.map(told), ["NoRoomFor2", "Length2", "Empty", "ATextOfVeryManyWordsThat"]);
    }
}

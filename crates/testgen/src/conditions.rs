//! The condition under which a test is taken its way, in words for people: in comments, and in names that differ by it.

mod bounds;
mod characters;

use self::bounds::simplified;
use self::characters::with_characters;
use crate::java::{capitalized, identifier_part};
use crate::names::{input_part, is_spelled};
use clew_facts::{Argument, Object, TestCase, Value, conjuncts};

/// How many characters the comment over a test has at most.
const MAX_CONSTRAINT_LENGTH: usize = 110;

/// The path condition of a test on one line that can stand in a comment; `None` where there is none, where it is too long to be read,
/// and where the name of the test says it. What it says of objects that calls make or static fields hold is left out: the test shows these.
pub(crate) fn comment(test: &TestCase, name: &str) -> Option<String> {
    let is_made = |value: &Value| match value {
        Value::Ref(id) => {
            matches!(test.heap.get(id).map(|object| &object.object), Some(Object::Made(_) | Object::OfStatic(_)))
        }
        _ => false,
    };
    let receiver = test.receiver.as_ref().filter(|value| is_made(value)).map(|_| "this");
    let arguments = test.arguments.iter().filter(|argument| is_made(&argument.value));
    let made: Vec<&str> = receiver.into_iter().chain(arguments.map(|argument| argument.name.as_str())).collect();
    let line = plain_null_tests(&test.constraint);
    let named: Vec<&str> = name.split('_').collect();
    let mut said: Vec<String> = Vec::new();
    let parts = simplified(&telling(&line, &made), &test.arguments);
    for part in parts.iter().filter(|part| !is_said_by(test, part, &named)) {
        let shown = with_characters(&in_comment(part), &test.arguments);
        let shown = of_numbers(&shown, &test.arguments).unwrap_or(shown);
        let shown = of_flags(&shown, test).unwrap_or(shown);
        if WITHOUT_WORDS.iter().any(|ours| shown.contains(ours)) {
            // It has no words that people know, and half of a condition would mislead.
            return None;
        }
        if !said.contains(&shown) {
            said.push(shown);
        }
    }
    // Where something was left out for its length, the rest would mislead, too.
    if said.is_empty() || said.iter().any(|part| part == "…") {
        return None;
    }
    let line = said.join(" && ");
    (line.chars().count() <= MAX_CONSTRAINT_LENGTH).then_some(line)
}

/// What conditions have in them for which people have no words.
const WITHOUT_WORDS: [&str; 3] = ["Unsigned(", "(bv", " of class initialization"];

/// A truth value that bytecode compares with a number, and the comparison by which it asks for NaN.
fn of_flags(part: &str, test: &TestCase) -> Option<String> {
    let [left, operator, right] = part.split(' ').collect::<Vec<_>>()[..] else { return None };
    match (value_at(test, left)?, operator, right) {
        (Value::Boolean(_), "!=", "0") | (Value::Boolean(_), "==", "1") => Some(left.to_owned()),
        (Value::Boolean(_), "==", "0") | (Value::Boolean(_), "!=", "1") => Some(format!("!{left}")),
        (Value::Double(_), "!=", same) if same == left => Some(format!("Double.isNaN({left})")),
        (Value::Float(_), "!=", same) if same == left => Some(format!("Float.isNaN({left})")),
        _ => None,
    }
}

/// What the input of a test has at a place that is named by an argument, or by fields of objects: `count`, `this.next.isLast`.
fn value_at<'t>(test: &'t TestCase, place: &str) -> Option<&'t Value> {
    let mut names = place.split('.');
    let mut value = match names.next()? {
        "this" => test.receiver.as_ref()?,
        name => &test.arguments.iter().find(|argument| argument.name == name)?.value,
    };
    for name in names {
        let Value::Ref(id) = value else { return None };
        let Object::Instance { fields } = &test.heap.get(id)?.object else { return None };
        value = fields.iter().find(|(key, _)| key.name == name).map(|(_, value)| value)?;
    }
    Some(value)
}

/// Whether the name of a test says that a parameter has the one value that a part of the condition gives it, or that it is none.
fn is_said_by(test: &TestCase, part: &str, named: &[&str]) -> bool {
    test.arguments.iter().any(|argument| {
        let name = identifier_part(&argument.name);
        let has = |words: String| named.contains(&words.as_str());
        match part.strip_prefix(argument.name.as_str()).and_then(|rest| rest.get(..4).zip(rest.get(4..))) {
            Some((" == ", value)) if !value.contains(' ') => has(input_part(test, &name, &argument.value)),
            // A text that the name spells has this length and these characters.
            _ if is_of_text(part, &argument.name) && is_number(part) => {
                is_spelled(test, &argument.value) && has(input_part(test, &name, &argument.value))
            }
            // An object that is there is named with its class or its content.
            Some((" != ", "null")) => named.iter().any(|words| words.starts_with(&name)),
            _ => part.trim_start_matches('!') == argument.name && has(input_part(test, &name, &argument.value)),
        }
    })
}

/// Whether a part of a condition says no more of a length than this bound.
fn says_of_length(part: &str, bound: &str) -> bool {
    let subject = part.strip_suffix(bound).map(str::trim_end);
    subject.is_some_and(|subject| subject.ends_with(".length()") || subject.ends_with(".length"))
}

/// Whether a part of a condition speaks of the length or of one character of a text.
fn is_of_text(part: &str, text: &str) -> bool {
    part.strip_prefix(text).is_some_and(|rest| rest.starts_with(".length() ") || rest.starts_with('['))
}

/// Whether what stands last in a part of a condition is a number.
fn is_number(part: &str) -> bool {
    part.rsplit_once(' ').is_some_and(|(_, last)| last.parse::<i64>().is_ok())
}

/// The opposite of an order between two floats as an order, where none of them is NaN: each is a constant or a parameter that the test
/// gives a number.
fn of_numbers(part: &str, arguments: &[Argument]) -> Option<String> {
    let order = part.strip_prefix("!(")?.strip_suffix(')')?;
    let [left, operator, right] = order.split(' ').collect::<Vec<_>>()[..] else { return None };
    let is_number = |word: &str| {
        let argument = arguments.iter().find(|argument| argument.name == word);
        argument.map_or(word.trim_end_matches('f').parse::<f64>().is_ok_and(|value| !value.is_nan()), |argument| {
            match argument.value {
                Value::Float(bits) => !f32::from_bits(bits).is_nan(),
                Value::Double(bits) => !f64::from_bits(bits).is_nan(),
                _ => false,
            }
        })
    };
    let opposite = match operator {
        "<" => ">=",
        "<=" => ">",
        ">" => "<=",
        ">=" => "<",
        _ => return None,
    };
    (is_number(left) && is_number(right)).then(|| format!("{left} {opposite} {right}"))
}

/// The parts of the condition of a test as parts of a name, as far as they are simple: `xAbove17`, `thisHeadNull`, `aBelowB`.
pub(crate) fn conditions(test: &TestCase) -> Vec<String> {
    let line = plain_null_tests(&test.constraint);
    telling(&line, &[]).into_iter().filter_map(in_words).collect()
}

/// The operators of comparisons, with words for them.
const COMPARISONS: &[(&str, &str)] =
    &[("==", "Is"), ("!=", "IsNot"), ("<", "Below"), ("<=", "AtMost"), (">", "Above"), (">=", "AtLeast")];

fn in_words(part: &str) -> Option<String> {
    match part.split(' ').collect::<Vec<_>>()[..] {
        [flag] => match flag.strip_prefix('!') {
            Some(flag) => Some(format!("{}False", path(flag)?)),
            None => Some(format!("{}True", path(flag)?)),
        },
        [left, "==", "null"] => Some(format!("{}Null", path(left)?)),
        [left, operator, right] => {
            let (_, word) = COMPARISONS.iter().find(|(sign, _)| *sign == operator)?;
            Some(format!("{}{word}{}", path(left)?, capitalized(&operand(right)?)))
        }
        _ => None,
    }
}

/// The number, `null` or path as a part of a name.
fn operand(text: &str) -> Option<String> {
    let digits = text.trim_end_matches('L');
    match digits.strip_prefix('-') {
        _ if text == "null" => Some("Null".to_owned()),
        Some(size) if size.parse::<u64>().is_ok() => Some(format!("Negative{size}")),
        None if digits.parse::<u64>().is_ok() => Some(digits.to_owned()),
        _ => path(text),
    }
}

/// A variable, a field or a length as a part of a name.
fn path(text: &str) -> Option<String> {
    let is_plain = text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '(' | ')'));
    let is_named = is_plain && text.starts_with(|c: char| c.is_ascii_alphabetic());
    // A call in front would come without what it is given.
    let is_call = text.replace("()", "").contains(['(', ')']);
    let words: Vec<String> = text.split('.').map(identifier_part).collect();
    let (first, rest) = words.split_first()?;
    (is_named && !is_call).then(|| rest.iter().fold(first.clone(), |path, word| format!("{path}{}", capitalized(word))))
}

/// The parts of a condition without those that say nothing, and those that speak of the objects of these names.
fn telling<'t>(line: &'t str, made: &[&str]) -> Vec<&'t str> {
    let all = conjuncts(line);
    let says = |part: &&str| {
        // A receiver is never null, and a length never negative.
        let is_plain = ["true", "this != null", ""].contains(part)
            || [">= 0", "!= -1", "> -1"].iter().any(|bound| says_of_length(part, bound))
            || is_choice(part)
            || is_answer_of_nothing(part);
        !is_plain && !made.iter().any(|name| speaks_of(part, name))
    };
    let is_implied = |part: &&str| {
        let subject = part.strip_suffix(" != null");
        subject.is_some_and(|subject| all.iter().any(|other| other.contains(&format!("{subject}."))))
    };
    all.iter().copied().filter(says).filter(|part| !is_implied(part)).collect()
}

/// Whether a part of a condition says no more than whether a call of a stub returns null, which the stub itself shows.
fn is_answer_of_nothing(part: &str) -> bool {
    let call = part.strip_suffix(" != null").or_else(|| part.strip_suffix(" == null"));
    call.is_some_and(|call| call.contains("()#") && !call.contains(' '))
}

/// Whether a part of a condition is no condition on the input but a decision that hangs on something which is not known, in words of ours.
fn is_choice(part: &str) -> bool {
    let words = part.trim_start_matches('!').trim_matches(['(', ')']);
    words.contains(' ') && words.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | ',' | '\''))
}

/// The text as it can stand in a comment: a backslash before a `u` would be read as a Unicode escape even there.
fn in_comment(text: &str) -> String {
    text.replace('\\', "\\\\")
}

/// Whether a condition has the name of an object in it, or of something that it holds.
pub(crate) fn speaks_of(part: &str, name: &str) -> bool {
    let is_part_of_name = |character: char| character.is_alphanumeric() || character == '_' || character == '.';
    part.match_indices(name).any(|(at, _)| {
        let before = part[..at].chars().next_back();
        let after = part[at + name.len()..].chars().next();
        !before.is_some_and(is_part_of_name) && !after.is_some_and(|next| next.is_alphanumeric() || next == '_')
    })
}

/// The condition on one line, with `!a != null` as `a == null`: what is negated is the whole `a != null`.
fn plain_null_tests(constraint: &str) -> String {
    let mut words: Vec<String> = constraint.split_whitespace().map(str::to_owned).collect();
    for position in 2..words.len() {
        let is_null_test = words[position - 1] == "!=" && words[position].trim_end_matches(')') == "null";
        let before = &words[position - 2];
        // Of `!(a != null && b)` more is negated than the first part.
        let negates_it =
            |place: &usize| before[..*place].chars().all(|c| c == '(') && !before[place + 1..].starts_with('(');
        let negated = before.find('!').filter(negates_it);
        if let (true, Some(place)) = (is_null_test, negated) {
            words[position - 2].remove(place);
            words[position - 1] = "==".to_owned();
        }
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_base::OrderedMap;
    use clew_facts::{FieldKey, HeapObject, ObjectId};

    fn comment_without(condition: &str, made: &[&str]) -> String {
        let line = plain_null_tests(condition);
        in_comment(&telling(&line, made).join(" && "))
    }

    #[test]
    fn comments_show_conditions_as_people_write_them() {
        let shown = |text| comment_without(text, &["made"]);
        assert_eq!(
            shown("made.size == 2 && x > 0 && s != null && s.length() >= 0 && s.length() != -1 && s.length() == 3"),
            "x > 0 && s.length() == 3"
        );
        assert_eq!(shown("x > 0 || made.size == 2"), "");
        assert_eq!(shown("f(made) && \"a && made\".equals(s) && unmade > 0"), "unmade > 0");
        assert_eq!(shown("this != null && !a != null"), "a == null");
        assert_eq!(shown("(!a != null || !b) && x > 0"), "(a == null || !b) && x > 0");
        assert_eq!(shown("!(a != null && this == a) && x > 0"), "!(a != null && this == a) && x > 0");
        assert_eq!(shown("this != null"), "");
        assert_eq!(shown("Map.get()#1 != null && Shop.price()#2 > 3"), "Shop.price()#2 > 3");
        assert_eq!(shown("x > 0 && the clock && !what an initializer leaves that was not followed"), "x > 0");
        assert_eq!(shown("this.next != null"), "this.next != null");
        assert_eq!(shown("c == '\\u0041'"), "c == '\\\\u0041'");
    }

    fn case(constraint: &str) -> TestCase {
        let argument =
            |name: &str, descriptor: &str, value| Argument { name: name.into(), descriptor: descriptor.into(), value };
        let arguments = vec![
            argument("c", "C", Value::Char(43)),
            argument("x", "I", Value::Int(5)),
            argument("s", "LS;", Value::Null),
            argument("d", "D", Value::Double(2.5f64.to_bits())),
            argument("n", "D", Value::Double(f64::NAN.to_bits())),
        ];
        TestCase { constraint: constraint.into(), ..TestCase::of_input(None, arguments, Default::default()) }
    }

    #[test]
    fn what_the_name_says_is_not_said_again() {
        let shown = |constraint: &str| comment(&case(constraint), "m_cPlus_x5_sNull_returns1").unwrap_or_default();
        assert_eq!(shown("c == 43 && x == 5 && s == null"), "");
        assert_eq!(shown("x > 3 && s == null"), "x > 3");
        assert_eq!(shown("lessUnsigned(47, c) && atMostUnsigned(c, 57) && c != 10"), "c >= '0' && c <= '9'");
        assert_eq!(shown("c != 10 && lessUnsigned(57, c)"), "c > '9'");
        assert_eq!(shown("x > 3 && lessUnsigned(x, 9)"), "");
        assert_eq!(shown("x > 3 && x < 9 && x < 7"), "x > 3 && x < 7");
        assert_eq!(shown("!(d > 3.0) && !(n > 3.0) && !(d < n)"), "d <= 3.0 && !(n > 3.0) && !(d < n)");
        assert_eq!(shown("x == 5 && …"), "");
        assert_eq!(shown("x > 3 && …"), "");
        assert_eq!(shown(&format!("x > {}", "1 + ".repeat(60))), "");
    }

    #[test]
    fn truth_values_are_no_numbers() {
        let seen = FieldKey::of_internal("A", "seen", "Z");
        let fields = [(seen, Value::Boolean(true)), (FieldKey::of_internal("A", "count", "I"), Value::Int(3))];
        let object = Object::Instance { fields: OrderedMap::from_iter(fields) };
        let heap = OrderedMap::from_iter([(ObjectId(0), HeapObject { class: "A".into(), object })]);
        let flag = Argument { name: "b".into(), descriptor: "Z".into(), value: Value::Boolean(false) };
        let case = TestCase::of_input(Some(Value::Ref(ObjectId(0))), vec![flag], heap);
        let shown = |constraint: &str| comment(&TestCase { constraint: constraint.into(), ..case.clone() }, "m");
        assert_eq!(
            shown("this.seen != 0 && b == 0 && this.count != 0"),
            Some("this.seen && !b && this.count != 0".into())
        );
    }

    #[test]
    fn conditions_become_parts_of_names() {
        let words = |constraint: &str| conditions(&case(constraint)).join(" ");
        assert_eq!(
            words("x > 17 && this.head == null && x <= -3 && s.length() == 4 && !this.isOpen && x != this.size"),
            "xAbove17 thisHeadNull xAtMostNegative3 sLengthIs4 thisIsOpenFalse xIsNotThisSize"
        );
        assert_eq!(words("x + 1 > 17 && f(x) == 3 && a[0] == 1 && x == 'a'"), "");
    }
}

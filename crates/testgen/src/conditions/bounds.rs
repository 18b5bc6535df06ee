//! What comparisons of one expression with numbers say together: `x >= 0 && x != 0 && x < 9` is `x > 0 && x < 9`.

use super::characters::{is_character, unsigned};
use clew_facts::Argument;
use std::collections::BTreeSet;

/// How an expression compares with a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    AtMost,
    AtLeast,
    Is,
    IsNot,
}

/// A part of a condition that compares an expression with a whole number.
#[derive(Clone, Copy, Debug)]
struct Comparison<'t> {
    subject: &'t str,
    relation: Relation,
    number: i128,
    /// Whether it was written without the number itself: `x < 5`.
    is_strict: bool,
    /// Whether the number is a `long`.
    is_long: bool,
}

impl<'t> Comparison<'t> {
    fn of(part: &'t str, arguments: &[Argument]) -> Option<Self> {
        let (left, operator, right) = match unsigned(part, arguments) {
            Some(compared) => compared,
            None => {
                let (left, right) = part.rsplit_once(' ')?;
                let (left, operator) = left.rsplit_once(' ')?;
                (left, operator, right)
            }
        };
        let (subject, operator, number) = match (left.parse::<i128>(), operator) {
            (Ok(number), "<") => (right, ">", number),
            (Ok(number), "<=") => (right, ">=", number),
            _ => (left, operator, right.trim_end_matches('L').parse().ok()?),
        };
        // What is part of a disjunction or of a choice is no bound on what stands before the operator.
        if subject.parse::<i128>().is_ok()
            || subject.contains(['|', '&', '?', '<', '>', '=', '!', '(']) && subject.contains(' ')
        {
            return None;
        }
        let (relation, limit) = match operator {
            "<" => (Relation::AtMost, number - 1),
            "<=" => (Relation::AtMost, number),
            ">" => (Relation::AtLeast, number + 1),
            ">=" => (Relation::AtLeast, number),
            "==" => (Relation::Is, number),
            "!=" => (Relation::IsNot, number),
            _ => return None,
        };
        let is_strict = matches!(operator, "<" | ">");
        Some(Comparison { subject, relation, number: limit, is_strict, is_long: right.ends_with('L') })
    }
}

/// What is known of an expression.
#[derive(Clone, Debug)]
struct Range<'t> {
    least: Option<Comparison<'t>>,
    most: Option<Comparison<'t>>,
    not: BTreeSet<i128>,
    /// Whether it is never negative.
    is_natural: bool,
}

impl<'t> Range<'t> {
    /// What comparisons of one expression say; `None` where no number satisfies them.
    fn of(comparisons: &[Comparison<'t>], is_natural: bool) -> Option<Range<'t>> {
        let mut range = Range { least: None, most: None, not: BTreeSet::new(), is_natural };
        for comparison in comparisons {
            if comparison.relation == Relation::IsNot {
                range.not.insert(comparison.number);
            }
            if matches!(comparison.relation, Relation::Is | Relation::AtLeast)
                && range.least.is_none_or(|least| least.number <= comparison.number)
            {
                range.least = Some(*comparison);
            }
            if matches!(comparison.relation, Relation::Is | Relation::AtMost)
                && range.most.is_none_or(|most| most.number >= comparison.number)
            {
                range.most = Some(*comparison);
            }
        }
        let first = comparisons.first()?;
        range.exclude(first);
        let is_empty = range.least.zip(range.most).is_some_and(|(least, most)| least.number > most.number);
        (!is_empty).then_some(range)
    }

    /// Moves the bounds off the numbers that are excluded.
    fn exclude(&mut self, any: &Comparison<'t>) {
        if self.is_natural && self.least.is_none() && self.not.contains(&0) {
            self.least = Some(Comparison { relation: Relation::AtLeast, number: 0, is_strict: false, ..*any });
        }
        while let Some(least) = self.least.as_mut().filter(|least| self.not.remove(&least.number)) {
            (least.number, least.is_strict, least.relation) = (least.number + 1, true, Relation::AtLeast);
        }
        while let Some(most) = self.most.as_mut().filter(|most| self.not.remove(&most.number)) {
            (most.number, most.is_strict, most.relation) = (most.number - 1, true, Relation::AtMost);
        }
        let (least, most) = (self.least.map(|it| it.number), self.most.map(|it| it.number));
        let least = least.or(self.is_natural.then_some(0));
        self.not.retain(|not| least.is_none_or(|least| *not > least) && most.is_none_or(|most| *not < most));
    }

    /// The range as parts of a condition on an expression.
    fn parts(&self, subject: &str, is_character: bool) -> Vec<String> {
        let shown = |operator: &str, number: i128, is_long: bool| {
            format!("{subject} {operator} {number}{}", if is_long { "L" } else { "" })
        };
        if let (Some(least), Some(most)) = (self.least, self.most)
            && least.number == most.number
        {
            return vec![shown("==", least.number, least.is_long)];
        }
        let rounder = |limit: Comparison<'_>, beside: i128| match roundness(beside, is_character)
            .cmp(&roundness(limit.number, is_character))
        {
            std::cmp::Ordering::Equal => limit.is_strict,
            order => order.is_gt(),
        };
        let mut parts = Vec::new();
        if let Some(least) = self.least {
            let (beside, is_long) = (least.number - 1, least.is_long);
            let is_strict = rounder(least, beside);
            parts.push(if is_strict { shown(">", beside, is_long) } else { shown(">=", least.number, is_long) });
        }
        if let Some(most) = self.most {
            let (beside, is_long) = (most.number + 1, most.is_long);
            let is_strict = rounder(most, beside);
            parts.push(if is_strict { shown("<", beside, is_long) } else { shown("<=", most.number, is_long) });
        }
        parts.extend(self.not.iter().map(|not| shown("!=", *not, false)));
        parts
    }
}

/// How likely a person is to write a number rather than the next one: zero first, then by the zeros that it ends with; of
/// characters, letters and digits.
fn roundness(number: i128, is_character: bool) -> u32 {
    if is_character {
        return u32::from(u8::try_from(number).is_ok_and(|unit| unit.is_ascii_alphanumeric()));
    }
    match number {
        0 => u32::MAX,
        _ => (1..).take_while(|zeros| number % 10i128.pow(*zeros) == 0).count() as u32,
    }
}

/// The parts of a condition, with one statement for all comparisons of an expression with numbers, where the first of them was.
pub(super) fn simplified(parts: &[&str], arguments: &[Argument]) -> Vec<String> {
    let comparisons: Vec<Option<Comparison<'_>>> = parts.iter().map(|part| Comparison::of(part, arguments)).collect();
    let mut shown: Vec<String> = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let Some(own) = comparisons[at] else {
            shown.push((*part).to_owned());
            continue;
        };
        let of_subject = |comparison: &&Comparison<'_>| comparison.subject == own.subject;
        let all: Vec<Comparison<'_>> = comparisons.iter().flatten().filter(of_subject).copied().collect();
        let is_character = is_character(own.subject, arguments);
        let is_natural = is_character || [".length", ".length()"].iter().any(|end| own.subject.ends_with(end));
        match Range::of(&all, is_natural) {
            Some(range) if !comparisons[..at].iter().flatten().any(|before| of_subject(&before)) => {
                shown.extend(range.parts(own.subject, is_character));
            }
            Some(_) => {}
            None => shown.push((*part).to_owned()),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_facts::Value;

    fn shown(text: &str) -> String {
        let argument = |name: &str, descriptor: &str| Argument {
            name: name.into(),
            descriptor: descriptor.into(),
            value: Value::Null,
        };
        let arguments = [argument("c", "C"), argument("s", "Ljava/lang/String;")];
        simplified(&text.split(" && ").collect::<Vec<_>>(), &arguments).join(" && ")
    }

    #[test]
    fn only_the_tightest_bounds_stay() {
        assert_eq!(shown("x >= 0 && x < 101 && x < 90 && x < 75 && x < 50"), "x >= 0 && x < 50");
        assert_eq!(shown("x > 3 && x >= 4 && y < 2"), "x >= 4 && y < 2");
        assert_eq!(shown("x < 9 && x == 4 && x > 1"), "x == 4");
        assert_eq!(shown("x - 9 < 9 && x - 9 < 7 && x < 8"), "x - 9 < 7 && x < 8");
        assert_eq!(shown("x + 1 < 9 && 1 < 4 && a[x] <= 3L && a[x] < 2"), "x + 1 < 9 && 1 < 4 && a[x] < 2");
        assert_eq!(shown("d < 0.5 && d < 0.25"), "d < 0.5 && d < 0.25");
    }

    #[test]
    fn what_is_excluded_moves_bounds_or_goes() {
        assert_eq!(shown("x != 0 && x < 0"), "x < 0");
        assert_eq!(shown("x >= 0 && x != 0 && y > 1"), "x > 0 && y > 1");
        assert_eq!(shown("x != 1 && x != 0 && x < 0 && x != -9"), "x < 0 && x != -9");
        assert_eq!(shown("a.length != 0 && a.length < 2"), "a.length == 1");
        assert_eq!(shown("s[0] != 32 && s[0] == 45"), "s[0] == 45");
    }

    #[test]
    fn people_write_round_numbers() {
        assert_eq!(shown("x >= 501 && y < 1441"), "x > 500 && y <= 1440");
        assert_eq!(shown("x < 10 && y >= 1 && z > 17"), "x < 10 && y > 0 && z > 17");
        assert_eq!(shown("lessUnsigned(47, c) && c < 58"), "c >= 48 && c <= 57");
    }

    #[test]
    fn contradictions_are_not_hidden() {
        assert_eq!(shown("x == 12 && x < 9"), "x == 12 && x < 9");
    }
}

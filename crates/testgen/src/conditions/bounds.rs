//! Bounds on one expression: of several that hold together, the tightest says what all say.

/// Which side of a number the values are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Below,
    Above,
}

/// A part of a condition that compares an expression with a number.
struct Bound<'t> {
    subject: &'t str,
    /// `None` for an equation.
    side: Option<Side>,
    /// The outermost whole number that is allowed.
    limit: i128,
}

fn bound(part: &str) -> Option<Bound<'_>> {
    let (left, number) = part.rsplit_once(' ')?;
    let (subject, operator) = left.rsplit_once(' ')?;
    let number: i128 = number.trim_end_matches('L').parse().ok()?;
    // What is part of a disjunction or of a choice is no bound on what stands before the operator.
    if subject.contains(['|', '&', '?', '<', '>', '=', '!', '(']) && subject.contains(' ') {
        return None;
    }
    let (side, limit) = match operator {
        "<" => (Some(Side::Below), number - 1),
        "<=" => (Some(Side::Below), number),
        ">" => (Some(Side::Above), number + 1),
        ">=" => (Some(Side::Above), number),
        "==" => (None, number),
        _ => return None,
    };
    Some(Bound { subject, side, limit })
}

/// Whether the first of two bounds follows from the second.
fn follows(first: &Bound<'_>, second: &Bound<'_>) -> bool {
    first.subject == second.subject
        && match (first.side, second.side) {
            (Some(Side::Below), Some(Side::Below) | None) => second.limit <= first.limit,
            (Some(Side::Above), Some(Side::Above) | None) => second.limit >= first.limit,
            _ => false,
        }
}

/// The parts without those bounds that follow from another part. Of equal ones the last is kept.
pub(super) fn tightest(parts: Vec<&str>) -> Vec<&str> {
    let bounds: Vec<Option<Bound<'_>>> = parts.iter().map(|part| bound(part)).collect();
    let follows_from_another = |position: usize| {
        let Some(own) = &bounds[position] else { return false };
        bounds.iter().enumerate().any(|(at, other)| {
            let Some(other) = other else { return false };
            at != position && follows(own, other) && (!follows(other, own) || at > position)
        })
    };
    (0..parts.len()).filter(|position| !follows_from_another(*position)).map(|position| parts[position]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_tightest_bounds_stay() {
        let shown = |text: &'static str| tightest(text.split(" && ").collect()).join(" && ");
        assert_eq!(shown("x >= 0 && x < 101 && x < 90 && x < 75 && x < 50"), "x >= 0 && x < 50");
        assert_eq!(shown("x > 3 && x >= 4 && y < 2"), "x >= 4 && y < 2");
        assert_eq!(shown("x < 9 && x == 4 && x > 1"), "x == 4");
        assert_eq!(shown("x - 9 < 9 && x - 9 < 7 && x < 8"), "x - 9 < 7 && x < 8");
        assert_eq!(shown("x == 12 && x < 9"), "x == 12 && x < 9");
        assert_eq!(shown("x + 1 < 9 && 1 < 4 && a[x] <= 3L && a[x] < 2"), "x + 1 < 9 && 1 < 4 && a[x] < 2");
        assert_eq!(shown("d < 0.5 && d < 0.25"), "d < 0.5 && d < 0.25");
    }
}

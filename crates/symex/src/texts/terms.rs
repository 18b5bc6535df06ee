//! What the JDK computes of texts, as terms.

use crate::state::text::Text;
use clew_term::{Term, TermPool};

/// A condition on a character.
pub(crate) type Condition<'a> = &'a dyn Fn(&mut TermPool, Term) -> Term;

/// Whether a text has a character at a position.
fn has(pool: &mut TermPool, text: &Text, at: usize) -> Term {
    let at = pool.bv32(at as i32);
    pool.slt(at, text.length)
}

/// The first position from `from` on whose character satisfies the condition, else `otherwise`.
pub(crate) fn first(pool: &mut TermPool, text: &Text, from: Term, otherwise: Term, hit: Condition<'_>) -> Term {
    let mut found = otherwise;
    for (at, unit) in text.units.iter().enumerate().rev() {
        let position = pool.bv32(at as i32);
        let conditions = [hit(pool, *unit), has(pool, text, at), pool.sle(from, position)];
        let here = pool.and_all(&conditions);
        found = pool.ite(here, position, found);
    }
    found
}

/// One more than the last position up to `to` whose character satisfies the condition, or 0.
pub(crate) fn behind_last(pool: &mut TermPool, text: &Text, to: Term, hit: Condition<'_>) -> Term {
    let mut found = pool.bv32(0);
    for (at, unit) in text.units.iter().enumerate() {
        let (position, behind) = (pool.bv32(at as i32), pool.bv32(at as i32 + 1));
        let conditions = [hit(pool, *unit), has(pool, text, at), pool.sle(position, to)];
        let here = pool.and_all(&conditions);
        found = pool.ite(here, behind, found);
    }
    found
}

/// Whether some character of a text satisfies the condition.
pub(crate) fn any(pool: &mut TermPool, text: &Text, hit: Condition<'_>) -> Term {
    let mut holds = pool.fls();
    for (at, unit) in text.units.iter().enumerate() {
        let (is_hit, is_there) = (hit(pool, *unit), has(pool, text, at));
        let here = pool.and(is_hit, is_there);
        holds = pool.or(holds, here);
    }
    holds
}

/// The character at a position that the text has.
pub(crate) fn at(pool: &mut TermPool, text: &Text, index: Term) -> Option<Term> {
    let mut found = *text.units.last()?;
    for (at, unit) in text.units.iter().enumerate().rev().skip(1) {
        let position = pool.bv32(at as i32);
        let here = pool.eq(index, position);
        found = pool.ite(here, *unit, found);
    }
    Some(found)
}

/// The characters from a position on, which the text has or where it ends; at most so many.
pub(crate) fn from(pool: &mut TermPool, units: &[Term], start: Term, most: usize) -> Vec<Term> {
    if let Some(start) = pool.as_i32(start) {
        return units.iter().skip(start as usize).take(most).copied().collect();
    }
    let mut shifted = units.to_vec();
    let mut by = 1;
    while by <= units.len() {
        let set = bit(pool, start, by);
        for at in 0..shifted.len() {
            if let Some(other) = shifted.get(at + by).copied() {
                shifted[at] = pool.ite(set, other, shifted[at]);
            }
        }
        by *= 2;
    }
    shifted.truncate(most);
    shifted
}

/// Whether a number has the bit of this value.
fn bit(pool: &mut TermPool, number: Term, value: usize) -> Term {
    let mask = pool.bv32(value as i32);
    let masked = pool.bit_and(number, mask);
    let zero = pool.bv32(0);
    pool.ne(masked, zero)
}

/// The characters of a text where it begins at a position instead of 0, in a row of `count`.
fn moved(pool: &mut TermPool, units: &[Term], start: Term, count: usize) -> Vec<Term> {
    let nothing = pool.bv(16, 0);
    let mut shifted: Vec<Term> = (0..count).map(|at| units.get(at).copied().unwrap_or(nothing)).collect();
    let mut by = 1;
    while by < count {
        let set = bit(pool, start, by);
        for at in (0..count).rev() {
            let other = if at >= by { shifted[at - by] } else { nothing };
            shifted[at] = pool.ite(set, other, shifted[at]);
        }
        by *= 2;
    }
    shifted
}

/// One text behind another.
pub(crate) fn joined(pool: &mut TermPool, one: &Text, other: &Text) -> Text {
    let length = pool.add(one.length, other.length);
    if let Some(fixed) = pool.as_i32(one.length) {
        let units = one.units.iter().take(fixed as usize).chain(&other.units).copied().collect();
        return Text { length, units };
    }
    let count = one.units.len() + other.units.len();
    let behind = moved(pool, &other.units, one.length, count);
    let mut units = Vec::with_capacity(count);
    for (at, moved) in behind.into_iter().enumerate() {
        units.push(match one.units.get(at) {
            Some(unit) => {
                let is_first = has(pool, one, at);
                pool.ite(is_first, *unit, moved)
            }
            None => moved,
        });
    }
    Text { length, units }
}

/// Whether two texts are the same: one term, whichever is named first.
pub(crate) fn same(pool: &mut TermPool, one: &Text, other: &Text) -> Term {
    let (one, other) = if one.length <= other.length { (one, other) } else { (other, one) };
    // A text has at most as many characters as are listed, so texts of one length have no others.
    let mut same = pool.eq(one.length, other.length);
    for (at, (left, right)) in one.units.iter().zip(&other.units).enumerate() {
        let is_there = has(pool, one, at);
        let equal = pool.eq(*left, *right);
        let fits = pool.implies(is_there, equal);
        same = pool.and(same, fits);
    }
    same
}

/// Whether a text has exactly these characters.
pub(crate) fn has_units(pool: &mut TermPool, text: &Text, units: &[u16]) -> Term {
    let known = Text::constant(pool, units);
    same(pool, &known, text)
}

/// Whether a text has another at a position.
pub(crate) fn has_at(pool: &mut TermPool, text: &Text, offset: Term, part: &Text) -> Term {
    let zero = pool.bv32(0);
    let rest = pool.sub(text.length, part.length);
    let mut holds = pool.sle(zero, offset);
    let fits = pool.sle(offset, rest);
    holds = pool.and(holds, fits);
    let units = from(pool, &text.units, offset, part.units.len());
    for (at, (left, right)) in units.iter().zip(&part.units).enumerate() {
        let is_there = has(pool, part, at);
        let equal = pool.eq(*left, *right);
        let fits = pool.implies(is_there, equal);
        holds = pool.and(holds, fits);
    }
    holds
}

/// The first position from `start` on at which a text has another, which is of constant length and not empty; else −1.
pub(crate) fn first_part(pool: &mut TermPool, text: &Text, start: Term, part: &[Term]) -> Term {
    let mut found = pool.bv32(-1);
    let count = (text.units.len() + 1).saturating_sub(part.len());
    for at in (0..count).rev() {
        let position = pool.bv32(at as i32);
        let mut here = pool.sle(start, position);
        let is_there = has(pool, text, at + part.len() - 1);
        here = pool.and(here, is_there);
        for (left, right) in text.units[at..].iter().zip(part) {
            let equal = pool.eq(*left, *right);
            here = pool.and(here, equal);
        }
        found = pool.ite(here, position, found);
    }
    found
}

/// The hash code of a text.
pub(crate) fn hash(pool: &mut TermPool, text: &Text) -> Term {
    let mut hash = pool.bv32(0);
    let factor = pool.bv32(31);
    for (at, unit) in text.units.iter().enumerate() {
        let unit = pool.zero_extend(*unit, 32);
        let product = pool.mul(hash, factor);
        let sum = pool.add(product, unit);
        let is_there = has(pool, text, at);
        hash = pool.ite(is_there, sum, hash);
    }
    hash
}

/// What `compareTo` says of two texts.
pub(crate) fn order(pool: &mut TermPool, one: &Text, other: &Text) -> Term {
    let mut order = pool.sub(one.length, other.length);
    let pairs: Vec<(Term, Term)> = one.units.iter().copied().zip(other.units.iter().copied()).collect();
    for (at, (left, right)) in pairs.into_iter().enumerate().rev() {
        let conditions = [has(pool, one, at), has(pool, other, at), pool.ne(left, right)];
        let differ = pool.and_all(&conditions);
        let [left, right] = [left, right].map(|unit| pool.zero_extend(unit, 32));
        let difference = pool.sub(left, right);
        order = pool.ite(differ, difference, order);
    }
    order
}

/// A text with one character in place of another.
pub(crate) fn replaced(pool: &mut TermPool, text: &Text, old: Term, new: Term) -> Text {
    let mut replace = |unit: &Term| {
        let is_old = pool.eq(*unit, old);
        pool.ite(is_old, new, *unit)
    };
    Text { length: text.length, units: text.units.iter().map(&mut replace).collect() }
}

/// Whether a character is one of these ranges.
pub(crate) fn is_in(pool: &mut TermPool, unit: Term, ranges: &[(u16, u16)]) -> Term {
    let mut holds = pool.fls();
    for (low, high) in ranges {
        let start = pool.bv(16, u64::from(*low));
        let here = if low == high {
            pool.eq(unit, start)
        } else {
            let offset = pool.sub(unit, start);
            let last = pool.bv(16, u64::from(high - low));
            pool.ule(offset, last)
        };
        holds = pool.or(holds, here);
    }
    holds
}

/// What `Character.isWhitespace` holds of. No character of two units is white space.
const WHITE_SPACE: [(u16, u16); 8] = [
    (0x09, 0x0d),
    (0x1c, 0x20),
    (0x1680, 0x1680),
    (0x2000, 0x2006),
    (0x2008, 0x200a),
    (0x2028, 0x2029),
    (0x205f, 0x205f),
    (0x3000, 0x3000),
];

/// Where the part of a text begins and ends that `trim` keeps.
pub(crate) fn trimmed(pool: &mut TermPool, text: &Text) -> (Term, Term) {
    let is_kept = |pool: &mut TermPool, unit: Term| {
        let space = pool.bv(16, u64::from(b' '));
        pool.ult(space, unit)
    };
    let zero = pool.bv32(0);
    let begin = first(pool, text, zero, text.length, &is_kept);
    let end = behind_last(pool, text, text.length, &is_kept);
    // Of nothing but blanks the first ones are left out, and then none is left.
    let is_blank = pool.eq(begin, text.length);
    (begin, pool.ite(is_blank, begin, end))
}

/// Whether a character is no white space.
pub(crate) fn is_not_white(pool: &mut TermPool, unit: Term) -> Term {
    let is_white = is_in(pool, unit, &WHITE_SPACE);
    pool.not(is_white)
}

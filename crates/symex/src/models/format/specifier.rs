//! The specifiers of a format that throw no exception, whatever the value of a class that they take.

/// The greatest width or precision: a text of any length may need more memory than there is.
const MOST: usize = 1000;

/// A specifier, as `java.util.Formatter` describes it, without the `%`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Specifier {
    pub index: Index,
    pub conversion: u8,
    /// Whether it has no flags, no width and no precision.
    pub is_plain: bool,
}

/// How a specifier names its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Index {
    None,
    /// `<`: the argument of the specifier before.
    Last,
    /// `2$`: by its position, here from zero.
    Explicit(usize),
}

impl Specifier {
    /// Reads a specifier. Returns it with what is behind it; `None` of one that may throw an exception, and of one that only the code
    /// knows.
    pub(super) fn read(units: &[u16]) -> Option<(Self, &[u16])> {
        let (index, rest) = index(units)?;
        let (flags, rest) = flags(rest)?;
        let (width, rest) = number(rest)?;
        let (precision, rest) = match rest.strip_prefix(&[u16::from(b'.')]) {
            Some(rest) => {
                let (precision, rest) = number(rest)?;
                (Some(precision?), rest)
            }
            None => (None, rest),
        };
        let (conversion, rest) = rest.split_first()?;
        let conversion = u8::try_from(*conversion).ok()?;
        let is_plain = flags.is_empty() && width.is_none() && precision.is_none();
        let has = |flag: u8| flags.contains(&flag);
        let allowed: &[u8] = match conversion {
            b'd' | b'f' => b"-0+ ,(",
            b'e' | b'E' => b"-0+ (",
            b'x' | b'X' | b'o' => b"-0#",
            b's' | b'S' | b'b' | b'B' | b'c' | b'C' => b"-",
            b'%' | b'n' if is_plain => b"",
            _ => return None,
        };
        let takes_precision = matches!(conversion, b'f' | b'e' | b'E' | b's' | b'S' | b'b' | b'B');
        let fits = flags.iter().all(|flag| allowed.contains(flag))
            && (precision.is_none() || takes_precision)
            && !(has(b'-') && has(b'0'))
            && !(has(b'+') && has(b' '))
            && (width.is_some() || !has(b'-') && !has(b'0'));
        fits.then_some((Self { index, conversion, is_plain }, rest))
    }
}

/// The index at the beginning of a specifier, and what is behind it.
fn index(units: &[u16]) -> Option<(Index, &[u16])> {
    if let Some(rest) = units.strip_prefix(&[u16::from(b'<')]) {
        return Some((Index::Last, rest));
    }
    let Some((position, rest)) = number(units).and_then(|(number, rest)| {
        let rest = rest.strip_prefix(&[u16::from(b'$')])?;
        Some((number?, rest))
    }) else {
        return Some((Index::None, units));
    };
    Some((Index::Explicit(position.checked_sub(1)?), rest))
}

/// The flags, each at most once, and what is behind them.
fn flags(units: &[u16]) -> Option<(Vec<u8>, &[u16])> {
    let is_flag = |unit: &u16| b"-#+ 0,(".iter().any(|flag| u16::from(*flag) == *unit);
    let count = units.iter().take_while(|unit| is_flag(unit)).count();
    let (flags, rest) = units.split_at(count);
    let is_repeated = (1..flags.len()).any(|at| flags[..at].contains(&flags[at]));
    (!is_repeated).then(|| (flags.iter().map(|unit| *unit as u8).collect(), rest))
}

/// A number that is there or not, and what is behind it; `None` of one that is too great.
fn number(units: &[u16]) -> Option<(Option<usize>, &[u16])> {
    let count = units.iter().take_while(|unit| (0x30..0x3a).contains(*unit)).count();
    let (digits, rest) = units.split_at(count);
    if digits.is_empty() {
        return Some((None, rest));
    }
    let number: usize = String::from_utf16_lossy(digits).parse().ok()?;
    (number <= MOST).then_some((Some(number), rest))
}

//! The terms, held against the methods on a JVM: over random texts of a few characters that make a difference, and over all characters.

use super::{numerals, terms};
use crate::state::text::Text;
use clew_jvm::Jdk;
use clew_term::{Assignment, Evaluator, Sort, SymbolId, Term, TermPool, Value};
use std::io::Write;
use std::process::{Command, Stdio};

const CALLER: &str = include_str!("Texts.java");
/// How many characters the two texts have at most.
const LENGTHS: [usize; 2] = [12, 3];
const CALLS: usize = 1_500;
/// Letters and digits, signs, white space of several kinds, surrogates in both orders.
const CHARACTERS: [u16; 20] = [
    0x61, 0x62, 0x61, 0x20, 0x09, 0x00, 0x2d, 0x2b, 0x30, 0x31, 0x39, 0x32, 0xe9, 0xa0, 0x2003, 0x2007, 0x0661, 0xd83d,
    0xde00, 0xff19,
];
const NUMBERS: [i32; 12] = [0, 9, 10, -1, -9, -10, 99, 100, 999_999_999, 1_000_000_000, i32::MAX, i32::MIN];

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn text(&mut self, most: usize, from: &[u16]) -> Vec<u16> {
        (0..self.below(most + 1)).map(|_| from[self.below(from.len())]).collect()
    }
}

/// What a call gives.
enum Told {
    Number(Term),
    Truth(Term),
    Text(Text),
    /// A number under a condition.
    Parsed(numerals::Parsed),
}

/// Two unknown texts and two unknown numbers.
struct Unknown {
    pool: TermPool,
    /// The symbols of the texts, each its length and its characters, and of the numbers.
    symbols: Vec<SymbolId>,
    texts: [Text; 2],
    numbers: [Term; 2],
}

impl Unknown {
    fn new() -> Self {
        let mut pool = TermPool::new();
        let mut symbols = Vec::new();
        let mut fresh = |pool: &mut TermPool, name, width| {
            let symbol = pool.fresh_symbol(name, Sort::Bv(width));
            symbols.push(symbol);
            pool.symbol_term(symbol)
        };
        let texts = LENGTHS.map(|most| {
            let length = fresh(&mut pool, "length", 5);
            let length = pool.zero_extend(length, 32);
            Text { length, units: (0..most).map(|_| fresh(&mut pool, "unit", 16)).collect() }
        });
        let numbers = ["a", "b"].map(|name| fresh(&mut pool, name, 32));
        Self { pool, symbols, texts, numbers }
    }

    fn cut(&mut self, begin: Term, end: Term) -> Told {
        let units = terms::from(&mut self.pool, &self.texts[0].units, begin, LENGTHS[0]);
        let length = self.pool.sub(end, begin);
        Told::Text(Text { length: super::bounded(&mut self.pool, length, LENGTHS[0]), units })
    }

    fn told(&mut self, method: &str, part: usize) -> Told {
        let (one, other, [a, b]) = (self.texts[0].clone(), self.texts[1].clone(), self.numbers);
        let pool = &mut self.pool;
        let unit = pool.extract_low(a, 16);
        match method {
            "indexOf" => {
                let none = pool.bv32(-1);
                Told::Number(terms::first(pool, &one, b, none, &|pool, other| pool.eq(unit, other)))
            }
            "lastIndexOf" => {
                let behind = terms::behind_last(pool, &one, b, &|pool, other| pool.eq(unit, other));
                let minus = pool.bv32(-1);
                Told::Number(pool.add(behind, minus))
            }
            "find" => Told::Number(terms::first_part(pool, &one, a, &other.units[..part])),
            "strip" => {
                let zero = pool.bv32(0);
                let begin = terms::first(pool, &one, zero, one.length, &terms::is_not_white);
                let end = terms::behind_last(pool, &one, one.length, &terms::is_not_white);
                let is_blank = pool.eq(begin, one.length);
                let end = pool.ite(is_blank, begin, end);
                self.cut(begin, end)
            }
            "trim" => {
                let (begin, end) = terms::trimmed(pool, &one);
                self.cut(begin, end)
            }
            "substring" => self.cut(a, b),
            "concat" => Told::Text(terms::joined(pool, &one, &other)),
            "equals" => Told::Truth(terms::same(pool, &one, &other)),
            "startsWith" => Told::Truth(terms::has_at(pool, &one, a, &other)),
            "hashCode" => Told::Number(terms::hash(pool, &one)),
            "compareTo" => Told::Number(terms::order(pool, &one, &other)),
            "replace" => {
                let new = pool.extract_low(b, 16);
                Told::Text(terms::replaced(pool, &one, unit, new))
            }
            "charAt" => {
                let unit = terms::at(pool, &one, a).expect("a character");
                Told::Number(pool.zero_extend(unit, 32))
            }
            "toString" => Told::Text(numerals::numeral(pool, a)),
            "parseInt" => Told::Parsed(numerals::parse(pool, &one)),
            "isWhitespace" => {
                let is_other = terms::is_not_white(pool, unit);
                Told::Truth(pool.not(is_other))
            }
            "digit" => Told::Number(numerals::digit(pool, unit)),
            other => panic!("no model of {other}"),
        }
    }
}

/// A call of a method, as its arguments.
struct Call {
    texts: [Vec<u16>; 2],
    numbers: [i32; 2],
}

impl Call {
    fn line(&self, method: &str) -> String {
        let [one, other] = [0, 1].map(|at| self.texts[at].iter().map(|unit| format!("{unit:04x}")).collect::<String>());
        format!("{method} {one} {other} {} {}\n", self.numbers[0], self.numbers[1])
    }

    fn values(&self, unknown: &Unknown) -> Evaluator {
        let mut values = Assignment::default();
        let mut symbols = unknown.symbols.iter().copied();
        for (at, text) in self.texts.iter().enumerate() {
            let length = Value::Bv { width: 5, bits: text.len() as u64 };
            values.insert(symbols.next().expect("a symbol"), length);
            for (unit, behind) in CHARACTERS.iter().enumerate().take(LENGTHS[at]) {
                // What lies behind the length may be anything.
                let bits = u64::from(*text.get(unit).unwrap_or(behind));
                values.insert(symbols.next().expect("a symbol"), Value::Bv { width: 16, bits });
            }
        }
        for number in self.numbers {
            let bits = u64::from(number as u32);
            values.insert(symbols.next().expect("a symbol"), Value::Bv { width: 32, bits });
        }
        Evaluator::new(values)
    }
}

fn number(pool: &TermPool, values: &mut Evaluator, term: Term) -> i64 {
    match values.value(pool, term) {
        Value::Bv { width: 32, bits } => i64::from(bits as u32 as i32),
        Value::Bv { bits, .. } => bits as i64,
        other => panic!("no number: {other:?}"),
    }
}

fn shown(pool: &TermPool, values: &mut Evaluator, told: &Told) -> String {
    match told {
        Told::Number(term) => number(pool, values, *term).to_string(),
        Told::Truth(term) => i32::from(values.holds(pool, *term)).to_string(),
        Told::Text(text) => {
            let length = number(pool, values, text.length) as usize;
            let units = text.units[..length].iter().map(|unit| format!("{:04x}", number(pool, values, *unit)));
            format!("={}", units.collect::<String>())
        }
        Told::Parsed(parsed) if values.holds(pool, parsed.is_valid) => number(pool, values, parsed.number).to_string(),
        Told::Parsed(_) => "malformed".to_owned(),
    }
}

fn calls(method: &str, part: usize, random: &mut Random) -> Vec<Call> {
    let all = 0..=u16::MAX;
    if matches!(method, "isWhitespace" | "digit") {
        return all.map(|unit| Call { texts: [vec![], vec![]], numbers: [i32::from(unit), 0] }).collect();
    }
    let mut call = || {
        let mut one = random.text(LENGTHS[0], &CHARACTERS);
        let mut other = random.text(LENGTHS[1], &CHARACTERS);
        if random.below(2) == 0 && !one.is_empty() {
            let begin = random.below(one.len());
            other = one[begin..].iter().take(random.below(LENGTHS[1] + 1)).copied().collect();
        }
        let position = |random: &mut Random| random.below(LENGTHS[0] + 6) as i32 - 3;
        let mut numbers = [position(random), position(random)];
        match method {
            "indexOf" | "lastIndexOf" => numbers[0] = i32::from(CHARACTERS[random.below(CHARACTERS.len())]),
            "find" => other = (0..part).map(|_| CHARACTERS[random.below(3)]).collect(),
            "replace" => numbers = [0, 1].map(|_| i32::from(CHARACTERS[random.below(CHARACTERS.len())])),
            "substring" => {
                let begin = random.below(one.len() + 1);
                numbers = [begin as i32, (begin + random.below(one.len() - begin + 1)) as i32];
            }
            "charAt" => {
                one.push(0x7a);
                one.truncate(LENGTHS[0]);
                numbers[0] = random.below(one.len()) as i32;
            }
            "toString" => {
                numbers[0] = match random.below(3) {
                    0 => NUMBERS[random.below(NUMBERS.len())],
                    1 => random.next() as i32,
                    _ => random.next() as i32 >> random.below(32),
                }
            }
            "parseInt" if random.below(4) > 0 => one = numeral(random),
            _ => {}
        }
        Call { texts: [one, other], numbers }
    };
    (0..CALLS).map(|_| call()).collect()
}

/// The numeral of a number, mostly of an `int`, or something close to it.
fn numeral(random: &mut Random) -> Vec<u16> {
    let mut number = i64::from(NUMBERS[random.below(NUMBERS.len())]);
    if random.below(2) == 0 {
        number += random.below(5) as i64 - 2;
    }
    if random.below(4) == 0 {
        number *= 10;
    }
    let mut units: Vec<u16> = number.to_string().encode_utf16().collect();
    match random.below(5) {
        0 => units.insert(0, u16::from(b'+')),
        1 => units.insert(0, u16::from(b'0')),
        2 => units.push(CHARACTERS[random.below(CHARACTERS.len())]),
        _ => {}
    }
    units.truncate(LENGTHS[0]);
    units
}

fn on_jvm(lines: String) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join("Texts.java");
    std::fs::write(&source, CALLER).expect("a file");
    let mut java = Command::new(Jdk::locate(None).expect("a JDK is installed").home.join("bin/java"));
    let mut java = java.arg(source).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("java runs");
    let mut stdin = java.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = java.wait_with_output().expect("java ends");
    writer.join().expect("the writer ends").expect("java reads its input");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect()
}

#[test]
fn terms_give_what_the_methods_give() {
    let mut random = Random(7);
    let methods = [
        "indexOf",
        "lastIndexOf",
        "strip",
        "trim",
        "substring",
        "concat",
        "equals",
        "startsWith",
        "hashCode",
        "compareTo",
        "replace",
        "charAt",
        "toString",
        "parseInt",
        "isWhitespace",
        "digit",
    ];
    let parts = (1..=LENGTHS[1]).map(|part| ("find", part));
    let mut made = Vec::new();
    for (method, part) in methods.into_iter().map(|method| (method, 0)).chain(parts) {
        let mut unknown = Unknown::new();
        let told = unknown.told(method, part);
        for call in calls(method, part, &mut random) {
            let ours = shown(&unknown.pool, &mut call.values(&unknown), &told);
            made.push((call.line(method), ours));
        }
    }
    let theirs = on_jvm(made.iter().map(|(line, _)| line.as_str()).collect());
    assert_eq!(theirs.len(), made.len());
    for ((line, ours), theirs) in made.iter().zip(&theirs) {
        assert_eq!(ours, theirs, "{line}");
    }
}

#[test]
fn a_part_is_written_between_what_was_there() {
    let mut unknown = Unknown::new();
    let (row, part, begin) = (unknown.texts[0].units.clone(), unknown.texts[1].clone(), unknown.numbers[0]);
    let written = numerals::written(&mut unknown.pool, &row, begin, &part);
    let mut random = Random(3);
    for _ in 0..CALLS {
        let one: Vec<u16> = (0..LENGTHS[0]).map(|_| CHARACTERS[random.below(CHARACTERS.len())]).collect();
        let other = random.text(LENGTHS[1], &CHARACTERS);
        let at = random.below(LENGTHS[0] + 1 - other.len());
        let call = Call { texts: [one.clone(), other.clone()], numbers: [at as i32, 0] };
        let mut values = call.values(&unknown);
        let units: Vec<u16> = written.iter().map(|unit| number(&unknown.pool, &mut values, *unit) as u16).collect();
        let expected = [&one[..at], &other, &one[at + other.len()..]].concat();
        assert_eq!(units, expected);
    }
}

/// Against the numerals of the standard library.
#[test]
fn numerals_of_long_are_exact() {
    let mut pool = TermPool::new();
    let symbol = pool.fresh_symbol("number", Sort::Bv(64));
    let symbol_term = pool.symbol_term(symbol);
    let text = numerals::numeral(&mut pool, symbol_term);
    let mut random = Random(5);
    let edges = (0..19).flat_map(|power| [10i64.pow(power) - 1, 10i64.pow(power), -10i64.pow(power)]);
    let others: Vec<i64> = (0..CALLS).map(|_| (random.next() as i64) >> random.below(64)).collect();
    for value in edges.chain([i64::MIN, i64::MAX]).chain(others) {
        let mut values = Evaluator::new([(symbol, Value::bv(64, value as u64))].into_iter().collect());
        let length = number(&pool, &mut values, text.length) as usize;
        let units: Vec<u16> =
            text.units[..length].iter().map(|unit| number(&pool, &mut values, *unit) as u16).collect();
        assert_eq!(String::from_utf16_lossy(&units), value.to_string());
    }
}

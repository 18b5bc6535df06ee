//! The programs of the experiment in `bounded-infeasible-code`, section 7: a chain of diamonds, each with two levels of
//! nested choices, over unbounded integers and linear arithmetic.

use super::random::Random;
use std::fmt::Write as _;

/// A program with so many diamonds, between 10 and 20 variables, all of them inputs, and three statements in each block.
pub fn diamonds(count: usize, seed: u64) -> String {
    let mut random = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(count as u64));
    let variables = 10 + random.below(11);
    let names: Vec<String> = (0..variables).map(|number| format!("v{number}")).collect();
    let mut writer = Writer { random, names, text: String::new() };
    let _ = writeln!(writer.text, "proc main({}) {{", writer.names.join(", "));
    for number in 0..count {
        writer.diamond(number);
    }
    writer.block(&format!("d{count}"), None, &[]);
    writer.text.push_str("}\n");
    writer.text
}

struct Writer {
    random: Random,
    names: Vec<String>,
    text: String,
}

impl Writer {
    /// Four ways: two choices, one inside the other.
    fn diamond(&mut self, number: usize) {
        let d = format!("d{number}");
        self.block(&d, None, &[format!("{d}t"), format!("{d}e")]);
        let outer = self.condition();
        for (side, condition) in [("t", outer.clone()), ("e", format!("!({outer})"))] {
            let s = format!("{d}{side}");
            self.block(&s, Some(&condition), &[format!("{s}t"), format!("{s}e")]);
            let inner = self.condition();
            for (way, condition) in [("t", inner.clone()), ("e", format!("!({inner})"))] {
                self.block(&format!("{s}{way}"), Some(&condition), &[format!("{s}j")]);
            }
            self.block(&format!("{s}j"), None, &[format!("d{}", number + 1)]);
        }
    }

    /// A block with three statements, one of which is the assumption, if there is one.
    fn block(&mut self, label: &str, assumption: Option<&str>, targets: &[String]) {
        let _ = writeln!(self.text, "{label}:");
        if let Some(condition) = assumption {
            let _ = writeln!(self.text, "  assume {condition};");
        }
        for _ in usize::from(assumption.is_some())..3 {
            let (target, value) = (self.variable(), self.sum());
            let _ = writeln!(self.text, "  {target} := {value};");
        }
        if !targets.is_empty() {
            let _ = writeln!(self.text, "  goto {};", targets.join(", "));
        }
    }

    fn variable(&mut self) -> String {
        self.random.one(&self.names).clone()
    }

    fn number(&mut self, reach: usize) -> i64 {
        self.random.below(2 * reach + 1) as i64 - reach as i64
    }

    /// A linear expression over two variables.
    fn sum(&mut self) -> String {
        let (left, right) = (self.variable(), self.variable());
        match self.random.below(3) {
            0 => format!("{left} + {right} + {}", self.number(10)),
            1 => format!("{left} - {right} + {}", self.number(10)),
            _ => format!("{} * {left} + {}", self.number(3), self.number(10)),
        }
    }

    fn condition(&mut self) -> String {
        let operator = *self.random.one(&["<", "<=", ">", ">=", "==", "!="]);
        format!("{} {operator} {}", self.sum(), self.number(10))
    }
}

//! The programs of the experiment in `bounded-infeasible-code`, section 7: a chain of diamonds, each with two levels of
//! nested choices, over unbounded integers and linear arithmetic; and others of the same shape.

use super::random::Random;
use std::fmt::Write as _;

/// What the statements and the conditions of a program are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Any variable becomes the sum or the difference of any two, or a multiple of one; conditions compare such with a number.
    /// Programs of this kind soon lose what their inputs were.
    Sums,
    /// The same, and conditions do not ask whether numbers are equal.
    Inequalities,
    /// The same statements; conditions compare a variable with another.
    Comparisons,
    /// Sums of two multiples.
    Combinations,
    /// A variable is added to another, or subtracted, so that no input is lost.
    Accumulators,
    /// A constant is added to a variable; conditions compare a variable with a number.
    Counters,
    /// A constant is added to a variable; conditions compare the difference of two with a number.
    Differences,
    /// Half of the variables are never changed, and conditions compare them with numbers.
    Inputs,
    /// Variables become others, or numbers.
    Copies,
}

impl Family {
    /// All of them.
    pub const ALL: [Family; 9] = [
        Family::Sums,
        Family::Inequalities,
        Family::Comparisons,
        Family::Combinations,
        Family::Accumulators,
        Family::Counters,
        Family::Differences,
        Family::Inputs,
        Family::Copies,
    ];
}

/// A program with `count` diamonds, between 10 and 20 variables, all of them inputs, and three statements in each block.
pub fn diamonds(family: Family, count: usize, seed: u64) -> String {
    let mut random = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(count as u64));
    let variables = 10 + random.below(11);
    let names: Vec<String> = (0..variables).map(|number| format!("v{number}")).collect();
    let mut writer = Writer { family, random, names, text: String::new() };
    let _ = writeln!(writer.text, "proc main({}) {{", writer.names.join(", "));
    for number in 0..count {
        writer.diamond(number);
    }
    writer.block(&format!("d{count}"), None, &[]);
    writer.text.push_str("}\n");
    writer.text
}

struct Writer {
    family: Family,
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
            let (target, value) = self.assignment();
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

    fn assignment(&mut self) -> (String, String) {
        let target = self.variable();
        let value = match self.family {
            Family::Combinations => {
                let (left, right) = (self.multiple(), self.multiple());
                format!("{left} + {right} + {}", self.number(10))
            }
            Family::Accumulators => {
                format!("{target} {} {} + {}", self.sign(), self.variable(), self.number(10))
            }
            Family::Counters | Family::Differences => {
                format!("{target} {} {}", self.sign(), 1 + self.random.below(3))
            }
            Family::Copies if self.random.percent(50) => self.number(10).to_string(),
            Family::Copies => self.variable(),
            Family::Inputs => {
                let changing = self.random.below(self.names.len() / 2);
                return (self.names[changing].clone(), self.sum());
            }
            Family::Sums | Family::Inequalities | Family::Comparisons => self.sum(),
        };
        (target, value)
    }

    fn sign(&mut self) -> &'static str {
        if self.random.percent(50) { "+" } else { "-" }
    }

    fn multiple(&mut self) -> String {
        format!("{} * {}", self.number(3), self.variable())
    }

    fn condition(&mut self) -> String {
        let operators = ["<", "<=", ">", ">=", "==", "!="];
        let operators = if self.family == Family::Inequalities { &operators[..4] } else { &operators[..] };
        let operator = *self.random.one(operators);
        match self.family {
            Family::Counters | Family::Copies => format!("{} {operator} {}", self.variable(), self.number(20)),
            Family::Inputs => {
                let kept = self.names.len() / 2 + self.random.below(self.names.len() / 2);
                let name = self.names[kept].clone();
                format!("{name} {operator} {}", self.number(20))
            }
            Family::Differences => {
                format!("{} - {} {operator} {}", self.variable(), self.variable(), self.number(50))
            }
            Family::Comparisons => format!("{} {operator} {} + {}", self.variable(), self.variable(), self.number(10)),
            Family::Combinations => {
                format!("{} + {} {operator} {}", self.multiple(), self.multiple(), self.number(10))
            }
            Family::Sums | Family::Inequalities | Family::Accumulators => {
                format!("{} {operator} {}", self.sum(), self.number(10))
            }
        }
    }
}

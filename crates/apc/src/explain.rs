//! Conditions for a person.

use crate::builder::{Builder, Executed};
use crate::condition::Conjunct;
use crate::value::Value;
use clew_term::Term;

/// Longer texts of terms are cut.
const MAX_TEXT: usize = 400;

impl Builder<'_> {
    /// The lines that tell what the condition is made of.
    pub(crate) fn explain(&self, backbones: &[Executed]) -> Vec<String> {
        let mut lines = Vec::new();
        for summary in &self.order {
            lines.push(format!("loop at {}", summary.entry));
            for (counter, path) in summary.counters.iter().zip(&summary.backbones) {
                lines.push(format!("  {} counts {} {path}", self.pool.symbol_name(*counter), summary.entry));
            }
            for ((_, info), (before, after)) in self.regs.iter().zip(self.initial.iter().zip(&summary.state)) {
                if before != after {
                    lines.push(format!("  {} becomes {}", info.name, self.text_of(after)));
                }
            }
        }
        for (number, backbone) in backbones.iter().enumerate() {
            lines.push(format!("backbone {}: {}", number + 1, self.graph.describe(&backbone.path)));
            for part in &backbone.condition {
                if let Conjunct::Term(term) = part {
                    lines.push(format!("  {}", self.text(*term)));
                }
            }
        }
        lines
    }

    /// The condition on one line, without its quantified parts.
    pub(crate) fn formula(&self, backbones: &[Executed]) -> String {
        let one = |backbone: &Executed| {
            let parts = backbone.condition.iter().filter_map(|part| match part {
                Conjunct::Term(term) => Some(self.text(*term)),
                Conjunct::Rounds(_) | Conjunct::Filled(_) => None,
            });
            parts.collect::<Vec<_>>().join(" && ")
        };
        match backbones {
            [] => "false".to_owned(),
            _ => backbones.iter().map(one).collect::<Vec<_>>().join(" || "),
        }
    }

    fn text_of(&self, value: &Value) -> String {
        match value {
            Value::Num(num) if num.fits => self.text(num.raw),
            Value::Num(num) => {
                format!("{} modulo 2^{}", self.text(num.raw), num.width.map_or(0, u32::from))
            }
            Value::Bool(term) | Value::Map(term) => self.text(*term),
            Value::Opaque => "unknown".to_owned(),
        }
    }

    fn text(&self, term: Term) -> String {
        let text = self.pool.display(term).to_string();
        match text.char_indices().nth(MAX_TEXT) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    }
}

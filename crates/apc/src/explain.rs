//! Conditions for a person.

use crate::builder::{Builder, Executed};
use crate::condition::Conjunct;
use crate::loops::Induced;
use crate::summary::Summary;
use crate::value::{Num, Value};
use clew_facts::{ExplainedBackbone, ExplainedLoop, Explanation};
use clew_term::Term;

/// Longer texts of terms are cut.
const MAX_TEXT: usize = 400;

impl Builder {
    /// What the condition is made of.
    pub(crate) fn explain(&self, backbones: &[Executed]) -> Explanation {
        let loops = self.summaries.in_order().map(|summary| self.explained_loop(summary)).collect();
        let parts = |backbone: &Executed| -> Vec<Term> {
            let parts = backbone.condition.iter().filter_map(Conjunct::as_term);
            parts.filter(|term| !self.given.contains(term)).collect()
        };
        let explained = |backbone: &Executed| ExplainedBackbone {
            path: self.graph.describe(&backbone.path),
            condition: parts(backbone).into_iter().map(|term| self.text(term)).collect(),
        };
        Explanation { loops, backbones: backbones.iter().map(explained).collect() }
    }

    fn explained_loop(&self, summary: &Summary) -> ExplainedLoop {
        let Induced { nodes, start, .. } = &summary.program;
        let lines = self.graph.lines_within(nodes);
        let counters = summary.counters.iter().zip(&summary.backbones);
        let counters =
            counters.map(|(counter, way)| (self.pool.symbol_name(*counter).to_owned(), way.clone())).collect();
        let (mut values, mut unknown) = (Vec::new(), Vec::new());
        for (index, (_, info)) in self.regs.iter().enumerate() {
            let (before, after) = (&self.initial[index], &summary.state[index]);
            if before == after || !self.is_live(*start, index) {
                continue;
            }
            match self.is_new_symbol(after) {
                true => unknown.push(info.name.to_string()),
                false => values.push((info.name.to_string(), self.text_of(after))),
            }
        }
        let entry = self.graph.place(*start);
        ExplainedLoop { entry, lines, counters, values, unknown }
    }

    /// Whether a value is a symbol of its own, which stands for no variable before the loop.
    fn is_new_symbol(&self, value: &Value) -> bool {
        match value {
            Value::Num(Num { raw: term, .. }) | Value::Bool(term) | Value::Map(term) => {
                self.pool.as_symbol(*term).is_some_and(|symbol| !self.symbols.contains(&Some(symbol)))
            }
            Value::Opaque => true,
        }
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

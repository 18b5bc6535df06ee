//! Enumeration of all values of the symbols, where there are few.

use super::Purse;
use super::domain::Domain;
use super::landscape::Landscape;
use super::problem::Problem;
use clew_term::{Value, semantics};

/// What looking at all values showed.
pub(super) enum Few {
    /// The constraints hold under these.
    Hold(Vec<Value>),
    /// They hold under none.
    Never,
    /// There are too many to look at.
    Many,
}

/// The values of a symbol between bounds.
#[derive(Clone, Copy)]
struct Span {
    low: i64,
    count: u64,
    /// How many bits a value has; none if it is a truth value.
    width: Option<u8>,
}

impl Span {
    fn of(domain: Domain, width: Option<u8>) -> Option<Self> {
        match domain {
            Domain::Truth { holds, fails } => {
                Some(Self { low: i64::from(!fails), count: u64::from(holds) + u64::from(fails), width: None })
            }
            Domain::Word(range) => {
                let count = u64::try_from(i128::from(range.high) - i128::from(range.low) + 1).ok()?;
                Some(Self { low: range.low, count, width: Some(width?) })
            }
            Domain::Float(_) | Domain::Any => None,
        }
    }

    fn value(self, at: u64) -> Value {
        let number = self.low.wrapping_add_unsigned(at);
        match self.width {
            Some(width) => Value::bv(width, number as u64 & semantics::mask(width)),
            None => Value::Bool(number != 0),
        }
    }
}

/// Looks at all values that the symbols may have by their domains.
pub(super) fn look(problem: &Problem, domains: &[Domain], purse: &mut Purse) -> Few {
    let spans: Option<Vec<Span>> = problem
        .symbols
        .iter()
        .map(|symbol| Span::of(domains[symbol.place], problem.parts[symbol.place].sort.width()))
        .collect();
    let Some(spans) = spans.filter(|spans| problem.is_complete() && price(problem, spans) <= purse.left()) else {
        return Few::Many;
    };
    let mut landscape = Landscape::new(problem);
    let mut places = vec![0u64; spans.len()];
    for (symbol, span) in spans.iter().enumerate() {
        landscape.set(symbol, span.value(0));
    }
    loop {
        if landscape.distance() == 0.0 {
            purse.pay(landscape.steps());
            return Few::Hold(landscape.point());
        }
        // The last symbol changes most often.
        let mut symbol = spans.len();
        loop {
            if symbol == 0 || purse.is_empty() {
                purse.pay(landscape.steps());
                return if symbol == 0 { Few::Never } else { Few::Many };
            }
            symbol -= 1;
            places[symbol] = (places[symbol] + 1) % spans[symbol].count;
            landscape.set(symbol, spans[symbol].value(places[symbol]));
            if places[symbol] != 0 {
                break;
            }
        }
    }
}

/// How many parts are computed in all.
fn price(problem: &Problem, spans: &[Span]) -> u64 {
    let mut points = 1u64;
    let mut price = 0u64;
    for (span, dependents) in spans.iter().zip(&problem.dependents) {
        points = points.saturating_mul(span.count);
        price = price.saturating_add(points.saturating_mul(dependents.len() as u64));
    }
    price
}

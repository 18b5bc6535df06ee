//! A search for values that make constraints hold, by distance.
//!
//! From a starting point, one symbol at a time is moved where that brings the constraints nearer to holding: to values that
//! occur in the query, to those that solve one comparison (algebra, see [`super::aim`]), to where the sides of a comparison
//! change their order (halving the floats between), and by steps that grow while they help. Where no symbol alone helps, one
//! is moved along an equation, which another symbol keeps. When nothing helps, another starting point is taken. So far it is
//! the alternating variable method (Korel, *Automated software test data generation*, 1990) with the distance of XSat (see
//! [`super::landscape`]) and with seeds from the query, as of CORAL (Souza, Borges, d'Amorim and Păsăreanu, *CORAL: solving
//! complex constraints for symbolic pathfinder*, 2011) and JFS (Liew, Cadar, Donaldson and Stinnett, *Just fuzz it*, 2019).

use super::Purse;
use super::aim::aims;
use super::format::{Format, number};
use super::landscape::Landscape;
use super::problem::{Kind, Place, Problem};
use clew_term::{BinaryOp, Sort, UnaryOp, Value, semantics};
use std::cmp::Ordering;

/// The seed of all random choices.
const SEED: u64 = 0x00f1_0a75;
/// The most comparisons of a constraint that does not hold that are looked at.
const MAX_COMPARISONS: usize = 12;
/// The most constants of a query of which seeds are made, the newest ones.
const MAX_CONSTANTS: usize = 8;
/// The most places at which the sides of a comparison change their order that are looked into, on one line.
const MAX_CROSSINGS: usize = 4;
/// Steps grow by these powers of two.
const STEPS: [u32; 20] = [0, 1, 2, 3, 4, 6, 8, 11, 14, 18, 22, 26, 30, 35, 40, 45, 50, 54, 58, 62];
/// A round of moves that brings the constraints no nearer than this, in binary digits, is the last one from a starting point.
const LEAST_GAIN: f64 = 0.1;
/// How often steps along one line begin anew with one.
const MAX_STRIDES: usize = 16;

/// A comparison that does not have the wanted truth value.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Comparison {
    place: Place,
    wanted: bool,
    left: Place,
    right: Place,
}

/// A symbol to move, with an equation that another symbol keeps.
#[derive(Copy, Clone, Debug)]
struct Line {
    symbol: usize,
    kept: Option<(Comparison, usize)>,
}

/// What was found where a line's symbol had a value: its key, and how the sides of some comparisons compared.
struct Sample {
    key: i64,
    orders: Vec<Option<Ordering>>,
}

/// Looks for values; see the module.
pub(super) struct Search<'p> {
    problem: &'p Problem,
    landscape: Landscape<'p>,
    /// Values to try, for each symbol.
    seeds: Vec<Vec<Value>>,
    /// The first of them, which are no extremes.
    plain: usize,
    random: fastrand::Rng,
    best: f64,
    /// The search ends when this many parts have been computed.
    allowed: u64,
}

impl<'p> Search<'p> {
    /// A search that has not begun. The problem has to be complete.
    pub(super) fn new(problem: &'p Problem) -> Self {
        let plain = numbers(problem);
        let extremes = [100.0, 1e6, -1e6, 1e-6, 1e20, -1e20, 1e-20, 1e200, -1e200, 1e-200];
        let numbers: Vec<f64> = plain.iter().copied().chain(extremes).collect();
        let seeds = (0..problem.symbols.len()).map(|symbol| seeds(problem.symbol_sort(symbol), &numbers)).collect();
        let landscape = Landscape::new(problem);
        let best = landscape.distance();
        Self { problem, landscape, seeds, plain: plain.len(), random: fastrand::Rng::with_seed(SEED), best, allowed: 0 }
    }

    /// Values of the symbols that make all constraints hold, if some are found before the purse is empty.
    pub(super) fn run(&mut self, purse: &mut Purse) -> Option<Vec<Value>> {
        let begun = self.landscape.steps();
        self.allowed = begun.saturating_add(purse.left());
        self.descend(purse);
        while !self.is_over(purse) {
            self.restart();
            self.descend(purse);
        }
        purse.pay(self.landscape.steps() - begun);
        (self.best == 0.0).then(|| self.landscape.point())
    }

    /// Whether values were found, or nothing may be spent any more.
    fn is_over(&self, purse: &Purse) -> bool {
        self.best == 0.0 || self.landscape.steps() >= self.allowed || purse.is_empty()
    }

    /// Takes another starting point: of each symbol what it has, one of its seeds, or a number of no great size.
    fn restart(&mut self) {
        let any_seed = self.random.u8(..4) == 0;
        let size = 10f64.powi(self.random.i32(0..6));
        for symbol in 0..self.seeds.len() {
            let (sort, seeds) = (self.problem.symbol_sort(symbol), &self.seeds[symbol]);
            let choices = if any_seed { seeds.len() } else { seeds.len().min(self.plain) };
            let number = (self.random.f64() * 2.0 - 1.0) * size;
            let drawn = match self.random.u8(..8) {
                0 => None,
                1..=3 => seeds.get(self.random.usize(..choices.max(1))).cloned(),
                4..=5 => near(sort, number.round()),
                _ => near(sort, number),
            };
            if let Some(value) = drawn {
                self.landscape.set(symbol, value);
            }
        }
        self.best = self.landscape.distance();
    }

    /// Goes downhill until nothing helps.
    fn descend(&mut self, purse: &Purse) {
        while self.best > 0.0 {
            let before = self.best;
            for symbol in 0..self.problem.symbols.len() {
                self.follow(Line { symbol, kept: None });
                if self.is_over(purse) {
                    return;
                }
            }
            if self.best < before - LEAST_GAIN {
                continue;
            }
            for line in self.lines_along_equations() {
                self.follow(line);
                if self.is_over(purse) {
                    return;
                }
            }
            if self.best > before - LEAST_GAIN {
                return;
            }
        }
    }

    /// The comparisons that have to change so that the constraints hold.
    fn comparisons(&self) -> Vec<Comparison> {
        let mut found = Vec::new();
        let mut waiting: Vec<(Place, bool)> = self.problem.roots.iter().rev().map(|root| (*root, true)).collect();
        let mut seen = 0;
        while let Some((place, wanted)) = waiting.pop() {
            seen += 1;
            if found.len() >= MAX_COMPARISONS || seen > self.problem.parts.len() {
                break;
            }
            if self.landscape.lack(place, wanted) == 0.0 {
                continue;
            }
            let is_truth = |place: Place| self.problem.parts[place].sort == Sort::Bool;
            match self.problem.parts[place].kind {
                Kind::Unary(UnaryOp::Not, operand) => waiting.push((operand, !wanted)),
                Kind::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
                    waiting.extend([(right, wanted), (left, wanted)]);
                }
                Kind::Binary(_, left, right) if is_truth(left) => {
                    waiting.extend([left, right].map(|side| (side, self.landscape.lack(side, true) > 0.0)));
                }
                Kind::Choice(condition, then, otherwise) => {
                    let holds = self.landscape.lack(condition, true) == 0.0;
                    waiting.push((condition, !holds));
                    waiting.push((if holds { then } else { otherwise }, wanted));
                }
                Kind::Binary(_, left, right) => found.push(Comparison { place, wanted, left, right }),
                // A truth value of the input: compared with itself, so that it is tried.
                Kind::Symbol(_) => found.push(Comparison { place, wanted, left: place, right: place }),
                Kind::Constant(_) | Kind::Unary(..) | Kind::Opaque => {}
            }
        }
        found
    }

    fn depends(&self, comparison: Comparison, symbol: usize) -> bool {
        self.problem.depends(comparison.left, symbol) || self.problem.depends(comparison.right, symbol)
    }

    /// Ways to move a symbol while another one keeps an equation: one that holds, or one that does not yet.
    fn lines_along_equations(&self) -> Vec<Line> {
        let symbols = 0..self.problem.symbols.len();
        let mut lines = Vec::new();
        for equation in self.equations() {
            for other in symbols.clone().filter(|other| self.depends(equation, *other)) {
                let moved = symbols.clone().filter(|symbol| *symbol != other);
                lines.extend(moved.map(|symbol| Line { symbol, kept: Some((equation, other)) }));
            }
        }
        lines.truncate(2 * MAX_COMPARISONS);
        lines
    }

    /// The equations that have to hold, as far as the constraints say so in as many words.
    fn equations(&self) -> Vec<Comparison> {
        let mut found = Vec::new();
        let mut waiting = self.problem.roots.clone();
        while let Some(place) = waiting.pop() {
            match self.problem.parts[place].kind {
                Kind::Binary(BinaryOp::And, left, right) => waiting.extend([left, right]),
                Kind::Binary(BinaryOp::FEq | BinaryOp::Eq, left, right)
                    if self.problem.parts[left].sort != Sort::Bool && found.len() < MAX_COMPARISONS =>
                {
                    found.push(Comparison { place, wanted: true, left, right });
                }
                _ => {}
            }
        }
        found
    }

    /// Moves along a line to where the constraints are nearest to holding, as far as a few places show.
    fn follow(&mut self, line: Line) {
        let moved = [Some(line.symbol), line.kept.map(|(_, other)| other)];
        let mut comparisons = self.comparisons();
        comparisons.retain(|comparison| moved.into_iter().flatten().any(|symbol| self.depends(*comparison, symbol)));
        if comparisons.is_empty() {
            return;
        }
        let start = self.landscape.point();
        let mut best: Option<Vec<Value>> = None;
        let mut samples: Vec<Sample> = Vec::new();
        for value in self.values_to_try(line, &comparisons) {
            if let Some(key) = self.try_value(line, value, &mut best) {
                let order = |comparison: &Comparison| self.landscape.order(comparison.left, comparison.right);
                samples.push(Sample { key, orders: comparisons.iter().map(order).collect() });
            }
            if self.best == 0.0 {
                return;
            }
        }
        samples.sort_unstable_by_key(|sample| sample.key);
        samples.dedup_by_key(|sample| sample.key);
        for (at, comparison) in comparisons.iter().enumerate() {
            self.cross(line, *comparison, at, &samples, &mut best);
            if self.best == 0.0 {
                return;
            }
        }
        self.landscape.set_all(best.as_ref().unwrap_or(&start));
        self.stride(line, &mut best);
        if self.best > 0.0 {
            self.landscape.set_all(best.as_ref().unwrap_or(&start));
        }
    }

    /// The values of a line's symbol that are tried first.
    fn values_to_try(&self, line: Line, comparisons: &[Comparison]) -> Vec<Value> {
        let mut values = self.seeds[line.symbol].clone();
        values.push(self.landscape.value(self.problem.symbols[line.symbol].place).clone());
        for comparison in comparisons {
            for aimed in self.aimed(*comparison, line.symbol) {
                values.extend(beside(&aimed));
            }
        }
        values
    }

    /// Values of a symbol that may give a comparison its wanted truth value.
    fn aimed(&self, comparison: Comparison, symbol: usize) -> Vec<Value> {
        let Comparison { left, right, .. } = comparison;
        let mut found = Vec::new();
        for (moved, other) in [(left, right), (right, left)] {
            if self.problem.depends(moved, symbol) {
                found.extend(aims(self.problem, &self.landscape, symbol, moved, self.landscape.value(other)));
            }
        }
        found
    }

    /// Gives a line's symbol a value, and the symbol that keeps its equation the value that this needs. Returns the key of the
    /// value, and notes it where it is better than all before.
    fn try_value(&mut self, line: Line, value: Value, best: &mut Option<Vec<Value>>) -> Option<i64> {
        let key = key(&value);
        self.landscape.set(line.symbol, value);
        if let Some((equation, other)) = line.kept {
            self.keep(equation, other);
        }
        let distance = self.landscape.distance();
        if distance < self.best {
            self.best = distance;
            *best = Some(self.landscape.point());
        }
        key
    }

    /// Gives a symbol the value that brings an equation nearest to holding.
    fn keep(&mut self, equation: Comparison, symbol: usize) {
        let mut nearest: Option<([f64; 2], Value)> = None;
        for aimed in self.aimed(equation, symbol) {
            for value in beside(&aimed) {
                self.landscape.set(symbol, value.clone());
                let own = self.landscape.lack(equation.place, equation.wanted);
                let digits = [own, self.landscape.distance()];
                if nearest.as_ref().is_none_or(|(least, _)| digits < *least) {
                    nearest = Some((digits, value));
                }
            }
        }
        if let Some((_, value)) = nearest {
            self.landscape.set(symbol, value);
        }
    }

    /// Looks for the places between samples at which the sides of a comparison change their order, which samples have at `at`.
    fn cross(
        &mut self,
        line: Line,
        comparison: Comparison,
        at: usize,
        samples: &[Sample],
        best: &mut Option<Vec<Value>>,
    ) {
        let sort = self.problem.symbol_sort(line.symbol);
        let crossings = samples.windows(2).filter_map(|pair| match (pair[0].orders[at], pair[1].orders[at]) {
            (Some(below), Some(above)) if below != above => Some((pair[0].key, below, pair[1].key)),
            _ => None,
        });
        for (mut low, below, mut high) in crossings.take(MAX_CROSSINGS) {
            while high.abs_diff(low) > 1 && self.best > 0.0 {
                let middle = ((i128::from(low) + i128::from(high)) >> 1) as i64;
                let Some(value) = at_key(sort, middle) else { break };
                self.try_value(line, value, best);
                match self.landscape.order(comparison.left, comparison.right) {
                    Some(order) if order == below => low = middle,
                    _ => high = middle,
                }
            }
        }
    }

    /// Goes along a line in steps that double while they help.
    fn stride(&mut self, line: Line, best: &mut Option<Vec<Value>>) {
        let sort = self.problem.symbol_sort(line.symbol);
        let mut progress = true;
        for _ in 0..MAX_STRIDES {
            if !progress || self.best == 0.0 || self.landscape.steps() >= self.allowed {
                return;
            }
            progress = false;
            for direction in [1i64, -1] {
                for exponent in STEPS {
                    let place = self.problem.symbols[line.symbol].place;
                    let from = best.as_ref().map_or(self.landscape.value(place), |point| &point[line.symbol]);
                    let Some(next) = key(from).and_then(|key| key.checked_add(direction << exponent)) else { break };
                    let Some(value) = at_key(sort, next) else { break };
                    let before = self.best;
                    let back = self.landscape.point();
                    self.try_value(line, value, best);
                    if self.best < before {
                        progress = true;
                    } else {
                        self.landscape.set_all(&back);
                        if progress {
                            break;
                        }
                    }
                }
            }
        }
    }
}

/// A value's place in the order of its sort.
fn key(value: &Value) -> Option<i64> {
    match value {
        Value::Bv { .. } => value.as_signed(),
        _ => Format::key_of(value),
    }
}

/// The value at a place in the order of a sort.
fn at_key(sort: Sort, key: i64) -> Option<Value> {
    match (sort, Format::of(sort)) {
        (Sort::Bv(width), _) => {
            let fits = semantics::min_signed(width) <= key && key <= semantics::max_signed(width);
            fits.then(|| Value::bv(width, key as u64))
        }
        (_, Some(format)) => {
            let fits = !format.infinity() <= key && key <= format.infinity();
            fits.then(|| format.at(key))
        }
        _ => None,
    }
}

/// The value of a sort that is nearest to a number.
fn near(sort: Sort, number: f64) -> Option<Value> {
    match (sort, Format::of(sort)) {
        (Sort::Bv(width), _) => Some(Value::bv(width, number as i64 as u64)),
        (_, format) => format.map(|format| format.nearest(number)),
    }
}

/// A value and its neighbours.
fn beside(value: &Value) -> Vec<Value> {
    let mut values = vec![value.clone()];
    let sort = match value {
        Value::Bv { width, .. } => Sort::Bv(*width),
        Value::F32(_) => Sort::F32,
        Value::F64(_) => Sort::F64,
        _ => return values,
    };
    if let Some(key) = key(value) {
        let neighbours = [1, -1, 2, -2].map(|away| key.checked_add(away).and_then(|key| at_key(sort, key)));
        values.extend(neighbours.into_iter().flatten());
    }
    values
}

/// The numbers that occur in a query, simple ones first, without repetition.
fn numbers(problem: &Problem) -> Vec<f64> {
    let mut numbers = vec![0.0, 1.0, -1.0, 2.0, 0.5, 10.0, -0.0];
    let mut own: Vec<f64> = Vec::new();
    for part in &problem.parts {
        if let Kind::Constant(value) = &part.kind
            && let Some(constant) = number(value).or_else(|| value.as_signed().map(|word| word as f64))
            && !constant.is_nan()
            && !own.contains(&constant)
        {
            own.push(constant);
        }
    }
    for constant in own.iter().rev().take(MAX_CONSTANTS) {
        numbers.extend([*constant, -constant, constant + 1.0, constant - 1.0, constant.abs().sqrt(), constant / 2.0]);
    }
    let mut kept: Vec<f64> = Vec::new();
    for number in numbers {
        if !kept.iter().any(|other| other.to_bits() == number.to_bits()) {
            kept.push(number);
        }
    }
    kept
}

/// The values of a symbol that are tried: the numbers of the query, and the ends of its sort.
fn seeds(sort: Sort, numbers: &[f64]) -> Vec<Value> {
    let mut values: Vec<Value> = match (sort, Format::of(sort)) {
        (Sort::Bool, _) => return vec![Value::Bool(false), Value::Bool(true)],
        (Sort::Bv(width), _) => {
            let whole = numbers.iter().map(|number| Value::bv(width, *number as i64 as u64));
            let ends = [semantics::min_signed(width), semantics::max_signed(width)];
            whole.chain(ends.map(|end| Value::bv(width, end as u64))).collect()
        }
        (_, Some(format)) => {
            let infinity = format.infinity();
            let ends = [infinity, !infinity, infinity - 1, !(infinity - 1), 1, -2].map(|key| format.at(key));
            let near = numbers.iter().map(|number| format.nearest(*number));
            near.chain(ends).chain([format.nan()]).collect()
        }
        _ => Vec::new(),
    };
    let mut seen: Vec<Value> = Vec::new();
    values.retain(|value| {
        let is_new = !seen.contains(value);
        if is_new {
            seen.push(value.clone());
        }
        is_new
    });
    values
}

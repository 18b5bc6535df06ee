//! Executions of the unwound program on values.

use crate::condition::Path;
use crate::dominators::{Dominators, TopoIndex};
use crate::numbers::Numbers;
use crate::passive::Passive;
use clew_term::{Assignment, Evaluator, SymbolId, Term, TermPool};

/// How many places an execution may try for each place of the program.
const TRIES: usize = 4;

/// Which of several ways that are open an execution takes.
pub(crate) trait Preference {
    /// The position of the way that comes first; the others come in order.
    fn first(&mut self, ways: &[TopoIndex]) -> usize;
}

/// What executes: on machine words where that can be done, else on terms.
pub(crate) struct Executor<'a> {
    passive: &'a Passive,
    dominators: &'a Dominators,
    numbers: Option<Numbers>,
    /// The values of the last execution that was none on machine words.
    terms: Option<Evaluator>,
}

impl<'a> Executor<'a> {
    pub(crate) fn new(passive: &'a Passive, dominators: &'a Dominators, pool: &TermPool) -> Executor<'a> {
        Executor { passive, dominators, numbers: Numbers::of(passive, dominators, pool), terms: None }
    }

    /// Runs the program on values of its inputs, first along the beginning of a path: the path of a complete execution, if one is
    /// found. Ways that do not come to an end are given up for others.
    pub(crate) fn execute(
        &mut self,
        inputs: &Assignment,
        beginning: &[(TopoIndex, usize)],
        pool: &TermPool,
        preference: &mut dyn Preference,
    ) -> Option<Path> {
        self.terms = None;
        if let Some(numbers) = &mut self.numbers {
            numbers.start(inputs);
            let found = follow(self.dominators, numbers, beginning, preference);
            if !numbers.is_lost() {
                return found;
            }
        }
        let values = self.terms.insert(Evaluator::new(inputs.clone()));
        let mut machine = OnTerms { evaluator: values, passive: self.passive, dominators: self.dominators, pool };
        follow(self.dominators, &mut machine, beginning, preference)
    }

    /// An evaluator with the values that these symbols had in the last execution.
    pub(crate) fn values(&self, symbols: &[SymbolId]) -> Evaluator {
        match (&self.terms, &self.numbers) {
            (Some(terms), _) => terms.clone(),
            (None, Some(numbers)) => numbers.evaluator(symbols),
            (None, None) => Evaluator::new(Assignment::new()),
        }
    }
}

/// The state of an execution.
pub(crate) trait Machine {
    /// Whether what the first place demands holds.
    fn begins(&mut self) -> bool;
    /// Whether what an edge demands holds.
    fn may_take(&mut self, edge: usize) -> bool;
    /// Gives the variables the values that they have on an edge. Whether what its end demands holds then.
    fn take(&mut self, edge: usize, to: TopoIndex) -> bool;
}

/// The path of a complete execution.
fn follow(
    dominators: &Dominators,
    machine: &mut dyn Machine,
    beginning: &[(TopoIndex, usize)],
    preference: &mut dyn Preference,
) -> Option<Path> {
    if dominators.nodes.is_empty() || !machine.begins() {
        return None;
    }
    let mut path: Path = Vec::new();
    // For each place of the path and the one behind it the ways that are still open, the next one last.
    let mut open: Vec<Vec<usize>> = vec![ways(dominators, machine, 0, beginning, 0, preference)];
    let mut place = 0;
    for _ in 0..dominators.nodes.len().saturating_mul(TRIES) {
        if dominators.outgoing[place].is_empty() {
            path.push((place, 0));
            return Some(path);
        }
        match open.last_mut()?.pop() {
            Some(way) => {
                path.push((place, way));
                let (edge, next) = dominators.outgoing[place][way];
                machine.take(edge, next);
                place = next;
                open.push(ways(dominators, machine, place, beginning, path.len(), preference));
            }
            None => {
                open.pop();
                (place, _) = path.pop()?;
            }
        }
    }
    None
}

/// The ways on which an execution comes to the next place, the preferred one last.
fn ways(
    dominators: &Dominators,
    machine: &mut dyn Machine,
    place: TopoIndex,
    beginning: &[(TopoIndex, usize)],
    at: usize,
    preference: &mut dyn Preference,
) -> Vec<usize> {
    let outgoing = &dominators.outgoing[place];
    let mut ways = Vec::new();
    for (way, (edge, next)) in outgoing.iter().enumerate().rev() {
        let is_elsewhere = at + 1 < beginning.len() && beginning[at] != (place, way);
        if !is_elsewhere && machine.may_take(*edge) && machine.take(*edge, *next) {
            ways.push(way);
        }
    }
    if ways.len() > 1 {
        let places: Vec<TopoIndex> = ways.iter().map(|way| outgoing[*way].1).collect();
        let first = preference.first(&places).min(ways.len() - 1);
        let way = ways.remove(first);
        ways.push(way);
    }
    ways
}

struct OnTerms<'a> {
    evaluator: &'a mut Evaluator,
    passive: &'a Passive,
    dominators: &'a Dominators,
    pool: &'a TermPool,
}

impl OnTerms<'_> {
    fn holds(&mut self, facts: &[Term]) -> bool {
        facts.iter().all(|fact| self.evaluator.holds(self.pool, *fact))
    }

    fn passes(&mut self, place: TopoIndex) -> bool {
        let passive = self.passive;
        self.holds(&passive.nodes[&self.dominators.nodes[place]].facts)
    }
}

impl Machine for OnTerms<'_> {
    fn begins(&mut self) -> bool {
        self.passes(0)
    }

    fn may_take(&mut self, edge: usize) -> bool {
        let passive = self.passive;
        self.holds(&passive.edges[edge].facts)
    }

    fn take(&mut self, edge: usize, to: TopoIndex) -> bool {
        let values = &self.passive.edges[edge].values;
        let values: Vec<_> =
            values.iter().map(|(symbol, term)| (*symbol, self.evaluator.value(self.pool, *term))).collect();
        for (symbol, value) in values {
            self.evaluator.assign(self.pool, symbol, value);
        }
        self.passes(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::Formula;
    use crate::scope::Scope;
    use crate::unwind::{Ends, Unwinding};
    use clew_base::OrderedMap;
    use clew_term::{Sort, Value};
    use num_bigint::BigInt;

    const PROGRAM: &str = "proc main(x, y, p: bv32, q: bool) {
        a:
          goto b, c, d;
        b:
          assume x / 3 > y % 5 && q;
          x := (if x > y then x * y else -y) + 1;
          goto e;
        c:
          assume !(x / 3 > y % 5) || !q;
          p := p * 3 - 7;
          goto e;
        d:
          assume x == y;
          y := x * x;
          goto e;
        e:
          x := x * y - 2;
          goto f, g;
        f:
          assume p <= 1000000 && x != 3;
          p := p / 3;
          goto h;
        g:
          assume p > 1000000 ==> x < y;
          goto h;
        h:
          assume p % 7 != 1 || y * y > x;
    }";

    /// Takes the first way that it is offered.
    struct First;

    impl Preference for First {
        fn first(&mut self, _ways: &[TopoIndex]) -> usize {
            0
        }
    }

    fn formula(text: &str, pool: &mut TermPool) -> Formula {
        let program = clew_ir::parse("test.clew", text).expect("a program");
        let (entry, _) = program.procedure("main").expect("it has an entry");
        let how = Unwinding { bound: 2, summaries: None, ends: Ends::Finished };
        Formula::of(&program, &Scope::of(&program, entry), &how, OrderedMap::default(), pool).expect("it is small")
    }

    #[test]
    fn machine_words_and_terms_agree() {
        let mut pool = TermPool::new();
        let formula = formula(PROGRAM, &mut pool);
        let mut executor = Executor::new(&formula.passive, &formula.dominators, &pool);
        assert!(executor.numbers.is_some(), "the program is compiled");
        let symbols: Vec<SymbolId> = formula.passive.unwritten.values().copied().collect();
        let met: Vec<SymbolId> = formula.passive.edges.iter().flat_map(|edge| &edge.values).map(|it| it.0).collect();
        let small = [-7, -1, 0, 1, 3, 12].map(BigInt::from);
        let large: [BigInt; 3] = [(70, 1), (90, -1), (200, 1)].map(|(bits, sign)| BigInt::from(sign) << bits);
        let words = [0, 1, -1, 9, 999_999, i32::MAX, i32::MIN];
        let (mut complete, mut lost) = (0, 0);
        for x in small.iter().chain(&large) {
            for (y, word) in small.iter().chain(&large).flat_map(|y| words.map(|word| (y, word))) {
                for q in [false, true] {
                    let mut inputs = Assignment::new();
                    for symbol in &symbols {
                        let value = match (pool.symbol_sort(*symbol), pool.symbol_name(*symbol).starts_with('x')) {
                            (Sort::Bool, _) => Value::Bool(q),
                            (Sort::Int, true) => Value::Int(x.clone()),
                            (Sort::Int, false) => Value::Int(y.clone()),
                            _ => Value::from_i32(word),
                        };
                        inputs.insert(*symbol, value);
                    }
                    let path = executor.execute(&inputs, &[], &pool, &mut First);
                    let is_lost = executor.terms.is_some();
                    let mut values = executor.values(&met);
                    let numbers = executor.numbers.take();
                    let expected = executor.execute(&inputs, &[], &pool, &mut First);
                    assert_eq!(path, expected, "x = {x}, y = {y}, p = {word}, q = {q}");
                    if let (Some(path), false) = (path, is_lost) {
                        let mut expected = executor.values(&met);
                        for (place, way) in path {
                            let Some((edge, _)) = formula.dominators.outgoing[place].get(way) else { continue };
                            for (symbol, _) in &formula.passive.edges[*edge].values {
                                let term = pool.symbol_term(*symbol);
                                assert_eq!(values.value(&pool, term), expected.value(&pool, term));
                            }
                        }
                        complete += 1;
                    }
                    lost += usize::from(is_lost);
                    executor.numbers = numbers;
                }
            }
        }
        assert!(complete > 100 && lost > 10, "{complete} complete, {lost} lost");
    }

    #[test]
    fn arrays_are_left_to_terms() {
        let mut pool = TermPool::new();
        let text = "proc main(a: [int] int, i) {\nb:\n  assume a[i] > 3;\n  a[i] := 2;\n  assume a[i] == 2;\n}";
        let formula = formula(text, &mut pool);
        assert!(Executor::new(&formula.passive, &formula.dominators, &pool).numbers.is_none());
    }
}

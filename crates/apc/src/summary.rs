//! Summaries of loops: iterated symbolic state and looping condition (sections 3.1 and 4).

use crate::builder::{Builder, Executed};
use crate::condition::{Conjunct, Rounds, fresh_names};
use crate::evaluate::{State, either};
use crate::filled::{Filled, Tau, Write};
use crate::flowgraph::NodeIndex;
use crate::linear::Linear;
use crate::loops::Induced;
use crate::value::{Num, Substitution, Value, exact};
use clew_base::{FastSet, Id, OrderedSet};
use clew_ir::Reg;
use clew_term::{Node, SymbolId, Term, TermPool};
use num_bigint::BigInt;
use std::rc::Rc;

/// How many symbols a write in an inner loop may depend on, besides numbers of iterations. With three, more tables are told element by
/// element, and one program of the paper takes five times as long.
const MAX_LOCALS: usize = 1;

/// The summary of a loop at an entry node.
#[derive(Debug)]
pub(crate) struct Summary {
    /// What the counters are named after; empty where there are none.
    pub name: String,
    /// The program that the loop induces.
    pub program: Induced,
    /// The variables that matter at its entry node. Of others nothing is told.
    live: OrderedSet<Reg>,
    /// One for each backbone, in order.
    pub counters: Vec<SymbolId>,
    /// The backbones, as the names of their nodes.
    pub backbones: Vec<String>,
    /// The values of the variables after iterations that the counters count.
    pub state: State,
    pub condition: Vec<Conjunct>,
    /// The symbols in it, other than counters, that stand for something in this one execution.
    pub locals: Vec<SymbolId>,
}

impl Summary {
    /// Whether it tells of all variables that matter at its entry node, by what matters at each node.
    pub(crate) fn tells_all_of(&self, live: &[OrderedSet<Reg>]) -> bool {
        live[self.program.start].iter().all(|variable| self.live.contains(variable))
    }
}

/// A loop while its iterated symbolic state is looked for.
pub(crate) struct Iterated {
    /// The entry node.
    pub start: NodeIndex,
    pub executed: Vec<Executed>,
    pub counters: Vec<(SymbolId, Term)>,
    /// What is known; `None` where a value is unknown so far.
    pub state: Vec<Option<Value>>,
}

impl Builder {
    /// The summary of what a loop induces (Algorithm 2).
    pub(crate) fn process_loop(&mut self, program: &Induced) -> Summary {
        let Ok(mut executed) = self.executed(program) else { return self.unknown_loop(program) };
        for one in &mut executed {
            self.relate_counters(one);
        }
        self.made.clear();
        let entry = self.name_of_loop(program.start);
        let names: Vec<String> = (1..=executed.len()).map(|number| format!("{entry}#{number}")).collect();
        let counters = names.iter().map(|name| self.counter(name)).collect();
        let state = vec![None; self.initial.len()];
        let mut iterated = Iterated { start: program.start, executed, counters, state };
        while self.improve(&mut iterated) {}
        self.made.clear();
        let (state, facts) = self.complete(&iterated);
        let stars: Vec<SymbolId> = self.made.clone();
        let mut condition = facts.clone();
        let zero = self.pool.int(BigInt::ZERO);
        for (_, counter) in &iterated.counters {
            condition.push(Conjunct::Term(self.pool.sle(zero, *counter)));
        }
        for position in 0..iterated.executed.len() {
            condition.push(self.rounds(&iterated, &state, &facts, &stars, position));
        }
        let (first, last) = (self.first(&iterated), self.last(&iterated, &state, &facts, &stars));
        condition.extend([Conjunct::Term(first), Conjunct::Term(last)]);
        let backbones = iterated.executed.iter().map(|one| self.graph.describe(&one.path)).collect();
        let counters: Vec<SymbolId> = iterated.counters.iter().map(|(symbol, _)| *symbol).collect();
        let locals = std::mem::take(&mut self.made);
        let live = self.live_at(program.start);
        Summary { name: entry, program: program.clone(), live, counters, backbones, state, condition, locals }
    }

    /// What the counters of a loop are named after: its line or its label, with a number where others have the same.
    fn name_of_loop(&mut self, start: NodeIndex) -> String {
        let name = match self.graph.lines[start] {
            0 => self.graph.names[start].clone(),
            line => format!("line{line}"),
        };
        self.summaries.new_name(&name)
    }

    /// A loop of which nothing is known but what it leaves alone.
    fn unknown_loop(&mut self, program: &Induced) -> Summary {
        use crate::flowgraph::Action;
        self.made.clear();
        let mut state = self.initial.clone();
        let graph = Rc::clone(&self.graph);
        let inside = |node| program.nodes.contains(&node);
        for edge in graph.edges.iter().filter(|edge| inside(edge.from) && inside(edge.to)) {
            for action in &edge.actions {
                match action {
                    Action::Assign(reg, _)
                    | Action::Store(reg, ..)
                    | Action::Load(reg, ..)
                    | Action::Forget(reg)
                    | Action::Clear(reg) => {
                        if state[reg.index()] == self.initial[reg.index()] {
                            state[reg.index()] = self.unknown(*reg);
                        }
                    }
                    Action::Assume(_) | Action::Refute(_) | Action::Given(_) | Action::TryFirst(..) => {}
                }
            }
        }
        let locals = std::mem::take(&mut self.made);
        let (counters, backbones, condition) = (Vec::new(), Vec::new(), Vec::new());
        let name = String::new();
        let live = self.live_at(program.start);
        Summary { name, program: program.clone(), live, counters, backbones, state, condition, locals }
    }

    /// Finds more values; whether it has found one.
    fn improve(&mut self, iterated: &mut Iterated) -> bool {
        let mut found = false;
        for index in 0..iterated.state.len() {
            if iterated.state[index].is_none() && self.is_live(iterated.start, index) {
                iterated.state[index] = self.infer(iterated, index);
                found |= iterated.state[index].is_some();
            }
        }
        found
    }

    /// The value of a variable after any iterations, by the four rules of section 3.1.
    fn infer(&mut self, iterated: &Iterated, index: usize) -> Option<Value> {
        let before = self.initial[index].clone();
        let changed: Vec<usize> = (0..iterated.executed.len())
            .filter(|position| iterated.executed[*position].state[index] != before)
            .collect();
        if changed.is_empty() {
            return Some(before);
        }
        if let (Value::Num(num), Some(symbol)) = (&before, self.symbols[index]) {
            let mut value = self.progression(iterated, index, &changed, *num, symbol);
            if value.is_none() && self.beyond.acceleration {
                value = self.sum_of_progressions(iterated, index, *num, symbol);
            }
            if value.is_some() {
                return value;
            }
        }
        self.constant(iterated, index, &changed).or_else(|| self.of_one_backbone(iterated, index, &changed))
    }

    /// The second rule: each iteration adds what is the same in all of them.
    fn progression(
        &mut self,
        iterated: &Iterated,
        index: usize,
        changed: &[usize],
        before: Num,
        symbol: SymbolId,
    ) -> Option<Value> {
        let mut raw = before.raw;
        for position in changed {
            let Value::Num(after) = &iterated.executed[*position].state[index] else { return None };
            let step = Linear::of(&self.pool, after.raw).without(&mut self.pool, symbol)?;
            if !step.parts.keys().all(|part| self.is_constant(iterated, *part)) {
                return None;
            }
            let step = step.term(&mut self.pool);
            let added = self.pool.mul(step, iterated.counters[*position].1);
            raw = self.pool.add(raw, added);
        }
        let fits = changed.iter().all(|position| self.stays_in_range(&iterated.executed[*position], index));
        Some(Value::Num(Num { raw, width: before.width, fits }))
    }

    /// Whether an iteration that starts with a number in its range ends with one, without wrapping around.
    pub(crate) fn stays_in_range(&mut self, executed: &Executed, index: usize) -> bool {
        let Value::Num(after) = executed.state[index] else { return false };
        self.is_in_range(after, &executed.condition)
    }

    /// Whether a term has the same value in all iterations.
    pub(crate) fn is_constant(&mut self, iterated: &Iterated, term: Term) -> bool {
        let symbols = self.pool.symbols(term);
        symbols.iter().all(|symbol| {
            let reg = self.symbols.iter().position(|own| own.as_ref() == Some(symbol));
            reg.is_some_and(|reg| iterated.state[reg].as_ref() == Some(&self.initial[reg]))
        })
    }

    pub(crate) fn is_constant_value(&mut self, iterated: &Iterated, value: &Value) -> bool {
        match value {
            Value::Num(Num { raw: term, .. }) | Value::Bool(term) | Value::Map(term) => {
                self.is_constant(iterated, *term)
            }
            Value::Opaque => false,
        }
    }

    /// The third rule: iterations along some backbones set one value that is the same in all of them.
    fn constant(&mut self, iterated: &Iterated, index: usize, changed: &[usize]) -> Option<Value> {
        let value = iterated.executed[*changed.first()?].state[index].clone();
        let is_one = changed.iter().all(|position| iterated.executed[*position].state[index] == value);
        if !is_one || !self.is_constant_value(iterated, &value) {
            return None;
        }
        let counters: Vec<Term> = changed.iter().map(|position| iterated.counters[*position].1).collect();
        let some = self.any_positive(&counters);
        self.choose(some, &value, index)
    }

    pub(crate) fn any_positive(&mut self, counters: &[Term]) -> Term {
        let zero = self.pool.int(BigInt::ZERO);
        let each: Vec<Term> = counters.iter().map(|counter| self.pool.slt(zero, *counter)).collect();
        self.pool.or_all(&each)
    }

    /// The value where the condition holds, else that before the loop.
    fn choose(&mut self, condition: Term, value: &Value, index: usize) -> Option<Value> {
        Some(match (value, &self.initial[index]) {
            (Value::Num(then), Value::Num(otherwise)) => {
                Value::Num(either(&mut self.pool, condition, *then, *otherwise))
            }
            (Value::Bool(then), Value::Bool(otherwise)) => Value::Bool(self.pool.ite(condition, *then, *otherwise)),
            _ => return None,
        })
    }

    /// The fourth rule: one backbone alone sets a value that only the number of its own iterations tells.
    fn of_one_backbone(&mut self, iterated: &Iterated, index: usize, changed: &[usize]) -> Option<Value> {
        let [position] = changed else { return None };
        let value = iterated.executed[*position].state[index].clone();
        let term = match &value {
            Value::Num(num) => num.raw,
            Value::Bool(term) => *term,
            Value::Map(_) | Value::Opaque => return None,
        };
        let (own, counter) = iterated.counters[*position];
        let mut by = Substitution::default();
        for symbol in self.pool.symbols(term).iter() {
            let reg = self.symbols.iter().position(|known| known.as_ref() == Some(symbol))?;
            let known = iterated.state[reg].clone()?;
            if !self.has_no_counter_but(iterated, &known, own) {
                return None;
            }
            by.bind(&mut self.pool, *symbol, &known);
        }
        let after = by.value(&mut self.pool, &value);
        let minus_one = self.pool.int(BigInt::from(-1));
        let mut earlier = Substitution::default();
        earlier.exact.insert(own, self.pool.add(counter, minus_one));
        let after = earlier.value(&mut self.pool, &after);
        let some = self.any_positive(&[counter]);
        self.choose(some, &after, index)
    }

    fn has_no_counter_but(&mut self, iterated: &Iterated, value: &Value, own: SymbolId) -> bool {
        let (Value::Num(Num { raw: term, .. }) | Value::Bool(term) | Value::Map(term)) = value else { return false };
        let symbols = self.pool.symbols(*term);
        iterated.counters.iter().all(|(counter, _)| *counter == own || !symbols.contains(counter))
    }

    /// The whole state, with new symbols for what is unknown, and what is known of these.
    fn complete(&mut self, iterated: &Iterated) -> (State, Vec<Conjunct>) {
        let mut facts = Vec::new();
        let mut state = State::new();
        for index in 0..iterated.state.len() {
            let value = match &iterated.state[index] {
                Some(value) => value.clone(),
                None => self.unknown(Reg::from_index(index)),
            };
            state.push(value);
        }
        for (index, known) in iterated.state.iter().enumerate() {
            let is_asked = self.beyond.invariants || matches!(self.initial[index], Value::Map(_));
            if known.is_none() && is_asked && self.is_live(iterated.start, index) {
                self.about(iterated, index, &state, &mut facts);
            }
        }
        if self.beyond.invariants {
            self.signs(iterated, &state, &mut facts);
        }
        (state, facts)
    }

    /// What is known of a variable whose value is not.
    fn about(&mut self, iterated: &Iterated, index: usize, state: &State, facts: &mut Vec<Conjunct>) {
        match (self.initial[index].clone(), &state[index]) {
            (Value::Map(old), Value::Map(new)) => {
                if let Some(filled) = self.filled(iterated, index, state, old, *new) {
                    facts.push(Conjunct::Filled(Box::new(filled)));
                }
            }
            (Value::Num(before), Value::Num(after)) => {
                let same = self.pool.eq(after.raw, before.raw);
                self.one_of(iterated, index, after.raw, same, facts);
                self.monotone(iterated, index, before.raw, after.raw, facts);
            }
            (Value::Bool(before), Value::Bool(after)) => {
                let same = self.pool.iff(*after, before);
                self.one_of(iterated, index, *after, same, facts);
            }
            _ => {}
        }
    }

    /// What a loop makes of an array that it writes (section 4): each element is as before, or was written in an iteration.
    fn filled(&mut self, iterated: &Iterated, index: usize, state: &State, old: Term, new: Term) -> Option<Filled> {
        let (mut writes, mut has_inner) = (Vec::new(), false);
        for (position, executed) in iterated.executed.iter().enumerate() {
            let Value::Map(array) = executed.state[index] else { return None };
            for write in writes_of(&mut self.pool, executed, array, old)? {
                let (by, taus) = self.in_round(iterated, state, position);
                let Write { taus: inner, mut locals, index, value } = write.substitute(&mut self.pool, &by);
                has_inner |= !inner.is_empty();
                let taus = Tau::of_round(taus).into_iter().chain(inner).collect();
                locals.extend(self.stars_of(state).into_iter().chain(executed.locals.iter().copied()));
                let mut write = Write { taus, locals, index, value };
                write.keep_locals_in_use(&mut self.pool);
                // Its symbols are those of its own iteration, and none of the array that it makes.
                let mut own = Substitution::default();
                self.rename(&write.locals, &mut own);
                writes.push(write.substitute(&mut self.pool, &own));
            }
        }
        let mut filled = Filled::new(&mut self.pool, (old, new), writes);
        if !self.beyond.fills {
            filled.writer = None;
        }
        // Where what an inner loop writes depends on much besides how often loops were iterated, what is said helps little.
        let is_told = filled.writes.iter().all(|write| write.locals.len() <= MAX_LOCALS);
        (is_told || !has_inner).then_some(filled)
    }

    /// The symbols of a state that are neither variables nor counters.
    fn stars_of(&self, state: &State) -> Vec<SymbolId> {
        let own: FastSet<SymbolId> = self.symbols.iter().flatten().copied().collect();
        let terms = state.iter().filter_map(|value| match value {
            Value::Num(Num { raw: term, .. }) | Value::Bool(term) | Value::Map(term) => Some(*term),
            Value::Opaque => None,
        });
        terms.filter_map(|term| self.pool.as_symbol(term)).filter(|symbol| !own.contains(symbol)).collect()
    }

    /// The values in some iteration along a backbone: a substitution for the variables, and the counters of what came before.
    fn in_round(
        &mut self,
        iterated: &Iterated,
        state: &State,
        position: usize,
    ) -> (Substitution, Vec<(SymbolId, Term)>) {
        let mut renaming = Substitution::default();
        let mut taus = Vec::new();
        let order = std::iter::once(position).chain((0..iterated.counters.len()).filter(|other| *other != position));
        for other in order {
            let (counter, bound) = iterated.counters[other];
            let name = format!("{}'", self.pool.symbol_name(counter));
            let tau = self.pool.fresh_symbol(&name, clew_term::Sort::Int);
            let term = self.pool.symbol_term(tau);
            renaming.exact.insert(counter, term);
            taus.push((tau, bound));
        }
        let mut by = Substitution::default();
        let then: State = state.iter().map(|value| renaming.value(&mut self.pool, value)).collect();
        self.bind_state(&then, &mut by);
        by.exact.extend(renaming.exact);
        (by, taus)
    }

    /// What holds in each iteration along a backbone.
    fn rounds(
        &mut self,
        iterated: &Iterated,
        state: &State,
        facts: &[Conjunct],
        stars: &[SymbolId],
        position: usize,
    ) -> Conjunct {
        let (by, taus) = self.in_round(iterated, state, position);
        let executed = &iterated.executed[position];
        let mut body: Vec<Conjunct> =
            executed.condition.iter().map(|part| part.substitute(&mut self.pool, &by)).collect();
        let mut only_counters = Substitution::default();
        let counters = iterated.counters.iter().map(|(counter, _)| *counter);
        only_counters.exact.extend(counters.filter_map(|counter| Some((counter, *by.exact.get(&counter)?))));
        body.extend(facts.iter().map(|fact| fact.substitute(&mut self.pool, &only_counters)));
        let locals = stars.iter().chain(&executed.locals).copied().collect();
        let (tau, bound) = taus[0];
        Conjunct::Rounds(Box::new(Rounds { tau, bound, others: taus[1..].to_vec(), locals, body }))
    }

    fn none_counted(&mut self, iterated: &Iterated) -> Term {
        let counters: Vec<Term> = iterated.counters.iter().map(|(_, counter)| *counter).collect();
        let some = self.any_positive(&counters);
        self.pool.not(some)
    }

    /// The first iteration is along one of the backbones, on the values before the loop.
    fn first(&mut self, iterated: &Iterated) -> Term {
        let mut ways = vec![self.none_counted(iterated)];
        for (position, executed) in iterated.executed.iter().enumerate() {
            let mut by = Substitution::default();
            self.rename(&executed.locals, &mut by);
            let mut all = vec![self.any_positive(&[iterated.counters[position].1])];
            all.extend(self.plain(&executed.condition, &by));
            ways.push(self.pool.and_all(&all));
        }
        self.pool.or_all(&ways)
    }

    /// The last iteration is along one of the backbones, on the values after all others, and makes the final ones.
    fn last(&mut self, iterated: &Iterated, state: &State, facts: &[Conjunct], stars: &[SymbolId]) -> Term {
        let mut ways = vec![self.none_counted(iterated)];
        for (position, executed) in iterated.executed.iter().enumerate() {
            let (own, counter) = iterated.counters[position];
            let minus_one = self.pool.int(BigInt::from(-1));
            let mut before = Substitution::default();
            before.exact.insert(own, self.pool.add(counter, minus_one));
            self.rename(stars, &mut before);
            let then: State = state.iter().map(|value| before.value(&mut self.pool, value)).collect();
            let mut all = vec![self.any_positive(&[counter])];
            all.extend(self.plain(facts, &before));
            let mut by = Substitution::default();
            self.bind_state(&then, &mut by);
            self.rename(&executed.locals, &mut by);
            all.extend(self.plain(&executed.condition, &by));
            for (index, value) in state.iter().enumerate() {
                if iterated.state[index].is_some() || !self.is_live(iterated.start, index) {
                    continue;
                }
                let after = by.value(&mut self.pool, &executed.state[index]);
                if let (Some(value), Some(after)) = (self.scalar(value), self.scalar(&after)) {
                    all.push(self.pool.eq(value, after));
                }
            }
            ways.push(self.pool.and_all(&all));
        }
        self.pool.or_all(&ways)
    }

    fn scalar(&mut self, value: &Value) -> Option<Term> {
        match value {
            Value::Num(num) => Some(exact(&mut self.pool, *num)),
            Value::Bool(term) => Some(*term),
            Value::Map(_) | Value::Opaque => None,
        }
    }

    fn rename(&mut self, symbols: &[SymbolId], by: &mut Substitution) {
        let start = by.exact.len();
        fresh_names(&mut self.pool, &mut self.ranges, symbols.iter().copied(), by);
        debug_assert!(by.exact.len() >= start);
        let new = symbols.iter().filter_map(|symbol| self.pool.as_symbol(by.exact[symbol]));
        self.made.extend(new.collect::<Vec<_>>());
    }

    /// The parts without quantifiers.
    fn plain(&mut self, condition: &[Conjunct], by: &Substitution) -> Vec<Term> {
        let mut terms = Vec::new();
        for part in condition {
            if let Conjunct::Term(term) = part {
                terms.push(by.term(&mut self.pool, *term));
            }
        }
        terms
    }
}

/// What one iteration writes to make an array of another; `None` where it is made otherwise. Writes of loops in it are among these, one
/// for each of their iterations.
fn writes_of(pool: &mut TermPool, executed: &Executed, mut array: Term, old: Term) -> Option<Vec<Write>> {
    let always = pool.tru();
    let mut sums = Substitution::default();
    sums.exact.extend(executed.sums.iter().copied());
    let mut all = Vec::new();
    while array != old {
        if let Node::Store(inner, index, value) = *pool.node(array) {
            let index = pool.index_terms(index).to_vec();
            all.push(Write { taus: Vec::new(), locals: Vec::new(), index, value: Some(value) });
            array = inner;
            continue;
        }
        let filled = executed.condition.iter().find_map(|part| match part {
            Conjunct::Filled(filled) if filled.new == array && filled.guard == always => Some(filled),
            Conjunct::Filled(_) | Conjunct::Term(_) | Conjunct::Rounds(_) => None,
        })?;
        all.extend(filled.writes.iter().map(|write| write.substitute(pool, &sums)));
        array = filled.old;
    }
    Some(all)
}

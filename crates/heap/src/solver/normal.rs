//! Guards and choices in a normal form, so that what is read of what was read does not grow with every step.
//!
//! A guard is a tree of decisions, each about one equation of references or another condition, in a fixed order; what
//! follows from the equations decided before (they are transitive) is not decided again. Guards that say the same are so
//! mostly equal terms. A number that depends on references is a choice between values that are none, each once.
//!
//! Normal forms are shared by all paths. So nothing of a path may go into them: not what it has taught, and not which
//! references have the addresses that are compared, for a reference that is divided has another address from then on.

use super::Operation;
use clew_base::FastMap;
use clew_term::{BinaryOp, Node, Sort, Term, TermPool, UnaryOp};

/// Guards that depend on more conditions than this stay as they are.
const MAX_CONDITIONS: usize = 10;
/// How many decisions are made for one guard before it stays as it is.
const MAX_DECISIONS: usize = 60;
/// Numbers that choose between more values than this stay as they are.
const MAX_LEAVES: usize = 12;

/// Terms of this many parts stay as they are.
const MAX_SIZE: usize = 24;

/// A decision that was taken about an equation.
#[derive(Clone, Copy)]
struct Decided {
    pair: (Term, Term),
    equal: bool,
}

impl Operation<'_, '_> {
    /// A condition of the same value in normal form.
    pub(super) fn normal(&mut self, guard: Term) -> Term {
        if !is_compound(self.cx.pool, guard) || self.is_large(guard) {
            return guard;
        }
        let identity = self.cx.pool.identity();
        if let Some(known) = self.memo.borrow_mut().of(identity).normal.get(&guard) {
            return *known;
        }
        let conditions = self.conditions(guard, MAX_CONDITIONS);
        let mut left = MAX_DECISIONS;
        let normal = match conditions {
            Some(_) => self.decide_tree(guard, &mut Vec::new(), &mut left).unwrap_or(guard),
            None => guard,
        };
        let mut memo = self.memo.borrow_mut();
        let known = &mut memo.of(identity).normal;
        known.insert(guard, normal);
        known.insert(normal, normal);
        normal
    }

    /// The tree of decisions for a condition after others were taken; `None` if it takes too many.
    fn decide_tree(&mut self, guard: Term, context: &mut Vec<Decided>, left: &mut usize) -> Option<Term> {
        if self.cx.pool.as_bool(guard).is_some() {
            return Some(guard);
        }
        *left = left.checked_sub(1)?;
        let conditions = self.conditions(guard, MAX_CONDITIONS)?;
        let implied: FastMap<Term, Term> = conditions
            .iter()
            .filter_map(|condition| {
                let pair = self.sides(*condition)?;
                Some((*condition, self.cx.pool.bool(follows(context, pair)?)))
            })
            .collect();
        if !implied.is_empty() {
            let guard = self.cx.pool.replace(guard, &|part| implied.get(&part).copied());
            return self.decide_tree(guard, context, left);
        }
        let first = conditions.into_iter().min_by_key(|condition| (self.sides(*condition).is_none(), *condition))?;
        let pair = self.sides(first);
        let mut branches = [guard; 2];
        for (branch, holds) in branches.iter_mut().zip([true, false]) {
            let value = self.cx.pool.bool(holds);
            let rest = self.cx.pool.replace(guard, &|part| (part == first).then_some(value));
            context.extend(pair.map(|pair| Decided { pair, equal: holds }));
            let decided = self.decide_tree(rest, context, left);
            if pair.is_some() {
                context.pop();
            }
            *branch = decided?;
        }
        Some(self.cx.pool.ite(first, branches[0], branches[1]))
    }

    /// The addresses of which a condition says that they are equal, if it does.
    fn sides(&self, condition: Term) -> Option<(Term, Term)> {
        self.memo.borrow_mut().of(self.cx.pool.identity()).sides.get(&condition).copied()
    }

    /// The conditions that a condition is made of, each once, if there are no more than `most`.
    fn conditions(&self, guard: Term, most: usize) -> Option<Vec<Term>> {
        let mut found = Vec::new();
        let mut seen = clew_base::FastSet::default();
        let mut waiting = vec![guard];
        while let Some(term) = waiting.pop() {
            if !seen.insert(term) || self.cx.pool.is_const(term) {
                continue;
            }
            if !is_compound(self.cx.pool, term) {
                found.push(term);
                if found.len() > most {
                    return None;
                }
                continue;
            }
            self.cx.pool.for_each_operand(term, |operand| waiting.push(operand));
        }
        Some(found)
    }

    /// A number of the same value that chooses once between values that are no choices.
    pub(super) fn normal_value(&mut self, term: Term) -> Term {
        let always = self.cx.pool.tru();
        let mut leaves: Vec<(Term, Term)> = Vec::new();
        if !matches!(self.cx.pool.node(term), Node::Ite(..))
            || self.is_large(term)
            || !self.leaves_of(term, always, &mut leaves)
        {
            return term;
        }
        let Some((_, last)) = leaves.pop() else { return term };
        leaves.into_iter().rev().fold(last, |rest, (guard, value)| self.cx.pool.ite(guard, value, rest))
    }

    fn is_large(&mut self, term: Term) -> bool {
        self.cx.pool.size_up_to(term, MAX_SIZE) >= MAX_SIZE
    }

    /// Adds the values that a choice ends in, each with the condition that it does; whether there are few enough.
    fn leaves_of(&mut self, term: Term, guard: Term, leaves: &mut Vec<(Term, Term)>) -> bool {
        if self.cx.pool.as_bool(guard) == Some(false) {
            return true;
        }
        if let Node::Ite(condition, then, otherwise) = *self.cx.pool.node(term) {
            let here = self.and(guard, condition);
            let here = self.normal(here);
            let other = self.not(condition);
            let other = self.and(guard, other);
            let other = self.normal(other);
            return self.leaves_of(then, here, leaves) && self.leaves_of(otherwise, other, leaves);
        }
        match leaves.iter().position(|(_, value)| *value == term) {
            Some(at) => {
                let either = self.cx.pool.or(leaves[at].0, guard);
                leaves[at].0 = self.normal(either);
            }
            None => leaves.push((guard, term)),
        }
        leaves.len() <= MAX_LEAVES
    }
}

/// Whether a condition is made of others.
fn is_compound(pool: &TermPool, condition: Term) -> bool {
    match *pool.node(condition) {
        Node::Unary(UnaryOp::Not, _) | Node::Binary(BinaryOp::And | BinaryOp::Or, ..) => true,
        Node::Ite(..) => pool.sort(condition) == Sort::Bool,
        Node::Binary(BinaryOp::Eq, left, _) => pool.sort(left) == Sort::Bool,
        _ => false,
    }
}

/// What equations decided before say of another, if anything.
fn follows(context: &[Decided], pair: (Term, Term)) -> Option<bool> {
    let class = |start: Term| {
        let mut members = vec![start];
        let mut at = 0;
        while let Some(address) = members.get(at).copied() {
            at += 1;
            for decided in context.iter().filter(|decided| decided.equal) {
                let (one, two) = decided.pair;
                for (here, there) in [(one, two), (two, one)] {
                    if here == address && !members.contains(&there) {
                        members.push(there);
                    }
                }
            }
        }
        members
    };
    let (left, right) = (class(pair.0), class(pair.1));
    if left.contains(&pair.1) {
        return Some(true);
    }
    let apart = context.iter().filter(|decided| !decided.equal).any(|decided| {
        let (one, two) = decided.pair;
        left.contains(&one) && right.contains(&two) || left.contains(&two) && right.contains(&one)
    });
    apart.then_some(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::Source;
    use crate::model::HeapContext;
    use crate::solver::references::address_symbol;
    use crate::solver::{ADDRESS_BITS, FIRST_MADE, HeapSolver, Place};
    use crate::{Aliasing, Content, Heap, Kind, Object, Provenance, RefVar, TypeConstraint, TypeId, TypeOracle};
    use clew_term::{Assignment, Evaluator, Value};

    /// All objects are of one class.
    struct OneClass;

    impl TypeOracle for OneClass {
        fn is_subtype(&self, _: TypeId, _: TypeId) -> bool {
            true
        }
        fn array_element(&self, _: TypeId) -> Option<Kind> {
            None
        }
        fn may_be_inhabited(&self, _: &TypeConstraint) -> bool {
            true
        }
    }

    /// A condition that speaks of a reference with the address that it has before it is divided, and with the one that it has
    /// afterwards; with its normal form, and the addresses of the references of which it is one and of another.
    fn divided(pool: &mut TermPool) -> (Term, Term, Vec<Term>) {
        let solver = HeapSolver::new(Aliasing::On);
        let mut cx = HeapContext { pool, oracle: &OneClass };
        let mut operation = Operation::new(&solver, &mut cx, &Heap::new());
        let mut unknown = || {
            let variable = operation.unknown_input("x", TypeConstraint::default());
            (variable, operation.address(Place::Input(variable)).expect("it is of the input"))
        };
        let known: Vec<(RefVar, Term)> = (0..4).map(|_| unknown()).collect();
        let mut whole = known[0].1;
        for (_, address) in &known[1..3] {
            let guard = operation.cx.pool.fresh("guard", Sort::Bool);
            whole = operation.cx.pool.ite(guard, whole, *address);
        }
        let source = |address| Source::Input { address: Some(address) };
        let always = operation.cx.pool.tru();
        let derived = operation.heap.add_variable("d".into(), always, TypeConstraint::default(), source(whole));
        let content = Content::Fields { current: Vec::new(), initial: Vec::new() };
        let types = TypeConstraint::default();
        let provenance = Provenance::Initialization;
        let object = operation.heap.reveal(Object { types, provenance, name: "o".into(), content });
        let (place, made, other) = (Place::Input(derived), Place::Made(object), Place::Input(known[3].0));
        let (is_made, same) = (operation.same(place, made), operation.same(made, other));
        operation.heap.variable_mut(derived).source = source(known[2].1);
        let is_other = operation.same(place, other);
        let condition = operation.and(is_made, same);
        let condition = operation.and(condition, is_other);
        let normal = operation.normal(condition);
        (condition, normal, known.into_iter().map(|(_, address)| address).collect())
    }

    #[test]
    fn a_normal_form_is_right_where_a_reference_was_not_divided() {
        let mut pool = TermPool::new();
        let (condition, normal, addresses) = divided(&mut pool);
        // The second guard does not hold where the reference was divided so, but it may hold elsewhere.
        for (guards, first, third) in [(true, FIRST_MADE, 7), (false, 7, FIRST_MADE), (false, 7, 7)] {
            let mut values = Assignment::new();
            for (at, address) in [(0, first), (2, third), (3, FIRST_MADE)] {
                let symbol = address_symbol(&pool, addresses[at]).expect("it has an address of its own");
                let bits = address - (at as u64 + 1);
                values.insert(symbol, Value::Bv { width: ADDRESS_BITS, bits });
            }
            for symbol in pool.symbols(condition).to_vec() {
                if pool.symbol_sort(symbol) == Sort::Bool {
                    values.insert(symbol, Value::Bool(guards));
                }
            }
            let mut values = Evaluator::new(values);
            assert_eq!(values.holds(&pool, normal), values.holds(&pool, condition), "{guards} {first} {third}");
        }
    }
}

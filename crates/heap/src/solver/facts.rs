//! What a path has taught of references: which are the same, which differ (RC in the thesis), which are null.

use super::Place;
use clew_base::FastMap;
use clew_term::{Node, Term, TermPool, UnaryOp};
use imbl::{OrdMap, OrdSet, Vector};
use std::cell::RefCell;
use std::rc::Rc;

/// Terms of more parts than this are left as they are.
const MAX_SIMPLIFIED: usize = 400;

/// Conditions with undecided parts that are kept.
const MAX_PENDING: usize = 8;

/// What a path has taught of references.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    /// Places that are the same, each with one nearer to the root of its class.
    parents: OrdMap<Place, Place>,
    /// Pairs of roots that differ, the lesser first.
    apart: OrdSet<(Place, Place)>,
    /// The equations that were made, by the pair of places they are about, the lesser first.
    atoms: OrdMap<(Place, Place), Term>,
    /// The pair that each equation is about.
    pairs: OrdMap<Term, (Place, Place)>,
    /// Conditions of known value, and equations of which another is known to say the same.
    values: OrdMap<Term, Term>,
    /// Equations of numbers, which may be indices, of known value. They simplify guards only: see [`crate::HeapModel::learn`].
    indices: OrdMap<Term, Term>,
    /// Whether the path has taught of some places that they are the same, or that they differ.
    compared: bool,
    /// Conditions that hold and of which parts are undecided, the latest last.
    pub(super) pending: Vector<Term>,
    /// The conditions whose values were learnt since those were last looked at.
    news: Vector<Term>,
    /// What terms become by these facts, as far as it was worked out; states of the same facts share it.
    simplified: Rc<RefCell<Simplified>>,
}

/// What terms become by some facts.
#[derive(Clone, Debug, Default)]
struct Simplified {
    /// By what is known of references.
    terms: FastMap<Term, Term>,
    /// By what is known of indices as well.
    guards: FastMap<Term, Term>,
}

/// The pair in the order in which facts keep it.
pub(super) fn ordered(one: Place, two: Place) -> (Place, Place) {
    if one <= two { (one, two) } else { (two, one) }
}

impl Facts {
    /// The place that stands for all that are known to be the same.
    pub(crate) fn root(&self, mut place: Place) -> Place {
        while let Some(parent) = self.parents.get(&place) {
            place = *parent;
        }
        place
    }

    /// Whether two roots are known to differ.
    pub(super) fn are_apart(&self, one: Place, two: Place) -> bool {
        self.apart.contains(&ordered(one, two))
    }

    /// The equation of two places, if it was made before.
    pub(super) fn atom(&self, one: Place, two: Place) -> Option<Term> {
        self.atoms.get(&ordered(one, two)).copied()
    }

    /// Whether a root, or a place that is known to be the same, was compared with another, so that there is an equation of the two.
    pub(super) fn has_equation_of(&self, place: Place) -> bool {
        self.atoms.keys().any(|(one, other)| self.root(*one) == place || self.root(*other) == place)
    }

    /// The places that an equation is about.
    pub(super) fn pair(&self, atom: Term) -> Option<(Place, Place)> {
        self.pairs.get(&atom).copied()
    }

    /// Remembers the equation of two places.
    pub(super) fn add_atom(&mut self, atom: Term, one: Place, two: Place) {
        self.atoms.insert(ordered(one, two), atom);
        self.pairs.insert(atom, ordered(one, two));
    }

    /// What a condition is known to be.
    pub(super) fn value(&self, condition: Term) -> Option<Term> {
        self.values.get(&condition).copied()
    }

    /// Takes note of what a condition is.
    pub(super) fn set_value(&mut self, condition: Term, value: Term) {
        if self.values.insert(condition, value) != Some(value) {
            self.news.push_back(condition);
            self.simplified = Rc::default();
        }
    }

    /// The conditions whose values were learnt since this was last asked.
    pub(super) fn take_news(&mut self) -> Vector<Term> {
        std::mem::take(&mut self.news)
    }

    /// Whether the path has taught of some places that they are the same, or that they differ.
    pub(super) fn has_compared(&self) -> bool {
        self.compared
    }

    /// Takes note that two places, neither of them null, are the same; `root` of the two roots stays one.
    pub(super) fn unite(&mut self, pool: &TermPool, root: Place, other: Place) {
        self.compared = true;
        self.parents.insert(other, root);
        self.apart = self.apart.iter().map(|(one, two)| ordered(self.root(*one), self.root(*two))).collect();
        self.refresh(pool);
    }

    /// Takes note that two places differ.
    pub(super) fn separate(&mut self, pool: &TermPool, one: Place, two: Place) {
        self.compared = true;
        self.apart.insert(ordered(self.root(one), self.root(two)));
        self.refresh(pool);
    }

    /// Takes note that two roots differ, and of nothing that follows from it.
    pub(super) fn set_apart(&mut self, pool: &TermPool, one: Place, two: Place) {
        self.compared = true;
        self.apart.insert(ordered(one, two));
        if let Some(atom) = self.atom(one, two) {
            self.set_value(atom, pool.fls());
        }
    }

    /// Brings the values of all equations in line with what is known of their places.
    fn refresh(&mut self, pool: &TermPool) {
        let mut changed: Vec<(Term, Term)> = Vec::new();
        for ((one, two), atom) in &self.atoms {
            let (left, right) = (self.root(*one), self.root(*two));
            let value = if left == right {
                pool.tru()
            } else if self.are_apart(left, right) {
                pool.fls()
            } else {
                match self.atom(left, right) {
                    Some(equal) if equal != *atom => equal,
                    _ => continue,
                }
            };
            if self.values.get(atom) != Some(&value) {
                changed.push((*atom, value));
            }
        }
        for (atom, value) in changed {
            self.set_value(atom, value);
        }
    }

    /// Takes note of what an equation of numbers is.
    pub(super) fn set_index(&mut self, equation: Term, value: Term) {
        if self.indices.insert(equation, value) != Some(value) {
            self.simplified = Rc::default();
        }
    }

    /// A term of the same value on the path, with everything in it that is known of references.
    pub(crate) fn simplify(&self, pool: &mut TermPool, term: Term) -> Term {
        if self.values.is_empty() {
            return term;
        }
        let known = |part| self.values.get(&part).copied();
        replaced(pool, term, &known, &mut self.simplified.borrow_mut().terms)
    }

    /// The same with what is known of indices as well.
    pub(super) fn simplify_guard(&self, pool: &mut TermPool, guard: Term) -> Term {
        if self.values.is_empty() && self.indices.is_empty() {
            return guard;
        }
        let known = |part| self.values.get(&part).or_else(|| self.indices.get(&part)).copied();
        replaced(pool, guard, &known, &mut self.simplified.borrow_mut().guards)
    }

    /// The same of a condition that is known to hold, of which only the parts are looked at.
    pub(super) fn simplify_parts(&self, pool: &mut TermPool, condition: Term) -> Term {
        pool.replace(condition, &|part| if part == condition { None } else { self.values.get(&part).copied() })
    }

    /// Keeps a condition to be looked at again when more is known.
    pub(super) fn keep(&mut self, condition: Term) {
        if self.pending.contains(&condition) {
            return;
        }
        if self.pending.len() >= MAX_PENDING {
            self.pending.pop_front();
        }
        self.pending.push_back(condition);
    }
}

/// A term with its known parts replaced, as remembered or worked out now.
fn replaced(
    pool: &mut TermPool,
    term: Term,
    known: &dyn Fn(Term) -> Option<Term>,
    remembered: &mut FastMap<Term, Term>,
) -> Term {
    if pool.is_const(term) {
        return term;
    }
    if let Some(value) = known(term) {
        return value;
    }
    if let Node::Unary(UnaryOp::Not, inner) = *pool.node(term) {
        let inner = replaced(pool, inner, known, remembered);
        return pool.not(inner);
    }
    if matches!(pool.node(term), Node::Symbol(_)) {
        return term;
    }
    if let Some(found) = remembered.get(&term) {
        return *found;
    }
    if pool.size_up_to(term, MAX_SIMPLIFIED) >= MAX_SIMPLIFIED {
        return term;
    }
    let found = pool.replace(term, known);
    remembered.insert(term, found);
    remembered.insert(found, found);
    found
}

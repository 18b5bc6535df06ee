//! Arrays.

use crate::node::{BinaryOp, IndexList, Node};
use crate::pool::{Term, TermPool, check_sort};
use crate::sort::{ArraySort, Sort};

/// Whether two indices are the same place.
#[derive(PartialEq, Eq)]
enum Aliasing {
    Same,
    Different,
    Unknown,
}

impl TermPool {
    /// The element of an array at an index of as many terms as its sort says.
    pub fn select(&mut self, array: Term, index: &[Term]) -> Term {
        let sort = self.check_index(array, index);
        let mut base = array;
        loop {
            match *self.node(base) {
                Node::Store(below, stored, value) => match self.aliasing(stored, index) {
                    Aliasing::Same => return value,
                    Aliasing::Different => base = below,
                    Aliasing::Unknown => break,
                },
                Node::ConstArray(_, value) => return value,
                _ => break,
            }
        }
        let index = self.intern_index(index);
        self.intern(Node::Select(base, index), Sort::from(sort.element))
    }

    /// The array with the element at an index replaced.
    pub fn store(&mut self, array: Term, index: &[Term], value: Term) -> Term {
        let sort = self.check_index(array, index);
        let (given, element) = (self.sort(value), Sort::from(sort.element));
        assert!(given == element, "a value of sort {given} stored into an array of {element}");
        match *self.node(array) {
            Node::Store(below, stored, _) if self.index_terms(stored) == index => {
                return self.store(below, index, value);
            }
            Node::ConstArray(_, everywhere) if everywhere == value => return array,
            _ => {}
        }
        // Storing what is there already.
        if let Node::Select(source, at) = *self.node(value)
            && source == array
            && self.index_terms(at) == index
        {
            return array;
        }
        let index = self.intern_index(index);
        self.intern(Node::Store(array, index, value), Sort::Array(sort))
    }

    /// The array that holds one element everywhere.
    pub fn const_array(&mut self, sort: ArraySort, value: Term) -> Term {
        check_sort(Sort::Array(sort));
        let (given, element) = (self.sort(value), Sort::from(sort.element));
        assert!(given == element, "a value of sort {given} in an array of {element}");
        self.intern(Node::ConstArray(sort, value), Sort::Array(sort))
    }

    fn check_index(&self, array: Term, index: &[Term]) -> ArraySort {
        let found = self.sort(array);
        let Some(sort) = found.array() else { panic!("an array is needed where a term of sort {found} is given") };
        assert!(index.len() == sort.index.arity(), "{} index terms for an array of {found}", index.len());
        for component in index {
            let given = self.sort(*component);
            assert!(given == sort.index.component(), "an index of sort {given} into an array of {found}");
        }
        sort
    }

    fn aliasing(&self, stored: IndexList, index: &[Term]) -> Aliasing {
        let stored = self.index_terms(stored);
        if stored == index {
            return Aliasing::Same;
        }
        if stored.iter().zip(index).any(|(a, b)| self.are_distinct(*a, *b)) {
            return Aliasing::Different;
        }
        Aliasing::Unknown
    }

    /// Whether two bit-vectors or integers are seen at once to differ: they lie in disjoint ranges, or different
    /// constants are added to one term.
    pub fn are_distinct(&self, a: Term, b: Term) -> bool {
        if a == b {
            return false;
        }
        if self.is_const(a) && self.is_const(b) {
            return true;
        }
        if self.sort(a) != Sort::Int && self.range(a).is_disjoint(self.range(b)) {
            return true;
        }
        let base = |term| self.with_constant(BinaryOp::Add, term).map_or(term, |(base, _)| base);
        // The terms differ, so with one base the constants do.
        base(a) == base(b)
    }
}

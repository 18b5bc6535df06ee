//! What is assumed of the heap at entry (thesis, section 6.3): aliasing, sharing and cycles that do not occur.
//!
//! The thesis tracks every read with rules that fire as soon as references become equal (Figure 6.3). Here the heap at entry,
//! as far as it is known, is looked at under concrete values, those of the path's model: a graph whose nodes are objects. If
//! it breaks an assumption, the way in which it does, as a condition, is what no execution of the path satisfies; with its
//! negation in the path condition another model is asked for. So aliasing that is assumed away is excluded at the first
//! branch that it would decide, and every model that is left keeps the assumptions.
//!
//! Assumption: what objects hold that class initialization made is not followed; only that the input names them.

use crate::{FieldId, Ref};
use clew_base::OrderedMap;
use clew_term::{Term, TermPool};

/// A place in the heap at entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryPlace {
    /// A reference that the execution was given.
    pub root: Ref,
    /// The fields to follow from it.
    pub fields: Vec<FieldId>,
}

/// Something that is assumed of the heap at entry. `null` shares with nothing and is no cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryAssumption {
    /// The two do not name one object.
    NonAliasing(EntryPlace, EntryPlace),
    /// No object can be reached from both.
    NonSharing(EntryPlace, EntryPlace),
    /// No object that can be reached from it can be reached from itself.
    Acyclic(EntryPlace),
}

/// A reference in the heap at entry that is not null.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge<N> {
    /// The field that holds it; none if it is an element.
    pub field: Option<FieldId>,
    /// What it names.
    pub to: N,
    /// The condition, true under the values, under which it is there.
    pub because: Term,
}

/// The heap at entry, as far as it is known, under concrete values.
pub(crate) trait EntryGraph {
    /// A way to name an object; two of them may name the same.
    type Name: Copy;
    /// Where conditions are made.
    fn pool(&mut self) -> &mut TermPool;
    /// The object that is named.
    fn object(&self, name: Self::Name) -> u64;
    /// What a reference names, and the condition that it does; `None` if it is null or nobody has looked there.
    fn root(&mut self, reference: Ref) -> Option<(Self::Name, Term)>;
    /// The references that the object holds, with conditions that include that this name is one of it.
    fn edges(&mut self, from: Self::Name) -> Vec<Edge<Self::Name>>;
    /// The condition that two names of one object are that.
    fn same(&mut self, one: Self::Name, two: Self::Name) -> Term;
}

/// The condition that every execution satisfies which keeps the assumptions, and that the values do not; `None` if they
/// break none.
pub(crate) fn violated<G: EntryGraph>(graph: &mut G, assumptions: &[EntryAssumption]) -> Option<Term> {
    let because = assumptions.iter().find_map(|assumption| match assumption {
        EntryAssumption::NonAliasing(one, other) => aliasing(graph, one, other),
        EntryAssumption::NonSharing(one, other) => sharing(graph, one, other),
        EntryAssumption::Acyclic(place) => cycle(graph, place),
    })?;
    Some(graph.pool().not(because))
}

/// What a place names, with the condition under which it does.
fn follow<G: EntryGraph>(graph: &mut G, place: &EntryPlace) -> Option<(G::Name, Term)> {
    let (mut name, mut because) = graph.root(place.root)?;
    for field in &place.fields {
        let edge = graph.edges(name).into_iter().find(|edge| edge.field == Some(*field))?;
        because = graph.pool().and(because, edge.because);
        name = edge.to;
    }
    Some((name, because))
}

fn aliasing<G: EntryGraph>(graph: &mut G, one: &EntryPlace, other: &EntryPlace) -> Option<Term> {
    let (left, why_left) = follow(graph, one)?;
    let (right, why_right) = follow(graph, other)?;
    (graph.object(left) == graph.object(right)).then(|| meeting(graph, (left, why_left), (right, why_right)))
}

/// The condition that two ways lead to one object.
fn meeting<G: EntryGraph>(graph: &mut G, one: (G::Name, Term), two: (G::Name, Term)) -> Term {
    let same = graph.same(one.0, two.0);
    let both = graph.pool().and(one.1, two.1);
    graph.pool().and(both, same)
}

fn sharing<G: EntryGraph>(graph: &mut G, one: &EntryPlace, other: &EntryPlace) -> Option<Term> {
    let start = follow(graph, one)?;
    let left = reachable(graph, start);
    let start = follow(graph, other)?;
    let right = reachable(graph, start);
    let (object, found) = right.iter().find(|(object, _)| left.contains_key(*object))?;
    Some(meeting(graph, left[object], *found))
}

/// Every object that can be reached, with a name and the condition under which a shortest way leads there.
fn reachable<G: EntryGraph>(graph: &mut G, (start, because): (G::Name, Term)) -> OrderedMap<u64, (G::Name, Term)> {
    let mut found = OrderedMap::default();
    found.insert(graph.object(start), (start, because));
    let mut next = 0;
    while let Some((_, &(name, because))) = found.get_index(next) {
        next += 1;
        for edge in graph.edges(name) {
            let object = graph.object(edge.to);
            if !found.contains_key(&object) {
                let way = graph.pool().and(because, edge.because);
                found.insert(object, (edge.to, way));
            }
        }
    }
    found
}

/// The condition that a way leads from the place to an object and from there back to it.
fn cycle<G: EntryGraph>(graph: &mut G, place: &EntryPlace) -> Option<Term> {
    let start = follow(graph, place)?;
    let starts: Vec<(G::Name, Term)> = reachable(graph, start).into_values().collect();
    for (name, way) in starts {
        for edge in graph.edges(name) {
            let first = (edge.to, edge.because);
            let back = reachable(graph, first).get(&graph.object(name)).copied();
            if let Some(back) = back {
                return Some(meeting(graph, (name, way), back));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RefVar;
    use clew_base::Id;
    use clew_term::Sort;

    /// Objects by number; every edge has a condition of its own.
    struct Drawn {
        pool: TermPool,
        edges: Vec<(u64, u32, u64, Term)>,
    }

    impl EntryGraph for Drawn {
        type Name = u64;

        fn pool(&mut self) -> &mut TermPool {
            &mut self.pool
        }

        fn object(&self, name: u64) -> u64 {
            name
        }

        fn root(&mut self, reference: Ref) -> Option<(u64, Term)> {
            match reference {
                Ref::Var(variable) => Some((variable.index() as u64, self.pool.tru())),
                Ref::Null | Ref::Object(_) => None,
            }
        }

        fn edges(&mut self, from: u64) -> Vec<Edge<u64>> {
            let own = self.edges.iter().filter(|(source, ..)| *source == from);
            own.map(|(_, field, to, because)| Edge {
                field: Some(FieldId::from_index(*field as usize)),
                to: *to,
                because: *because,
            })
            .collect()
        }

        fn same(&mut self, _: u64, _: u64) -> Term {
            self.pool.tru()
        }
    }

    fn place(root: usize, fields: &[usize]) -> EntryPlace {
        EntryPlace {
            root: Ref::Var(RefVar::from_index(root)),
            fields: fields.iter().map(|field| FieldId::from_index(*field)).collect(),
        }
    }

    /// The edges in the order given, each of field 0 unless another is named, and what each assumption says of them.
    fn check(edges: &[(u64, u32, u64)], assumption: EntryAssumption) -> Option<String> {
        let mut pool = TermPool::new();
        let edges = edges
            .iter()
            .map(|(from, field, to)| {
                let because = pool.fresh(&format!("e{from}{to}"), Sort::Bool);
                (*from, *field, *to, because)
            })
            .collect();
        let mut graph = Drawn { pool, edges };
        let found = violated(&mut graph, &[assumption])?;
        Some(graph.pool.display(found).to_string())
    }

    #[test]
    fn cycles_are_found_wherever_they_begin() {
        let acyclic = || EntryAssumption::Acyclic(place(0, &[]));
        assert_eq!(check(&[(0, 0, 1), (1, 0, 2), (0, 1, 2)], acyclic()), None, "two ways are no cycle");
        assert!(check(&[(0, 0, 0)], acyclic()).is_some());
        assert!(check(&[(0, 0, 1), (1, 0, 2), (2, 0, 1)], acyclic()).is_some());
        assert_eq!(check(&[(1, 0, 1)], acyclic()), None, "it is not reachable");
        let deeper = EntryAssumption::Acyclic(place(0, &[0]));
        assert_eq!(check(&[(0, 0, 1), (0, 1, 0)], deeper), None, "the cycle is not behind the place");
    }

    #[test]
    fn sharing_is_meeting_anywhere() {
        let apart = || EntryAssumption::NonSharing(place(0, &[]), place(1, &[]));
        assert_eq!(check(&[(0, 0, 2), (1, 0, 3), (2, 0, 4)], apart()), None);
        assert!(check(&[(0, 0, 2), (1, 0, 3), (2, 0, 3)], apart()).is_some());
        assert!(check(&[(0, 0, 1)], apart()).is_some(), "one leads to the other");
        let same = EntryAssumption::NonSharing(place(0, &[]), place(0, &[]));
        assert!(check(&[], same).is_some(), "it shares itself");
    }

    #[test]
    fn aliasing_is_meeting_at_the_ends() {
        let apart = || EntryAssumption::NonAliasing(place(0, &[0]), place(1, &[]));
        assert!(check(&[(0, 0, 1)], apart()).is_some());
        assert_eq!(check(&[(0, 1, 1)], apart()), None, "by another field");
        assert_eq!(check(&[(0, 0, 2), (2, 0, 1)], apart()), None, "further on");
    }

    #[test]
    fn only_what_leads_there_is_excluded() {
        let acyclic = EntryAssumption::Acyclic(place(0, &[]));
        let found = check(&[(0, 0, 1), (0, 1, 5), (1, 0, 0)], acyclic).expect("a cycle");
        assert!(found.contains("e01") && found.contains("e10") && !found.contains("e05"), "{found}");
    }
}

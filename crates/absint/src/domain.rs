//! What every abstract domain offers, and the laws that it keeps.

use std::fmt::Debug;

/// The bounds at which widening stops before it gives up, in ascending order.
pub type Thresholds = [i64];

/// A lattice whose elements stand for sets of concrete things.
///
/// `γ(e)` is the set of the things that [`contains`](AbstractDomain::contains) says are in `e`. Laws, for all elements:
///
/// 1. `γ(top)` has everything, and `γ(bottom)` nothing; `is_bottom(e)` implies that `γ(e)` is empty.
/// 2. `a.includes(b)` implies `γ(b) ⊆ γ(a)`. It is reflexive, and `top` includes everything.
/// 3. `γ(a) ∪ γ(b) ⊆ γ(a.join(b))`, and the join includes both.
/// 4. `γ(a) ∩ γ(b) ⊆ γ(a.meet(b))`, and `a` includes the meet.
/// 5. `a.widen(b)` includes `a` and `b`, and every sequence `a, a.widen(b1), a.widen(b1).widen(b2), …` is constant
///    from some element on.
/// 6. `γ(a) ∩ γ(b) ⊆ γ(a.narrow(b))`, and `a` includes `a.narrow(b)`.
pub trait AbstractDomain: Clone + PartialEq + Debug {
    /// What elements are sets of.
    type Concrete;

    /// The element that stands for everything.
    fn top() -> Self;
    /// The element that stands for nothing.
    fn bottom() -> Self;
    /// Whether nothing is left.
    fn is_bottom(&self) -> bool;
    /// Whether the element is known to stand for all that `other` stands for.
    fn includes(&self, other: &Self) -> bool;
    /// An element that stands for all that either stands for.
    fn join(&self, other: &Self) -> Self;
    /// An element at or below `self` that stands for all that both stand for.
    fn meet(&self, other: &Self) -> Self;
    /// An element above both, by which repeated steps come to an end.
    fn widen(&self, next: &Self, thresholds: &Thresholds) -> Self;
    /// An element between the meet and `self`. The default is the meet, which suits an analysis that bounds how often
    /// it narrows.
    fn narrow(&self, next: &Self) -> Self {
        self.meet(next)
    }
    /// Whether this concrete thing is one of those that the element stands for.
    fn contains(&self, concrete: &Self::Concrete) -> bool;
}

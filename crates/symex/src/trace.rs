//! The lines and the blocks that an execution goes through, as states carry them and as tests tell them.

use clew_facts::{MethodKey, Span, TRACE_HEAD, TRACE_TAIL, Trace as Fact};
use clew_ir::BlockId;
use clew_jvm::{MethodId, World};
use imbl::Vector;

/// The lines of the program that an execution went through so far. Cloning one is cheap.
pub(crate) type Trace = Vector<Visit>;

/// A line that is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Visit {
    pub method: MethodId,
    /// How many activations are below that of the method.
    pub depth: u32,
    pub line: u32,
    /// Whether the method under test had begun; before, classes are initialized.
    pub begun: bool,
}

/// The blocks that an execution entered so far, where the method is summarized. Cloning one is cheap.
pub(crate) type Route = Vector<Entered>;

/// A block that an activation entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entered {
    pub method: MethodId,
    /// How many activations are below that of the method.
    pub depth: usize,
    pub block: BlockId,
}

/// Whether a trace goes to the end of its execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// It does.
    Whole,
    /// The execution was not followed to its end.
    Cut,
}

/// The trace as a test tells it, without the middle of a long one.
pub(crate) fn tell(world: &World, trace: &Trace, extent: Extent) -> Fact {
    let mut fact = Fact { is_whole: extent == Extent::Whole, ..Fact::default() };
    let mut known: Vec<MethodId> = Vec::new();
    let before = trace.iter().take_while(|visit| !visit.begun).count();
    let length = trace.len() - before;
    let kept = TRACE_HEAD + TRACE_TAIL;
    let (head, tail) = if length > kept { (TRACE_HEAD, TRACE_TAIL) } else { (length, 0) };
    fact.head = spans(trace.iter().skip(before).take(head), &mut known);
    fact.tail = spans(trace.iter().skip(trace.len() - tail), &mut known);
    fact.omitted = (length - head - tail) as u64;
    fact.methods = known.into_iter().map(|method| key(world, method)).collect();
    fact
}

/// The position of a method among those known, to which it is added.
fn position(known: &mut Vec<MethodId>, method: MethodId) -> usize {
    known.iter().position(|other| *other == method).unwrap_or_else(|| {
        known.push(method);
        known.len() - 1
    })
}

fn spans<'t>(visits: impl Iterator<Item = &'t Visit>, known: &mut Vec<MethodId>) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for visit in visits {
        let method = position(known, visit.method);
        match spans.last_mut() {
            Some(span) if (span.method, span.depth) == (method, visit.depth) => span.lines.push(visit.line),
            _ => spans.push(Span { method, depth: visit.depth, lines: vec![visit.line] }),
        }
    }
    spans
}

/// The name of a method for those outside.
pub(crate) fn key(world: &World, method: MethodId) -> MethodKey {
    let method = world.method(method);
    MethodKey::of_internal(&world.class(method.class).name, &method.name, &method.descriptor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_base::Id;

    fn visit(method: usize, depth: u32, line: u32) -> Visit {
        Visit { method: MethodId::from_index(method), depth, line, begun: true }
    }

    #[test]
    fn lines_of_one_activation_are_one_span() {
        let visits = [visit(7, 0, 1), visit(7, 0, 2), visit(9, 1, 5), visit(7, 0, 3)];
        let mut known = Vec::new();
        let spans = spans(visits.iter(), &mut known);
        let short: Vec<_> = spans.iter().map(|span| (span.method, span.depth, span.lines.as_slice())).collect();
        assert_eq!(short, [(0, 0, &[1, 2][..]), (1, 1, &[5][..]), (0, 0, &[3][..])]);
        assert_eq!(known, [MethodId::from_index(7), MethodId::from_index(9)]);
    }
}

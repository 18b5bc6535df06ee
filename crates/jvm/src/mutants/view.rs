//! The code of a method, decoded and as bytes.

use crate::op::{Code, Op, Variable};
use crate::world::Method;
use clew_base::FastSet;

/// The code of a method, with what is asked of it again and again.
pub(super) struct View<'a> {
    pub(super) ops: &'a [(u32, Op)],
    /// The instructions as the class file has them.
    bytes: &'a [u8],
    lines: &'a [(u32, u32)],
    variables: &'a [Variable],
    /// Where jumps and handlers lead.
    targets: FastSet<u32>,
    /// The type descriptor of what the method returns.
    pub(super) returns: Option<&'a str>,
}

impl<'a> View<'a> {
    pub(super) fn new(code: &'a Code, bytes: &'a [u8], method: &'a Method) -> Self {
        let mut targets: FastSet<u32> = code.handlers.iter().map(|handler| handler.target).collect();
        for (_, op) in &code.ops {
            op.targets(|target| {
                targets.insert(target);
            });
        }
        View {
            ops: &code.ops,
            bytes,
            lines: &code.lines,
            variables: &code.variables,
            targets,
            returns: method.returns.as_deref(),
        }
    }

    /// The instruction at a position; nothing behind the last one.
    pub(super) fn op(&self, at: usize) -> Option<&'a Op> {
        self.ops.get(at).map(|(_, op)| op)
    }

    /// The instruction so many before a position.
    pub(super) fn before(&self, at: usize, by: usize) -> Option<&'a Op> {
        self.op(at.checked_sub(by)?)
    }

    /// Where an instruction begins; the end of the code for the position behind the last one.
    pub(super) fn offset(&self, at: usize) -> u32 {
        self.ops.get(at).map_or_else(|| u32::try_from(self.bytes.len()).unwrap_or(u32::MAX), |(offset, _)| *offset)
    }

    /// How many bytes an instruction has.
    pub(super) fn length(&self, at: usize) -> usize {
        self.offset(at + 1).saturating_sub(self.offset(at)) as usize
    }

    /// The bytes of an instruction.
    pub(super) fn bytes(&self, at: usize) -> &'a [u8] {
        let start = self.offset(at) as usize;
        self.bytes.get(start..start + self.length(at)).unwrap_or_default()
    }

    /// The first byte of an instruction.
    pub(super) fn opcode(&self, at: usize) -> Option<u8> {
        self.bytes(at).first().copied()
    }

    /// Whether a jump or a handler leads to an instruction.
    pub(super) fn is_target(&self, at: usize) -> bool {
        self.targets.contains(&self.offset(at))
    }

    /// The position of the instruction that begins at an offset.
    pub(super) fn position(&self, offset: u32) -> Option<usize> {
        self.ops.binary_search_by_key(&offset, |(start, _)| *start).ok()
    }

    /// The source line of an offset; 0 where it is not known.
    pub(super) fn line(&self, offset: u32) -> u32 {
        let before = self.lines.partition_point(|(start, _)| *start <= offset);
        before.checked_sub(1).map_or(0, |last| self.lines[last].1)
    }

    /// Whether debug information names local variables.
    pub(super) fn has_names(&self) -> bool {
        !self.variables.is_empty()
    }

    /// The local variable that a slot holds behind an instruction, if debug information names it. One whose scope has ended before is
    /// taken for it where no other has begun.
    pub(super) fn variable(&self, slot: u16, at: usize) -> Option<&'a Variable> {
        let end = self.offset(at + 1);
        self.variables.iter().rev().find(|variable| variable.slot == slot && variable.start <= end)
    }
}

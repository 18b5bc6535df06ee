//! Where the basic blocks of a method start, and which source line each instruction is of.

use crate::TranslateError;
use crate::op::Code;
use std::collections::{BTreeMap, BTreeSet};

/// The shape of a method's code.
pub(super) struct Layout {
    /// Offsets at which a basic block starts.
    leaders: BTreeSet<u32>,
    /// For each offset at which source lines start, the lines, in the order of the table and each once.
    starts: BTreeMap<u32, Vec<u32>>,
    /// Whether some jump goes to offset 0.
    pub(super) start_is_target: bool,
}

impl Layout {
    /// Finds the leaders and checks that every jump and every handler goes to an instruction.
    pub(super) fn of(code: &Code) -> Result<Self, TranslateError> {
        let malformed = |offset: u32, reason: &str| TranslateError::Malformed { offset, reason: reason.into() };
        if code.ops.first().is_none_or(|(offset, _)| *offset != 0) {
            return Err(malformed(0, "there are no instructions"));
        }
        let is_instruction = |offset: u32| code.ops.binary_search_by_key(&offset, |(at, _)| *at).is_ok();
        let mut leaders = BTreeSet::from([0]);
        let mut start_is_target = false;
        for (index, (offset, op)) in code.ops.iter().enumerate() {
            let mut bad = false;
            let mut jumps = false;
            op.targets(|target| {
                bad |= !is_instruction(target);
                jumps = true;
                start_is_target |= target == 0;
                leaders.insert(target);
            });
            if bad {
                return Err(malformed(*offset, "a jump goes to no instruction"));
            }
            if let Some((next, _)) = code.ops.get(index + 1).filter(|_| jumps || !op.falls_through()) {
                leaders.insert(*next);
            }
        }
        for handler in &code.handlers {
            if !is_instruction(handler.target) || handler.start >= handler.end {
                return Err(malformed(handler.target, "an exception handler is not placed at an instruction"));
            }
            start_is_target |= handler.target == 0;
            leaders.insert(handler.target);
        }
        let mut starts: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (offset, line) in code.lines.iter().filter(|(offset, _)| is_instruction(*offset)) {
            let of_offset = starts.entry(*offset).or_default();
            if !of_offset.contains(line) {
                of_offset.push(*line);
            }
        }
        Ok(Self { leaders, starts, start_is_target })
    }

    pub(super) fn is_leader(&self, offset: u32) -> bool {
        self.leaders.contains(&offset)
    }

    /// The lines that start at the offset.
    pub(super) fn lines_starting_at(&self, offset: u32) -> &[u32] {
        self.starts.get(&offset).map_or(&[], Vec::as_slice)
    }

    /// The line of the instruction at the offset; 0 if there is no line table.
    pub(super) fn line_at(&self, offset: u32) -> u32 {
        self.starts.range(..=offset).next_back().and_then(|(_, lines)| lines.last().copied()).unwrap_or(0)
    }

    /// All lines, sorted, each once.
    pub(super) fn lines(&self) -> Vec<u32> {
        self.starts.values().flatten().copied().collect::<BTreeSet<u32>>().into_iter().collect()
    }
}

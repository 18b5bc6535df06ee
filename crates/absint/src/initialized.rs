//! Constants of the program that initializers set to an object, whatever else they do: `static final Logger LOG`.
//!
//! Code that reads such a field while its class is being initialized may still find `null` there. That none does is
//! assumed ([`crate::Trusted::Initialized`]); `constants.rs` knows the constants of which it is certain.

use crate::assumption::Assumptions;
use crate::constants::{initializer, is_written_once};
use crate::fixpoint::Analysis;
use crate::frame::Frame;
use crate::summary::Summaries;
use crate::verify::DEPTH;
use clew_ir::{BlockId, Expr, Inst, Terminator};
use clew_jvm::{FieldId, MethodCode, Provenance, flags};

/// Whether the initializer of its class sets a constant to an object wherever it ends.
pub(crate) fn is_set_to_object(summaries: &Summaries<'_>, id: FieldId) -> bool {
    let world = summaries.world();
    let field = world.field(id);
    let class = world.class(field.class);
    let is_constant = field.flags & (flags::STATIC | flags::FINAL) == flags::STATIC | flags::FINAL;
    if !is_constant || class.provenance == Provenance::Jdk || !is_written_once(world, &class, &field) {
        return false;
    }
    let Some(method) = initializer(world, &class) else { return false };
    let Ok(code) = world.code(method) else { return false };
    let Some((block, at, value)) = write_of(summaries, &code, id) else { return false };
    let nothing = Assumptions::new();
    let frame = Frame::new(summaries, world.method(method), &code.body, &nothing, DEPTH);
    let ends = code.body.blocks.iter().filter(|(_, end)| matches!(end.terminator, Terminator::Return(_)));
    if !ends.map(|(end, _)| end).all(|end| frame.cfg.dominates(block, end)) {
        return false;
    }
    let analysis = Analysis::of(&frame, &code);
    let state = analysis.at_statement(&frame, block, at);
    analysis.complete && state.is_some_and(|state| !frame.reference(&state, value).nullness().null)
}

/// Where the code writes the field, and what.
fn write_of<'c>(summaries: &Summaries<'_>, code: &'c MethodCode, field: FieldId) -> Option<(BlockId, usize, &'c Expr)> {
    let of_block = code.body.blocks.iter();
    let mut all = of_block.flat_map(|(id, block)| block.stmts.iter().enumerate().map(move |(at, stmt)| (id, at, stmt)));
    all.find_map(|(id, at, stmt)| match &stmt.inst {
        Inst::PutStatic { field: written, value } if summaries.world().resolve_field(written) == Ok(field) => {
            Some((id, at, value))
        }
        _ => None,
    })
}

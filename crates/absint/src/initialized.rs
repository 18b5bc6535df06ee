//! Constants of the program that initializers set to an object, whatever else they do: `static final Logger LOG`.
//!
//! Code that reads such a field while its class is being initialized may still find `null` there. That none does is
//! assumed ([`crate::Trusted::Initialized`]). The constants that no code can find unset are in `constants.rs`.

use crate::constants::{initializer, is_object_constant, is_written_once};
use clew_ir::{BlockId, Cfg, Expr, Inst, Terminator};
use clew_jvm::{FieldId, MethodCode, MethodId, Provenance, World};
use std::rc::Rc;

/// The place where the initializer of a class sets a constant, which it passes wherever it ends.
pub(crate) struct Setting {
    pub initializer: MethodId,
    pub code: Rc<MethodCode>,
    pub block: BlockId,
    /// The position of the statement.
    pub at: usize,
    pub value: Expr,
}

/// Where a constant of the program is set; `None` of other fields.
pub(crate) fn setting_of(world: &World, id: FieldId) -> Option<Setting> {
    let field = world.field(id);
    let class = world.class(field.class);
    if !is_object_constant(&field) || class.provenance == Provenance::Jdk || !is_written_once(world, &class, &field) {
        return None;
    }
    let initializer = initializer(world, &class)?;
    let code = world.code(initializer).ok()?;
    let (block, at, value) = write_of(world, &code, id)?;
    let cfg = Cfg::compute(&code.body);
    let ends = code.body.blocks.iter().filter(|(_, end)| matches!(end.terminator, Terminator::Return(_)));
    let is_passed = ends.map(|(end, _)| end).all(|end| cfg.dominates(block, end));
    is_passed.then_some(Setting { initializer, code, block, at, value })
}

fn write_of(world: &World, code: &MethodCode, field: FieldId) -> Option<(BlockId, usize, Expr)> {
    let of_block = code.body.blocks.iter();
    let mut all = of_block.flat_map(|(id, block)| block.stmts.iter().enumerate().map(move |(at, stmt)| (id, at, stmt)));
    all.find_map(|(block, at, stmt)| match &stmt.inst {
        Inst::PutStatic { field: written, value } if world.resolve_field(written) == Ok(field) => {
            Some((block, at, value.clone()))
        }
        _ => None,
    })
}

//! `clew ir`.
use crate::args::IrArgs;
use crate::status::Status;
use crate::ui::complain;

/// Prints methods as the block language.
pub fn run(args: &IrArgs) -> Status {
    complain(format!("not yet: {}", args.input.display()));
    Status::Internal
}

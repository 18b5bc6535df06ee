//! `clew generate`.
use crate::args::GenerateArgs;
use crate::status::Status;
use crate::ui::complain;

/// Prints methods as the block language.
pub fn run(args: &GenerateArgs) -> Status {
    complain(format!("not yet: {:?}", args.inputs));
    Status::Internal
}

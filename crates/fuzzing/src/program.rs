//! Programs of the block language.

use clew_base::OrderedMap;
use clew_ir::{Program, interpret, parse, parse_body, print_body, print_program, verify_program};

/// The greatest number of statements of one run.
const STEPS: u64 = 2_000;

/// Reads the text; what is accepted is well-formed, survives printing, and runs.
pub(crate) fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(program) = parse("fuzz.clew", &text) {
        assert_eq!(verify_program(&program), Ok(()), "{text}");
        let printed = print_program(&program);
        let again = parse("printed.clew", &printed);
        assert_eq!(again.map(Program::without_origins), Ok(program.clone().without_origins()), "{printed}");
        run_all(&program);
    }
    if let Ok((name, mut body)) = parse_body("fuzz.clew", &text) {
        let printed = print_body(&body, &name);
        let again = parse_body("printed.clew", &printed).map(|(name, mut body)| {
            body.clear_origins();
            (name, body)
        });
        body.clear_origins();
        assert_eq!(again, Ok((name, body)), "{printed}");
    }
}

/// Runs every procedure, each time with other choices.
fn run_all(program: &Program) {
    for (turn, procedure) in program.procedures.values().enumerate() {
        let mut state = turn;
        let mut choices = |count: usize| {
            state = state.wrapping_mul(31).wrapping_add(7);
            state % count
        };
        // How it ends is the program's business.
        interpret(program, &procedure.name, &OrderedMap::default(), &mut choices, STEPS);
    }
}

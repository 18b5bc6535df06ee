//! Small random programs with annotations.

use clew_ir::{Program, parse, verify_program};
use clew_unverified::Reasoning;
use fastrand::Rng;

const NAMES: [&str; 3] = ["a", "b", "c"];
const BLOCKS: usize = 5;

/// A program whose procedure `main` nobody calls. Under modular reasoning, a procedure names what it assumes itself.
pub fn program(rng: &mut Rng, reasoning: Reasoning) -> Program {
    loop {
        let text = ["main", "f", "h"].map(|name| procedure(rng, name)).concat();
        let program =
            parse("random.clew", &format!("var g;\n{text}")).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
        verify_program(&program).expect("the program is well-typed");
        let unit = clew_unverified::Unit { procedure: "main".into(), reasoning };
        if clew_unverified::encode(&program, &unit).is_ok() {
            return program;
        }
    }
}

fn procedure(rng: &mut Rng, name: &str) -> String {
    let (blocks, assumed) = (rng.usize(1..=BLOCKS), rng.usize(0..=NAMES.len()));
    let mut text = format!("proc {name}(x) vars y; {{\n");
    for block in 0..blocks {
        text.push_str(&format!("  b{block}:\n"));
        for _ in 0..rng.usize(0..4) {
            text.push_str(&format!("    {};\n", statement(rng, &NAMES[..assumed])));
        }
        let targets: Vec<String> = (0..rng.usize(0..3)).map(|_| format!("b{}", rng.usize(0..blocks))).collect();
        if !targets.is_empty() {
            text.push_str(&format!("    goto {};\n", targets.join(", ")));
        }
    }
    text + "}\n"
}

fn statement(rng: &mut Rng, names: &[&str]) -> String {
    let condition = condition(rng);
    match rng.usize(0..10) {
        0 => format!("assume {condition}"),
        1 | 2 => format!("{} := {}", variable(rng), number(rng)),
        3 => format!("call {}({})", if rng.bool() { "f" } else { "h" }, number(rng)),
        4..=6 if !names.is_empty() => format!("assumed {condition} as {}", names[rng.usize(0..names.len())]),
        _ => format!("assert {condition}{}", premise(rng, names)),
    }
}

fn premise(rng: &mut Rng, names: &[&str]) -> String {
    match rng.usize(0..8) {
        0 => String::new(),
        1 => " verified false".to_owned(),
        2 => " verified true".to_owned(),
        _ if names.is_empty() => " verified false".to_owned(),
        _ => {
            let mut cube = || {
                let literals: Vec<&str> = (0..rng.usize(1..3)).map(|_| names[rng.usize(0..names.len())]).collect();
                literals.join(" && ")
            };
            let (first, second) = (cube(), cube());
            format!(" verified {}", if rng.bool() { first } else { format!("{first} || {second}") })
        }
    }
}

fn condition(rng: &mut Rng) -> String {
    let op = ["<", "==", "!=", ">="][rng.usize(0..4)];
    format!("{} {op} {}", variable(rng), number(rng))
}

fn number(rng: &mut Rng) -> String {
    match rng.usize(0..3) {
        0 => rng.usize(0..3).to_string(),
        1 => variable(rng).to_owned(),
        _ => format!("{} + 1", variable(rng)),
    }
}

fn variable(rng: &mut Rng) -> &'static str {
    ["x", "y", "g"][rng.usize(0..3)]
}

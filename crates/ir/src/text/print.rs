//! Writes programs and bodies as text.

use super::print_expr::{Context, print_expr, register};
use super::print_inst::{print_inst, print_terminator};
use super::strings::{escape, name};
use crate::{Body, Expr, Procedure, Program, Reg, Terminator, Type};
use std::fmt::Write;

/// The program as `.clew` text, which [`super::parse`] reads back to an equal program, origins aside.
pub fn print_program(program: &Program) -> String {
    let mut text = String::new();
    for (_, global) in program.globals.iter() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "var {};", declaration(&global.name, global.ty));
    }
    for (_, procedure) in program.procedures.iter() {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&print_procedure(procedure));
    }
    text
}

/// One procedure as `.clew` text.
pub fn print_procedure(procedure: &Procedure) -> String {
    let body = &procedure.body;
    let mut text = format!("proc {}({})", name(&procedure.name), declarations(body, &body.params));
    if let Some(result) = procedure.result {
        let _ = write!(text, " returns {}", declarations(body, &[result]));
    }
    let vars: Vec<Reg> = body
        .regs
        .iter()
        .filter(|(reg, info)| info.global.is_none() && !body.params.contains(reg) && procedure.result != Some(*reg))
        .map(|(reg, _)| reg)
        .collect();
    if !vars.is_empty() {
        let _ = write!(text, " vars {};", declarations(body, &vars));
    }
    text.push_str(" {\n");
    print_blocks(body, &mut text);
    text.push_str("}\n");
    text
}

/// The body of a Java method, called `method_name` in its heading, in the extended syntax.
pub fn print_body(body: &Body, method_name: &str) -> String {
    let typed = |regs: &mut dyn Iterator<Item = Reg>| {
        let declare = |reg| match body.regs.get(reg) {
            Some(info) => format!("{}: {}", name(&info.name), info.ty),
            None => register(&body.regs, reg),
        };
        regs.map(declare).collect::<Vec<_>>().join(", ")
    };
    let heading = escape(method_name.encode_utf16(), '"');
    let mut text = format!("method \"{heading}\"({})", typed(&mut body.params.iter().copied()));
    if let Some(ty) = body.returns {
        let _ = write!(text, " returns {ty}");
    }
    let vars = typed(&mut body.regs.ids().filter(|reg| !body.params.contains(reg)));
    if !vars.is_empty() {
        let _ = write!(text, "\n  vars {vars};");
    }
    if body.entry != clew_base::Id::from_index(0) {
        let _ = write!(text, "\n  entry {};", label(body, body.entry));
    }
    text.push_str("\n{\n");
    print_blocks(body, &mut text);
    text.push_str("}\n");
    text
}

/// An expression over these registers as text.
pub fn print_expression(expr: &Expr, body: &Body) -> String {
    print_expr(expr, &body.regs, Context::Untyped)
}

fn print_blocks(body: &Body, text: &mut String) {
    for (_, block) in body.blocks.iter() {
        let _ = writeln!(text, "  {}:", name(&block.label));
        for stmt in &block.stmts {
            let _ = writeln!(text, "    {}", print_inst(&stmt.inst, body));
        }
        // A block without an end returns.
        if block.terminator != Terminator::Return(None) {
            let _ = writeln!(text, "    {}", print_terminator(&block.terminator, body));
        }
    }
}

/// The name of the block; of one that does not exist, its number.
pub(super) fn label(body: &Body, block: crate::BlockId) -> String {
    body.blocks.get(block).map_or_else(|| format!("`{block}?`"), |block| name(&block.label))
}

fn declarations(body: &Body, regs: &[Reg]) -> String {
    let declare = |reg: &Reg| match body.regs.get(*reg) {
        Some(info) => declaration(&info.name, info.ty),
        None => register(&body.regs, *reg),
    };
    regs.iter().map(declare).collect::<Vec<_>>().join(", ")
}

fn declaration(variable: &str, ty: Type) -> String {
    if ty == Type::Int { name(variable) } else { format!("{}: {ty}", name(variable)) }
}

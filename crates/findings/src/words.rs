//! Findings in words.

use crate::FindingKind;
use crate::conditions::{Condition, holds_where_jumped};
use crate::dead::Piece;
use crate::method::{EdgeId, Method};
use clew_ir::{BinaryOp, BlockId, BranchKind, Callee, Const, Expr, Terminator, UnaryOp};

/// What is said of dead code for which no condition is to blame.
pub(crate) fn unreachable(method: &Method<'_>, piece: &Piece<'_>, lines: &[u32]) -> String {
    let what = format!("no execution reaches {}", lines_in_words(method, lines));
    match why(method, piece) {
        Some(why) => format!("{what}: {why}"),
        None => what,
    }
}

/// What is said of a condition that decides nothing, and of the lines behind it.
pub(crate) fn always(method: &Method<'_>, condition: &Condition<'_>, kind: FindingKind, lines: &[u32]) -> String {
    let which = match (text(method, condition), condition.place) {
        (Some(text), _) => format!("the condition `{text}`"),
        (None, (_, 1)) => "the condition".to_owned(),
        (None, (at, of)) => format!("condition {at} of {of} in this line"),
    };
    let always = if kind == FindingKind::AlwaysTrue { "always holds" } else { "never holds" };
    match lines {
        [] => format!("{which} {always}"),
        lines => format!("{which} {always}, so that no execution reaches {}", lines_in_words(method, lines)),
    }
}

/// What is said of doomed code, the edge that leads there and the exceptions that may end it.
pub(crate) fn doomed(
    method: &Method<'_>,
    lines: &[u32],
    edge: Option<EdgeId>,
    exceptions: &[(&'static str, u32)],
) -> String {
    let place = match lines {
        [] => edge.map_or("this line".to_owned(), |edge| taken(method, edge)),
        lines => {
            let mut lines = lines.to_vec();
            lines.sort_unstable();
            lines_in_words(method, &lines)
        }
    };
    let end = match exceptions {
        [(class, line)] => {
            let class = class.rsplit('/').next().unwrap_or(class);
            format!("in a {class} of line {line}")
        }
        _ => "in an exception that the virtual machine throws".to_owned(),
    };
    format!("every execution through {place} ends {end}")
}

/// That an edge is taken.
fn taken(method: &Method<'_>, (block, at): EdgeId) -> String {
    let end = &method.code.body.blocks[block];
    match &end.terminator {
        Terminator::Switch { cases, .. } => match cases.get(at) {
            Some((key, _)) => format!("the case {key} of this line"),
            None => "the default of this line".to_owned(),
        },
        Terminator::Branch { condition, .. } => {
            let site = method.code.branches.iter().find(|site| site.block == block);
            let holds = site.and_then(|site| holds_where_jumped(method, site));
            match holds.and_then(|_| comparison(method, condition, at == 0)) {
                Some(text) => format!("this line with `{text}`"),
                None => match holds {
                    Some(holds) if holds == (at == 0) => "this line where the condition holds".to_owned(),
                    Some(_) => "this line where the condition does not hold".to_owned(),
                    None => "one side of this line".to_owned(),
                },
            }
        }
        _ => "this line".to_owned(),
    }
}

/// Lines as a reader of the source would name them: lines between which there is no other code are one range.
fn lines_in_words(method: &Method<'_>, lines: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for line in lines {
        match ranges.last_mut() {
            Some((_, last)) if !method.starts.keys().any(|other| *last < *other && other < line) => *last = *line,
            _ => ranges.push((*line, *line)),
        }
    }
    let range =
        |(first, last): &(u32, u32)| if first == last { first.to_string() } else { format!("{first}–{last}") };
    let text: Vec<String> = ranges.iter().map(range).collect();
    let noun = if lines.len() == 1 { "line" } else { "lines" };
    format!("{noun} {}", text.join(", "))
}

/// Why control never gets to dead code from the live code before it, where one reason stands for all.
fn why(method: &Method<'_>, piece: &Piece<'_>) -> Option<String> {
    let mut reasons: Vec<String> =
        piece.entries.iter().map(|(block, at)| reason(method, *block, *at)).collect::<Option<_>>()?;
    reasons.dedup();
    if piece.entries.is_empty() && method.code.handlers.iter().any(|handler| piece.blocks.contains(&handler.block)) {
        return Some("nothing throws what the handler catches".to_owned());
    }
    match reasons.as_slice() {
        [reason] => Some(reason.clone()),
        _ => None,
    }
}

fn reason(method: &Method<'_>, block: BlockId, at: usize) -> Option<String> {
    let end = &method.code.body.blocks[block];
    let line = end.terminator_origin.line;
    match (&end.terminator, at) {
        (Terminator::Invoke { callee: Callee::Method { method, .. }, .. }, 0) => {
            let class = method.class.rsplit(['/', '$']).next().unwrap_or_default();
            Some(format!("the call of {class}.{} in line {line} never returns", method.name))
        }
        (Terminator::Switch { .. }, _) => Some(format!("no value of the switch in line {line} leads there")),
        (
            Terminator::Branch { kind: BranchKind::HandlerTest, .. }
            | Terminator::Invoke { .. }
            | Terminator::InitClass { .. },
            _,
        ) => Some("nothing throws what the handler catches".to_owned()),
        (Terminator::Branch { kind, .. }, 0) if kind.throws().is_some() => {
            Some(format!("line {line} always throws before"))
        }
        (Terminator::Branch { kind, .. }, 1) if kind.throws().is_some() => {
            Some("nothing throws what the handler catches".to_owned())
        }
        _ => None,
    }
}

/// A simple condition as the source may have it: of variables with names and numbers.
fn text(method: &Method<'_>, condition: &Condition<'_>) -> Option<String> {
    let site = condition.jumps.first()?;
    let Terminator::Branch { condition, .. } = &method.code.body.blocks[site.block].terminator else { return None };
    comparison(method, condition, holds_where_jumped(method, site)?)
}

fn comparison(method: &Method<'_>, condition: &Expr, holds: bool) -> Option<String> {
    match condition {
        Expr::Unary(UnaryOp::Not, operand) => comparison(method, operand, !holds),
        Expr::Unary(UnaryOp::IsNull, operand) => {
            Some(format!("{} {} null", operand_text(method, operand)?, if holds { "==" } else { "!=" }))
        }
        Expr::Binary(op, left, right) => {
            let (left, right) = (operand_text(method, left)?, operand_text(method, right)?);
            Some(format!("{left} {} {right}", operator(*op, holds)?))
        }
        _ => None,
    }
}

fn operator(op: BinaryOp, holds: bool) -> Option<&'static str> {
    let (when_true, when_false) = match op {
        BinaryOp::Eq => ("==", "!="),
        BinaryOp::Ne => ("!=", "=="),
        BinaryOp::Lt => ("<", ">="),
        BinaryOp::Le => ("<=", ">"),
        BinaryOp::Gt => (">", "<="),
        BinaryOp::Ge => (">=", "<"),
        _ => return None,
    };
    Some(if holds { when_true } else { when_false })
}

fn operand_text(method: &Method<'_>, operand: &Expr) -> Option<String> {
    match operand {
        Expr::Const(Const::Bv32(value)) => Some(value.to_string()),
        Expr::Const(Const::Bv64(value)) => Some(value.to_string()),
        Expr::Const(Const::Null) => Some("null".to_owned()),
        Expr::Reg(reg) => {
            let name = &method.code.body.regs[*reg].name;
            is_source_name(name).then(|| name.to_string())
        }
        _ => None,
    }
}

/// Whether a register carries the name of a variable of the source rather than one that the translation made up.
fn is_source_name(name: &str) -> bool {
    let made_up = ["l", "s", "t"].iter().any(|prefix| {
        name.strip_prefix(prefix).is_some_and(|rest| rest.chars().next().is_some_and(|first| first.is_ascii_digit()))
    });
    !made_up && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

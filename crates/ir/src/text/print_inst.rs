//! Writes instructions and the ends of blocks.

use super::call_site::{print_call_site, print_called};
use super::print::label;
use super::print_expr::{Context, print_expr, register};
use super::reference::{print_class, print_field};
use super::strings::{escape, name};
use crate::{
    BlockId, Body, BranchKind, Callee, ElementKind, Expr, Inst, InvokeKind, MonitorOp, Reg, Terminator, Unwind,
};
use std::sync::Arc;

/// The words for the kinds of array elements.
pub(super) const ELEMENTS: &[(&str, ElementKind)] = &[
    ("byte", ElementKind::Byte),
    ("char", ElementKind::Char),
    ("short", ElementKind::Short),
    ("int", ElementKind::Int),
    ("long", ElementKind::Long),
    ("float", ElementKind::Float),
    ("double", ElementKind::Double),
    ("ref", ElementKind::Ref),
];

/// The words for the kinds of branches.
pub(super) const BRANCHES: &[(&str, BranchKind)] = &[
    ("source", BranchKind::Source),
    ("nullcheck", BranchKind::NullCheck),
    ("boundscheck", BranchKind::BoundsCheck),
    ("sizecheck", BranchKind::SizeCheck),
    ("divisorcheck", BranchKind::DivisorCheck),
    ("castcheck", BranchKind::CastCheck),
    ("storecheck", BranchKind::StoreCheck),
    ("handler", BranchKind::HandlerTest),
    ("internal", BranchKind::Internal),
];

/// The words for the kinds of calls.
pub(super) const INVOKES: &[(&str, InvokeKind)] = &[
    ("static", InvokeKind::Static),
    ("special", InvokeKind::Special),
    ("virtual", InvokeKind::Virtual),
    ("interface", InvokeKind::Interface),
];

pub(super) fn word<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> &'static str {
    words.iter().find(|(_, candidate)| candidate == value).map_or("?", |(word, _)| *word)
}

/// The instruction as text, with its semicolon.
pub(super) fn print_inst(inst: &Inst, body: &Body) -> String {
    let reg = |reg: &Reg| register(&body.regs, *reg);
    let typed = |expr: &Expr| print_expr(expr, &body.regs, Context::Typed);
    let untyped = |expr: &Expr| print_expr(expr, &body.regs, Context::Untyped);
    match inst {
        Inst::Assign { dst, value } => format!("{} := {};", reg(dst), typed(value)),
        Inst::Line(line) => format!("line {line};"),
        Inst::MapStore { map, index, value } => format!("{}[{}] := {};", reg(map), list(index, typed), typed(value)),
        Inst::Assume(condition) => format!("assume {};", typed(condition)),
        Inst::Assert { condition, premise } => {
            let premise = premise.as_ref().map_or_else(String::new, |premise| print_premise(premise));
            format!("assert {}{premise};", typed(condition))
        }
        Inst::Assumed { condition, name: assumption } => {
            format!("assumed {} as {};", typed(condition), name(assumption))
        }
        Inst::TryFirst(condition) => format!("tryfirst {};", typed(condition)),
        Inst::Call { dst, procedure, args } => {
            format!("{}call {}({});", target(*dst, body), name(procedure), list(args, typed))
        }
        Inst::Havoc { dst } => format!("havoc {};", reg(dst)),
        Inst::GetField { dst, object, field } => {
            format!("{} := {}.field {};", reg(dst), reg(object), print_field(field))
        }
        Inst::PutField { object, field, value } => {
            format!("{}.field {} := {};", reg(object), print_field(field), untyped(value))
        }
        Inst::GetStatic { dst, field } => format!("{} := static {};", reg(dst), print_field(field)),
        Inst::PutStatic { field, value } => format!("static {} := {};", print_field(field), untyped(value)),
        Inst::New { dst, class } => format!("{} := new {};", reg(dst), print_class(class)),
        Inst::NewThrowable { dst, class } => format!("{} := newthrowable {};", reg(dst), print_class(class)),
        Inst::NewArray { dst, array, length } => {
            format!("{} := newarray {}({});", reg(dst), print_class(array), typed(length))
        }
        Inst::NewMultiArray { dst, array, lengths } => {
            format!("{} := newmultiarray {}({});", reg(dst), print_class(array), list(lengths, typed))
        }
        Inst::ArrayLength { dst, array } => format!("{} := length {};", reg(dst), reg(array)),
        Inst::ArrayLoad { dst, kind, array, index } => {
            format!("{} := {}.{}[{}];", reg(dst), reg(array), word(ELEMENTS, kind), typed(index))
        }
        Inst::ArrayStore { kind, array, index, value } => {
            format!("{}.{}[{}] := {};", reg(array), word(ELEMENTS, kind), typed(index), typed(value))
        }
        Inst::InstanceOf { dst, object, class } => {
            format!("{} := {} instanceof {};", reg(dst), reg(object), print_class(class))
        }
        Inst::CanStore { dst, array, value } => format!("{} := canstore({}, {});", reg(dst), reg(array), reg(value)),
        Inst::RefEq { dst, left, right } => format!("{} := same({}, {});", reg(dst), typed(left), typed(right)),
        Inst::LoadString { dst, value } => {
            format!("{} := string \"{}\";", reg(dst), escape(value.iter().copied(), '"'))
        }
        Inst::LoadClass { dst, class } => format!("{} := class {};", reg(dst), print_class(class)),
        Inst::Monitor { op, object } => {
            let op = match op {
                MonitorOp::Enter => "enter",
                MonitorOp::Exit => "exit",
            };
            format!("monitor {op} {};", reg(object))
        }
    }
}

/// The end of a block as text, with its semicolon.
pub(super) fn print_terminator(terminator: &Terminator, body: &Body) -> String {
    let block = |target: &BlockId| label(body, *target);
    let typed = |expr: &Expr| print_expr(expr, &body.regs, Context::Typed);
    match terminator {
        Terminator::Goto(targets) => {
            format!("goto {};", targets.iter().map(block).collect::<Vec<_>>().join(", "))
        }
        Terminator::Branch { kind, condition, then, otherwise } => {
            let kind = word(BRANCHES, kind);
            format!("branch {kind} {} then {} else {};", typed(condition), block(then), block(otherwise))
        }
        Terminator::Switch { value, cases, default } => {
            let mut edges: Vec<String> = cases.iter().map(|(key, to)| format!("{key}: {}", block(to))).collect();
            edges.push(format!("else {}", block(default)));
            format!("switch {} {{ {} }};", typed(value), edges.join(", "))
        }
        Terminator::Invoke { dst, callee, args, normal, unwind } => {
            let untyped = |expr: &Expr| print_expr(expr, &body.regs, Context::Untyped);
            let (dst, callee, args) = (target(*dst, body), print_callee(callee), list(args, untyped));
            format!("{dst}invoke {callee} ({args}) goto {}{};", block(normal), print_unwind(*unwind, body))
        }
        Terminator::InitClass { class, normal, unwind } => {
            format!("init {} goto {}{};", print_class(class), block(normal), print_unwind(*unwind, body))
        }
        Terminator::Return(None) => "return;".to_owned(),
        Terminator::Return(Some(value)) => {
            let known = body.returns.is_some();
            let context = if known { Context::Typed } else { Context::Untyped };
            format!("return {};", print_expr(value, &body.regs, context))
        }
        Terminator::Throw(exception) => format!("throw {};", register(&body.regs, *exception)),
        Terminator::Unsupported(reason) => format!("unsupported \"{}\";", escape(reason.encode_utf16(), '"')),
    }
}

/// Whether the class file is taken to say that the class of a method called like this is an interface.
pub(super) fn is_interface_call(kind: InvokeKind) -> bool {
    match kind {
        InvokeKind::Interface => true,
        InvokeKind::Static | InvokeKind::Special | InvokeKind::Virtual => false,
    }
}

fn print_callee(callee: &Callee) -> String {
    match callee {
        Callee::Method { kind, method } => {
            format!("{} {}", word(INVOKES, kind), print_called(method, is_interface_call(*kind)))
        }
        Callee::Dynamic(site) => print_call_site(site),
    }
}

fn print_unwind(unwind: Option<Unwind>, body: &Body) -> String {
    unwind.map_or_else(String::new, |unwind| {
        format!(" unwind {}({})", label(body, unwind.block), register(&body.regs, unwind.exception))
    })
}

fn print_premise(premise: &[Vec<Arc<str>>]) -> String {
    let conjunction = |names: &Vec<Arc<str>>| {
        if names.is_empty() {
            return "true".to_owned();
        }
        names.iter().map(|assumption| name(assumption)).collect::<Vec<_>>().join(" && ")
    };
    // A disjunction with an empty conjunction holds always.
    if premise.iter().any(Vec::is_empty) {
        return " verified true".to_owned();
    }
    match premise {
        [] => " verified false".to_owned(),
        _ => format!(" verified {}", premise.iter().map(conjunction).collect::<Vec<_>>().join(" || ")),
    }
}

fn target(dst: Option<Reg>, body: &Body) -> String {
    dst.map_or_else(String::new, |dst| format!("{} := ", register(&body.regs, dst)))
}

fn list(exprs: &[Expr], print: impl Fn(&Expr) -> String) -> String {
    exprs.iter().map(print).collect::<Vec<_>>().join(", ")
}

//! Writes expressions with as few parentheses as the reader needs, and literals so that it finds their types again.

use super::ast::{FUNCTIONS, Function, Infix, UNARY_PRECEDENCE, precedence, symbol};
use super::strings::name;
use crate::{BinaryOp, Const, Expr, Reg, RegInfo, UnaryOp};
use clew_base::Arena;

/// The type of a place where an expression stands, as far as the reader knows it without looking at the expression.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Context {
    /// The reader knows the type.
    Typed,
    /// The reader takes the type from the expression.
    Untyped,
}

/// The expression as text.
pub(super) fn print_expr(expr: &Expr, regs: &Arena<Reg, RegInfo>, context: Context) -> String {
    let mut printer = ExprPrinter { regs, text: String::new() };
    printer.expr(expr, 0, context);
    printer.text
}

/// The name of the register; of one that does not exist, its number.
pub(super) fn register(regs: &Arena<Reg, RegInfo>, reg: Reg) -> String {
    regs.get(reg).map_or_else(|| format!("`{reg}?`"), |info| name(&info.name))
}

struct ExprPrinter<'a> {
    regs: &'a Arena<Reg, RegInfo>,
    text: String,
}

impl ExprPrinter<'_> {
    /// Writes an expression at a place whose infix operators must bind at least as tightly as `minimum`.
    fn expr(&mut self, expr: &Expr, minimum: u8, context: Context) {
        match expr {
            Expr::Const(literal) => self.text.push_str(&print_literal(literal, context)),
            Expr::Reg(reg) => self.text.push_str(&register(self.regs, *reg)),
            Expr::Unary(op, operand) => self.unary(*op, operand, minimum, context),
            Expr::Binary(op, left, right) => self.binary(*op, left, right, minimum, context),
            Expr::Ite(condition, left, right) => self.grouped(minimum > 0, |printer| {
                let context = refine(context, &[left, right]);
                printer.text.push_str("if ");
                printer.expr(condition, 0, Context::Typed);
                printer.text.push_str(" then ");
                printer.expr(left, 0, context);
                printer.text.push_str(" else ");
                printer.expr(right, 0, context);
            }),
            Expr::Select(map, indices) => {
                self.text.push_str(&register(self.regs, *map));
                self.text.push('[');
                self.operands(indices.iter(), Context::Typed);
                self.text.push(']');
            }
        }
    }

    fn operands<'e>(&mut self, operands: impl Iterator<Item = &'e Expr>, context: Context) {
        for (index, operand) in operands.enumerate() {
            if index > 0 {
                self.text.push_str(", ");
            }
            self.expr(operand, 0, context);
        }
    }

    fn grouped(&mut self, parentheses: bool, write: impl FnOnce(&mut Self)) {
        if parentheses {
            self.text.push('(');
        }
        write(self);
        if parentheses {
            self.text.push(')');
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr, minimum: u8, context: Context) {
        match (op, operand) {
            (UnaryOp::Not, Expr::Unary(UnaryOp::IsNull, reference)) => self.null_test("!=", reference, minimum),
            (UnaryOp::IsNull, reference) => self.null_test("==", reference, minimum),
            (UnaryOp::Not, _) => {
                self.text.push('!');
                self.expr(operand, UNARY_PRECEDENCE, Context::Typed);
            }
            (UnaryOp::Neg, Expr::Const(_)) => {
                // Without parentheses the sign would become part of the literal.
                self.text.push('-');
                self.grouped(true, |printer| printer.expr(operand, 0, context));
            }
            (UnaryOp::Neg, _) => {
                self.text.push('-');
                self.expr(operand, UNARY_PRECEDENCE, context);
            }
            (UnaryOp::Convert(conversion), _) => {
                self.text.push_str(function_name(Function::Convert(conversion)));
                self.text.push('(');
                self.expr(operand, 0, Context::Typed);
                self.text.push(')');
            }
        }
    }

    fn null_test(&mut self, symbol: &str, reference: &Expr, minimum: u8) {
        let (binding, _) = precedence(Infix::Op(BinaryOp::Eq));
        self.grouped(binding < minimum, |printer| {
            printer.expr(reference, binding + 1, Context::Typed);
            printer.text.push_str(&format!(" {symbol} null"));
        });
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, minimum: u8, context: Context) {
        use BinaryOp::*;
        let (left_context, right_context) = match op {
            Add | Sub | Mul | Div | Rem | BitAnd | BitOr | BitXor => {
                let context = refine(context, &[left, right]);
                (context, context)
            }
            Shl | Shr | Ushr => (refine(context, &[left]), Context::Typed),
            And | Or | Implies | CompareLong => (Context::Typed, Context::Typed),
            Eq | Ne | Lt | Le | Gt | Ge | Ult | CompareLess | CompareGreater => {
                let context = refine(Context::Untyped, &[left, right]);
                (context, context)
            }
        };
        let Some(symbol) = symbol(op) else {
            self.text.push_str(function_name(Function::Compare(op)));
            self.text.push('(');
            self.expr(left, 0, left_context);
            self.text.push_str(", ");
            self.expr(right, 0, right_context);
            self.text.push(')');
            return;
        };
        let (binding, right_grouping) = precedence(Infix::Op(op));
        self.grouped(binding < minimum, |printer| {
            printer.expr(left, if right_grouping { binding + 1 } else { binding }, left_context);
            printer.text.push_str(&format!(" {symbol} "));
            printer.expr(right, if right_grouping { binding } else { binding + 1 }, right_context);
        });
    }
}

/// The context of operands of one type, which the reader also learns from any operand that has a type of its own.
fn refine(context: Context, operands: &[&Expr]) -> Context {
    if operands.iter().any(|operand| carries_type(operand)) { Context::Typed } else { context }
}

/// Whether the reader knows the type of the expression whatever its context.
fn carries_type(expr: &Expr) -> bool {
    use BinaryOp::*;
    match expr {
        Expr::Const(Const::Int(_) | Const::Bv32(_) | Const::Bv64(_)) => false,
        Expr::Const(_) | Expr::Reg(_) | Expr::Select(..) => true,
        Expr::Unary(UnaryOp::Neg, operand) => carries_type(operand),
        Expr::Unary(UnaryOp::Not | UnaryOp::IsNull | UnaryOp::Convert(_), _) => true,
        Expr::Binary(op, left, right) => match op {
            Add | Sub | Mul | Div | Rem | BitAnd | BitOr | BitXor => carries_type(left) || carries_type(right),
            Shl | Shr | Ushr => carries_type(left),
            Eq | Ne | Lt | Le | Gt | Ge | Ult | And | Or | Implies | CompareLong | CompareLess | CompareGreater => true,
        },
        Expr::Ite(_, left, right) => carries_type(left) || carries_type(right),
    }
}

fn function_name(function: Function) -> &'static str {
    FUNCTIONS.iter().find(|(_, candidate)| *candidate == function).map_or("?", |(name, _)| *name)
}

fn print_literal(literal: &Const, context: Context) -> String {
    let suffix = |text: String, suffix: &str| if context == Context::Typed { text } else { text + suffix };
    match literal {
        Const::Bool(value) => value.to_string(),
        Const::Int(value) => value.to_string(),
        Const::Bv32(value) => suffix(value.to_string(), "i"),
        Const::Bv64(value) => suffix(value.to_string(), "L"),
        Const::F32(bits) => {
            let (sign, magnitude) = (if bits >> 31 == 1 { "-" } else { "" }, bits & (u32::MAX >> 1));
            let value = f32::from_bits(magnitude);
            if value.is_finite() { format!("{sign}{value:?}f") } else { format!("{sign}f32#{magnitude:08x}") }
        }
        Const::F64(bits) => {
            let (sign, magnitude) = (if bits >> 63 == 1 { "-" } else { "" }, bits & (u64::MAX >> 1));
            let value = f64::from_bits(magnitude);
            if value.is_finite() { format!("{sign}{value:?}d") } else { format!("{sign}f64#{magnitude:016x}") }
        }
        Const::Null => "null".to_owned(),
    }
}

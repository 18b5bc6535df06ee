//! Terms as text, infix as in Java and with as few parentheses as it takes.

use crate::node::{BinaryOp, FloatConversion, IndexList, Node, Rounding, UnaryOp};
use crate::pool::{Term, TermPool};
use crate::semantics::signed;
use crate::sort::Sort;
use std::cell::Cell;
use std::fmt::{self, Display, Formatter, Write};

/// How many operators are written before the rest is left out as `…`; a term with much sharing has no bound as text.
const MAX_OPERATORS: usize = 2_000;
/// How deep operators are nested before the rest is left out as `…`.
const MAX_DEPTH: usize = 200;

/// How tightly an operator binds, as in Java.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Lowest,
    Choice,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Order,
    Shift,
    Sum,
    Product,
    Prefix,
    Primary,
}

impl Binding {
    fn tighter(self) -> Self {
        match self {
            Binding::Lowest => Binding::Choice,
            Binding::Choice => Binding::Or,
            Binding::Or => Binding::And,
            Binding::And => Binding::BitOr,
            Binding::BitOr => Binding::BitXor,
            Binding::BitXor => Binding::BitAnd,
            Binding::BitAnd => Binding::Equality,
            Binding::Equality => Binding::Order,
            Binding::Order => Binding::Shift,
            Binding::Shift => Binding::Sum,
            Binding::Sum => Binding::Product,
            Binding::Product => Binding::Prefix,
            Binding::Prefix | Binding::Primary => Binding::Primary,
        }
    }
}

/// Bit-vectors of less width are numbers without sign: Java has none so narrow.
const LEAST_SIGNED: u8 = 8;

/// Writes a term; made by [`TermPool::display`].
pub struct TermDisplay<'a> {
    pool: &'a TermPool,
    term: Term,
}

impl TermPool {
    /// The term as text, for people: a very large one is cut.
    pub fn display(&self, term: Term) -> TermDisplay<'_> {
        TermDisplay { pool: self, term }
    }
}

impl Display for TermDisplay<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let printer = Printer { pool: self.pool, left: Cell::new(MAX_OPERATORS) };
        printer.term(f, self.term, Binding::Lowest, 0)
    }
}

struct Printer<'a> {
    pool: &'a TermPool,
    /// How many operators may still be written.
    left: Cell<usize>,
}

impl Printer<'_> {
    /// Writes the term, in parentheses if it binds less tightly than the place needs.
    fn term(&self, f: &mut Formatter<'_>, term: Term, place: Binding, depth: usize) -> fmt::Result {
        if self.left.get() == 0 || depth > MAX_DEPTH {
            return f.write_str("…");
        }
        self.left.set(self.left.get() - 1);
        let depth = depth + 1;
        match *self.pool.node(term) {
            Node::Bool(_) | Node::Int(_) | Node::Bv { .. } | Node::F32(_) | Node::F64(_) => {
                self.constant(f, term, place)
            }
            Node::Symbol(symbol) => f.write_str(self.pool.symbol_name(symbol)),
            Node::Unary(op, operand) => self.unary(f, op, operand, place, depth),
            Node::Binary(op, left, right) => self.binary(f, op, (left, right), place, depth),
            Node::Ite(condition, then, otherwise) => parenthesized(f, Binding::Choice, place, |f| {
                self.term(f, condition, Binding::Or, depth)?;
                f.write_str(" ? ")?;
                self.term(f, then, Binding::Or, depth)?;
                f.write_str(" : ")?;
                self.term(f, otherwise, Binding::Choice, depth)
            }),
            Node::Select(array, index) => {
                self.term(f, array, Binding::Primary, depth)?;
                f.write_char('[')?;
                self.index(f, index, depth)?;
                f.write_char(']')
            }
            Node::Store(array, index, value) => {
                self.term(f, array, Binding::Primary, depth)?;
                f.write_char('{')?;
                self.index(f, index, depth)?;
                f.write_str(": ")?;
                self.term(f, value, Binding::Lowest, depth)?;
                f.write_char('}')
            }
            Node::ConstArray(_, value) => {
                f.write_str("{else: ")?;
                self.term(f, value, Binding::Lowest, depth)?;
                f.write_char('}')
            }
        }
    }

    fn index(&self, f: &mut Formatter<'_>, index: IndexList, depth: usize) -> fmt::Result {
        for (position, term) in self.pool.index_terms(index).iter().enumerate() {
            if position > 0 {
                f.write_str(", ")?;
            }
            self.term(f, *term, Binding::Lowest, depth)?;
        }
        Ok(())
    }

    fn constant(&self, f: &mut Formatter<'_>, term: Term, place: Binding) -> fmt::Result {
        let text = match *self.pool.node(term) {
            Node::Bool(value) => value.to_string(),
            Node::Int(id) => self.pool.int_value(id).to_string(),
            Node::Bv { width, bits } if width < LEAST_SIGNED => bits.to_string(),
            Node::Bv { width, bits } => signed(width, bits).to_string(),
            Node::F32(bits) => {
                float_text(f64::from(f32::from_bits(bits)), &format!("{:?}f", f32::from_bits(bits)), "Float")
            }
            Node::F64(bits) => float_text(f64::from_bits(bits), &format!("{:?}", f64::from_bits(bits)), "Double"),
            _ => return Ok(()),
        };
        let binding = if text.starts_with('-') { Binding::Prefix } else { Binding::Primary };
        parenthesized(f, binding, place, |f| f.write_str(&text))
    }

    fn unary(&self, f: &mut Formatter<'_>, op: UnaryOp, operand: Term, place: Binding, depth: usize) -> fmt::Result {
        match op {
            UnaryOp::Not => self.negation(f, operand, place, depth),
            UnaryOp::Neg | UnaryOp::FNeg => self.prefix(f, "-", operand, place, depth),
            UnaryOp::BitNot => self.prefix(f, "~", operand, place, depth),
            UnaryOp::SignExtend(to) => {
                let implicit = matches!(
                    self.pool.node(operand),
                    Node::Symbol(_) | Node::Select(..) | Node::Unary(UnaryOp::ExtractLow(_), _)
                );
                if implicit {
                    return self.term(f, operand, place, depth);
                }
                self.prefix(f, &cast_to(to), operand, place, depth)
            }
            UnaryOp::ZeroExtend(to) => self.zero_extension(f, operand, to, place, depth),
            UnaryOp::ExtractLow(to) => self.prefix(f, &cast_to(to), operand, place, depth),
            UnaryOp::Convert(conversion) => {
                let cast = match conversion {
                    FloatConversion::I2F | FloatConversion::L2F | FloatConversion::D2F => "(float) ",
                    FloatConversion::I2D | FloatConversion::L2D | FloatConversion::F2D => "(double) ",
                    FloatConversion::F2I | FloatConversion::D2I => "(int) ",
                    FloatConversion::F2L | FloatConversion::D2L => "(long) ",
                };
                self.prefix(f, cast, operand, place, depth)
            }
            UnaryOp::FSqrt => self.call(f, "sqrt", &[operand], depth),
            UnaryOp::FRound(Rounding::Down) => self.call(f, "floor", &[operand], depth),
            UnaryOp::FRound(Rounding::Up) => self.call(f, "ceil", &[operand], depth),
            UnaryOp::FRound(Rounding::Even) => self.call(f, "rint", &[operand], depth),
            UnaryOp::FloatToBits => self.call(f, "bits", &[operand], depth),
            UnaryOp::BitsToFloat => self.call(f, "fromBits", &[operand], depth),
        }
    }

    /// A `char` widens by itself in Java; other unsigned widenings are told by name.
    fn zero_extension(
        &self,
        f: &mut Formatter<'_>,
        operand: Term,
        to: u8,
        place: Binding,
        depth: usize,
    ) -> fmt::Result {
        let from = self.pool.sort(operand).width().unwrap_or(to);
        match *self.pool.node(operand) {
            Node::Symbol(_) | Node::Select(..) => self.term(f, operand, place, depth),
            Node::Unary(UnaryOp::ExtractLow(16), inner) => self.prefix(f, "(char) ", inner, place, depth),
            _ if self.pool.range(operand).low >= 0 => self.prefix(f, &cast_to(to), operand, place, depth),
            _ => self.call(f, &format!("unsigned{from}"), &[operand], depth),
        }
    }

    fn negation(&self, f: &mut Formatter<'_>, operand: Term, place: Binding, depth: usize) -> fmt::Result {
        match *self.pool.node(operand) {
            Node::Binary(BinaryOp::Eq, left, right) if !self.are_floats_by_bits(left, right) => {
                self.infix(f, " != ", Binding::Equality, (left, right), place, depth)
            }
            Node::Binary(BinaryOp::FEq, left, right) => {
                self.infix(f, " != ", Binding::Equality, (left, right), place, depth)
            }
            _ => self.prefix(f, "!", operand, place, depth),
        }
    }

    fn prefix(&self, f: &mut Formatter<'_>, text: &str, operand: Term, place: Binding, depth: usize) -> fmt::Result {
        // `- -x` must not become a decrement.
        let inner = if text == "-" { Binding::Primary } else { Binding::Prefix };
        parenthesized(f, Binding::Prefix, place, |f| {
            f.write_str(text)?;
            self.term(f, operand, inner, depth)
        })
    }

    fn call(&self, f: &mut Formatter<'_>, name: &str, operands: &[Term], depth: usize) -> fmt::Result {
        write!(f, "{name}(")?;
        for (position, operand) in operands.iter().enumerate() {
            if position > 0 {
                f.write_str(", ")?;
            }
            self.term(f, *operand, Binding::Lowest, depth)?;
        }
        f.write_char(')')
    }

    fn infix(
        &self,
        f: &mut Formatter<'_>,
        text: &str,
        binding: Binding,
        (left, right): (Term, Term),
        place: Binding,
        depth: usize,
    ) -> fmt::Result {
        parenthesized(f, binding, place, |f| {
            self.term(f, left, binding, depth)?;
            f.write_str(text)?;
            self.term(f, right, binding.tighter(), depth)
        })
    }

    fn binary(
        &self,
        f: &mut Formatter<'_>,
        op: BinaryOp,
        (left, right): (Term, Term),
        place: Binding,
        depth: usize,
    ) -> fmt::Result {
        let (text, binding) = match op {
            BinaryOp::And => (" && ", Binding::And),
            BinaryOp::Or => (" || ", Binding::Or),
            BinaryOp::Eq if self.are_floats_by_bits(left, right) => return self.call(f, "same", &[left, right], depth),
            BinaryOp::Eq | BinaryOp::FEq => (" == ", Binding::Equality),
            BinaryOp::Add => return self.sum(f, (left, right), place, depth),
            BinaryOp::FAdd => (" + ", Binding::Sum),
            BinaryOp::Sub | BinaryOp::FSub => (" - ", Binding::Sum),
            BinaryOp::Mul | BinaryOp::FMul => (" * ", Binding::Product),
            BinaryOp::SDiv | BinaryOp::FDiv => (" / ", Binding::Product),
            BinaryOp::SRem | BinaryOp::FRem => (" % ", Binding::Product),
            BinaryOp::UDiv => return self.call(f, "divideUnsigned", &[left, right], depth),
            BinaryOp::URem => return self.call(f, "remainderUnsigned", &[left, right], depth),
            BinaryOp::BitAnd => (" & ", Binding::BitAnd),
            BinaryOp::BitOr => (" | ", Binding::BitOr),
            BinaryOp::BitXor => (" ^ ", Binding::BitXor),
            BinaryOp::Shl => (" << ", Binding::Shift),
            BinaryOp::LShr => (" >>> ", Binding::Shift),
            BinaryOp::AShr => (" >> ", Binding::Shift),
            BinaryOp::SLt | BinaryOp::SLe => return self.order(f, op, (left, right), place, depth),
            BinaryOp::ULt if self.is_count(left) => return self.order(f, BinaryOp::SLt, (left, right), place, depth),
            BinaryOp::ULe if self.is_count(left) => return self.order(f, BinaryOp::SLe, (left, right), place, depth),
            BinaryOp::ULt => return self.call(f, "lessUnsigned", &[left, right], depth),
            BinaryOp::ULe => return self.call(f, "atMostUnsigned", &[left, right], depth),
            BinaryOp::FLt if self.pool.is_const(left) => {
                return self.infix(f, " > ", Binding::Order, (right, left), place, depth);
            }
            BinaryOp::FLe if self.pool.is_const(left) => {
                return self.infix(f, " >= ", Binding::Order, (right, left), place, depth);
            }
            BinaryOp::FLt => (" < ", Binding::Order),
            BinaryOp::FLe => (" <= ", Binding::Order),
        };
        self.infix(f, text, binding, (left, right), place, depth)
    }

    /// A sum; a negative constant is taken away instead.
    fn sum(&self, f: &mut Formatter<'_>, (left, right): (Term, Term), place: Binding, depth: usize) -> fmt::Result {
        let negative = match self.pool.as_const(right) {
            Some(constant) => constant.to_string().strip_prefix('-').map(str::to_owned),
            None => None,
        };
        match negative {
            Some(magnitude) => parenthesized(f, Binding::Sum, place, |f| {
                self.term(f, left, Binding::Sum, depth)?;
                write!(f, " - {magnitude}")
            }),
            None => self.infix(f, " + ", Binding::Sum, (left, right), place, depth),
        }
    }

    /// An order, with a constant on the right and near zero stated against zero.
    fn order(
        &self,
        f: &mut Formatter<'_>,
        op: BinaryOp,
        (left, right): (Term, Term),
        place: Binding,
        depth: usize,
    ) -> fmt::Result {
        let (term, text, constant) = match op {
            BinaryOp::SLt if self.is_one(right) => (left, " <= ", None),
            BinaryOp::SLt => return self.infix(f, " < ", Binding::Order, (left, right), place, depth),
            _ if self.is_one(left) => (right, " > ", None),
            _ if self.pool.is_const(left) => (right, " >= ", Some(left)),
            _ => return self.infix(f, " <= ", Binding::Order, (left, right), place, depth),
        };
        parenthesized(f, Binding::Order, place, |f| {
            self.term(f, term, Binding::Order, depth)?;
            f.write_str(text)?;
            match constant {
                Some(constant) => self.term(f, constant, Binding::Order.tighter(), depth),
                None => f.write_char('0'),
            }
        })
    }

    fn is_one(&self, term: Term) -> bool {
        match self.pool.sort(term) {
            Sort::Int => self.pool.as_int(term).is_some_and(|value| value.to_string() == "1"),
            _ => self.pool.as_bits(term) == Some(1),
        }
    }

    /// Whether the terms are floats of which `==` says something else than that their bits are equal.
    fn are_floats_by_bits(&self, left: Term, right: Term) -> bool {
        let has_one_form = |term| self.pool.is_const(term) && !self.pool.is_float_zero(term) && !self.pool.is_nan(term);
        self.pool.sort(left).is_float() && !has_one_form(left) && !has_one_form(right)
    }

    /// Whether the term is narrower than all numbers of Java, as the length of a text is, and so never negative.
    fn is_count(&self, term: Term) -> bool {
        self.pool.sort(term).width().is_some_and(|width| width < LEAST_SIGNED)
    }
}

fn parenthesized(
    f: &mut Formatter<'_>,
    binding: Binding,
    place: Binding,
    write: impl FnOnce(&mut Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    if binding >= place {
        return write(f);
    }
    f.write_char('(')?;
    write(f)?;
    f.write_char(')')
}

fn cast_to(width: u8) -> String {
    match width {
        8 => "(byte) ".to_owned(),
        16 => "(short) ".to_owned(),
        32 => "(int) ".to_owned(),
        64 => "(long) ".to_owned(),
        width => format!("(bv{width}) "),
    }
}

fn float_text(value: f64, text: &str, class: &str) -> String {
    if value.is_nan() {
        format!("{class}.NaN")
    } else if value == f64::INFINITY {
        format!("{class}.POSITIVE_INFINITY")
    } else if value == f64::NEG_INFINITY {
        format!("{class}.NEGATIVE_INFINITY")
    } else {
        text.to_owned()
    }
}

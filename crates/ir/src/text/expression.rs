//! Reads expressions by precedence climbing.

use super::ast::{Ast, AstKind, FUNCTIONS, Function, Infix, UNARY_PRECEDENCE, precedence};
use super::cursor::{Cursor, Parse};
use super::lexer::Token;
use crate::{BinaryOp, Const, UnaryOp};
use num_bigint::BigInt;
use std::ops::Range;

/// How many levels of parentheses, prefix operators and right operands may be nested, so that a small stack suffices.
const MAX_NESTING: u32 = 400;
/// How high the tree of an expression may be; a chain of operators of one kind is as high as it is long.
const MAX_HEIGHT: u32 = 1000;
/// How many digits an integer literal may have; reading more takes time that grows faster than their number.
const MAX_DIGITS: usize = 10_000;

impl Cursor<'_> {
    /// Reads an expression.
    pub(super) fn expression(&mut self) -> Parse<Ast> {
        self.operation(0)
    }

    /// Reads an expression whose outermost infix operators bind at least as tightly as `minimum`.
    fn operation(&mut self, minimum: u8) -> Parse<Ast> {
        self.enter()?;
        let result = self.operation_unguarded(minimum);
        self.leave();
        result
    }

    /// Begins a construct that may be nested in one of its kind.
    pub(super) fn enter(&mut self) -> Parse<()> {
        if self.nesting >= MAX_NESTING {
            return Err(
                self.fault(self.span(), format!("the expression is nested more than {MAX_NESTING} levels deep"))
            );
        }
        self.nesting += 1;
        Ok(())
    }

    /// Ends what [`Cursor::enter`] began.
    pub(super) fn leave(&mut self) {
        self.nesting -= 1;
    }

    fn operation_unguarded(&mut self, minimum: u8) -> Parse<Ast> {
        let mut left = self.prefix()?;
        while let Some(op) = infix(self.peek()) {
            let (binding, right_grouping) = precedence(op);
            if binding < minimum {
                break;
            }
            self.advance();
            let right = self.operation(if right_grouping { binding } else { binding + 1 })?;
            let span = left.span.start..right.span.end;
            let height = left.height.max(right.height) + 1;
            left = self.node(span, height, AstKind::Binary(op, Box::new(left), Box::new(right)))?;
        }
        Ok(left)
    }

    /// Reads an expression without infix operators outside parentheses.
    fn prefix(&mut self) -> Parse<Ast> {
        let start = self.span().start;
        match self.peek() {
            Token::Not => self.negated(UnaryOp::Not),
            Token::Minus if is_number(self.peek_at(1)) => {
                self.advance();
                let kind = self.number(true)?;
                self.leaf(start, kind)
            }
            Token::Minus => self.negated(UnaryOp::Neg),
            Token::If => self.conditional(),
            Token::Open => {
                self.advance();
                let mut inner = self.operation(0)?;
                self.expect(Token::Close, ")")?;
                inner.span = start..self.previous_end();
                Ok(inner)
            }
            Token::True | Token::False => {
                let value = self.peek() == Token::True;
                self.advance();
                self.leaf(start, AstKind::Literal(Const::Bool(value)))
            }
            Token::Name | Token::QuotedName => self.named(),
            token if is_number(token) => {
                let kind = self.number(false)?;
                self.leaf(start, kind)
            }
            _ => Err(self.unexpected("an expression")),
        }
    }

    fn negated(&mut self, op: UnaryOp) -> Parse<Ast> {
        let start = self.span().start;
        self.advance();
        let operand = self.operation(UNARY_PRECEDENCE)?;
        let span = start..operand.span.end;
        let height = operand.height + 1;
        self.node(span, height, AstKind::Unary(op, Box::new(operand)))
    }

    fn conditional(&mut self) -> Parse<Ast> {
        let start = self.span().start;
        self.advance();
        let condition = self.operation(0)?;
        self.expect(Token::Then, "then")?;
        let left = self.operation(0)?;
        self.expect(Token::Else, "else")?;
        let right = self.operation(0)?;
        let span = start..right.span.end;
        let height = condition.height.max(left.height).max(right.height) + 1;
        self.node(span, height, AstKind::Ite(Box::new(condition), Box::new(left), Box::new(right)))
    }

    /// Reads a variable, an element of an array, `null` or an operator written as a function.
    fn named(&mut self) -> Parse<Ast> {
        let is_null = self.java && self.at_word("null");
        let name = self.name("a name")?;
        let start = name.span.start;
        if is_null {
            return self.leaf(start, AstKind::Literal(Const::Null));
        }
        match self.peek() {
            Token::OpenBracket => {
                let indices = self.indices()?;
                let height = 1 + indices.iter().map(|index| index.height).max().unwrap_or(0);
                self.node(start..self.previous_end(), height, AstKind::Select(name.text, indices))
            }
            Token::Open => {
                let function = function(&name.text)
                    .ok_or_else(|| self.fault(name.span.clone(), format!("there is no operator `{}`", name.text)))?;
                let operands = self.parenthesized(Cursor::expression)?;
                let span = start..self.previous_end();
                if operands.len() != function.arity() {
                    let (wanted, given) = (function.arity(), operands.len());
                    return Err(self.fault(span, format!("`{}` takes {wanted} operands, {given} are given", name.text)));
                }
                let height = 1 + operands.iter().map(|operand| operand.height).max().unwrap_or(0);
                self.node(span, height, AstKind::Apply(function, operands))
            }
            _ => self.leaf(start, AstKind::Name(name.text)),
        }
    }

    /// Reads `"[" expr { "," expr } "]"`.
    pub(super) fn indices(&mut self) -> Parse<Vec<Ast>> {
        self.expect(Token::OpenBracket, "[")?;
        let indices = self.list(Cursor::expression)?;
        self.expect(Token::CloseBracket, "]")?;
        Ok(indices)
    }

    fn leaf(&self, start: usize, kind: AstKind) -> Parse<Ast> {
        self.node(start..self.previous_end(), 1, kind)
    }

    fn node(&self, span: Range<usize>, height: u32, kind: AstKind) -> Parse<Ast> {
        if height > MAX_HEIGHT {
            return Err(
                self.fault(span, format!("the expression has more than {MAX_HEIGHT} operators on top of each other"))
            );
        }
        Ok(Ast { span, height, kind })
    }

    /// Reads a number literal, with the sign that stands before it.
    fn number(&mut self, negative: bool) -> Parse<AstKind> {
        let span = self.span();
        let text = self.token_text();
        let kind = match self.peek() {
            Token::Integer => AstKind::Integer(self.integer(text, negative)?),
            Token::Bv32 => {
                let value = self.integer(&text[..text.len() - 1], negative)?;
                let value =
                    i32::try_from(value).map_err(|_| self.fault(span, "this number needs more than 32 bits"))?;
                AstKind::Literal(Const::Bv32(value))
            }
            Token::Bv64 => {
                let value = self.integer(&text[..text.len() - 1], negative)?;
                let value =
                    i64::try_from(value).map_err(|_| self.fault(span, "this number needs more than 64 bits"))?;
                AstKind::Literal(Const::Bv64(value))
            }
            _ => AstKind::Literal(
                float(self.peek(), text, negative).ok_or_else(|| self.fault(span, "this number cannot be read"))?,
            ),
        };
        self.advance();
        Ok(kind)
    }

    fn integer(&self, digits: &str, negative: bool) -> Parse<BigInt> {
        if digits.len() > MAX_DIGITS {
            return Err(self.fault(self.span(), format!("the number has more than {MAX_DIGITS} digits")));
        }
        let value: BigInt = digits.parse().map_err(|_| self.fault(self.span(), "this number cannot be read"))?;
        Ok(if negative { -value } else { value })
    }
}

/// The floating-point literal that the token stands for.
fn float(token: Token, text: &str, negative: bool) -> Option<Const> {
    let number = text.get(..text.len() - 1)?;
    Some(match token {
        Token::Float => {
            let value: f32 = number.parse().ok()?;
            Const::F32((if negative { -value } else { value }).to_bits())
        }
        Token::Double => {
            let value: f64 = number.parse().ok()?;
            Const::F64((if negative { -value } else { value }).to_bits())
        }
        Token::FloatBits => Const::F32(u32::from_str_radix(text.get(4..)?, 16).ok()? ^ (u32::from(negative) << 31)),
        Token::DoubleBits => Const::F64(u64::from_str_radix(text.get(4..)?, 16).ok()? ^ (u64::from(negative) << 63)),
        _ => return None,
    })
}

fn is_number(token: Token) -> bool {
    matches!(
        token,
        Token::Integer
            | Token::Bv32
            | Token::Bv64
            | Token::Float
            | Token::Double
            | Token::FloatBits
            | Token::DoubleBits
    )
}

fn function(name: &str) -> Option<Function> {
    FUNCTIONS.iter().find(|(spelling, _)| *spelling == name).map(|(_, function)| *function)
}

/// The operator that the token stands for between two operands.
pub(super) fn infix(token: Token) -> Option<Infix> {
    use BinaryOp::*;
    Some(Infix::Op(match token {
        Token::Iff => return Some(Infix::Iff),
        Token::Implies => Implies,
        Token::Or => Or,
        Token::And => And,
        Token::BitOr => BitOr,
        Token::BitXor => BitXor,
        Token::BitAnd => BitAnd,
        Token::Equal => Eq,
        Token::NotEqual => Ne,
        Token::Less => Lt,
        Token::LessEqual => Le,
        Token::Greater => Gt,
        Token::GreaterEqual => Ge,
        Token::ShiftLeft => Shl,
        Token::ShiftRight => Shr,
        Token::ShiftRightUnsigned => Ushr,
        Token::Plus => Add,
        Token::Minus => Sub,
        Token::Times => Mul,
        Token::Divide => Div,
        Token::Modulo => Rem,
        _ => return None,
    }))
}

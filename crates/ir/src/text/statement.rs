//! Reads the blocks of a body. A statement is read to its end before its meaning is checked, so that reading goes on
//! behind a fault of meaning.

use super::ast::Ast;
use super::cursor::{Cursor, Name, Parse};
use super::diagnostic::Diagnostic;
use super::elaborate::Elaborator;
use super::lexer::Token;
use super::program::{Context, note};
use super::scope::Scope;
use crate::{Block, BlockId, Body, Expr, Inst, Origin, Reg, Stmt, Terminator, Type};
use clew_base::Arena;
use std::sync::Arc;

/// Reads one body.
pub(super) struct BodyReader<'r, 'a, 'g> {
    pub cursor: &'r mut Cursor<'a>,
    pub context: &'g Context,
    pub scope: Scope<'g>,
    pub faults: &'r mut Vec<Diagnostic>,
    /// What a `return` gives back, in Java code.
    pub returns: Option<Type>,
}

/// What a statement turned out to be.
pub(super) enum Item {
    /// An instruction.
    Inst(Inst),
    /// The end of the block.
    Terminator(Terminator),
    /// Something whose fault has been noted.
    Faulty,
}

impl<'a, 'g> BodyReader<'_, 'a, 'g> {
    /// Reads `"{" block { block } "}"`.
    pub(super) fn read_blocks(mut self, params: Vec<Reg>, returns: Option<Type>) -> Parse<Body> {
        self.cursor.expect(Token::OpenBrace, "{")?;
        let mut blocks = Arena::new();
        if self.cursor.peek() == Token::CloseBrace {
            return Err(self.cursor.unexpected("the label of a block"));
        }
        while !self.cursor.accept(Token::CloseBrace) {
            let block = self.read_block()?;
            blocks.push(block);
        }
        for (label, span) in self.scope.unknown_labels() {
            note(self.faults, self.cursor.fault(span, format!("no block has the label `{label}`")))?;
        }
        Ok(self.scope.finish(params, returns, blocks))
    }

    fn read_block(&mut self) -> Parse<Block> {
        let name = self.cursor.name("the label of a block or `}`")?;
        self.cursor.expect(Token::Colon, ":")?;
        let label = match self.scope.define_label(&name) {
            Some(label) => label,
            None => {
                let message = format!("two blocks have the label `{}`", name.text);
                note(self.faults, self.cursor.fault(name.span, message))?;
                Arc::from(name.text)
            }
        };
        let mut stmts = Vec::new();
        loop {
            let end = self.cursor.peek() == Token::CloseBrace
                || matches!(self.cursor.peek(), Token::Name | Token::QuotedName)
                    && self.cursor.peek_at(1) == Token::Colon;
            let origin = self.cursor.origin(self.cursor.span().start);
            if end {
                return Ok(Block { label, stmts, terminator: Terminator::Return(None), terminator_origin: origin });
            }
            match self.read_item()? {
                Item::Inst(inst) => stmts.push(Stmt { inst, origin }),
                Item::Terminator(terminator) => return self.close(label, stmts, terminator, origin),
                Item::Faulty => {}
            }
        }
    }

    fn close(&self, label: Arc<str>, stmts: Vec<Stmt>, terminator: Terminator, origin: Origin) -> Parse<Block> {
        let cursor = &self.cursor;
        let at_label = matches!(cursor.peek(), Token::Name | Token::QuotedName) && cursor.peek_at(1) == Token::Colon;
        if at_label || cursor.peek() == Token::CloseBrace {
            return Ok(Block { label, stmts, terminator, terminator_origin: origin });
        }
        Err(cursor.unexpected("the label of the next block or `}` after the end of a block"))
    }

    fn read_item(&mut self) -> Parse<Item> {
        match self.cursor.peek() {
            Token::Goto => {
                self.cursor.advance();
                let names = self.cursor.list(|cursor| cursor.name("a label"))?;
                self.semicolon()?;
                let targets = names.iter().map(|name| self.scope.target(name)).collect();
                Ok(Item::Terminator(Terminator::Goto(targets)))
            }
            Token::Assume => {
                self.cursor.advance();
                let condition = self.cursor.expression()?;
                self.semicolon()?;
                self.finish(|reader| Ok(Inst::Assume(reader.elaborator().check(&condition, Type::Bool)?)))
            }
            Token::Assert => self.read_assert(),
            Token::Assumed => {
                self.cursor.advance();
                let condition = self.cursor.expression()?;
                self.cursor.expect(Token::As, "as")?;
                let name = self.cursor.name("the name of an assumption")?;
                self.semicolon()?;
                self.finish(|reader| {
                    let condition = reader.elaborator().check(&condition, Type::Bool)?;
                    Ok(Inst::Assumed { condition, name: Arc::from(name.text) })
                })
            }
            Token::Call => self.read_call(None),
            Token::Name if self.cursor.at_word("havoc") && is_name(self.cursor.peek_at(1)) => {
                self.cursor.advance();
                let name = self.cursor.name("a variable")?;
                self.semicolon()?;
                self.finish(|reader| Ok(Inst::Havoc { dst: reader.scope.variable(&name.text) }))
            }
            Token::Name if self.cursor.at_word("tryfirst") && !names_a_place(self.cursor.peek_at(1)) => {
                self.cursor.advance();
                let condition = self.cursor.expression()?;
                self.semicolon()?;
                self.finish(|reader| Ok(Inst::TryFirst(reader.elaborator().check(&condition, Type::Bool)?)))
            }
            Token::Name | Token::QuotedName => self.read_named(),
            _ => Err(self.cursor.unexpected("a statement, a label or `}`")),
        }
    }

    /// Reads a statement that starts with a name.
    fn read_named(&mut self) -> Parse<Item> {
        if self.cursor.java && self.cursor.peek_at(1) != Token::Becomes {
            return self.read_java();
        }
        let target = self.cursor.name("a statement")?;
        match self.cursor.peek() {
            Token::OpenBracket => {
                let indices = self.cursor.indices()?;
                let span = target.span.start..self.cursor.previous_end();
                self.cursor.expect(Token::Becomes, ":=")?;
                let value = self.cursor.expression()?;
                self.semicolon()?;
                self.finish(|reader| {
                    let (map, index) = reader.elaborator().element(&span, &target.text, &indices)?;
                    let value = reader.elaborator().check(&value, Type::Int)?;
                    Ok(Inst::MapStore { map, index, value })
                })
            }
            Token::Becomes => {
                self.cursor.advance();
                if self.cursor.peek() == Token::Call {
                    return self.read_call(Some(target));
                }
                if self.cursor.java
                    && let Some(item) = self.read_java_value(&target)?
                {
                    return Ok(item);
                }
                let value = self.cursor.expression()?;
                self.semicolon()?;
                self.finish(|reader| {
                    if reader.cursor.java && !reader.scope.is_known(&target.text) {
                        let message = format!("variable `{}` is not declared", target.text);
                        return Err(reader.cursor.fault(target.span.clone(), message));
                    }
                    let ty = reader.scope.type_of(&target.text);
                    let value = reader.elaborator().check(&value, ty)?;
                    Ok(Inst::Assign { dst: reader.scope.variable(&target.text), value })
                })
            }
            _ => Err(self.cursor.unexpected("`:=`, `[` or `:`")),
        }
    }

    fn read_assert(&mut self) -> Parse<Item> {
        self.cursor.advance();
        let condition = self.cursor.expression()?;
        let premise = if self.cursor.accept(Token::Verified) { Some(self.read_premise()?) } else { None };
        self.semicolon()?;
        self.finish(|reader| {
            Ok(Inst::Assert { condition: reader.elaborator().check(&condition, Type::Bool)?, premise })
        })
    }

    fn read_premise(&mut self) -> Parse<Vec<Vec<Arc<str>>>> {
        if self.cursor.accept(Token::True) {
            return Ok(vec![Vec::new()]);
        }
        if self.cursor.accept(Token::False) {
            return Ok(Vec::new());
        }
        let mut disjuncts = Vec::new();
        loop {
            let mut conjuncts = Vec::new();
            loop {
                conjuncts.push(Arc::from(self.cursor.name("`true`, `false` or the name of an assumption")?.text));
                if !self.cursor.accept(Token::And) {
                    break;
                }
            }
            disjuncts.push(conjuncts);
            if !self.cursor.accept(Token::Or) {
                return Ok(disjuncts);
            }
        }
    }

    /// Reads a call, the variable for whose result has been read.
    fn read_call(&mut self, target: Option<Name>) -> Parse<Item> {
        let start = target.as_ref().map_or(self.cursor.span().start, |target| target.span.start);
        self.cursor.advance();
        let name = self.cursor.name("the name of a procedure")?;
        let arguments = self.cursor.parenthesized(Cursor::expression)?;
        let span = start..self.cursor.previous_end();
        self.semicolon()?;
        self.finish(|reader| reader.call(target.as_ref(), &name, &arguments, span))
    }

    fn call(
        &mut self,
        target: Option<&Name>,
        name: &Name,
        arguments: &[Ast],
        span: std::ops::Range<usize>,
    ) -> Parse<Inst> {
        let context = self.context;
        let Some((procedure, signature)) = context.signatures.get_key_value(name.text.as_str()) else {
            return Err(self.cursor.fault(name.span.clone(), format!("there is no procedure `{}`", name.text)));
        };
        if signature.params.len() != arguments.len() {
            let (wanted, given) = (signature.params.len(), arguments.len());
            let message = format!("procedure `{}` takes {wanted} arguments, {given} are given", name.text);
            return Err(self.cursor.fault(span, message));
        }
        let mut args = Vec::new();
        for (argument, ty) in arguments.iter().zip(&signature.params) {
            args.push(self.elaborator().check(argument, *ty)?);
        }
        let dst = match (target, signature.result) {
            (None, _) => None,
            (Some(_), None) => {
                let message = format!("procedure `{}` returns nothing", name.text);
                return Err(self.cursor.fault(span, message));
            }
            (Some(target), Some(ty)) => {
                let found = self.scope.type_of(&target.text);
                if found != ty {
                    let message =
                        format!("procedure `{}` returns {ty}, but `{}` has type {found}", name.text, target.text);
                    return Err(self.cursor.fault(target.span.clone(), message));
                }
                Some(self.scope.variable(&target.text))
            }
        };
        Ok(Inst::Call { dst, procedure: Arc::clone(procedure), args })
    }

    pub(super) fn semicolon(&mut self) -> Parse<()> {
        self.cursor.expect(Token::Semicolon, ";")
    }

    /// Gives a statement that has been read to its end its meaning, or notes what is wrong with it.
    pub(super) fn finish(&mut self, meaning: impl FnOnce(&mut Self) -> Parse<Inst>) -> Parse<Item> {
        self.finish_item(|reader| meaning(reader).map(Item::Inst))
    }

    pub(super) fn finish_item(&mut self, meaning: impl FnOnce(&mut Self) -> Parse<Item>) -> Parse<Item> {
        match meaning(self) {
            Ok(item) => Ok(item),
            Err(fault) => {
                note(self.faults, fault)?;
                Ok(Item::Faulty)
            }
        }
    }

    pub(super) fn elaborator(&mut self) -> Elaborator<'_, 'a, 'g> {
        Elaborator { cursor: self.cursor, scope: &mut self.scope }
    }

    /// The block that the label names.
    pub(super) fn target(&mut self, name: &Name) -> BlockId {
        self.scope.target(name)
    }

    /// The expression with the type it has of itself.
    pub(super) fn infer(&mut self, ast: &Ast) -> Parse<Expr> {
        self.elaborator().infer(ast)
    }
}

/// Whether a name before the token is the variable of a statement or a label.
fn names_a_place(token: Token) -> bool {
    matches!(token, Token::Becomes | Token::OpenBracket | Token::Colon | Token::Dot)
}

fn is_name(token: Token) -> bool {
    matches!(token, Token::Name | Token::QuotedName)
}

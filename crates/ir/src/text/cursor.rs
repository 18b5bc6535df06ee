//! Walks over the tokens and reports what is wrong at the current one.

use super::diagnostic::Diagnostic;
use super::lexer::{Lexeme, Token, lex};
use super::strings::unescape;
use crate::Origin;
use std::ops::Range;
use std::sync::Arc;

/// The position of a parser in a text.
pub(super) struct Cursor<'a> {
    pub file: Arc<str>,
    pub text: &'a str,
    lexemes: Vec<Lexeme>,
    position: usize,
    /// How deep the construct that is being read is nested.
    pub nesting: u32,
    /// Whether the instructions of Java code may appear.
    pub java: bool,
    /// Byte offsets at which lines start.
    line_starts: Vec<usize>,
}

/// A fault after which reading cannot go on. Boxed, because it is rare and large.
pub(super) type Parse<T> = Result<T, Box<Diagnostic>>;

/// A name and where it is written.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub text: String,
    pub span: Range<usize>,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(file_name: &str, text: &'a str) -> Self {
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(newline, _)| newline + 1)).collect();
        Cursor {
            file: Arc::from(file_name),
            text,
            lexemes: lex(text),
            position: 0,
            nesting: 0,
            java: false,
            line_starts,
        }
    }

    /// Goes back to the start.
    pub(super) fn restart(&mut self) {
        self.position = 0;
        self.nesting = 0;
    }

    /// The token `ahead` places after the current one.
    pub(super) fn peek_at(&self, ahead: usize) -> Token {
        self.lexemes.get(self.position + ahead).map_or(Token::End, |lexeme| lexeme.token)
    }

    pub(super) fn peek(&self) -> Token {
        self.peek_at(0)
    }

    /// The bytes of the current token.
    pub(super) fn span(&self) -> Range<usize> {
        self.lexemes.get(self.position).map_or(self.text.len()..self.text.len(), |lexeme| lexeme.span.clone())
    }

    /// The text of the current token.
    pub(super) fn token_text(&self) -> &'a str {
        &self.text[self.span()]
    }

    /// The end of the token before the current one.
    pub(super) fn previous_end(&self) -> usize {
        match self.position.checked_sub(1).and_then(|previous| self.lexemes.get(previous)) {
            Some(lexeme) => lexeme.span.end,
            None => 0,
        }
    }

    pub(super) fn advance(&mut self) {
        if self.position + 1 < self.lexemes.len() {
            self.position += 1;
        }
    }

    /// Goes to the first token that starts at `offset` or behind it.
    pub(super) fn skip_to_offset(&mut self, offset: usize) {
        while self.span().start < offset && self.peek() != Token::End {
            self.advance();
        }
    }

    /// Whether the current token is `token`, which is then passed.
    pub(super) fn accept(&mut self, token: Token) -> bool {
        let found = self.peek() == token;
        if found {
            self.advance();
        }
        found
    }

    /// Passes `token`, written `spelling`.
    pub(super) fn expect(&mut self, token: Token, spelling: &str) -> Parse<()> {
        if self.accept(token) { Ok(()) } else { Err(self.unexpected(&format!("`{spelling}`"))) }
    }

    /// Whether the current token is the name `word`, which is then passed.
    pub(super) fn accept_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Parse<()> {
        if self.accept_word(word) { Ok(()) } else { Err(self.unexpected(&format!("`{word}`"))) }
    }

    /// Whether the token after the current one is the name `word`.
    pub(super) fn next_is_word(&self, word: &str) -> bool {
        let next = self.lexemes.get(self.position + 1);
        next.is_some_and(|next| next.token == Token::Name && &self.text[next.span.clone()] == word)
    }

    pub(super) fn at_word(&self, word: &str) -> bool {
        self.peek() == Token::Name && self.token_text() == word
    }

    /// Reads a name; `what` says of what.
    pub(super) fn name(&mut self, what: &str) -> Parse<Name> {
        let span = self.span();
        let text = match self.peek() {
            Token::Name => self.token_text().to_owned(),
            Token::QuotedName => self.unquote(span.clone())?,
            _ => return Err(self.unexpected(what)),
        };
        self.advance();
        Ok(Name { text, span })
    }

    /// The characters that the quoted token at `span` stands for.
    fn unquote(&self, span: Range<usize>) -> Parse<String> {
        let units = unescape(&self.text[span.start + 1..span.end - 1])
            .ok_or_else(|| self.fault(span.clone(), "this escape sequence is not known"))?;
        String::from_utf16(&units).map_err(|_| self.fault(span, "this is not a sequence of whole characters"))
    }

    /// Reads a string literal as UTF-16 units.
    pub(super) fn string_units(&mut self) -> Parse<Vec<u16>> {
        let span = self.span();
        if self.peek() != Token::String {
            return Err(self.unexpected("a string"));
        }
        let units = unescape(&self.text[span.start + 1..span.end - 1])
            .ok_or_else(|| self.fault(span, "this escape sequence is not known"))?;
        self.advance();
        Ok(units)
    }

    /// Reads a string literal of whole characters.
    pub(super) fn string(&mut self) -> Parse<String> {
        let span = self.span();
        let units = self.string_units()?;
        String::from_utf16(&units).map_err(|_| self.fault(span, "this is not a sequence of whole characters"))
    }

    /// Reads `item { "," item }`.
    pub(super) fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parse<T>) -> Parse<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.accept(Token::Comma) {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Reads `"(" [ item { "," item } ] ")"`.
    pub(super) fn parenthesized<T>(&mut self, item: impl FnMut(&mut Self) -> Parse<T>) -> Parse<Vec<T>> {
        self.expect(Token::Open, "(")?;
        if self.accept(Token::Close) {
            return Ok(Vec::new());
        }
        let items = self.list(item)?;
        self.expect(Token::Close, ")")?;
        Ok(items)
    }

    /// Where the byte `offset` lies.
    pub(super) fn origin(&self, offset: usize) -> Origin {
        let line = self.line_starts.partition_point(|start| *start <= offset);
        Origin { offset: u32::try_from(offset).unwrap_or(u32::MAX), line: u32::try_from(line).unwrap_or(u32::MAX) }
    }

    pub(super) fn fault(&self, span: Range<usize>, message: impl Into<String>) -> Box<Diagnostic> {
        let line = self.line_starts.partition_point(|start| *start <= span.start);
        Box::new(Diagnostic::in_line(&self.file, self.text, span, line, message.into()))
    }

    /// The fault that something else than `wanted` stands here.
    pub(super) fn unexpected(&self, wanted: &str) -> Box<Diagnostic> {
        let found = match self.peek() {
            Token::End => "the end of the file".to_owned(),
            Token::Unknown => {
                return self.fault(self.span(), format!("the character `{}` has no meaning here", self.token_text()));
            }
            Token::QuotedName | Token::String => self.token_text().to_owned(),
            _ => format!("`{}`", self.token_text()),
        };
        self.fault(self.span(), format!("expected {wanted}, found {found}"))
    }
}

//! Splits the text into tokens with their byte ranges.

use logos::Logos;
use std::ops::Range;

/// A token. Words that only the Java instructions use are ordinary names.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\f\u{feff}]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
pub(super) enum Token {
    #[token("var")]
    Var,
    #[token("proc")]
    Proc,
    #[token("returns")]
    Returns,
    #[token("vars")]
    Vars,
    #[token("goto")]
    Goto,
    #[token("call")]
    Call,
    #[token("assume")]
    Assume,
    #[token("assert")]
    Assert,
    #[token("assumed")]
    Assumed,
    #[token("verified")]
    Verified,
    #[token("as")]
    As,
    #[token("true")]
    True,
    #[token("false")]
    False,
    #[token("if")]
    If,
    #[token("then")]
    Then,
    #[token("else")]
    Else,
    #[regex(r"[\p{XID_Start}_$][\p{XID_Continue}$]*")]
    Name,
    #[regex(r"`([^`\\\n]|\\[^\n])+`")]
    QuotedName,
    #[regex("[0-9]+")]
    Integer,
    #[regex("[0-9]+i")]
    Bv32,
    #[regex("[0-9]+L")]
    Bv64,
    #[regex(r"[0-9]+(\.[0-9]+)?(e-?[0-9]+)?f")]
    Float,
    #[regex(r"[0-9]+(\.[0-9]+)?(e-?[0-9]+)?d")]
    Double,
    #[regex("f32#[0-9a-f]{8}")]
    FloatBits,
    #[regex("f64#[0-9a-f]{16}")]
    DoubleBits,
    #[regex(r#""([^"\\\n]|\\[^\n])*""#)]
    String,
    #[token(":=")]
    Becomes,
    #[token(":")]
    Colon,
    #[token(";")]
    Semicolon,
    #[token(",")]
    Comma,
    #[token(".")]
    Dot,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token("<==>")]
    Iff,
    #[token("==>")]
    Implies,
    #[token("||")]
    Or,
    #[token("&&")]
    And,
    #[token("|")]
    BitOr,
    #[token("^")]
    BitXor,
    #[token("&")]
    BitAnd,
    #[token("==")]
    Equal,
    #[token("!=")]
    NotEqual,
    #[token("<")]
    Less,
    #[token("<=")]
    LessEqual,
    #[token(">")]
    Greater,
    #[token(">=")]
    GreaterEqual,
    #[token("<<")]
    ShiftLeft,
    #[token(">>")]
    ShiftRight,
    #[token(">>>")]
    ShiftRightUnsigned,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Times,
    #[token("/")]
    Divide,
    #[token("%")]
    Modulo,
    #[token("!")]
    Not,
    /// The end of the text.
    End,
    /// A character that starts no token.
    Unknown,
}

/// A token and the bytes it covers.
#[derive(Clone, Debug)]
pub(super) struct Lexeme {
    pub token: Token,
    pub span: Range<usize>,
}

/// All tokens of the text, the last of which is [`Token::End`].
pub(super) fn lex(text: &str) -> Vec<Lexeme> {
    let mut lexemes: Vec<Lexeme> = Token::lexer(text)
        .spanned()
        .map(|(token, span)| Lexeme { token: token.unwrap_or(Token::Unknown), span })
        .collect();
    lexemes.push(Lexeme { token: Token::End, span: text.len()..text.len() });
    lexemes
}

//! Reads whole programs: global variables and procedures.

use super::cursor::{Cursor, Name, Parse};
use super::diagnostic::Diagnostic;
use super::lexer::Token;
use super::scope::Scope;
use super::statement::BodyReader;
use crate::{Global, GlobalId, Procedure, Program, Reg, Type};
use clew_base::{Arena, OrderedMap};
use std::sync::Arc;

/// How many faults are reported for one text; what comes after that many is likely to follow from them.
const MAX_DIAGNOSTICS: usize = 20;

/// Notes a fault of meaning. Reading ends where there are too many.
pub(super) fn note(faults: &mut Vec<Diagnostic>, fault: Box<Diagnostic>) -> Parse<()> {
    if faults.len() >= MAX_DIAGNOSTICS {
        return Err(fault);
    }
    faults.push(*fault);
    Ok(())
}

/// What is reported: the fault that ended the reading, or those that were noted.
pub(super) fn outcome<T>(read: Parse<T>, mut faults: Vec<Diagnostic>) -> Result<T, Vec<Diagnostic>> {
    faults.sort_by_key(|fault| (fault.line, fault.column));
    match read {
        Ok(value) if faults.is_empty() => Ok(value),
        // What was noted before a fault of syntax may follow from it: a procedure that could not be found, say.
        Err(fault) if faults.len() < MAX_DIAGNOSTICS => Err(vec![*fault]),
        Ok(_) | Err(_) => Err(faults),
    }
}

/// What a call needs to know of a procedure.
pub(super) struct Signature {
    pub params: Vec<Type>,
    pub result: Option<Type>,
}

/// What all procedures of a program see.
#[derive(Default)]
pub(super) struct Context {
    pub globals: OrderedMap<Arc<str>, (GlobalId, Type)>,
    pub signatures: OrderedMap<Arc<str>, Signature>,
}

/// A declared variable.
pub(super) struct Declaration {
    pub name: Name,
    pub ty: Type,
}

/// The heading of a procedure.
struct Heading {
    name: Name,
    params: Vec<Declaration>,
    result: Option<Declaration>,
    vars: Vec<Declaration>,
}

/// Reads a program of the block language. `file_name` only appears in messages. A fault of syntax is reported alone;
/// otherwise faults of meaning are collected.
///
/// Whether there is a procedure to start from is for the caller to check.
pub fn parse(file_name: &str, text: &str) -> Result<Program, Vec<Diagnostic>> {
    let mut cursor = Cursor::new(file_name, text);
    if u32::try_from(text.len()).is_err() {
        return Err(vec![*cursor.fault(0..1, "the file has 4 GiB or more")]);
    }
    let mut faults = Vec::new();
    let mut context = Context::default();
    let headings = read_context(&mut cursor, &mut context, &mut faults);
    cursor.restart();
    let program = read_program(&mut cursor, &context, &mut faults);
    // A fault in a heading is found again, unless there is one before it.
    outcome(program.and_then(|program| headings.map(|()| program)), faults)
}

/// Finds the globals and the signatures of all procedures; bodies are passed over.
fn read_context(cursor: &mut Cursor<'_>, context: &mut Context, faults: &mut Vec<Diagnostic>) -> Parse<()> {
    let mut globals: Arena<GlobalId, ()> = Arena::new();
    while cursor.peek() != Token::End {
        if cursor.peek() == Token::Var {
            for global in read_globals(cursor)? {
                if context.globals.contains_key(global.name.text.as_str()) {
                    let message = format!("global variable `{}` is declared twice", global.name.text);
                    note(faults, cursor.fault(global.name.span, message))?;
                } else {
                    context.globals.insert(Arc::from(global.name.text), (globals.push(()), global.ty));
                }
            }
            continue;
        }
        let heading = read_heading(cursor)?;
        skip_block(cursor)?;
        let signature = Signature {
            params: heading.params.iter().map(|param| param.ty).collect(),
            result: heading.result.map(|result| result.ty),
        };
        if context.signatures.contains_key(heading.name.text.as_str()) {
            let message = format!("procedure `{}` is declared twice", heading.name.text);
            note(faults, cursor.fault(heading.name.span, message))?;
        } else {
            context.signatures.insert(Arc::from(heading.name.text), signature);
        }
    }
    Ok(())
}

/// Passes over a body, which has no braces inside unless it is at fault.
fn skip_block(cursor: &mut Cursor<'_>) -> Parse<()> {
    cursor.expect(Token::OpenBrace, "{")?;
    while !matches!(cursor.peek(), Token::CloseBrace | Token::OpenBrace | Token::End) {
        cursor.advance();
    }
    // What is wrong with an unclosed body is found when it is read.
    cursor.accept(Token::CloseBrace);
    if matches!(cursor.peek(), Token::Proc | Token::Var | Token::End) {
        return Ok(());
    }
    while !matches!(cursor.peek(), Token::Proc | Token::End) {
        cursor.advance();
    }
    Ok(())
}

fn read_program(cursor: &mut Cursor<'_>, context: &Context, faults: &mut Vec<Diagnostic>) -> Parse<Program> {
    let globals = context.globals.iter().map(|(name, (_, ty))| Global { name: Arc::clone(name), ty: *ty }).collect();
    let mut program = Program { globals, procedures: Arena::new() };
    while cursor.peek() != Token::End {
        match cursor.peek() {
            Token::Var => {
                read_globals(cursor)?;
            }
            Token::Proc => {
                let procedure = read_procedure(cursor, context, faults)?;
                program.procedures.push(procedure);
            }
            _ => return Err(cursor.unexpected("`var` or `proc`")),
        }
    }
    Ok(program)
}

fn read_globals(cursor: &mut Cursor<'_>) -> Parse<Vec<Declaration>> {
    cursor.expect(Token::Var, "var")?;
    let globals = cursor.list(Cursor::declaration)?;
    cursor.expect(Token::Semicolon, ";")?;
    Ok(globals)
}

fn read_heading(cursor: &mut Cursor<'_>) -> Parse<Heading> {
    if cursor.peek() != Token::Proc {
        return Err(cursor.unexpected("`var` or `proc`"));
    }
    cursor.advance();
    let name = cursor.name("the name of a procedure")?;
    let params = cursor.parenthesized(Cursor::declaration)?;
    let result = if cursor.accept(Token::Returns) { Some(cursor.declaration()?) } else { None };
    let vars = cursor.local_declarations()?;
    Ok(Heading { name, params, result, vars })
}

fn read_procedure(cursor: &mut Cursor<'_>, context: &Context, faults: &mut Vec<Diagnostic>) -> Parse<Procedure> {
    let heading = read_heading(cursor)?;
    let mut scope = Scope::new(&context.globals);
    let mut declare = |scope: &mut Scope<'_>, declaration: &Declaration| -> Parse<Option<Reg>> {
        let declared = scope.declare(&declaration.name.text, declaration.ty);
        if declared.is_none() {
            let message = format!("variable `{}` is declared twice", declaration.name.text);
            note(faults, cursor.fault(declaration.name.span.clone(), message))?;
        }
        Ok(declared)
    };
    let mut params: Vec<Reg> = Vec::new();
    for param in &heading.params {
        params.extend(declare(&mut scope, param)?);
    }
    let result = match &heading.result {
        Some(result) => declare(&mut scope, result)?,
        None => None,
    };
    for var in &heading.vars {
        declare(&mut scope, var)?;
    }
    let returns = heading.result.map(|result| result.ty);
    let reader = BodyReader { cursor, context, scope, faults, returns };
    let body = reader.read_blocks(params, returns)?;
    // Parameters and the result keep their places, because locals come first and in the order of declaration.
    Ok(Procedure { name: Arc::from(heading.name.text), result, body })
}

impl Cursor<'_> {
    /// Reads `name [ ":" type ]`.
    pub(super) fn declaration(&mut self) -> Parse<Declaration> {
        let name = self.name("the name of a variable")?;
        let ty = if self.accept(Token::Colon) { self.type_name()? } else { Type::Int };
        Ok(Declaration { name, ty })
    }

    /// Reads `[ "vars" decl { "," decl } ";" ]`.
    pub(super) fn local_declarations(&mut self) -> Parse<Vec<Declaration>> {
        if !self.accept(Token::Vars) {
            return Ok(Vec::new());
        }
        let vars = self.list(Cursor::declaration)?;
        self.expect(Token::Semicolon, ";")?;
        Ok(vars)
    }

    pub(super) fn type_name(&mut self) -> Parse<Type> {
        if self.peek() == Token::OpenBracket {
            return self.map_type();
        }
        let ty = match self.token_text() {
            "int" => Type::Int,
            "bool" => Type::Bool,
            "bv32" => Type::Bv32,
            "bv64" => Type::Bv64,
            "f32" if self.java => Type::F32,
            "f64" if self.java => Type::F64,
            "ref" if self.java => Type::Ref,
            _ => return Err(self.unexpected("a type")),
        };
        self.advance();
        Ok(ty)
    }

    fn map_type(&mut self) -> Parse<Type> {
        let start = self.span().start;
        self.expect(Token::OpenBracket, "[")?;
        let indices = self.list(|cursor| cursor.expect_word("int"))?;
        self.expect(Token::CloseBracket, "]")?;
        self.expect_word("int")?;
        match u8::try_from(indices.len()) {
            Ok(arity) => Ok(Type::Map(arity)),
            Err(_) => Err(self.fault(start..self.previous_end(), "an array takes at most 255 indices")),
        }
    }
}

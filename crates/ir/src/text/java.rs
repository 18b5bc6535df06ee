//! The Java instructions: the syntax that [`super::print_body`] writes and [`parse_body`] reads.
//!
//! ```text
//! method      = "method" string "(" [ decl { "," decl } ] ")" [ "returns" type ]
//!               [ "vars" decl { "," decl } ";" ] [ "entry" label ";" ] "{" block { block } "}" ;
//! type       += "f32" | "f64" | "ref" ;
//! block       = label ":" { statement } [ end ] ;                      (* without end: "return;" *)
//! statement  += "line" number ";" | "havoc" name ";"
//!            | name ":=" value ";"
//!            | name ".field" FIELD ":=" expr ";"  |  "static" FIELD ":=" expr ";"
//!            | name "." kind "[" expr "]" ":=" expr ";"
//!            | "monitor" ( "enter" | "exit" ) name ";" ;
//! value       = name ".field" FIELD | "static" FIELD
//!            | name "." kind "[" expr "]" | "length" name
//!            | "new" CLASS | "newthrowable" CLASS | "newarray" CLASS "(" expr ")"
//!            | "newmultiarray" CLASS "(" expr { "," expr } ")"
//!            | name "instanceof" CLASS | "canstore" "(" name "," name ")" | "same" "(" expr "," expr ")"
//!            | "string" string | "class" CLASS ;
//! kind        = "byte" | "char" | "short" | "int" | "long" | "float" | "double" | "ref" ;
//! end         = "goto" label { "," label } ";"
//!            | "branch" why expr "then" label "else" label ";"
//!            | "switch" expr "{" { number ":" label "," } "else" label "}" ";"
//!            | [ name ":=" ] "invoke" callee "(" [ expr { "," expr } ] ")" exits ";"
//!            | "init" CLASS exits ";" | "return" [ expr ] ";" | "throw" name ";" | "unsupported" string ";" ;
//! exits       = "goto" label [ "unwind" label "(" name ")" ] ;
//! callee      = ( "static" | "special" | "virtual" | "interface" ) [ "ofinterface" | "ofclass" ] METHOD
//!            | "dynamic" NAME DESCRIPTOR linked ;
//! linked      = "from" [ "ofinterface" ] METHOD [ "with" "(" static { "," static } ")" ] ;
//! static      = expr | "string" string | "class" CLASS | "type" DESCRIPTOR | "handle" handle
//!            | "dynamic" NAME ":" DESCRIPTOR linked ;
//! handle      = ( "getfield" | "getstatic" | "putfield" | "putstatic" ) FIELD
//!            | ( "static" | "special" | "virtual" | "interface" | "new" ) [ "ofinterface" | "ofclass" ] METHOD ;
//! why         = "source" | "nullcheck" | "boundscheck" | "sizecheck" | "divisorcheck" | "castcheck" | "storecheck"
//!            | "handler" | "internal" ;
//! expr       += expr ("&" | "|" | "^" | "<<" | ">>" | ">>>") expr | expr "==" "null" | expr "!=" "null" | "null"
//!            | operator "(" expr { "," expr } ")" | 5i | 5L | 1.5f | 1.5d | f32#7fc00000 | f64#7ff8000000000000 ;
//! operator    = "i2l" and the other conversions of the JVM | "bool2i" | "ult" | "lcmp" | "cmpl" | "cmpg" ;
//! ```
//!
//! A class is written in internal form (`demo/Node`, `[I`), a field as `demo/Node#next:Ldemo/Node;`, a method as
//! `demo/Node#get()I`; parts with unusual characters are strings. Strings and names in backquotes know the escapes `\n \r \t
//! \\ \" \`` and `\uXXXX`, which stands for one UTF-16 unit. The suffixes `i` and `L` say that a number is a `bv32` or a `bv64`
//! where the context does not. `ofinterface` and `ofclass` appear only where the class file does not agree with the kind of call.
//! Operators, suffixes and `havoc` are understood in procedures of the block language as well; the rest only here.
//! None of these words is reserved.

use super::ast::Ast;
use super::cursor::{Cursor, Name, Parse};
use super::diagnostic::Diagnostic;
use super::lexer::Token;
use super::print_inst::{BRANCHES, ELEMENTS, INVOKES, is_interface_call};
use super::program::{Context, outcome};
use super::scope::Scope;
use super::statement::{BodyReader, Item};
use crate::{Body, Callee, ElementKind, Expr, Inst, InvokeKind, MethodRef, MonitorOp, Reg, Terminator, Type, Unwind};
use std::sync::Arc;

/// Reads the body of a Java method as [`super::print_body`] writes it, and the name in its heading.
///
/// Registers get the order of the text: parameters first. Every register is declared.
pub fn parse_body(file_name: &str, text: &str) -> Result<(String, Body), Vec<Diagnostic>> {
    let mut cursor = Cursor::new(file_name, text);
    cursor.java = true;
    let mut faults = Vec::new();
    let context = Context::default();
    let method = read_only_method(&mut cursor, &context, &mut faults);
    outcome(method, faults)
}

fn read_only_method(cursor: &mut Cursor<'_>, context: &Context, faults: &mut Vec<Diagnostic>) -> Parse<(String, Body)> {
    let method = read_method(cursor, context, faults)?;
    if cursor.peek() != Token::End {
        return Err(cursor.unexpected("the end of the file"));
    }
    Ok(method)
}

/// Reads a method, and stops behind it.
pub(super) fn read_method(
    cursor: &mut Cursor<'_>,
    context: &Context,
    faults: &mut Vec<Diagnostic>,
) -> Parse<(String, Body)> {
    cursor.expect_word("method")?;
    let name = cursor.string()?;
    let params = cursor.parenthesized(Cursor::declaration)?;
    let returns = if cursor.accept(Token::Returns) { Some(cursor.type_name()?) } else { None };
    let vars = cursor.local_declarations()?;
    let mut scope = Scope::new(&context.globals);
    let mut regs = Vec::new();
    for declaration in params.iter().chain(&vars) {
        match scope.declare(&declaration.name.text, declaration.ty) {
            Some(reg) => regs.push(reg),
            None => {
                let message = format!("variable `{}` is declared twice", declaration.name.text);
                return Err(cursor.fault(declaration.name.span.clone(), message));
            }
        }
    }
    regs.truncate(params.len());
    let entry = if cursor.accept_word("entry") {
        let label = cursor.name("a label")?;
        cursor.expect(Token::Semicolon, ";")?;
        Some(label)
    } else {
        None
    };
    let entry_fault = entry.as_ref().map(|label| cursor.fault(label.span.clone(), "no block has this label"));
    let reader = BodyReader { cursor, context, scope, faults, returns };
    let mut body = reader.read_blocks(regs, returns)?;
    if let (Some(label), Some(fault)) = (entry, entry_fault) {
        body.entry = body.block_named(&label.text).ok_or(fault)?;
    }
    Ok((name, body))
}

/// Where control goes after a call.
struct Exits {
    normal: Name,
    unwind: Option<(Name, Name)>,
}

impl BodyReader<'_, '_, '_> {
    /// Reads a statement or an end that only Java code has; it does not start with `name ":="` or `name "["`.
    pub(super) fn read_java(&mut self) -> Parse<Item> {
        if self.cursor.peek_at(1) == Token::Dot {
            return self.read_store();
        }
        match if self.cursor.peek() == Token::Name { self.cursor.token_text() } else { "" } {
            "line" => self.read_line(),
            "static" => self.read_put_static(),
            "monitor" => self.read_monitor(),
            "branch" => self.read_branch(),
            "switch" => self.read_switch(),
            "invoke" => self.read_invoke(None),
            "init" => self.read_init(),
            "return" => self.read_return(),
            "throw" => self.read_throw(),
            "unsupported" => {
                self.cursor.advance();
                let reason = self.cursor.string()?;
                self.semicolon()?;
                Ok(Item::Terminator(Terminator::Unsupported(Arc::from(reason))))
            }
            _ => Err(self.cursor.unexpected("a statement, a label or `}`")),
        }
    }

    fn read_line(&mut self) -> Parse<Item> {
        self.cursor.advance();
        let line = self.cursor.token_text().parse::<u32>();
        let line = match (self.cursor.peek(), line) {
            (Token::Integer, Ok(line)) => line,
            _ => return Err(self.cursor.unexpected("the number of a line")),
        };
        self.cursor.advance();
        self.semicolon()?;
        Ok(Item::Inst(Inst::Line(line)))
    }

    fn read_put_static(&mut self) -> Parse<Item> {
        self.cursor.advance();
        let field = self.cursor.field()?;
        self.cursor.expect(Token::Becomes, ":=")?;
        let value = self.cursor.expression()?;
        self.semicolon()?;
        self.finish(|reader| Ok(Inst::PutStatic { field, value: reader.infer(&value)? }))
    }

    fn read_monitor(&mut self) -> Parse<Item> {
        self.cursor.advance();
        let op = if self.cursor.accept_word("enter") {
            MonitorOp::Enter
        } else {
            self.cursor.expect_word("exit")?;
            MonitorOp::Exit
        };
        let object = self.cursor.name("a variable")?;
        self.semicolon()?;
        self.finish(|reader| Ok(Inst::Monitor { op, object: reader.declared(&object)? }))
    }

    /// Reads a store into a field or an array.
    fn read_store(&mut self) -> Parse<Item> {
        let object = self.cursor.name("a variable")?;
        self.cursor.advance();
        if self.cursor.accept_word("field") {
            let field = self.cursor.field()?;
            self.cursor.expect(Token::Becomes, ":=")?;
            let value = self.cursor.expression()?;
            self.semicolon()?;
            return self.finish(|reader| {
                Ok(Inst::PutField { object: reader.declared(&object)?, field, value: reader.infer(&value)? })
            });
        }
        let (kind, index) = self.read_element()?;
        self.cursor.expect(Token::Becomes, ":=")?;
        let value = self.cursor.expression()?;
        self.semicolon()?;
        self.finish(|reader| {
            let array = reader.declared(&object)?;
            let index = reader.elaborator().check(&index, Type::Bv32)?;
            let value = reader.elaborator().check(&value, kind.ty())?;
            Ok(Inst::ArrayStore { kind, array, index, value })
        })
    }

    /// Reads `kind "[" expr "]"`.
    fn read_element(&mut self) -> Parse<(ElementKind, Ast)> {
        let kind = self.word(ELEMENTS, "`field` or a kind of array elements")?;
        self.cursor.expect(Token::OpenBracket, "[")?;
        let index = self.cursor.expression()?;
        self.cursor.expect(Token::CloseBracket, "]")?;
        Ok((kind, index))
    }

    pub(super) fn word<T: Copy>(&mut self, words: &[(&str, T)], what: &str) -> Parse<T> {
        match words.iter().find(|(word, _)| self.cursor.at_word(word)) {
            Some((_, value)) => {
                self.cursor.advance();
                Ok(*value)
            }
            None => Err(self.cursor.unexpected(what)),
        }
    }

    fn read_branch(&mut self) -> Parse<Item> {
        self.cursor.advance();
        let kind = self.word(BRANCHES, "the kind of the branch")?;
        let condition = self.cursor.expression()?;
        self.cursor.expect(Token::Then, "then")?;
        let then = self.cursor.name("a label")?;
        self.cursor.expect(Token::Else, "else")?;
        let otherwise = self.cursor.name("a label")?;
        self.semicolon()?;
        let (then, otherwise) = (self.target(&then), self.target(&otherwise));
        self.finish_item(|reader| {
            let condition = reader.elaborator().check(&condition, Type::Bool)?;
            Ok(Item::Terminator(Terminator::Branch { kind, condition, then, otherwise }))
        })
    }

    fn read_switch(&mut self) -> Parse<Item> {
        self.cursor.advance();
        let value = self.cursor.expression()?;
        self.cursor.expect(Token::OpenBrace, "{")?;
        let mut cases = Vec::new();
        while !self.cursor.accept(Token::Else) {
            let start = self.cursor.span().start;
            self.cursor.accept(Token::Minus);
            self.cursor.advance();
            let key = self.cursor.text[start..self.cursor.previous_end()].parse::<i32>();
            let key = key.map_err(|_| self.cursor.fault(start..start + 1, "expected a 32-bit number or `else`"))?;
            self.cursor.expect(Token::Colon, ":")?;
            let label = self.cursor.name("a label")?;
            self.cursor.expect(Token::Comma, ",")?;
            cases.push((key, self.target(&label)));
        }
        let default = self.cursor.name("a label")?;
        self.cursor.expect(Token::CloseBrace, "}")?;
        self.semicolon()?;
        let default = self.target(&default);
        self.finish_item(|reader| {
            let value = reader.elaborator().check(&value, Type::Bv32)?;
            Ok(Item::Terminator(Terminator::Switch { value, cases, default }))
        })
    }

    fn read_init(&mut self) -> Parse<Item> {
        self.cursor.advance();
        let class = self.cursor.class()?;
        let exits = self.read_exits()?;
        self.finish_item(|reader| {
            let (normal, unwind) = reader.exits(&exits)?;
            Ok(Item::Terminator(Terminator::InitClass { class, normal, unwind }))
        })
    }

    fn read_return(&mut self) -> Parse<Item> {
        self.cursor.advance();
        if self.cursor.accept(Token::Semicolon) {
            return Ok(Item::Terminator(Terminator::Return(None)));
        }
        let value = self.cursor.expression()?;
        self.semicolon()?;
        let returns = self.returns;
        self.finish_item(|reader| {
            let value = match returns {
                Some(ty) => reader.elaborator().check(&value, ty)?,
                None => reader.infer(&value)?,
            };
            Ok(Item::Terminator(Terminator::Return(Some(value))))
        })
    }

    fn read_throw(&mut self) -> Parse<Item> {
        self.cursor.advance();
        let exception = self.cursor.name("a variable")?;
        self.semicolon()?;
        self.finish_item(|reader| Ok(Item::Terminator(Terminator::Throw(reader.declared(&exception)?))))
    }

    /// Reads `"goto" label [ "unwind" label "(" name ")" ] ";"`.
    fn read_exits(&mut self) -> Parse<Exits> {
        self.cursor.expect(Token::Goto, "goto")?;
        let normal = self.cursor.name("a label")?;
        let unwind = if self.cursor.accept_word("unwind") {
            let block = self.cursor.name("a label")?;
            self.cursor.expect(Token::Open, "(")?;
            let exception = self.cursor.name("a variable")?;
            self.cursor.expect(Token::Close, ")")?;
            Some((block, exception))
        } else {
            None
        };
        self.semicolon()?;
        Ok(Exits { normal, unwind })
    }

    fn exits(&mut self, exits: &Exits) -> Parse<(crate::BlockId, Option<Unwind>)> {
        let normal = self.target(&exits.normal);
        let unwind = match &exits.unwind {
            Some((block, exception)) => {
                Some(Unwind { block: self.target(block), exception: self.declared(exception)? })
            }
            None => None,
        };
        Ok((normal, unwind))
    }

    /// Reads a call, the variable for whose result has been read.
    fn read_invoke(&mut self, target: Option<&Name>) -> Parse<Item> {
        self.cursor.expect_word("invoke")?;
        let callee = self.read_callee()?;
        let arguments = self.cursor.parenthesized(Cursor::expression)?;
        let exits = self.read_exits()?;
        self.finish_item(|reader| {
            let dst = target.map(|target| reader.declared(target)).transpose()?;
            let args = arguments.iter().map(|argument| reader.infer(argument)).collect::<Parse<Vec<Expr>>>()?;
            let (normal, unwind) = reader.exits(&exits)?;
            Ok(Item::Terminator(Terminator::Invoke { dst, callee, args, normal, unwind }))
        })
    }

    fn read_callee(&mut self) -> Parse<Callee> {
        if self.cursor.accept_word("dynamic") {
            let (name, descriptor) = self.cursor.signature()?;
            return Ok(Callee::Dynamic(self.read_call_site(name, descriptor)?));
        }
        let kind: InvokeKind = self.word(INVOKES, "the kind of the call")?;
        Ok(Callee::Method { kind, method: self.read_called(is_interface_call(kind))? })
    }

    /// Reads a method, which is taken for an interface's or not where no mark says it.
    pub(super) fn read_called(&mut self, usual: bool) -> Parse<Arc<MethodRef>> {
        let interface = match usual {
            true => !self.cursor.accept_word("ofclass"),
            false => self.cursor.accept_word("ofinterface"),
        };
        self.cursor.method(interface)
    }

    /// Reads the right side of an assignment where it is no expression; `None` where it is one.
    pub(super) fn read_java_value(&mut self, target: &Name) -> Parse<Option<Item>> {
        let next = self.cursor.peek_at(1);
        if next == Token::Dot {
            return self.read_load(target).map(Some);
        }
        if matches!(self.cursor.peek(), Token::Name | Token::QuotedName) && self.cursor.next_is_word("instanceof") {
            return self.read_instance_of(target).map(Some);
        }
        if self.cursor.peek() != Token::Name {
            return Ok(None);
        }
        // What follows tells these words from variables of the same name.
        let follows = !matches!(next, Token::Semicolon) && !is_infix(next);
        let item = match self.cursor.token_text() {
            _ if !follows => return Ok(None),
            "invoke" => self.read_invoke(Some(target))?,
            "canstore" | "same" if next == Token::Open => self.read_pair(target)?,
            "static" | "length" | "new" | "newthrowable" | "string" | "class" => self.read_simple_value(target)?,
            "newarray" | "newmultiarray" => self.read_new_array(target)?,
            _ => return Ok(None),
        };
        Ok(Some(item))
    }

    fn read_load(&mut self, target: &Name) -> Parse<Item> {
        let object = self.cursor.name("a variable")?;
        self.cursor.advance();
        if self.cursor.accept_word("field") {
            let field = self.cursor.field()?;
            self.semicolon()?;
            return self.finish(|reader| {
                Ok(Inst::GetField { dst: reader.declared(target)?, object: reader.declared(&object)?, field })
            });
        }
        let (kind, index) = self.read_element()?;
        self.semicolon()?;
        self.finish(|reader| {
            let (dst, array) = (reader.declared(target)?, reader.declared(&object)?);
            let index = reader.elaborator().check(&index, Type::Bv32)?;
            Ok(Inst::ArrayLoad { dst, kind, array, index })
        })
    }

    fn read_instance_of(&mut self, target: &Name) -> Parse<Item> {
        let object = self.cursor.name("a variable")?;
        self.cursor.expect_word("instanceof")?;
        let class = self.cursor.class()?;
        self.semicolon()?;
        self.finish(|reader| {
            Ok(Inst::InstanceOf { dst: reader.declared(target)?, object: reader.declared(&object)?, class })
        })
    }

    /// Reads `canstore(a, v)` or `same(x, y)`.
    fn read_pair(&mut self, target: &Name) -> Parse<Item> {
        let is_same = self.cursor.accept_word("same");
        if !is_same {
            self.cursor.expect_word("canstore")?;
            let operands = self.cursor.parenthesized(|cursor| cursor.name("a variable"))?;
            self.semicolon()?;
            return self.finish(|reader| match operands.as_slice() {
                [array, value] => Ok(Inst::CanStore {
                    dst: reader.declared(target)?,
                    array: reader.declared(array)?,
                    value: reader.declared(value)?,
                }),
                _ => Err(reader.cursor.fault(target.span.clone(), "`canstore` takes two operands")),
            });
        }
        let operands = self.cursor.parenthesized(Cursor::expression)?;
        self.semicolon()?;
        self.finish(|reader| match operands.as_slice() {
            [left, right] => {
                let dst = reader.declared(target)?;
                let left = reader.elaborator().check(left, Type::Ref)?;
                let right = reader.elaborator().check(right, Type::Ref)?;
                Ok(Inst::RefEq { dst, left, right })
            }
            _ => Err(reader.cursor.fault(target.span.clone(), "`same` takes two operands")),
        })
    }

    /// Reads a word and its one operand.
    fn read_simple_value(&mut self, target: &Name) -> Parse<Item> {
        let word = self.cursor.token_text();
        self.cursor.advance();
        match word {
            "static" => {
                let field = self.cursor.field()?;
                self.semicolon()?;
                self.finish(|reader| Ok(Inst::GetStatic { dst: reader.declared(target)?, field }))
            }
            "length" => {
                let array = self.cursor.name("a variable")?;
                self.semicolon()?;
                self.finish(|reader| {
                    Ok(Inst::ArrayLength { dst: reader.declared(target)?, array: reader.declared(&array)? })
                })
            }
            "string" => {
                let value = Arc::from(self.cursor.string_units()?);
                self.semicolon()?;
                self.finish(|reader| Ok(Inst::LoadString { dst: reader.declared(target)?, value }))
            }
            _ => {
                let class = self.cursor.class()?;
                self.semicolon()?;
                self.finish(|reader| {
                    let dst = reader.declared(target)?;
                    Ok(match word {
                        "new" => Inst::New { dst, class },
                        "newthrowable" => Inst::NewThrowable { dst, class },
                        _ => Inst::LoadClass { dst, class },
                    })
                })
            }
        }
    }

    fn read_new_array(&mut self, target: &Name) -> Parse<Item> {
        let multiple = self.cursor.token_text() == "newmultiarray";
        self.cursor.advance();
        let array = self.cursor.class()?;
        let start = self.cursor.span().start;
        let lengths = self.cursor.parenthesized(Cursor::expression)?;
        let span = start..self.cursor.previous_end();
        self.semicolon()?;
        self.finish(|reader| {
            let dst = reader.declared(target)?;
            let mut checked = Vec::new();
            for length in &lengths {
                checked.push(reader.elaborator().check(length, Type::Bv32)?);
            }
            if multiple {
                return Ok(Inst::NewMultiArray { dst, array, lengths: checked });
            }
            match (checked.pop(), checked.is_empty()) {
                (Some(length), true) => Ok(Inst::NewArray { dst, array, length }),
                _ => Err(reader.cursor.fault(span, "a new array has one length")),
            }
        })
    }

    /// The variable, which must be declared.
    fn declared(&mut self, name: &Name) -> Parse<Reg> {
        if self.scope.is_known(&name.text) {
            return Ok(self.scope.variable(&name.text));
        }
        Err(self.cursor.fault(name.span.clone(), format!("variable `{}` is not declared", name.text)))
    }
}

/// Whether the token stands between two operands.
fn is_infix(token: Token) -> bool {
    super::expression::infix(token).is_some()
}

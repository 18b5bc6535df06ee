//! Call sites and constants that are linked at run time, as text; the grammar is in [`super::java`].

use super::cursor::Parse;
use super::lexer::Token;
use super::print_expr::{Context, print_expr};
use super::print_inst::{INVOKES, is_interface_call, word};
use super::reference::{print_class, print_field, print_method, print_method_type, print_signature, print_typed_name};
use super::statement::BodyReader;
use super::strings::escape;
use crate::{CallSite, Expr, FieldRef, Handle, InvokeKind, MethodRef, StaticArg};
use clew_base::Arena;
use std::sync::Arc;

/// Makes a handle of a field.
type OfField = fn(Arc<FieldRef>) -> Handle;

/// The words for handles of fields.
const FIELD_HANDLES: &[(&str, OfField)] = &[
    ("getfield", Handle::GetField),
    ("getstatic", Handle::GetStatic),
    ("putfield", Handle::PutField),
    ("putstatic", Handle::PutStatic),
];

/// A call site as text.
pub(super) fn print_call_site(site: &CallSite) -> String {
    format!("dynamic {} {}", print_signature(&site.name, &site.descriptor), print_linked(site))
}

fn print_linked(site: &CallSite) -> String {
    let bootstrap = print_called(&site.bootstrap, false);
    if site.args.is_empty() {
        return format!("from {bootstrap}");
    }
    let args: Vec<String> = site.args.iter().map(print_static).collect();
    format!("from {bootstrap} with ({})", args.join(", "))
}

/// A method as text, with a mark where its class is not what is usual there.
pub(super) fn print_called(method: &MethodRef, usual: bool) -> String {
    let mark = match (method.interface, usual) {
        (true, false) => "ofinterface ",
        (false, true) => "ofclass ",
        (true, true) | (false, false) => "",
    };
    format!("{mark}{}", print_method(method))
}

fn print_static(arg: &StaticArg) -> String {
    match arg {
        StaticArg::Number(value) => print_expr(&Expr::Const(value.clone()), &Arena::new(), Context::Untyped),
        StaticArg::String(units) => format!("string \"{}\"", escape(units.iter().copied(), '"')),
        StaticArg::Class(class) => format!("class {}", print_class(class)),
        StaticArg::MethodType(descriptor) => format!("type {}", print_method_type(descriptor)),
        StaticArg::Handle(handle) => format!("handle {}", print_handle(handle)),
        StaticArg::Dynamic(site) => {
            format!("dynamic {} {}", print_typed_name(&site.name, &site.descriptor), print_linked(site))
        }
    }
}

fn print_handle(handle: &Handle) -> String {
    match handle {
        Handle::GetField(field) => format!("getfield {}", print_field(field)),
        Handle::GetStatic(field) => format!("getstatic {}", print_field(field)),
        Handle::PutField(field) => format!("putfield {}", print_field(field)),
        Handle::PutStatic(field) => format!("putstatic {}", print_field(field)),
        Handle::Invoke(kind, method) => {
            format!("{} {}", word(INVOKES, kind), print_called(method, is_interface_call(*kind)))
        }
        Handle::New(method) => format!("new {}", print_called(method, false)),
    }
}

impl BodyReader<'_, '_, '_> {
    /// Reads how a call site or a constant is linked, after its name and descriptor.
    pub(super) fn read_call_site(&mut self, name: Arc<str>, descriptor: Arc<str>) -> Parse<Arc<CallSite>> {
        self.cursor.expect_word("from")?;
        let bootstrap = self.read_called(false)?;
        let mut args = Vec::new();
        if self.cursor.accept_word("with") {
            self.cursor.expect(Token::Open, "(")?;
            args.push(self.read_static()?);
            while self.cursor.accept(Token::Comma) {
                args.push(self.read_static()?);
            }
            self.cursor.expect(Token::Close, ")")?;
        }
        Ok(Arc::new(CallSite { bootstrap, name, descriptor, args }))
    }

    fn read_static(&mut self) -> Parse<StaticArg> {
        if self.cursor.accept_word("string") {
            return Ok(StaticArg::String(self.cursor.string_units()?.into()));
        }
        if self.cursor.accept_word("class") {
            return Ok(StaticArg::Class(self.cursor.class()?));
        }
        if self.cursor.accept_word("type") {
            return Ok(StaticArg::MethodType(self.cursor.method_type()?));
        }
        if self.cursor.accept_word("handle") {
            return Ok(StaticArg::Handle(self.read_handle()?));
        }
        if self.cursor.accept_word("dynamic") {
            let (name, descriptor) = self.cursor.typed_name()?;
            self.cursor.enter()?;
            let site = self.read_call_site(name, descriptor);
            self.cursor.leave();
            return Ok(StaticArg::Dynamic(site?));
        }
        let span = self.cursor.span();
        let value = self.cursor.expression()?;
        match self.infer(&value)? {
            Expr::Const(value) => Ok(StaticArg::Number(value)),
            _ => Err(self.cursor.fault(span, "a constant is expected")),
        }
    }

    fn read_handle(&mut self) -> Parse<Handle> {
        if let Some((_, handle)) = FIELD_HANDLES.iter().find(|(word, _)| self.cursor.at_word(word)) {
            self.cursor.advance();
            return Ok(handle(self.cursor.field()?));
        }
        if self.cursor.accept_word("new") {
            return Ok(Handle::New(self.read_called(false)?));
        }
        let kind: InvokeKind = self.word(INVOKES, "the kind of a handle")?;
        Ok(Handle::Invoke(kind, self.read_called(is_interface_call(kind))?))
    }
}

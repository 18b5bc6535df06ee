//! References to classes, fields and methods: `demo/Node`, `demo/Node#next:Ldemo/Node;`, `demo/Node#get()I`.
//!
//! They are written as in class files, without quotes where they consist of letters, digits, `_`, `$` and the signs that
//! descriptors are made of; each other part is written as a string.

use super::cursor::{Cursor, Parse};
use super::lexer::Token;
use super::strings::escape;
use crate::{FieldRef, MethodRef};
use std::sync::Arc;

/// A class name or descriptor as text.
pub(super) fn print_class(class: &str) -> String {
    if scan_class(class) == Some(class.len()) { class.to_owned() } else { quoted(class) }
}

/// A field reference as text.
pub(super) fn print_field(field: &FieldRef) -> String {
    let descriptor = print_part(&field.descriptor, scan_descriptor);
    format!("{}#{}:{descriptor}", print_class(&field.class), print_part(&field.name, scan_member_name))
}

/// A method reference as text, without the mark of an interface.
pub(super) fn print_method(method: &MethodRef) -> String {
    format!("{}#{}", print_class(&method.class), print_signature(&method.name, &method.descriptor))
}

/// A method's name and descriptor as text.
pub(super) fn print_signature(name: &str, descriptor: &str) -> String {
    format!("{}{}", print_part(name, scan_member_name), print_part(descriptor, scan_method_descriptor))
}

/// The name of a constant and its type descriptor as text.
pub(super) fn print_typed_name(name: &str, descriptor: &str) -> String {
    format!("{}:{}", print_part(name, scan_member_name), print_part(descriptor, scan_descriptor))
}

/// The descriptor of a method as text.
pub(super) fn print_method_type(descriptor: &str) -> String {
    print_part(descriptor, scan_method_descriptor)
}

fn print_part(part: &str, scan: fn(&str) -> Option<usize>) -> String {
    if scan(part) == Some(part.len()) { part.to_owned() } else { quoted(part) }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", escape(text.encode_utf16(), '"'))
}

impl Cursor<'_> {
    /// Reads a class name or descriptor.
    pub(super) fn class(&mut self) -> Parse<Arc<str>> {
        self.part("the name of a class", scan_class)
    }

    /// Reads a field reference.
    pub(super) fn field(&mut self) -> Parse<Arc<FieldRef>> {
        let class = self.class()?;
        self.passing("#")?;
        let name = self.part("the name of a field", scan_member_name)?;
        self.passing(":")?;
        let descriptor = self.part("a descriptor", scan_descriptor)?;
        Ok(Arc::new(FieldRef { class, name, descriptor }))
    }

    /// Reads a method reference.
    pub(super) fn method(&mut self, interface: bool) -> Parse<Arc<MethodRef>> {
        let class = self.class()?;
        self.passing("#")?;
        let (name, descriptor) = self.signature()?;
        Ok(Arc::new(MethodRef { class, interface, name, descriptor }))
    }

    /// Reads a method's name and descriptor.
    pub(super) fn signature(&mut self) -> Parse<(Arc<str>, Arc<str>)> {
        let name = self.part("the name of a method", scan_member_name)?;
        let descriptor = self.part("the descriptor of a method", scan_method_descriptor)?;
        Ok((name, descriptor))
    }

    /// Reads the name of a constant and its type descriptor.
    pub(super) fn typed_name(&mut self) -> Parse<(Arc<str>, Arc<str>)> {
        let name = self.part("the name of a constant", scan_member_name)?;
        self.passing(":")?;
        let descriptor = self.part("a descriptor", scan_descriptor)?;
        Ok((name, descriptor))
    }

    /// Reads the descriptor of a method.
    pub(super) fn method_type(&mut self) -> Parse<Arc<str>> {
        self.part("the descriptor of a method", scan_method_descriptor)
    }

    fn passing(&mut self, sign: &str) -> Parse<()> {
        let start = self.span().start;
        if self.token_text() != sign {
            return Err(self.unexpected(&format!("`{sign}`")));
        }
        self.skip_to_offset(start + sign.len());
        Ok(())
    }

    /// Reads a part of a reference, which may consist of several tokens.
    fn part(&mut self, what: &str, scan: fn(&str) -> Option<usize>) -> Parse<Arc<str>> {
        if self.peek() == Token::String {
            return Ok(Arc::from(self.string()?));
        }
        let start = self.span().start;
        match scan(&self.text[start..]) {
            Some(length) if length > 0 => {
                self.skip_to_offset(start + length);
                if self.previous_end() != start + length {
                    return Err(self.fault(start..start + length, format!("{what} must be written as a string here")));
                }
                Ok(Arc::from(&self.text[start..start + length]))
            }
            _ => Err(self.unexpected(what)),
        }
    }
}

/// The length of the class name or descriptor of an array at the start of the text.
fn scan_class(text: &str) -> Option<usize> {
    if text.starts_with('[') { scan_descriptor(text) } else { scan_class_name(text) }
}

fn scan_class_name(text: &str) -> Option<usize> {
    let mut length = scan_word(text)?;
    while let Some(rest) = text[length..].strip_prefix('/') {
        length += 1 + scan_word(rest)?;
    }
    Some(length)
}

/// The length of the name, which does not start with a digit, at the start of the text.
fn scan_word(text: &str) -> Option<usize> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let length = text.find(|c| !is_part(c)).unwrap_or(text.len());
    (length > 0 && !text.starts_with(|c: char| c.is_ascii_digit())).then_some(length)
}

fn scan_member_name(text: &str) -> Option<usize> {
    for special in ["<init>", "<clinit>"] {
        if text.starts_with(special) {
            return Some(special.len());
        }
    }
    scan_word(text)
}

fn scan_descriptor(text: &str) -> Option<usize> {
    let dimensions = text.find(|c| c != '[')?;
    match text[dimensions..].chars().next()? {
        'B' | 'C' | 'D' | 'F' | 'I' | 'J' | 'S' | 'Z' => Some(dimensions + 1),
        'L' => {
            let name = dimensions + 1;
            let length = scan_class_name(&text[name..])?;
            text[name + length..].starts_with(';').then_some(name + length + 1)
        }
        _ => None,
    }
}

fn scan_method_descriptor(text: &str) -> Option<usize> {
    let mut length = text.starts_with('(').then_some(1)?;
    while !text[length..].starts_with(')') {
        length += scan_descriptor(&text[length..])?;
    }
    length += 1;
    if text[length..].starts_with('V') { Some(length + 1) } else { Some(length + scan_descriptor(&text[length..])?) }
}

//! What static fields of classes of the JDK hold once these are initialized, as virtual machines have told it, and the objects
//! behind them.
//!
//! The text form has one record a line, words separated by spaces:
//!
//! ```text
//! C CLASS before|now                a class, and whether it was initialized before somebody asked; its static fields follow
//! P NAME                            a system property that was asked for when it was initialized
//! O ID CLASS                        an object; its fields follow
//! F CLASS NAME DESCRIPTOR VALUE     a field, and the class that declares it
//! A ID DESCRIPTOR VALUE...          an array
//! S ID UNITS                        a string, each UTF-16 unit as four hexadecimal digits
//! ```
//!
//! What calls return is told like static fields of a class `=CLASS.METHOD`, whose names are the arguments.
//!
//! A value is `i` and a number (of floats and doubles the bits), `n` for null, `c` and the descriptor of a class object, `e`, a
//! class, `:` and the name of a constant of an enum, `@` and the number of an object, or `?`.

use clew_base::{FastMap, OrderedSet};
use std::fmt::Write;
use std::sync::Arc;

/// What a field or an element holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// Nobody can say.
    Unknown,
    /// `null`.
    Null,
    /// A number or a truth value; the bits of a `float` or a `double`.
    Number(i64),
    /// The `Class` object of the type with this descriptor.
    Class(Arc<str>),
    /// A constant of an enum class: the internal name of the class, and its own.
    Constant(Arc<str>, Arc<str>),
    /// An object.
    Object(u32),
}

/// A field and what it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownField {
    /// The class that declares it, by its internal name.
    pub class: Arc<str>,
    /// Its name.
    pub name: Arc<str>,
    /// Its descriptor.
    pub descriptor: Arc<str>,
    /// What it holds.
    pub value: Known,
}

/// An object that is no `Class` and no constant of an enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KnownObject {
    /// An object with fields.
    Fields(Arc<str>, Vec<KnownField>),
    /// An array of this descriptor.
    Array(Arc<str>, Vec<Known>),
    /// A string of these UTF-16 units.
    Text(Vec<u16>),
}

/// A class and what its static fields hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownClass {
    /// Its internal name.
    pub name: Arc<str>,
    /// Whether it was initialized before somebody asked for what it holds, so that other code may have changed that since.
    pub is_early: bool,
    /// The system properties that were asked for when it was initialized.
    pub properties: Vec<Arc<str>>,
    /// Its static fields.
    pub fields: Vec<KnownField>,
}

/// Classes that are initialized, and objects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    classes: Vec<KnownClass>,
    by_name: FastMap<Arc<str>, usize>,
    objects: Vec<Option<KnownObject>>,
    /// The final static field of a class that holds an object itself, where there is one: the class and the field by number.
    homes: FastMap<u32, (usize, usize)>,
}

impl Snapshot {
    /// The snapshot of these classes and objects, which have the numbers of their places.
    #[must_use]
    pub fn new(classes: Vec<KnownClass>, objects: Vec<Option<KnownObject>>) -> Snapshot {
        let by_name = classes.iter().enumerate().map(|(at, class)| (Arc::clone(&class.name), at)).collect();
        let mut homes = FastMap::default();
        let is_class = |class: &KnownClass| !class.name.starts_with('=');
        for (at, class) in classes.iter().enumerate().filter(|(_, class)| is_class(class)) {
            for (number, field) in class.fields.iter().enumerate() {
                if let Known::Object(object) = field.value {
                    homes.entry(object).or_insert((at, number));
                }
            }
        }
        Snapshot { classes, by_name, objects, homes }
    }

    /// Reads the text form; `None` where it is none.
    #[must_use]
    pub fn read(text: &str) -> Option<Snapshot> {
        let mut names = OrderedSet::default();
        let mut name = |text: &str| -> Arc<str> {
            if let Some(known) = names.get(text) {
                return Arc::clone(known);
            }
            let made: Arc<str> = text.into();
            names.insert(Arc::clone(&made));
            made
        };
        let mut classes: Vec<KnownClass> = Vec::new();
        let mut objects: Vec<Option<KnownObject>> = Vec::new();
        // The object whose fields come next; none where they are those of the last class.
        let mut object: Option<usize> = None;
        for line in text.lines() {
            let mut words = line.split(' ');
            match words.next()? {
                "C" => {
                    object = None;
                    let of = name(words.next()?);
                    let is_early = words.next()? == "before";
                    classes.push(KnownClass { name: of, is_early, properties: Vec::new(), fields: Vec::new() });
                }
                "P" => classes.last_mut()?.properties.push(name(words.next()?)),
                "F" => {
                    let field = KnownField {
                        class: name(words.next()?),
                        name: name(words.next()?),
                        descriptor: name(words.next()?),
                        value: read_value(words.next()?, &mut name)?,
                    };
                    match object {
                        None => classes.last_mut()?.fields.push(field),
                        Some(at) => match objects.get_mut(at)?.as_mut()? {
                            KnownObject::Fields(_, fields) => fields.push(field),
                            KnownObject::Array(..) | KnownObject::Text(_) => return None,
                        },
                    }
                }
                kind => {
                    let number = words.next()?.parse().ok()?;
                    // Objects are numbered without gaps, and each takes a line.
                    if number >= text.len() {
                        return None;
                    }
                    let read = match kind {
                        "O" => KnownObject::Fields(name(words.next()?), Vec::new()),
                        "A" => {
                            let descriptor = name(words.next()?);
                            let values: Option<Vec<Known>> = words.map(|word| read_value(word, &mut name)).collect();
                            KnownObject::Array(descriptor, values?)
                        }
                        "S" => KnownObject::Text(read_units(words.next()?)?),
                        _ => return None,
                    };
                    object = Some(number);
                    if objects.len() <= number {
                        objects.resize(number + 1, None);
                    }
                    objects[number] = Some(read);
                }
            }
        }
        Some(Snapshot::new(classes, objects))
    }

    /// The text form.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = String::new();
        for class in &self.classes {
            line(&mut text, &["C", &class.name, if class.is_early { "before" } else { "now" }]);
            class.properties.iter().for_each(|name| line(&mut text, &["P", name]));
            class.fields.iter().for_each(|field| write_field(&mut text, field));
        }
        for (number, object) in self.objects.iter().enumerate() {
            let number = number.to_string();
            match object {
                None => {}
                Some(KnownObject::Fields(class, fields)) => {
                    line(&mut text, &["O", &number, class]);
                    fields.iter().for_each(|field| write_field(&mut text, field));
                }
                Some(KnownObject::Array(descriptor, values)) => {
                    text.push_str(&format!("A {number} {descriptor}"));
                    for value in values {
                        text.push(' ');
                        write_value(&mut text, value);
                    }
                    text.push('\n');
                }
                Some(KnownObject::Text(units)) => {
                    let units: String = units.iter().map(|unit| format!("{unit:04x}")).collect();
                    line(&mut text, &["S", &number, &units]);
                }
            }
        }
        text
    }

    /// The classes, in the order in which they were told.
    #[must_use]
    pub fn classes(&self) -> &[KnownClass] {
        &self.classes
    }

    /// A class by its internal name.
    #[must_use]
    pub fn class(&self, name: &str) -> Option<&KnownClass> {
        self.by_name.get(name).map(|at| &self.classes[*at])
    }

    /// What a static field of a class holds.
    #[must_use]
    pub fn static_field(&self, class: &str, name: &str) -> Option<&KnownField> {
        self.class(class)?.fields.iter().find(|field| &*field.name == name)
    }

    /// An object by its number.
    #[must_use]
    pub fn object(&self, number: u32) -> Option<&KnownObject> {
        self.objects.get(number as usize)?.as_ref()
    }

    /// The first static field that holds an object itself, with its class.
    #[must_use]
    pub fn home(&self, number: u32) -> Option<(&KnownClass, &KnownField)> {
        let (class, field) = self.homes.get(&number)?;
        Some((&self.classes[*class], &self.classes[*class].fields[*field]))
    }
}

fn read_value(word: &str, name: &mut impl FnMut(&str) -> Arc<str>) -> Option<Known> {
    let kind = word.chars().next()?;
    let rest = &word[kind.len_utf8()..];
    Some(match kind {
        '?' => Known::Unknown,
        'n' => Known::Null,
        'i' => Known::Number(rest.parse().ok()?),
        'c' => Known::Class(name(rest)),
        '@' => Known::Object(rest.parse().ok()?),
        'e' => {
            let (class, constant) = rest.split_once(':')?;
            Known::Constant(name(class), name(constant))
        }
        _ => return None,
    })
}

fn read_units(text: &str) -> Option<Vec<u16>> {
    let bytes = text.as_bytes();
    if !bytes.len().is_multiple_of(4) {
        return None;
    }
    bytes.chunks(4).map(|unit| u16::from_str_radix(std::str::from_utf8(unit).ok()?, 16).ok()).collect()
}

fn line(text: &mut String, words: &[&str]) {
    text.push_str(&words.join(" "));
    text.push('\n');
}

fn write_field(text: &mut String, field: &KnownField) {
    text.push_str(&format!("F {} {} {} ", field.class, field.name, field.descriptor));
    write_value(text, &field.value);
    text.push('\n');
}

fn write_value(text: &mut String, value: &Known) {
    // Nothing fails that writes to a string.
    let _ = match value {
        Known::Unknown => write!(text, "?"),
        Known::Null => write!(text, "n"),
        Known::Number(number) => write!(text, "i{number}"),
        Known::Class(descriptor) => write!(text, "c{descriptor}"),
        Known::Constant(class, name) => write!(text, "e{class}:{name}"),
        Known::Object(number) => write!(text, "@{number}"),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "C a/B now\nP p.q\nF a/B x I i-5\nF a/B o La/B; @0\nF a/B e La/E; ea/E:ONE\nC a/C before\nF a/C k La/D; cLa/D;\n\
                        O 0 a/B\nF a/B f Ljava/lang/Object; @1\nF a/B g La/D; ?\nA 1 [La/D; n @2\nS 2 00410042\n";

    #[test]
    fn what_is_written_is_read() {
        let read = Snapshot::read(TEXT).expect("it is well formed");
        assert_eq!(read.write(), TEXT);
        assert_eq!(read.object(2), Some(&KnownObject::Text(vec![0x41, 0x42])));
        let home = read.home(0).map(|(class, field)| (&*class.name, &*field.name));
        assert_eq!((home, read.home(1).is_none()), (Some(("a/B", "o")), true));
        assert_eq!(read.static_field("a/C", "k").map(|field| &field.value), Some(&Known::Class("La/D;".into())));
    }

    #[test]
    fn what_is_no_snapshot_is_refused() {
        for text in ["C", "F a x I i1", "C a now\nF a x I 7", "O 0 a\nS 1 004", "X 0 a", "O 4000000000 a"] {
            assert!(Snapshot::read(text).is_none(), "{text}");
        }
    }
}

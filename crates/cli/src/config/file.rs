//! The file `clew.toml`: where it is, and what it says.

use super::setting::{self, Shape, may_be_in_file, settings_of, shape};
use crate::usage;
use clap::{Arg, Command};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The name of the file.
pub const NAME: &str = "clew.toml";
/// How alike two names have to be, from 0 to 1, for one to be suggested in place of the other.
const ALIKE: f64 = 0.7;

/// A file that was read. Whatever it sets is known, and fits at least one command.
pub struct ConfigFile {
    /// Where it is.
    pub place: PathBuf,
    /// What it sets, by section (none for all commands) and key.
    entries: BTreeMap<(Option<String>, String), Entry>,
}

/// A key with its value.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The line that the key is on, from 1.
    pub line: usize,
    /// The value as the command line would have it.
    pub values: Vec<OsString>,
    /// Whether it is set for all commands; then it need not fit each.
    pub for_all: bool,
}

/// Looks for the file in a folder and those above it.
pub fn find(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().map(|folder| folder.join(NAME)).find(|file| file.is_file())
}

impl ConfigFile {
    /// Reads a file for the commands of `root`.
    ///
    /// # Errors
    /// A line for each fault.
    pub fn read(place: &Path, root: &Command) -> Result<ConfigFile, Vec<String>> {
        let text = std::fs::read_to_string(place).map_err(|error| {
            vec![format!("cannot read the configuration: {} ({error}); check the path", place.display())]
        })?;
        let mut reader = Reader { place, text: &text, root, entries: BTreeMap::new(), faults: Vec::new() };
        match DeTable::parse(&text) {
            Ok(table) => reader.sections(table.get_ref()),
            Err(error) => {
                let message = error.message().lines().next().unwrap_or_default();
                reader.fault(error.span().unwrap_or(0..0), &format!("not TOML: {message}"));
            }
        }
        let Reader { entries, mut faults, .. } = reader;
        faults.sort();
        if faults.is_empty() {
            return Ok(ConfigFile { place: place.to_owned(), entries });
        }
        Err(faults.into_iter().map(|(line, what)| format!("{}:{line}: {what}", place.display())).collect())
    }

    /// What the file sets for a command: its section goes before what is set for all.
    pub fn entry(&self, command: &str, key: &str) -> Option<&Entry> {
        let get = |section: Option<&str>| self.entries.get(&(section.map(str::to_owned), key.to_owned()));
        get(Some(command)).or_else(|| get(None))
    }
}

struct Reader<'a> {
    place: &'a Path,
    text: &'a str,
    root: &'a Command,
    entries: BTreeMap<(Option<String>, String), Entry>,
    /// Each with the line it is on.
    faults: Vec<(usize, String)>,
}

impl<'a> Reader<'a> {
    fn commands(&self) -> Vec<&'a Command> {
        self.root.get_subcommands().filter(|command| setting::has_settings(command)).collect()
    }

    fn line(&self, span: &Range<usize>) -> usize {
        1 + self.text.bytes().take(span.start).filter(|byte| *byte == b'\n').count()
    }

    fn fault(&mut self, span: Range<usize>, what: &str) {
        self.faults.push((self.line(&span), what.to_owned()));
    }

    fn sections(&mut self, table: &DeTable<'_>) {
        let commands = self.commands();
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            match value.get_ref() {
                DeValue::Table(section) => match commands.iter().find(|command| command.get_name() == name) {
                    Some(command) => self.section(command, section),
                    None => {
                        let names: Vec<String> = commands.iter().map(|command| command.get_name().to_owned()).collect();
                        self.unknown(key.span(), &format!("section [{name}]"), name, &names);
                    }
                },
                _ => self.key(None, key.span(), name, value),
            }
        }
    }

    fn section(&mut self, command: &'a Command, table: &DeTable<'_>) {
        for (key, value) in table {
            self.key(Some(command), key.span(), key.get_ref().as_ref(), value);
        }
    }

    /// Takes a key of one command, or of all where none is given.
    fn key(&mut self, command: Option<&'a Command>, span: Range<usize>, name: &str, value: &Spanned<DeValue<'_>>) {
        let commands: Vec<&'a Command> = command.map_or_else(|| self.commands(), |command| vec![command]);
        let known =
            commands.iter().flat_map(|command| settings_of(self.root, command)).filter(|arg| may_be_in_file(arg));
        let known: Vec<&Arg> = known.collect();
        let named: Vec<&Arg> = known.iter().copied().filter(|arg| setting::key(arg) == name).collect();
        if named.is_empty() {
            let names: Vec<String> = known.iter().map(|arg| setting::key(arg)).collect();
            let of = command.map_or_else(String::new, |command| format!(" of [{}]", command.get_name()));
            return self.unknown(span, &format!("key {name}{of}"), name, &names);
        }
        // A key for all commands has to fit one of them.
        let read = named.iter().map(|arg| self.values(arg, name, value)).reduce(|first, next| first.or(next));
        match read {
            Some(Ok(values)) => {
                let section = command.map(|command| command.get_name().to_owned());
                let line = self.line(&span);
                self.entries.insert((section, name.to_owned()), Entry { line, values, for_all: command.is_none() });
            }
            Some(Err(what)) => self.fault(span, &what),
            None => {}
        }
    }

    fn unknown(&mut self, span: Range<usize>, what: &str, name: &str, known: &[String]) {
        let likeness = |known: &String| strsim::jaro_winkler(&name.replace('_', "-"), known);
        let nearest = known.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        match nearest.filter(|nearest| likeness(nearest) >= ALIKE) {
            Some(nearest) => self.fault(span, &format!("unknown {what}; did you mean {nearest}?")),
            None => self.fault(span, &format!("unknown {what}; clew config lists what there is")),
        }
    }

    /// The value as the command line would have it, or what is wrong with it.
    fn values(&self, arg: &Arg, name: &str, value: &Spanned<DeValue<'_>>) -> Result<Vec<OsString>, String> {
        let shape = shape(arg);
        let wrong = |found: &DeValue<'_>| {
            let expected = match shape {
                Shape::Switch => "true or false",
                Shape::Single => "a text or a number",
                Shape::List | Shape::PathList => "a text or a list of texts",
            };
            format!("{name}: it takes {expected}, not {}", describe(found))
        };
        let texts: Vec<String> = match (shape, value.get_ref()) {
            (Shape::Switch, DeValue::Boolean(on)) => vec![on.to_string()],
            (Shape::List | Shape::PathList, DeValue::Array(items)) => {
                let text = |item: &Spanned<DeValue<'_>>| text(item.get_ref()).ok_or_else(|| wrong(item.get_ref()));
                items.iter().map(text).collect::<Result<_, String>>()?
            }
            (Shape::Switch, found) => return Err(wrong(found)),
            (_, found) => vec![text(found).ok_or_else(|| wrong(found))?],
        };
        let values = if setting::is_path(arg) { self.paths(shape, &texts, name)? } else { to_os(texts) };
        setting::check(arg, &values).map_err(|error| format!("{name}: {}", usage::line(&error)))?;
        Ok(values)
    }

    /// Paths in the file are relative to it. Where the file is in the working folder they stay as they are.
    ///
    /// # Errors
    /// The folder of the file has a colon, so that what is below it cannot be in a list of paths.
    fn paths(&self, shape: Shape, texts: &[String], name: &str) -> Result<Vec<OsString>, String> {
        let folder = self.place.parent().unwrap_or(Path::new(""));
        if shape != Shape::PathList {
            return Ok(texts.iter().map(|text| folder.join(text).into_os_string()).collect());
        }
        let paths: Vec<PathBuf> = texts.iter().flat_map(std::env::split_paths).map(|path| folder.join(path)).collect();
        match std::env::join_paths(&paths) {
            Ok(list) => Ok(vec![list]),
            Err(_) => {
                let odd = paths.iter().find(|path| std::env::join_paths([path]).is_err()).map(|path| path.display());
                let shown = odd.map_or_else(String::new, |odd| format!(": {odd}"));
                Err(format!("{name}: a path with a colon cannot be one of several{shown}"))
            }
        }
    }
}

fn to_os(texts: Vec<String>) -> Vec<OsString> {
    texts.into_iter().map(OsString::from).collect()
}

/// A text or a number as text.
fn text(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.as_ref().to_owned()),
        // Only the decimal form means the same to the command line.
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        _ => None,
    }
}

fn describe(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(number) if number.radix() != 10 => "a number that is not decimal",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

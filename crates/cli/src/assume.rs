//! What the user says of the heap at entry: by `--assume`, in a file, in annotations on methods.

use crate::pattern;
use crate::select::SelectedClass;
use clew_facts::{HeapAssumption, MethodKey};
use clew_jvm::{Method, MethodId, PlaceError, World};
use std::cell::Cell;
use std::path::{Path, PathBuf};

/// An assumption with the methods that it is meant for.
struct Rule {
    /// Where it was given, for messages.
    origin: String,
    /// `Class#method` as for `--method`; nothing means every method that has the places.
    methods: Option<clew_facts::MethodPattern>,
    assumption: HeapAssumption,
    /// Whether a method was found that it speaks of.
    used: Cell<bool>,
    /// Why the last method that it might have been meant for was not one.
    missed: Cell<Option<PlaceError>>,
}

/// Everything that is assumed of the heap at entry.
pub struct Assumptions {
    rules: Vec<Rule>,
}

impl Assumptions {
    /// Reads flags and files.
    ///
    /// # Errors
    /// A line that says which assumption is malformed, or which file cannot be read.
    pub fn read(texts: &[String], files: &[PathBuf]) -> Result<Assumptions, String> {
        let mut rules = Vec::new();
        for text in texts {
            rules.push(rule(text, format!("--assume '{text}'"))?);
        }
        for file in files {
            rules.extend(read_file(file)?);
        }
        Ok(Assumptions { rules })
    }

    /// What is assumed of a method's input, in the order given. An annotation that speaks of nothing the method has gives a
    /// line among the problems.
    pub fn of(
        &self,
        world: &World,
        class: &SelectedClass,
        key: &MethodKey,
        problems: &mut Vec<String>,
    ) -> Vec<HeapAssumption> {
        let methods = &world.class(class.class).methods;
        let is_meant = |method: &Method| *method.name == *key.method && *method.descriptor == *key.descriptor;
        let Some(method) = methods.iter().map(|id| world.method(*id)).find(|method| is_meant(method)) else {
            return Vec::new();
        };
        let mut assumed: Vec<HeapAssumption> = Vec::new();
        for rule in self.rules.iter().filter(|rule| rule.is_for(key)) {
            match check(world, method.id, &rule.assumption) {
                Ok(()) => {
                    rule.used.set(true);
                    assumed.push(rule.assumption.clone());
                }
                Err(why) => rule.missed.set(Some(why)),
            }
        }
        for text in &method.assumed {
            let read = text.parse::<HeapAssumption>().map_err(|error| error.to_string());
            match read.and_then(|it| check(world, method.id, &it).map(|()| it).map_err(|error| error.to_string())) {
                Ok(assumption) => assumed.push(assumption),
                Err(why) => {
                    problems.push(format!("cannot assume what the annotation says: {key}: {text} ({why}); correct it"))
                }
            }
        }
        let mut unique: Vec<HeapAssumption> = Vec::new();
        for one in assumed {
            if !unique.contains(&one) {
                unique.push(one);
            }
        }
        unique
    }

    /// A line for each assumption that speaks of no method: most likely a name is misspelled.
    pub fn unused(&self) -> Vec<String> {
        let unused = self.rules.iter().filter(|rule| !rule.used.get());
        unused
            .map(|rule| {
                let why = match rule.missed.take() {
                    Some(why) => format!("of the last method looked at: {why}"),
                    None => "no method matches its pattern".to_owned(),
                };
                format!("assumed of no method: {} ({why}); check the names of parameters and fields", rule.origin)
            })
            .collect()
    }
}

impl Rule {
    fn is_for(&self, key: &MethodKey) -> bool {
        self.methods.as_ref().is_none_or(|pattern| pattern.selects(key))
    }
}

/// Reads `assumption` or `Class#method: assumption`.
fn rule(text: &str, origin: String) -> Result<Rule, String> {
    let (methods, assumption) = match text.split_once(": ") {
        Some((pattern, assumption)) => (Some(pattern::of_flag("--assume", pattern.trim())?), assumption),
        None => (None, text),
    };
    let assumption = assumption.parse::<HeapAssumption>().map_err(|error| format!("{origin}: {error}"))?;
    Ok(Rule { origin, methods, assumption, used: Cell::new(false), missed: Cell::new(None) })
}

/// One rule a line; empty lines and those that begin with `#` say nothing.
fn read_file(file: &Path) -> Result<Vec<Rule>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| {
        format!("cannot read: {} ({error}); name a file of assumptions, one a line", file.display())
    })?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    lines.map(|(at, line)| rule(line.trim(), format!("{}:{}", file.display(), at + 1))).collect()
}

/// Whether a method has everything that an assumption speaks of.
fn check(world: &World, method: MethodId, assumption: &HeapAssumption) -> Result<(), PlaceError> {
    for path in assumption.places() {
        let place = world.find_place(method, &path.root, &path.fields)?;
        if matches!(assumption, HeapAssumption::RepOk(_)) {
            world.rep_ok(&place)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_one_rule_a_line() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let text = "# lists\n\nacyclic(this)\ndemo.List#append(Ldemo/List;)V: non_sharing(this, other)\n";
        std::fs::write(file.path(), text).expect("written");
        let rules = read_file(file.path()).expect("read");
        let texts: Vec<String> = rules.iter().map(|rule| rule.assumption.to_string()).collect();
        assert_eq!(texts, ["acyclic(this)", "non_sharing(this,other)"]);
        let key = |class: &str| MethodKey {
            class: class.into(),
            method: "append".into(),
            descriptor: "(Ldemo/List;)V".into(),
        };
        assert!(
            rules[0].is_for(&key("demo.Other"))
                && rules[1].is_for(&key("demo.List"))
                && !rules[1].is_for(&key("demo.Other"))
        );
    }

    #[test]
    fn a_malformed_line_is_named() {
        let error = Assumptions::read(&["cyclic(a)".to_owned()], &[]).err().expect("malformed");
        assert!(error.starts_with("--assume 'cyclic(a)': not an assumption: cyclic(a); known are "), "{error}");
        let missing = Assumptions::read(&[], &[PathBuf::from("no/such")]).err().expect("missing");
        assert!(missing.starts_with("cannot read: no/such ("), "{missing}");
    }
}

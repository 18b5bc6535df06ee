//! State that outlives a test: it is saved before and put back after, so that other tests find it as it was.
//!
//! The [fixture](crate::fixture) of the test class does that, or the test itself, where that matters.

use crate::fixture::Kept;
use crate::helpers::Helper;
use crate::java::{JavaType, capitalized, coerced, identifier_part, indented, literal};
use crate::marks::Marks;
use crate::replay::Change;
use crate::writer::{JavaExpr, Writer};
use clew_facts::{FieldKey, Surrounding, Value};
use std::collections::BTreeSet;

/// The statements that set static fields before the call, and what is saved and put back.
#[derive(Default)]
pub(crate) struct Statics {
    kept: Vec<Kept>,
    set: Vec<String>,
}

impl Statics {
    /// Those that the input of the writer's test asks for.
    ///
    /// # Errors
    /// Why a field cannot be set and restored.
    pub(crate) fn prepare(writer: &mut Writer<'_, '_>) -> Result<Self, String> {
        let test = writer.test;
        let mut statics = Statics::default();
        for wanted in &test.statics {
            let ty = JavaType::parse(&wanted.field.descriptor).ok_or("a static field without a type")?;
            let value = writer.value(&wanted.value, &ty)?;
            statics.keep_field(writer, &wanted.field, None)?;
            statics.set.push(writer.write_static(&wanted.field, value)?);
        }
        Ok(statics)
    }

    /// Those that set what the test needs, and undo what a run of it has changed. What the test cannot get at is left out.
    pub(crate) fn of_marks(writer: &mut Writer<'_, '_>, marks: &Marks) -> Self {
        let mut statics = Statics::default();
        let mut changes = BTreeSet::from_iter(marks.changes.clone());
        for pinned in &marks.pinned {
            let (change, set) = match pinned {
                Surrounding::Locale => {
                    let locale = writer.scope.claim("java.util.Locale");
                    (Change::Locale, format!("{locale}.setDefault({locale}.ROOT);"))
                }
                Surrounding::TimeZone => {
                    let zone = writer.scope.claim("java.util.TimeZone");
                    (Change::TimeZone, format!("{zone}.setDefault({zone}.getTimeZone(\"UTC\"));"))
                }
            };
            changes.insert(change);
            statics.set.push(set);
        }
        for change in &changes {
            match change {
                // It stays as the call leaves it.
                Change::Static(field) => drop(statics.keep_field(writer, field, marks.first.get(field).copied())),
                Change::Held(field) => statics.keep_held(writer, field),
                Change::Locale => statics.keep_locale(writer, change, "savedLocale", None),
                Change::DisplayLocale => statics.keep_locale(writer, change, "savedDisplayLocale", Some("DISPLAY")),
                Change::FormatLocale => statics.keep_locale(writer, change, "savedFormatLocale", Some("FORMAT")),
                Change::TimeZone => {
                    let zone = writer.scope.claim("java.util.TimeZone");
                    let (read, set) = (format!("{zone}.getDefault()"), format!("{zone}.setDefault"));
                    statics.keep_of_process(writer, (change, "savedTimeZone"), (zone, read), |saved| {
                        format!("{set}({saved});")
                    });
                }
                Change::Properties => {
                    let properties = writer.scope.claim("java.util.Properties");
                    let system = writer.scope.claim("java.lang.System");
                    let read = format!("({properties}) {system}.getProperties().clone()");
                    statics.keep_of_process(writer, (change, "savedProperties"), (properties, read), |saved| {
                        format!("{system}.setProperties({saved});")
                    });
                }
            }
        }
        statics
    }

    /// Saves and restores a static field. `first` is the number that it holds at first, if that is known.
    ///
    /// # Errors
    /// Why that cannot be.
    fn keep_field(&mut self, writer: &mut Writer<'_, '_>, key: &FieldKey, first: Option<i64>) -> Result<(), String> {
        let name = format!("{}.{}", key.class, key.name);
        let old = writer.read_static(key).ok_or_else(|| format!("{name} cannot be read"))?;
        let change = Change::Static(key.clone());
        let saved = writer.saved_name(&change, &format!("saved{}", capitalized(&identifier_part(&key.name))));
        let ty = writer.scope.type_name(&old.ty).unwrap_or_else(|| "Object".into());
        let set = match first.and_then(|number| whole_number(number, &key.descriptor)) {
            Some(first) => Some(writer.write_static(key, first)?),
            None => None,
        };
        let restore = writer.write_static(key, JavaExpr::new(saved.clone(), old.ty))?;
        self.keep(writer, Kept { change, ty, name: saved, read: old.text, set, restore });
        Ok(())
    }

    /// Saves and restores the state of what a static field holds. Where the test cannot get at it, it is left out.
    fn keep_held(&mut self, writer: &mut Writer<'_, '_>, key: &FieldKey) {
        let Some(held) = writer.object_of_static(key) else { return };
        let change = Change::Held(key.clone());
        let name = writer.saved_name(&change, &format!("restore{}", identifier_part(&in_words(&key.name))));
        let read = format!("{}({})", writer.scope.helper(Helper::StateOf), held.text);
        let restore = format!("{name}.run();");
        self.keep(writer, Kept { change, ty: "Runnable".into(), name, read, set: None, restore });
    }

    /// Saves and restores a default locale, that of a category where one is given.
    fn keep_locale(&mut self, writer: &mut Writer<'_, '_>, change: &Change, name: &str, category: Option<&str>) {
        let locale = writer.scope.claim("java.util.Locale");
        let category = category.map(|category| format!("{locale}.Category.{category}"));
        let read = format!("{locale}.getDefault({})", category.clone().unwrap_or_default());
        let category = category.map(|category| category + ", ").unwrap_or_default();
        let set = format!("{locale}.setDefault({category}");
        self.keep_of_process(writer, (change, name), (locale, read), |saved| format!("{set}{saved});"));
    }

    /// Saves and restores what the whole process has: in a variable of this type and of a name like `base`, by the expression `read` and
    /// the statement that `restore` gives for the variable.
    fn keep_of_process(
        &mut self,
        writer: &mut Writer<'_, '_>,
        (change, base): (&Change, &str),
        (ty, read): (String, String),
        restore: impl FnOnce(&str) -> String,
    ) {
        let name = writer.saved_name(change, base);
        let restore = restore(&name);
        self.keep(writer, Kept { change: change.clone(), ty, name, read, set: None, restore });
    }

    /// Has the fixture of the class save and restore it, or else the test itself.
    fn keep(&mut self, writer: &mut Writer<'_, '_>, kept: Kept) {
        match &mut writer.scope.fixture {
            Some(fixture) => fixture.add(kept),
            None => self.kept.push(kept),
        }
    }

    /// Whether the test itself has to put something back.
    pub(crate) fn is_inline(&self) -> bool {
        !self.kept.is_empty()
    }

    /// The statements that set it, where somebody else puts it back.
    pub(crate) fn set_for_good(self) -> Vec<String> {
        self.set
    }

    /// The statements with the static fields set while they run.
    pub(crate) fn around(self, body: Vec<String>) -> Vec<String> {
        let mut inside: Vec<String> = self.kept.iter().filter_map(|kept| kept.set.clone()).collect();
        inside.extend(self.set.into_iter().chain(body));
        if self.kept.is_empty() {
            return inside;
        }
        let mut lines: Vec<String> = self.kept.iter().map(Kept::declaration_with_value).collect();
        lines.push("try {".into());
        lines.extend(indented(inside));
        lines.push("} finally {".into());
        lines.extend(indented(self.kept.into_iter().map(|kept| kept.restore).collect()));
        lines.push("}".into());
        lines
    }
}

/// The value of a field of this type that holds the number; `None` where the type has no whole numbers.
fn whole_number(number: i64, descriptor: &str) -> Option<JavaExpr> {
    let ty = JavaType::parse(descriptor)?;
    let value = match descriptor {
        "J" => Value::Long(number),
        "Z" | "B" | "C" | "S" | "I" => coerced(&Value::Int(i32::try_from(number).ok()?), &ty),
        _ => return None,
    };
    Some(JavaExpr::new(literal(&value)?, ty))
}

/// The name of a field as a part of another: `INSTANCE` and `instance` are `Instance`.
fn in_words(name: &str) -> String {
    if name.chars().any(char::is_lowercase) {
        return capitalized(name);
    }
    name.split('_').map(|word| capitalized(&word.to_lowercase())).collect()
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn names_of_constants_become_words() {
        assert_eq!(in_words("LAST_ORDERS"), "LastOrders");
        assert_eq!(in_words("byName"), "ByName");
    }
}

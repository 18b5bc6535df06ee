//! State that outlives a test: it is saved before and put back after, so that other tests find it as it was.

use crate::java::{JavaType, capitalized, identifier_part, indented};
use crate::marks::Marks;
use crate::replay::Change;
use crate::writer::{JavaExpr, Writer};
use clew_facts::{FieldKey, Surrounding};
use std::collections::BTreeSet;

/// The statements that set static fields before the call, and those that save and restore what outlives a test.
#[derive(Default)]
pub(crate) struct Statics {
    save: Vec<String>,
    set: Vec<String>,
    restore: Vec<String>,
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
            statics.keep_field(writer, &wanted.field)?;
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
                Change::Static(field) => drop(statics.keep_field(writer, field)),
                Change::Locale => statics.keep_locale(writer, "savedLocale", None),
                Change::DisplayLocale => statics.keep_locale(writer, "savedDisplayLocale", Some("DISPLAY")),
                Change::FormatLocale => statics.keep_locale(writer, "savedFormatLocale", Some("FORMAT")),
                Change::TimeZone => {
                    let zone = writer.scope.claim("java.util.TimeZone");
                    let saved = writer.fresh_local("savedTimeZone");
                    statics.save.push(format!("{zone} {saved} = {zone}.getDefault();"));
                    statics.restore.push(format!("{zone}.setDefault({saved});"));
                }
                Change::Properties => {
                    let properties = writer.scope.claim("java.util.Properties");
                    let system = writer.scope.claim("java.lang.System");
                    let saved = writer.fresh_local("savedProperties");
                    statics
                        .save
                        .push(format!("{properties} {saved} = ({properties}) {system}.getProperties().clone();"));
                    statics.restore.push(format!("{system}.setProperties({saved});"));
                }
            }
        }
        statics
    }

    /// Saves and restores a static field.
    ///
    /// # Errors
    /// Why that cannot be.
    fn keep_field(&mut self, writer: &mut Writer<'_, '_>, key: &FieldKey) -> Result<(), String> {
        let name = format!("{}.{}", key.class, key.name);
        let old = writer.read_static(key).ok_or_else(|| format!("{name} cannot be read"))?;
        let saved = writer.fresh_local(&format!("saved{}", capitalized(&identifier_part(&key.name))));
        let shown = writer.scope.type_name(&old.ty).unwrap_or_else(|| "Object".into());
        let restore = writer.write_static(key, JavaExpr::new(saved.clone(), old.ty))?;
        self.save.push(format!("{shown} {saved} = {};", old.text));
        self.restore.insert(0, restore);
        Ok(())
    }

    /// Saves and restores a default locale, that of a category where one is given.
    fn keep_locale(&mut self, writer: &mut Writer<'_, '_>, name: &str, category: Option<&str>) {
        let locale = writer.scope.claim("java.util.Locale");
        let saved = writer.fresh_local(name);
        let category = category.map(|category| format!("{locale}.Category.{category}"));
        self.save.push(format!("{locale} {saved} = {locale}.getDefault({});", category.clone().unwrap_or_default()));
        let category = category.map(|category| category + ", ").unwrap_or_default();
        self.restore.push(format!("{locale}.setDefault({category}{saved});"));
    }

    /// Whether there is nothing to save.
    pub(crate) fn is_empty(&self) -> bool {
        self.save.is_empty()
    }

    /// The statements that set it, where somebody else puts it back.
    pub(crate) fn set_for_good(self) -> Vec<String> {
        self.set
    }

    /// The statements with the static fields set while they run.
    pub(crate) fn around(self, body: Vec<String>) -> Vec<String> {
        if self.save.is_empty() {
            return body;
        }
        let mut lines = self.save;
        lines.push("try {".into());
        lines.extend(indented(self.set));
        lines.extend(indented(body));
        lines.push("} finally {".into());
        lines.extend(indented(self.restore));
        lines.push("}".into());
        lines
    }
}

//! What is done before and after each test of a class: state that outlives tests is saved, set to what it is at first, and put back.

use crate::java::{indented, names_like};
use crate::options::JUnit;
use crate::replay::Change;
use crate::scope::Scope;

/// Something that is saved and put back.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub(crate) change: Change,
    /// The type of the variable that it is saved in, as the source has it.
    pub(crate) ty: String,
    /// The name of that variable.
    pub(crate) name: String,
    /// The expression for its value.
    pub(crate) read: String,
    /// The statement that sets it to its first value; `None` if that is not known.
    pub(crate) set: Option<String>,
    /// The statement that puts it back.
    pub(crate) restore: String,
}

impl Kept {
    /// The declaration of a variable that it is saved in.
    pub(crate) fn declaration_with_value(&self) -> String {
        format!("{} {} = {};", self.ty, self.name, self.read)
    }
}

/// What is saved and put back around each test of a class.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fixture {
    kept: Vec<Kept>,
}

impl Fixture {
    /// The names of the methods that are written.
    pub(crate) const METHODS: [&str; 2] = [SAVE, RESTORE];

    /// The variable that this is saved in, called `base` or something like it.
    pub(crate) fn name(&self, change: &Change, base: &str) -> String {
        if let Some(known) = self.kept.iter().find(|kept| kept.change == *change) {
            return known.name.clone();
        }
        let is_free = |name: &String| self.kept.iter().all(|kept| kept.name != *name);
        names_like(base).find(is_free).unwrap_or_else(|| base.to_owned())
    }

    /// Saves and restores this as well. It is set at first where one of the tests tells to what.
    pub(crate) fn add(&mut self, kept: Kept) {
        match self.kept.iter_mut().find(|known| known.change == kept.change) {
            Some(known) => known.set = known.set.take().or(kept.set),
            None => self.kept.push(kept),
        }
    }

    /// The members of the test class with an empty line behind; empty where nothing is put back.
    pub(crate) fn source(&self, scope: &mut Scope<'_>, junit: JUnit) -> String {
        if self.kept.is_empty() {
            return String::new();
        }
        let [before, after, modifier] = match junit {
            JUnit::Five => ["org.junit.jupiter.api.BeforeEach", "org.junit.jupiter.api.AfterEach", ""],
            JUnit::Four => ["org.junit.Before", "org.junit.After", "public "],
        };
        let fields = self.kept.iter().map(|kept| format!("    private {} {};\n", kept.ty, kept.name));
        let mut text: String = fields.collect();
        let saving = self.kept.iter().map(|kept| format!("{} = {};", kept.name, kept.read));
        let setting = self.kept.iter().filter_map(|kept| kept.set.clone());
        let restoring = self.kept.iter().map(|kept| kept.restore.clone());
        let methods: [(&str, &str, Vec<String>); 2] =
            [(before, SAVE, saving.chain(setting).collect()), (after, RESTORE, restoring.collect())];
        let helpers = format!("{}.", scope.shared());
        for (annotation, name, lines) in methods {
            let throws = if lines.iter().any(|line| line.contains(&helpers)) { " throws Exception" } else { "" };
            text.push_str(&format!("\n    @{}\n    {modifier}void {name}(){throws} {{\n", scope.claim(annotation)));
            for line in indented(indented(lines)) {
                text.push_str(&format!("{line}\n"));
            }
            text.push_str("    }\n");
        }
        text.push('\n');
        text
    }
}

/// The name of the method that saves it.
const SAVE: &str = "saveStatics";
/// The name of the method that puts it back.
const RESTORE: &str = "restoreStatics";

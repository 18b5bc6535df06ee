//! The files of the helpers that tests share, in the folder of the tests.
//!
//! While tests are written, such a file only gains helpers; at the end of a run it has those that the tests of its package use, from
//! this run and from others, or goes. So what is there compiles at any time.

use super::{FileChange, Upkeep};
use crate::helpers::Helper;
use crate::options::Writing;
use crate::seal::unsealed;
use crate::shared::{HelpersClass, PresentHelpers, may_be_helpers, present_helpers, used_in};
use crate::suite_error::SuiteError;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

impl Upkeep {
    /// What is at the place of a class of helpers.
    pub(crate) fn present_helpers(&self, class: &HelpersClass) -> PresentHelpers {
        present_helpers(self.text_of(&class.home.file(&self.out)).as_deref())
    }

    /// Notes that a file of helpers stays as somebody has edited it.
    pub(crate) fn keep_edited_helpers(&mut self, class: &HelpersClass) {
        let path = class.home.file(&self.out);
        self.other(&class.home.binary_name(), &path, FileChange::EditedHelpers);
    }

    /// Sees to it that a file of tests with this text finds the helpers that it uses.
    ///
    /// # Errors
    /// The file of helpers can't be written.
    pub(crate) fn share(&mut self, class: &HelpersClass, text: &str) -> Result<(), SuiteError> {
        let mut needed = class.used_in(text);
        if needed.is_empty() {
            return Ok(());
        }
        let path = class.home.file(&self.out);
        match self.shared.get(&path) {
            Some((_, known)) => needed.extend(known),
            None => needed.extend(self.used_beside(&path)),
        }
        self.write_helpers(class, &path, &needed)?;
        self.shared.insert(path, (class.clone(), needed));
        Ok(())
    }

    /// Has the files of helpers hold what the tests beside them use, and takes those away that nothing uses.
    ///
    /// # Errors
    /// A file can't be written or removed.
    pub(crate) fn settle_helpers(&mut self) -> Result<(), SuiteError> {
        let others: Vec<PathBuf> = self.others.iter().map(|other| self.out.join(&other.file)).collect();
        let touched = self.files.keys().chain(&others).filter_map(|path| path.parent().map(Path::to_owned));
        for folder in touched.collect::<BTreeSet<PathBuf>>() {
            let sources = self.sources_in(&folder);
            for path in sources.into_iter().filter(|path| may_be_helpers(path)) {
                let text = self.text_of(&path);
                if present_helpers(text.as_deref()) != PresentHelpers::Ours {
                    continue;
                }
                let needed = self.used_beside(&path);
                match self.shared.get(&path).cloned() {
                    _ if needed.is_empty() => {
                        let name = self.binary_name(&path);
                        self.remove(&name, &path)?;
                    }
                    Some((class, _)) => self.write_helpers(&class, &path, &needed)?,
                    None => {}
                }
            }
        }
        Ok(())
    }

    /// The helpers of a file that the other sources in its folder use.
    fn used_beside(&self, path: &Path) -> BTreeSet<Helper> {
        let class = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let folder = path.parent().unwrap_or(&self.out);
        let others = self.sources_in(folder).into_iter().filter(|other| other != path);
        others.filter_map(|other| self.text_of(&other)).flat_map(|text| used_in(&class, &text)).collect()
    }

    /// Leaves a file that says the same: only what made it may be another run.
    fn write_helpers(
        &mut self,
        class: &HelpersClass,
        path: &Path,
        helpers: &BTreeSet<Helper>,
    ) -> Result<(), SuiteError> {
        let (name, source) = (class.home.binary_name(), class.source(helpers));
        match self.text_of(path) {
            Some(text) if unsealed(&text) == Some(source.as_str()) => self.restore(&name, path, &text),
            _ => self.write(&name, path, &source),
        }
    }

    /// The Java sources in a folder, as they are to be.
    fn sources_in(&self, folder: &Path) -> BTreeSet<PathBuf> {
        let present = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let planned = self.files.keys().filter(|path| path.parent() == Some(folder)).cloned();
        let is_source = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "java");
        present.chain(planned).filter(is_source).collect()
    }

    /// The text that a file is to have; `None` where there is to be none.
    fn text_of(&self, path: &Path) -> Option<String> {
        let is_gone = |other: &super::TestFile| {
            other.change == FileChange::RemovedWithClass && self.out.join(&other.file) == path
        };
        match self.files.get(path) {
            Some(entry) => entry.after.clone(),
            None if self.writing == Writing::Nothing && self.others.iter().any(is_gone) => None,
            None => std::fs::read_to_string(path).ok(),
        }
    }

    fn binary_name(&self, path: &Path) -> String {
        let below = self.below_out(path).with_extension("");
        below.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join(".")
    }
}

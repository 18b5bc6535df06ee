//! What a run tells of the files of tests: which it wrote, and which it left or took away.

use crate::ui::complain;
use clew_testgen::{FileChange, TestFile, Writing};
use serde_json::{Value as Json, json};

/// Says which files were left because somebody has edited them, and which went with their classes, or would go.
pub fn warn(files: &[TestFile], writing: Writing) {
    let removed = match writing {
        Writing::Files => "removed",
        Writing::Nothing => "would be removed",
    };
    for TestFile { file, tested, change } in files {
        let file = file.display();
        match change {
            FileChange::Edited => complain(format!(
                "kept as it is: {file} has been edited since Clew made it; remove or rename it to have the tests of {tested} made anew"
            )),
            FileChange::EditedOfGone => complain(format!(
                "kept as it is: {file} has been edited since Clew made it, but the input has no class {tested} any more"
            )),
            FileChange::EditedHelpers => complain(format!(
                "kept as it is: {file} has been edited since Clew made it; remove or rename it to have {tested} made anew"
            )),
            FileChange::RemovedWithClass => {
                complain(format!("{removed}: {file}, because the input has no class {tested} any more"));
            }
            FileChange::New | FileChange::Changed | FileChange::Unchanged | FileChange::Removed => {}
        }
    }
}

/// What a run would do to the files, a line for each that it would change.
pub fn plan(files: &[TestFile]) -> String {
    let changing = files.iter().filter(|file| file.change != FileChange::Unchanged);
    let lines: String =
        changing.map(|file| format!("  {:<9} {}\n", in_words(file.change), file.file.display())).collect();
    let unchanged = files.iter().filter(|file| file.change == FileChange::Unchanged).count();
    let what = if lines.is_empty() { "no file of tests would change" } else { "what would become of files of tests:" };
    format!("\nNothing was written (--dry-run); {what}\n{lines}  unchanged {unchanged}\n")
}

fn in_words(change: FileChange) -> &'static str {
    match change {
        FileChange::New => "new",
        FileChange::Changed => "changed",
        FileChange::Unchanged => "unchanged",
        FileChange::Removed | FileChange::RemovedWithClass => "removed",
        FileChange::Edited | FileChange::EditedOfGone | FileChange::EditedHelpers => "edited",
    }
}

/// The files as the document has them.
pub fn as_json(files: &[TestFile]) -> Json {
    let file = |TestFile { file, tested, change }: &TestFile| {
        let name = match change {
            FileChange::RemovedWithClass => "removed_with_class",
            FileChange::EditedOfGone => "edited_without_class",
            other => in_words(*other),
        };
        json!({ "file": file.display().to_string(), "class": tested, "change": name })
    };
    files.iter().map(file).collect()
}

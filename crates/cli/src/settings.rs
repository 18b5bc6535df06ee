//! `clew config`: all settings, with their values and where these come from.

use crate::args::{ConfigArgs, FormatArg};
use crate::config::{self, Listed, Origin, Setting, Sources};
use crate::refusal::refuse;
use crate::status::Status;
use crate::table;
use crate::ui::print;
use serde_json::{Value as Json, json};

/// Prints them.
pub fn run(args: &ConfigArgs, sources: &Sources) -> Status {
    match config::list(sources, &args.words) {
        Ok(settings) => match args.format {
            FormatArg::Json => print(&format!("{:#}\n", document(sources, &settings))),
            FormatArg::Text => print(&text(sources, &settings)),
        },
        Err(lines) => refuse(Some("config"), &lines, args.format),
    }
}

fn document(sources: &Sources, settings: &[Setting]) -> Json {
    json!({
        "command": "config",
        "file": sources.file().map(|place| place.display().to_string()),
        "settings": settings.iter().map(entry).collect::<Vec<Json>>(),
    })
}

fn entry(setting: &Setting) -> Json {
    let origin = match &setting.origin {
        Origin::Flag => json!({ "kind": "flag" }),
        Origin::Environment(variable) => json!({ "kind": "environment", "variable": variable }),
        Origin::File(place, line) => json!({ "kind": "file", "file": place.display().to_string(), "line": line }),
        Origin::Default => json!({ "kind": "default" }),
    };
    let value = match &setting.value {
        Listed::Unset(_) => Json::Null,
        Listed::Switch(on) => json!(on),
        Listed::Single(value) => json!(value),
        Listed::List(values) => json!(values),
    };
    let mut entry = json!({ "command": setting.command, "key": setting.key, "value": value, "origin": origin });
    if let Listed::Unset(Some(meaning)) = &setting.value {
        entry["meaning"] = json!(meaning);
    }
    entry
}

fn text(sources: &Sources, settings: &[Setting]) -> String {
    let mut text = match sources.file() {
        Some(place) => format!("Settings file: {}\n", place.display()),
        None => "Settings file: none\n".to_owned(),
    };
    for of_command in settings.chunk_by(|a, b| a.command == b.command) {
        let rows = of_command.iter().map(|setting| [setting.key.clone(), value(setting), origin(setting)]);
        text += &format!("\nclew {}\n\n{}\n", of_command[0].command, table::plain(["setting", "value", "from"], rows));
    }
    text
}

fn value(setting: &Setting) -> String {
    match &setting.value {
        Listed::Unset(None) => "-".to_owned(),
        Listed::Unset(Some(meaning)) => format!("- ({meaning})"),
        Listed::Switch(on) => on.to_string(),
        Listed::Single(value) => value.clone(),
        Listed::List(values) => values.join(", "),
    }
}

fn origin(setting: &Setting) -> String {
    match &setting.origin {
        Origin::Flag => "flag".to_owned(),
        Origin::Environment(variable) => variable.clone(),
        Origin::File(place, line) => format!("{}:{line}", place.display()),
        Origin::Default => "default".to_owned(),
    }
}

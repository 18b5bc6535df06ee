//! What a command line that cannot be understood has most likely asked for.

use super::{Sources, definitions, open_file, setting};
use clap::ArgMatches;
use std::ffi::{OsStr, OsString};

const FLAG: &str = "--format";
const JSON: &str = "json";

/// The command that is named, if one is.
pub fn command(words: &[OsString]) -> Option<String> {
    let root = definitions();
    let mut named = words.iter().skip(1).filter_map(|word| root.find_subcommand(word));
    named.find(|command| !command.is_hide_set()).map(|command| command.get_name().to_owned())
}

/// Whether a JSON document is expected: by the command line, else by the environment or the file of settings.
pub fn wants_json(words: &[OsString]) -> bool {
    on_line(words).unwrap_or_else(|| elsewhere(words).unwrap_or(false))
}

fn on_line(words: &[OsString]) -> Option<bool> {
    let words: Vec<&OsStr> = words.iter().map(OsString::as_os_str).take_while(|word| *word != "--").collect();
    let joined = words.iter().filter_map(|word| word.to_str()?.strip_prefix(FLAG)?.strip_prefix('='));
    let separate = words.windows(2).filter(|pair| pair[0] == FLAG).filter_map(|pair| pair[1].to_str());
    joined.chain(separate).last().map(|format| format == JSON)
}

fn elsewhere(words: &[OsString]) -> Option<bool> {
    let root = definitions();
    let matches: ArgMatches = root.clone().ignore_errors(true).try_get_matches_from(words).ok()?;
    let (name, given) = matches.subcommand()?;
    let mut flags = root.find_subcommand(name)?.get_arguments();
    let format = flags.find(|arg| Some(setting::key(arg).as_str()) == FLAG.strip_prefix("--"))?;
    // A file that is wrong says nothing.
    let sources = Sources { file: open_file(given, &root).ok().flatten(), faults: Vec::new() };
    let layer = sources.layer(name, format).ok().flatten()?;
    layer.values.last().map(|format| format == JSON)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_format_on_the_line_counts() {
        let of = |line: &str| on_line(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(of("clew generate x --format json --bogus"), Some(true));
        assert_eq!(of("clew generate --bogus --format=json x"), Some(true));
        assert_eq!(of("clew generate --format=json --format text"), Some(false));
        assert_eq!(of("clew generate --formats json"), None);
        assert_eq!(of("clew generate -- --format json"), None);
        assert_eq!(of("clew generate --format"), None);
    }

    #[test]
    fn the_command_is_one_that_there_is() {
        let of = |line: &str| command(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(of("clew --color never doctor x").as_deref(), Some("doctor"));
        assert_eq!(of("clew gen x"), None);
    }
}

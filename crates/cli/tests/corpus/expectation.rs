//! The expectations in a Java file of the corpus, as `corpus/README.md` defines them.

use std::path::Path;

/// A file of the corpus.
pub struct CorpusFile {
    /// Its path below the top of the repository, for messages.
    pub name: String,
    /// The binary name of its public class.
    pub class: String,
    /// The text.
    pub source: String,
    /// Extra flags of `clew generate`.
    pub clew: Vec<String>,
    /// Extra flags of `javac`.
    pub javac: Vec<String>,
    /// Whether a run may leave open what the file expects, and may only not say the opposite.
    pub is_open: bool,
    /// What it expects.
    pub items: Vec<Item>,
}

/// One expectation.
pub struct Item {
    /// Where it stands, counted from 1.
    pub line: u32,
    /// As it is written.
    pub text: String,
    pub claim: Claim,
}

/// What an expectation says.
pub enum Claim {
    /// Of the goals of its line.
    Goals(Subject, Expected),
    /// Of the paths of the method with this name.
    Method(String, Paths),
    /// Some executions of the method with this name never end, so that no test of them can be confirmed.
    Endless(String),
}

/// Which goals of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    Line,
    /// The edge with this name.
    Branch(String),
    /// The exception of this class.
    Exception(String),
    Assert,
}

/// The expected verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    Reached,
    Unreachable,
    UnreachableStrict,
    UnreachableWithin,
    UnreachableUnconditional,
    /// Under assumptions, of which this is one; within bounds, or without any.
    UnreachableIf {
        assumption: String,
        bounded: bool,
    },
    /// With a reason that contains this.
    Undecided(String),
    Possible,
    PossibleStrict,
    Impossible,
}

/// What is expected under `--criterion paths`.
pub enum Paths {
    Count(u64),
    /// Some test returns this, as JSON shows it.
    Returns(serde_json::Value),
    /// Some test throws an exception of this class.
    Raises(String),
}

impl CorpusFile {
    /// Reads the expectations of a file.
    ///
    /// # Errors
    /// The line and what is wrong there.
    pub fn parse(path: &Path, name: String, source: String) -> Result<CorpusFile, String> {
        let mut file = CorpusFile {
            class: String::new(),
            clew: Vec::new(),
            javac: Vec::new(),
            is_open: false,
            items: Vec::new(),
            name,
            source: String::new(),
        };
        for (number, line) in (1..).zip(source.lines()) {
            file.line(number, line).map_err(|wrong| format!("{}:{number}: {wrong}", file.name))?;
        }
        let stem = path.file_stem().and_then(|stem| stem.to_str()).ok_or("a file without a name")?;
        let package = source.lines().find_map(|line| line.strip_prefix("package ")?.strip_suffix(';'));
        file.class = package.map_or_else(|| stem.to_owned(), |package| format!("{package}.{stem}"));
        if file.items.is_empty() {
            return Err(format!("{}:1: no expectation", file.name));
        }
        file.source = source;
        Ok(file)
    }

    fn line(&mut self, number: u32, line: &str) -> Result<(), String> {
        let flags = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        if line == "// open" {
            self.is_open = true;
        } else if let Some(text) = line.strip_prefix("// clew:") {
            self.clew = flags(text);
        } else if let Some(text) = line.strip_prefix("// javac:") {
            self.javac = flags(text);
        } else if let Some((code, text)) = line.split_once("// expect: ") {
            for item in text.trim_end().split("; ") {
                let claims = claims(code, item).ok_or_else(|| format!("this is no expectation: {item}"))?;
                let items = claims.into_iter().map(|(text, claim)| Item { line: number, text, claim });
                self.items.extend(items);
            }
        } else if line.contains("expect:") {
            return Err("an expectation starts with `// expect: `".to_owned());
        }
        Ok(())
    }

    /// Whether a class is the file's or nested in it.
    pub fn holds(&self, class: &str) -> bool {
        class.strip_prefix(&self.class).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
    }

    /// Whether no test can be confirmed of some executions of the method with this name.
    pub fn is_endless(&self, method: &str) -> bool {
        self.items.iter().any(|item| matches!(&item.claim, Claim::Endless(name) if name == method))
    }

    /// Whether some expectation is about a method's paths.
    pub fn speaks_of_paths(&self) -> bool {
        self.items.iter().any(|item| matches!(item.claim, Claim::Method(..)))
    }
}

/// The claims of an item behind this code: one, or one for each edge.
fn claims(code: &str, item: &str) -> Option<Vec<(String, Claim)>> {
    if item.starts_with("true ") || item.starts_with("false ") {
        return item.split(", ").map(edge).collect();
    }
    let goals = |subject, verdict| Some(Claim::Goals(subject, expected(verdict)?));
    let claim = match item.split_once(' ') {
        None if item == "endless" => Some(Claim::Endless(method(code)?)),
        Some(("throws", rest)) => {
            let (class, verdict) = rest.split_once(' ')?;
            goals(Subject::Exception(class.to_owned()), verdict)
        }
        Some(("assert", verdict)) => goals(Subject::Assert, verdict),
        Some(("paths", number)) => Some(Claim::Method(method(code)?, Paths::Count(number.parse().ok()?))),
        Some(("returns", value)) => Some(Claim::Method(method(code)?, Paths::Returns(self::value(value)?))),
        Some(("raises", class)) => Some(Claim::Method(method(code)?, Paths::Raises(class.to_owned()))),
        _ => goals(Subject::Line, item),
    };
    Some(vec![(item.to_owned(), claim?)])
}

fn edge(text: &str) -> Option<(String, Claim)> {
    let (edge, verdict) = text.split_once(' ')?;
    let subject = match edge {
        "true" | "false" => Subject::Branch(edge.to_owned()),
        _ => return None,
    };
    Some((text.to_owned(), Claim::Goals(subject, expected(verdict)?)))
}

fn expected(verdict: &str) -> Option<Expected> {
    Some(match verdict {
        "reached" => Expected::Reached,
        "unreachable" => Expected::Unreachable,
        "unreachable(strict)" => Expected::UnreachableStrict,
        "unreachable(within)" => Expected::UnreachableWithin,
        "possible" => Expected::Possible,
        "possible(strict)" => Expected::PossibleStrict,
        "impossible" => Expected::Impossible,
        "unreachable(unconditional)" => Expected::UnreachableUnconditional,
        _ => {
            let (kind, argument) = verdict.strip_suffix(')')?.split_once('(')?;
            match (kind, argument.split_once("if ")) {
                ("undecided", _) => Expected::Undecided(argument.to_owned()),
                ("unreachable", Some((premise @ ("" | "within "), assumption))) => {
                    Expected::UnreachableIf { assumption: assumption.to_owned(), bounded: !premise.is_empty() }
                }
                _ => return None,
            }
        }
    })
}

/// A number or a truth value; a number that JSON cannot hold exactly is a string there.
fn value(text: &str) -> Option<serde_json::Value> {
    const EXACT: u64 = 1 << 53;
    match text {
        "true" | "false" => Some((text == "true").into()),
        _ => {
            let number: i64 = text.parse().ok()?;
            Some(if number.unsigned_abs() <= EXACT { number.into() } else { text.into() })
        }
    }
}

/// The name before the first `(`.
fn method(code: &str) -> Option<String> {
    let (before, _) = code.split_once('(')?;
    before.split_whitespace().last().map(str::to_owned)
}

//! Each engine issues its own ledgers, so that it is known who answers for a proof.

mod workspace;

use workspace::{crates, sources_below, text_of};

/// The crates in which each engine has its scope.
const ISSUERS: [(&str, &[&str]); 5] = [
    ("AbstractInterpretation", &["driver"]),
    ("Exploration", &["symex"]),
    ("Formula", &["driver"]),
    ("PathCondition", &["apc", "driver"]),
    ("Cover", &["reach"]),
];

/// How a source has a ledger issued.
const ISSUES: &str = "issued_by(EngineName::";

/// The engines for which the text of a source issues ledgers, but for its unit tests and its comments.
fn issued_in(text: &str) -> Vec<String> {
    let own = text.split("#[cfg(test)]").next().unwrap_or_default();
    let code = own.lines().filter(|line| !line.trim_start().starts_with("//"));
    let behind = code.flat_map(|line| line.split(ISSUES).skip(1).collect::<Vec<_>>());
    behind.map(|rest| rest.chars().take_while(|letter| letter.is_alphanumeric()).collect()).collect()
}

#[test]
fn an_engine_issues_its_own_ledgers() {
    let mut seen = Vec::new();
    for (name, folder) in crates() {
        for source in sources_below(&folder.join("src")) {
            for engine in issued_in(&text_of(&source)) {
                let issuers = ISSUERS.iter().find(|(known, _)| *known == engine);
                let may = issuers.is_some_and(|(_, crates)| crates.contains(&name.as_str()));
                assert!(may, "{} issues a ledger of {engine}", source.display());
                seen.push(engine);
            }
        }
    }
    for (engine, _) in ISSUERS {
        assert!(seen.iter().any(|found| found == engine), "nothing issues a ledger of {engine}");
    }
}

#[test]
fn a_ledger_in_code_is_seen_and_one_in_a_test_is_not() {
    let text = "let a = Assurance::issued_by(EngineName::Cover);\n// issued_by(EngineName::Formula)\n#[cfg(test)]\nissued_by(EngineName::X)";
    assert_eq!(issued_in(text), ["Cover"]);
}

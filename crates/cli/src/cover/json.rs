//! The JSON document of `clew cover`.

use super::{Cover, is_unconditional};
use clew_facts::{
    AssertVerdict, BlockVerdict, CoverAsserts, CoverCalls, CoverSuite, CoverTest, CoverValue, SummaryFacts, Verdict,
};
use num_bigint::BigInt;
use serde_json::{Map, Value as Json, json};

/// The integers that a double holds exactly reach this far from zero.
const EXACT: i64 = 1 << 53;

/// The document, with a newline at its end.
pub(super) fn document(cover: &Cover<'_>) -> String {
    let (options, facts) = (cover.options, cover.facts);
    let goals: Vec<Json> = facts.goals.iter().map(|goal| self::goal(goal, &options.procedure)).collect();
    let mut document = json!({
        "command": "cover",
        "sense": "complete",
        "procedure": options.procedure,
        "criterion": options.criterion.name(),
        "algorithm": options.algorithm.name(),
        "unwind": options.unwind,
        "calls": options.calls.name(),
        "interrupted": cover.interrupted,
        "complete": facts.complete,
        "tests": facts.tests.iter().map(test).collect::<Vec<_>>(),
        "goals": goals,
        "stats": {
            "queries": facts.stats.queries,
            "checks": facts.stats.checks,
            "nodes": facts.stats.nodes,
            "solver_seconds": facts.stats.solver_seconds,
            "seconds": facts.stats.seconds,
        },
    });
    if let Some(found) = &facts.suite {
        document["suite"] = suite(found, &options.procedure);
    }
    if options.calls == CoverCalls::Summaries {
        document["summaries"] = facts.summaries.iter().map(summary).collect();
    }
    if let Some(found) = &facts.asserts {
        document["asserts"] = asserts(found, &options.procedure);
    }
    format!("{document:#}\n")
}

fn summary(summary: &SummaryFacts) -> Json {
    json!({ "procedure": summary.procedure, "pairs": summary.pairs, "demanded": summary.demanded })
}

fn asserts(asserts: &CoverAsserts, entry: &str) -> Json {
    let goal = |goal: &AssertVerdict| {
        let mut fields = place(&goal.procedure, &goal.block, entry);
        fields.insert("line".to_owned(), json!(goal.line));
        tell(&goal.verdict, "violation", &mut fields);
        Json::Object(fields)
    };
    json!({
        "violations": asserts.violations.iter().map(test).collect::<Vec<_>>(),
        "complete": asserts.complete,
        "goals": asserts.goals.iter().map(goal).collect::<Vec<_>>(),
    })
}

fn suite(suite: &CoverSuite, entry: &str) -> Json {
    let label = |(procedure, block): &(String, String)| match procedure == entry {
        true => block.clone(),
        false => format!("{procedure}.{block}"),
    };
    let apart: Vec<String> = suite.apart.iter().map(label).collect();
    json!({ "tests": suite.tests, "at_least": apart.len(), "apart": apart })
}

fn test(test: &CoverTest) -> Json {
    let inputs: Map<String, Json> = test.inputs.iter().map(|(name, it)| (name.clone(), value(it))).collect();
    json!({ "inputs": inputs, "blocks": test.blocks })
}

/// A value: an integer that a double does not hold exactly is a string, an array an object of its places and the rest.
pub fn value(value: &CoverValue) -> Json {
    match value {
        CoverValue::Bool(value) => json!(value),
        CoverValue::Int(value) => integer(value),
        CoverValue::Map(entries, otherwise) => {
            let place = |index: &Vec<BigInt>| index.iter().map(BigInt::to_string).collect::<Vec<_>>().join(",");
            let mut map: Map<String, Json> =
                entries.iter().map(|(index, value)| (place(index), integer(value))).collect();
            map.insert("else".to_owned(), integer(otherwise));
            Json::Object(map)
        }
    }
}

fn integer(value: &BigInt) -> Json {
    match i64::try_from(value) {
        Ok(small) if (-EXACT..=EXACT).contains(&small) => json!(small),
        Ok(_) | Err(_) => json!(value.to_string()),
    }
}

fn goal(goal: &BlockVerdict, entry: &str) -> Json {
    let mut fields = place(&goal.procedure, &goal.block, entry);
    tell(&goal.verdict, "test", &mut fields);
    Json::Object(fields)
}

/// A block, with its procedure where that is not the entry.
fn place(procedure: &str, block: &str, entry: &str) -> Map<String, Json> {
    let mut fields = Map::new();
    fields.insert("block".to_owned(), json!(block));
    if procedure != entry {
        fields.insert("procedure".to_owned(), json!(procedure));
    }
    fields
}

/// Adds a verdict; the position of the test that shows it has this name.
fn tell(verdict: &Verdict, test_name: &str, fields: &mut Map<String, Json>) {
    fields.insert("verdict".to_owned(), json!(verdict.name()));
    fields.insert("unconditional".to_owned(), json!(is_unconditional(verdict)));
    match verdict {
        Verdict::Reached { test } => {
            fields.insert(test_name.to_owned(), json!(test));
        }
        Verdict::Unreachable(proof) => {
            let assumptions: Vec<String> = proof.assumptions().map(ToString::to_string).collect();
            fields.insert("assumptions".to_owned(), json!(assumptions));
        }
        Verdict::Undecided(reasons) => {
            let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
            fields.insert("reason".to_owned(), json!(reasons.first()));
            fields.insert("reasons".to_owned(), json!(reasons));
        }
        Verdict::ReachedElsewhere(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_that_json_cannot_hold_are_strings() {
        let int = |value: i128| CoverValue::Int(BigInt::from(value));
        assert_eq!(value(&int(-5)), json!(-5));
        assert_eq!(value(&int(1 << 53)), json!(9_007_199_254_740_992_i64));
        assert_eq!(value(&int((1 << 53) + 1)), json!("9007199254740993"));
        assert_eq!(value(&int(-(1 << 90))), json!("-1237940039285380274899124224"));
    }

    #[test]
    fn an_array_has_its_places_and_the_rest() {
        let places = vec![(vec![BigInt::from(0), BigInt::from(-2)], BigInt::from(5))];
        assert_eq!(value(&CoverValue::Map(places, BigInt::from(1))), json!({ "0,-2": 5, "else": 1 }));
    }
}

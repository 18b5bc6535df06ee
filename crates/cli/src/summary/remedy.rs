//! Why executions were not followed, in one line for the terminal, with the flag that follows more of them where there is one.

use clew_facts::{Assumption, CutReason};

/// What was not followed, and what helps.
pub(super) fn of(reason: &CutReason) -> String {
    match reason {
        CutReason::Bound(bound) => of_bound(bound),
        CutReason::Budget(what) => match what.as_str() {
            "steps" => "the steps were spent; a larger --max-steps helps".to_owned(),
            "time" => "the time was spent; a larger --budget helps".to_owned(),
            _ => format!("a limit was reached ({what})"),
        },
        CutReason::Memory => "the memory was spent; a larger --memory or fewer --jobs help".to_owned(),
        CutReason::SolverUnknown(why) => format!("the solver gave no answer ({why})"),
        CutReason::Unsupported(what) => format!("not followed: {what}"),
        CutReason::Unmodelled(method) => format!("{} has no Java code and no model", method.replace('#', ".")),
        CutReason::Chosen(what) => format!("one value was chosen for {what}"),
        CutReason::Verified(by) => format!("all that follows is verified ({by})"),
        CutReason::Summary => "the summary of a call has no execution for it".to_owned(),
    }
}

fn of_bound(bound: &Assumption) -> String {
    let more = |number: &u32| number.saturating_mul(4);
    match bound {
        Assumption::Loop(rounds) => {
            format!("loops of over {rounds} rounds; --loop-k {} follows more", more(rounds))
        }
        Assumption::Block(times) => {
            format!("blocks run more than {times} times; --block-k {} follows more", more(times))
        }
        Assumption::Recursion(depth) => {
            format!("recursion deeper than {depth}; --recursion-k {} follows more", more(depth))
        }
        Assumption::StringLength(length) => {
            format!("strings longer than {length}; --string-length {} follows more", more(length).min(1000))
        }
        Assumption::ArrayLength(length) => format!("arrays of more than {length} elements"),
        Assumption::MadeInputs(class) => format!("objects of {class} that few calls do not make"),
        Assumption::FewClasses(class) => format!("further subclasses of {class}"),
        Assumption::StubInputs(class) => format!("implementations of {class} that are not known"),
        Assumption::FewShared(class) => format!("further objects that {class} keeps"),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::of;
    use clew_facts::{Assumption, CutReason};

    #[test]
    fn a_bound_comes_with_the_flag_that_raises_it() {
        let rounds = CutReason::Bound(Assumption::Loop(2));
        assert_eq!(of(&rounds), "loops of over 2 rounds; --loop-k 8 follows more");
        let deepest = CutReason::Bound(Assumption::Loop(128));
        assert!(of(&deepest).len() <= 52, "so much room is left on a line of 80 columns");
        let length = CutReason::Bound(Assumption::StringLength(1000));
        assert_eq!(of(&length), "strings longer than 1000; --string-length 1000 follows more");
    }
}

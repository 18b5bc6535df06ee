//! Tests that only show that a `null` argument leads to a `NullPointerException`: they stand behind the others of their class, and few
//! of them are kept.

use crate::options::NullArguments;
use crate::session::Session;
use clew_facts::{MethodFacts, MethodKey, NullArgument, TestCase};
use std::collections::{BTreeMap, BTreeSet};

/// The tests of these methods, each with the positions of its method and of itself; those of `null` arguments come behind all others.
pub(crate) fn null_arguments_last<'m>(methods: &'m [MethodFacts]) -> Vec<(usize, usize, &'m TestCase)> {
    let of_method = |(method, facts): (usize, &'m MethodFacts)| {
        facts.tests.iter().enumerate().map(move |(test, case)| (method, test, case))
    };
    let mut tests: Vec<_> = methods.iter().enumerate().flat_map(of_method).collect();
    tests.sort_by_key(|(_, _, case)| case.null_argument.is_some());
    tests
}

impl Session<'_> {
    /// The tests of `null` arguments to leave out of those that would be written, with why.
    pub(crate) fn null_arguments_to_leave_out(&self, written: &[usize]) -> BTreeMap<usize, String> {
        let option = self.suite.options.null_arguments;
        let mut reached: BTreeMap<&MethodKey, BTreeSet<usize>> = BTreeMap::new();
        let mut shown: BTreeSet<(&MethodKey, usize)> = BTreeSet::new();
        let mut left_out = BTreeMap::new();
        // Behind all others, so that it is known what those reach.
        for &job in written {
            let (key, case) = (&self.jobs[job].key, &self.jobs[job].case);
            let plain = case.goals.iter().filter(|goal| self.plain_goals[key].contains(*goal)).copied();
            let known = reached.entry(key).or_default();
            let Some(NullArgument { position: argument, .. }) = case.null_argument else {
                known.extend(plain);
                continue;
            };
            let new: Vec<usize> = plain.filter(|goal| !known.contains(goal)).collect();
            let is_kept = match option {
                NullArguments::All => true,
                NullArguments::OnePerParameter => shown.insert((key, argument)) || !new.is_empty(),
                NullArguments::None => false,
            };
            if is_kept {
                known.extend(new);
            } else {
                let name = case.arguments.get(argument).map_or("an argument", |argument| &argument.name);
                left_out.insert(job, format!("it only shows that {name} may not be null"));
            }
        }
        left_out
    }
}

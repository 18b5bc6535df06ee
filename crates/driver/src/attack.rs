//! Attacks on the assumptions of proofs: a search for executions that break one of them and reach the goal that was proved under it.
//!
//! For each kind of assumption there is an exploration that does not make it, or makes a weaker one, and looks for nothing but the
//! goals concerned ([`weapon`]). What is still unreached is looked for once more without all of them together, and last by concrete
//! runs on inputs by chance ([`random`]). A test that is found is one like all others: a JVM has to confirm it before a verdict
//! changes. What is not found leaves the proof as it is, with what was tried beside it.

mod random;
mod weapon;

use crate::engine::Task;
use clew_base::CancelToken;
use clew_facts::{
    Assumption, Attack, AttackBy, AttackResult, AttackedGoal, Criterion, MethodFacts, Options, TestCase, Verdict,
};
use clew_symex::{AttackFound, AttackTarget, Observer, attack, attack_by_calls};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use weapon::Weapon;

/// Attacks the proofs of a method that rest on assumptions, and adds what was found to what is known of it. No verdict changes.
pub(crate) fn attack_proofs(task: &Task<'_>, facts: &mut MethodFacts, observer: &dyn Observer) {
    let started = Instant::now();
    let goals = facts.attackable();
    if goals.is_empty() {
        return;
    }
    if task.cancel.is_cancelled() {
        return facts.note_unattacked("the run was interrupted");
    }
    let mut attacks = Attacks {
        task,
        observer,
        facts,
        against: goals.iter().map(|goal| (goal.goal, weapons_against(task, goal))).collect(),
        goals,
        left: Budget { steps: task.options.max_steps, work: task.options.solver_work, time: task.options.time },
    };
    attacks.one_by_one();
    attacks.together();
    attacks.at_random();
    attacks.explain();
    let Attacks { goals, facts, .. } = attacks;
    facts.clock_bound |= task.cancel.is_cancelled();
    facts.stats.attack_seconds = started.elapsed().as_secs_f64();
    facts.attacked = goals;
}

/// What attacks on the proofs of a method may still cost.
#[derive(Clone, Copy)]
struct Budget {
    /// Instructions.
    steps: u64,
    /// Resource units of the solver.
    work: u64,
    /// Time; none where there is no bound.
    time: Option<Duration>,
}

impl Budget {
    /// One of so many equal parts.
    fn part(self, parts: u32) -> Budget {
        let parts = parts.max(1);
        let (steps, work) = (self.steps / u64::from(parts), self.work / u64::from(parts));
        Budget { steps, work, time: self.time.map(|time| time / parts) }
    }

    /// What is left of it.
    fn without(self, steps: u64, work: u64, time: Duration) -> Budget {
        Budget {
            steps: self.steps.saturating_sub(steps),
            work: self.work.saturating_sub(work),
            time: self.time.map(|left| left.saturating_sub(time)),
        }
    }

    fn is_spent(self) -> bool {
        self.steps == 0 || self.work == 0 || self.time.is_some_and(|time| time.is_zero())
    }

    /// Ends what is to take no longer than this.
    fn token(self, cancel: &CancelToken) -> CancelToken {
        match self.time {
            Some(time) => cancel.with_deadline(Instant::now() + time),
            None => cancel.clone(),
        }
    }
}

/// One exploration against assumptions, and the goals that it looks for.
struct Strike {
    options: Options,
    by: AttackBy,
    instead: String,
    wanted: Vec<usize>,
}

/// The weapons against a proof, each with the assumptions that it breaks.
type Armoury = BTreeMap<Weapon, BTreeSet<Assumption>>;

/// The attacks on the proofs of one method.
struct Attacks<'a> {
    task: &'a Task<'a>,
    observer: &'a dyn Observer,
    facts: &'a mut MethodFacts,
    goals: Vec<AttackedGoal>,
    /// What there is against the proof of each goal.
    against: BTreeMap<usize, Armoury>,
    left: Budget,
}

impl Attacks<'_> {
    /// An exploration against each kind of assumption.
    fn one_by_one(&mut self) {
        let weapons = self.weapons();
        let parts = weapons.len() as u32 + u32::from(weapons.len() > 1);
        for (done, weapon) in weapons.iter().enumerate() {
            let budget = self.left.part(parts - done as u32);
            self.with(&[*weapon], budget);
        }
    }

    /// One against all of them, for goals that rest on several.
    fn together(&mut self) {
        let weapons: Vec<Weapon> = self.weapons().into_iter().filter(|weapon| *weapon != Weapon::Calls).collect();
        if weapons.len() > 1 {
            self.with(&weapons, self.left);
        }
    }

    /// The weapons against the assumptions of goals that nothing has reached yet.
    fn weapons(&self) -> Vec<Weapon> {
        let open = self.goals.iter().filter(|goal| is_open(goal));
        let weapons: BTreeSet<Weapon> = open.flat_map(|goal| self.against[&goal.goal].keys().copied()).collect();
        weapons.into_iter().collect()
    }

    /// Takes weapons up against the goals that rest on what each of them breaks, in one exploration after the other.
    fn with(&mut self, weapons: &[Weapon], budget: Budget) {
        let rungs = weapons.iter().map(|weapon| weapon.rungs()).max().unwrap_or(0);
        let first = if weapons.len() > 1 { rungs - 1 } else { 0 };
        let mut budget = budget;
        for rung in first..rungs {
            let wanted = self.open_against(weapons);
            let part = budget.part(rungs - rung);
            if wanted.is_empty() || part.is_spent() || self.task.cancel.is_cancelled() {
                return;
            }
            let Some(strike) = self.strike(weapons, rung, wanted, part) else { return };
            let started = Instant::now();
            let (steps, work) = self.launch(weapons, &strike, part);
            let time = started.elapsed();
            budget = budget.without(steps, work, time);
            self.left = self.left.without(steps, work, time);
        }
    }

    /// The open goals that rest on something that the weapons break; on several such things, where there are several weapons.
    fn open_against(&self, weapons: &[Weapon]) -> Vec<usize> {
        let broken = self.broken_by(weapons);
        let is_meant = |goal: &&AttackedGoal| {
            let against = &self.against[&goal.goal];
            let fitting = weapons.iter().filter(|weapon| against.contains_key(weapon)).count();
            is_open(goal) && !is_proved_without(goal, weapons, &broken) && fitting >= weapons.len().min(2)
        };
        self.goals.iter().filter(is_meant).map(|goal| goal.goal).collect()
    }

    fn strike(&self, weapons: &[Weapon], rung: u32, wanted: Vec<usize>, budget: Budget) -> Option<Strike> {
        let assumptions = self.assumptions_of(&wanted);
        let mut options = Options {
            max_steps: budget.steps,
            solver_work: budget.work,
            summaries: None,
            attacks: false,
            // One test is enough of a goal that was proved to be out of reach.
            criterion: Criterion::Branches,
            ..self.task.options.clone()
        };
        let told: Vec<String> =
            weapons.iter().filter_map(|weapon| weapon.load(&mut options, &assumptions, rung)).collect();
        let by = if weapons == [Weapon::Calls] { AttackBy::Calls } else { AttackBy::Search };
        let instead: Vec<String> = told.iter().filter(|text| !text.is_empty()).cloned().collect();
        (!told.is_empty()).then(|| Strike { options, by, instead: instead.join(", "), wanted })
    }

    /// Explores, and notes what came of it. Tells what it cost in instructions and solver work.
    fn launch(&mut self, weapons: &[Weapon], strike: &Strike, budget: Budget) -> (u64, u64) {
        let Task { world, method, cancel, .. } = *self.task;
        let ruled_out: Vec<usize> = ruled_out(self.facts);
        let target = AttackTarget { facts: self.facts, wanted: &strike.wanted, ruled_out: &ruled_out };
        let look = if strike.by == AttackBy::Calls { attack_by_calls } else { attack };
        let gauge = self.observer.memory_gauge();
        let Ok(found) = look(world, method, &strike.options, &target, &budget.token(cancel), gauge) else {
            return (0, 0);
        };
        self.facts.clock_bound |= found.facts.clock_bound;
        for goal in &strike.wanted {
            let result = match &found.facts.goals[*goal].verdict {
                Verdict::Reached { test } => AttackResult::Found { test: self.keep(&found.facts.tests[*test]) },
                Verdict::Unreachable(proof) if strike.by == AttackBy::Search => {
                    AttackResult::Survived(Some(proof.clone()))
                }
                _ => AttackResult::Survived(None),
            };
            self.note(*goal, weapons, strike, &found, result);
        }
        (found.steps, found.work)
    }

    /// Notes what came of an exploration for a goal; one with a greater bound goes on where the one before it ended.
    fn note(&mut self, goal: usize, weapons: &[Weapon], strike: &Strike, found: &AttackFound, result: AttackResult) {
        let Some(attacked) = self.goals.iter_mut().find(|attacked| attacked.goal == goal) else { return };
        let against = &self.against[&goal];
        let assumptions: BTreeSet<Assumption> =
            weapons.iter().filter_map(|weapon| against.get(weapon)).flatten().cloned().collect();
        let before = attacked.attacks.iter().position(|known| known.assumptions == assumptions);
        let (mut executions, mut steps) = (found.facts.paths, found.steps);
        if let Some(before) = before.map(|before| attacked.attacks.remove(before)) {
            executions += before.executions;
            steps += before.steps;
        }
        let instead = strike.instead.clone();
        attacked.attacks.push(Attack { assumptions, by: Some(strike.by), instead, executions, steps, result });
    }

    /// Concrete runs on inputs by chance, for what is left.
    fn at_random(&mut self) {
        let wanted: Vec<usize> = self.goals.iter().filter(|goal| is_open(goal)).map(|goal| goal.goal).collect();
        let all = self.against.clone();
        let breakable = |goal: &AttackedGoal| -> BTreeSet<Assumption> {
            let against = all[&goal.goal].iter().filter(|(weapon, _)| weapon.is_for_inputs());
            against.flat_map(|(_, assumptions)| assumptions).cloned().collect()
        };
        let can_break = |goal: &AttackedGoal| wanted.contains(&goal.goal) && !breakable(goal).is_empty();
        if !self.goals.iter().any(can_break) || self.left.time.is_some_and(|time| time.is_zero()) {
            return;
        }
        let cancel = self.left.token(self.task.cancel);
        let ran = random::runs(self.task, &self.facts.key, &wanted, &cancel);
        self.facts.clock_bound |= cancel.is_cancelled();
        if ran.executions == 0 {
            return;
        }
        for at in 0..self.goals.len() {
            let goal = &self.goals[at];
            let assumptions = breakable(goal);
            if !can_break(goal) {
                continue;
            }
            let test = ran.tests.iter().find(|test| test.goals.contains(&goal.goal));
            let result = match test {
                Some(test) => AttackResult::Found { test: self.keep(test) },
                None => AttackResult::Survived(None),
            };
            self.goals[at].attacks.push(Attack {
                assumptions,
                by: Some(AttackBy::Random),
                instead: String::new(),
                executions: ran.executions,
                steps: ran.steps,
                result,
            });
        }
    }

    /// Says of each assumption that was not attacked why.
    fn explain(&mut self) {
        for goal in &mut self.goals {
            let is_found = !is_open(goal);
            for assumption in goal.proof.assumptions().filter(|assumption| !assumption.is_universal()) {
                if goal.attacks.iter().any(|attack| attack.assumptions.contains(assumption)) {
                    continue;
                }
                let why = match Weapon::against(self.task, assumption) {
                    Err(why) => why,
                    Ok(_) if is_found => "another attack has reached the goal",
                    Ok(_) => "the budget was spent, or no greater bound is tried",
                };
                goal.attacks.push(Attack::none(assumption.clone(), why));
            }
        }
    }

    /// Where a test stands among those of the method, added at the end if it is new.
    fn keep(&mut self, test: &TestCase) -> usize {
        let tests = &mut self.facts.tests;
        let known = tests.iter().position(|known| known.has_input_of(test));
        known.unwrap_or_else(|| {
            tests.push(test.clone());
            tests.len() - 1
        })
    }

    /// All that these weapons break of the proofs of the method.
    fn broken_by(&self, weapons: &[Weapon]) -> BTreeSet<Assumption> {
        let all = self.against.values().flatten().filter(|(weapon, _)| weapons.contains(weapon));
        all.flat_map(|(_, assumptions)| assumptions).cloned().collect()
    }

    fn assumptions_of(&self, wanted: &[usize]) -> BTreeSet<Assumption> {
        let meant = self.goals.iter().filter(|goal| wanted.contains(&goal.goal));
        meant.flat_map(|goal| goal.proof.assumptions().cloned()).collect()
    }
}

/// The weapons against a proof, each with the assumptions that it breaks.
fn weapons_against(task: &Task<'_>, goal: &AttackedGoal) -> Armoury {
    let mut all = Armoury::new();
    for assumption in goal.proof.assumptions() {
        if let Ok(weapon) = Weapon::against(task, assumption) {
            all.entry(weapon).or_default().insert(assumption.clone());
        }
    }
    all
}

/// Whether no execution to a goal was found yet.
fn is_open(goal: &AttackedGoal) -> bool {
    !goal.attacks.iter().any(|attack| matches!(attack.result, AttackResult::Found { .. }))
}

/// Whether an exploration that was free to break only some of these has proved that no execution reaches the goal, and has needed
/// nothing that the weapons are for: then there is nothing to break.
fn is_proved_without(goal: &AttackedGoal, weapons: &[Weapon], broken: &BTreeSet<Assumption>) -> bool {
    goal.attacks.iter().any(|attack| match &attack.result {
        AttackResult::Survived(Some(proof)) => {
            let is_in_reach = |one: &Assumption| Weapon::by_kind(one).is_ok_and(|weapon| weapons.contains(&weapon));
            attack.assumptions.is_subset(broken) && !proof.assumptions().any(is_in_reach)
        }
        _ => false,
    })
}

/// The goals that no execution reaches, whatever is assumed.
fn ruled_out(facts: &MethodFacts) -> Vec<usize> {
    let goals = facts.goals.iter().enumerate();
    let is_ruled_out = |verdict: &Verdict| matches!(verdict, Verdict::Unreachable(proof) if proof.is_unconditional());
    goals.filter(|(_, goal)| is_ruled_out(&goal.verdict)).map(|(goal, _)| goal).collect()
}

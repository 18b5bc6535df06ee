//! The goals that are attacked, and the points of the code by which probes tell of them.

use crate::document::{Document, Goal, Method};
use clew_facts::{GoalKind, MethodKey};
use clew_ir::{Inst, Spot};
use clew_jvm::{MethodCode, MethodId, World};
use clew_symex::goal_spots;
use std::collections::{BTreeMap, BTreeSet};

/// What Clew claims of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Claim {
    /// That no execution reaches it.
    Unconditional,
    /// That none does under assumptions.
    Conditional,
    /// That none does within bounds.
    Within,
}

impl Claim {
    /// All of them.
    pub const ALL: [Claim; 3] = [Claim::Unconditional, Claim::Conditional, Claim::Within];

    fn of(goal: &Goal) -> Option<Claim> {
        match (goal.verdict.as_str(), goal.unconditional) {
            ("unreachable", true) => Some(Claim::Unconditional),
            ("unreachable", false) => Some(Claim::Conditional),
            ("unreachable_within", _) => Some(Claim::Within),
            _ => None,
        }
    }

    /// As verdicts are called.
    pub fn name(self) -> &'static str {
        match self {
            Claim::Unconditional => "unreachable",
            Claim::Conditional => "unreachable under assumptions",
            Claim::Within => "unreachable within bounds",
        }
    }
}

/// A goal that is attacked.
#[derive(Debug)]
pub struct Attacked {
    /// The method.
    pub method: MethodKey,
    /// What has to happen, in words.
    pub text: String,
    /// The point that tells of it, as the attacker reads it.
    pub point: String,
    /// The point of the line before, `-` where there is none.
    pub near: String,
    /// What Clew claims.
    pub claim: Claim,
    /// What the proof rests on.
    pub assumptions: Vec<String>,
}

/// The place of an exception, as a stack trace has it, and its class.
type Arising<'d> = (&'d str, &'d str, u32, &'d str);

/// The goals that are attacked, and how many others there are of which nothing would tell that they are reached.
pub fn attacked(document: &Document, world: &World) -> (Vec<Attacked>, u64) {
    let possible = possible_exceptions(document);
    let mut all = Vec::new();
    let mut unseen = 0;
    for method in &document.methods {
        let claimed = method.goals.iter().filter_map(|goal| Some((goal, Claim::of(goal)?)));
        let claimed: Vec<(&Goal, Claim)> = claimed.collect();
        let Some(code) = (!claimed.is_empty()).then(|| code(world, &method.key)).flatten() else {
            unseen += claimed.len() as u64;
            continue;
        };
        for (goal, claim) in claimed {
            match point(world, method, goal, &code, &possible) {
                Some(point) => all.push(Attacked {
                    method: method.key.clone(),
                    text: text(goal),
                    point,
                    near: near(method, goal),
                    claim,
                    assumptions: goal.assumptions.clone(),
                }),
                None => unseen += 1,
            }
        }
    }
    (all, unseen)
}

fn method_id(world: &World, key: &MethodKey) -> Option<MethodId> {
    let class = world.load(&key.class.replace('.', "/")).ok()?;
    let methods = &world.class(class).methods;
    let is_meant = |id: &&MethodId| {
        let method = world.method(**id);
        *method.name == *key.method && *method.descriptor == *key.descriptor
    };
    methods.iter().find(is_meant).copied()
}

fn code(world: &World, key: &MethodKey) -> Option<(MethodId, std::rc::Rc<MethodCode>)> {
    let id = method_id(world, key)?;
    Some((id, world.code(id).ok()?))
}

/// The exceptions that may arise, by the goals.
fn possible_exceptions(document: &Document) -> BTreeSet<Arising<'_>> {
    let goals = document.methods.iter().flat_map(|method| method.goals.iter().map(move |goal| (method, goal)));
    goals.filter(|(_, goal)| Claim::of(goal).is_none()).filter_map(|(method, goal)| arising(method, goal)).collect()
}

fn arising<'d>(method: &'d Method, goal: &'d Goal) -> Option<Arising<'d>> {
    let class = match goal.kind.as_str() {
        "exception" => goal.exception.as_deref()?,
        "assert" => "java.lang.AssertionError",
        _ => return None,
    };
    Some((&method.key.class, &method.key.method, goal.line, class))
}

/// The point that tells of a goal; `None` where it might tell of another one.
fn point(
    world: &World,
    method: &Method,
    goal: &Goal,
    (id, code): &(MethodId, std::rc::Rc<MethodCode>),
    possible: &BTreeSet<Arising<'_>>,
) -> Option<String> {
    if goal.line == 0 {
        return None;
    }
    match goal.kind.as_str() {
        "line" => Some(format!("L{}", goal.line)),
        "branch" => branch(goal, code),
        _ => {
            let arising = arising(method, goal)?;
            let is_plain = !possible.contains(&arising)
                && !is_line_of_another(world, *id, goal.line)
                && (goal.kind == "assert" || !makes(code, goal.line, arising.3));
            is_plain.then(|| format!("E{} {}", goal.line, arising.3))
        }
    }
}

/// The point of an edge. A jump that the code has several times, with other meanings, has none.
fn branch(goal: &Goal, code: &MethodCode) -> Option<String> {
    let edge = goal.edge.as_deref()?;
    if let Some(key) = edge.strip_prefix("case ") {
        return Some(format!("K{}:{key}", goal.offset));
    }
    if edge == "default" {
        return Some(format!("D{}", goal.offset));
    }
    let spots = goal_spots(code).into_iter().filter(|(known, _)| {
        known.offset == goal.offset && matches!(&known.kind, GoalKind::Branch(known) if known.to_string() == edge)
    });
    let sides: BTreeSet<Option<usize>> = spots
        .flat_map(|(_, spots)| spots)
        .map(|spot| match spot {
            Spot::Edge(_, side) => Some(side),
            Spot::Block(_) => None,
        })
        .collect();
    match sides.into_iter().collect::<Vec<_>>()[..] {
        [Some(0)] => Some(format!("J{}", goal.offset)),
        [Some(1)] => Some(format!("G{}", goal.offset)),
        _ => None,
    }
}

/// Whether another method of the class that has the same name has code in the line, as constructors share what initializes fields.
fn is_line_of_another(world: &World, id: MethodId, line: u32) -> bool {
    let method = world.method(id);
    let others = world.class(method.class).methods.clone();
    others.iter().filter(|other| **other != id && world.method(**other).name == method.name).any(|other| {
        world.code(*other).is_ok_and(|code| {
            let mut blocks = code.body.blocks.values();
            blocks.any(|block| {
                block.terminator_origin.line == line || block.stmts.iter().any(|stmt| stmt.origin.line == line)
            })
        })
    })
}

/// Whether the line makes an exception of the class itself, which arises in the same place as one that the virtual machine throws.
fn makes(code: &MethodCode, line: u32, class: &str) -> bool {
    let stmts = code.body.blocks.values().flat_map(|block| &block.stmts);
    let class = class.replace('.', "/");
    stmts
        .filter(|stmt| stmt.origin.line == line)
        .any(|stmt| matches!(&stmt.inst, Inst::New { class: made, .. } if **made == *class))
}

/// The line that begins last before the goal.
fn near(method: &Method, goal: &Goal) -> String {
    let lines = method.goals.iter().filter(|other| other.kind == "line" && other.line != goal.line && other.line != 0);
    let before: BTreeMap<u32, u32> = lines.map(|other| (other.offset, other.line)).collect();
    before.range(..=goal.offset).next_back().map_or_else(|| "-".to_owned(), |(_, line)| format!("L{line}"))
}

fn text(goal: &Goal) -> String {
    let what = match (&goal.edge, &goal.exception) {
        (Some(edge), _) => format!("branch {edge}"),
        (None, Some(exception)) => exception.clone(),
        (None, None) => goal.kind.clone(),
    };
    format!("line {}, offset {}: {what}", goal.line, goal.offset)
}

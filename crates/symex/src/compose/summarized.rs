//! The code of a callee with its summary before it.
//!
//! The code first reads what the cases speak of, as far as that is there on every execution that they tell: where an object is missing
//! that they look into, control goes to the callee's own code. The block after that ends in the choice between the cases. Cases that
//! differ in numbers alone are one choice, with conditional values; under the criterion of all paths each is a choice of its own.

use super::case::{Case, Cases, Origin, Slot, Told};
use super::formal::Explored;
use crate::code::Code;
use crate::core::Core;
use crate::template::{Formal, Group, Template};
use crate::types::register_type;
use clew_base::{Arena, Id};
use clew_heap::Kind;
use clew_ir::{
    Block, BlockId, Body, BranchKind, Const, Expr, FieldRef, Inst, Origin as CodeOrigin, Reg, RegInfo, Stmt,
    Terminator, Type, UnaryOp,
};
use clew_jvm::{FieldId, MethodCode};
use clew_term::{SymbolId, Term, TermPool};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// The greatest size of the conditions and results of a summary together.
const MAX_SIZE: usize = 1_500;
/// How many instructions on a path of the callee cost as much as the choice between cases.
const COST_OF_CHOICE: u64 = 3;

/// The code with a summary before it; `None` where a summary saves nothing.
pub(super) fn build(core: &mut Core<'_>, code: &Rc<Code>, explored: Explored, keeps_paths: bool) -> Option<Code> {
    let paths = explored.ends.len() as u64;
    let Cases { mut slots, cases: all, is_complete } = Cases::of(core, &explored)?;
    let (cases, followed) = fitting(&all, keeps_paths);
    let has_all = is_complete && cases.len() == all.len();
    let groups = grouped(&cases, keeps_paths);
    let reads = slots.len() as u64;
    let saves_paths = groups.len() < cases.len();
    let saves_steps = explored.steps / paths.max(1) > reads + COST_OF_CHOICE;
    if groups.is_empty() || !(saves_paths || saves_steps) {
        return None;
    }
    let mut maker = Maker::new(core, code, &mut slots, followed);
    let merged: Vec<Merged> = groups.iter().map(|group| maker.merge(group)).collect::<Option<_>>()?;
    let all_terms = merged.iter().flat_map(|group| group.results.values().chain([&group.guard]));
    let sizes = all_terms.map(|term| maker.core.pool.size_up_to(*term, MAX_SIZE));
    if sizes.collect::<Vec<_>>().into_iter().sum::<usize>() >= MAX_SIZE {
        return None;
    }
    let mut template = maker.template(&merged, has_all)?;
    template.assumptions = explored.assumptions;
    let body = maker.body;
    let changed = Rc::new(MethodCode { body, ..(*code.code).clone() });
    let class = core.world.class(code.method.class);
    Some(Code::new(code.id, Rc::clone(&code.method), changed, &class).with_polls(core.world).with_summary(template))
}

/// The cases that look into no objects but a certain choice of them, with that choice: the one of most cases. Under the criterion of
/// all paths that is none, so that no path is divided by whether one of them is there.
fn fitting(cases: &[Case], keeps_paths: bool) -> (Vec<&Case>, BTreeSet<usize>) {
    let count = |set: &BTreeSet<usize>| cases.iter().filter(|case| case.followed.is_subset(set)).count();
    let mut sets: Vec<&BTreeSet<usize>> = cases.iter().map(|case| &case.followed).collect();
    sets.retain(|set| !keeps_paths || set.is_empty());
    sets.sort_by_key(|set| (std::cmp::Reverse(count(set)), set.len()));
    let followed = sets.first().map(|set| (*set).clone()).unwrap_or_default();
    let fitting = cases.iter().filter(|case| case.followed.is_subset(&followed)).collect();
    (fitting, followed)
}

/// What cases of one choice have in common.
type Common = (Option<Told>, Vec<((usize, FieldId), Option<Told>)>, usize);

/// The cases by choices.
fn grouped<'c>(cases: &[&'c Case], keeps_paths: bool) -> Vec<Vec<&'c Case>> {
    let mut places: BTreeMap<FieldId, BTreeSet<usize>> = BTreeMap::new();
    for (slot, field) in cases.iter().flat_map(|case| case.writes.keys()) {
        places.entry(*field).or_default().insert(*slot);
    }
    // A write in one case must not undo that of another to the same object under another name.
    let is_told_apart = places.values().any(|slots| slots.len() > 1);
    let reference = |told: Told| match told {
        Told::Number(_) => None,
        Told::Reference(_) | Told::Null => Some(told),
    };
    let mut groups: BTreeMap<Common, Vec<&Case>> = BTreeMap::new();
    for (at, case) in cases.iter().enumerate() {
        let writes = case.writes.iter().map(|(place, told)| (*place, reference(*told)));
        let writes = writes.filter(|(_, told)| is_told_apart || told.is_some()).collect();
        let own = if keeps_paths { at } else { 0 };
        groups.entry((case.returned.and_then(reference), writes, own)).or_default().push(case);
    }
    let mut groups: Vec<Vec<&Case>> = groups.into_values().collect();
    groups.sort_by_key(|group| cases.iter().position(|case| std::ptr::eq(*case, group[0])));
    groups
}

/// What a result of a choice is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Output {
    Returned,
    Written(usize, FieldId),
}

/// Cases as one choice.
struct Merged {
    guard: Term,
    results: BTreeMap<Output, Term>,
    references: BTreeMap<Output, Told>,
    returns: bool,
}

/// A path's conditions with its numbers.
type Leaf<'c> = (&'c [Term], Vec<Term>);

struct Maker<'m, 'w> {
    core: &'m mut Core<'w>,
    code: &'m Code,
    body: Body,
    slots: &'m mut Vec<Slot>,
    followed: BTreeSet<usize>,
    registers: BTreeMap<usize, Reg>,
}

impl<'m, 'w> Maker<'m, 'w> {
    fn new(core: &'m mut Core<'w>, code: &'m Code, slots: &'m mut Vec<Slot>, followed: BTreeSet<usize>) -> Self {
        Self { core, code, body: code.code.body.clone(), slots, followed, registers: BTreeMap::new() }
    }

    /// Makes one choice of cases. Where only some of them write a field, the others write what it held.
    fn merge(&mut self, group: &[&Case]) -> Option<Merged> {
        let mut numbers: BTreeSet<Output> = BTreeSet::new();
        let mut references = BTreeMap::new();
        for case in group {
            let writes = case.writes.iter().map(|((slot, field), told)| (Output::Written(*slot, *field), *told));
            for (result, told) in case.returned.map(|told| (Output::Returned, told)).into_iter().chain(writes) {
                match told {
                    Told::Number(_) => drop(numbers.insert(result)),
                    Told::Reference(_) | Told::Null => drop(references.insert(result, told)),
                }
            }
        }
        if numbers.iter().any(|result| references.contains_key(result)) {
            return None;
        }
        let mut leaves: Vec<Leaf<'_>> = Vec::with_capacity(group.len());
        for case in group {
            let mut values = Vec::with_capacity(numbers.len());
            for result in &numbers {
                values.push(self.number(case, *result)?);
            }
            leaves.push((&case.conditions, values));
        }
        let guard = guard(&mut self.core.pool, &leaves.iter().map(|leaf| leaf.0).collect::<Vec<_>>(), 0);
        let values = values(&mut self.core.pool, &leaves, 0);
        let results = numbers.into_iter().zip(values).collect();
        Some(Merged { guard, results, references, returns: group.iter().any(|case| case.returned.is_some()) })
    }

    fn number(&mut self, case: &Case, result: Output) -> Option<Term> {
        let told = match result {
            Output::Returned => case.returned,
            Output::Written(slot, field) => case.writes.get(&(slot, field)).copied(),
        };
        match (told, result) {
            (Some(Told::Number(term)), _) => Some(term),
            (None, Output::Written(slot, field)) => {
                let descriptor = &self.core.world.field(field).descriptor;
                let kind = self.core.types.kind(descriptor).ok()?;
                let slot = Cases::slot(self.core, self.slots, Origin::Field(slot, field), kind);
                let stored = self.core.pool.symbol_term(self.slots[slot].symbol);
                Some(kind.widen(&mut self.core.pool, stored))
            }
            _ => None,
        }
    }

    /// Adds the code to the body.
    fn template(&mut self, merged: &[Merged], is_complete: bool) -> Option<Template> {
        let original = self.body.entry;
        let needed = self.needed(merged);
        let mut insts = Vec::new();
        self.body.entry = self.body.blocks.next_id();
        for at in needed.iter().copied() {
            let reg = self.read(at, &mut insts)?;
            if self.followed.contains(&at) {
                let next = BlockId::from_index(self.body.blocks.len() + 1);
                let condition = Expr::unary(UnaryOp::IsNull, Expr::Reg(reg));
                let kind = BranchKind::Internal;
                let check = Terminator::Branch { kind, condition, then: original, otherwise: next };
                self.block("read", std::mem::take(&mut insts), check);
            }
        }
        let at = self.block("choose", insts, Terminator::Goto(vec![original]));
        let mut groups = Vec::with_capacity(merged.len());
        for group in merged {
            groups.push(self.group(group)?);
        }
        let formals = needed.iter().map(|slot| (self.slots[*slot].symbol, self.formal(*slot))).collect();
        self.know_followed(&mut groups);
        Some(Template { at, original, formals, groups, is_complete, assumptions: Vec::new() })
    }

    /// The objects that are looked into are there where the choice is made.
    fn know_followed(&mut self, groups: &mut [Group]) {
        let known: Vec<SymbolId> = self.followed.iter().map(|slot| self.slots[*slot].symbol).collect();
        let receiver = self.slots.first().filter(|_| !self.code.method.is_static()).map(|slot| slot.symbol);
        let always = self.core.pool.tru();
        let is_there = |symbol: SymbolId| (known.contains(&symbol) || receiver == Some(symbol)).then_some(always);
        for group in groups {
            group.guard = self.core.pool.substitute(group.guard, &is_there);
            for (_, term) in &mut group.sets {
                *term = self.core.pool.substitute(*term, &is_there);
            }
        }
    }

    /// The slots that are read, each after the one in which its object is.
    fn needed(&mut self, merged: &[Merged]) -> BTreeSet<usize> {
        let mut needed = self.followed.clone();
        for group in merged {
            for term in group.results.values().chain([&group.guard]) {
                let symbols = self.core.pool.symbols(*term);
                let is_used = |slot: &usize| symbols.contains(&self.slots[*slot].symbol);
                needed.extend((0..self.slots.len()).filter(is_used));
            }
            let written = group.results.keys().chain(group.references.keys()).filter_map(|result| match result {
                Output::Written(slot, _) => Some(*slot),
                Output::Returned => None,
            });
            let told = group.references.values().filter_map(|told| match told {
                Told::Reference(slot) => Some(*slot),
                Told::Number(_) | Told::Null => None,
            });
            needed.extend(written.chain(told));
        }
        let mut waiting: Vec<usize> = needed.iter().copied().collect();
        while let Some(slot) = waiting.pop() {
            if let Origin::Field(object, _) | Origin::Length(object) = self.slots[slot].origin
                && needed.insert(object)
            {
                waiting.push(object);
            }
        }
        needed
    }

    /// The register that holds a slot, and the instruction that reads it.
    fn read(&mut self, at: usize, insts: &mut Vec<Inst>) -> Option<Reg> {
        let Slot { origin, kind, .. } = self.slots[at];
        let reg = match origin {
            Origin::Argument(position) => self.body.params[position],
            Origin::Field(object, field) => {
                let dst = self.register(&format!("slot{at}"), register_type(kind));
                let object = *self.registers.get(&object)?;
                insts.push(Inst::GetField { dst, object, field: self.field(field) });
                dst
            }
            Origin::Length(array) => {
                let dst = self.register(&format!("slot{at}"), Type::Bv32);
                insts.push(Inst::ArrayLength { dst, array: *self.registers.get(&array)? });
                dst
            }
        };
        self.registers.insert(at, reg);
        Some(reg)
    }

    fn formal(&self, slot: usize) -> Formal {
        let reg = self.registers[&slot];
        match self.slots[slot].kind {
            Kind::Ref(_) => Formal::NonNull(reg),
            kind => Formal::Stored(reg, kind),
        }
    }

    /// The block that makes the writes of a choice and returns.
    fn group(&mut self, merged: &Merged) -> Option<Group> {
        let mut sets = Vec::new();
        let mut values: BTreeMap<Output, Expr> = BTreeMap::new();
        for (result, term) in &merged.results {
            let ty = match result {
                Output::Returned => self.body.returns?,
                Output::Written(_, field) => {
                    let descriptor = &self.core.world.field(*field).descriptor;
                    register_type(self.core.types.kind(descriptor).ok()?)
                }
            };
            let name = format!("result{}", self.body.regs.len());
            let reg = self.register(&name, ty);
            sets.push((reg, *term));
            values.insert(*result, Expr::Reg(reg));
        }
        for (result, told) in &merged.references {
            let value = match told {
                Told::Reference(slot) => Expr::Reg(*self.registers.get(slot)?),
                Told::Number(_) | Told::Null => Expr::Const(Const::Null),
            };
            values.insert(*result, value);
        }
        let mut insts = Vec::new();
        for (result, value) in &values {
            if let Output::Written(slot, field) = result {
                let object = *self.registers.get(slot)?;
                insts.push(Inst::PutField { object, field: self.field(*field), value: value.clone() });
            }
        }
        let returned = values.remove(&Output::Returned);
        if merged.returns != returned.is_some() {
            return None;
        }
        let to = self.block("case", insts, Terminator::Return(returned));
        Some(Group { guard: merged.guard, sets, to })
    }

    fn field(&self, field: FieldId) -> Arc<FieldRef> {
        let field = self.core.world.field(field);
        let class = Arc::clone(&self.core.world.class(field.class).name);
        Arc::new(FieldRef { class, name: Arc::clone(&field.name), descriptor: Arc::clone(&field.descriptor) })
    }

    fn register(&mut self, name: &str, ty: Type) -> Reg {
        let regs: &mut Arena<Reg, RegInfo> = &mut self.body.regs;
        regs.push(RegInfo { name: format!("{name}'").into(), ty, global: None })
    }

    fn block(&mut self, label: &str, insts: Vec<Inst>, terminator: Terminator) -> BlockId {
        let label = format!("{label}{}'", self.body.blocks.len());
        let stmts = insts.into_iter().map(|inst| Stmt { inst, origin: CodeOrigin::default() }).collect();
        let terminator_origin = CodeOrigin::default();
        self.body.blocks.push(Block { label: label.into(), stmts, terminator, terminator_origin })
    }
}

/// Those of the lists that have the condition at this position, and those that have its negation; `None` if one has neither.
fn divided<T>(
    pool: &mut TermPool,
    lists: &[T],
    conditions: impl Fn(&T) -> &[Term],
    at: usize,
) -> Option<(Term, Vec<usize>, Vec<usize>)> {
    let condition = *conditions(lists.first()?).get(at)?;
    let negation = pool.not(condition);
    let (mut yes, mut no) = (Vec::new(), Vec::new());
    for (index, list) in lists.iter().enumerate() {
        match conditions(list).get(at) {
            Some(other) if *other == condition => yes.push(index),
            Some(other) if *other == negation => no.push(index),
            _ => return None,
        }
    }
    Some((condition, yes, no))
}

/// The condition that all conditions of one of the lists hold, from this position on. Lists that begin alike share it.
fn guard(pool: &mut TermPool, lists: &[&[Term]], at: usize) -> Term {
    if lists.iter().any(|list| list.len() <= at) {
        return pool.tru();
    }
    match divided(pool, lists, |list| list, at) {
        Some((condition, yes, no)) => {
            let side = |side: Vec<usize>| side.into_iter().map(|index| lists[index]).collect::<Vec<_>>();
            let (yes, no) = (side(yes), side(no));
            let yes = guard(pool, &yes, at + 1);
            let no = if no.is_empty() { pool.fls() } else { guard(pool, &no, at + 1) };
            pool.ite(condition, yes, no)
        }
        None => {
            let all: Vec<Term> = lists.iter().map(|list| pool.and_all(&list[at..])).collect();
            pool.or_all(&all)
        }
    }
}

/// The numbers of the path whose conditions hold, from this position on.
fn values(pool: &mut TermPool, leaves: &[Leaf<'_>], at: usize) -> Vec<Term> {
    let Some((first, others)) = leaves.split_first() else { return Vec::new() };
    if others.iter().all(|other| other.1 == first.1) {
        return first.1.clone();
    }
    match divided(pool, leaves, |leaf| leaf.0, at) {
        Some((condition, yes, no)) => {
            let side = |side: Vec<usize>| side.into_iter().map(|index| leaves[index].clone()).collect::<Vec<_>>();
            let (yes, no) = (side(yes), side(no));
            let yes = values(pool, &yes, at + 1);
            if no.is_empty() {
                return yes;
            }
            let no = values(pool, &no, at + 1);
            yes.into_iter().zip(no).map(|(yes, no)| pool.ite(condition, yes, no)).collect()
        }
        None => {
            let condition = pool.and_all(first.0.get(at..).unwrap_or_default());
            let rest = values(pool, others, at);
            first.1.iter().zip(rest).map(|(own, other)| pool.ite(condition, *own, other)).collect()
        }
    }
}

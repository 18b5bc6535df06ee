//! The code of a method as one formula over values that never change (`bounded-infeasible-code`, sections 3 and 4).
//!
//! Every block is evaluated once, in topological order. The formula has, for each block, whether an execution is there (`R`), and
//! for each edge whether it is taken. It is about beginnings of executions: `R` of a block demands an edge into it that is taken,
//! with all that holds on the way, and nothing of what comes after.
//!
//! It has more executions than the method, never fewer. Whatever is not followed has any value it could have: what other code
//! returns, throws and writes, what memory held at entry, and at the header of a loop all that a round may change.

use super::classes::Classes;
use super::invariants::{Arrival, Candidate, Changed, Header, candidates, of_summary};
use super::memory::{Epochs, Location, Memory, of_elements, of_objects};
use super::rounds::{Changes, changes_between_visits};
use super::values::{is_harmless, is_harmlessly_initialized, is_null, is_volatile, kind_of_element, sort_of};
use crate::loop_facts::LoopSummary;
use clew_base::{FastMap, FastSet};
use clew_heap::Kind;
use clew_ir::{Block, BlockId, Body, Callee, Cfg, FieldRef, Inst, Reg, Terminator, Type, Unwind};
use clew_jvm::{ClassId, FieldId, Method, World};
use clew_term::{ArraySort, ElementSort, Sort, Term, TermPool};
use imbl::OrdMap;
use imbl::ordmap::DiffItem;
use std::sync::Arc;

/// The formula.
pub(super) struct Formula {
    /// What holds.
    pub facts: Vec<Term>,
    /// For each block with edges to it whether an execution is there.
    pub reached: FastMap<BlockId, Term>,
    /// For each edge, by the position among the successors of its block, whether it is taken.
    pub taken: FastMap<(BlockId, usize), Term>,
    /// What may hold at every visit of headers of loops.
    pub candidates: Vec<Candidate>,
}

/// What holds at some moment of an execution.
#[derive(Clone)]
pub(super) struct State {
    pub registers: OrdMap<Reg, Term>,
    pub memory: Memory,
}

pub(super) struct Evaluation<'a> {
    pub(super) world: &'a World,
    pub(super) body: &'a Body,
    cfg: &'a Cfg,
    pub(super) pool: &'a mut TermPool,
    pub(super) classes: Classes<'a>,
    pub(super) epochs: Epochs,
    /// The length of every array.
    pub(super) lengths: Term,
    /// The fields of objects that the code reads.
    pub(super) fields_read: FastSet<FieldId>,
    /// Those of them that code which is not followed leaves as they are.
    constants: Vec<FieldId>,
    rounds: FastMap<BlockId, Changes>,
    /// What is known of loops.
    summaries: &'a [LoopSummary],
    retreating: FastSet<(BlockId, BlockId)>,
    arriving: FastMap<BlockId, Vec<(Term, State)>>,
    /// Numbers of literals, which are objects that may have been there before.
    pub(super) literals: FastMap<Literal, i32>,
    /// How many objects the method makes.
    pub(super) made: i32,
    headers: Vec<(BlockId, Header)>,
    /// The edges to headers.
    arrivals: Vec<Arrival>,
    formula: Formula,
}

/// What a literal names.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Literal {
    Text(Arc<[u16]>),
    Class(Arc<str>),
}

impl<'a> Evaluation<'a> {
    /// The formula of a method, with what is known of its loops.
    pub(super) fn formula(
        (world, method): (&'a World, &Method),
        (body, cfg): (&'a Body, &'a Cfg),
        summaries: &'a [LoopSummary],
        keeps_final_fields: bool,
        pool: &'a mut TermPool,
    ) -> Formula {
        let owner = Arc::clone(&world.class(method.class).name);
        let declared = declared_parameters(method, &owner);
        let classes = Classes::of(world, body, &declared.iter().flatten().cloned().collect::<Vec<_>>(), pool);
        let rounds = changes_between_visits(body, cfg, world);
        let lengths = pool.fresh("lengths", Sort::Array(of_objects(ElementSort::Bv(32))));
        let formula = Formula {
            facts: Vec::new(),
            reached: FastMap::default(),
            taken: FastMap::default(),
            candidates: Vec::new(),
        };
        let mut evaluation = Evaluation {
            world,
            body,
            cfg,
            pool,
            classes,
            epochs: Epochs::default(),
            lengths,
            fields_read: fields_read(world, body),
            constants: if keeps_final_fields { final_fields_read(world, method, body) } else { Vec::new() },
            rounds,
            summaries,
            retreating: cfg.retreating_edges().iter().copied().collect(),
            arriving: FastMap::default(),
            literals: FastMap::default(),
            made: 0,
            headers: Vec::new(),
            arrivals: Vec::new(),
            formula,
        };
        let entry = evaluation.entry(method, &declared);
        let always = evaluation.pool.tru();
        if evaluation.rounds.contains_key(&body.entry) {
            let registers = entry.registers.clone();
            evaluation.arrivals.push(Arrival { header: body.entry, taken: always, is_back: false, registers });
        }
        evaluation.arriving.insert(body.entry, vec![(always, entry)]);
        for block in cfg.reverse_post_order() {
            evaluation.block(*block);
        }
        let Evaluation { headers, arrivals, mut formula, pool, .. } = evaluation;
        formula.candidates = candidates(&headers, &arrivals, &mut formula.facts, pool);
        formula
    }

    /// The arguments: any of their types.
    fn entry(&mut self, method: &Method, declared: &[Option<Arc<str>>]) -> State {
        let mut registers = OrdMap::new();
        let descriptors =
            (!method.is_static()).then_some("L").into_iter().chain(method.parameters.iter().map(|it| &**it));
        for (position, (reg, descriptor)) in self.body.params.iter().zip(descriptors).enumerate() {
            let kind = Kind::of_primitive(descriptor);
            let value = self.unknown_of(kind);
            if kind.is_none() {
                let zero = self.pool.bv32(0);
                let was_there = self.pool.sle(zero, value);
                self.formula.facts.push(was_there);
            }
            if let Some(class) = &declared[position] {
                let known = self.classes.of_declared(value, class, self.pool);
                self.formula.facts.extend(known);
            }
            registers.insert(*reg, value);
        }
        if let (false, Some(receiver)) = (method.is_static(), self.body.params.first()) {
            let is_null = is_null(registers[receiver], self.pool);
            self.formula.facts.push(self.pool.not(is_null));
        }
        State { registers, memory: self.epochs.unknown() }
    }

    pub(super) fn any(&mut self, ty: Type) -> Term {
        self.pool.fresh("any", sort_of(ty))
    }

    /// Any value of a kind; of no kind any reference.
    pub(super) fn unknown_of(&mut self, kind: Option<Kind>) -> Term {
        let number = kind.and_then(|kind| kind.unknown(self.pool, "any"));
        number.unwrap_or_else(|| self.any(Type::Ref))
    }

    /// Whether an edge that is cut leads to a block from one that it does not dominate.
    fn has_several_entries(&self, id: BlockId) -> bool {
        let mut cut = self.cfg.retreating_edges().iter().filter(|(_, to)| *to == id);
        cut.any(|(from, _)| !self.cfg.dominates(id, *from))
    }

    /// Says of a block that an execution is there only where one of the edges to it is taken.
    fn reach(&mut self, id: BlockId, arriving: &[(Term, State)]) -> Term {
        let ways: Vec<Term> = arriving.iter().map(|(taken, _)| *taken).collect();
        let some = self.pool.or_all(&ways);
        match ways[..] {
            // Of a header more is said where an execution is there than where it is on the way there.
            [_] if !self.rounds.contains_key(&id) => some,
            _ => {
                let reached = self.pool.fresh("R", Sort::Bool);
                let demands = self.pool.implies(reached, some);
                self.formula.facts.push(demands);
                reached
            }
        }
    }

    fn block(&mut self, id: BlockId) {
        let arriving = self.arriving.remove(&id).unwrap_or_default();
        if arriving.is_empty() {
            return;
        }
        let (reached, mut state) = if self.has_several_entries(id) {
            // Control may come here first by an edge that is cut, so that an execution may be here at any time, in any state.
            (self.pool.fresh("R", Sort::Bool), State { registers: OrdMap::new(), memory: self.epochs.unknown() })
        } else {
            let (reached, mut state) = (self.reach(id, &arriving), self.meet(arriving));
            self.begin_round(id, reached, &mut state);
            (reached, state)
        };
        self.formula.reached.insert(id, reached);
        let body = self.body;
        let block = &body.blocks[id];
        let mut known = Vec::new();
        for stmt in &block.stmts {
            self.statement(&stmt.inst, &mut state, &mut known);
        }
        for fact in known {
            let fact = self.pool.implies(reached, fact);
            self.formula.facts.push(fact);
        }
        self.leave(id, block, reached, &state);
    }

    /// At the header of a loop whatever a round changes has any value.
    fn begin_round(&mut self, id: BlockId, reached: Term, state: &mut State) {
        let Some(changes) = self.rounds.get(&id) else { return };
        let mut registers: Vec<Reg> = changes.registers.iter().copied().collect();
        registers.sort_unstable();
        let locations = if changes.any_memory {
            None
        } else {
            let writes = changes.writes.iter().map(|(block, at)| &self.body.blocks[*block].stmts[*at].inst);
            writes.map(|inst| self.written_by(inst)).collect::<Option<Vec<_>>>()
        };
        let before = state.registers.clone();
        let mut changed = Vec::with_capacity(registers.len());
        for reg in registers {
            let ty = self.body.regs[reg].ty;
            let now = self.any(ty);
            let before = state.registers.insert(reg, now);
            // What has no value where the loop is entered is written in each round before it is read.
            if let Some(before) = before {
                changed.push(Changed { reg, ty, before, now });
            }
        }
        let header = Header { reached, changed };
        for summary in self.summaries.iter().filter(|summary| summary.header == id) {
            self.formula.facts.extend(of_summary(summary, &header, &before, self.pool));
        }
        self.headers.push((id, header));
        match locations {
            None => state.memory = self.unknown_behind(&state.memory),
            Some(locations) => {
                for (location, sort) in locations {
                    let map = self.pool.fresh("memory", Sort::Array(sort));
                    state.memory.write(location, map);
                }
            }
        }
    }

    /// The location that an instruction writes; `None` if that is not known.
    fn written_by(&self, inst: &Inst) -> Option<(Location, ArraySort)> {
        match inst {
            Inst::PutField { field, .. } | Inst::PutStatic { field, .. } => {
                self.field(field).map(|(at, kind, _)| (at, of_objects(stored(kind))))
            }
            Inst::ArrayStore { kind, .. } => {
                Some((Location::Elements(*kind), of_elements(stored(kind_of_element(*kind)))))
            }
            _ => None,
        }
    }

    /// The location of a field with the kind of its values, and whether other threads may write it at any time.
    pub(super) fn field(&self, field: &FieldRef) -> Option<(Location, Option<Kind>, bool)> {
        let id = self.world.resolve_field(field).ok()?;
        Some((Location::Field(id), Kind::of_primitive(&field.descriptor), is_volatile(self.world, field)))
    }

    /// The values where several ways meet: those that differ get a symbol that on each way is the value it has there.
    fn meet(&mut self, arriving: Vec<(Term, State)>) -> State {
        let mut arriving = arriving.into_iter();
        let Some((taken, first)) = arriving.next() else {
            return State { registers: OrdMap::new(), memory: self.epochs.unknown() };
        };
        let others: Vec<(Term, State)> = arriving.collect();
        if others.is_empty() {
            return first;
        }
        let mut differing: Vec<Reg> = Vec::new();
        for (_, other) in &others {
            differing.extend(first.registers.diff(&other.registers).map(|item| match item {
                DiffItem::Add(reg, _) | DiffItem::Remove(reg, _) | DiffItem::Update { new: (reg, _), .. } => *reg,
            }));
        }
        differing.sort_unstable();
        differing.dedup();
        let mut met = first.registers.clone();
        for reg in differing {
            let values: Option<Vec<(Term, Term)>> = std::iter::once((taken, &first))
                .chain(others.iter().map(|(taken, state)| (*taken, state)))
                .map(|(taken, state)| Some((taken, *state.registers.get(&reg)?)))
                .collect();
            match values {
                Some(values) => {
                    let value = self.join(&values);
                    met.insert(reg, value);
                }
                // It is not read before it has a value on every way.
                None => drop(met.remove(&reg)),
            }
        }
        let memory = self.meet_memory((taken, &first.memory), &others);
        State { registers: met, memory }
    }

    fn join(&mut self, values: &[(Term, Term)]) -> Term {
        let met = self.pool.fresh("met", self.pool.sort(values[0].1));
        for (taken, value) in values {
            let same = self.pool.eq(met, *value);
            let fact = self.pool.implies(*taken, same);
            self.formula.facts.push(fact);
        }
        met
    }

    fn meet_memory(&mut self, (taken, first): (Term, &Memory), others: &[(Term, State)]) -> Memory {
        if others.iter().all(|(_, other)| other.memory == *first) {
            return first.clone();
        }
        let same_epoch = others.iter().all(|(_, other)| other.memory.is_of_epoch_of(first));
        let mut met = if same_epoch { first.clone() } else { self.epochs.unknown() };
        let mut locations: Vec<Location> =
            first.locations().chain(others.iter().flat_map(|(_, other)| other.memory.locations())).collect();
        locations.sort_unstable();
        locations.dedup();
        for location in locations {
            let sort = self.sort_at(location);
            let mut values = vec![(taken, self.epochs.read(first, location, sort, self.pool))];
            for (taken, other) in others {
                values.push((*taken, self.epochs.read(&other.memory, location, sort, self.pool)));
            }
            let map = match values.iter().all(|(_, map)| *map == values[0].1) {
                true => values[0].1,
                false => self.join(&values),
            };
            met.write(location, map);
        }
        met
    }

    fn sort_at(&self, location: Location) -> ArraySort {
        match location {
            Location::Field(field) => of_objects(stored(Kind::of_primitive(&self.world.field(field).descriptor))),
            Location::Elements(kind) => of_elements(stored(kind_of_element(kind))),
        }
    }

    /// The ways out of a block.
    fn leave(&mut self, id: BlockId, block: &Block, reached: Term, state: &State) {
        match &block.terminator {
            Terminator::Goto(targets) => {
                for (at, target) in targets.iter().enumerate() {
                    self.edge((id, at), *target, reached, None, state.clone());
                }
            }
            Terminator::Branch { condition, then, otherwise, .. } => {
                let holds = self.value(condition, state);
                let fails = holds.map(|holds| self.pool.not(holds));
                self.edge((id, 0), *then, reached, holds, state.clone());
                self.edge((id, 1), *otherwise, reached, fails, state.clone());
            }
            Terminator::Switch { value, cases, default } => {
                let value = self.value(value, state);
                let mut others = Vec::with_capacity(cases.len());
                for (at, (key, target)) in cases.iter().enumerate() {
                    let is_key = value.map(|value| {
                        let key = self.pool.bv32(*key);
                        self.pool.eq(value, key)
                    });
                    others.extend(is_key.map(|is_key| self.pool.not(is_key)));
                    self.edge((id, at), *target, reached, is_key, state.clone());
                }
                let none = self.pool.and_all(&others);
                self.edge((id, cases.len()), *default, reached, Some(none), state.clone());
            }
            Terminator::Invoke { dst, callee, normal, unwind, .. } => {
                let after = self.behind(state, is_harmless(self.world, callee));
                let mut returned = after.clone();
                if let Some(dst) = dst {
                    let value = self.returned(callee, self.body.regs[*dst].ty);
                    returned.registers.insert(*dst, value);
                }
                self.edge((id, 0), *normal, reached, None, returned);
                self.thrown((id, 1), *unwind, reached, after);
            }
            Terminator::InitClass { class, normal, unwind } => {
                // Its initializer runs before, if it has not run yet.
                let after = self.behind(state, is_harmlessly_initialized(class));
                self.edge((id, 0), *normal, reached, None, after.clone());
                self.thrown((id, 1), *unwind, reached, after);
            }
            Terminator::Return(_) | Terminator::Throw(_) | Terminator::Unsupported(_) => {}
        }
    }

    /// What holds behind code that is not followed.
    fn behind(&mut self, state: &State, is_harmless: bool) -> State {
        let memory = if is_harmless { state.memory.clone() } else { self.unknown_behind(&state.memory) };
        State { registers: state.registers.clone(), memory }
    }

    /// The memory behind code that is not followed.
    pub(super) fn unknown_behind(&mut self, before: &Memory) -> Memory {
        let mut memory = self.epochs.unknown();
        for field in self.constants.clone() {
            let location = Location::Field(field);
            let map = self.epochs.read(before, location, self.sort_at(location), self.pool);
            memory.write(location, map);
        }
        memory
    }

    fn returned(&mut self, callee: &Callee, ty: Type) -> Term {
        let kind = match callee {
            Callee::Method { method, .. } => {
                let returns = method.descriptor.rsplit(')').next().unwrap_or_default();
                Kind::of_primitive(returns)
            }
            Callee::Dynamic(_) => None,
        };
        if kind.is_some() { self.unknown_of(kind) } else { self.any(ty) }
    }

    /// The edge on which such code throws, if the method goes on then.
    fn thrown(&mut self, edge: (BlockId, usize), unwind: Option<Unwind>, reached: Term, mut state: State) {
        let Some(Unwind { block, exception }) = unwind else { return };
        let thrown = self.any(Type::Ref);
        let is_null = is_null(thrown, self.pool);
        let is_thrown = self.pool.not(is_null);
        state.registers.insert(exception, thrown);
        self.edge(edge, block, reached, Some(is_thrown), state);
    }

    fn edge(&mut self, edge: (BlockId, usize), target: BlockId, reached: Term, condition: Option<Term>, state: State) {
        let (from, _) = edge;
        let taken = match condition {
            None if self.body.blocks[from].terminator.successors().len() == 1 => reached,
            _ => {
                let taken = self.pool.fresh("taken", Sort::Bool);
                let mut demands = vec![reached];
                demands.extend(condition);
                let demands = self.pool.and_all(&demands);
                let fact = self.pool.implies(taken, demands);
                self.formula.facts.push(fact);
                taken
            }
        };
        self.formula.taken.insert(edge, taken);
        let is_back = self.retreating.contains(&(from, target));
        if self.rounds.contains_key(&target) {
            self.arrivals.push(Arrival { header: target, taken, is_back, registers: state.registers.clone() });
        }
        if !is_back && self.cfg.is_reachable(target) {
            self.arriving.entry(target).or_default().push((taken, state));
        }
    }
}

/// How the values of a kind are stored; of no kind those that are references.
pub(super) fn stored(kind: Option<Kind>) -> ElementSort {
    kind.map_or(ElementSort::Bv(32), |kind| kind.map_sort().element)
}

fn fields_read(world: &World, body: &Body) -> FastSet<FieldId> {
    let read = body.blocks.values().flat_map(|block| &block.stmts).filter_map(|stmt| match &stmt.inst {
        Inst::GetField { field, .. } => world.resolve_field(field).ok(),
        _ => None,
    });
    read.collect()
}

/// The final instance fields that code reads, in the order of their numbers, without those that it may assign: of no class of which it
/// makes an object, and none in a constructor.
pub(super) fn final_fields_read(world: &World, method: &Method, body: &Body) -> Vec<FieldId> {
    let mut made: FastSet<ClassId> = FastSet::default();
    for stmt in body.blocks.values().flat_map(|block| &block.stmts) {
        if let Inst::New { class, .. } = &stmt.inst {
            let class = world.load(class).ok();
            made.extend(std::iter::successors(class, |class| world.class(*class).superclass));
        }
    }
    let is_constant = |field: &FieldId| {
        let field = world.field(*field);
        !method.is_constructor() && field.is_final() && !made.contains(&field.class)
    };
    let mut constants: Vec<FieldId> = fields_read(world, body).into_iter().filter(is_constant).collect();
    constants.sort_unstable();
    constants
}

/// The classes of the parameters, the receiver first, where they are of one: in internal form.
fn declared_parameters(method: &Method, owner: &Arc<str>) -> Vec<Option<Arc<str>>> {
    let receiver = (!method.is_static()).then(|| Some(Arc::clone(owner)));
    let class = |descriptor: &Arc<str>| descriptor.strip_prefix('L')?.strip_suffix(';').map(Arc::from);
    receiver.into_iter().chain(method.parameters.iter().map(class)).collect()
}

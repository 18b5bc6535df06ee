//! The flowgraph of a Java method.

use super::allocation::{Group, Made};
use super::memory::{Held, Location, Map, Memory, integer};
use super::{OfCalls, Place};
use crate::flowgraph::{Action, Edge, Flowgraph, NodeIndex, cut};
use clew_base::{Arena, Id};
use clew_ir::{
    BinaryOp, Block, BlockId, Body, BranchKind, Callee, Const, Conversion, ElementKind, Expr, Inst, Reg, RegInfo, Spot,
    Terminator, Type, UnaryOp, Unwind,
};
use clew_jvm::{Method, World};
use clew_reach::{is_harmless, is_harmlessly_initialized};
use std::rc::Rc;
use std::sync::Arc;

/// How many characters of a literal are told.
const MAX_LITERAL: usize = 64;

/// The variables of the flowgraphs of a method.
pub(super) struct Variables {
    /// The registers of the body, with numbers in the place of references, then those of memory.
    pub regs: Rc<Arena<Reg, RegInfo>>,
    pub memory: Memory,
    /// What is known of calls.
    calls: OfCalls,
}

impl Variables {
    pub(super) fn of(world: &World, body: &Body, calls: OfCalls) -> Variables {
        let mut regs = Arena::new();
        for info in body.regs.values() {
            let ty = if info.ty == Type::Ref { Type::Int } else { info.ty };
            regs.push(RegInfo { ty, ..info.clone() });
        }
        let memory = Memory::of(world, body, &mut regs);
        Variables { regs: Rc::new(regs), memory, calls }
    }
}

/// A method as a flowgraph, cut to what leads to a place.
pub(super) fn lowered_to(
    world: &World,
    method: &Method,
    body: &Body,
    variables: &Variables,
    place: &Place,
) -> Flowgraph {
    let mut graph = cut(uncut(world, method, body, variables, place));
    graph.contract();
    graph
}

/// A whole method as a flowgraph that leads to no place. Each block is a node.
pub(super) fn lowered_whole(world: &World, method: &Method, body: &Body, variables: &Variables) -> Flowgraph {
    let mut graph = uncut(world, method, body, variables, &Place::Spots(Vec::new()));
    graph.index_edges();
    graph
}

fn uncut(world: &World, method: &Method, body: &Body, variables: &Variables, place: &Place) -> Flowgraph {
    let memory = &variables.memory;
    let blocks = body.blocks.len();
    let (start, target) = (blocks, blocks + 1);
    let mut lines: Vec<u32> = body.blocks.iter().map(|(_, block)| line(block)).collect();
    let mut names: Vec<String> = body.blocks.iter().map(|(_, block)| block.label.to_string()).collect();
    names.extend(["start".to_owned(), "target".to_owned()]);
    lines.extend([0, 0]);
    let at = Nodes { from: start, names, lines };
    let calls = variables.calls;
    let mut lowering = Lowering { world, body, memory, calls, place, target, edges: Vec::new(), nodes: at };
    lowering.edges.push(Edge::new(start, body.entry.index(), entry(method, body, memory)));
    for (id, block) in body.blocks.iter() {
        lowering.block(id, block);
    }
    let Lowering { edges, nodes: Nodes { names, lines, .. }, .. } = lowering;
    Flowgraph { out: Vec::new(), names, lines, edges, start, target }
}

/// The line that a block begins with; 0 where none is known.
fn line(block: &Block) -> u32 {
    let lines = block.stmts.iter().map(|stmt| match stmt.inst {
        Inst::Line(line) => line,
        _ => stmt.origin.line,
    });
    lines.chain([block.terminator_origin.line]).find(|line| *line != 0).unwrap_or_default()
}

/// What holds before the first instruction.
fn entry(method: &Method, body: &Body, memory: &Memory) -> Vec<Action> {
    let first = integer(1);
    let mut actions = vec![Action::Assign(memory.next, first.clone()), Action::Assign(memory.next_before, first)];
    for Map { now, before } in memory.maps() {
        actions.push(match before {
            Some(before) => Action::Assign(now, Expr::Reg(before)),
            None => Action::Clear(now),
        });
    }
    let receiver = usize::from(!method.is_static());
    for (at, param) in body.params.iter().enumerate() {
        let value = Expr::Reg(*param);
        if at < receiver {
            actions.push(Action::Given(binary(BinaryOp::Lt, value, integer(0))));
            continue;
        }
        match method.parameters.get(at - receiver).and_then(|descriptor| Held::by(descriptor)) {
            Some(Held::Reference) => actions.push(Action::Given(binary(BinaryOp::Le, value, integer(0)))),
            Some(held) => actions.extend(within(*param, held)),
            None => {}
        }
    }
    actions
}

pub(super) fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    Expr::binary(op, left, right)
}

/// That a variable holds what a field or an element holds.
pub(super) fn within(reg: Reg, held: Held) -> Option<Action> {
    let (low, high) = held.range()?;
    let above = binary(BinaryOp::Le, Expr::bv32(low), Expr::Reg(reg));
    let below = binary(BinaryOp::Le, Expr::Reg(reg), Expr::bv32(high));
    Some(Action::Given(binary(BinaryOp::And, above, below)))
}

/// What is kept of a number where it is stored.
fn narrowed(value: Expr, held: Held) -> Expr {
    let convert = |conversion| Expr::unary(UnaryOp::Convert(conversion), value.clone());
    match held {
        Held::Boolean => binary(BinaryOp::BitAnd, value, Expr::bv32(1)),
        Held::Byte => convert(Conversion::I2B),
        Held::Char => convert(Conversion::I2C),
        Held::Short => convert(Conversion::I2S),
        Held::Int | Held::Long | Held::Reference => value,
    }
}

/// An expression of Java's with numbers in the place of references.
pub(super) fn lowered(expr: &Expr) -> Expr {
    match expr {
        Expr::Const(Const::Null) => integer(0),
        Expr::Const(_) | Expr::Reg(_) | Expr::Select(..) => expr.clone(),
        Expr::Unary(UnaryOp::IsNull, operand) => binary(BinaryOp::Eq, lowered(operand), integer(0)),
        Expr::Unary(op, operand) => Expr::unary(*op, lowered(operand)),
        Expr::Binary(op, left, right) => binary(*op, lowered(left), lowered(right)),
        Expr::Ite(condition, then, otherwise) => {
            Expr::Ite(Box::new(lowered(condition)), Box::new(lowered(then)), Box::new(lowered(otherwise)))
        }
    }
}

pub(super) struct Lowering<'a> {
    world: &'a World,
    body: &'a Body,
    pub memory: &'a Memory,
    calls: OfCalls,
    place: &'a Place,
    target: NodeIndex,
    edges: Vec<Edge>,
    pub nodes: Nodes,
}

/// The nodes of the graph.
pub(super) struct Nodes {
    /// The node that edges lead from at present.
    pub from: NodeIndex,
    names: Vec<String>,
    lines: Vec<u32>,
}

impl Nodes {
    /// A new node in the line of the present one.
    pub(super) fn add(&mut self, name: &str) -> NodeIndex {
        self.lines.push(self.lines[self.from]);
        self.names.push(name.to_owned());
        self.names.len() - 1
    }
}

impl Lowering<'_> {
    fn block(&mut self, id: BlockId, block: &Block) {
        self.nodes.from = id.index();
        // A first visit is all that counts.
        if self.is_target(id, block) {
            self.lead(self.target, Vec::new());
            return;
        }
        let mut actions = Vec::new();
        for (at, stmt) in block.stmts.iter().enumerate() {
            match &stmt.inst {
                Inst::NewMultiArray { dst, lengths, .. } => actions = self.matrix((id, at), *dst, lengths, actions),
                inst => self.statement(inst, self.memory.allocations.group((id, at)), &mut actions),
            }
        }
        self.end(id, block, actions);
    }

    fn is_target(&self, id: BlockId, block: &Block) -> bool {
        match self.place {
            Place::Spots(spots) => spots.contains(&Spot::Block(id)),
            // An assertion that fails makes such an exception, in copies of what is called as well.
            Place::Assertion(spots) => {
                let makes =
                    |inst: &Inst| matches!(inst, Inst::New { class, .. } if &**class == "java/lang/AssertionError");
                spots.contains(&Spot::Block(id)) || block.stmts.iter().any(|stmt| makes(&stmt.inst))
            }
            Place::Exception => false,
        }
    }

    /// `group` is that of the object that it makes, or whose field, element or length it reads or writes.
    fn statement(&self, inst: &Inst, group: Group, actions: &mut Vec<Action>) {
        let memory = self.memory;
        match inst {
            Inst::Assign { dst, value } => actions.push(Action::Assign(*dst, lowered(value))),
            Inst::RefEq { dst, left, right } => {
                actions.push(Action::Assign(*dst, binary(BinaryOp::Eq, lowered(left), lowered(right))));
            }
            Inst::ArrayLength { dst, array } => {
                actions.push(Action::Load(*dst, memory.lengths(group), vec![Expr::Reg(*array)]));
            }
            Inst::ArrayLoad { dst, kind, array, index } => match self.elements(group, *kind) {
                Some((map, held)) => {
                    let made = Made::Array(*kind);
                    self.load(*dst, (map, held, made), vec![Expr::Reg(*array), index.clone()], actions);
                }
                None => actions.push(Action::Forget(*dst)),
            },
            Inst::ArrayStore { kind, array, index, value } => {
                if let Some((map, held)) = self.elements(group, *kind) {
                    let value = self.element_to_store(held, lowered(value), actions);
                    actions.push(Action::Store(map.now, vec![Expr::Reg(*array), index.clone()], value));
                }
            }
            Inst::GetField { dst, object, field } => match memory.location(self.world, group, field) {
                Location::OfObjects(map, held) => {
                    self.load(*dst, (map, held, Made::Object), vec![Expr::Reg(*object)], actions);
                }
                other => self.read(*dst, other, actions),
            },
            Inst::GetStatic { dst, field } => self.read(*dst, memory.location(self.world, group, field), actions),
            Inst::PutField { object, field, value } => match memory.location(self.world, group, field) {
                Location::OfObjects(map, held) => {
                    let value = narrowed(lowered(value), held);
                    actions.push(Action::Store(map.now, vec![Expr::Reg(*object)], value));
                }
                other => self.write(other, lowered(value), actions),
            },
            Inst::PutStatic { field, value } => {
                self.write(memory.location(self.world, group, field), lowered(value), actions);
            }
            Inst::New { dst, .. } => self.make(*dst, actions),
            Inst::NewArray { dst, length, .. } => self.make_array(*dst, length, group, actions),
            Inst::NewThrowable { dst, .. } | Inst::LoadClass { dst, .. } => of_others(*dst, actions),
            Inst::LoadString { dst, value } => self.literal(*dst, value, actions),
            Inst::InstanceOf { dst, object, .. } => {
                actions.push(Action::Forget(*dst));
                let is_object = binary(BinaryOp::Ne, Expr::Reg(*object), integer(0));
                actions.push(Action::Given(binary(BinaryOp::Implies, Expr::Reg(*dst), is_object)));
            }
            // Whoever waited for a monitor sees what others have written.
            Inst::Monitor { .. } => self.forget_memory(actions),
            Inst::CanStore { dst, .. } | Inst::Havoc { dst } => actions.push(Action::Forget(*dst)),
            Inst::Line(_) => {}
            // These are of the block language only.
            Inst::Call { .. }
            | Inst::MapStore { .. }
            | Inst::Assume(_)
            | Inst::Assert { .. }
            | Inst::Assumed { .. }
            | Inst::TryFirst(_)
            // `matrix` lowers it.
            | Inst::NewMultiArray { .. } => {
                actions.extend(inst.written().map(Action::Forget));
                self.forget_memory(actions);
            }
        }
    }

    fn elements(&self, group: Group, kind: ElementKind) -> Option<(Map, Held)> {
        Some((self.memory.elements(group, kind)?, Held::of_element(kind)?))
    }

    /// Reads a map. Objects that the method has made since all was unknown held nothing then.
    fn load(&self, dst: Reg, (map, held, made): (Map, Held, Made), index: Vec<Expr>, actions: &mut Vec<Action>) {
        if self.memory.allocations.shares(made)
            && let (Some(object), Some(before)) = (index.first(), map.before)
        {
            let is_new = binary(BinaryOp::Le, Expr::Reg(self.memory.next_before), object.clone());
            let is_zero = binary(BinaryOp::Eq, Expr::Select(before, index.clone()), integer(0));
            actions.push(Action::Given(binary(BinaryOp::Implies, is_new, is_zero)));
        }
        actions.push(Action::Load(dst, map.now, index));
        if held == Held::Reference {
            actions.push(self.exists(dst));
        }
    }

    /// That a reference names no object that will be made only later on.
    fn exists(&self, reg: Reg) -> Action {
        Action::Given(binary(BinaryOp::Lt, Expr::Reg(reg), Expr::Reg(self.memory.next)))
    }

    /// Of a `boolean` an array keeps one bit, of a `byte` eight; the instruction is the same.
    fn element_to_store(&self, held: Held, value: Expr, actions: &mut Vec<Action>) -> Expr {
        if held != Held::Byte {
            return narrowed(value, held);
        }
        let kept = Expr::Reg(self.memory.scratch[0]);
        actions.push(Action::Forget(self.memory.scratch[0]));
        let is_byte = binary(BinaryOp::Eq, kept.clone(), narrowed(value.clone(), Held::Byte));
        let is_bit = binary(BinaryOp::Eq, kept.clone(), narrowed(value, Held::Boolean));
        actions.push(Action::Given(binary(BinaryOp::Or, is_byte, is_bit)));
        kept
    }

    /// Reads a field that is no map.
    fn read(&self, dst: Reg, location: Location, actions: &mut Vec<Action>) {
        match location {
            Location::Static(reg, held) => {
                actions.push(Action::Assign(dst, Expr::Reg(reg)));
                match held {
                    Held::Reference => actions.push(self.exists(dst)),
                    _ => actions.extend(within(dst, held)),
                }
            }
            Location::Shared => {
                self.forget_memory(actions);
                actions.push(Action::Forget(dst));
            }
            Location::Other | Location::OfObjects(..) => actions.push(Action::Forget(dst)),
        }
    }

    /// Writes to a field that is no map.
    fn write(&self, location: Location, value: Expr, actions: &mut Vec<Action>) {
        match location {
            Location::Static(reg, held) => actions.push(Action::Assign(reg, narrowed(value, held))),
            Location::Shared => self.forget_memory(actions),
            Location::OfObjects(map, _) => actions.push(Action::Forget(map.now)),
            Location::Other => {}
        }
    }

    /// An edge from the present node.
    pub(super) fn lead(&mut self, to: NodeIndex, actions: Vec<Action>) {
        self.edges.push(Edge::new(self.nodes.from, to, actions));
    }

    /// Makes a new array.
    pub(super) fn make_array(&self, dst: Reg, length: &Expr, group: Group, actions: &mut Vec<Action>) {
        self.make(dst, actions);
        match group {
            Group::Shared => self.has_length(dst, length, actions),
            Group::Own(_) => {
                actions.push(Action::Store(self.memory.lengths(group), vec![Expr::Reg(dst)], lowered(length)));
            }
        }
    }

    /// Makes a new object.
    fn make(&self, dst: Reg, actions: &mut Vec<Action>) {
        let next = Expr::Reg(self.memory.next);
        actions.push(Action::Assign(dst, next.clone()));
        actions.push(Action::Assign(self.memory.next, binary(BinaryOp::Add, next, integer(1))));
    }

    fn has_length(&self, array: Reg, length: &Expr, actions: &mut Vec<Action>) {
        let known = self.memory.scratch[0];
        actions.push(Action::Load(known, self.memory.lengths, vec![Expr::Reg(array)]));
        actions.push(Action::Assume(binary(BinaryOp::Eq, Expr::Reg(known), length.clone())));
    }

    /// A string of the program's text.
    fn literal(&self, dst: Reg, value: &Arc<[u16]>, actions: &mut Vec<Action>) {
        of_others(dst, actions);
        let known = self.memory.scratch[0];
        let mut is = |map, index: Vec<Expr>, number: i32| {
            actions.push(Action::Load(known, map, index));
            actions.push(Action::Assume(binary(BinaryOp::Eq, Expr::Reg(known), Expr::bv32(number))));
        };
        let Ok(length) = i32::try_from(value.len()) else { return };
        is(self.memory.text_lengths, vec![Expr::Reg(dst)], length);
        if value.len() <= MAX_LITERAL {
            for (at, unit) in (0..length).zip(value.iter()) {
                is(self.memory.texts, vec![Expr::Reg(dst), Expr::bv32(at)], i32::from(*unit));
            }
        }
    }

    /// Other code may have changed all that can change.
    fn forget_memory(&self, actions: &mut Vec<Action>) {
        let memory = self.memory;
        for Map { now, before } in memory.maps() {
            let Some(before) = before else { continue };
            actions.push(Action::Forget(before));
            actions.push(Action::Assign(now, Expr::Reg(before)));
        }
        actions.extend(memory.statics.values().map(|(reg, _)| Action::Forget(*reg)));
        actions.push(Action::Assign(memory.next_before, Expr::Reg(memory.next)));
    }

    /// An edge to a successor, which is the target where that is asked for.
    pub(super) fn edge(&mut self, id: BlockId, at: usize, to: BlockId, actions: Vec<Action>) {
        let spot = Spot::Edge(id, at);
        let is_target = match self.place {
            Place::Spots(spots) | Place::Assertion(spots) => spots.contains(&spot),
            Place::Exception => false,
        };
        let to = if is_target { self.target } else { to.index() };
        self.lead(to, actions);
    }

    /// An edge out of the method by an exception.
    fn leave(&mut self, actions: Vec<Action>) {
        if *self.place == Place::Exception {
            self.lead(self.target, actions);
        }
    }

    fn end(&mut self, id: BlockId, block: &Block, actions: Vec<Action>) {
        let with = |more: Vec<Action>| actions.iter().cloned().chain(more).collect::<Vec<_>>();
        match &block.terminator {
            Terminator::Goto(targets) => {
                for (at, target) in targets.iter().enumerate() {
                    self.edge(id, at, *target, actions.clone());
                }
            }
            Terminator::Branch { kind, condition, then, otherwise } => {
                let condition = guard(*kind, condition);
                self.edge(id, 0, *then, with(vec![Action::Assume(condition.clone())]));
                self.edge(id, 1, *otherwise, with(vec![Action::Refute(condition)]));
            }
            Terminator::Switch { value, cases, default } => {
                let is = |key: i32| binary(BinaryOp::Eq, lowered(value), Expr::bv32(key));
                for (at, (key, target)) in cases.iter().enumerate() {
                    self.edge(id, at, *target, with(vec![Action::Assume(is(*key))]));
                }
                let none = cases.iter().map(|(key, _)| Action::Refute(is(*key))).collect();
                self.edge(id, cases.len(), *default, with(none));
            }
            Terminator::Invoke { dst, callee, args, normal, unwind } => {
                self.invoke(id, (*dst, callee, args), *normal, *unwind, actions);
            }
            Terminator::InitClass { class, normal, unwind } => {
                let mut actions = actions;
                if !is_harmlessly_initialized(class) {
                    self.forget_memory(&mut actions);
                    self.may_fail_elsewhere(&actions);
                }
                self.edge(id, 0, *normal, actions.clone());
                self.unwind(id, *unwind, actions);
            }
            Terminator::Throw(_) => self.leave(actions),
            Terminator::Return(_) | Terminator::Unsupported(_) => {}
        }
    }

    /// Code that is not followed may have assertions that fail.
    fn may_fail_elsewhere(&mut self, actions: &[Action]) {
        if matches!(self.place, Place::Assertion(_)) {
            self.lead(self.target, actions.to_vec());
        }
    }

    pub(super) fn unwind(&mut self, id: BlockId, unwind: Option<Unwind>, mut actions: Vec<Action>) {
        match unwind {
            None => self.leave(actions),
            Some(Unwind { block, exception }) => {
                actions.push(Action::Forget(exception));
                actions.push(Action::Given(binary(BinaryOp::Ne, Expr::Reg(exception), integer(0))));
                self.edge(id, 1, block, actions);
            }
        }
    }

    fn invoke(
        &mut self,
        id: BlockId,
        (dst, callee, args): (Option<Reg>, &Callee, &[Expr]),
        normal: BlockId,
        unwind: Option<Unwind>,
        mut actions: Vec<Action>,
    ) {
        // Where the user says what calls do, that may be another thing.
        if let (OfCalls::Code, Some(dst), Callee::Method { method, .. }) = (self.calls, dst, callee)
            && self.known(id, dst, method, args, (normal, unwind), &actions)
        {
            return;
        }
        if !is_harmless(self.world, callee) {
            self.forget_memory(&mut actions);
            self.may_fail_elsewhere(&actions);
        }
        let mut returned = actions.clone();
        if let Some(dst) = dst {
            returned.push(Action::Forget(dst));
            if self.body.regs[dst].ty == Type::Ref {
                returned.push(self.exists(dst));
            }
        }
        self.edge(id, 0, normal, returned);
        self.unwind(id, unwind, actions);
    }
}

/// An object that the method does not make itself.
fn of_others(dst: Reg, actions: &mut Vec<Action>) {
    actions.push(Action::Forget(dst));
    actions.push(Action::Given(binary(BinaryOp::Lt, Expr::Reg(dst), integer(0))));
}

/// That an index is within a length, which is not negative.
pub(super) fn bounds(index: Expr, length: Expr) -> Expr {
    let above = binary(BinaryOp::Le, Expr::bv32(0), index.clone());
    binary(BinaryOp::And, above, binary(BinaryOp::Lt, index, length))
}

/// The condition of a branch. A length is never negative, so that two comparisons say what the unsigned one does.
fn guard(kind: BranchKind, condition: &Expr) -> Expr {
    match (kind, condition) {
        (BranchKind::BoundsCheck, Expr::Binary(BinaryOp::Ult, index, length)) => {
            bounds(lowered(index), lowered(length))
        }
        _ => lowered(condition),
    }
}

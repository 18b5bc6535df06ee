//! What instructions and the ends of blocks do to a state.
//!
//! What is known of registers, of the lengths of arrays and of the classes of objects no other code can change.
//! Fields are another matter: code that is called, and other threads at any time, may change them. So fields are
//! followed only where `single_thread` is assumed, and across calls only where `frozen_heap` is.

use crate::assumption::Assumption;
use crate::classes::ClassSet;
use crate::domain::AbstractDomain;
use crate::evaluate::Linear;
use crate::fact::Fact;
use crate::frame::Frame;
use crate::holds::Holds;
use crate::nullness::Nullness;
use crate::number::Number;
use crate::reference::Reference;
use crate::state::{CellId, Condition, Definition, State, Term, Var};
use crate::trust::{Held, Trusted};
use crate::types::{number_of, number_of_element, reference_of, register_type};
use clew_ir::{BlockId, Callee, ElementKind, Expr, FieldRef, Inst, Reg, Stmt, Terminator, Type};
use std::sync::Arc;

/// Where control goes from a block, and with which state.
pub(crate) struct Edge {
    /// The position among the successors.
    pub at: usize,
    pub target: BlockId,
    pub state: State,
}

impl Frame<'_> {
    /// The state behind a statement; `None` where no execution comes there.
    pub(crate) fn statement(&self, state: State, stmt: &Stmt) -> Option<State> {
        self.at(stmt.origin.line);
        match &stmt.inst {
            Inst::Line(_) => Some(state),
            Inst::Assign { dst, value } => self.assign(state, *dst, value),
            Inst::Havoc { dst } => Some(self.unknown(state, *dst)),
            Inst::GetField { dst, object, field } => self.load(state, *dst, Some(*object), field),
            Inst::GetStatic { dst, field } => self.load(state, *dst, None, field),
            Inst::PutField { object, field, value } => {
                Some(self.store(self.handed_out(state, value), Some(*object), field, value))
            }
            Inst::PutStatic { field, value } => Some(self.store(self.handed_out(state, value), None, field, value)),
            Inst::New { dst, class } | Inst::NewThrowable { dst, class } => {
                self.new_object(state, *dst, ClassSet::exactly(Arc::clone(class)))
            }
            Inst::NewArray { dst, array, length } => self.new_array(state, *dst, array, length),
            Inst::NewMultiArray { dst, array, lengths } => match lengths.first() {
                Some(length) => self.new_array(state, *dst, array, length),
                None => self.new_object(state, *dst, ClassSet::exactly(Arc::clone(array))),
            },
            Inst::ArrayLength { dst, array } => self.array_length(state, *dst, *array),
            Inst::ArrayLoad { dst, kind, array, .. } => self.load_element(state, *dst, *kind, *array),
            Inst::ArrayStore { kind: ElementKind::Ref, value, .. } => {
                let may_be_null = self.reference(&state, value).nullness().null;
                let mut state = self.handed_out(state, value);
                if may_be_null {
                    state.forget_filled();
                }
                Some(state)
            }
            Inst::ArrayStore { .. } | Inst::Monitor { .. } => Some(state),
            Inst::InstanceOf { dst, object, class } => {
                self.decide(state, *dst, Condition::InstanceOf(*object, Arc::clone(class)))
            }
            Inst::CanStore { dst, array, value } => {
                let (array, value) = (state.reference(Var::Reg(*array)), state.reference(Var::Reg(*value)));
                let can = self.can_store(array.classes(), value.classes());
                let mut state = self.unknown(state, *dst);
                if let Some(can) = can {
                    state = state.refine_truth(*dst, can)?;
                }
                Some(state)
            }
            Inst::RefEq { dst, left, right } => self.decide(state, *dst, Condition::Same(left.clone(), right.clone())),
            Inst::LoadString { dst, .. } => self.new_object(state, *dst, ClassSet::exactly("java/lang/String".into())),
            Inst::LoadClass { dst, .. } => self.new_object(state, *dst, ClassSet::exactly("java/lang/Class".into())),
            // The block language has these; no body of Java does.
            Inst::MapStore { map, .. } => Some(self.unknown(state, *map)),
            Inst::Assume(condition) | Inst::Assumed { condition, .. } | Inst::Assert { condition, .. } => {
                self.refine(&state, condition, true)
            }
            Inst::TryFirst(_) => Some(state),
            Inst::Call { dst, .. } => Some(match dst {
                Some(dst) => self.unknown(state, *dst),
                None => state,
            }),
        }
    }

    fn unknown(&self, mut state: State, dst: Reg) -> State {
        state.forget(&self.shape, dst);
        state
    }

    fn decide(&self, mut state: State, dst: Reg, condition: Condition) -> Option<State> {
        let holds = self.refine_condition(&state, &condition, true).is_some();
        let fails = self.refine_condition(&state, &condition, false).is_some();
        state.forget(&self.shape, dst);
        state.define(dst, Definition::Truth(condition));
        match (holds, fails) {
            (true, false) => state.refine_truth(dst, true),
            (false, true) => state.refine_truth(dst, false),
            (true, true) => Some(state),
            (false, false) => None,
        }
    }

    fn new_object(&self, mut state: State, dst: Reg, classes: ClassSet) -> Option<State> {
        state.forget(&self.shape, dst);
        state.set_reference(Var::Reg(dst), Reference::object(classes))
    }

    fn new_array(&self, mut state: State, dst: Reg, array: &Arc<str>, length: &Expr) -> Option<State> {
        let number =
            self.number(&state, length).unwrap_or_else(Number::top).meet(&Number::between(0, i64::from(i32::MAX)));
        if number.is_bottom() {
            return None;
        }
        state.begin(number);
        let linear = self.linear(&state, length);
        state = self.equal_to_scratch(state, linear)?;
        state.forget(&self.shape, dst);
        state.settle_at(Term::Length(Var::Reg(dst)));
        state.set_reference(Var::Reg(dst), Reference::object(ClassSet::exactly(Arc::clone(array))))
    }

    /// Adds that [`Term::Scratch`] is this sum.
    fn equal_to_scratch(&self, state: State, linear: Option<Linear>) -> Option<State> {
        let Some((term, offset)) = linear.and_then(|linear| Some((linear.term?, linear.offset))) else {
            return Some(state);
        };
        let state = state.constrain(&self.shape, Term::Scratch, term, offset)?;
        match offset.checked_neg() {
            Some(back) => state.constrain(&self.shape, term, Term::Scratch, back),
            None => Some(state),
        }
    }

    fn array_length(&self, state: State, dst: Reg, array: Reg) -> Option<State> {
        let length = Term::Length(Var::Reg(array));
        let mut state = state;
        let number = state.number(&self.shape, length).unwrap_or_else(Number::top);
        state.begin(number);
        for copy in state.copies(Var::Reg(array)) {
            state = state.constrain(&self.shape, Term::Scratch, Term::Length(copy), 0)?;
            state = state.constrain(&self.shape, Term::Length(copy), Term::Scratch, 0)?;
        }
        state.forget(&self.shape, dst);
        state.settle_at(Term::Value(Var::Reg(dst)));
        Some(state)
    }

    fn load_element(&self, mut state: State, dst: Reg, kind: ElementKind, array: Reg) -> Option<State> {
        let classes = state.reference(Var::Reg(array));
        let is_filled = state.is_filled(Var::Reg(array));
        state.forget(&self.shape, dst);
        if kind == ElementKind::Ref {
            let element = self.element_of(classes.classes());
            let element = if is_filled { element.with(Nullness::OBJECT) } else { element };
            return state.set_reference(Var::Reg(dst), element);
        }
        match number_of_element(kind) {
            Some(number) => state.refine_number(&self.shape, Frame::term(dst), &number),
            None => Some(state),
        }
    }

    /// Gives a register or cell any value of a type that class files name.
    pub(crate) fn any_of(&self, state: State, var: Var, descriptor: &str) -> Option<State> {
        match number_of(descriptor) {
            Some(number) => state.refine_number(&self.shape, Term::Value(var), &number),
            None if register_type(descriptor) == Type::Ref => {
                state.set_reference(var, reference_of(self.world, descriptor))
            }
            None => Some(state),
        }
    }

    fn load(&self, mut state: State, dst: Reg, object: Option<Reg>, field: &Arc<FieldRef>) -> Option<State> {
        let cell = self.cell(object, field);
        if let Some(cell) = cell.filter(|cell| state.has_cell(*cell))
            && self.assumes(Assumption::SingleThread)
        {
            if object == Some(dst) {
                let reference = state.reference(Var::Cell(cell));
                state.forget(&self.shape, dst);
                return state.set_reference(Var::Reg(dst), reference);
            }
            if state.definition(dst) == Some(&Definition::Copy(Var::Cell(cell))) {
                return Some(state);
            }
            state.forget(&self.shape, dst);
            state.copy(&self.shape, Var::Cell(cell), Var::Reg(dst));
            state.define(dst, Definition::Copy(Var::Cell(cell)));
            return Some(state);
        }
        let declared = self.declared_in_field(&state, object, field);
        state.forget(&self.shape, dst);
        state = self.any_of(state, Var::Reg(dst), &field.descriptor)?;
        if let Some(declared) = declared {
            state = self.as_declared(state, dst, &field.descriptor, declared)?;
        }
        if object.is_none() && (self.summaries.is_never_null(field) || self.is_initialized(field)) {
            let reference = state.reference(Var::Reg(dst)).with(Nullness::OBJECT);
            state = state.set_reference(Var::Reg(dst), reference)?;
        }
        if object.is_some() {
            state = self.keeping_invariants(state, dst, field)?;
        }
        if let Some(cell) = cell.filter(|_| object != Some(dst)) {
            state.drop_cell(cell);
            state.add_cell(cell);
            state.copy(&self.shape, Var::Reg(dst), Var::Cell(cell));
            state.define(dst, Definition::Copy(Var::Cell(cell)));
        }
        Some(state)
    }

    /// Whether a constant of the program names an object, because its class is initialized.
    fn is_initialized(&self, field: &FieldRef) -> bool {
        let trust = self.summaries.trust();
        if !trust.initialized() {
            return false;
        }
        let Ok(field) = self.world.resolve_field(field) else { return false };
        let class = self.world.field(field).class;
        let is_being_set = self.method.is_class_initializer() && self.method.class == class;
        !is_being_set && self.summaries.is_set_to_object(field) && trust.allows(Trusted::Initialized(class))
    }

    /// What a register holds that an instance field was loaded into, where the objects of its class keep their invariants.
    /// A constructor may read the fields of an object that it has not written yet.
    fn keeping_invariants(&self, mut state: State, dst: Reg, field: &FieldRef) -> Option<State> {
        let trust = self.summaries.trust();
        let Some(invariants) = trust.invariants() else { return Some(state) };
        let Ok(field) = self.world.resolve_field(field) else { return Some(state) };
        let class = self.world.field(field).class;
        if self.method.is_constructor() && self.method.class == class {
            return Some(state);
        }
        for Held { holds, rests_on } in invariants.of_field(class, field) {
            if trust.allows_all(rests_on) {
                state = self.keeping(state, dst, &holds)?;
            }
        }
        Some(state)
    }

    fn keeping(&self, state: State, dst: Reg, holds: &Holds) -> Option<State> {
        let is = |reference: &Reference| state.clone().refine_reference(Var::Reg(dst), reference);
        match holds {
            Holds::NotNull => is(&Reference::object(ClassSet::top())),
            Holds::OfClass(class) => is(&Reference::of(Nullness::top(), ClassSet::exactly(Arc::clone(class)))),
            Holds::Within { low, high } => {
                state.refine_number(&self.shape, Frame::term(dst), &Number::between(*low, *high))
            }
            Holds::Length { low, high } => {
                let length = Number::between(i64::from(*low), i64::from(*high));
                state.refine_number(&self.shape, Term::Length(Var::Reg(dst)), &length)
            }
            Holds::Full(_) => Some(state),
        }
    }

    fn store(&self, mut state: State, object: Option<Reg>, field: &Arc<FieldRef>, value: &Expr) -> State {
        let reference = self.reference(&state, value);
        let number = self.number(&state, value);
        for (other, cell) in self.cells_named(field) {
            if state.has_cell(cell) && !self.differ_by_assumption(object, other) {
                state.drop_cell(cell);
            }
        }
        let Some(cell) = self.cell(object, field) else { return state };
        state.drop_cell(cell);
        state.add_cell(cell);
        let var = Var::Cell(cell);
        match (register_type(&field.descriptor), value) {
            (Type::Ref | Type::Bv64, Expr::Reg(reg)) => state.copy(&self.shape, Var::Reg(*reg), var),
            (Type::Ref, _) => state = state.clone().set_reference(var, reference).unwrap_or(state),
            (Type::Bv32, Expr::Reg(reg)) if fits(number, &field.descriptor) => {
                state.copy(&self.shape, Var::Reg(*reg), var);
            }
            (Type::Bv32 | Type::Bv64, _) => {
                let all = number_of(&field.descriptor).unwrap_or_else(Number::top);
                let kept = number.filter(|_| fits(number, &field.descriptor)).unwrap_or(all);
                state = state.clone().refine_number(&self.shape, Term::Value(var), &kept).unwrap_or(state);
            }
            (Type::Bool | Type::Int | Type::F32 | Type::F64 | Type::Map(_), _) => {}
        }
        state
    }

    /// Whether two registers are assumed to refer to different objects.
    fn differ_by_assumption(&self, one: Option<Reg>, two: Option<Reg>) -> bool {
        match (one, two) {
            (Some(one), Some(two)) => {
                one != two
                    && self.is_lasting_parameter(one)
                    && self.is_lasting_parameter(two)
                    && self.assumes(Assumption::NoAlias)
            }
            (Some(_), None) | (None, Some(_)) | (None, None) => false,
        }
    }

    /// The state where other code gets this value.
    fn handed_out(&self, mut state: State, value: &Expr) -> State {
        if state.may_be_filled(value) {
            state.forget_filled();
        }
        state
    }

    /// What is left where other code has run.
    fn after_other_code(&self, mut state: State) -> State {
        let cells: Vec<CellId> = state.cells().collect();
        if !cells.is_empty() && !self.assumes(Assumption::FrozenHeap) {
            cells.into_iter().for_each(|cell| state.drop_cell(cell));
        }
        state
    }

    /// The edges that control may take from the end of a block.
    pub(crate) fn edges(&self, state: &State, block: BlockId) -> Vec<Edge> {
        let block = &self.body.blocks[block];
        self.at(block.terminator_origin.line);
        let edge = |at: usize, target: BlockId, state: Option<State>| state.map(|state| Edge { at, target, state });
        match &block.terminator {
            Terminator::Goto(targets) => {
                targets.iter().enumerate().filter_map(|(at, target)| edge(at, *target, Some(state.clone()))).collect()
            }
            Terminator::Branch { condition, then, otherwise, .. } => {
                let taken = edge(0, *then, self.refine(state, condition, true));
                taken.into_iter().chain(edge(1, *otherwise, self.refine(state, condition, false))).collect()
            }
            Terminator::Switch { value, cases, default } => self.switch(state, value, cases, *default),
            Terminator::Invoke { dst, callee, args, normal, unwind } => {
                let state = args.iter().fold(state.clone(), |state, arg| self.handed_out(state, arg));
                let other = self.after_other_code(state);
                let unwound = unwind
                    .filter(|_| !self.assumes(Assumption::CallsThrowNothing))
                    .and_then(|unwind| edge(1, unwind.block, self.thrown(other.clone(), unwind.exception)));
                let returned = edge(0, *normal, self.returned(other, *dst, callee, args));
                returned.into_iter().chain(unwound).collect()
            }
            Terminator::InitClass { normal, unwind, .. } => {
                let other = self.after_other_code(state.clone());
                let unwound = unwind
                    .filter(|_| !self.assumes(Assumption::CallsThrowNothing))
                    .and_then(|unwind| edge(1, unwind.block, self.thrown(other.clone(), unwind.exception)));
                edge(0, *normal, Some(other)).into_iter().chain(unwound).collect()
            }
            Terminator::Return(_) | Terminator::Throw(_) | Terminator::Unsupported(_) => Vec::new(),
        }
    }

    fn switch(&self, state: &State, value: &Expr, cases: &[(i32, BlockId)], default: BlockId) -> Vec<Edge> {
        let mut edges = Vec::new();
        let mut rest = Some(state.clone());
        for (at, (key, target)) in cases.iter().enumerate() {
            let is_key = Expr::binary(clew_ir::BinaryOp::Eq, value.clone(), Expr::bv32(*key));
            if let Some(state) = self.refine(state, &is_key, true) {
                edges.push(Edge { at, target: *target, state });
            }
            rest = rest.and_then(|rest| self.refine(&rest, &is_key, false));
        }
        if let Some(state) = rest {
            edges.push(Edge { at: cases.len(), target: default, state });
        }
        edges
    }

    fn thrown(&self, mut state: State, exception: Reg) -> Option<State> {
        state.forget(&self.shape, exception);
        let throwable = ClassSet::instances("java/lang/Throwable".into());
        state.set_reference(Var::Reg(exception), Reference::object(throwable))
    }

    /// The state behind a call that returns.
    fn returned(&self, state: State, dst: Option<Reg>, callee: &Callee, args: &[Expr]) -> Option<State> {
        let known = self.summaries.of_call(self, &state, callee, args)?;
        let mut state = state;
        for (arg, fact) in args.iter().zip(&known.arguments) {
            state = self.refine_argument(state, arg, fact.as_ref())?;
        }
        let Some(dst) = dst else { return Some(state) };
        let declared = self.declared_result(&state, callee, args);
        if let Some((number, linear)) = known.length {
            state.begin(number.meet(&Number::between(0, i64::from(i32::MAX))));
            state = self.equal_to_scratch(state, linear)?;
            state.forget(&self.shape, dst);
            state.settle_at(Term::Length(Var::Reg(dst)));
        } else {
            state.forget(&self.shape, dst);
        }
        if let Some(descriptor) = known.returns.as_deref() {
            state = self.any_of(state, Var::Reg(dst), descriptor)?;
        }
        if let (Some(descriptor), Some(declared)) = (known.returns.as_deref(), declared) {
            state = self.as_declared(state, dst, descriptor, declared)?;
        }
        let mut state = self.refine_argument(state, &Expr::Reg(dst), known.value.as_ref())?;
        if known.is_filled {
            state.fill(Var::Reg(dst));
        }
        Some(state)
    }

    fn refine_argument(&self, state: State, arg: &Expr, fact: Option<&Fact>) -> Option<State> {
        match (arg, fact) {
            (Expr::Reg(reg), Some(Fact::Number(number))) => state.refine_number(&self.shape, Frame::term(*reg), number),
            (Expr::Reg(reg), Some(Fact::Reference(reference))) => state.refine_reference(Var::Reg(*reg), reference),
            (Expr::Const(clew_ir::Const::Null), Some(Fact::Reference(reference))) if !reference.nullness().null => None,
            (_, Some(_) | None) => Some(state),
        }
    }

    /// What is known when the method begins.
    pub(crate) fn entry(&self) -> State {
        let mut state = State::top();
        let is_static = self.method.is_static();
        let mut params = self.body.params.iter();
        if !is_static && let Some(receiver) = params.next() {
            let own = &self.world.class(self.method.class).name;
            let classes = reference_of(self.world, &format!("L{own};")).classes().clone();
            let reference = Reference::of(Nullness::OBJECT, classes);
            state = state.clone().set_reference(Var::Reg(*receiver), reference).unwrap_or(state);
        }
        for (reg, descriptor) in params.zip(&self.method.parameters) {
            // The machine narrows no argument: where a parameter is shorter than 32 bits, code that no compiler has
            // made may pass a number that is too large for it.
            if register_type(descriptor) == Type::Ref {
                let reference = reference_of(self.world, descriptor);
                state = state.clone().set_reference(Var::Reg(*reg), reference).unwrap_or(state);
            }
        }
        self.declare_parameters(&mut state);
        for (reg, passed) in self.body.params.iter().zip(&self.passed) {
            let refined = match passed {
                Some(Fact::Reference(reference)) => state.clone().refine_reference(Var::Reg(*reg), reference),
                Some(Fact::Number(number)) => state.clone().refine_number(&self.shape, Frame::term(*reg), number),
                None => None,
            };
            state = refined.unwrap_or(state);
        }
        state
    }
}

/// Whether a field of this type keeps these numbers as they are.
fn fits(number: Option<Number>, descriptor: &str) -> bool {
    match (number, number_of(descriptor)) {
        (Some(number), Some(all)) => all.includes(&number),
        (None, _) | (_, None) => false,
    }
}

//! What instructions do to values and memory, and what expressions say.

use super::memory::{Location, element_index, of_elements, of_objects};
use super::passive::{Evaluation, Literal, State, stored};
use super::values::{is_null, kind_of_element};
use clew_heap::{Kind, Value, operators};
use clew_ir::{Const, ElementKind, Expr, FieldRef, Inst, Reg, Type, UnaryOp};
use clew_jvm::is_thrown_again;
use clew_term::{Sort, Term};
use std::sync::Arc;

impl Evaluation<'_> {
    pub(super) fn statement(&mut self, inst: &Inst, state: &mut State, known: &mut Vec<Term>) {
        match inst {
            Inst::Assign { dst, value } => {
                let value = match self.value(value, state) {
                    Some(value) => value,
                    None => self.any(self.body.regs[*dst].ty),
                };
                state.registers.insert(*dst, value);
            }
            Inst::GetField { dst, object, field } => {
                let object = self.register(*object, state);
                let value = self.load(field, object, state);
                state.registers.insert(*dst, value);
            }
            Inst::GetStatic { dst, field } => {
                let nobody = self.pool.bv32(0);
                let value = self.load(field, nobody, state);
                state.registers.insert(*dst, value);
            }
            Inst::PutField { object, field, value } => {
                let object = self.register(*object, state);
                self.store(field, object, value, state);
            }
            Inst::PutStatic { field, value } => {
                let nobody = self.pool.bv32(0);
                self.store(field, nobody, value, state);
            }
            Inst::New { dst, class } => {
                let object = self.make(class, known);
                self.clear(object, class, state);
                state.registers.insert(*dst, object);
            }
            Inst::NewThrowable { dst, class } => {
                let object =
                    if is_thrown_again(class) { self.throw_again(class, known) } else { self.make(class, known) };
                state.registers.insert(*dst, object);
            }
            Inst::NewArray { dst, array, length } => {
                let length = self.value(length, state);
                self.make_array(*dst, array, length, state, known);
            }
            Inst::NewMultiArray { dst, array, lengths } => {
                let length = lengths.first().and_then(|length| self.value(length, state));
                self.make_array(*dst, array, length, state, known);
            }
            Inst::ArrayLength { dst, array } => {
                let array = self.register(*array, state);
                let length = self.pool.select(self.lengths, &[array]);
                let zero = self.pool.bv32(0);
                known.push(self.pool.sle(zero, length));
                state.registers.insert(*dst, length);
            }
            Inst::ArrayLoad { dst, kind, array, index } => {
                let value = self.load_element(*kind, *array, index, state);
                state.registers.insert(*dst, value);
            }
            Inst::ArrayStore { kind, array, index, value } => self.store_element(*kind, *array, (index, value), state),
            Inst::InstanceOf { dst, object, class } => {
                let object = self.register(*object, state);
                let is_null = is_null(object, self.pool);
                let is = match self.classes.is_instance(object, class, self.pool) {
                    Some((is, facts)) => {
                        known.extend(facts);
                        is
                    }
                    None => self.any(Type::Bool),
                };
                let is_object = self.pool.not(is_null);
                let is = self.pool.and(is_object, is);
                state.registers.insert(*dst, is);
            }
            Inst::RefEq { dst, left, right } => {
                let same = match (self.value(left, state), self.value(right, state)) {
                    (Some(left), Some(right)) => self.pool.eq(left, right),
                    _ => self.any(Type::Bool),
                };
                state.registers.insert(*dst, same);
            }
            Inst::LoadString { dst, value } => {
                let object = self.literal(Literal::Text(Arc::clone(value)));
                state.registers.insert(*dst, object);
            }
            Inst::LoadClass { dst, class } => {
                let object = self.literal(Literal::Class(Arc::clone(class)));
                state.registers.insert(*dst, object);
            }
            // Whoever waited for the monitor sees what others have written; whoever leaves it lets others in.
            Inst::Monitor { .. } => state.memory = self.unknown_behind(&state.memory),
            Inst::Line(_) => {}
            // The rest gives any value, or is of the block language only.
            Inst::CanStore { .. }
            | Inst::Havoc { .. }
            | Inst::Call { .. }
            | Inst::MapStore { .. }
            | Inst::Assume(_)
            | Inst::Assert { .. }
            | Inst::Assumed { .. }
            | Inst::TryFirst(_) => {
                if let Some(dst) = inst.written() {
                    let value = self.any(self.body.regs[dst].ty);
                    state.registers.insert(dst, value);
                }
            }
        }
    }

    /// The number of a new object of a class, with what is known of it.
    fn make(&mut self, class: &str, known: &mut Vec<Term>) -> Term {
        self.made += 1;
        let object = self.pool.bv32(-self.made);
        known.extend(self.classes.of_new(object, class, self.pool));
        object
    }

    /// An exception of a class of which the virtual machine may throw one object several times: any object but `null`.
    fn throw_again(&mut self, class: &str, known: &mut Vec<Term>) -> Term {
        let object = self.any(Type::Ref);
        let is_null = is_null(object, self.pool);
        known.push(self.pool.not(is_null));
        known.extend(self.classes.of_new(object, class, self.pool));
        object
    }

    /// Gives a new object's fields their first values, as far as they are read.
    fn clear(&mut self, object: Term, class: &str, state: &mut State) {
        let Ok(class) = self.world.load(class) else { return };
        for field in self.world.instance_fields(class).iter().copied().filter(|field| self.fields_read.contains(field))
        {
            let location = Location::Field(field);
            let kind = Kind::of_primitive(&self.world.field(field).descriptor);
            let zero = match kind.map(|kind| (kind, kind.default_value(self.pool))) {
                Some((kind, Value::Term(zero))) => kind.narrow(self.pool, zero),
                _ => self.pool.bv32(0),
            };
            let map = self.epochs.read(&state.memory, location, of_objects(stored(kind)), self.pool);
            let map = self.pool.store(map, &[object], zero);
            state.memory.write(location, map);
        }
    }

    fn make_array(&mut self, dst: Reg, array: &str, length: Option<Term>, state: &mut State, known: &mut Vec<Term>) {
        let object = self.make(array, known);
        if let Some(length) = length {
            let stored = self.pool.select(self.lengths, &[object]);
            known.push(self.pool.eq(stored, length));
        }
        state.registers.insert(dst, object);
    }

    fn literal(&mut self, literal: Literal) -> Term {
        let next = i32::try_from(self.literals.len()).unwrap_or(i32::MAX).saturating_add(1);
        let number = *self.literals.entry(literal).or_insert(next);
        self.pool.bv32(number)
    }

    pub(super) fn register(&mut self, reg: Reg, state: &State) -> Term {
        match state.registers.get(&reg) {
            Some(value) => *value,
            None => self.any(self.body.regs[reg].ty),
        }
    }

    fn load(&mut self, field: &FieldRef, object: Term, state: &mut State) -> Term {
        match self.field(field) {
            Some((location, kind, false)) => {
                let map = self.epochs.read(&state.memory, location, of_objects(stored(kind)), self.pool);
                let value = self.pool.select(map, &[object]);
                kind.map_or(value, |kind| kind.widen(self.pool, value))
            }
            _ => {
                // Whoever reads what another thread has written sees all that it wrote before.
                state.memory = self.unknown_behind(&state.memory);
                self.unknown_of(Kind::of_primitive(&field.descriptor))
            }
        }
    }

    fn store(&mut self, field: &FieldRef, object: Term, value: &Expr, state: &mut State) {
        // Others who see what is written to a volatile field may write to any place from then on.
        let Some((location, kind, false)) = self.field(field) else {
            state.memory = self.unknown_behind(&state.memory);
            return;
        };
        let map = self.epochs.read(&state.memory, location, of_objects(stored(kind)), self.pool);
        let value = self.value_to_store(kind, value, state);
        let map = self.pool.store(map, &[object], value);
        state.memory.write(location, map);
    }

    fn value_to_store(&mut self, kind: Option<Kind>, value: &Expr, state: &State) -> Term {
        match (self.value(value, state), kind) {
            (Some(value), Some(kind)) => kind.narrow(self.pool, value),
            (Some(value), None) => value,
            (None, kind) => self.pool.fresh("any", Sort::from(stored(kind))),
        }
    }

    fn load_element(&mut self, kind: ElementKind, array: Reg, index: &Expr, state: &State) -> Term {
        let of = kind_of_element(kind);
        let (Some(index), array) = (self.value(index, state), self.register(array, state)) else {
            return self.any(kind.ty());
        };
        let map = self.epochs.read(&state.memory, Location::Elements(kind), of_elements(stored(of)), self.pool);
        let index = element_index(array, index, self.pool);
        let value = self.pool.select(map, &[index]);
        of.map_or(value, |kind| kind.widen(self.pool, value))
    }

    fn store_element(&mut self, kind: ElementKind, array: Reg, (index, value): (&Expr, &Expr), state: &mut State) {
        let of = kind_of_element(kind);
        let (Some(index), array) = (self.value(index, state), self.register(array, state)) else {
            state.memory = self.unknown_behind(&state.memory);
            return;
        };
        let value = match (kind, self.value(value, state)) {
            // Of a `boolean` the array keeps one bit, of a `byte` eight; the instruction is the same.
            (ElementKind::Byte, Some(value)) => {
                let (is_boolean, bit, byte) =
                    (self.any(Type::Bool), self.pool.extract_low(value, 1), self.pool.extract_low(value, 8));
                let bit = self.pool.zero_extend(bit, 8);
                self.pool.ite(is_boolean, bit, byte)
            }
            _ => self.value_to_store(of, value, state),
        };
        let map = self.epochs.read(&state.memory, Location::Elements(kind), of_elements(stored(of)), self.pool);
        let index = element_index(array, index, self.pool);
        let map = self.pool.store(map, &[index], value);
        state.memory.write(Location::Elements(kind), map);
    }

    /// The value of an expression; `None` if no formula says it.
    pub(super) fn value(&mut self, expr: &Expr, state: &State) -> Option<Term> {
        Some(match expr {
            Expr::Const(Const::Null) => self.pool.bv32(0),
            Expr::Const(literal) => operators::constant(self.pool, literal)?,
            Expr::Reg(reg) => self.register(*reg, state),
            Expr::Unary(UnaryOp::IsNull, operand) => {
                let operand = self.value(operand, state)?;
                is_null(operand, self.pool)
            }
            Expr::Unary(op, operand) => {
                let operand = self.value(operand, state)?;
                operators::unary(self.pool, *op, operand)
            }
            Expr::Binary(op, left, right) => {
                let (left, right) = (self.value(left, state)?, self.value(right, state)?);
                operators::binary(self.pool, *op, left, right)
            }
            Expr::Ite(condition, left, right) => {
                let condition = self.value(condition, state)?;
                let (left, right) = (self.value(left, state)?, self.value(right, state)?);
                self.pool.ite(condition, left, right)
            }
            Expr::Select(..) => return None,
        })
    }
}

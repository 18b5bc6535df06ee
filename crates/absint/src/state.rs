//! What is known at one point of a method: the product of all domains over its registers and the fields it reads.

use crate::domain::{AbstractDomain, Thresholds};
use crate::number::{Number, Width};
use crate::reference::Reference;
use crate::zone::Zone;
use clew_base::{Id, define_id};
use clew_ir::{Body, Expr, Reg, Type};
use clew_jvm::Declared;
use imbl::{OrdMap, OrdSet};
use std::sync::Arc;

define_id! {
    /// A field of an object in a register, or a static field, that a method accesses.
    pub struct CellId = "cell"
}

/// What has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Var {
    /// A register.
    Reg(Reg),
    /// A field.
    Cell(CellId),
}

/// What has a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Term {
    /// A register or field of a machine number.
    Value(Var),
    /// The length of the array that a register or field refers to. Where that is no array, it stands for any natural
    /// number.
    Length(Var),
    /// A value on its way to a register.
    Scratch,
}

/// What decides a truth value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// An expression.
    Expr(Expr),
    /// Whether a reference is an instance of a class.
    InstanceOf(Reg, Arc<str>),
    /// Whether two references are the same.
    Same(Expr, Expr),
}

/// How a register came by its value; the registers in it still hold what they held then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Definition {
    /// A truth value, or 1 where that is true and else 0.
    Truth(Condition),
    /// A number.
    Number(Expr),
    /// The same reference.
    Copy(Var),
}

impl Definition {
    fn reads(&self, var: Var) -> bool {
        let is_in = |expr: &Expr| match var {
            Var::Reg(reg) => {
                let mut found = false;
                expr.for_each_register(&mut |read| found |= read == reg);
                found
            }
            Var::Cell(_) => false,
        };
        match self {
            Definition::Truth(Condition::Expr(expr)) | Definition::Number(expr) => is_in(expr),
            Definition::Truth(Condition::InstanceOf(object, _)) => Var::Reg(*object) == var,
            Definition::Truth(Condition::Same(left, right)) => is_in(left) || is_in(right),
            Definition::Copy(of) => *of == var,
        }
    }
}

/// The types of registers and cells.
#[derive(Clone, Debug)]
pub struct Shape {
    regs: Vec<Type>,
    cells: Vec<Type>,
    /// For each register the cells that are fields of the object it refers to.
    of_object: Vec<Vec<CellId>>,
}

impl Shape {
    /// The shape of a body with cells: of each the register of the object, if it is no static field, and the type.
    pub fn of(body: &Body, cells: &[(Option<Reg>, Type)]) -> Shape {
        let regs: Vec<Type> = body.regs.values().map(|info| info.ty).collect();
        let mut of_object = vec![Vec::new(); regs.len()];
        for (index, (object, _)) in cells.iter().enumerate() {
            if let Some(fields) = object.and_then(|object| of_object.get_mut(object.index())) {
                fields.push(CellId::from_index(index));
            }
        }
        Shape { regs, cells: cells.iter().map(|(_, ty)| *ty).collect(), of_object }
    }

    /// The type of a register or a cell.
    pub fn ty(&self, var: Var) -> Type {
        let found = match var {
            Var::Reg(reg) => self.regs.get(reg.index()),
            Var::Cell(cell) => self.cells.get(cell.index()),
        };
        found.copied().unwrap_or(Type::Bool)
    }

    /// All numbers that a term may be; `None` for what has no machine number.
    pub fn any(&self, term: Term) -> Option<Number> {
        match term {
            Term::Value(var) => Width::of(self.ty(var)).map(Number::any),
            Term::Length(_) => Some(Number::between(0, i64::from(i32::MAX))),
            Term::Scratch => Some(Number::any(Width::W64)),
        }
    }
}

/// What is known at one point. Whatever has no entry may be anything of its type.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    numbers: OrdMap<Term, Number>,
    references: OrdMap<Var, Reference>,
    /// What the declarations say of the objects that references name.
    declared: OrdMap<Var, Declared>,
    /// The registers and cells that hold an array of objects without `null` among its elements, which no other code has.
    filled: OrdSet<Var>,
    /// Those that may hold such an array, all of them.
    may_be_filled: OrdSet<Var>,
    truths: OrdMap<Reg, bool>,
    zone: Zone<Term>,
    definitions: OrdMap<Reg, Definition>,
    /// The cells that hold what is known of them; of others nothing is known.
    cells: OrdSet<CellId>,
}

impl State {
    /// Nothing is known.
    pub fn top() -> State {
        State {
            numbers: OrdMap::new(),
            references: OrdMap::new(),
            declared: OrdMap::new(),
            filled: OrdSet::new(),
            may_be_filled: OrdSet::new(),
            truths: OrdMap::new(),
            zone: Zone::top(),
            definitions: OrdMap::new(),
            cells: OrdSet::new(),
        }
    }

    /// What is known of a number.
    pub fn number(&self, shape: &Shape, term: Term) -> Option<Number> {
        self.numbers.get(&term).copied().or_else(|| shape.any(term))
    }

    /// What is known of a reference.
    pub fn reference(&self, var: Var) -> Reference {
        self.references.get(&var).cloned().unwrap_or_else(Reference::top)
    }

    /// What is declared of the object that a register or cell refers to.
    pub fn declared(&self, var: Var) -> Option<&Declared> {
        self.declared.get(&var)
    }

    /// Notes what is declared of the object that a register or cell refers to.
    pub fn declare(&mut self, var: Var, declared: Declared) {
        self.declared.insert(var, declared);
    }

    /// Whether a register or cell holds an array of objects without `null` among its elements, which no other code has.
    pub fn is_filled(&self, var: Var) -> bool {
        self.filled.contains(&var)
    }

    /// Notes that a register or cell holds such an array.
    pub fn fill(&mut self, var: Var) {
        self.filled.insert(var);
        self.may_be_filled.insert(var);
    }

    /// Whether a value may be such an array.
    pub fn may_be_filled(&self, value: &Expr) -> bool {
        let mut may_be = false;
        value.for_each_register(&mut |reg| may_be |= self.may_be_filled.contains(&Var::Reg(reg)));
        may_be
    }

    /// Notes that a register may hold such an array.
    pub fn fill_maybe(&mut self, reg: Reg) {
        self.may_be_filled.insert(Var::Reg(reg));
    }

    /// Forgets of all arrays that they hold no `null`: one was changed, or other code has it from now on.
    pub fn forget_filled(&mut self) {
        self.filled = OrdSet::new();
        self.may_be_filled = OrdSet::new();
    }

    /// How a register came by its value, if that is known and holds still.
    pub fn definition(&self, reg: Reg) -> Option<&Definition> {
        self.definitions.get(&reg)
    }

    /// Notes how a register came by its value. A definition that reads the register itself says nothing of the new
    /// value.
    pub fn define(&mut self, reg: Reg, definition: Definition) {
        if !definition.reads(Var::Reg(reg)) {
            self.definitions.insert(reg, definition);
        }
    }

    /// Whether a cell holds what is known of it.
    pub fn has_cell(&self, cell: CellId) -> bool {
        self.cells.contains(&cell)
    }

    /// Whether a difference from this term is bounded by more than values.
    pub fn is_related(&self, term: &Term) -> bool {
        self.zone.mentions(term)
    }

    /// The cells that hold what is known of them.
    pub fn cells(&self) -> impl Iterator<Item = CellId> {
        self.cells.iter().copied()
    }

    /// Notes that from now on a cell holds what is known of it.
    pub fn add_cell(&mut self, cell: CellId) {
        self.cells.insert(cell);
    }

    /// Forgets what a cell holds.
    pub fn drop_cell(&mut self, cell: CellId) {
        self.forget_var(Var::Cell(cell));
        self.cells.remove(&cell);
    }

    /// Forgets all that is known of a register, of its fields, and through it of others.
    pub fn forget(&mut self, shape: &Shape, reg: Reg) {
        self.forget_var(Var::Reg(reg));
        self.truths.remove(&reg);
        self.definitions.remove(&reg);
        for cell in shape.of_object.get(reg.index()).into_iter().flatten() {
            if self.cells.contains(cell) {
                self.drop_cell(*cell);
            }
        }
    }

    fn forget_var(&mut self, var: Var) {
        for term in [Term::Value(var), Term::Length(var)] {
            self.numbers.remove(&term);
            self.zone.forget(&term);
        }
        self.references.remove(&var);
        self.declared.remove(&var);
        self.filled.remove(&var);
        self.may_be_filled.remove(&var);
        let stale: Vec<Reg> =
            self.definitions.iter().filter(|(_, definition)| definition.reads(var)).map(|(reg, _)| *reg).collect();
        stale.iter().for_each(|reg| drop(self.definitions.remove(reg)));
    }

    /// Gives a register or cell the value of another, which holds a number or a reference.
    pub fn copy(&mut self, shape: &Shape, from: Var, to: Var) {
        for (source, target) in [(Term::Value(from), Term::Value(to)), (Term::Length(from), Term::Length(to))] {
            if let Some(number) = self.numbers.get(&source).copied() {
                self.numbers.insert(target, number);
            }
            let has_number = match source {
                Term::Value(var) => Width::of(shape.ty(var)).is_some(),
                Term::Length(var) => shape.ty(var) == Type::Ref,
                Term::Scratch => false,
            };
            if has_number && (matches!(source, Term::Value(_)) || self.zone.mentions(&source)) {
                self.zone.add(&source, &target, 0);
                self.zone.add(&target, &source, 0);
            }
        }
        if let Some(reference) = self.references.get(&from).cloned() {
            self.references.insert(to, reference);
        }
        if let Some(declared) = self.declared.get(&from).cloned() {
            self.declared.insert(to, declared);
        }
        if self.filled.contains(&from) {
            self.filled.insert(to);
        }
        if self.may_be_filled.contains(&from) {
            self.may_be_filled.insert(to);
        }
    }

    /// Sets what is known of a reference; nothing is left where it is nothing.
    pub fn set_reference(mut self, var: Var, reference: Reference) -> Option<State> {
        if reference.is_bottom() {
            return None;
        }
        if reference == Reference::top() {
            self.references.remove(&var);
        } else {
            self.references.insert(var, reference);
        }
        Some(self)
    }

    /// Narrows down what is known of a reference and of its copies.
    pub fn refine_reference(self, var: Var, by: &Reference) -> Option<State> {
        let mut state = self;
        for var in state.copies(var) {
            let reference = state.reference(var).meet(by);
            state = state.set_reference(var, reference)?;
        }
        Some(state)
    }

    /// A register or cell and all that are known to hold the same reference.
    pub fn copies(&self, var: Var) -> Vec<Var> {
        let mut found = vec![var];
        if let Var::Reg(reg) = var
            && let Some(Definition::Copy(of)) = self.definitions.get(&reg)
        {
            found.push(*of);
        }
        for (reg, definition) in &self.definitions {
            if let Definition::Copy(of) = definition
                && found.contains(of)
                && !found.contains(&Var::Reg(*reg))
            {
                found.push(Var::Reg(*reg));
            }
        }
        found
    }

    /// Sets what is known of a truth value; nothing is left where that contradicts what is known.
    pub fn refine_truth(mut self, reg: Reg, truth: bool) -> Option<State> {
        if self.truths.insert(reg, truth).is_some_and(|known| known != truth) {
            return None;
        }
        Some(self)
    }

    /// Narrows down what is known of a number, and of those whose difference from it is bounded.
    pub fn refine_number(mut self, shape: &Shape, term: Term, by: &Number) -> Option<State> {
        let Some(before) = self.number(shape, term) else { return Some(self) };
        let after = before.meet(by);
        if after == before {
            return Some(self);
        }
        if after.is_bottom() {
            return None;
        }
        self.numbers.insert(term, after);
        let near: Vec<(Term, Number)> = self
            .zone
            .constraints()
            .filter_map(|(x, y, c)| {
                if *x == term {
                    Some((*y, Number::between(after.low().saturating_sub(c), i64::MAX)))
                } else if *y == term {
                    Some((*x, Number::between(i64::MIN, after.high().saturating_add(c))))
                } else {
                    None
                }
            })
            .collect();
        for (other, bounds) in near {
            let Some(known) = self.number(shape, other) else { continue };
            let narrowed = known.meet(&bounds);
            if narrowed.is_bottom() {
                return None;
            }
            if narrowed != known {
                self.numbers.insert(other, narrowed);
            }
        }
        Some(self)
    }

    /// The least known bound on `x - y`.
    pub fn difference(&self, shape: &Shape, x: Term, y: Term) -> Option<i64> {
        let by_values = self.difference_of_bounds(shape, x, y);
        match (self.zone.bound(&x, &y), by_values) {
            (Some(one), Some(two)) => Some(one.min(two)),
            (one, two) => one.or(two),
        }
    }

    fn difference_of_bounds(&self, shape: &Shape, x: Term, y: Term) -> Option<i64> {
        self.number(shape, x)?.high().checked_sub(self.number(shape, y)?.low())
    }

    /// Adds `x - y <= c`, between mathematical values.
    pub fn constrain(mut self, shape: &Shape, x: Term, y: Term, c: i64) -> Option<State> {
        self.zone.add(&x, &y, c);
        if self.zone.is_bottom() {
            return None;
        }
        let below = Number::between(i64::MIN, self.number(shape, y)?.high().saturating_add(c));
        let state = self.refine_number(shape, x, &below)?;
        let above = Number::between(state.number(shape, x)?.low().saturating_sub(c), i64::MAX);
        state.refine_number(shape, y, &above)
    }

    /// Moves what is known of [`Term::Scratch`] to a term of which all has been forgotten.
    pub fn settle_at(&mut self, to: Term) {
        self.zone.rename(&Term::Scratch, &to);
        if let Some(number) = self.numbers.remove(&Term::Scratch) {
            self.numbers.insert(to, number);
        }
    }

    /// Begins with a new value in [`Term::Scratch`].
    pub fn begin(&mut self, number: Number) {
        self.zone.forget(&Term::Scratch);
        self.numbers.insert(Term::Scratch, number);
    }

    /// Forgets the registers for which `keeps` does not hold.
    pub fn keep(&mut self, shape: &Shape, keeps: impl Fn(Reg) -> bool) {
        let of = |var: &Var| if let Var::Reg(reg) = var { Some(*reg) } else { None };
        let of_term = |term: &Term| match term {
            Term::Value(var) | Term::Length(var) => of(var),
            Term::Scratch => None,
        };
        let mut known: Vec<Reg> = self.numbers.keys().filter_map(of_term).collect();
        known.extend(self.references.keys().filter_map(of));
        known.extend(self.declared.keys().filter_map(of));
        known.extend(self.may_be_filled.iter().filter_map(of));
        known.extend(self.truths.keys().copied());
        known.extend(self.definitions.keys().copied());
        known.extend(self.zone.constraints().filter_map(|(x, _, _)| of_term(x)));
        known.sort_unstable();
        known.dedup();
        known.into_iter().filter(|reg| !keeps(*reg)).for_each(|reg| self.forget(shape, reg));
    }

    /// What holds of both.
    pub fn join(&self, other: &State, shape: &Shape) -> State {
        let zone = self.zone.join_with(
            &other.zone,
            |x, y| self.difference_of_bounds(shape, *x, *y),
            |x, y| other.difference_of_bounds(shape, *x, *y),
        );
        self.combine(other, shape, zone, |_, one, two| one.join(two))
    }

    /// What is stable from this state to the next one at the same place.
    pub fn widen(&self, next: &State, shape: &Shape, thresholds: &Thresholds) -> State {
        let zone = self.zone.widen_with(
            &next.zone,
            |x, y| self.difference_of_bounds(shape, *x, *y),
            |x, y| next.difference_of_bounds(shape, *x, *y),
        );
        self.combine(next, shape, zone, |any, one, two| one.widen(two, thresholds).meet(any))
    }

    fn combine(
        &self,
        other: &State,
        shape: &Shape,
        zone: Zone<Term>,
        numbers: impl Fn(&Number, &Number, &Number) -> Number,
    ) -> State {
        let cells: OrdSet<CellId> = self.cells.iter().filter(|cell| other.cells.contains(*cell)).copied().collect();
        let mut combined = State { zone, cells, ..State::top() };
        for (term, one) in &self.numbers {
            if let (Some(two), Some(any)) = (other.numbers.get(term), shape.any(*term)) {
                let number = numbers(&any, one, two);
                if number != any {
                    combined.numbers.insert(*term, number);
                }
            }
        }
        for (var, one) in &self.references {
            if let Some(two) = other.references.get(var) {
                let reference = one.join(two);
                if reference != Reference::top() {
                    combined.references.insert(*var, reference);
                }
            }
        }
        for (var, declared) in &self.declared {
            if other.declared.get(var) == Some(declared) {
                combined.declared.insert(*var, declared.clone());
            }
        }
        combined.filled = self.filled.iter().filter(|var| other.filled.contains(*var)).copied().collect();
        combined.may_be_filled = self.may_be_filled.clone().union(other.may_be_filled.clone());
        for (reg, truth) in &self.truths {
            if other.truths.get(reg) == Some(truth) {
                combined.truths.insert(*reg, *truth);
            }
        }
        for (reg, definition) in &self.definitions {
            if other.definitions.get(reg) == Some(definition) {
                combined.definitions.insert(*reg, definition.clone());
            }
        }
        let either = self.cells.iter().chain(&other.cells).copied();
        let gone: Vec<CellId> = either.filter(|cell| !combined.cells.contains(cell)).collect();
        gone.into_iter().for_each(|cell| combined.forget_var(Var::Cell(cell)));
        combined
    }

    /// Whether all that is known here holds of the other as well.
    pub fn includes(&self, other: &State, shape: &Shape) -> bool {
        self.numbers.iter().all(|(term, own)| other.number(shape, *term).is_some_and(|other| own.includes(&other)))
            && self.references.iter().all(|(var, own)| own.includes(&other.reference(*var)))
            && self.declared.iter().all(|(var, own)| other.declared.get(var) == Some(own))
            && self.filled.iter().all(|var| other.filled.contains(var))
            && other.may_be_filled.iter().all(|var| self.may_be_filled.contains(var))
            && self.truths.iter().all(|(reg, own)| other.truths.get(reg) == Some(own))
            && self.definitions.iter().all(|(reg, own)| other.definitions.get(reg) == Some(own))
            && self.cells.iter().all(|cell| other.cells.contains(cell))
            && self.zone.constraints().all(|(x, y, c)| other.difference(shape, *x, *y).is_some_and(|own| own <= c))
    }

    /// Whether the values of registers, as far as they are given, are among those that the state stands for.
    pub fn allows(&self, number: impl Fn(Term) -> Option<i64>, is_null: impl Fn(Var) -> Option<bool>) -> bool {
        let numbers = self.numbers.iter().all(|(term, own)| number(*term).is_none_or(|value| own.contains(&value)));
        let zone = self.zone.constraints().all(|(x, y, c)| match (number(*x), number(*y)) {
            (Some(x), Some(y)) => i128::from(x) - i128::from(y) <= i128::from(c),
            (None, _) | (_, None) => true,
        });
        let references =
            self.references.iter().all(|(var, own)| is_null(*var).is_none_or(|null| own.nullness().contains(&null)));
        numbers && zone && references
    }
}

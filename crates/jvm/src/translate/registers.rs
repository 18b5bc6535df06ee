//! The registers of one method: locals, stack positions, and a few for one instruction's own use.

use crate::descriptor::register_type;
use crate::op::Variable;
use clew_base::{Arena, FastMap, FastSet};
use clew_ir::{Const, Expr, Reg, RegInfo, Type};
use std::sync::Arc;

/// Allocates registers on first use, with unique names.
pub(super) struct Registers<'a> {
    variables: &'a [Variable],
    arena: Arena<Reg, RegInfo>,
    names: FastSet<Arc<str>>,
    known: FastMap<(Role, Type), Reg>,
    stack: FastSet<Reg>,
    temporaries: usize,
}

/// What a register is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Role {
    /// A local variable slot.
    Local(u16),
    /// A position of the operand stack, counted in values from the bottom.
    Stack(usize),
    /// The length of an array or the outcome of a test, read at once by the branch that follows.
    Scratch,
}

impl<'a> Registers<'a> {
    pub(super) fn new(variables: &'a [Variable]) -> Self {
        Self {
            variables,
            arena: Arena::new(),
            names: FastSet::default(),
            known: FastMap::default(),
            stack: FastSet::default(),
            temporaries: 0,
        }
    }

    /// The register of a local variable slot for values of a type.
    pub(super) fn local(&mut self, slot: u16, ty: Type) -> Reg {
        if let Some(known) = self.known.get(&(Role::Local(slot), ty)) {
            return *known;
        }
        let name = self.variable_name(slot, ty).unwrap_or_else(|| format!("l{slot}{}", letter(ty)).into());
        self.add((Role::Local(slot), ty), name)
    }

    /// The register of a stack position for values of a type.
    pub(super) fn stack(&mut self, position: usize, ty: Type) -> Reg {
        match self.known.get(&(Role::Stack(position), ty)) {
            Some(known) => *known,
            None => {
                let reg = self.add((Role::Stack(position), ty), format!("s{position}{}", letter(ty)).into());
                self.stack.insert(reg);
                reg
            }
        }
    }

    /// The register for a length (`Bv32`) or a truth value (`Bool`) that is read by the very next branch only.
    pub(super) fn scratch(&mut self, ty: Type) -> Reg {
        match self.known.get(&(Role::Scratch, ty)) {
            Some(known) => *known,
            None => {
                let name = if ty == Type::Bool { "test" } else { "length" };
                self.add((Role::Scratch, ty), name.into())
            }
        }
    }

    /// A register that nothing else uses.
    pub(super) fn temporary(&mut self, ty: Type) -> Reg {
        let name = self.unique(format!("t{}{}", self.temporaries, letter(ty)).into());
        self.temporaries += 1;
        self.arena.push(RegInfo { name, ty, global: None })
    }

    /// Whether the register belongs to a stack position.
    pub(super) fn is_stack(&self, reg: Reg) -> bool {
        self.stack.contains(&reg)
    }

    /// The type of a register.
    pub(super) fn ty(&self, reg: Reg) -> Type {
        self.arena[reg].ty
    }

    /// The type of a register or constant.
    pub(super) fn type_of(&self, leaf: &Expr) -> Type {
        match leaf {
            Expr::Reg(reg) => self.ty(*reg),
            Expr::Const(constant) => constant.ty(),
            Expr::Unary(..) | Expr::Binary(..) | Expr::Ite(..) | Expr::Select(..) => Const::Null.ty(),
        }
    }

    pub(super) fn into_arena(self) -> Arena<Reg, RegInfo> {
        self.arena
    }

    fn add(&mut self, key: (Role, Type), name: Arc<str>) -> Reg {
        let name = self.unique(name);
        let reg = self.arena.push(RegInfo { name, ty: key.1, global: None });
        self.known.insert(key, reg);
        reg
    }

    /// The name of the one variable that debug information has for the slot and the type.
    fn variable_name(&self, slot: u16, ty: Type) -> Option<Arc<str>> {
        let mut names = self
            .variables
            .iter()
            .filter(|variable| variable.slot == slot && register_type(&variable.descriptor) == Some(ty))
            .map(|variable| &variable.name);
        let first = names.next()?;
        names.all(|name| name == first).then(|| Arc::clone(first))
    }

    fn unique(&mut self, wanted: Arc<str>) -> Arc<str> {
        let mut name = Arc::clone(&wanted);
        let mut number = 1;
        while !self.names.insert(Arc::clone(&name)) {
            name = format!("{wanted}_{number}").into();
            number += 1;
        }
        name
    }
}

fn letter(ty: Type) -> char {
    match ty {
        Type::Bv32 => 'i',
        Type::Bv64 => 'j',
        Type::F32 => 'f',
        Type::F64 => 'd',
        Type::Ref => 'r',
        Type::Bool => 'z',
        Type::Int | Type::Map(_) => 'm',
    }
}

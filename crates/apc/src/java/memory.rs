//! The variables that stand for memory.

use super::allocation::{Allocations, Group};
use crate::condition::Range;
use crate::value::range;
use clew_base::{Arena, FastMap, OrderedMap};
use clew_ir::{Body, ElementKind, Expr, FieldRef, Inst, Reg, RegInfo, Type};
use clew_jvm::{FieldId, World};
use clew_reach::is_volatile;
use num_bigint::BigInt;

/// A map from objects, or from objects and indices, to values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Map {
    /// What it holds now.
    pub now: Reg,
    /// What it held when all of it was last unknown; `None` for objects of the method's own, which start with zeros and which
    /// nobody else changes.
    pub before: Option<Reg>,
}

/// The sort of what a field or an element holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Reference,
}

impl Held {
    /// What a field of this descriptor holds; `None` for floating-point numbers.
    pub(super) fn by(descriptor: &str) -> Option<Held> {
        Some(match descriptor.as_bytes().first()? {
            b'Z' => Held::Boolean,
            b'B' => Held::Byte,
            b'C' => Held::Char,
            b'S' => Held::Short,
            b'I' => Held::Int,
            b'J' => Held::Long,
            b'L' | b'[' => Held::Reference,
            _ => return None,
        })
    }

    /// What an element holds as an array instruction reads it; `None` for floating-point numbers. A `boolean` is a `byte` there.
    pub(super) fn of_element(kind: ElementKind) -> Option<Held> {
        Some(match kind {
            ElementKind::Byte => Held::Byte,
            ElementKind::Char => Held::Char,
            ElementKind::Short => Held::Short,
            ElementKind::Int => Held::Int,
            ElementKind::Long => Held::Long,
            ElementKind::Ref => Held::Reference,
            ElementKind::Float | ElementKind::Double => return None,
        })
    }

    /// The least and the greatest number that a map of it holds; `None` for references.
    fn of_elements(self) -> Option<Range> {
        match (self, self.range()) {
            (_, Some((low, high))) => Some(Range { low: low.into(), high: high.into() }),
            (Held::Reference, None) => None,
            (Held::Long, None) => Some(range(64)),
            (_, None) => Some(range(32)),
        }
    }

    /// The least and the greatest number that it holds, where these are not those of the register's type.
    pub(super) fn range(self) -> Option<(i32, i32)> {
        match self {
            Held::Boolean => Some((0, 1)),
            Held::Byte => Some((i8::MIN.into(), i8::MAX.into())),
            Held::Char => Some((0, u16::MAX.into())),
            Held::Short => Some((i16::MIN.into(), i16::MAX.into())),
            Held::Int | Held::Long | Held::Reference => None,
        }
    }
}

/// A field as a program names it, as far as its values are followed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Location {
    /// An instance field.
    OfObjects(Map, Held),
    /// A static field.
    Static(Reg, Held),
    /// A field whose values are not followed, and which nobody else changes.
    Other,
    /// Whoever reads or writes it sees, or lets others see, what other threads do.
    Shared,
}

/// How many levels of an array of arrays are filled with arrays; what is in deeper ones is not told.
pub(super) const MAX_FILLED: usize = 2;

/// All variables that stand for memory.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    /// The number of the next object that the method makes.
    pub next: Reg,
    /// From when on objects have held nothing when all of memory was last unknown.
    pub next_before: Reg,
    /// The lengths of arrays that others may see.
    pub lengths: Reg,
    /// Those of other arrays.
    own_lengths: OrderedMap<Group, Reg>,
    /// The lengths of strings.
    pub text_lengths: Reg,
    /// The characters of strings.
    pub texts: Reg,
    /// Numbers of 32 bits between two steps of one instruction.
    pub scratch: [Reg; 2],
    /// The arrays between which an array of arrays is filled, and the indices there, from the outermost inwards.
    pub filling: Vec<(Reg, Reg)>,
    elements: OrderedMap<(Group, ElementKind), Map>,
    fields: OrderedMap<(Group, FieldId), (Map, Held)>,
    pub statics: OrderedMap<FieldId, (Reg, Held)>,
    /// Which objects instructions mean.
    pub allocations: Allocations,
}

impl Memory {
    /// The memory that the instructions of a body name, as variables after those of the body.
    pub(super) fn of(world: &World, body: &Body, regs: &mut Arena<Reg, RegInfo>) -> Memory {
        let mut add = |name: String, ty| regs.push(RegInfo { name: name.into(), ty, global: None });
        let mut memory = Memory {
            next: add("next object".into(), Type::Int),
            next_before: add("next object before".into(), Type::Int),
            lengths: add("length".into(), Type::Map(1)),
            own_lengths: OrderedMap::default(),
            text_lengths: add("string length".into(), Type::Map(1)),
            texts: add("string".into(), Type::Map(2)),
            scratch: [add("scratch 1".into(), Type::Bv32), add("scratch 2".into(), Type::Bv32)],
            filling: Vec::new(),
            elements: OrderedMap::default(),
            fields: OrderedMap::default(),
            statics: OrderedMap::default(),
            allocations: Allocations::of(body),
        };
        let mut map = |name: String, group, arity| Map {
            now: add(name.clone(), Type::Map(arity)),
            before: (group == Group::Shared).then(|| add(format!("{name} before"), Type::Map(arity))),
        };
        for (id, block) in body.blocks.iter() {
            for (at, stmt) in block.stmts.iter().enumerate() {
                let group = memory.allocations.group((id, at));
                match &stmt.inst {
                    Inst::ArrayLoad { kind, .. } | Inst::ArrayStore { kind, .. }
                        if Held::of_element(*kind).is_some() && !memory.elements.contains_key(&(group, *kind)) =>
                    {
                        let new = map(format!("{kind:?}[]").to_lowercase(), group, 2);
                        memory.elements.insert((group, *kind), new);
                    }
                    Inst::NewArray { .. } | Inst::NewMultiArray { .. } => {
                        let inner = memory.allocations.inner_groups((id, at)).to_vec();
                        for group in inner.into_iter().chain([group]).filter(|group| *group != Group::Shared) {
                            let new = || map("length".into(), group, 1).now;
                            memory.own_lengths.entry(group).or_insert_with(new);
                        }
                    }
                    Inst::GetField { field, .. } | Inst::PutField { field, .. } => {
                        if let (Ok(id), Some(held)) = (world.resolve_field(field), Held::by(&field.descriptor))
                            && !memory.fields.contains_key(&(group, id))
                        {
                            memory.fields.insert((group, id), (map(field.name.to_string(), group, 1), held));
                        }
                    }
                    _ => {}
                }
            }
        }
        for inst in body.blocks.values().flat_map(|block| &block.stmts).map(|stmt| &stmt.inst) {
            if let Inst::GetStatic { field, .. } | Inst::PutStatic { field, .. } = inst
                && let (Ok(id), Some(held)) = (world.resolve_field(field), Held::by(&field.descriptor))
                && !memory.statics.contains_key(&id)
            {
                memory.statics.insert(id, (add(field.name.to_string(), type_of(held)), held));
            }
        }
        let insts = body.blocks.values().flat_map(|block| &block.stmts).map(|stmt| &stmt.inst);
        if insts.clone().any(|inst| matches!(inst, Inst::NewMultiArray { .. })) {
            let names = ["row", "row of row"];
            memory.filling =
                names.map(|name| (add(name.into(), Type::Int), add(format!("{name}'s index"), Type::Bv32))).into();
        }
        memory
    }

    /// The elements of arrays of a kind.
    pub(super) fn elements(&self, group: Group, kind: ElementKind) -> Option<Map> {
        self.elements.get(&(group, kind)).copied()
    }

    /// The lengths of arrays.
    pub(super) fn lengths(&self, group: Group) -> Reg {
        self.own_lengths.get(&group).copied().unwrap_or(self.lengths)
    }

    /// The ranges of what maps hold: all that is stored in them is narrowed to these.
    pub(super) fn ranges(&self) -> FastMap<Reg, Range> {
        let lengths = [self.lengths, self.text_lengths].into_iter().chain(self.own_lengths.values().copied());
        let mut ranges: FastMap<Reg, Range> =
            lengths.map(|reg| (reg, Range { low: BigInt::ZERO, high: i32::MAX.into() })).collect();
        ranges.extend(Held::Char.of_elements().map(|range| (self.texts, range)));
        let elements = self.elements.iter().filter_map(|((_, kind), map)| Some((*map, Held::of_element(*kind)?)));
        for (map, held) in elements.chain(self.fields.values().copied()) {
            if let Some(range) = held.of_elements() {
                ranges.extend([Some(map.now), map.before].into_iter().flatten().map(|reg| (reg, range.clone())));
            }
        }
        ranges
    }

    /// The values of an instance field.
    pub(super) fn field(&self, group: Group, field: FieldId) -> Option<Map> {
        self.fields.get(&(group, field)).map(|(map, _)| *map)
    }

    /// Where the values of a field of objects are.
    pub(super) fn location(&self, world: &World, group: Group, field: &FieldRef) -> Location {
        let Ok(id) = world.resolve_field(field) else { return Location::Shared };
        if is_volatile(world, field) {
            return Location::Shared;
        }
        match (self.fields.get(&(group, id)), self.statics.get(&id)) {
            (Some((map, held)), _) => Location::OfObjects(*map, *held),
            (None, Some((reg, held))) => Location::Static(*reg, *held),
            (None, None) => Location::Other,
        }
    }

    /// All maps that code may change.
    pub(super) fn maps(&self) -> impl Iterator<Item = Map> {
        let lengths = self.own_lengths.values().map(|now| Map { now: *now, before: None });
        self.elements.values().copied().chain(self.fields.values().map(|(map, _)| *map)).chain(lengths)
    }
}

/// The type of a variable that holds this.
pub(super) fn type_of(held: Held) -> Type {
    match held {
        Held::Boolean | Held::Byte | Held::Char | Held::Short | Held::Int => Type::Bv32,
        Held::Long => Type::Bv64,
        Held::Reference => Type::Int,
    }
}

/// A mathematical integer.
pub(super) fn integer(value: i64) -> Expr {
    Expr::Const(clew_ir::Const::Int(value.into()))
}

//! What constructors, setters and factories do, read off their code without running it.
//!
//! Only code whose whole effect is known counts as simple: it stores into the object that it makes or is called on, and
//! nothing else anywhere. Code with branches gives one [`Effect`] a path, each with the conditions under which it is taken.
//! Whatever this reading does not follow makes the path, and only that path, disappear: fewer ways to build an object,
//! never a wrong one.

use crate::classes::{Classes, Origin, with_superclasses};
use crate::eval::{Sym, fold_binary, fold_unary};
use clew_base::{FastMap, OrderedMap};
use clew_facts::{FieldKey, Value};
use clew_ir::{BlockId, Body, BranchKind, Callee, Const, Expr, Inst, InvokeKind, MethodRef, Reg, Terminator};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How deep calls are followed.
const MAX_CALL_DEPTH: usize = 6;
/// How many paths of one method are followed, those that end in an exception included.
const MAX_PATHS: usize = 32;
/// How many blocks one reading visits.
const MAX_BLOCKS: usize = 400;

/// What one path of a method does.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effect {
    /// What it stored, by object and field. Object 0 is the receiver where there is one.
    stores: OrderedMap<(usize, FieldKey), Sym>,
    /// The path is taken where each of these is what it says here.
    pub(crate) conditions: Vec<(Sym, bool)>,
    /// What it returns.
    pub(crate) returns: Option<Sym>,
    /// Binary names of the classes of its objects; empty for a receiver.
    objects: Vec<String>,
}

impl Effect {
    /// The class of an object that the code made.
    pub(crate) fn class_of(&self, object: usize) -> Option<&String> {
        self.objects.get(object)
    }

    /// Whether the path stores nothing.
    pub(crate) fn stores_nothing(&self) -> bool {
        self.stores.is_empty()
    }

    /// The fields of the object, with what the path stored there last.
    pub(crate) fn stores_of(&self, object: usize) -> impl Iterator<Item = (&FieldKey, &Sym)> {
        self.stores.iter().filter(move |((owner, _), _)| *owner == object).map(|((_, field), value)| (field, value))
    }

    /// What the path stored last into the field of the object.
    pub(crate) fn store(&self, object: usize, field: &FieldKey) -> Option<&Sym> {
        self.stores.get(&(object, field.clone()))
    }
}

/// A method whose effect is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Code<'a> {
    /// Binary name of the class that declares it.
    pub(crate) class: &'a str,
    pub(crate) name: &'a str,
    pub(crate) descriptor: &'a str,
}

/// The paths of a method that return, each with its effect. A receiver is object 0 and `parameters` counts without it.
pub(crate) fn effects(classes: &dyn Classes, code: Code<'_>, receiver: Receiver, parameters: usize) -> Vec<Effect> {
    let Some(body) = classes.body(code.class, code.name, code.descriptor) else { return Vec::new() };
    let mut args: Vec<Sym> = (0..parameters).map(Sym::Param).collect();
    let mut start = Effect::default();
    if receiver == Receiver::Object {
        args.insert(0, Sym::Object(0));
        start.objects.push(String::new());
    }
    let mut reader = Reader { classes, home: code.class.to_owned(), blocks: 0, paths: 0 };
    reader.run(&body, args, start, 0).unwrap_or_default()
}

/// Effects that were read already.
#[derive(Default)]
pub(crate) struct EffectCache(RefCell<FastMap<[String; 3], Rc<Vec<Effect>>>>);

impl EffectCache {
    /// As [`effects`].
    pub(crate) fn effects(
        &self,
        classes: &dyn Classes,
        code: Code<'_>,
        receiver: Receiver,
        parameters: usize,
    ) -> Rc<Vec<Effect>> {
        let key = [code.class.to_owned(), code.name.to_owned(), code.descriptor.to_owned()];
        if let Some(known) = self.0.borrow().get(&key) {
            return known.clone();
        }
        let effects = Rc::new(effects(classes, code, receiver, parameters));
        self.0.borrow_mut().insert(key, effects.clone());
        effects
    }
}

/// Whether the method has a receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Receiver {
    None,
    Object,
}

struct Reader<'a> {
    classes: &'a dyn Classes,
    /// The class that is initialized anyway.
    home: String,
    blocks: usize,
    paths: usize,
}

/// A path that is being followed.
#[derive(Clone)]
struct Path {
    block: BlockId,
    regs: BTreeMap<Reg, Sym>,
    effect: Effect,
}

impl Path {
    fn read(&self, expr: &Expr) -> Sym {
        match expr {
            Expr::Const(constant) => match constant {
                Const::Null => Sym::Value(Value::Null),
                Const::Bool(value) => Sym::Value(Value::Boolean(*value)),
                Const::Bv32(value) => Sym::Value(Value::Int(*value)),
                Const::Bv64(value) => Sym::Value(Value::Long(*value)),
                Const::F32(bits) => Sym::Value(Value::Float(*bits)),
                Const::F64(bits) => Sym::Value(Value::Double(*bits)),
                Const::Int(_) => Sym::Opaque,
            },
            Expr::Reg(reg) => self.reg(*reg),
            Expr::Unary(op, operand) => fold_unary(*op, self.read(operand)),
            Expr::Binary(op, left, right) => fold_binary(*op, self.read(left), self.read(right)),
            Expr::Ite(..) | Expr::Select(..) => Sym::Opaque,
        }
    }

    fn reg(&self, reg: Reg) -> Sym {
        self.regs.get(&reg).cloned().unwrap_or(Sym::Opaque)
    }
}

impl Reader<'_> {
    /// The paths of the body that return; `None` where there are too many to tell.
    fn run(&mut self, body: &Body, args: Vec<Sym>, effect: Effect, depth: usize) -> Option<Vec<Effect>> {
        if depth > MAX_CALL_DEPTH || args.len() != body.params.len() {
            return None;
        }
        let regs = body.params.iter().copied().zip(args).collect();
        let mut work = vec![Path { block: body.entry, regs, effect }];
        let mut done = Vec::new();
        while let Some(mut path) = work.pop() {
            self.blocks += 1;
            if self.blocks > MAX_BLOCKS {
                return None;
            }
            let block = &body.blocks[path.block];
            if block.stmts.iter().all(|stmt| self.step(&mut path, &stmt.inst).is_some()) {
                self.leave(path, &block.terminator, depth, &mut work, &mut done)?;
            }
        }
        Some(done)
    }

    /// Does what the instruction does; `None` where the path can't be followed.
    fn step(&self, path: &mut Path, inst: &Inst) -> Option<()> {
        let (dst, value) = match inst {
            Inst::Line(_) => return Some(()),
            Inst::Assign { dst, value } => (dst, path.read(value)),
            Inst::PutField { object, field, value } => {
                let Sym::Object(object) = path.reg(*object) else { return None };
                let key = self.resolve(&field.class, &field.name, &field.descriptor)?;
                let value = path.read(value);
                path.effect.stores.insert((object, key), value);
                return Some(());
            }
            Inst::GetField { dst, object, field } => {
                let value = match path.reg(*object) {
                    Sym::Object(object) => {
                        let key = self.resolve(&field.class, &field.name, &field.descriptor)?;
                        path.effect.store(object, &key).cloned().unwrap_or(Sym::Field(object, key))
                    }
                    _ => Sym::Opaque,
                };
                (dst, value)
            }
            Inst::New { dst, class } => {
                let object = path.effect.objects.len();
                path.effect.objects.push(class.replace('/', "."));
                (dst, Sym::Object(object))
            }
            Inst::LoadString { dst, value } => (dst, Sym::Text(value.clone())),
            Inst::GetStatic { dst, field } => {
                let key = self.resolve(&field.class, &field.name, &field.descriptor);
                (dst, key.map_or(Sym::Opaque, Sym::Static))
            }
            Inst::NewThrowable { dst, .. }
            | Inst::NewArray { dst, .. }
            | Inst::NewMultiArray { dst, .. }
            | Inst::ArrayLength { dst, .. }
            | Inst::ArrayLoad { dst, .. }
            | Inst::InstanceOf { dst, .. }
            | Inst::CanStore { dst, .. }
            | Inst::LoadClass { dst, .. } => (dst, Sym::Opaque),
            Inst::RefEq { dst, left, right } => (dst, crate::eval::same_reference(&path.read(left), &path.read(right))),
            Inst::PutStatic { .. }
            | Inst::ArrayStore { .. }
            | Inst::Monitor { .. }
            | Inst::MapStore { .. }
            | Inst::Assume(_)
            | Inst::Assert { .. }
            | Inst::Assumed { .. }
            | Inst::TryFirst(_)
            | Inst::Call { .. }
            | Inst::Havoc { .. } => return None,
        };
        path.regs.insert(*dst, value);
        Some(())
    }

    /// Goes on behind the end of a block; `None` where there are too many paths.
    fn leave(
        &mut self,
        mut path: Path,
        terminator: &Terminator,
        depth: usize,
        work: &mut Vec<Path>,
        done: &mut Vec<Effect>,
    ) -> Option<()> {
        match terminator {
            Terminator::Goto(targets) => {
                if let [target] = targets[..] {
                    path.block = target;
                    work.push(path);
                }
            }
            Terminator::Branch { kind, condition, then, otherwise } => {
                let condition = path.read(condition);
                self.branch(path, *kind, condition, (*then, *otherwise), work)?;
            }
            Terminator::InitClass { class, normal, .. } => {
                if self.is_initialized(class) {
                    path.block = *normal;
                    work.push(path);
                }
            }
            Terminator::Invoke { dst, callee, args, normal, .. } => {
                let args: Vec<Sym> = args.iter().map(|arg| path.read(arg)).collect();
                for effect in self.call(callee, args, &path.effect, depth).unwrap_or_default() {
                    let mut after = path.clone();
                    after.block = *normal;
                    if let Some(dst) = dst {
                        after.regs.insert(*dst, effect.returns.clone().unwrap_or(Sym::Opaque));
                    }
                    after.effect = effect;
                    work.push(after);
                }
            }
            Terminator::Return(value) => {
                path.effect.returns = value.as_ref().map(|value| path.read(value));
                done.push(path.effect);
            }
            Terminator::Switch { .. } | Terminator::Throw(_) | Terminator::Unsupported(_) => {}
        }
        Some(())
    }

    /// Goes on along the sides of a branch that can be taken; `None` where there are too many paths.
    fn branch(
        &mut self,
        mut path: Path,
        kind: BranchKind,
        condition: Sym,
        (then, otherwise): (BlockId, BlockId),
        work: &mut Vec<Path>,
    ) -> Option<()> {
        match condition {
            Sym::Value(Value::Boolean(holds)) => {
                path.block = if holds { then } else { otherwise };
                work.push(path);
            }
            // Whether an argument passes a cast is not known here. If it doesn't, building the input fails, and says so.
            Sym::Opaque if kind == BranchKind::CastCheck => {
                path.block = then;
                work.push(path);
            }
            Sym::Opaque => {}
            condition => {
                self.paths += 1;
                if self.paths > MAX_PATHS {
                    return None;
                }
                for (block, holds) in [(otherwise, false), (then, true)] {
                    let mut side = path.clone();
                    side.block = block;
                    side.effect.conditions.push((condition.clone(), holds));
                    work.push(side);
                }
            }
        }
        Some(())
    }

    fn call(&mut self, callee: &Callee, args: Vec<Sym>, effect: &Effect, depth: usize) -> Option<Vec<Effect>> {
        let Callee::Method { kind: InvokeKind::Static | InvokeKind::Special, method } = callee else { return None };
        let MethodRef { class, name, descriptor, .. } = &**method;
        if &**class == "java/lang/Object" && &**name == "<init>" {
            return Some(vec![effect.clone()]);
        }
        let body = self.classes.body(&class.replace('/', "."), name, descriptor)?;
        self.run(&body, args, effect.clone(), depth + 1)
    }

    /// Whether initializing the class here can change nothing: it is initialized anyway, or belongs to the JDK.
    fn is_initialized(&self, class: &str) -> bool {
        let class = class.replace('/', ".");
        class == self.home || self.classes.class(&class).is_some_and(|class| class.origin == Origin::Jdk)
    }

    /// The field that the reference means, with the class that declares it.
    fn resolve(&self, class: &str, name: &str, descriptor: &str) -> Option<FieldKey> {
        let chain = with_superclasses(self.classes, &class.replace('/', "."));
        let owner = chain.iter().find(|class| class.field(name, descriptor).is_some())?;
        Some(FieldKey { class: owner.name.clone(), name: name.into(), descriptor: descriptor.into() })
    }
}

//! Which constructor of a class stands for what the objects of its subclasses begin with: one that does the same for every
//! subclass and whatever its reference parameters name, as far as the text of its code shows it.
//!
//! So it makes no call that a subclass may override, and of its parameters it only asks whether they are null and stores them. It
//! may make objects of other classes, of constants alone, by their constructors.

use super::{ClassId, Method, MethodId, World};
use clew_ir::{Block, BlockId, Callee, Const, Expr, Inst, MethodRef, Reg, Terminator};
use std::rc::Rc;
use std::sync::Arc;

/// The constructor that is looked into.
struct Constructor<'w> {
    world: &'w World,
    /// Its class.
    class: ClassId,
    parameters: &'w [Arc<str>],
    /// The methods that were looked into, or are now.
    seen: Vec<MethodId>,
}

impl World {
    /// The constructor without parameters if it is not private, and else the first such of those with the fewest parameters that
    /// does the same for every subclass and whatever it is passed; `None` if there is none.
    pub fn constructor_for_subclasses(&self, class: ClassId) -> Option<MethodId> {
        let declared = self.class(class);
        let methods = declared.methods.iter().map(|id| self.method(*id));
        let mut open: Vec<Rc<Method>> =
            methods.filter(|method| method.is_constructor() && !method.is_private()).collect();
        open.sort_by_key(|method| method.parameters.len());
        if open.first().is_some_and(|first| first.parameters.is_empty()) {
            open.truncate(1);
        }
        let is_plain = |method: &&Rc<Method>| {
            let parameters = method.parameters.as_slice();
            Constructor { world: self, class, parameters, seen: Vec::new() }.is_plain(method.id)
        };
        open.iter().find(is_plain).map(|method| method.id)
    }
}

impl World {
    /// Whether a constructor leaves the same in every object, whenever it runs and whatever else has run, as far as its text shows it.
    pub fn does_the_same_always(&self, class: ClassId, constructor: MethodId) -> bool {
        let declared = self.method(constructor);
        let parameters = declared.parameters.as_slice();
        Constructor { world: self, class, parameters, seen: Vec::new() }.is_plain(constructor)
    }
}

impl Constructor<'_> {
    /// Whether a method does the same whatever class the object under construction is of, and whatever was passed.
    fn is_plain(&mut self, method: MethodId) -> bool {
        if self.seen.contains(&method) {
            return true;
        }
        self.seen.push(method);
        let declared = self.world.method(method);
        let Ok(code) = self.world.code(method) else { return false };
        let body = &code.body;
        let receiver = if declared.is_static() { Vec::new() } else { body.names_of_receiver() };
        let mut waiting = vec![body.entry];
        let mut visited: Vec<BlockId> = Vec::new();
        while let Some(id) = waiting.pop() {
            if visited.contains(&id) {
                continue;
            }
            visited.push(id);
            let block = &body.blocks[id];
            let is_plain = block.stmts.iter().all(|stmt| self.is_plain_inst(&stmt.inst, &receiver))
                && self.ends_plainly(block, &receiver);
            if !is_plain {
                return false;
            }
            waiting.extend(block.terminator.successors());
        }
        true
    }

    /// Whether an instruction looks into no object but the one under construction, and at nothing that may change.
    fn is_plain_inst(&self, inst: &Inst, receiver: &[Reg]) -> bool {
        match inst {
            Inst::GetField { object, .. } | Inst::PutField { object, .. } => receiver.contains(object),
            Inst::GetStatic { field, .. } => self.world.is_final_field(field),
            Inst::Line(_)
            | Inst::Assign { .. }
            | Inst::New { .. }
            | Inst::NewThrowable { .. }
            | Inst::NewArray { .. }
            | Inst::LoadString { .. }
            | Inst::LoadClass { .. } => true,
            Inst::NewMultiArray { .. }
            | Inst::ArrayLength { .. }
            | Inst::ArrayLoad { .. }
            | Inst::ArrayStore { .. }
            | Inst::PutStatic { .. }
            | Inst::InstanceOf { .. }
            | Inst::CanStore { .. }
            | Inst::RefEq { .. }
            | Inst::Monitor { .. }
            | Inst::MapStore { .. }
            | Inst::Assume(_)
            | Inst::Assert { .. }
            | Inst::Assumed { .. }
            | Inst::TryFirst(_)
            | Inst::Call { .. }
            | Inst::Havoc { .. } => false,
        }
    }

    fn ends_plainly(&mut self, block: &Block, receiver: &[Reg]) -> bool {
        match &block.terminator {
            Terminator::Invoke { callee: Callee::Method { method, .. }, args, .. } => {
                self.calls_plainly(method, args, receiver)
            }
            Terminator::Invoke { callee: Callee::Dynamic(_), .. } | Terminator::Unsupported(_) => false,
            _ => true,
        }
    }

    /// Whether a call is of code that no subclass chooses, and that sees neither the object nor a parameter or is plain itself.
    fn calls_plainly(&mut self, called: &MethodRef, args: &[Expr], receiver: &[Reg]) -> bool {
        let MethodRef { class, name, descriptor, .. } = called;
        if &**class == "java/util/Objects" && &**name == "requireNonNull" {
            return true;
        }
        let Ok(owner) = self.world.load(class) else { return false };
        let Some(target) = self.world.find_method(owner, name, descriptor) else { return false };
        let target = self.world.method(target);
        let on_itself = matches!(args.first(), Some(Expr::Reg(reg)) if receiver.contains(reg));
        let is_of_chain = self.world.is_subtype(self.class, owner);
        if !target.is_static() && (on_itself || target.is_constructor() && is_of_chain) {
            let is_chosen_here = target.is_private() || target.is_final() || target.is_constructor();
            return is_chosen_here && is_of_chain && self.is_plain(target.id);
        }
        let passed = if target.is_static() { args } else { args.get(1..).unwrap_or_default() };
        let sees_nothing = passed
            .iter()
            .zip(&target.parameters)
            .all(|(arg, parameter)| !parameter.starts_with(['L', '[']) || *arg == Expr::Const(Const::Null));
        if !sees_nothing {
            return false;
        }
        if target.is_static() {
            return self.is_plain(target.id);
        }
        // The object on which it is called cannot be one that was passed.
        let is_of_no_parameter = || {
            let owner = self.world.class(owner);
            owner.is_final() && !self.parameters.iter().any(|parameter| parameter.contains(&*owner.name))
        };
        target.is_constructor() || is_of_no_parameter()
    }
}

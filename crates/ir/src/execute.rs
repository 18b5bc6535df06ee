//! Runs the body of a Java method on concrete values. What objects are, an [`Environment`] knows: this module executes
//! registers, control and numbers, and narrows what is stored as the JVM does.

use crate::eval::{EvalError, eval_expr};
use crate::{
    BlockId, Body, Callee, ElementKind, Expr, FieldRef, Inst, MonitorOp, Object, Reg, RegInfo, Stmt, Terminator,
    Unwind, Value,
};
use clew_base::Id;
use std::sync::Arc;

/// How an activation ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completion {
    /// It returned, with a value if the method has one.
    Returned(Option<Value>),
    /// An exception left it.
    Thrown(Object),
}

/// Why a run could not go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The limit of steps was hit.
    #[error("the limit of steps was hit")]
    StepLimit,
    /// An instruction that the representation does not follow; the text is its reason.
    #[error("{0}")]
    Unsupported(Arc<str>),
    /// The body or the environment broke a rule: a null object where a check should have been, say.
    #[error("{0}")]
    Stuck(String),
}

/// What surrounds an activation: objects, classes and other methods. Objects given out are never `null`; an implementation answers
/// what it does not know with [`Stop::Stuck`], never with a guess.
pub trait Environment {
    /// The value of a field, extended to the type of a register.
    fn get_field(&mut self, object: Object, field: &FieldRef) -> Result<Value, Stop>;
    /// Changes a field to a value that has been narrowed.
    fn put_field(&mut self, object: Object, field: &FieldRef, value: Value) -> Result<(), Stop>;
    /// The value of a static field of an initialized class, extended to the type of a register.
    fn get_static(&mut self, field: &FieldRef) -> Result<Value, Stop>;
    /// Changes a static field of an initialized class to a value that has been narrowed.
    fn put_static(&mut self, field: &FieldRef, value: Value) -> Result<(), Stop>;
    /// Makes an object with default field values.
    fn new_object(&mut self, class: &str) -> Result<Object, Stop>;
    /// Makes a throwable as a failing check of the JVM does.
    fn new_throwable(&mut self, class: &str) -> Result<Object, Stop>;
    /// Makes an array of this class, and arrays in it for every length after the first. No length is negative.
    fn new_array(&mut self, array: &str, lengths: &[i32]) -> Result<Object, Stop>;
    /// The number of elements of an array.
    fn array_length(&mut self, array: Object) -> Result<i32, Stop>;
    /// An element, extended to the type of a register.
    fn load_element(&mut self, kind: ElementKind, array: Object, index: i32) -> Result<Value, Stop>;
    /// Changes an element to a value narrowed to its kind; an array of `boolean`, whose kind is `Byte`, keeps the lowest bit.
    fn store_element(&mut self, kind: ElementKind, array: Object, index: i32, value: Value) -> Result<(), Stop>;
    /// Whether the object is an instance of the class.
    fn instance_of(&mut self, object: Object, class: &str) -> Result<bool, Stop>;
    /// Whether the object may be an element of the array.
    fn can_store(&mut self, array: Object, value: Object) -> Result<bool, Stop>;
    /// The interned string of these units.
    fn string(&mut self, units: &[u16]) -> Result<Object, Stop>;
    /// The object that stands for a class.
    fn class_object(&mut self, class: &str) -> Result<Object, Stop>;
    /// Initializes a class if it is not. An object is the exception that this throws.
    fn init_class(&mut self, class: &str) -> Result<Option<Object>, Stop>;
    /// Calls a method. The receiver, if there is one, is the first argument and not `null`.
    fn invoke(&mut self, callee: &Callee, args: Vec<Value>) -> Result<Completion, Stop>;

    /// An arbitrary value of a register's type; the default is zero.
    fn havoc(&mut self, register: &RegInfo) -> Result<Value, Stop> {
        Ok(Value::zero(register.ty))
    }
    /// Enters or leaves a monitor; the default does nothing, which is right for one thread.
    fn monitor(&mut self, op: MonitorOp, object: Object) -> Result<(), Stop> {
        let _ = (op, object);
        Ok(())
    }
    /// Called before each statement and each end of a block; an error stops the run. The default lets it go on.
    fn step(&mut self) -> Result<(), Stop> {
        Ok(())
    }
    /// Called where control comes to a block.
    fn at_block(&mut self, body: &Body, block: BlockId) {
        let _ = (body, block);
    }
    /// Called at the first instruction of a source line.
    fn at_line(&mut self, line: u32) {
        let _ = line;
    }
}

/// Runs a body for at most `step_limit` statements and ends of blocks, those of callees not counted.
pub fn execute(
    body: &Body,
    args: Vec<Value>,
    environment: &mut dyn Environment,
    step_limit: u64,
) -> Result<Completion, Stop> {
    if args.len() != body.params.len() {
        return stuck(format!("{} arguments are given, {} are needed", args.len(), body.params.len()));
    }
    let mut activation = Activation { body, regs: vec![None; body.regs.len()], environment };
    for (param, value) in body.params.iter().zip(args) {
        activation.write(*param, value)?;
    }
    let mut block = body.entry;
    let mut steps = 0;
    loop {
        activation.environment.at_block(body, block);
        let Some(current) = body.blocks.get(block) else {
            return stuck(format!("block {block} does not exist"));
        };
        for stmt in &current.stmts {
            count(&mut steps, step_limit)?;
            activation.environment.step()?;
            activation.statement(stmt)?;
        }
        count(&mut steps, step_limit)?;
        activation.environment.step()?;
        match activation.end(&current.terminator)? {
            Next::Block(next) => block = next,
            Next::End(completion) => return Ok(completion),
        }
    }
}

fn count(steps: &mut u64, limit: u64) -> Result<(), Stop> {
    *steps += 1;
    if *steps > limit { Err(Stop::StepLimit) } else { Ok(()) }
}

fn stuck<T>(message: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Stuck(message.into()))
}

/// Where control goes.
enum Next {
    Block(BlockId),
    End(Completion),
}

struct Activation<'a> {
    body: &'a Body,
    regs: Vec<Option<Value>>,
    environment: &'a mut dyn Environment,
}

impl Activation<'_> {
    fn write(&mut self, reg: Reg, value: Value) -> Result<(), Stop> {
        match (self.body.regs.get(reg), self.regs.get_mut(reg.index())) {
            (Some(info), Some(slot)) if info.ty == value.ty() => {
                *slot = Some(value);
                Ok(())
            }
            (Some(info), _) => stuck(format!("`{}` has type {}, not {}", info.name, info.ty, value.ty())),
            (None, _) => stuck(format!("register {reg} does not exist")),
        }
    }

    fn value(&self, expr: &Expr) -> Result<Value, Stop> {
        eval_expr(expr, &mut |reg| self.regs.get(reg.index()).cloned().flatten()).map_err(|error| match error {
            EvalError::TooLarge => Stop::StepLimit,
            EvalError::DivisionByZero | EvalError::Unset(_) | EvalError::Types(_) => Stop::Stuck(error.to_string()),
        })
    }

    fn int(&self, expr: &Expr) -> Result<i32, Stop> {
        match self.value(expr)? {
            Value::Bv32(value) => Ok(value),
            other => stuck(format!("an int is needed, not {other}")),
        }
    }

    /// The object in the register, which checks have made sure is there.
    fn object(&self, reg: Reg) -> Result<Object, Stop> {
        match self.value(&Expr::Reg(reg))? {
            Value::Ref(Some(object)) => Ok(object),
            other => stuck(format!("an object is needed, not {other}")),
        }
    }

    fn statement(&mut self, stmt: &Stmt) -> Result<(), Stop> {
        match &stmt.inst {
            Inst::Line(line) => {
                self.environment.at_line(*line);
                Ok(())
            }
            Inst::Assign { dst, value } => self.write(*dst, self.value(value)?),
            Inst::Havoc { dst } => match self.body.regs.get(*dst) {
                Some(info) => {
                    let value = self.environment.havoc(info)?;
                    self.write(*dst, value)
                }
                None => stuck(format!("register {dst} does not exist")),
            },
            Inst::GetField { .. } | Inst::PutField { .. } | Inst::GetStatic { .. } | Inst::PutStatic { .. } => {
                self.field(&stmt.inst)
            }
            Inst::ArrayLength { .. } | Inst::ArrayLoad { .. } | Inst::ArrayStore { .. } | Inst::CanStore { .. } => {
                self.array(&stmt.inst)
            }
            Inst::New { .. }
            | Inst::NewThrowable { .. }
            | Inst::NewArray { .. }
            | Inst::NewMultiArray { .. }
            | Inst::LoadString { .. }
            | Inst::LoadClass { .. } => self.allocate(&stmt.inst),
            Inst::InstanceOf { dst, object, class } => {
                // `null` is an instance of no class.
                let holds = match self.value(&Expr::Reg(*object))? {
                    Value::Ref(None) => false,
                    _ => {
                        let object = self.object(*object)?;
                        self.environment.instance_of(object, class)?
                    }
                };
                self.write(*dst, Value::Bool(holds))
            }
            Inst::RefEq { dst, left, right } => {
                let same = self.value(left)? == self.value(right)?;
                self.write(*dst, Value::Bool(same))
            }
            Inst::Monitor { op, object } => {
                let object = self.object(*object)?;
                self.environment.monitor(*op, object)
            }
            Inst::MapStore { .. }
            | Inst::Assume(_)
            | Inst::Assert { .. }
            | Inst::Assumed { .. }
            | Inst::TryFirst(_)
            | Inst::Call { .. } => stuck("an instruction of the block language stands in Java code"),
        }
    }

    fn field(&mut self, inst: &Inst) -> Result<(), Stop> {
        match inst {
            Inst::GetField { dst, object, field } => {
                let object = self.object(*object)?;
                let value = self.environment.get_field(object, field)?;
                self.write(*dst, value)
            }
            Inst::PutField { object, field, value } => {
                let (object, value) = (self.object(*object)?, narrow_to_field(self.value(value)?, field));
                self.environment.put_field(object, field, value)
            }
            Inst::GetStatic { dst, field } => {
                let value = self.environment.get_static(field)?;
                self.write(*dst, value)
            }
            Inst::PutStatic { field, value } => {
                let value = narrow_to_field(self.value(value)?, field);
                self.environment.put_static(field, value)
            }
            _ => stuck("no access to a field"),
        }
    }

    fn array(&mut self, inst: &Inst) -> Result<(), Stop> {
        match inst {
            Inst::ArrayLength { dst, array } => {
                let array = self.object(*array)?;
                let length = self.environment.array_length(array)?;
                self.write(*dst, Value::Bv32(length))
            }
            Inst::ArrayLoad { dst, kind, array, index } => {
                let (array, index) = (self.object(*array)?, self.int(index)?);
                let value = self.environment.load_element(*kind, array, index)?;
                self.write(*dst, value)
            }
            Inst::ArrayStore { kind, array, index, value } => {
                let (array, index) = (self.object(*array)?, self.int(index)?);
                let value = narrow_to_element(self.value(value)?, *kind);
                self.environment.store_element(*kind, array, index, value)
            }
            Inst::CanStore { dst, array, value } => {
                let (array, value) = (self.object(*array)?, self.object(*value)?);
                let holds = self.environment.can_store(array, value)?;
                self.write(*dst, Value::Bool(holds))
            }
            _ => stuck("no access to an array"),
        }
    }

    fn allocate(&mut self, inst: &Inst) -> Result<(), Stop> {
        let (dst, object) = match inst {
            Inst::New { dst, class } => (dst, self.environment.new_object(class)?),
            Inst::NewThrowable { dst, class } => (dst, self.environment.new_throwable(class)?),
            Inst::NewArray { dst, array, length } => {
                let length = self.int(length)?;
                (dst, self.environment.new_array(array, &[length])?)
            }
            Inst::NewMultiArray { dst, array, lengths } => {
                let lengths = lengths.iter().map(|length| self.int(length)).collect::<Result<Vec<_>, _>>()?;
                (dst, self.environment.new_array(array, &lengths)?)
            }
            Inst::LoadString { dst, value } => (dst, self.environment.string(value)?),
            Inst::LoadClass { dst, class } => (dst, self.environment.class_object(class)?),
            _ => return stuck("no allocation"),
        };
        self.write(*dst, Value::Ref(Some(object)))
    }

    fn end(&mut self, terminator: &Terminator) -> Result<Next, Stop> {
        match terminator {
            Terminator::Goto(targets) => match targets.as_slice() {
                [target] => Ok(Next::Block(*target)),
                _ => stuck("Java code does not choose among targets"),
            },
            Terminator::Branch { condition, then, otherwise, .. } => match self.value(condition)? {
                Value::Bool(holds) => Ok(Next::Block(if holds { *then } else { *otherwise })),
                other => stuck(format!("a condition is {other}")),
            },
            Terminator::Switch { value, cases, default } => {
                let value = self.int(value)?;
                let target = cases.iter().find(|(key, _)| *key == value).map_or(*default, |(_, target)| *target);
                Ok(Next::Block(target))
            }
            Terminator::Invoke { dst, callee, args, normal, unwind } => {
                let args = args.iter().map(|argument| self.value(argument)).collect::<Result<Vec<_>, _>>()?;
                match (self.environment.invoke(callee, args)?, dst) {
                    (Completion::Thrown(exception), _) => self.unwind(exception, *unwind),
                    (Completion::Returned(_), None) => Ok(Next::Block(*normal)),
                    (Completion::Returned(Some(value)), Some(dst)) => {
                        self.write(*dst, value)?;
                        Ok(Next::Block(*normal))
                    }
                    (Completion::Returned(None), Some(_)) => stuck("the method called returns nothing"),
                }
            }
            Terminator::InitClass { class, normal, unwind } => match self.environment.init_class(class)? {
                Some(exception) => self.unwind(exception, *unwind),
                None => Ok(Next::Block(*normal)),
            },
            Terminator::Return(value) => {
                let value = value.as_ref().map(|value| self.value(value)).transpose()?;
                Ok(Next::End(Completion::Returned(value)))
            }
            Terminator::Throw(exception) => Ok(Next::End(Completion::Thrown(self.object(*exception)?))),
            Terminator::Unsupported(reason) => Err(Stop::Unsupported(Arc::clone(reason))),
        }
    }

    fn unwind(&mut self, exception: Object, unwind: Option<Unwind>) -> Result<Next, Stop> {
        match unwind {
            Some(unwind) => {
                self.write(unwind.exception, Value::Ref(Some(exception)))?;
                Ok(Next::Block(unwind.block))
            }
            None => Ok(Next::End(Completion::Thrown(exception))),
        }
    }
}

/// The value as a field of this type holds it, extended again to the type of a register.
pub fn narrow_to_field(value: Value, field: &FieldRef) -> Value {
    match (value, &*field.descriptor) {
        (Value::Bv32(value), "Z") => Value::Bv32(value & 1),
        (Value::Bv32(value), "B") => Value::Bv32(i32::from(value as i8)),
        (Value::Bv32(value), "C") => Value::Bv32(i32::from(value as u16)),
        (Value::Bv32(value), "S") => Value::Bv32(i32::from(value as i16)),
        (value, _) => value,
    }
}

/// The value as an element of this kind holds it, extended again to the type of a register.
pub fn narrow_to_element(value: Value, kind: ElementKind) -> Value {
    match (value, kind) {
        (Value::Bv32(value), ElementKind::Byte) => Value::Bv32(i32::from(value as i8)),
        (Value::Bv32(value), ElementKind::Char) => Value::Bv32(i32::from(value as u16)),
        (Value::Bv32(value), ElementKind::Short) => Value::Bv32(i32::from(value as i16)),
        (value, _) => value,
    }
}

//! What each instruction takes and leaves, and which types its operands need (JVMS 4.10.1.9).

use super::checks::{Checker, Done, Odd};
use super::types::{OBJECT, Purpose, element_class};
use super::{Frame, Value};
use crate::descriptor::parse_method_descriptor;
use crate::op::{Op, StackOp};
use clew_ir::{ElementKind, FieldRef, InvokeKind, MethodRef, Type};
use std::sync::Arc;

const EMPTY: Odd = Odd("the operand stack is empty");
const WRONG: Odd = Odd("an operand has the wrong type");
const MALFORMED: Odd = Odd("malformed descriptor");

impl Checker<'_> {
    /// Checks the instruction at an offset, and changes the frame as it does. Where control goes is not looked at.
    pub(super) fn step(&mut self, at: u32, op: &Op, frame: &mut Frame) -> Done {
        match op {
            Op::Nop | Op::Goto(_) => {}
            Op::Const(value) => frame.stack.push(Value::of_number(value.ty()).unwrap_or_else(Value::null)),
            Op::LoadString(_) => frame.stack.push(self.known.string.clone()),
            Op::LoadClass(_) => frame.stack.push(self.known.class.clone()),
            Op::Load(Type::Ref, slot) => {
                let value = frame.local(usize::from(*slot)).clone();
                frame.stack.push(Some(value).filter(Value::is_reference).ok_or(WRONG)?);
            }
            Op::Load(ty, slot) => {
                let value = frame.local(usize::from(*slot)).clone();
                frame
                    .stack
                    .push(Some(value).filter(|value| Value::of_number(*ty).as_ref() == Some(value)).ok_or(WRONG)?);
            }
            Op::Store(ty, slot) => {
                let value = pop(frame)?;
                let fits = if *ty == Type::Ref {
                    value.is_reference()
                } else {
                    Value::of_number(*ty).as_ref() == Some(&value)
                };
                frame.store(usize::from(*slot), Some(value).filter(|_| fits).ok_or(WRONG)?);
            }
            Op::Increment(slot, _) => {
                Some(frame.local(usize::from(*slot))).filter(|value| **value == Value::Int).ok_or(WRONG)?;
            }
            Op::ArrayLoad(kind) => self.array_load(*kind, frame)?,
            Op::ArrayStore(kind) => {
                pop_type(frame, kind.ty())?;
                pop_type(frame, Type::Bv32)?;
                pop_reference(frame)?;
            }
            Op::Stack(op) => stack_op(*op, frame)?,
            Op::Arithmetic(_, ty) => {
                pop_type(frame, *ty)?;
                pop_type(frame, *ty)?;
                push_number(frame, *ty)?;
            }
            Op::Shift(_, ty) => {
                pop_type(frame, Type::Bv32)?;
                pop_type(frame, *ty)?;
                push_number(frame, *ty)?;
            }
            Op::Negate(ty) => {
                pop_type(frame, *ty)?;
                push_number(frame, *ty)?;
            }
            Op::Convert(conversion) => {
                let (from, to) = conversion.signature();
                pop_type(frame, from)?;
                push_number(frame, to)?;
            }
            Op::Compare(_, ty) => {
                pop_type(frame, *ty)?;
                pop_type(frame, *ty)?;
                frame.stack.push(Value::Int);
            }
            Op::IfZero(..) | Op::Switch { .. } => pop_type(frame, Type::Bv32)?,
            Op::IfInts(..) => {
                pop_type(frame, Type::Bv32)?;
                pop_type(frame, Type::Bv32)?;
            }
            Op::IfRefs(..) => {
                pop_reference(frame)?;
                pop_reference(frame)?;
            }
            Op::IfNull(..) | Op::Monitor(_) => {
                pop_reference(frame)?;
            }
            Op::Return(None) => {}
            Op::Return(Some(Type::Ref)) => {
                let value = pop(frame)?;
                let declared = self.method.returns.clone().ok_or(WRONG)?;
                self.pass(&value, &Value::of_descriptor(&declared).ok_or(MALFORMED)?)?;
            }
            Op::Return(Some(ty)) => pop_type(frame, *ty)?,
            Op::GetStatic(field) => frame.stack.push(Value::of_descriptor(&field.descriptor).ok_or(MALFORMED)?),
            Op::PutStatic(field) => self.pop_descriptor(frame, &field.descriptor)?,
            Op::GetField(field) => {
                let object = pop_reference(frame)?;
                self.use_field(&object, field)?;
                frame.stack.push(Value::of_descriptor(&field.descriptor).ok_or(MALFORMED)?);
            }
            Op::PutField(field) => {
                self.pop_descriptor(frame, &field.descriptor)?;
                let object = pop_reference(frame)?;
                // A constructor may write its own fields before it calls another one.
                if object != Value::This || field.class != self.class.name {
                    self.use_field(&object, field)?;
                }
            }
            Op::Invoke(kind, method) => self.invoke(*kind, method, frame)?,
            Op::InvokeDynamic(site) => {
                self.pass_arguments(&site.descriptor, frame)?.into_iter().for_each(|value| frame.stack.push(value))
            }
            Op::New(_) => frame.stack.push(Value::New(at)),
            Op::NewArray(class) => {
                pop_type(frame, Type::Bv32)?;
                frame.stack.push(Value::of_class(class));
            }
            Op::NewMultiArray(class, dimensions) => {
                for _ in 0..*dimensions {
                    pop_type(frame, Type::Bv32)?;
                }
                frame.stack.push(Value::of_class(class));
            }
            Op::ArrayLength => {
                pop_reference(frame)?;
                frame.stack.push(Value::Int);
            }
            Op::Throw => {
                let thrown = pop(frame)?;
                let throwable = self.known.throwable.clone();
                self.pass(&thrown, &throwable)?;
            }
            Op::CheckCast(class) => {
                initialized(pop_reference(frame)?)?;
                frame.stack.push(Value::of_class(class));
            }
            Op::InstanceOf(_) => {
                initialized(pop_reference(frame)?)?;
                frame.stack.push(Value::Int);
            }
            Op::Unsupported(reason) => return Err(Odd(reason)),
        }
        Ok(())
    }

    fn array_load(&mut self, kind: ElementKind, frame: &mut Frame) -> Done {
        pop_type(frame, Type::Bv32)?;
        let array = initialized(pop_reference(frame)?)?;
        if kind != ElementKind::Ref {
            return push_number(frame, kind.ty());
        }
        let Value::Refs(names) = array else { return Err(WRONG) };
        let elements: Option<Vec<Arc<str>>> = names.iter().map(|name| element_class(name).map(Arc::from)).collect();
        let mut elements = elements.ok_or(WRONG)?;
        elements.sort_unstable();
        frame.stack.push(Value::Refs(elements.into()));
        Ok(())
    }

    fn pop_descriptor(&mut self, frame: &mut Frame, descriptor: &Arc<str>) -> Done {
        let value = pop(frame)?;
        self.pass(&value, &Value::of_descriptor(descriptor).ok_or(MALFORMED)?)
    }

    /// Takes the arguments of a call, without a receiver, and gives what it returns.
    fn pass_arguments(&mut self, descriptor: &str, frame: &mut Frame) -> Result<Option<Value>, Odd> {
        let (parameters, returns) = parse_method_descriptor(descriptor).ok_or(MALFORMED)?;
        for parameter in parameters.iter().rev() {
            self.pop_descriptor(frame, parameter)?;
        }
        returns.map(|returns| Value::of_descriptor(&returns).ok_or(MALFORMED)).transpose()
    }

    fn use_field(&mut self, object: &Value, field: &FieldRef) -> Done {
        self.pass(object, &Value::of_class(&field.class))?;
        self.check_protected_field(object, field)
    }

    fn invoke(&mut self, kind: InvokeKind, method: &MethodRef, frame: &mut Frame) -> Done {
        let returned = self.pass_arguments(&method.descriptor, frame)?;
        if kind != InvokeKind::Static {
            let receiver = pop_reference(frame)?;
            if &*method.name == "<init>" {
                self.construct(receiver, method, frame)?;
            } else if kind == InvokeKind::Special {
                let this = Value::of_class(&self.class.name);
                self.pass(&receiver, &this)?;
                self.check_special(method)?;
            } else {
                self.pass(&receiver, &Value::of_class(&method.class))?;
                if kind == InvokeKind::Virtual {
                    self.check_protected_method(&receiver, method)?;
                }
            }
        }
        frame.stack.extend(returned);
        Ok(())
    }

    /// A constructor makes a new object, or the receiver of the constructor that calls it, one that can be used.
    fn construct(&mut self, receiver: Value, method: &MethodRef, frame: &mut Frame) -> Done {
        let made = match receiver {
            Value::New(_) => {
                self.check_protected_constructor(method)?;
                Value::of_class(&method.class)
            }
            Value::This => Value::of_class(&self.class.name),
            _ => return Err(WRONG),
        };
        frame.replace(&receiver, &made);
        Ok(())
    }

    /// A protected member of a superclass in another package is used on objects of the class itself only.
    pub(super) fn check_receiver(&mut self, receiver: &Value, is_clone: bool) -> Done {
        let this = Arc::clone(&self.class.name);
        match receiver {
            Value::Refs(names) => {
                for name in names.iter().filter(|name| !(is_clone && name.starts_with('['))) {
                    self.check(name, &this, Purpose::ProtectedAccess);
                }
                Ok(())
            }
            _ => Err(WRONG),
        }
    }
}

/// Whether a method is the one that arrays have for themselves.
pub(super) fn is_clone_of_object(method: &MethodRef) -> bool {
    &*method.class == OBJECT && &*method.name == "clone"
}

fn pop(frame: &mut Frame) -> Result<Value, Odd> {
    frame.stack.pop().ok_or(EMPTY)
}

fn pop_reference(frame: &mut Frame) -> Result<Value, Odd> {
    Some(pop(frame)?).filter(Value::is_reference).ok_or(WRONG)
}

fn initialized(value: Value) -> Result<Value, Odd> {
    Some(value).filter(|value| matches!(value, Value::Refs(_))).ok_or(WRONG)
}

/// Takes a value of a register type: any object that can be used, if it is a reference.
fn pop_type(frame: &mut Frame, ty: Type) -> Done {
    let value = pop(frame)?;
    match Value::of_number(ty) {
        Some(number) if value == number => Ok(()),
        Some(_) => Err(WRONG),
        None => initialized(value).map(drop),
    }
}

fn push_number(frame: &mut Frame, ty: Type) -> Done {
    frame.stack.push(Value::of_number(ty).ok_or(WRONG)?);
    Ok(())
}

fn stack_op(op: StackOp, frame: &mut Frame) -> Done {
    match op {
        StackOp::Pop => take_slots(frame, 1).map(drop),
        StackOp::Pop2 => take_slots(frame, 2).map(drop),
        StackOp::Dup => duplicate(frame, 1, 0),
        StackOp::DupX1 => duplicate(frame, 1, 1),
        StackOp::DupX2 => duplicate(frame, 1, 2),
        StackOp::Dup2 => duplicate(frame, 2, 0),
        StackOp::Dup2X1 => duplicate(frame, 2, 1),
        StackOp::Dup2X2 => duplicate(frame, 2, 2),
        StackOp::Swap => {
            let top = take_slots(frame, 1)?;
            let below = take_slots(frame, 1)?;
            frame.stack.extend(top.into_iter().chain(below));
            Ok(())
        }
    }
}

/// Copies the values in the topmost `count` slots to below the `below` slots under them.
fn duplicate(frame: &mut Frame, count: usize, below: usize) -> Done {
    let top = take_slots(frame, count)?;
    let under = take_slots(frame, below)?;
    frame.stack.extend(top.iter().cloned().chain(under).chain(top.clone()));
    Ok(())
}

/// Takes the values off the stack that fill exactly this many slots, in the order in which they were pushed.
fn take_slots(frame: &mut Frame, count: usize) -> Result<Vec<Value>, Odd> {
    let mut left = count;
    let mut from = frame.stack.len();
    while left > 0 {
        from = from.checked_sub(1).ok_or(EMPTY)?;
        left = left.checked_sub(frame.stack[from].slots()).ok_or(WRONG)?;
    }
    Ok(frame.stack.split_off(from))
}

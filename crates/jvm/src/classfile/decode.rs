//! From the class-file library's instructions to this crate's.

use super::pool::{RawMethodRef, unmasked};
use super::text;
use crate::descriptor::descriptor_of_class;
use crate::link::{CALL_SITE, DYNAMIC_CONSTANT, LINKER, METHOD_HANDLE, METHOD_TYPE};
use crate::op::{Code, HandlerEntry, Nullness, Op, Sameness, StackOp, Variable};
use clew_ir::{
    BinaryOp, CallSite, Const, Conversion, ElementKind, FieldRef, Handle, InvokeKind, MethodRef, MonitorOp, StaticArg,
    Type,
};
use mokapot::jvm::class::MethodHndl;
use mokapot::jvm::code::{Instruction, MethodBody, ProgramCounter, WideInstruction};
use mokapot::jvm::{Class, ConstantVal, references};
use mokapot::types::Descriptor;
use mokapot::types::method_descriptor::MethodDescriptor;
use mokapot::types::reference_type::ReferenceType;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Decodes one `Code` attribute.
pub(super) fn code(class: &Class, interface_methods: &BTreeSet<RawMethodRef>, body: MethodBody<'_>) -> Code {
    let decoder = Decoder { class, interface_methods };
    let mut lines: Vec<(u32, u32)> = body
        .line_number_table()
        .unwrap_or_default()
        .iter()
        .map(|entry| (offset(entry.start_pc), u32::from(entry.line_number)))
        .collect();
    lines.sort_by_key(|(start, _)| *start);
    let mut variables: Vec<Variable> = body
        .local_variable_table()
        .map(|table| {
            table
                .iter()
                .filter_map(|(id, entry)| {
                    Some(Variable {
                        slot: id.index,
                        start: offset(id.range.start),
                        name: text::name(entry.name()?.as_bytes()),
                        descriptor: text::name(entry.var_type()?.descriptor().as_java_str().as_bytes()),
                    })
                })
                .collect()
        })
        .unwrap_or_default();
    variables.sort_by(|a, b| (a.slot, a.start, &a.name).cmp(&(b.slot, b.start, &b.name)));
    Code {
        ops: body.instructions().iter().map(|(pc, instruction)| (offset(pc), decoder.op(&instruction))).collect(),
        handlers: body
            .exception_table()
            .map(|entry| HandlerEntry {
                start: offset(entry.covered_pc().start),
                end: offset(entry.covered_pc().end),
                target: offset(entry.handler_pc()),
                catch: entry.catch_type().map(|it| text::name(it.as_java_str().as_bytes())),
            })
            .collect(),
        lines,
        variables,
    }
}

fn offset(pc: ProgramCounter) -> u32 {
    u32::from(u16::from(pc))
}

struct Decoder<'a> {
    class: &'a Class,
    interface_methods: &'a BTreeSet<RawMethodRef>,
}

impl Decoder<'_> {
    fn op(&self, instruction: &Instruction<'_>) -> Op {
        use Instruction as I;
        match instruction {
            I::Nop => Op::Nop,
            I::AConstNull
            | I::IConstM1
            | I::IConst0
            | I::IConst1
            | I::IConst2
            | I::IConst3
            | I::IConst4
            | I::IConst5
            | I::LConst0
            | I::LConst1
            | I::FConst0
            | I::FConst1
            | I::FConst2
            | I::DConst0
            | I::DConst1
            | I::BiPush(_)
            | I::SiPush(_) => Op::Const(constant(instruction)),
            I::Ldc(value) | I::LdcW(value) | I::Ldc2W(value) => self.load_constant(*value),
            I::Goto(to) | I::GotoW(to) => Op::Goto(offset(*to)),
            I::Jsr(_) | I::JsrW(_) | I::Ret(_) => Op::Unsupported("jsr"),
            I::TableSwitch { low, jump_targets, default } => Op::Switch {
                cases: jump_targets
                    .iter()
                    .enumerate()
                    .filter_map(|(index, to)| Some((low.checked_add(i32::try_from(index).ok()?)?, offset(*to))))
                    .collect(),
                default: offset(*default),
            },
            I::LookupSwitch { default, match_targets } => Op::Switch {
                cases: match_targets.iter().map(|(key, to)| (*key, offset(*to))).collect(),
                default: offset(*default),
            },
            I::IReturn => Op::Return(Some(Type::Bv32)),
            I::LReturn => Op::Return(Some(Type::Bv64)),
            I::FReturn => Op::Return(Some(Type::F32)),
            I::DReturn => Op::Return(Some(Type::F64)),
            I::AReturn => Op::Return(Some(Type::Ref)),
            I::Return => Op::Return(None),
            I::Wide(WideInstruction::Ret(_)) => Op::Unsupported("jsr"),
            I::Breakpoint | I::ImpDep1 | I::ImpDep2 => Op::Unsupported("reserved instruction"),
            _ => conditional_jump(instruction)
                .or_else(|| load(instruction))
                .or_else(|| store(instruction))
                .or_else(|| arithmetic(instruction))
                .or_else(|| conversion(instruction))
                .or_else(|| moves(instruction))
                .or_else(|| self.objects(instruction))
                .unwrap_or(Op::Unsupported("unknown instruction")),
        }
    }

    /// Instructions on objects, arrays, fields and methods.
    fn objects(&self, instruction: &Instruction<'_>) -> Option<Op> {
        use Instruction as I;
        Some(match instruction {
            I::GetStatic(field) => Op::GetStatic(field_ref(*field)),
            I::PutStatic(field) => Op::PutStatic(field_ref(*field)),
            I::GetField(field) => Op::GetField(field_ref(*field)),
            I::PutField(field) => Op::PutField(field_ref(*field)),
            I::InvokeVirtual(method) => Op::Invoke(InvokeKind::Virtual, self.method_ref(*method)),
            I::InvokeSpecial(method) => Op::Invoke(InvokeKind::Special, self.method_ref(*method)),
            I::InvokeStatic(method) => Op::Invoke(InvokeKind::Static, self.method_ref(*method)),
            I::InvokeInterface(method, _) => Op::Invoke(InvokeKind::Interface, self.method_ref(*method)),
            I::InvokeDynamic { bootstrap_method_index, name, descriptor } => {
                self.dynamic(*bootstrap_method_index, text::name(name.as_bytes()), descriptor)
            }
            I::New(class) => Op::New(text::name(class.as_java_str().as_bytes())),
            I::NewArray(element) => Op::NewArray(format!("[{}", element.descriptor()).into()),
            I::ANewArray(element) => Op::NewArray(format!("[{}", descriptor_of_class(&class_name(element))).into()),
            I::MultiANewArray(array, dimensions) => Op::NewMultiArray(class_name(array), *dimensions),
            I::ArrayLength => Op::ArrayLength,
            I::AThrow => Op::Throw,
            I::CheckCast(class) => Op::CheckCast(class_name(class)),
            I::InstanceOf(class) => Op::InstanceOf(class_name(class)),
            I::MonitorEnter => Op::Monitor(MonitorOp::Enter),
            I::MonitorExit => Op::Monitor(MonitorOp::Exit),
            _ => return None,
        })
    }

    fn method_ref(&self, method: references::MethodRef<'_>) -> Arc<MethodRef> {
        let descriptor = method.descriptor().descriptor();
        let class = class_name(method.owner());
        let owner = match method.owner() {
            ReferenceType::Class(name) => unmasked(name.as_java_str().as_bytes()).to_vec(),
            array @ ReferenceType::Array(_) => array.descriptor().as_java_str().as_bytes().to_vec(),
        };
        let name = unmasked(method.name().as_bytes()).to_vec();
        let key = (owner, name, descriptor.as_java_str().as_bytes().to_vec());
        Arc::new(MethodRef {
            class,
            interface: self.interface_methods.contains(&key),
            name: text::name(method.name().as_bytes()),
            descriptor: text::name(descriptor.as_java_str().as_bytes()),
        })
    }

    fn dynamic(&self, index: u16, name: Arc<str>, descriptor: &MethodDescriptor) -> Op {
        let descriptor = text::name(descriptor.descriptor().as_java_str().as_bytes());
        match self.call_site(index, name, Arc::clone(&descriptor), MAX_NESTED_CONSTANTS) {
            Some(site) => Op::InvokeDynamic(Arc::new(site)),
            None => unlinked(CALL_SITE, descriptor),
        }
    }

    /// What the class says of a call site or a constant whose own arguments are nested at most `depth` deep.
    fn call_site(&self, index: u16, name: Arc<str>, descriptor: Arc<str>, depth: u32) -> Option<CallSite> {
        let entry = self.class.bootstrap_methods().nth(usize::from(index))?;
        let (Handle::Invoke(_, bootstrap) | Handle::New(bootstrap)) = self.handle(entry.method()) else { return None };
        let args = entry.arguments().map(|value| self.static_arg(value, depth)).collect::<Option<Vec<_>>>()?;
        Some(CallSite { bootstrap, name, descriptor, args })
    }

    fn static_arg(&self, value: ConstantVal<'_>, depth: u32) -> Option<StaticArg> {
        Some(match value {
            ConstantVal::Null => return None,
            ConstantVal::Integer(value) => StaticArg::Number(Const::Bv32(value)),
            ConstantVal::Float(value) => StaticArg::Number(Const::F32(value.to_bits())),
            ConstantVal::Long(value) => StaticArg::Number(Const::Bv64(value)),
            ConstantVal::Double(value) => StaticArg::Number(Const::F64(value.to_bits())),
            ConstantVal::String(value) => StaticArg::String(text::utf16(value.as_bytes()).into()),
            ConstantVal::Class(class) => StaticArg::Class(class_name(class)),
            ConstantVal::Handle(handle) => StaticArg::Handle(self.handle(handle)),
            ConstantVal::MethodType(ty) => StaticArg::MethodType(text::name(ty.descriptor().as_java_str().as_bytes())),
            ConstantVal::Dynamic(index, name, ty) => {
                let descriptor = text::name(ty.descriptor().as_java_str().as_bytes());
                let name = text::name(name.as_bytes());
                StaticArg::Dynamic(Arc::new(self.call_site(index, name, descriptor, depth.checked_sub(1)?)?))
            }
        })
    }

    fn load_constant(&self, value: ConstantVal<'_>) -> Op {
        match value {
            ConstantVal::Null => Op::Const(Const::Null),
            ConstantVal::Integer(value) => Op::Const(Const::Bv32(value)),
            ConstantVal::Float(value) => Op::Const(Const::F32(value.to_bits())),
            ConstantVal::Long(value) => Op::Const(Const::Bv64(value)),
            ConstantVal::Double(value) => Op::Const(Const::F64(value.to_bits())),
            ConstantVal::String(value) => Op::LoadString(text::utf16(value.as_bytes()).into()),
            ConstantVal::Class(class) => Op::LoadClass(class_name(class)),
            ConstantVal::Handle(_) => unlinked(METHOD_HANDLE, "()Ljava/lang/invoke/MethodHandle;".into()),
            ConstantVal::MethodType(_) => unlinked(METHOD_TYPE, "()Ljava/lang/invoke/MethodType;".into()),
            ConstantVal::Dynamic(index, name, ty) => {
                let descriptor = text::name(ty.descriptor().as_java_str().as_bytes());
                // A call site without arguments that is linked once.
                let descriptor: Arc<str> = format!("(){descriptor}").into();
                let name = text::name(name.as_bytes());
                match self.call_site(index, name, Arc::clone(&descriptor), MAX_NESTED_CONSTANTS) {
                    Some(site) => Op::InvokeDynamic(Arc::new(site)),
                    None => unlinked(DYNAMIC_CONSTANT, descriptor),
                }
            }
        }
    }

    fn handle(&self, handle: MethodHndl<'_>) -> Handle {
        match handle {
            MethodHndl::RefGetField(field) => Handle::GetField(field_ref(field)),
            MethodHndl::RefGetStatic(field) => Handle::GetStatic(field_ref(field)),
            MethodHndl::RefPutField(field) => Handle::PutField(field_ref(field)),
            MethodHndl::RefPutStatic(field) => Handle::PutStatic(field_ref(field)),
            MethodHndl::RefInvokeVirtual(method) => Handle::Invoke(InvokeKind::Virtual, self.method_ref(method)),
            MethodHndl::RefInvokeStatic(method) => Handle::Invoke(InvokeKind::Static, self.method_ref(method)),
            MethodHndl::RefInvokeSpecial(method) => Handle::Invoke(InvokeKind::Special, self.method_ref(method)),
            MethodHndl::RefInvokeInterface(method) => Handle::Invoke(InvokeKind::Interface, self.method_ref(method)),
            MethodHndl::RefNewInvokeSpecial(method) => Handle::New(self.method_ref(method)),
        }
    }
}

/// A call site that stands for what is not linked here: it may give anything of its type, and throw anything.
fn unlinked(by: &str, descriptor: Arc<str>) -> Op {
    let name = Arc::from(by);
    let bootstrap = MethodRef { class: LINKER.into(), interface: false, name, descriptor: "()V".into() };
    Op::InvokeDynamic(Arc::new(CallSite {
        bootstrap: Arc::new(bootstrap),
        name: by.into(),
        descriptor,
        args: Vec::new(),
    }))
}

/// How deep constants that are computed at run time may be nested. A damaged class can nest one in itself.
const MAX_NESTED_CONSTANTS: u32 = 8;

/// The name of a class as instructions name it: internal form, or the descriptor of an array.
fn class_name(class: &ReferenceType) -> Arc<str> {
    match class {
        ReferenceType::Class(name) => text::name(name.as_java_str().as_bytes()),
        ReferenceType::Array(_) => text::name(class.descriptor().as_java_str().as_bytes()),
    }
}

fn field_ref(field: references::FieldRef<'_>) -> Arc<FieldRef> {
    Arc::new(FieldRef {
        class: class_name(field.owner()),
        name: text::name(field.name().as_bytes()),
        descriptor: text::name(field.field_type().descriptor().as_java_str().as_bytes()),
    })
}

fn constant(instruction: &Instruction<'_>) -> Const {
    use Instruction as I;
    match instruction {
        I::IConstM1 => Const::Bv32(-1),
        I::IConst0 => Const::Bv32(0),
        I::IConst1 => Const::Bv32(1),
        I::IConst2 => Const::Bv32(2),
        I::IConst3 => Const::Bv32(3),
        I::IConst4 => Const::Bv32(4),
        I::IConst5 => Const::Bv32(5),
        I::LConst0 => Const::Bv64(0),
        I::LConst1 => Const::Bv64(1),
        I::FConst0 => Const::F32(0f32.to_bits()),
        I::FConst1 => Const::F32(1f32.to_bits()),
        I::FConst2 => Const::F32(2f32.to_bits()),
        I::DConst0 => Const::F64(0f64.to_bits()),
        I::DConst1 => Const::F64(1f64.to_bits()),
        I::BiPush(value) => Const::Bv32(i32::from(*value)),
        I::SiPush(value) => Const::Bv32(i32::from(*value)),
        _ => Const::Null,
    }
}

fn conditional_jump(instruction: &Instruction<'_>) -> Option<Op> {
    use Instruction as I;
    Some(match instruction {
        I::IfEq(to) => Op::IfZero(BinaryOp::Eq, offset(*to)),
        I::IfNe(to) => Op::IfZero(BinaryOp::Ne, offset(*to)),
        I::IfLt(to) => Op::IfZero(BinaryOp::Lt, offset(*to)),
        I::IfGe(to) => Op::IfZero(BinaryOp::Ge, offset(*to)),
        I::IfGt(to) => Op::IfZero(BinaryOp::Gt, offset(*to)),
        I::IfLe(to) => Op::IfZero(BinaryOp::Le, offset(*to)),
        I::IfICmpEq(to) => Op::IfInts(BinaryOp::Eq, offset(*to)),
        I::IfICmpNe(to) => Op::IfInts(BinaryOp::Ne, offset(*to)),
        I::IfICmpLt(to) => Op::IfInts(BinaryOp::Lt, offset(*to)),
        I::IfICmpGe(to) => Op::IfInts(BinaryOp::Ge, offset(*to)),
        I::IfICmpGt(to) => Op::IfInts(BinaryOp::Gt, offset(*to)),
        I::IfICmpLe(to) => Op::IfInts(BinaryOp::Le, offset(*to)),
        I::IfACmpEq(to) => Op::IfRefs(Sameness::Same, offset(*to)),
        I::IfACmpNe(to) => Op::IfRefs(Sameness::Different, offset(*to)),
        I::IfNull(to) => Op::IfNull(Nullness::Null, offset(*to)),
        I::IfNonNull(to) => Op::IfNull(Nullness::NonNull, offset(*to)),
        _ => return None,
    })
}

/// Loads of local variables.
fn load(instruction: &Instruction<'_>) -> Option<Op> {
    use Instruction as I;
    use Type::{Bv32, Bv64, F32, F64, Ref};
    use WideInstruction as W;
    Some(match instruction {
        I::ILoad0 => Op::Load(Bv32, 0),
        I::ILoad1 => Op::Load(Bv32, 1),
        I::ILoad2 => Op::Load(Bv32, 2),
        I::ILoad3 => Op::Load(Bv32, 3),
        I::ILoad(slot) => Op::Load(Bv32, u16::from(*slot)),
        I::LLoad0 => Op::Load(Bv64, 0),
        I::LLoad1 => Op::Load(Bv64, 1),
        I::LLoad2 => Op::Load(Bv64, 2),
        I::LLoad3 => Op::Load(Bv64, 3),
        I::LLoad(slot) => Op::Load(Bv64, u16::from(*slot)),
        I::FLoad0 => Op::Load(F32, 0),
        I::FLoad1 => Op::Load(F32, 1),
        I::FLoad2 => Op::Load(F32, 2),
        I::FLoad3 => Op::Load(F32, 3),
        I::FLoad(slot) => Op::Load(F32, u16::from(*slot)),
        I::DLoad0 => Op::Load(F64, 0),
        I::DLoad1 => Op::Load(F64, 1),
        I::DLoad2 => Op::Load(F64, 2),
        I::DLoad3 => Op::Load(F64, 3),
        I::DLoad(slot) => Op::Load(F64, u16::from(*slot)),
        I::ALoad0 => Op::Load(Ref, 0),
        I::ALoad1 => Op::Load(Ref, 1),
        I::ALoad2 => Op::Load(Ref, 2),
        I::ALoad3 => Op::Load(Ref, 3),
        I::ALoad(slot) => Op::Load(Ref, u16::from(*slot)),
        I::Wide(W::ILoad(slot)) => Op::Load(Bv32, *slot),
        I::Wide(W::LLoad(slot)) => Op::Load(Bv64, *slot),
        I::Wide(W::FLoad(slot)) => Op::Load(F32, *slot),
        I::Wide(W::DLoad(slot)) => Op::Load(F64, *slot),
        I::Wide(W::ALoad(slot)) => Op::Load(Ref, *slot),
        _ => return None,
    })
}

/// Stores to local variables.
fn store(instruction: &Instruction<'_>) -> Option<Op> {
    use Instruction as I;
    use Type::{Bv32, Bv64, F32, F64, Ref};
    use WideInstruction as W;
    Some(match instruction {
        I::IStore0 => Op::Store(Bv32, 0),
        I::IStore1 => Op::Store(Bv32, 1),
        I::IStore2 => Op::Store(Bv32, 2),
        I::IStore3 => Op::Store(Bv32, 3),
        I::IStore(slot) => Op::Store(Bv32, u16::from(*slot)),
        I::LStore0 => Op::Store(Bv64, 0),
        I::LStore1 => Op::Store(Bv64, 1),
        I::LStore2 => Op::Store(Bv64, 2),
        I::LStore3 => Op::Store(Bv64, 3),
        I::LStore(slot) => Op::Store(Bv64, u16::from(*slot)),
        I::FStore0 => Op::Store(F32, 0),
        I::FStore1 => Op::Store(F32, 1),
        I::FStore2 => Op::Store(F32, 2),
        I::FStore3 => Op::Store(F32, 3),
        I::FStore(slot) => Op::Store(F32, u16::from(*slot)),
        I::DStore0 => Op::Store(F64, 0),
        I::DStore1 => Op::Store(F64, 1),
        I::DStore2 => Op::Store(F64, 2),
        I::DStore3 => Op::Store(F64, 3),
        I::DStore(slot) => Op::Store(F64, u16::from(*slot)),
        I::AStore0 => Op::Store(Ref, 0),
        I::AStore1 => Op::Store(Ref, 1),
        I::AStore2 => Op::Store(Ref, 2),
        I::AStore3 => Op::Store(Ref, 3),
        I::AStore(slot) => Op::Store(Ref, u16::from(*slot)),
        I::IInc(slot, by) => Op::Increment(u16::from(*slot), *by),
        I::Wide(W::IStore(slot)) => Op::Store(Bv32, *slot),
        I::Wide(W::LStore(slot)) => Op::Store(Bv64, *slot),
        I::Wide(W::FStore(slot)) => Op::Store(F32, *slot),
        I::Wide(W::DStore(slot)) => Op::Store(F64, *slot),
        I::Wide(W::AStore(slot)) => Op::Store(Ref, *slot),
        I::Wide(W::IInc(slot, by)) => Op::Increment(*slot, *by),
        _ => return None,
    })
}

/// Arithmetic and shifts.
fn arithmetic(instruction: &Instruction<'_>) -> Option<Op> {
    use BinaryOp::*;
    use Instruction as I;
    use Type::{Bv32, Bv64, F32, F64};
    Some(match instruction {
        I::IAdd => Op::Arithmetic(Add, Bv32),
        I::LAdd => Op::Arithmetic(Add, Bv64),
        I::FAdd => Op::Arithmetic(Add, F32),
        I::DAdd => Op::Arithmetic(Add, F64),
        I::ISub => Op::Arithmetic(Sub, Bv32),
        I::LSub => Op::Arithmetic(Sub, Bv64),
        I::FSub => Op::Arithmetic(Sub, F32),
        I::DSub => Op::Arithmetic(Sub, F64),
        I::IMul => Op::Arithmetic(Mul, Bv32),
        I::LMul => Op::Arithmetic(Mul, Bv64),
        I::FMul => Op::Arithmetic(Mul, F32),
        I::DMul => Op::Arithmetic(Mul, F64),
        I::IDiv => Op::Arithmetic(Div, Bv32),
        I::LDiv => Op::Arithmetic(Div, Bv64),
        I::FDiv => Op::Arithmetic(Div, F32),
        I::DDiv => Op::Arithmetic(Div, F64),
        I::IRem => Op::Arithmetic(Rem, Bv32),
        I::LRem => Op::Arithmetic(Rem, Bv64),
        I::FRem => Op::Arithmetic(Rem, F32),
        I::DRem => Op::Arithmetic(Rem, F64),
        I::IAnd => Op::Arithmetic(BitAnd, Bv32),
        I::LAnd => Op::Arithmetic(BitAnd, Bv64),
        I::IOr => Op::Arithmetic(BitOr, Bv32),
        I::LOr => Op::Arithmetic(BitOr, Bv64),
        I::IXor => Op::Arithmetic(BitXor, Bv32),
        I::LXor => Op::Arithmetic(BitXor, Bv64),
        I::INeg => Op::Negate(Bv32),
        I::LNeg => Op::Negate(Bv64),
        I::FNeg => Op::Negate(F32),
        I::DNeg => Op::Negate(F64),
        I::IShl => Op::Shift(Shl, Bv32),
        I::LShl => Op::Shift(Shl, Bv64),
        I::IShr => Op::Shift(Shr, Bv32),
        I::LShr => Op::Shift(Shr, Bv64),
        I::IUShr => Op::Shift(Ushr, Bv32),
        I::LUShr => Op::Shift(Ushr, Bv64),
        _ => return None,
    })
}

/// Conversions and three-way comparisons.
fn conversion(instruction: &Instruction<'_>) -> Option<Op> {
    use BinaryOp::{CompareGreater, CompareLess, CompareLong};
    use Instruction as I;
    use Type::{Bv64, F32, F64};
    Some(match instruction {
        I::I2L => Op::Convert(Conversion::I2L),
        I::I2F => Op::Convert(Conversion::I2F),
        I::I2D => Op::Convert(Conversion::I2D),
        I::L2I => Op::Convert(Conversion::L2I),
        I::L2F => Op::Convert(Conversion::L2F),
        I::L2D => Op::Convert(Conversion::L2D),
        I::F2I => Op::Convert(Conversion::F2I),
        I::F2L => Op::Convert(Conversion::F2L),
        I::F2D => Op::Convert(Conversion::F2D),
        I::D2I => Op::Convert(Conversion::D2I),
        I::D2L => Op::Convert(Conversion::D2L),
        I::D2F => Op::Convert(Conversion::D2F),
        I::I2B => Op::Convert(Conversion::I2B),
        I::I2C => Op::Convert(Conversion::I2C),
        I::I2S => Op::Convert(Conversion::I2S),
        I::LCmp => Op::Compare(CompareLong, Bv64),
        I::FCmpL => Op::Compare(CompareLess, F32),
        I::FCmpG => Op::Compare(CompareGreater, F32),
        I::DCmpL => Op::Compare(CompareLess, F64),
        I::DCmpG => Op::Compare(CompareGreater, F64),
        _ => return None,
    })
}

/// Moves on the operand stack, and between it and arrays.
fn moves(instruction: &Instruction<'_>) -> Option<Op> {
    use Instruction as I;
    Some(match instruction {
        I::Pop => Op::Stack(StackOp::Pop),
        I::Pop2 => Op::Stack(StackOp::Pop2),
        I::Dup => Op::Stack(StackOp::Dup),
        I::DupX1 => Op::Stack(StackOp::DupX1),
        I::DupX2 => Op::Stack(StackOp::DupX2),
        I::Dup2 => Op::Stack(StackOp::Dup2),
        I::Dup2X1 => Op::Stack(StackOp::Dup2X1),
        I::Dup2X2 => Op::Stack(StackOp::Dup2X2),
        I::Swap => Op::Stack(StackOp::Swap),
        I::IALoad => Op::ArrayLoad(ElementKind::Int),
        I::LALoad => Op::ArrayLoad(ElementKind::Long),
        I::FALoad => Op::ArrayLoad(ElementKind::Float),
        I::DALoad => Op::ArrayLoad(ElementKind::Double),
        I::AALoad => Op::ArrayLoad(ElementKind::Ref),
        I::BALoad => Op::ArrayLoad(ElementKind::Byte),
        I::CALoad => Op::ArrayLoad(ElementKind::Char),
        I::SALoad => Op::ArrayLoad(ElementKind::Short),
        I::IAStore => Op::ArrayStore(ElementKind::Int),
        I::LAStore => Op::ArrayStore(ElementKind::Long),
        I::FAStore => Op::ArrayStore(ElementKind::Float),
        I::DAStore => Op::ArrayStore(ElementKind::Double),
        I::AAStore => Op::ArrayStore(ElementKind::Ref),
        I::BAStore => Op::ArrayStore(ElementKind::Byte),
        I::CAStore => Op::ArrayStore(ElementKind::Char),
        I::SAStore => Op::ArrayStore(ElementKind::Short),
        _ => return None,
    })
}

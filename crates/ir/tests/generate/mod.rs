//! Random well-formed programs and bodies, made from a stream of random choices: when it is used up, every choice is the
//! first, which is always a small thing. So a failing stream shrinks to a small program.

use clew_base::{Arena, Id};
use clew_ir::*;
use num_bigint::BigInt;
use std::sync::Arc;

pub type Regs = Arena<Reg, RegInfo>;

/// Types of the block language.
const BLOCK_TYPES: [Type; 6] = [Type::Int, Type::Bool, Type::Bv32, Type::Bv64, Type::Map(1), Type::Map(2)];
/// Types of Java code.
const JAVA_TYPES: [Type; 6] = [Type::Bv32, Type::Bool, Type::Bv64, Type::F32, Type::F64, Type::Ref];
/// Names that the printer must be careful with.
const ODD_NAMES: [&str; 8] = ["null", "two words", "proc", "quote`\\", "line\n", "été", "5", "instanceof"];
const BLOCKS: usize = 4;

pub struct Choices {
    stream: std::vec::IntoIter<u32>,
}

impl Choices {
    pub fn new(stream: Vec<u32>) -> Self {
        Choices { stream: stream.into_iter() }
    }

    fn bits(&mut self) -> u32 {
        self.stream.next().unwrap_or(0)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.bits() as usize % limit
    }

    fn flag(&mut self) -> bool {
        self.below(2) == 1
    }

    fn one<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    fn several<T>(&mut self, limit: usize, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(limit)).map(|_| item(self)).collect()
    }

    fn name(&mut self) -> Arc<str> {
        let index = self.below(12);
        ODD_NAMES.get(index).map_or_else(|| Arc::from(format!("x{index}")), |name| Arc::from(*name))
    }

    fn registers(&mut self, types: &[Type]) -> Regs {
        let odd = self.flag();
        let info = |(index, ty): (usize, &Type)| {
            let name =
                ODD_NAMES.get(index).filter(|_| odd).map_or_else(|| format!("x{index}"), |name| name.to_string());
            RegInfo { name: Arc::from(name), ty: *ty, global: None }
        };
        let mut types: Vec<Type> = types.iter().chain(types).copied().collect();
        let turn = self.below(types.len());
        types.rotate_left(turn);
        types.iter().enumerate().map(info).collect()
    }

    fn register(&mut self, regs: &Regs, ty: Type) -> Reg {
        let fitting: Vec<Reg> = regs.iter().filter(|(_, info)| info.ty == ty).map(|(reg, _)| reg).collect();
        self.one(&fitting)
    }

    fn literal(&mut self, ty: Type) -> Const {
        let small = self.flag();
        let (high, low) = (u64::from(self.bits()), u64::from(self.bits()));
        let bits = if small { (low % 5).wrapping_sub(2) } else { high << 32 | low };
        match ty {
            Type::Bool => Const::Bool(small),
            Type::Int if small => Const::Int(BigInt::from(bits as i64)),
            Type::Int => Const::Int(BigInt::from(bits as i64) * BigInt::from(u64::MAX)),
            Type::Bv32 => Const::Bv32(if low == 7 { i32::MIN } else { bits as i32 }),
            Type::Bv64 => Const::Bv64(if low == 7 { i64::MIN } else { bits as i64 }),
            Type::F32 => Const::F32(bits as u32),
            Type::F64 => Const::F64(bits),
            Type::Ref | Type::Map(_) => Const::Null,
        }
    }

    fn binary(&mut self, regs: &Regs, ops: &[BinaryOp], left: Type, right: Type, depth: u32) -> Expr {
        let op = self.one(ops);
        Expr::binary(op, self.expr(regs, left, depth), self.expr(regs, right, depth))
    }

    /// A random expression of the type, at most `depth` operators high.
    pub fn expr(&mut self, regs: &Regs, ty: Type, depth: u32) -> Expr {
        use BinaryOp::*;
        let has = |ty| regs.values().any(|info| info.ty == ty);
        let choice = if depth == 0 { self.below(3) } else { self.below(8) };
        let depth = depth.saturating_sub(1);
        match (choice, ty) {
            (0, Type::Map(_)) => Expr::Reg(self.register(regs, ty)),
            (0, _) => Expr::Const(self.literal(ty)),
            (1 | 2, _) if has(ty) => Expr::Reg(self.register(regs, ty)),
            (3, _) => {
                let condition = self.expr(regs, Type::Bool, depth);
                Expr::Ite(
                    Box::new(condition),
                    Box::new(self.expr(regs, ty, depth)),
                    Box::new(self.expr(regs, ty, depth)),
                )
            }
            (4, Type::Int | Type::Bv32 | Type::Bv64 | Type::F32 | Type::F64) => {
                Expr::unary(UnaryOp::Neg, self.expr(regs, ty, depth))
            }
            (5 | 6, Type::Int | Type::Bv32 | Type::Bv64 | Type::F32 | Type::F64) => {
                self.binary(regs, &[Add, Sub, Mul, Div, Rem], ty, ty, depth)
            }
            (_, Type::Int) => {
                let arity = 1 + self.below(2);
                match u8::try_from(arity).map(Type::Map) {
                    Ok(map) if has(map) => {
                        let map = self.register(regs, map);
                        Expr::Select(map, (0..arity).map(|_| self.expr(regs, Type::Int, depth)).collect())
                    }
                    _ => Expr::Const(self.literal(ty)),
                }
            }
            (4, Type::Bool) => Expr::unary(UnaryOp::Not, self.expr(regs, ty, depth)),
            (5, Type::Bool) => self.binary(regs, &[And, Or, Implies, Eq, Ne], ty, ty, depth),
            (6, Type::Bool) if has(Type::Ref) => Expr::unary(UnaryOp::IsNull, self.expr(regs, Type::Ref, depth)),
            (_, Type::Bool) => {
                let number = self.one(&[Type::Bv32, Type::Bv64, Type::Int]);
                let ops: &[BinaryOp] =
                    if number == Type::Int { &[Eq, Ne, Lt, Le, Gt, Ge] } else { &[Ult, Eq, Ne, Lt, Le, Gt, Ge] };
                self.binary(regs, ops, number, number, depth)
            }
            (_, Type::Bv32) => match self.below(5) {
                0 => self.binary(regs, &[BitAnd, BitOr, BitXor, Shl, Shr, Ushr], ty, ty, depth),
                1 => self.binary(regs, &[CompareLong], Type::Bv64, Type::Bv64, depth),
                2 => self.binary(regs, &[CompareLess, CompareGreater], Type::F32, Type::F32, depth),
                3 => self.binary(regs, &[CompareLess, CompareGreater], Type::F64, Type::F64, depth),
                _ => self.conversion(
                    regs,
                    &[Conversion::L2I, Conversion::I2S, Conversion::Bool2I, Conversion::D2I],
                    depth,
                ),
            },
            (_, Type::Bv64) => match self.below(3) {
                0 => self.binary(regs, &[BitAnd, BitOr, BitXor], ty, ty, depth),
                1 => self.binary(regs, &[Shl, Shr, Ushr], ty, Type::Bv32, depth),
                _ => self.conversion(regs, &[Conversion::I2L, Conversion::F2L], depth),
            },
            (_, Type::F32) => self.conversion(regs, &[Conversion::L2F, Conversion::D2F], depth),
            (_, Type::F64) => self.conversion(regs, &[Conversion::F2D, Conversion::I2D], depth),
            (_, Type::Map(_)) => Expr::Reg(self.register(regs, ty)),
            (_, Type::Ref) => Expr::Const(Const::Null),
        }
    }

    fn conversion(&mut self, regs: &Regs, conversions: &[Conversion], depth: u32) -> Expr {
        let conversion = self.one(conversions);
        Expr::unary(UnaryOp::Convert(conversion), self.expr(regs, conversion.signature().0, depth))
    }

    fn target(&mut self) -> BlockId {
        BlockId::from_index(self.below(BLOCKS))
    }
}

fn stmt(inst: Inst) -> Stmt {
    Stmt { inst, origin: Origin::default() }
}

fn block(index: usize, insts: Vec<Inst>, terminator: Terminator) -> Block {
    let stmts = insts.into_iter().map(stmt).collect();
    Block { label: Arc::from(format!("b{index}")), stmts, terminator, terminator_origin: Origin::default() }
}

/// A procedure's name, its registers in the order in which the reader numbers them, and the number of its parameters.
struct Heading {
    name: Arc<str>,
    regs: Regs,
    params: usize,
}

/// A program of two procedures that call each other. All globals are used by both, as the reader would leave out others.
pub fn program(choices: &mut Choices) -> Program {
    let globals = [Type::Int, Type::Bv32, Type::Map(1)].into_iter().enumerate();
    let globals: Arena<GlobalId, Global> =
        globals.map(|(index, ty)| Global { name: Arc::from(format!("global{index}")), ty }).collect();
    let headings: Vec<Heading> = (0..2).map(|index| heading(choices, index, &globals)).collect();
    let procedures = headings.iter().map(|heading| procedure(choices, heading, &headings, globals.len())).collect();
    Program { globals, procedures }
}

fn heading(choices: &mut Choices, index: usize, globals: &Arena<GlobalId, Global>) -> Heading {
    let params = choices.below(4);
    let locals = choices.registers(&BLOCK_TYPES);
    let mut regs: Regs = locals.values().take(params).cloned().collect();
    regs.push(RegInfo { name: Arc::from("result"), ty: Type::Int, global: None });
    locals.values().skip(params).for_each(|info| {
        regs.push(info.clone());
    });
    for (id, global) in globals.iter() {
        regs.push(RegInfo { name: Arc::clone(&global.name), ty: global.ty, global: Some(id) });
    }
    Heading { name: Arc::from(ODD_NAMES[index]), regs, params }
}

fn procedure(choices: &mut Choices, heading: &Heading, all: &[Heading], globals: usize) -> Procedure {
    let mut blocks: Arena<BlockId, Block> = Arena::new();
    for index in 0..BLOCKS {
        let mut insts = choices.several(5, |choices| block_inst(choices, &heading.regs, all));
        if index == 0 {
            let used = heading.regs.len() - globals..heading.regs.len();
            insts.extend(used.map(|reg| Inst::Havoc { dst: Reg::from_index(reg) }));
        }
        let targets = choices.several(3, Choices::target);
        blocks.push(block(
            index,
            insts,
            if targets.is_empty() { Terminator::Return(None) } else { Terminator::Goto(targets) },
        ));
    }
    let body = Body {
        regs: heading.regs.clone(),
        params: (0..heading.params).map(Reg::from_index).collect(),
        returns: Some(Type::Int),
        blocks,
        entry: BlockId::from_index(0),
    };
    Procedure { name: Arc::clone(&heading.name), result: Some(Reg::from_index(heading.params)), body }
}

fn block_inst(choices: &mut Choices, regs: &Regs, all: &[Heading]) -> Inst {
    let dst = Reg::from_index(choices.below(regs.len()));
    let ty = regs[dst].ty;
    let condition = choices.expr(regs, Type::Bool, 4);
    match choices.below(8) {
        0 => Inst::Assume(condition),
        1 => Inst::Havoc { dst },
        2 => Inst::Assumed { condition, name: choices.name() },
        3 => {
            let premise = match choices.below(3) {
                0 => None,
                1 => Some(vec![Vec::new()]),
                _ => Some(choices.several(3, |choices| {
                    let first = choices.name();
                    std::iter::once(first).chain(choices.several(2, Choices::name)).collect()
                })),
            };
            Inst::Assert { condition, premise }
        }
        4 => {
            let callee = &all[choices.below(all.len())];
            let args = callee.regs.values().take(callee.params).map(|info| choices.expr(regs, info.ty, 2)).collect();
            let dst = if choices.flag() { Some(choices.register(regs, Type::Int)) } else { None };
            Inst::Call { dst, procedure: Arc::clone(&callee.name), args }
        }
        5 => Inst::TryFirst(condition),
        _ => match ty {
            Type::Map(arity) if choices.flag() => {
                let index = (0..arity).map(|_| choices.expr(regs, Type::Int, 2)).collect();
                Inst::MapStore { map: dst, index, value: choices.expr(regs, Type::Int, 2) }
            }
            _ => Inst::Assign { dst, value: choices.expr(regs, ty, 4) },
        },
    }
}

/// The body of a Java method. It need not make sense to the JVM, and calls need not fit their descriptors.
pub fn java_body(choices: &mut Choices) -> Body {
    let regs = choices.registers(&JAVA_TYPES);
    let params = (0..choices.below(4)).map(Reg::from_index).collect();
    let blocks = (0..BLOCKS)
        .map(|index| {
            let insts = choices.several(5, |choices| java_inst(choices, &regs));
            let end = java_end(choices, &regs);
            block(index, insts, end)
        })
        .collect();
    Body { params, returns: Some(Type::Bv64), blocks, entry: choices.target(), regs }
}

fn class(choices: &mut Choices) -> Arc<str> {
    let classes = ["demo/Node", "[I", "[[Ldemo/A$1;", "I", "odd name", "a/1", "f32", "it's", "été", "static"];
    Arc::from(choices.one(&classes))
}

fn field(choices: &mut Choices, ty: Type) -> Arc<FieldRef> {
    let descriptor = match ty {
        Type::Bv32 => "I",
        Type::Bv64 => "J",
        Type::F32 => "F",
        Type::F64 => "D",
        _ => "Ldemo/Node;",
    };
    let name = choices.one(&["next", "odd name", "val$x", "field"]);
    Arc::new(FieldRef { class: class(choices), name: Arc::from(name), descriptor: Arc::from(descriptor) })
}

fn java_inst(choices: &mut Choices, regs: &Regs) -> Inst {
    let object = choices.register(regs, Type::Ref);
    let array = object;
    let (any, int) = (choices.register(regs, Type::Ref), choices.expr(regs, Type::Bv32, 2));
    let truth = choices.register(regs, Type::Bool);
    match choices.below(18) {
        0 => Inst::Line(choices.bits()),
        1..=6 => access(choices, regs, object, int),
        7 => Inst::New { dst: object, class: class(choices) },
        8 => Inst::NewThrowable { dst: object, class: class(choices) },
        9 => Inst::LoadClass { dst: object, class: class(choices) },
        10 => Inst::NewArray { dst: object, array: Arc::from("[I"), length: int },
        11 => Inst::NewMultiArray { dst: object, array: Arc::from("[[I"), lengths: vec![int.clone(), int] },
        12 => Inst::ArrayLength { dst: choices.register(regs, Type::Bv32), array },
        13 => Inst::InstanceOf { dst: truth, object, class: class(choices) },
        14 => Inst::CanStore { dst: truth, array, value: any },
        15 => Inst::RefEq { dst: truth, left: choices.expr(regs, Type::Ref, 2), right: Expr::Reg(any) },
        16 => {
            let units = choices.several(6, |choices| choices.bits() as u16);
            Inst::LoadString { dst: object, value: Arc::from(units) }
        }
        _ => Inst::Monitor { op: choices.one(&[MonitorOp::Enter, MonitorOp::Exit]), object },
    }
}

fn access(choices: &mut Choices, regs: &Regs, object: Reg, index: Expr) -> Inst {
    use ElementKind::*;
    let kind = choices.one(&[Byte, Char, Short, Int, Long, Float, Double, ElementKind::Ref]);
    let (dst, value) = (choices.register(regs, kind.ty()), choices.expr(regs, kind.ty(), 2));
    let field = field(choices, kind.ty());
    match choices.below(7) {
        0 => Inst::Assign { dst, value },
        1 => Inst::GetField { dst, object, field },
        2 => Inst::PutField { object, field, value },
        3 => Inst::GetStatic { dst, field },
        4 => Inst::PutStatic { field, value },
        5 => Inst::ArrayLoad { dst, kind, array: object, index },
        _ => Inst::ArrayStore { kind, array: object, index, value },
    }
}

fn callee(choices: &mut Choices) -> Callee {
    let method = Arc::new(MethodRef {
        class: class(choices),
        interface: choices.flag(),
        name: Arc::from(choices.one(&["get", "<init>", "<clinit>", "lambda$0", "odd name"])),
        descriptor: Arc::from("(I[[J)Ldemo/Node;"),
    });
    if choices.below(4) == 3 {
        return Callee::Dynamic(call_site(choices, method, "(ILjava/lang/Object;)V", 2));
    }
    use InvokeKind::*;
    Callee::Method { kind: choices.one(&[Static, Special, Virtual, Interface]), method }
}

/// A call site, or a constant, whose arguments are nested at most as deep as `depth` says.
fn call_site(choices: &mut Choices, bootstrap: Arc<MethodRef>, descriptor: &str, depth: usize) -> Arc<CallSite> {
    let args = (0..choices.below(4)).map(|_| static_arg(choices, &bootstrap, depth)).collect();
    let name = Arc::from(choices.one(&["apply", "odd name", "with"]));
    Arc::new(CallSite { bootstrap, name, descriptor: Arc::from(descriptor), args })
}

fn static_arg(choices: &mut Choices, method: &Arc<MethodRef>, depth: usize) -> StaticArg {
    use InvokeKind::*;
    let field = field(choices, Type::Bv64);
    let called = Arc::clone(method);
    match choices.below(if depth > 0 { 12 } else { 11 }) {
        0 => StaticArg::Number(Const::Bv32(choices.one(&[0, -1, i32::MIN]))),
        1 => StaticArg::Number(Const::Bv64(choices.one(&[7, -7, i64::MIN]))),
        2 => StaticArg::Number(Const::F32(choices.one(&[1.5f32.to_bits(), f32::NAN.to_bits(), (-0f32).to_bits()]))),
        3 => StaticArg::Number(Const::F64(choices.one(&[1e300f64.to_bits(), f64::NEG_INFINITY.to_bits()]))),
        4 => StaticArg::String(choices.one(&["", "\u{1}a\u{2}", "\"\\"]).encode_utf16().collect()),
        5 => StaticArg::Class(class(choices)),
        6 => StaticArg::MethodType(Arc::from(choices.one(&["()V", "([[ILdemo/Node;)J"]))),
        7 => {
            StaticArg::Handle(choices.one::<fn(Arc<FieldRef>) -> Handle>(&[Handle::GetField, Handle::GetStatic])(field))
        }
        8 => {
            StaticArg::Handle(choices.one::<fn(Arc<FieldRef>) -> Handle>(&[Handle::PutField, Handle::PutStatic])(field))
        }
        9 => StaticArg::Handle(Handle::Invoke(choices.one(&[Static, Special, Virtual, Interface]), called)),
        10 => StaticArg::Handle(Handle::New(called)),
        _ => StaticArg::Dynamic(call_site(choices, called, "[Ldemo/Node;", depth - 1)),
    }
}

fn java_end(choices: &mut Choices, regs: &Regs) -> Terminator {
    use BranchKind::*;
    let kinds = [Source, NullCheck, BoundsCheck, SizeCheck, DivisorCheck, CastCheck, StoreCheck, HandlerTest, Internal];
    let (normal, default) = (choices.target(), choices.target());
    let reference = choices.register(regs, Type::Ref);
    let unwind = choices.flag().then_some(Unwind { block: default, exception: reference });
    match choices.below(9) {
        0 => Terminator::Return(None),
        1 => Terminator::Goto(vec![normal]),
        2 => {
            let (kind, condition) = (choices.one(&kinds), choices.expr(regs, Type::Bool, 3));
            Terminator::Branch { kind, condition, then: normal, otherwise: default }
        }
        3 => {
            let cases = choices.several(4, |choices| (choices.bits() as i32, choices.target()));
            Terminator::Switch { value: choices.expr(regs, Type::Bv32, 2), cases, default }
        }
        4 => {
            let args = choices.several(4, |choices| {
                let ty = choices.one(&[Type::Bv32, Type::Bv64, Type::F32, Type::F64, Type::Ref]);
                choices.expr(regs, ty, 2)
            });
            let dst = choices.flag().then_some(reference);
            Terminator::Invoke { dst, callee: callee(choices), args, normal, unwind }
        }
        5 => Terminator::InitClass { class: class(choices), normal, unwind },
        6 => Terminator::Return(Some(choices.expr(regs, Type::Bv64, 3))),
        7 => Terminator::Throw(reference),
        _ => Terminator::Unsupported(Arc::from("jsr \"and\"\nret")),
    }
}

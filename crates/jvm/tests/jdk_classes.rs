//! Every kind of code that compilers make: the classes of the JDK itself.

mod common;

use clew_ir::{Body, Expr, Inst, Terminator, Type};
use clew_jvm::{ClassPath, Jdk, TranslateError, World};
use common::{NEWER_JDK, jdk};
use std::path::Path;
use std::time::Instant;

/// One class in this many is translated, chosen by its name; `CLEW_ALL_CLASSES=1` takes all.
const SAMPLE: u32 = 6;

#[test]
fn java_base_of_the_default_jdk() {
    translate_module(&jdk(), "java.base");
}

#[test]
fn java_base_of_the_newer_jdk() {
    if let Some(jdk) = Jdk::at(Path::new(NEWER_JDK)) {
        assert_eq!(jdk.feature, 25);
        translate_module(&jdk, "java.base");
    }
}

#[test]
fn modules_other_than_java_base_are_found() {
    let (path, problems) = ClassPath::open(&jdk(), &[], &[]);
    assert_eq!(problems, []);
    let world = World::new(path);
    for name in ["java/sql/Driver", "java/util/logging/Logger", "javax/xml/parsers/SAXParser"] {
        let class = world.class(world.load(name).expect("it is in the JDK"));
        assert_eq!(&*class.name, name);
    }
    assert!(world.load("java/util/NoSuchClass").is_err());
    assert!(world.load("no/such/Class").is_err());
}

fn translate_module(jdk: &Jdk, module: &str) {
    let (path, problems) = ClassPath::open(jdk, &[], &[]);
    assert_eq!(problems, []);
    let names = path.jdk_module_classes(module).expect("the image lists its classes");
    assert!(names.len() > 5000, "{}", names.len());
    let all = std::env::var_os("CLEW_ALL_CLASSES").is_some();
    let world = World::new(path);
    let start = Instant::now();
    let (mut classes, mut methods, mut instructions) = (0, 0, 0);
    for name in names.iter().filter(|name| !name.ends_with("-info") && (all || hash(name).is_multiple_of(SAMPLE))) {
        let id = world.load(name).unwrap_or_else(|error| panic!("{error}"));
        classes += 1;
        for method in &world.class(id).methods {
            let info = world.method(*method);
            match world.code(*method) {
                Ok(code) => {
                    methods += 1;
                    instructions += code.body.blocks.values().map(|block| block.stmts.len() + 1).sum::<usize>();
                    let place = format!("{name}.{}{}", info.name, info.descriptor);
                    check_body(&code.body, &place);
                    for site in &code.checks {
                        let terminator = &code.body.blocks[site.block].terminator;
                        assert!(matches!(terminator, Terminator::Branch { kind, .. } if *kind == site.kind), "{place}");
                    }
                }
                Err(TranslateError::NoCode) => assert!(info.is_abstract() || info.is_native()),
                Err(error) => panic!("{name}.{}{}: {error}", info.name, info.descriptor),
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "JDK {}: {classes} classes, {methods} methods, {instructions} instructions in {seconds:.2} s: \
         {:.0} methods a second",
        jdk.feature,
        methods as f64 / seconds
    );
}

fn hash(name: &str) -> u32 {
    name.bytes().fold(17, |hash: u32, byte| hash.wrapping_mul(31).wrapping_add(u32::from(byte)))
}

/// What holds of every body: targets exist, and operands have the types that the instruction wants.
fn check_body(body: &Body, place: &str) {
    let mut labels: Vec<_> = body.blocks.values().map(|block| &block.label).collect();
    labels.sort();
    labels.dedup();
    assert_eq!(labels.len(), body.blocks.len(), "{place}: labels are unique");
    assert!(body.blocks.get(body.entry).is_some(), "{place}");
    for block in body.blocks.values() {
        for target in block.terminator.successors() {
            assert!(body.blocks.get(target).is_some(), "{place}: a target exists");
        }
        for stmt in &block.stmts {
            check_types(body, &stmt.inst, place);
        }
        match &block.terminator {
            Terminator::Branch { condition, .. } => assert_eq!(type_of(body, condition), Type::Bool, "{place}"),
            Terminator::Switch { value, .. } => assert_eq!(type_of(body, value), Type::Bv32, "{place}"),
            Terminator::Return(value) => {
                assert_eq!(value.as_ref().map(|value| type_of(body, value)), body.returns, "{place}");
            }
            _ => {}
        }
    }
}

fn check_types(body: &Body, inst: &Inst, place: &str) {
    match inst {
        Inst::Assign { dst, value } => assert_eq!(body.regs[*dst].ty, type_of(body, value), "{place}: {inst:?}"),
        Inst::GetField { object, .. } | Inst::PutField { object, .. } | Inst::InstanceOf { object, .. } => {
            assert_eq!(body.regs[*object].ty, Type::Ref, "{place}");
        }
        Inst::ArrayLoad { array, index, .. } | Inst::ArrayStore { array, index, .. } => {
            assert_eq!(body.regs[*array].ty, Type::Ref, "{place}");
            assert_eq!(type_of(body, index), Type::Bv32, "{place}");
        }
        _ => {}
    }
}

fn type_of(body: &Body, expr: &Expr) -> Type {
    use clew_ir::{BinaryOp::*, UnaryOp};
    match expr {
        Expr::Const(constant) => constant.ty(),
        Expr::Reg(reg) => body.regs[*reg].ty,
        Expr::Unary(UnaryOp::Neg, operand) => type_of(body, operand),
        Expr::Unary(UnaryOp::Not | UnaryOp::IsNull, _) => Type::Bool,
        Expr::Unary(UnaryOp::Convert(conversion), operand) => {
            let (from, to) = conversion.signature();
            assert_eq!(type_of(body, operand), from);
            to
        }
        Expr::Binary(op, left, right) => {
            let (left, right) = (type_of(body, left), type_of(body, right));
            assert!(left == right || matches!(op, Shl | Shr | Ushr) && right == Type::Bv32, "{expr:?}");
            match op {
                Eq | Ne | Lt | Le | Gt | Ge | Ult | And | Or | Implies => Type::Bool,
                CompareLong | CompareLess | CompareGreater => Type::Bv32,
                Add | Sub | Mul | Div | Rem | Shl | Shr | Ushr | BitAnd | BitOr | BitXor => left,
            }
        }
        Expr::Ite(_, left, _) => type_of(body, left),
        Expr::Select(..) => Type::Int,
    }
}

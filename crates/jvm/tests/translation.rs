//! What bytecode of each family becomes.

mod common;

use clew_ir::{BranchKind, Callee, Expr, Inst, Terminator, verify_body, verify_definite_assignment};
use clew_jvm::{BranchSiteKind, MethodCode, TranslateError, World};
use common::{code, compile, compile_into, show, world_of};
use std::rc::Rc;

/// Translates one method of a class `A` with these members.
fn translated(members: &str, name: &str) -> (String, Rc<MethodCode>) {
    let folder = compile(&[("A.java", &format!("class A {{ {members} }} class B {{ static int s; int f; }}"))]);
    let world = world_of(folder.path());
    let code = code(&world, "A", name);
    assert_eq!(verify_body(&code.body), Ok(()));
    assert_eq!(verify_definite_assignment(&code.body), Ok(()));
    (show(&code.body), code)
}

fn kinds(code: &MethodCode) -> Vec<BranchKind> {
    code.checks.iter().map(|check| check.kind).collect()
}

#[test]
fn locals_keep_their_names_and_arithmetic_makes_one_instruction() {
    let (shown, code) = translated("static int add(int a, int b) { int c = a + b; return c * 2; }", "add");
    let expected = "o0:\n  Line(1)\n  Assign { dst: c, value: Binary(Add, Reg(a), Reg(b)) }\n  Assign { dst: s0i, value: Binary(Mul, Reg(c), Const(Bv32(2))) }\n  Return(Some(Reg(s0i)))\n";
    assert_eq!(shown, expected);
    assert_eq!(code.lines, [1]);
    assert_eq!(code.body.params.len(), 2);
}

#[test]
fn a_value_on_the_stack_survives_a_store_to_its_variable() {
    let (shown, _) = translated("static int post(int x) { return x++ + x; }", "post");
    assert!(shown.contains("dst: t0i, value: Reg(x)") && shown.contains("Binary(Add, Reg(t0i), Reg(x))"), "{shown}");
    let (shown, _) = translated("static int swap(int x, int y) { y = x + (x = y); return x - y; }", "swap");
    assert!(shown.contains("dst: t0i, value: Reg(x)") && shown.contains("Binary(Add, Reg(t0i), Reg(x))"), "{shown}");
}

#[test]
fn checks_come_in_the_order_of_the_specification() {
    let (_, code) = translated("static void p(Object[] a, int i, Object v) { a[i] = v; }", "p");
    assert_eq!(kinds(&code), [BranchKind::NullCheck, BranchKind::BoundsCheck, BranchKind::StoreCheck]);
    let (_, code) = translated("static int m(int a, int b) { return new int[a][b][1].length; }", "m");
    assert_eq!(kinds(&code), [BranchKind::SizeCheck, BranchKind::SizeCheck]);
    let (_, code) = translated("static long d(long a, long b) { return a / b + a % 3L + b / 2; }", "d");
    assert_eq!(kinds(&code), [BranchKind::DivisorCheck]);
    let (_, code) = translated("static float d(float a, float b) { return a / b % a; }", "d");
    assert_eq!(kinds(&code), []);
    let (_, code) = translated("static String c(Object o) { return (String) o; }", "c");
    assert_eq!(kinds(&code), [BranchKind::CastCheck]);
    let (shown, code) = translated("static void put(B b, int[] a) { b.f = a[0]; }", "put");
    assert_eq!(kinds(&code), [BranchKind::NullCheck, BranchKind::BoundsCheck, BranchKind::NullCheck]);
    let last = code.checks.last().expect("there are three");
    assert!(matches!(&code.body.blocks[last.block].terminator, Terminator::Branch { .. }), "{shown}");
}

#[test]
fn references_that_cannot_be_null_are_not_checked() {
    let (shown, code) = translated(
        "int f; A n; int g(A a) { if (a == null) return f; return a.f + a.n.f + new A().f + this.n.f + \"x\".length(); }",
        "g",
    );
    assert_eq!(kinds(&code), [BranchKind::NullCheck, BranchKind::NullCheck], "{shown}");
    let (shown, code) = translated(
        "A n; int f; static int l(A a) { int s = 0; if (a != null) while ((a = a.n) != null) { synchronized (a) { s += a.f; } } return s; }",
        "l",
    );
    assert_eq!(kinds(&code), [], "{shown}");
    // A variable that may be null again is checked again.
    let (_, code) = translated("A n; static void w(A a) { while (a.n != a) { a = a.n; } a.n = null; }", "w");
    assert_eq!(kinds(&code), [BranchKind::NullCheck]);
    let (_, code) = translated("A n; static void w(A a) { a.n = a; a = a.n; a.n = a; }", "w");
    assert_eq!(kinds(&code), [BranchKind::NullCheck, BranchKind::NullCheck]);
}

#[test]
fn exceptions_go_to_the_handlers_in_their_order() {
    let source =
        "static int t(int[] a, int i) { try { try { return a[i]; } catch (NullPointerException e) { return 1; } }
        catch (RuntimeException e) { return 2; } finally { i = 3; } }";
    let (shown, code) = translated(source, "t");
    let dispatch: Vec<&str> = shown.lines().skip_while(|line| *line != "catch0:").take(8).collect();
    assert!(dispatch[1].contains("NullPointerException") && dispatch[2].contains("HandlerTest"), "{shown}");
    let caught: Vec<_> = code.handlers.iter().map(|handler| handler.catch.as_deref().unwrap_or("any")).collect();
    assert_eq!(caught[0], "java/lang/NullPointerException");
    assert!(caught.contains(&"java/lang/RuntimeException") && caught.contains(&"any"), "{caught:?}");
    for handler in &code.handlers {
        assert!(code.body.blocks.get(handler.block).is_some());
    }
}

#[test]
fn handlers_of_code_that_cannot_throw_are_translated_too() {
    let source = "static int t(int i) { try { i = 3; } catch (Error e) { i = 4; } return i; }";
    let (shown, code) = translated(source, "t");
    assert_eq!(code.handlers.len(), 1);
    assert!(shown.contains("Const(Bv32(4))"), "{shown}");
}

#[test]
fn branches_and_switches_are_listed() {
    let source = "static int s(int k) { switch (k) { case 1: return 5; case 2: case 4: return 6; case 7: default: return k > 9 ? 1 : 0; } }";
    let (_, code) = translated(source, "s");
    assert_eq!(code.branches.len(), 2);
    assert_eq!(code.branches[0].kind, BranchSiteKind::Switch { keys: vec![1, 2, 4] });
    assert_eq!(code.branches[1].kind, BranchSiteKind::If);
    let (shown, code) = translated("static boolean l(long a, long b) { return a < b; }", "l");
    assert!(shown.contains("kind: Source, condition: Binary(Ge, Reg(a), Reg(b))"), "{shown}");
    assert!(!shown.contains("CompareLong") && !shown.contains("BitAnd"), "{shown}");
    assert!(!code.branches[0].assertion_guard);
}

#[test]
fn assertions_are_recognised() {
    let source =
        "static int a(int x) { for (;;) { assert x > 0 : \"x \" + x; assert x < 9; if (x == 3) return x; x--; } }";
    let (_, code) = translated(source, "a");
    assert_eq!(code.assertions.len(), 2);
    for site in &code.assertions {
        let made = &code.body.blocks[site.block].stmts;
        assert!(made.iter().any(|stmt| stmt.origin.offset == site.failure && matches!(stmt.inst, Inst::New { .. })));
    }
    assert_eq!(code.branches.iter().filter(|branch| branch.assertion_guard).count(), 2);
    assert_eq!(code.branches.len(), 5);
}

#[test]
fn classes_are_initialized_before_they_are_used() {
    let initialized = |code: &MethodCode| -> Vec<String> {
        let ends = code.body.blocks.values().map(|block| &block.terminator);
        ends.filter_map(|end| match end {
            Terminator::InitClass { class, .. } => Some(class.to_string()),
            _ => None,
        })
        .collect()
    };
    let (_, code) = translated("static int s; static int i() { s = 1; return B.s + new B().f; }", "i");
    assert_eq!(initialized(&code), ["B"]);
    // The class that declares the field is initialized, not the one through which it is named.
    let members = "interface K { int[] X = new int[1]; } static class L implements K { } static class M extends L { static int i() { return X.length + L.X.length; } }";
    let folder = compile(&[("A.java", &format!("class A {{ {members} }}"))]);
    let code = common::code(&world_of(folder.path()), "A$M", "i");
    assert_eq!(initialized(&code), ["A$K"]);
}

#[test]
fn calls_name_their_kind() {
    let source = "static int c(java.util.List<String> l, A a) { Runnable r = () -> l.size(); r.run(); a.v(); return l.size() + s(); }
        private void v() { super.hashCode(); } static int s() { return 1; }";
    let (_, code) = translated(source, "c");
    let mut called = Vec::new();
    for block in code.body.blocks.values() {
        if let Terminator::Invoke { callee, args, .. } = &block.terminator {
            called.push(match callee {
                Callee::Method { kind, method } => {
                    format!("{kind:?} {} {} {} {}", method.class, method.interface, method.name, args.len())
                }
                Callee::Dynamic(site) => format!("dynamic {} {} {}", site.bootstrap.name, site.name, args.len()),
            });
        }
    }
    let expected = [
        "dynamic metafactory run 1",
        "Interface java/lang/Runnable true run 1",
        "Virtual A false v 1",
        "Interface java/util/List true size 1",
        "Static A false s 0",
    ];
    assert_eq!(called, expected);
    let (shown, _) = translated(source, "v");
    assert!(shown.contains("kind: Special") && shown.contains("java/lang/Object"), "{shown}");
}

#[test]
fn constants_of_each_kind_are_loaded() {
    let source = "static Object k(int i) { String s = \"\\ud800\"; float f = 0.1f; double d = -0.0; long l = 1L << 40; return i > 0 ? int[].class : s + f + d + l; }";
    let (shown, code) = translated(source, "k");
    assert!(shown.contains("value: [55296]") && shown.contains("F32(1036831949)"), "{shown}");
    assert!(shown.contains("F64(9223372036854775808)") && shown.contains("Bv64(1099511627776)"), "{shown}");
    assert!(shown.contains("class: \"[I\""), "{shown}");
    assert!(code.body.returns.is_some());
}

#[test]
fn two_slot_values_move_as_the_stack_instructions_say() {
    let source = "long f; long[] a; static long q; long d(long v) { return f = a[1] = q = v; } long i(A o) { return o.f++ + --a[2]; }";
    let (shown, _) = translated(source, "d");
    assert!(shown.contains("value: Reg(v)"), "{shown}");
    let (_, code) = translated(source, "i");
    assert!(code.body.blocks.len() > 4);
}

#[test]
fn narrow_results_are_narrowed_only_where_they_need_it() {
    for (source, needs) in [
        ("static boolean n(int[] a, Object o) { return a[0] > 1 && o instanceof String; }", false),
        // The JVM does not narrow what callers pass.
        ("static boolean n(boolean a, boolean b) { return a ^ !b | n(b, a); }", true),
        ("boolean a; boolean n(A b) { return a ^ !b.a | n(b); }", false),
        ("static byte n(int a) { return (byte) a; }", false),
        ("static char n(int a) { return (char) (a + 'a'); }", false),
        ("static short n(byte[] a) { return a[0]; }", false),
        ("static boolean n(boolean[] a) { return a[0]; }", true),
    ] {
        let (shown, code) = translated(source, "n");
        let narrowed = code
            .body
            .blocks
            .values()
            .any(|block| matches!(&block.terminator, Terminator::Return(Some(Expr::Binary(..) | Expr::Unary(..)))));
        assert_eq!(narrowed, needs, "{source}\n{shown}");
    }
}

#[test]
fn methods_without_code_and_unknown_variables() {
    let folder = tempfile::tempdir().expect("a folder");
    let source =
        "abstract class A { abstract void n(); static int m(int a, long b, int c) { int d = c; return a + d; } }";
    compile_into(folder.path(), &[("A.java", source)], &["-g:none"]);
    let world = world_of(folder.path());
    assert_eq!(world.code(common::method(&world, "A", "n")).err(), Some(TranslateError::NoCode));
    let code = common::code(&world, "A", "m");
    let names: Vec<_> = code.body.params.iter().map(|reg| &*code.body.regs[*reg].name).collect();
    assert_eq!(names, ["l0i", "l1j", "l3i"]);
    assert_eq!(code.lines, []);
}

#[test]
fn old_class_files_with_subroutines_end_in_a_reason() {
    // `static void f() { jsr L; return; L: astore_0; ret 0 }` in a class file of Java 1.4, written by hand.
    let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 48, 0, 8];
    for text in ["J", "java/lang/Object", "f", "()V", "Code"] {
        bytes.push(1);
        bytes.extend(u16::try_from(text.len()).expect("short").to_be_bytes());
        bytes.extend(text.as_bytes());
    }
    bytes.extend([7, 0, 1, 7, 0, 2]);
    bytes.extend([0, 0x21, 0, 6, 0, 7, 0, 0, 0, 0, 0, 1]);
    bytes.extend([0, 9, 0, 3, 0, 4, 0, 1, 0, 5, 0, 0, 0, 19, 0, 1, 0, 1, 0, 0, 0, 7]);
    bytes.extend([0xa8, 0, 4, 0xb1, 0x4b, 0xa9, 0, 0, 0, 0, 0, 0, 0]);
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("J.class"), bytes).expect("written");
    let world: World = world_of(folder.path());
    let shown = show(&code(&world, "J", "f").body);
    assert!(shown.contains("Unsupported(\"jsr\")"), "{shown}");
}

//! Resolution and selection of fields and methods, against what the JVM specification has.

mod common;

use clew_ir::{FieldRef, InvokeKind};
use clew_jvm::{LoadError, ResolveError, World};
use common::{compile, compile_into, jdk, method, method_ref, selected, world_of};
use std::process::Command;

#[test]
fn default_methods() {
    let folder = compile(&[(
        "D.java",
        "interface I { default int m() { return 1; } static int s() { return 5; } private int p() { return 6; } }
         interface J extends I { default int m() { return 2; } }
         interface K extends I { }
         class A implements I, J, K { }
         class B extends A implements I { }
         abstract class Base { public abstract int m(); }
         abstract class C extends Base implements I { }
         class Own extends A { public int m() { return 3; } }
         class Low extends A { public int m() { return super.m() + 10; } }
         class Sup implements J { public int m() { return J.super.m() + 1; } }",
    )]);
    let world = world_of(folder.path());
    let through = |class: &str, interface: bool, kind, receiver: &str| {
        selected(&world, &method_ref(class, interface, "m", "()I"), kind, receiver)
    };
    assert_eq!(through("I", true, InvokeKind::Interface, "A"), "J");
    assert_eq!(through("I", true, InvokeKind::Interface, "B"), "J");
    assert_eq!(through("B", false, InvokeKind::Virtual, "B"), "J");
    assert_eq!(through("K", true, InvokeKind::Interface, "Own"), "Own");
    // A class wins over an interface, even with an abstract method.
    assert_eq!(through("I", true, InvokeKind::Interface, "C"), "java/lang/AbstractMethodError");
    let resolved = world.resolve_method(&method_ref("J", true, "m", "()I"), InvokeKind::Special).expect("resolves");
    let target = world.special_target(world.load("Sup").expect("loads"), resolved).expect("selects");
    assert_eq!(&*world.class(world.method(target).class).name, "J");
    let through_class =
        world.resolve_method(&method_ref("A", false, "m", "()I"), InvokeKind::Special).expect("resolves");
    let target = world.special_target(world.load("Low").expect("loads"), through_class).expect("selects");
    assert_eq!(&*world.class(world.method(target).class).name, "J");
    // Static and private methods of an interface are found there, and only with the right kind of reference.
    assert!(world.resolve_method(&method_ref("I", true, "s", "()I"), InvokeKind::Static).is_ok());
    assert!(world.resolve_method(&method_ref("I", true, "p", "()I"), InvokeKind::Special).is_ok());
    let wrong = world.resolve_method(&method_ref("I", false, "s", "()I"), InvokeKind::Static);
    assert!(matches!(wrong, Err(ResolveError::IncompatibleClassChange(_))), "{wrong:?}");
    let inherited = world.resolve_method(&method_ref("A", false, "s", "()I"), InvokeKind::Static);
    assert!(matches!(inherited, Err(ResolveError::NoSuchMethod(_))), "{inherited:?}");
}

/// Two unrelated defaults conflict once one of the interfaces gets its method after the class was compiled.
#[test]
fn conflicting_defaults_and_missing_methods_after_a_change() {
    let folder = compile(&[(
        "E.java",
        "interface L { default int m() { return 1; } } interface M { } interface N { int n(); }
         class E implements L, M { }
         class F implements N { public int n() { return 1; } }
         class Main { static String run(Runnable r) { try { r.run(); return \"none\"; } catch (Throwable t) { return t.getClass().getName(); } }
           public static void main(String[] a) {
             System.out.println(run(() -> { E l = new E(); l.m(); }));
             System.out.println(run(() -> { N f = new F(); f.n(); })); } }",
    )]);
    compile_into(folder.path(), &[("M.java", "interface M { default int m() { return 2; } }")], &[]);
    compile_into(folder.path(), &[("N.java", "interface N { }"), ("F.java", "class F implements N { }")], &[]);
    compile_into(folder.path(), &[("N.java", "interface N { int n(); }")], &[]);
    let output = Command::new(jdk().home.join("bin/java")).arg("-cp").arg(folder.path()).arg("Main").output();
    let output = String::from_utf8(output.expect("java runs").stdout).expect("text");
    let world = world_of(folder.path());
    let ours = [
        // By `invokevirtual`; for `invokeinterface` JDK 17 throws another error than the specification has, JDK 25 does not.
        selected(&world, &method_ref("E", false, "m", "()I"), InvokeKind::Virtual, "E"),
        selected(&world, &method_ref("N", true, "n", "()I"), InvokeKind::Interface, "F"),
    ];
    let theirs: Vec<String> = output.lines().map(|line| line.replace('.', "/")).collect();
    assert_eq!(ours.to_vec(), theirs);
}

#[test]
fn package_private_methods_are_overridden_within_their_package_only() {
    let folder = compile(&[
        ("p/A.java", "package p; public class A { int m() { return 1; } public int call() { return m(); } }"),
        ("q/B.java", "package q; public class B extends p.A { public int m() { return 2; } }"),
        ("p/C.java", "package p; public class C extends q.B { public int m() { return 3; } }"),
        ("p/D.java", "package p; public class D extends A { public int m() { return 4; } }"),
        ("q/E.java", "package q; public class E extends p.D { public int m() { return 5; } }"),
        (
            "p/Main.java",
            "package p; public class Main { public static void main(String[] a) { for (A x : new A[] { new A(), new q.B(), new C(), new D(), new q.E() }) System.out.print(x.call()); } }",
        ),
    ]);
    let world = world_of(folder.path());
    let reference = method_ref("p/A", false, "m", "()I");
    let ours: String = ["p/A", "q/B", "p/C", "p/D", "q/E"]
        .iter()
        .map(|receiver| match &*selected(&world, &reference, InvokeKind::Virtual, receiver) {
            "p/A" => '1',
            "q/B" => '2',
            "p/C" => '3',
            "p/D" => '4',
            "q/E" => '5',
            _ => '?',
        })
        .collect();
    let output = Command::new(jdk().home.join("bin/java")).arg("-cp").arg(folder.path()).arg("p.Main").output();
    assert_eq!(ours, String::from_utf8(output.expect("java runs").stdout).expect("text"));
}

#[test]
fn private_methods_and_super_calls() {
    let folder = compile(&[(
        "O.java",
        "class O { private int m() { return 1; } int t() { return 1; }
           static class In extends O { private int m() { return 2; } int t() { return 2; } int up() { return super.t(); } }
           static class Deep extends In { int up() { return super.t(); } }
           int call(O o) { return o.m(); } }",
    )]);
    let world = world_of(folder.path());
    assert_eq!(selected(&world, &method_ref("O", false, "m", "()I"), InvokeKind::Virtual, "O$In"), "O");
    let resolved = world.resolve_method(&method_ref("O", false, "t", "()I"), InvokeKind::Special).expect("resolves");
    // A super call written against O in a class that got a superclass in between runs what is nearest.
    let target = world.special_target(world.load("O$Deep").expect("loads"), resolved).expect("selects");
    assert_eq!(&*world.class(world.method(target).class).name, "O$In");
    let inner = world.class(world.load("O$In").expect("loads"));
    let nesting = inner.nesting.as_ref().expect("it is nested");
    assert!(nesting.is_static());
    assert_eq!(nesting.outer.as_deref(), Some("O"));
    assert_eq!(inner.nest_host.as_deref(), Some("O"));
}

#[test]
fn fields_are_looked_up_in_interfaces_before_superclasses() {
    let folder = compile(&[(
        "F.java",
        "interface C { int X = 7; long Y = 1L << 40; String S = \"a\\ud800b\"; float P = 1.5f; double Q = -0.0; boolean T = true; }
         class S { int X; int own; } class F extends S implements C { int mine; static int stat; }",
    )]);
    let world = world_of(folder.path());
    let field = |name: &str, descriptor: &str| {
        let reference = FieldRef { class: "F".into(), name: name.into(), descriptor: descriptor.into() };
        world.field(world.resolve_field(&reference).expect("resolves"))
    };
    let name_of = |field: &clew_jvm::Field| world.class(field.class).name.to_string();
    assert_eq!(name_of(&field("X", "I")), "C");
    assert_eq!(name_of(&field("own", "I")), "S");
    use clew_jvm::ConstantValue::*;
    let constants: Vec<_> = [("X", "I"), ("Y", "J"), ("S", "Ljava/lang/String;"), ("P", "F"), ("Q", "D"), ("T", "Z")]
        .iter()
        .map(|(name, descriptor)| field(name, descriptor).constant.clone().expect("it is a constant"))
        .collect();
    let units: std::sync::Arc<[u16]> = [0x61, 0xd800, 0x62].into();
    let expected = [Int(7), Long(1 << 40), String(units), Float(1.5f32.to_bits()), Double((-0.0f64).to_bits()), Int(1)];
    assert_eq!(constants, expected);
    let names: Vec<_> = world
        .instance_fields(world.load("F").expect("loads"))
        .iter()
        .map(|id| world.field(*id).name.to_string())
        .collect();
    assert_eq!(names, ["X", "own", "mine"]);
    let missing = FieldRef { class: "F".into(), name: "own".into(), descriptor: "J".into() };
    assert!(matches!(world.resolve_field(&missing), Err(ResolveError::NoSuchField(_))));
}

#[test]
fn arrays_are_covariant_and_have_the_methods_of_object() {
    let folder = compile(&[("P.java", "class P { } class Q extends P { }")]);
    let world = world_of(folder.path());
    let subtype =
        |sub: &str, sup: &str| world.is_subtype(world.load(sub).expect("loads"), world.load(sup).expect("loads"));
    assert!(subtype("[LQ;", "[LP;") && !subtype("[LP;", "[LQ;"));
    assert!(subtype("[[LQ;", "[[LP;") && subtype("[[I", "[Ljava/lang/Object;"));
    assert!(!subtype("[I", "[Ljava/lang/Object;") && !subtype("[I", "[J") && subtype("[I", "[I"));
    for above in ["java/lang/Object", "java/lang/Cloneable", "java/io/Serializable"] {
        assert!(subtype("[I", above) && subtype("[[LQ;", above), "{above}");
    }
    assert!(subtype("[[I", "[Ljava/lang/Cloneable;") && subtype("Q", "P") && !subtype("P", "Q"));
    let clone = method_ref("[I", false, "clone", "()Ljava/lang/Object;");
    assert_eq!(selected(&world, &clone, InvokeKind::Virtual, "[I"), "java/lang/Object");
    for bad in ["[", "[V", "[Ljava/lang/Object", "[II", "[LNoSuch;"] {
        assert!(world.load(bad).is_err(), "{bad}");
    }
}

#[test]
fn signature_polymorphic_methods_resolve_with_any_descriptor() {
    let folder = compile(&[("Z.java", "class Z { }")]);
    let world = world_of(folder.path());
    let reference = method_ref("java/lang/invoke/MethodHandle", false, "invokeExact", "(IJ)Ljava/lang/String;");
    let id = world.resolve_method(&reference, InvokeKind::Virtual).expect("resolves");
    assert!(world.is_signature_polymorphic(id));
    let ordinary = method_ref("java/lang/invoke/MethodHandle", false, "bindTo", "(I)V");
    assert!(world.resolve_method(&ordinary, InvokeKind::Virtual).is_err());
}

#[test]
fn subtypes_are_the_concrete_classes_outside_the_jdk_and_the_class_itself() {
    let folder = compile(&[(
        "T.java",
        "interface T { } abstract class U implements T { } class V extends U { } class W extends V implements Comparable<W> { public int compareTo(W w) { return 0; } } enum X implements T { A { } , B }",
    )]);
    let world = world_of(folder.path());
    let names = |class: &str| -> Vec<String> {
        let ids = world.subtypes(world.load(class).expect("loads"));
        ids.iter().map(|id| world.class(*id).name.to_string()).collect()
    };
    assert_eq!(names("T"), ["V", "W", "X", "X$1"]);
    assert_eq!(names("W"), ["W"]);
    assert_eq!(names("java/lang/Comparable"), ["W", "X", "X$1"]);
    assert_eq!(names("java/util/ArrayList"), ["java/util/ArrayList"]);
    assert!(names("java/util/List").is_empty());
    assert!(names("java/lang/Object").contains(&"java/lang/Object".to_owned()));
}

#[test]
fn classes_that_extend_themselves_or_what_is_missing_do_not_load() {
    let folder = compile(&[("R.java", "class R { } class S extends R { } class Gone { } class T extends Gone { }")]);
    let other = compile(&[("R.java", "class S { } class R extends S { }")]);
    std::fs::copy(other.path().join("R.class"), folder.path().join("R.class")).expect("copied");
    std::fs::remove_file(folder.path().join("Gone.class")).expect("removed");
    let world: World = world_of(folder.path());
    assert!(matches!(world.load("S"), Err(LoadError::Circular { .. })));
    assert!(matches!(world.load("R"), Err(LoadError::Circular { .. })));
    let missing = world.load("T").expect_err("its superclass is gone");
    assert_eq!(missing.throws(), None);
    assert!(missing.to_string().contains("Gone") && missing.to_string().contains("--classpath"), "{missing}");
    assert_eq!(world.load("T"), Err(missing));
}

#[test]
fn flags_and_attributes_are_kept() {
    let folder = compile(&[(
        "G.java",
        "record G<T>(int a, T b) { } sealed interface H permits H1 { } final class H1 implements H { synchronized native void n(int... x) throws java.io.IOException; }",
    )]);
    let world = world_of(folder.path());
    let record = world.class(world.load("G").expect("loads"));
    assert!(record.record && record.is_final() && record.signature.is_some());
    assert_eq!(record.source_file.as_deref(), Some("G.java"));
    let components: Vec<_> = record.record_components.iter().map(|(name, ty)| format!("{name}:{ty}")).collect();
    assert_eq!(components, ["a:I", "b:Ljava/lang/Object;"]);
    let sealed = world.class(world.load("H").expect("loads"));
    assert!(sealed.is_interface() && sealed.is_abstract());
    assert_eq!(sealed.permitted_subclasses.iter().map(|it| &**it).collect::<Vec<_>>(), ["H1"]);
    let native = world.method(method(&world, "H1", "n"));
    assert!(native.is_native() && native.is_synchronized() && native.is_varargs() && !native.has_code);
    assert_eq!(native.exceptions.iter().map(|it| &**it).collect::<Vec<_>>(), ["java/io/IOException"]);
}

/// What runs on an object of a class that adds only what it must: code where there is some, else the abstract method itself.
#[test]
fn selection_on_objects_of_unknown_subclasses() {
    let folder = compile(&[(
        "S.java",
        "interface I { Object get(); default int twice() { return 2; } boolean equals(Object other); int hashCode(); }
         interface J extends I { String get(); int own(); }
         interface L { Object both(); } interface M { String both(); }
         abstract class A implements J { public int twice() { return own(); } public abstract int hashCode(); }
         abstract class B implements L, M { }
         abstract class C implements L { public abstract String both(); }",
    )]);
    let world = world_of(folder.path());
    let below = |through: &str, name: &str, descriptor: &str, receiver: &str| {
        let interface = world.class(world.load(through).expect("loads")).is_interface();
        let kind = if interface { InvokeKind::Interface } else { InvokeKind::Virtual };
        let resolved = world.resolve_method(&method_ref(through, interface, name, descriptor), kind).expect("resolves");
        match world.select_below(world.load(receiver).expect("it loads"), resolved) {
            Ok(id) => {
                let method = world.method(id);
                let what = if method.is_abstract() { " open" } else { "" };
                format!("{}{what}", world.class(method.class).name)
            }
            Err(error) => error.throws().to_owned(),
        }
    };
    assert_eq!(below("I", "twice", "()I", "J"), "I");
    assert_eq!(below("I", "twice", "()I", "A"), "A");
    assert_eq!(below("J", "own", "()I", "A"), "J open");
    assert_eq!(below("I", "equals", "(Ljava/lang/Object;)Z", "J"), "java/lang/Object");
    assert_eq!(below("I", "hashCode", "()I", "J"), "java/lang/Object");
    assert_eq!(below("I", "hashCode", "()I", "A"), "A open");
    assert_eq!(below("java/lang/Object", "toString", "()Ljava/lang/String;", "I"), "java/lang/Object");
    // The class that is added has the bridge between the two, where no other has it.
    assert_eq!(below("L", "both", "()Ljava/lang/Object;", "B"), "java/lang/IncompatibleClassChangeError");
    assert_eq!(below("L", "both", "()Ljava/lang/Object;", "C"), "C");
    assert_eq!(below("C", "both", "()Ljava/lang/String;", "C"), "C open");
}

//! Class paths, good and bad, and class files that are damaged.

mod common;

use clew_jvm::{ClassPath, Jdk, LoadError, Provenance, World};
use common::{NEWER_JDK, compile, compile_into, jdk};
use proptest::prelude::*;
use std::path::{Path, PathBuf};
use std::process::Command;

fn jar(folder: &Path, name: &str, args: &[&str]) -> PathBuf {
    let file = folder.join(name);
    let status = Command::new(jdk().home.join("bin/jar"))
        .arg("--create")
        .arg("--file")
        .arg(&file)
        .args(args)
        .status()
        .expect("jar runs");
    assert!(status.success());
    file
}

#[test]
fn bad_entries_are_told_and_the_rest_is_kept() {
    let folder = compile(&[("a/Good.java", "package a; public class Good { }")]);
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("broken.jar"), b"PK no jar").expect("written");
    std::fs::write(at("Noise.class"), b"not a class").expect("written");
    std::fs::create_dir(at("empty")).expect("made");
    let inputs = [at("a"), at("broken.jar"), at("no-such-folder"), at("empty")];
    let libraries = [at("typo.jar"), at("lib/*")];
    let (path, problems) = ClassPath::open(&jdk(), &inputs, &libraries);
    let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
    for name in ["broken.jar", "no-such-folder", "empty", "typo.jar", "lib"] {
        assert!(told.iter().any(|line| line.contains(name) && !line.contains('\n')), "{name}: {told:?}");
    }
    assert_eq!(told.len(), 5, "{told:?}");
    // The folder is not the root of the packages; the class is placed by its own name.
    let world = World::new(path);
    assert_eq!(world.input_classes().iter().map(|it| &**it).collect::<Vec<_>>(), ["a/Good"]);
    assert_eq!(world.class(world.load("a/Good").expect("loads")).provenance, Provenance::Input);
    let (path, problems) = ClassPath::open(&jdk(), &[at("a/Good.class"), at("Noise.class")], &[]);
    assert_eq!(path.input_classes().iter().map(|it| &**it).collect::<Vec<_>>(), ["a/Good"]);
    assert_eq!(problems.len(), 1);
}

#[test]
fn jars_of_several_releases_give_what_the_jdk_would_run() {
    let base = compile(&[("m/V.java", "package m; public class V { public static int v() { return 8; } }")]);
    let newer = compile(&[
        ("m/V.java", "package m; public class V { public static int v() { return 11; } }"),
        ("m/Only11.java", "package m; class Only11 { }"),
    ]);
    let newest = compile(&[("m/V.java", "package m; public class V { public static int v() { return 25; } }")]);
    let out = tempfile::tempdir().expect("a folder");
    let (a, b, c) = (base.path(), newer.path(), newest.path());
    let text = |path: &Path| path.to_str().expect("text").to_owned();
    let file = jar(
        out.path(),
        "multi.jar",
        &["-C", &text(a), ".", "--release", "11", "-C", &text(b), ".", "--release", "25", "-C", &text(c), "."],
    );
    let value = |jdk: &Jdk| {
        let (path, problems) = ClassPath::open(jdk, std::slice::from_ref(&file), &[]);
        assert_eq!(problems, []);
        let names: Vec<String> = path.input_classes().iter().map(ToString::to_string).collect();
        let world = World::new(path);
        let code = common::code(&world, "m/V", "v");
        (names, common::show(&code.body))
    };
    let (names, shown) = value(&jdk());
    assert_eq!(names, ["m/Only11", "m/V"]);
    assert!(shown.contains("Bv32(11)"), "{shown}");
    if let Some(jdk) = Jdk::at(Path::new(NEWER_JDK)) {
        assert!(value(&jdk).1.contains("Bv32(25)"));
    }
}

#[test]
fn libraries_come_after_the_input_and_packages_of_the_jdk_are_its_own() {
    let input = compile(&[("x/A.java", "package x; public class A { public int own; }")]);
    let library =
        compile(&[("x/A.java", "package x; public class A { }"), ("x/B.java", "package x; public class B { }")]);
    let stolen = tempfile::tempdir().expect("a folder");
    let evil = ("java/util/Evil.java", "package java.util; public class Evil { }");
    compile_into(stolen.path(), &[evil], &["--release", "8"]);
    let inputs = [input.path().to_owned(), stolen.path().to_owned()];
    let (path, problems) = ClassPath::open(&jdk(), &inputs, &[library.path().to_owned()]);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].to_string().contains("java.util"), "{problems:?}");
    let world = World::new(path);
    let names: Vec<String> = world.input_classes().iter().map(ToString::to_string).collect();
    assert_eq!(names, ["x/A"]);
    assert_eq!(world.class(world.load("x/A").expect("loads")).fields.len(), 1);
    assert_eq!(world.class(world.load("x/B").expect("loads")).provenance, Provenance::Library);
    assert!(matches!(world.load("java/util/Evil"), Err(LoadError::Missing { .. })));
}

#[test]
fn class_files_that_are_too_new_name_both_versions() {
    let folder = compile(&[("N.java", "class N { }")]);
    let file = folder.path().join("N.class");
    let mut bytes = std::fs::read(&file).expect("read");
    bytes[7] = 70;
    std::fs::write(&file, bytes).expect("written");
    let world = common::world_of(folder.path());
    let error = world.load("N").expect_err("it is too new").to_string();
    assert!(error.contains("Java 26") && error.contains("Java 25") && error.contains("70"), "{error}");
}

#[test]
fn a_folder_without_a_jdk_is_refused_with_advice() {
    let folder = tempfile::tempdir().expect("a folder");
    let error = Jdk::locate(Some(folder.path())).expect_err("there is none").to_string();
    assert!(error.contains("--jdk") && error.contains("lib/modules"), "{error}");
    // A damaged image is told, not fatal.
    let lib = folder.path().join("lib");
    std::fs::create_dir(&lib).expect("made");
    std::fs::write(lib.join("modules"), b"\xda\xda\xfe\xca\x00\x00\x01\x00 and no more").expect("written");
    std::fs::write(folder.path().join("release"), "JAVA_VERSION=\"17.0.1\"\n").expect("written");
    let jdk = Jdk::locate(Some(folder.path())).expect("it looks like one");
    assert_eq!(jdk.feature, 17);
    let (path, problems) = ClassPath::open(&jdk, &[], &[]);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(World::new(path).load("java/lang/Object").is_err());
}

/// A class file with code of many kinds, for damage.
fn victim() -> Vec<u8> {
    let folder = compile(&[(
        "Victim.java",
        "class Victim<T> { static final long L = 5; int[] a; @Deprecated T t;
           int f(int x, Object o) throws Exception { switch (x) { case 1: return 2; case 9: x++; }
             try { for (int i = 0; i < x; i++) a[i] += x / i; } catch (ArithmeticException e) { synchronized (o) { x--; } } finally { x = 3; }
             Runnable r = () -> System.out.println(o); r.run(); long[][] m = new long[x][2]; return (int) m[0][1] + (o instanceof String s ? s.length() : 0); } }",
    )]);
    std::fs::read(folder.path().join("Victim.class")).expect("read")
}

/// The JVM loads a class whose annotations are broken, or nest a million deep.
#[test]
fn annotations_are_not_read() {
    let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52, 0, 6];
    for text in ["J", "java/lang/Object", "RuntimeVisibleAnnotations"] {
        bytes.push(1);
        bytes.extend(u16::try_from(text.len()).expect("short").to_be_bytes());
        bytes.extend(text.as_bytes());
    }
    bytes.extend([7, 0, 1, 7, 0, 2]);
    bytes.extend([0, 0x21, 0, 4, 0, 5, 0, 0, 0, 0, 0, 0, 0, 1, 0, 3]);
    let nested: Vec<u8> = [b'[', 0, 1].repeat(1_000_000);
    bytes.extend(u32::try_from(nested.len() + 8).expect("short").to_be_bytes());
    bytes.extend([0, 1, 0, 1, 0, 1, 0, 1]);
    bytes.extend(nested);
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("J.class"), bytes).expect("written");
    let world = common::world_of(folder.path());
    assert!(world.load("J").is_ok());
}

#[test]
fn names_of_attributes_are_strings_like_any_other() {
    let source = "class S { static final String A = \"StackMapTable\"; static boolean m(Object o) { return o == \"AnnotationDefault\"; } }";
    let folder = compile(&[("S.java", source)]);
    let world = common::world_of(folder.path());
    let units = |text: &str| -> std::sync::Arc<[u16]> { text.encode_utf16().collect() };
    let class = world.class(world.load("S").expect("loads"));
    let constant = world.field(class.fields[0]).constant.clone();
    assert_eq!(constant, Some(clew_jvm::ConstantValue::String(units("StackMapTable"))));
    let code = common::code(&world, "S", "m");
    let loads = |inst: &clew_ir::Inst| matches!(inst, clew_ir::Inst::LoadString { value, .. } if *value == units("AnnotationDefault"));
    assert!(code.body.blocks.values().flat_map(|block| &block.stmts).any(|stmt| loads(&stmt.inst)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever happens to a class file, loading and translating it gives a result or an error.
    #[test]
    fn damaged_class_files_never_panic(
        damage in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in proptest::option::of(any::<prop::sample::Index>()),
    ) {
        thread_local! { static GIVEN: (Jdk, Vec<u8>) = (jdk(), victim()); }
        let (jdk, mut bytes) = GIVEN.with(Clone::clone);
        for (position, value) in damage {
            let position = position.index(bytes.len());
            bytes[position] = value;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("Victim.class"), bytes).expect("written");
        let (path, _) = ClassPath::open(&jdk, &[folder.path().to_owned()], &[]);
        let world = World::new(path);
        for name in world.input_classes() {
            let Ok(class) = world.load(&name) else { continue };
            for method in &world.class(class).methods {
                if let Ok(code) = world.code(*method) {
                    prop_assert_eq!(clew_ir::verify_body(&code.body), Ok(()));
                }
            }
        }
    }
}

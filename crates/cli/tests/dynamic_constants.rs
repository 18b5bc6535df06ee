//! Constants that bootstrap methods compute, which no Java source asks for: the class is written by the assembler of the JDK.

mod support;

use std::process::Command;
use support::Project;

const EXPORTS: &str = "java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED";

/// What the class calls.
const LIBRARY: &str = r#"package demo;
import java.lang.invoke.MethodHandles;
public class Library {
    static int made;
    public static final int LIMIT = Integer.parseInt("7");
    static int[] table(MethodHandles.Lookup lookup, String name, Class<?> type, int size) {
        made++;
        int[] table = new int[size];
        table[0] = name.length();
        return table;
    }
    static Object refuse(MethodHandles.Lookup lookup, String name, Class<?> type) {
        throw new IllegalStateException(name);
    }
    public static String joined(String one, int two) { return one + two; }
}
"#;

/// Writes `demo.Constants`: each method compares its parameter with a constant, or a constant with itself.
const MAKER: &str = r#"package demo;
import java.nio.file.*;
import jdk.internal.org.objectweb.asm.*;
public class Maker implements Opcodes {
    static final String BOOTSTRAPS = "java/lang/invoke/ConstantBootstraps";
    static final String BEGIN = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;";

    static ConstantDynamic constant(String owner, String method, String rest, String name, String type, Object... args) {
        return new ConstantDynamic(name, type, new Handle(H_INVOKESTATIC, owner, method, BEGIN + rest, false), args);
    }

    static void same(ClassWriter to, String name, String parameter, Object constant) {
        MethodVisitor code = to.visitMethod(ACC_PUBLIC | ACC_STATIC, name, "(" + parameter + ")I", null, null);
        code.visitCode();
        Label differs = new Label();
        code.visitVarInsn(parameter.equals("I") ? ILOAD : ALOAD, 0);
        code.visitLdcInsn(constant);
        code.visitJumpInsn(parameter.equals("I") ? IF_ICMPNE : IF_ACMPNE, differs);
        code.visitInsn(ICONST_1);
        code.visitInsn(IRETURN);
        code.visitLabel(differs);
        code.visitInsn(ICONST_0);
        code.visitInsn(IRETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    static void twice(ClassWriter to, String name, Object constant) {
        MethodVisitor code = to.visitMethod(ACC_PUBLIC | ACC_STATIC, name, "(I)I", null, null);
        code.visitCode();
        Label differs = new Label();
        code.visitLdcInsn(constant);
        code.visitLdcInsn(constant);
        code.visitJumpInsn(IF_ACMPNE, differs);
        code.visitLdcInsn(constant);
        code.visitVarInsn(ILOAD, 0);
        code.visitInsn(IALOAD);
        code.visitInsn(IRETURN);
        code.visitLabel(differs);
        code.visitInsn(ICONST_M1);
        code.visitInsn(IRETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    public static void main(String[] args) throws Exception {
        ClassWriter to = new ClassWriter(ClassWriter.COMPUTE_MAXS | ClassWriter.COMPUTE_FRAMES);
        to.visit(V11, ACC_PUBLIC, "demo/Constants", null, "java/lang/Object", null);
        String policy = "Ljava/lang/annotation/RetentionPolicy;";
        same(to, "ofEnum", policy,
                constant(BOOTSTRAPS, "enumConstant", ")Ljava/lang/Enum;", "RUNTIME", policy));
        same(to, "ofField", "I", constant(BOOTSTRAPS, "getStaticFinal", "Ljava/lang/Class;)Ljava/lang/Object;", "LIMIT", "I",
                Type.getObjectType("demo/Library")));
        same(to, "ofNull", "Ljava/lang/Object;",
                constant(BOOTSTRAPS, "nullConstant", ")Ljava/lang/Object;", "none", "Ljava/lang/Object;"));
        same(to, "ofType", "Ljava/lang/Object;",
                constant(BOOTSTRAPS, "primitiveClass", ")Ljava/lang/Class;", "I", "Ljava/lang/Class;"));
        Handle joined = new Handle(H_INVOKESTATIC, "demo/Library", "joined", "(Ljava/lang/String;I)Ljava/lang/String;", false);
        same(to, "ofCall", "Ljava/lang/Object;", constant(BOOTSTRAPS, "invoke",
                "Ljava/lang/invoke/MethodHandle;[Ljava/lang/Object;)Ljava/lang/Object;", "text", "Ljava/lang/String;",
                joined, "n", 3));
        twice(to, "ofTable", constant("demo/Library", "table", "I)[I", "four", "[I", 3));
        same(to, "ofFailure", "Ljava/lang/Object;",
                constant("demo/Library", "refuse", ")Ljava/lang/Object;", "sorry", "Ljava/lang/Object;"));
        to.visitEnd();
        Files.write(Path.of(args[0], "demo", "Constants.class"), to.toByteArray());
    }
}
"#;

/// The class beside what it calls.
fn project() -> Project {
    let project = Project::compile_with(
        &["--add-exports", EXPORTS],
        &[("demo/Library.java", LIBRARY), ("demo/Maker.java", MAKER)],
    );
    let classes = project.path("classes");
    let mut java = Command::new("java");
    java.args(["--add-exports", EXPORTS, "-cp"]).arg(&classes).arg("demo.Maker").arg(&classes);
    let output = java.output().expect("java on the PATH; ./setup says more");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::fs::remove_file(project.path("classes/demo/Maker.class")).expect("the class that wrote the other");
    project
}

#[test]
fn constants_are_computed_once_and_kept() {
    let run =
        project().clew(&["generate", "classes", "--class", "demo.Constants", "--format", "json", "--out", "tests"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let document = run.json();
    let methods = document["methods"].as_array().expect("methods");
    let of = |name: &str| methods.iter().find(|method| method["method"] == name).expect("the method");
    let verdicts = |name: &str| {
        let goals = of(name)["goals"].as_array().expect("goals");
        let branches = goals.iter().filter(|goal| goal["kind"] == "branch");
        branches.map(|goal| goal["verdict"].as_str().expect("a verdict").to_owned()).collect::<Vec<_>>()
    };
    for name in ["ofEnum", "ofField", "ofNull"] {
        assert_eq!(verdicts(name), ["reached", "reached"], "{name}");
    }
    // One value, however often it is loaded: the second branch of the comparison is dead.
    let table = verdicts("ofTable");
    assert_eq!(table.iter().filter(|verdict| *verdict == "reached").count(), 1, "{table:?}");
    assert_eq!(table.iter().filter(|verdict| *verdict == "unreachable").count(), 1, "{table:?}");
    let tests = of("ofTable")["tests"].as_array().expect("tests");
    let returned: Vec<(i64, i64)> = tests
        .iter()
        .filter_map(|test| Some((test["inputs"]["arg0"].as_i64()?, test["outcome"]["returns"].as_i64()?)))
        .collect();
    let is_right = |(at, number): &(i64, i64)| *number == if *at == 0 { 4 } else { 0 };
    assert!(!returned.is_empty() && returned.iter().all(is_right), "{tests:?}");
    for test in methods.iter().flat_map(|method| method["tests"].as_array().expect("tests")) {
        assert_eq!(test["replay"], "confirmed", "{test}");
    }
    let reasons = of("ofFailure")["undecided"].to_string();
    assert!(reasons.contains("a dynamic constant whose computation fails"), "{reasons}");
}

//! Bytecode that no compiler makes: numbers that a parameter's type does not have, references to what does not implement an
//! interface, monitors that are not given back. The class is written by the assembler of the JDK.

mod support;

use serde_json::Value as Json;
use std::process::Command;
use support::Project;

const EXPORTS: &str = "java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED";

/// Writes `demo.Made`. `pass` and `back` hand an `int` to a parameter or a result of a narrower type and compare what comes of it
/// with a number; the others return 1, or 2 from a handler.
const MAKER: &str = r#"package demo;
import java.nio.file.*;
import jdk.internal.org.objectweb.asm.*;
public class Maker implements Opcodes {
    static final String SELF = "demo/Made";
    static final String OBJECT = "Ljava/lang/Object;";
    static ClassWriter to;
    static int line;

    static MethodVisitor begin(String name, String descriptor) {
        MethodVisitor code = to.visitMethod(ACC_PUBLIC | ACC_STATIC, name, descriptor, null, null);
        code.visitCode();
        next(code);
        return code;
    }

    /** A line of its own, so that there is a goal. */
    static void next(MethodVisitor code) {
        Label here = new Label();
        code.visitLabel(here);
        code.visitLineNumber(++line, here);
    }

    static void give(MethodVisitor code, int number) {
        next(code);
        code.visitInsn(ICONST_0 + number);
        code.visitInsn(IRETURN);
    }

    static void end(MethodVisitor code) {
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /** Returns 1 where what the first instruction gives for the number is the other one, and 0 else. */
    static void compare(String name, int number, int expected, String callee, String descriptor) {
        MethodVisitor code = begin(name, "()I");
        code.visitLdcInsn(number);
        code.visitMethodInsn(INVOKESTATIC, SELF, callee, descriptor, false);
        code.visitLdcInsn(expected);
        Label differs = new Label();
        code.visitJumpInsn(IF_ICMPNE, differs);
        give(code, 1);
        code.visitLabel(differs);
        give(code, 0);
        end(code);
    }

    interface Body { void write(MethodVisitor code); }

    /** Runs the body and returns 1, or 2 where the error is caught. */
    static void caught(String name, String descriptor, String error, Body body) {
        MethodVisitor code = begin(name, descriptor);
        Label start = new Label(), end = new Label(), handler = new Label();
        code.visitTryCatchBlock(start, end, handler, error);
        code.visitLabel(start);
        body.write(code);
        give(code, 1);
        code.visitLabel(end);
        code.visitLabel(handler);
        next(code);
        code.visitInsn(POP);
        give(code, 2);
        end(code);
    }

    static void monitor(MethodVisitor code, int instruction, int slot) {
        code.visitVarInsn(ALOAD, slot);
        code.visitInsn(instruction);
    }

    static void call(MethodVisitor code, String name, String descriptor) {
        code.visitMethodInsn(INVOKESTATIC, SELF, name, descriptor, false);
        code.visitInsn(POP);
    }

    public static void main(String[] args) throws Exception {
        to = new ClassWriter(ClassWriter.COMPUTE_MAXS | ClassWriter.COMPUTE_FRAMES);
        to.visit(V11, ACC_PUBLIC, SELF, null, "java/lang/Object", null);
        to.visitSource("Made.java", null);
        for (String type : new String[] {"Z", "B", "S", "C"}) {
            MethodVisitor raw = begin("raw" + type, "(" + type + ")I");
            raw.visitVarInsn(ILOAD, 0);
            raw.visitInsn(IRETURN);
            end(raw);
            MethodVisitor same = begin("same" + type, "(" + type + ")" + type);
            same.visitVarInsn(ILOAD, 0);
            same.visitInsn(IRETURN);
            end(same);
            MethodVisitor cut = begin("cut" + type, "(I)" + type);
            cut.visitVarInsn(ILOAD, 0);
            cut.visitInsn(IRETURN);
            end(cut);
            for (int number : new int[] {2, 300, -1, 70000}) {
                String named = number < 0 ? "Minus" + -number : "" + number;
                compare("pass" + type + named, number, number, "raw" + type, "(" + type + ")I");
                int narrow = switch (type) {
                    case "Z" -> number & 1;
                    case "B" -> (byte) number;
                    case "S" -> (short) number;
                    default -> (char) number;
                };
                compare("same" + type + named, number, narrow, "same" + type, "(" + type + ")" + type);
                compare("back" + type + named, number, narrow, "cut" + type, "(I)" + type);
            }
        }
        for (String type : new String[] {"Z", "B"}) {
            MethodVisitor odd = begin("odd" + type, "(" + type + ")I");
            odd.visitVarInsn(ILOAD, 0);
            odd.visitLdcInsn(300);
            Label differs = new Label();
            odd.visitJumpInsn(IF_ICMPNE, differs);
            give(odd, 1);
            odd.visitLabel(differs);
            give(odd, 0);
            end(odd);
        }
        MethodVisitor hands = begin("hands", "(Z)I");
        hands.visitVarInsn(ILOAD, 0);
        hands.visitMethodInsn(INVOKESTATIC, SELF, "oddZ", "(Z)I", false);
        hands.visitInsn(IRETURN);
        end(hands);
        compare("oddest", 300, 1, "hands", "(Z)I");
        compare("evenest", 300, 1, "oddB", "(B)I");
        MethodVisitor fine = begin("fine", "(Z)I");
        fine.visitVarInsn(ILOAD, 0);
        fine.visitInsn(ICONST_2);
        Label other = new Label();
        fine.visitJumpInsn(IF_ICMPNE, other);
        give(fine, 1);
        fine.visitLabel(other);
        give(fine, 0);
        end(fine);
        compare("handsFine", 1, 0, "fine", "(Z)I");
        caught("runs", "(Ljava/lang/Runnable;)I", "java/lang/IncompatibleClassChangeError", code -> {
            code.visitVarInsn(ALOAD, 0);
            code.visitMethodInsn(INVOKEINTERFACE, "java/lang/Runnable", "run", "()V", true);
        });
        MethodVisitor passes = begin("runsText", "()I");
        passes.visitLdcInsn("x");
        passes.visitMethodInsn(INVOKESTATIC, SELF, "runs", "(Ljava/lang/Runnable;)I", false);
        passes.visitInsn(IRETURN);
        end(passes);
        caught("callsText", "()I", "java/lang/IncompatibleClassChangeError", code -> {
            code.visitLdcInsn("x");
            code.visitMethodInsn(INVOKEINTERFACE, "java/lang/Runnable", "run", "()V", true);
        });
        String illegal = "java/lang/IllegalMonitorStateException";
        caught("exitOnly", "(" + OBJECT + ")I", illegal, code -> monitor(code, MONITOREXIT, 0));
        caught("exitTwice", "(" + OBJECT + ")I", illegal, code -> {
            monitor(code, MONITORENTER, 0);
            monitor(code, MONITOREXIT, 0);
            monitor(code, MONITOREXIT, 0);
        });
        MethodVisitor enters = begin("enterOnly", "(" + OBJECT + ")I");
        monitor(enters, MONITORENTER, 0);
        give(enters, 1);
        end(enters);
        caught("callsEnter", "(" + OBJECT + ")I", illegal, code -> {
            code.visitVarInsn(ALOAD, 0);
            call(code, "enterOnly", "(" + OBJECT + ")I");
        });
        MethodVisitor throwing = begin("enterAndThrow", "(" + OBJECT + ")I");
        monitor(throwing, MONITORENTER, 0);
        throwing.visitInsn(ICONST_1);
        throwing.visitInsn(ICONST_0);
        throwing.visitInsn(IDIV);
        throwing.visitInsn(IRETURN);
        end(throwing);
        caught("callsThrowing", "(" + OBJECT + ")I", illegal, code -> {
            code.visitVarInsn(ALOAD, 0);
            call(code, "enterAndThrow", "(" + OBJECT + ")I");
        });
        caught("balanced", "(" + OBJECT + ")I", illegal, code -> {
            monitor(code, MONITORENTER, 0);
            monitor(code, MONITOREXIT, 0);
        });
        to.visitEnd();
        Files.write(Path.of(args[0], "demo", "Made.class"), to.toByteArray());
    }
}
"#;

fn project() -> Project {
    project_of(MAKER)
}

/// The class that a program writes.
fn project_of(maker: &str) -> Project {
    let project = Project::compile_with(&["--add-exports", EXPORTS], &[("demo/Maker.java", maker)]);
    let classes = project.path("classes");
    let mut java = Command::new("java");
    java.args(["--add-exports", EXPORTS, "-cp"]).arg(&classes).arg("demo.Maker").arg(&classes);
    let output = java.output().expect("java on the PATH; ./setup says more");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for file in std::fs::read_dir(classes.join("demo")).expect("the classes").flatten() {
        if file.file_name().to_string_lossy().starts_with("Maker") {
            std::fs::remove_file(file.path()).expect("the class that wrote the other");
        }
    }
    project
}

fn returned(method: &Json) -> Vec<i64> {
    let tests = method["tests"].as_array().expect("tests").iter();
    tests.filter_map(|test| test["outcome"]["returns"].as_i64()).collect()
}

#[test]
fn code_that_no_compiler_makes_does_what_the_jvm_does() {
    let run = project().clew(&["generate", "classes", "--format", "json", "--out", "tests"]);
    let document = run.json();
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{document}");
    let methods = document["methods"].as_array().expect("methods");
    let of = |name: &str| methods.iter().find(|method| method["method"] == name).expect("the method");
    for test in methods.iter().flat_map(|method| method["tests"].as_array().expect("tests")) {
        assert_eq!(test["replay"], "confirmed", "{test}");
    }
    // Each comparison holds: arguments are passed as they are, and results are narrowed.
    let is_comparison =
        |name: &str| ["pass", "same", "back"].iter().any(|kind| name.starts_with(kind)) && name.len() > 5;
    let mut compared = 0;
    for method in methods.iter().filter(|method| is_comparison(method["method"].as_str().unwrap_or_default())) {
        assert_eq!(returned(method), [1], "{method}");
        compared += 1;
    }
    assert_eq!(compared, 48);
    assert_eq!(returned(of("callsText")), [2], "{}", of("callsText"));
    assert_eq!(returned(of("runsText")), [2], "{}", of("runsText"));
    let verdicts = |name: &str| -> Vec<String> {
        let goals = of(name)["goals"].as_array().expect("goals").iter();
        let lines = goals.filter(|goal| goal["kind"] == "line");
        lines.map(|goal| goal["verdict"].as_str().expect("a verdict").to_owned()).collect()
    };
    // The beginning, what follows, and the handler: whatever is reached must not be called unreachable.
    for (name, reached) in [
        ("exitOnly", [true, false, true]),
        ("exitTwice", [true, false, true]),
        ("callsEnter", [true, false, true]),
        ("callsThrowing", [true, false, true]),
        ("balanced", [true, true, false]),
    ] {
        for (verdict, reached) in verdicts(name).iter().zip(reached) {
            assert!(verdict == "reached" || !reached, "{name}: {verdict}: {}", of(name));
            assert!(verdict != "reached" || reached, "{name}: {verdict}: {}", of(name));
        }
    }
    assert_eq!(verdicts("balanced")[2], "unreachable", "{}", of("balanced"));
    // What no test passes, other code does: the line is reached from there.
    for name in ["oddZ", "oddB"] {
        assert_eq!(verdicts(name)[1], "reached", "{}", of(name));
    }
    assert_eq!((returned(of("oddest")), returned(of("evenest"))), (vec![1], vec![1]));
    assert_eq!(verdicts("fine")[1], "unreachable", "{}", of("fine"));
}

/// Writes `demo.Old`, as compilers before Java 6 wrote `finally`: with a subroutine. Only what returns from that gets to the handler.
const SUBROUTINE: &str = r#"package demo;
import java.nio.file.*;
import jdk.internal.org.objectweb.asm.*;
public class Maker implements Opcodes {
    public static void main(String[] args) throws Exception {
        ClassWriter to = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        to.visit(V1_4, ACC_PUBLIC, "demo/Old", null, "java/lang/Object", null);
        to.visitSource("Old.java", null);
        MethodVisitor code = to.visitMethod(ACC_PUBLIC | ACC_STATIC, "divide", "(I)I", null, null);
        code.visitCode();
        Label begin = new Label(), routine = new Label(), start = new Label(), stop = new Label(), handler = new Label();
        code.visitTryCatchBlock(start, stop, handler, "java/lang/ArithmeticException");
        code.visitLabel(begin);
        code.visitLineNumber(1, begin);
        code.visitJumpInsn(JSR, routine);
        code.visitLabel(start);
        code.visitInsn(ICONST_1);
        code.visitVarInsn(ILOAD, 0);
        code.visitInsn(IDIV);
        code.visitInsn(IRETURN);
        code.visitLabel(stop);
        code.visitLabel(routine);
        code.visitVarInsn(ASTORE, 1);
        code.visitVarInsn(RET, 1);
        code.visitLabel(handler);
        code.visitLineNumber(2, handler);
        code.visitInsn(POP);
        code.visitInsn(ICONST_2);
        code.visitInsn(IRETURN);
        code.visitMaxs(2, 2);
        code.visitEnd();
        to.visitEnd();
        Files.write(Path.of(args[0], "demo", "Old.class"), to.toByteArray());
    }
}
"#;

#[test]
fn what_only_a_subroutine_leads_to_is_not_unreachable() {
    let run = project_of(SUBROUTINE).clew(&["generate", "classes", "--format", "json", "--out", "tests"]);
    let document = run.json();
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{document}");
    let method = &document["methods"][0];
    assert_eq!(method["tests"][0]["replay"], "confirmed", "{method}");
    let goals = method["goals"].as_array().expect("goals");
    assert_eq!(goals.len(), 2, "{method}");
    assert!(goals.iter().all(|goal| goal["verdict"] == "reached"), "{method}");
}

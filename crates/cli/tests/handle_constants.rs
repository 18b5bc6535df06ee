//! Constants that are method handles and method types, which are not followed: what lies behind the instruction that loads one is
//! not taken for unreachable. The class is written by the assembler of the JDK.

mod support;

use serde_json::Value as Json;
use std::process::Command;
use support::Project;

const EXPORTS: &str = "java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED";

/// Writes `demo.Made`. What each method loads is never used but for a test on null.
const MAKER: &str = r#"package demo;
import java.nio.file.*;
import jdk.internal.org.objectweb.asm.*;
public class Maker implements Opcodes {
    static final String SELF = "demo/Made";
    static ClassWriter to;
    static int line;

    /** A line of its own, so that there is a goal. */
    static void next(MethodVisitor code) {
        Label here = new Label();
        code.visitLabel(here);
        code.visitLineNumber(++line, here);
    }

    static MethodVisitor begin(String name, String descriptor) {
        MethodVisitor code = to.visitMethod(ACC_PUBLIC | ACC_STATIC, name, descriptor, null, null);
        code.visitCode();
        next(code);
        return code;
    }

    static void give(MethodVisitor code, int number) {
        next(code);
        code.visitInsn(ICONST_0 + number);
        code.visitInsn(IRETURN);
    }

    static void load(MethodVisitor code, Object constant) {
        code.visitLdcInsn(constant);
        code.visitInsn(POP);
    }

    static void end(MethodVisitor code) {
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    static void methods(String kind, Object constant) {
        MethodVisitor code = begin("plain" + kind, "()I");
        load(code, constant);
        give(code, 1);
        end(code);

        code = begin("branch" + kind, "(I)I");
        load(code, constant);
        next(code);
        Label zero = new Label();
        code.visitVarInsn(ILOAD, 0);
        code.visitJumpInsn(IFEQ, zero);
        give(code, 1);
        code.visitLabel(zero);
        give(code, 2);
        end(code);

        code = begin("division" + kind, "(II)I");
        load(code, constant);
        Label start = new Label(), stop = new Label(), handler = new Label();
        code.visitTryCatchBlock(start, stop, handler, "java/lang/ArithmeticException");
        code.visitLabel(start);
        next(code);
        code.visitVarInsn(ILOAD, 0);
        code.visitVarInsn(ILOAD, 1);
        code.visitInsn(IDIV);
        code.visitInsn(IRETURN);
        code.visitLabel(stop);
        code.visitLabel(handler);
        code.visitInsn(POP);
        give(code, 2);
        end(code);

        code = begin("loop" + kind, "(I)I");
        Label top = new Label(), out = new Label();
        code.visitLabel(top);
        code.visitVarInsn(ILOAD, 0);
        code.visitJumpInsn(IFLE, out);
        next(code);
        load(code, constant);
        next(code);
        code.visitIincInsn(0, -1);
        code.visitJumpInsn(GOTO, top);
        code.visitLabel(out);
        give(code, 1);
        end(code);

        code = begin("callee" + kind, "(I)I");
        code.visitVarInsn(ILOAD, 0);
        code.visitMethodInsn(INVOKESTATIC, SELF, "branch" + kind, "(I)I", false);
        Label two = new Label();
        code.visitInsn(ICONST_2);
        code.visitJumpInsn(IF_ICMPEQ, two);
        give(code, 0);
        code.visitLabel(two);
        give(code, 1);
        end(code);
    }

    /** The constant names a method that does not exist: it is the handler that the JVM gets to. */
    static void failing() {
        MethodVisitor code = begin("failing", "()I");
        Label start = new Label(), stop = new Label(), handler = new Label();
        code.visitTryCatchBlock(start, stop, handler, "java/lang/NoSuchMethodError");
        code.visitLabel(start);
        load(code, new Handle(H_INVOKESTATIC, SELF, "none", "()I", false));
        code.visitLabel(stop);
        code.visitInsn(ICONST_1);
        code.visitInsn(IRETURN);
        code.visitLabel(handler);
        code.visitInsn(POP);
        give(code, 2);
        end(code);
    }

    public static void main(String[] args) throws Exception {
        to = new ClassWriter(ClassWriter.COMPUTE_MAXS | ClassWriter.COMPUTE_FRAMES);
        to.visit(V11, ACC_PUBLIC, SELF, null, "java/lang/Object", null);
        to.visitSource("Made.java", null);
        methods("Type", Type.getMethodType("(I)V"));
        methods("Handle", new Handle(H_INVOKESTATIC, SELF, "plainType", "()I", false));
        failing();
        to.visitEnd();
        Files.write(Path.of(args[0], "demo", "Made.class"), to.toByteArray());
    }
}
"#;

fn project() -> Project {
    let project = Project::compile_with(&["--add-exports", EXPORTS], &[("demo/Maker.java", MAKER)]);
    let classes = project.path("classes");
    let mut java = Command::new("java");
    java.args(["--add-exports", EXPORTS, "-cp"]).arg(&classes).arg("demo.Maker").arg(&classes);
    let output = java.output().expect("java on the PATH; ./setup says more");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::fs::remove_file(classes.join("demo/Maker.class")).expect("the class that wrote the other");
    project
}

#[test]
fn what_lies_behind_a_handle_constant_is_not_unreachable() {
    let run = project().clew(&["generate", "classes", "--format", "json", "--out", "tests"]);
    let document = run.json();
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{document}");
    let methods = document["methods"].as_array().expect("methods");
    assert_eq!(methods.len(), 11, "{document}");
    for method in methods {
        // On the JVM, every line and every branch is reached.
        for goal in method["goals"].as_array().expect("goals") {
            let verdict = goal["verdict"].as_str().expect("a verdict");
            assert!(!verdict.starts_with("unreachable"), "{}: {goal}", method["method"]);
        }
    }
    let reasons: Vec<&Json> = methods.iter().map(|method| &method["undecided"]).collect();
    let reasons = format!("{reasons:?}");
    assert!(reasons.contains("a method handle constant"), "{reasons}");
}

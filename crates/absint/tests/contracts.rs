//! The list of methods that return an object, held against the JDK.

mod support;

use clew_absint::contracts;
use std::path::PathBuf;
use std::process::Command;
use support::{compile, world};

#[test]
fn each_name_of_the_list_is_a_method_that_returns_an_object() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("Program.java");
    std::fs::write(&source, "class Program {}").expect("a file");
    compile(&[source], &[], folder.path());
    let world = world(folder.path());
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (class, name) in contracts() {
        count += 1;
        let is_one = world.load(&class.replace('.', "/")).is_ok_and(|class| {
            let returns_object = |descriptor: &str| descriptor.contains(")L") || descriptor.contains(")[");
            let class = world.class(class);
            let mut methods = class.methods.iter().map(|method| world.method(*method));
            methods.any(|method| &*method.name == name && returns_object(&method.descriptor))
        });
        if !is_one {
            wrong.push(format!("{class}#{name}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(count > 500, "{count}");
}

/// Prints the public constants of `java.base` that are null, and how many there are.
const CONSTANTS: &str = r#"
import java.lang.reflect.*;
import java.net.URI;
import java.nio.file.*;

public class Constants {
    public static void main(String[] arguments) throws Exception {
        Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base/java");
        int[] count = {0};
        try (var files = Files.walk(base)) {
            files.filter(file -> file.toString().endsWith(".class")).forEach(file -> {
                String name = file.subpath(2, file.getNameCount()).toString().replace('/', '.');
                try {
                    Class<?> of = Class.forName(name.substring(0, name.length() - ".class".length()));
                    if (!Modifier.isPublic(of.getModifiers()) || of == System.class) {
                        return;
                    }
                    for (Field field : of.getDeclaredFields()) {
                        int flags = field.getModifiers();
                        boolean isConstant = Modifier.isPublic(flags) && Modifier.isStatic(flags) && Modifier.isFinal(flags);
                        if (isConstant && !field.getType().isPrimitive()) {
                            count[0]++;
                            if (field.get(null) == null) {
                                System.out.println("null: " + field);
                            }
                        }
                    }
                } catch (ReflectiveOperationException error) {
                    throw new AssertionError(name, error);
                }
            });
        }
        System.out.println("constants: " + count[0]);
    }
}
"#;

#[test]
fn no_public_constant_of_the_base_module_is_null() {
    let folder = tempfile::tempdir().expect("a folder");
    let source: PathBuf = folder.path().join("Constants.java");
    std::fs::write(&source, CONSTANTS).expect("a file");
    compile(&[source], &[], folder.path());
    let output = Command::new("java").arg("-cp").arg(folder.path()).arg("Constants").output().expect("java runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!text.contains("null: "), "{text}");
    let count: usize = text.trim().rsplit(' ').next().and_then(|count| count.parse().ok()).expect("a number");
    assert!(count > 300, "{text}");
}

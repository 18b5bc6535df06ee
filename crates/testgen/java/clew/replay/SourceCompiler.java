package clew.replay;

import java.io.File;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Compiles Java sources with the compiler of the JDK that this JVM belongs to. */
final class SourceCompiler {
    /** How many errors of one compilation are reported at most. */
    private static final int MAX_ERRORS = 1000;

    private static final List<String> OPTIONS =
            Arrays.asList(
                    "-nowarn", "-proc:none", "-g", "-Xmaxerrs", Integer.toString(MAX_ERRORS));

    /** Finds classes. It keeps the jars of the class path open, which is most of the work of a small compilation. */
    private static StandardJavaFileManager found;

    private SourceCompiler() {}

    /** The rest of the answer: {@code ok}, {@code errors} with three fields an error, or {@code broken} with a message. */
    static List<String> compile(String out, List<String> classPath, List<String> sources) {
        try {
            JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
            if (compiler == null) {
                return Fields.list("broken", "this Java installation has no compiler");
            }
            return compile(compiler, out, files(classPath), files(sources));
        } catch (Throwable problem) {
            return Fields.list("broken", "the Java compiler failed: " + problem);
        }
    }

    private static synchronized List<String> compile(
            JavaCompiler compiler, String out, List<File> classPath, List<File> sources)
            throws Exception {
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        StringWriter output = new StringWriter();
        StandardJavaFileManager files = files(compiler);
        files.setLocation(StandardLocation.CLASS_OUTPUT, Collections.singleton(new File(out)));
        files.setLocation(StandardLocation.CLASS_PATH, classPath);
        boolean done =
                compiler.getTask(
                                output,
                                files,
                                diagnostics,
                                OPTIONS,
                                null,
                                files.getJavaFileObjectsFromFiles(sources))
                        .call();
        return done ? Fields.list("ok") : errors(diagnostics, output.toString());
    }

    private static StandardJavaFileManager files(JavaCompiler compiler) throws Exception {
        if (found == null) {
            found = compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);
            // Sources that happen to lie on the class path must not be compiled along.
            found.setLocation(StandardLocation.SOURCE_PATH, Collections.<File>emptyList());
        }
        return found;
    }

    private static List<String> errors(
            DiagnosticCollector<JavaFileObject> diagnostics, String output) {
        List<String> answer = Fields.list("errors");
        for (Diagnostic<? extends JavaFileObject> diagnostic : diagnostics.getDiagnostics()) {
            if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                JavaFileObject source = diagnostic.getSource();
                long line = diagnostic.getLineNumber();
                answer.add(source == null ? "" : source.getName());
                answer.add(line == Diagnostic.NOPOS ? "" : Long.toString(line));
                answer.add(diagnostic.getMessage(Locale.ROOT));
            }
        }
        return answer.size() > 1
                ? answer
                : Fields.list("broken", "the Java compiler failed without an error: " + output);
    }

    private static List<File> files(List<String> names) {
        List<File> files = new ArrayList<>();
        for (String name : names) {
            files.add(new File(name));
        }
        return files;
    }
}

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.jacoco.cli.internal.core.analysis.Analyzer;
import org.jacoco.cli.internal.core.analysis.CoverageBuilder;
import org.jacoco.cli.internal.core.analysis.IClassCoverage;
import org.jacoco.cli.internal.core.analysis.ICounter;
import org.jacoco.cli.internal.core.analysis.ILine;
import org.jacoco.cli.internal.core.analysis.IMethodCoverage;
import org.jacoco.cli.internal.core.tools.ExecFileLoader;

/**
 * Prints what JaCoCo says about every line of every method; its own reports tell lines of source files only, and methods
 * may share a line.
 *
 * <p>Arguments: the file that JaCoCo's agent wrote, then a jar or a folder of classes. Output, one line each, with tabs:
 *
 * <pre>
 * class  NAME  LINES  COVERED_LINES  BRANCHES  COVERED_BRANCHES
 * method CLASS  METHOD  DESCRIPTOR  INSTRUCTIONS  COVERED_INSTRUCTIONS
 * line   CLASS  METHOD  DESCRIPTOR  LINE  covered|missed
 * stale  NAME
 * </pre>
 *
 * <p>A class is stale if the agent saw other bytes for it than those of the jar, so that nothing is known about it.
 */
final class JacocoLines {
    private JacocoLines() {}

    public static void main(String[] arguments) throws IOException {
        ExecFileLoader executed = new ExecFileLoader();
        executed.load(new File(arguments[0]));
        CoverageBuilder coverage = new CoverageBuilder();
        Analyzer analyzer = new Analyzer(executed.getExecutionDataStore(), coverage);
        File classes = new File(arguments[1]);
        if (classes.isDirectory()) {
            analyzeFolder(analyzer, classes.toPath());
        } else {
            analyzeJar(analyzer, classes);
        }
        StringBuilder out = new StringBuilder();
        for (IClassCoverage found : coverage.getClasses()) {
            print(found, out);
        }
        for (IClassCoverage stale : coverage.getNoMatchClasses()) {
            row(out, "stale", stale.getName());
        }
        System.out.print(out);
    }

    /** Of a class that a jar holds in several versions, the one is meant that this JVM loads. */
    private static void analyzeJar(Analyzer analyzer, File file) throws IOException {
        try (JarFile jar = new JarFile(file, false, ZipFile.OPEN_READ, JarFile.runtimeVersion())) {
            List<JarEntry> entries =
                    jar.versionedStream()
                            .filter(entry -> isClass(entry.getName()))
                            .collect(Collectors.toList());
            for (JarEntry entry : entries) {
                try (InputStream bytes = jar.getInputStream(entry)) {
                    analyzer.analyzeClass(bytes, entry.getName());
                }
            }
        }
    }

    private static void analyzeFolder(Analyzer analyzer, Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> found = Files.walk(folder)) {
            found.filter(file -> isClass(file.toString())).sorted().forEach(files::add);
        }
        for (Path file : files) {
            analyzer.analyzeClass(Files.readAllBytes(file), file.toString());
        }
    }

    private static boolean isClass(String name) {
        return name.endsWith(".class") && !name.endsWith("module-info.class");
    }

    private static void print(IClassCoverage found, StringBuilder out) {
        ICounter lines = found.getLineCounter();
        ICounter branches = found.getBranchCounter();
        row(
                out,
                "class",
                found.getName(),
                lines.getTotalCount(),
                lines.getCoveredCount(),
                branches.getTotalCount(),
                branches.getCoveredCount());
        for (IMethodCoverage method : found.getMethods()) {
            ICounter instructions = method.getInstructionCounter();
            row(
                    out,
                    "method",
                    found.getName(),
                    method.getName(),
                    method.getDesc(),
                    instructions.getTotalCount(),
                    instructions.getCoveredCount());
            for (int number = method.getFirstLine(); number <= method.getLastLine(); number++) {
                ILine line = method.getLine(number);
                if (number >= 0 && line.getStatus() != ICounter.EMPTY) {
                    boolean covered = line.getInstructionCounter().getCoveredCount() > 0;
                    row(
                            out,
                            "line",
                            found.getName(),
                            method.getName(),
                            method.getDesc(),
                            number,
                            covered ? "covered" : "missed");
                }
            }
        }
    }

    private static void row(StringBuilder out, Object... fields) {
        for (int i = 0; i < fields.length; i++) {
            out.append(i == 0 ? "" : "\t").append(fields[i]);
        }
        out.append('\n');
    }
}

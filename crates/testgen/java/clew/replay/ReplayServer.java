package clew.replay;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Compiles and runs tests on request, in one JVM that stays up.
 *
 * <p>The last two arguments are the files to read requests from and to write answers to. One request a line, one answer a
 * line, in the order of the requests:
 *
 * <pre>
 * ping ID                                    pong ID VERSION known | unknown
 * compile ID OUT CLASSPATH SOURCE...         compiled ID ok
 *                                            compiled ID errors (FILE LINE MESSAGE)...
 *                                            compiled ID broken MESSAGE
 * run ID MILLIS CLOCK ASSERTIONS OTHERWISE CLASSPATH CLASS METHOD
 *                                            ran ID TRIED clean | dirty USED passed | skipped | timeout
 *                                            ran ID TRIED clean | dirty USED failed EXCEPTION MESSAGE TRACE
 *                                            ran ID TRIED clean | dirty USED error MESSAGE
 * record ID MILLIS CLOCK RUNS CLASSPATH ROOTS CLASS METHOD
 *                                            recorded ID (as ran)
 *                                            recorded ID TRIED clean | dirty USED passed UNRECORDED CHANGED (CLASS METHOD DESCRIPTOR POINTS)...
 * together ID MILLIS CLOCK OTHERWISE CLASSPATH EACH (CLASS METHODS)...
 *                                            gathered ID TRIED clean | dirty USED passed (TEST EXCEPTION MESSAGE)...
 *                                            gathered ID TRIED clean | dirty USED timeout TEST
 *                                            gathered ID TRIED clean | dirty USED error MESSAGE
 * mutant ID MILLIS CLOCK CLASSPATH MUTANT BYTES (CLASS METHODS)...
 *                                            tested ID TRIED clean | dirty USED passed | timeout | refused
 *                                            tested ID TRIED clean | dirty USED killed EXCEPTION
 *                                            tested ID TRIED clean | dirty USED error MESSAGE
 * snapshot ID BEFORE CLASSES                 kept ID TEXT
 *                                            kept ID broken MESSAGE
 * </pre>
 *
 * <p>Fields are as {@link Fields} has them; several values in one, as the entries of a class path, are separated by line feeds.
 * {@code MILLIS} is the time that a test may use, {@code CLOCK} how long it may take by the clock, both in milliseconds.
 * {@code USED} is how much of its time it has used, in milliseconds, all runs together. {@code known} says that shutdown hooks can be looked at. {@code TRIED} is what the test did that would harm others, as far
 * as only the JVM can see it. {@code record} runs a test with the classes below {@code ROOTS}, entries of the class path, {@code RUNS} times on the same classes, telling what
 * of them the last run executes; points are as {@link RecordedClass} has them, and {@code UNRECORDED} names what tells nothing. {@code CHANGED} is what the runs leave changed, a line each: a static field as
 * {@link RecordingLoader} has it, or what {@link Globals} has. {@code ASSERTIONS} is {@code on} or {@code off}. {@code OTHERWISE} is what the test finds otherwise than here, as {@link Surroundings} has it. {@code together} runs tests one after the other on the same classes, as a
 * launcher does, and tells of those that fail; each may use {@code EACH} milliseconds. A {@code TEST} is told by its position among all, from 0. {@code mutant} runs tests so until one fails, with the class {@code MUTANT} made of {@code BYTES}
 * (in Base64), which may be {@code refused} because it is none. {@code snapshot} tells what these classes of the JDK hold, as {@link Snapshot} has it, where {@code BEFORE} is {@code much} after much has been done with the JDK. After {@code dirty} something of the test is left in this JVM, and the client should end it.
 *
 * <p>A test must not be able to disturb this. The files are none of the standard streams, which are empty; an id is a
 * secret of the request, without which no answer is believed; and no class here is open to reflection.
 */
public final class ReplayServer {
    /** Where the answer of a run tells how it ended. */
    private static final int END = 3;

    /** Where it tells how much time it has used. */
    private static final int USED = 2;

    private ReplayServer() {}

    /** Serves until the end of the requests. */
    public static void main(String[] arguments) throws IOException {
        BufferedReader requests =
                new BufferedReader(
                        new InputStreamReader(
                                new FileInputStream(arguments[arguments.length - 2]),
                                StandardCharsets.UTF_8));
        PrintStream answers =
                new PrintStream(
                        new FileOutputStream(arguments[arguments.length - 1]), false, "UTF-8");
        // On its first use the JVM tries whether there are sockets; no test shall be blamed for that.
        InetAddress.getLoopbackAddress();
        new Streams();
        String line;
        while ((line = requests.readLine()) != null) {
            answers.print(Fields.join(answer(Fields.split(line))) + '\n');
            answers.flush();
        }
        Runtime.getRuntime().halt(0);
    }

    private static List<String> answer(List<String> request) {
        String command = request.get(0);
        if (command.equals("ping") && request.size() == 2) {
            return Fields.list(
                    "pong",
                    request.get(1),
                    System.getProperty("java.version"),
                    Endings.areKnown() ? "known" : "unknown");
        } else if (command.equals("compile") && request.size() >= 4) {
            List<String> sources = request.subList(4, request.size());
            List<String> answer = Fields.list("compiled", request.get(1));
            answer.addAll(
                    SourceCompiler.compile(request.get(2), Fields.lines(request.get(3)), sources));
            return answer;
        } else if (command.equals("run") && request.size() == 9) {
            List<String> answer = Fields.list("ran", request.get(1));
            List<String> classPath = Fields.lines(request.get(6));
            TestRun.Loading loading =
                    () -> {
                        TestLoader loader = new TestLoader(classPath);
                        loader.setDefaultAssertionStatus(request.get(4).equals("on"));
                        return loader;
                    };
            TestRun.Task task = loader -> TestCall.call(loader, request.get(7), request.get(8));
            answer.addAll(Surroundings.within(request.get(5), () -> run(request, loading, task)));
            return answer;
        } else if (command.equals("record") && request.size() == 9) {
            List<String> answer = Fields.list("recorded", request.get(1));
            answer.addAll(record(request));
            return answer;
        } else if (command.equals("together") && request.size() >= 7) {
            List<String> answer = Fields.list("gathered", request.get(1));
            Together together =
                    new Together(
                            Long.parseLong(request.get(6)), request.subList(7, request.size()));
            List<String> classPath = Fields.lines(request.get(5));
            List<String> run =
                    Surroundings.within(
                            request.get(4),
                            () -> run(request, () -> new TestLoader(classPath), together));
            if (run.get(END).equals("timeout")) {
                run.add(together.place());
            }
            answer.addAll(run);
            return answer;
        }
        if (command.equals("mutant") && request.size() >= 7) {
            List<String> answer = Fields.list("tested", request.get(1));
            List<String> classPath = Fields.lines(request.get(4));
            byte[] bytes = Base64.getDecoder().decode(request.get(6));
            answer.addAll(
                    run(
                            request,
                            () -> new MutantLoader(classPath, request.get(5), bytes),
                            new MutantTests(request.get(5), request.subList(7, request.size()))));
            return answer;
        }
        if (command.equals("snapshot") && request.size() == 4) {
            return snapshot(request);
        }
        return Fields.list("unknown", command);
    }

    /** Runs a task within the times that a request gives it. */
    private static List<String> run(
            List<String> request, TestRun.Loading loading, TestRun.Task task) {
        return TestRun.run(
                Long.parseLong(request.get(2)), Long.parseLong(request.get(3)), loading, task);
    }

    private static List<String> snapshot(List<String> request) {
        List<String> answer = Fields.list("kept", request.get(1));
        try {
            if (request.get(2).equals("much")) {
                WarmUp.run();
            }
            answer.add(Snapshot.of(Fields.lines(request.get(3))));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError failure) {
            answer.add("broken");
            answer.add(failure.toString());
        }
        return answer;
    }

    /** As {@code run}, and what was executed in the last of the runs. */
    private static List<String> record(List<String> request) {
        int runs = Integer.parseInt(request.get(4));
        List<RecordingLoader> made = new ArrayList<>();
        TestRun.Loading loading =
                () -> {
                    if (made.isEmpty()) {
                        List<String> classPath = Fields.lines(request.get(5));
                        List<String> roots = Fields.lines(request.get(6));
                        made.add(new RecordingLoader(classPath, roots, runs));
                    }
                    made.get(0).begin();
                    return made.get(0);
                };
        List<String> run;
        long used = 0;
        do {
            run = run(request, loading, loader -> TestCall.call(loader, request.get(7), request.get(8)));
            used += Long.parseLong(run.get(USED));
        } while (run.get(END).equals("passed") && made.get(0).isWanted());
        run.set(USED, Long.toString(used));
        if (run.get(END).equals("passed")) {
            try {
                run.addAll(made.get(0).record());
            } catch (ReflectiveOperationException impossible) {
                throw new IllegalStateException("the probe is a class of the harness", impossible);
            }
        }
        return run;
    }
}

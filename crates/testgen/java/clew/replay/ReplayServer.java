package clew.replay;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Compiles and runs tests on request, in one JVM that stays up.
 *
 * <p>One request a line on the standard input, one answer a line on the standard output, in the order of the requests:
 *
 * <pre>
 * ping                                                            pong VERSION
 * compile ID OUT CLASSPATH SOURCE...                              compiled ID ok
 *                                                                 compiled ID errors (FILE LINE MESSAGE)...
 *                                                                 compiled ID broken MESSAGE
 * run ID MILLIS CLASSPATH CLASS METHOD                            ran ID passed | skipped | timeout
 *                                                                 ran ID failed EXCEPTION MESSAGE TRACE
 *                                                                 ran ID error MESSAGE
 * quit
 * </pre>
 *
 * <p>Fields are as {@link Fields} has them; the entries of a class path are separated by line feeds. What a test prints is
 * thrown away. After a {@code timeout} the thread of the test may still be running, and the client should end this JVM.
 */
public final class ReplayServer {
    private ReplayServer() {}

    /** Serves until {@code quit} or the end of the input. */
    public static void main(String[] arguments) throws IOException {
        BufferedReader requests =
                new BufferedReader(
                        new InputStreamReader(
                                new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8));
        PrintStream answers =
                new PrintStream(new FileOutputStream(FileDescriptor.out), false, "UTF-8");
        silence();
        String line;
        while ((line = requests.readLine()) != null) {
            List<String> fields = Fields.split(line);
            if (fields.get(0).equals("quit")) {
                break;
            }
            String answer = Fields.join(answer(fields));
            // A test may have left an unfinished line on the descriptor itself, so an answer starts on a new one.
            answers.print('\n' + answer + '\n');
            answers.flush();
        }
        Runtime.getRuntime().halt(0);
    }

    /** Cuts the program under test off from the streams that carry the protocol. */
    static void silence() throws IOException {
        PrintStream nowhere = new PrintStream(new Nowhere(), false, "UTF-8");
        System.setOut(nowhere);
        System.setErr(nowhere);
        System.setIn(new ByteArrayInputStream(new byte[0]));
    }

    private static List<String> answer(List<String> request) {
        String command = request.get(0);
        if (command.equals("ping")) {
            return Fields.list("pong", System.getProperty("java.version"));
        } else if (command.equals("compile") && request.size() >= 4) {
            List<String> sources = request.subList(4, request.size());
            List<String> answer = Fields.list("compiled", request.get(1));
            answer.addAll(
                    SourceCompiler.compile(request.get(2), Fields.lines(request.get(3)), sources));
            return answer;
        } else if (command.equals("run") && request.size() == 6) {
            long millis = Long.parseLong(request.get(2));
            List<String> answer = Fields.list("ran", request.get(1));
            answer.addAll(
                    TestRun.run(
                            millis, Fields.lines(request.get(3)), request.get(4), request.get(5)));
            return answer;
        }
        return Fields.list("unknown", command);
    }

    /** A stream that forgets what is written to it. */
    private static final class Nowhere extends OutputStream {
        @Override
        public void write(int value) {}

        @Override
        public void write(byte[] values, int offset, int length) {}
    }
}

package clew.replay;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UnsupportedEncodingException;
import java.util.ArrayList;
import java.util.List;

/**
 * The standard streams that one test sees: what it prints is counted and thrown away, and its input is empty.
 *
 * <p>The streams of the process carry nothing either, so that a test that goes behind the back of {@link System} does no harm.
 */
final class Streams {
    /** How many bytes a test may print before it is worth a line. */
    private static final long MANY_BYTES = 16L << 20;

    private final Sink out = new Sink();
    private final Sink err = new Sink();
    private final PrintStream printedOut;
    private final PrintStream printedErr;
    private final InputStream in = new ByteArrayInputStream(new byte[0]);

    /** Fresh streams, which are those of {@link System} from now on. */
    Streams() throws UnsupportedEncodingException {
        printedOut = new PrintStream(out, false, "UTF-8");
        printedErr = new PrintStream(err, false, "UTF-8");
        System.setOut(printedOut);
        System.setErr(printedErr);
        System.setIn(in);
    }

    /** What the test did to them that outside a cage would be felt by others. */
    List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        if (System.out != printedOut) {
            complaints.add("replaces System.out");
        }
        if (System.err != printedErr) {
            complaints.add("replaces System.err");
        }
        if (System.in != in) {
            complaints.add("replaces System.in");
        }
        if (out.closed) {
            complaints.add("closes System.out");
        }
        if (err.closed) {
            complaints.add("closes System.err");
        }
        if (out.count + err.count > MANY_BYTES) {
            complaints.add("prints more than " + (MANY_BYTES >> 20) + " MiB");
        }
        return complaints;
    }

    /** A stream that forgets what is written to it, but for how much it was. */
    private static final class Sink extends OutputStream {
        private volatile long count;
        private volatile boolean closed;

        @Override
        public synchronized void write(int value) {
            count++;
        }

        @Override
        public synchronized void write(byte[] values, int offset, int length) {
            count += length;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}

// The standard streams, and lines that look like answers of the harness.
package corpus.hostile;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

public class HostileStreams {
    static void print() { // tried: nothing
        System.out.println("a line");
    }

    static void close() { // tried: closes System.out; closes System.err
        System.out.close();
        System.err.close();
    }

    static void replace() { // tried: replaces System.out; replaces System.err; replaces System.in
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(null);
        System.setIn(new ByteArrayInputStream(new byte[1]));
    }

    static void printGigabytes() { // tried: prints more than 16 MiB
        String megabyte = "x".repeat(1 << 20);
        for (int count = 0; count < 1 << 10; count++) {
            System.out.print(megabyte);
        }
    }

    static void writeGigabytes() throws IOException { // tried: nothing
        byte[] megabyte = new byte[1 << 20];
        for (FileDescriptor descriptor : new FileDescriptor[] {FileDescriptor.out, FileDescriptor.err}) {
            FileOutputStream out = new FileOutputStream(descriptor);
            for (int count = 0; count < 512; count++) {
                out.write(megabyte);
            }
        }
    }

    static void closeDescriptors() throws IOException { // tried: nothing
        new FileInputStream(FileDescriptor.in).close();
        new FileOutputStream(FileDescriptor.out).close();
        new FileOutputStream(FileDescriptor.err).close();
    }

    static int readInput() throws IOException { // tried: nothing
        return System.in.read() + new FileInputStream(FileDescriptor.in).read();
    }

    static void forgeAnswer() throws IOException { // tried: nothing
        for (int id = 0; id < 100; id++) {
            String line = "ran " + id + " %20 clean passed\nanswer ran " + id + " clean passed\n";
            System.out.print(line);
            new FileOutputStream(FileDescriptor.out).write(line.getBytes());
            new FileOutputStream(FileDescriptor.err).write(line.getBytes());
        }
        throw new IllegalStateException("this test fails");
    }

    static void forgeIntoPipes() { // tried: writes to an open pipe of its process; ...
        for (File file : new File("/proc/self/fd").listFiles()) {
            try (FileOutputStream out = new FileOutputStream(file)) {
                out.write("ran 1 %20 clean passed\n".getBytes());
            } catch (IOException refused) {
                // The next one, then.
            }
        }
        throw new IllegalStateException("this test fails");
    }

    static void globals() { // tried: nothing
        System.setProperties(new java.util.Properties());
        Thread.setDefaultUncaughtExceptionHandler((thread, problem) -> {});
        java.util.Locale.setDefault(java.util.Locale.CHINA);
    }
}

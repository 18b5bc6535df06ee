// Using up what there is, and never ending.
package corpus.hostile;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

public class HostileResources {
    static void heap() { // ends: failed java.lang.OutOfMemoryError
        List<long[]> all = new ArrayList<>();
        while (true) {
            all.add(new long[1 << 20]);
        }
    }

    static void directMemory() { // ends: failed java.lang.OutOfMemoryError
        List<ByteBuffer> all = new ArrayList<>();
        while (true) {
            all.add(ByteBuffer.allocateDirect(1 << 20));
        }
    }

    static void nativeMemory() throws Exception { // ends: failed java.lang.OutOfMemoryError
        Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        sun.misc.Unsafe unsafe = (sun.misc.Unsafe) field.get(null);
        while (true) {
            unsafe.setMemory(unsafe.allocateMemory(64 << 20), 64 << 20, (byte) 1);
        }
    }

    static void threads() { // tried: ...
        while (true) {
            Thread thread = new Thread(HostileResources::waitForever);
            thread.setDaemon(true);
            thread.start();
        }
    }

    static void disk() throws IOException { // ends: crashed; tried: fills the disk
        byte[] megabyte = new byte[1 << 20];
        for (int number = 0; true; number++) {
            File file = new File(System.getProperty("java.io.tmpdir"), "large" + number);
            try (FileOutputStream out = new FileOutputStream(file)) {
                while (true) {
                    out.write(megabyte);
                }
            } catch (IOException full) {
                // The next one, then.
            }
        }
    }

    static int recursion() { // ends: failed java.lang.StackOverflowError
        return recursion() + 1;
    }

    static void loop() { // ends: timeout
        while (true) {}
    }

    static void loopInFinally() { // ends: timeout
        try {
            throw new IllegalStateException();
        } finally {
            while (true) {
                sleep();
            }
        }
    }

    static void loopInInitializer() { // ends: timeout
        Endless.touch();
    }

    static void loopInThread() { // ends: passed
        Thread thread = new Thread(HostileResources::loop);
        thread.start();
    }

    static void deadlock() throws InterruptedException { // ends: timeout
        Object[] locks = {new Object(), new Object()};
        Thread other = new Thread(() -> lock(locks[1], locks[0]));
        other.setDaemon(true);
        other.start();
        lock(locks[0], locks[1]);
        other.join();
        throw new IllegalStateException("no deadlock");
    }

    static void waitForever() { // ends: timeout
        while (true) {
            sleep();
        }
    }

    static void deleteLater() { // ends: passed; tried: deletes FOLDER/file
        Thread thread =
                new Thread(
                        () -> {
                            for (int round = 0; round < 5; round++) {
                                sleep();
                            }
                            new File(Targets.FOLDER, "file").delete();
                        });
        thread.setDaemon(true);
        thread.start();
    }

    private static void lock(Object first, Object second) {
        synchronized (first) {
            for (int round = 0; round < 10; round++) {
                sleep();
            }
            synchronized (second) {
                sleep();
            }
        }
    }

    /** Twenty milliseconds, whatever interrupts. */
    private static void sleep() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException goesOn) {
            // It is no use to interrupt these.
        }
    }

    static class Endless {
        static {
            int count = 1;
            while (count != 0) {
                count |= 1;
            }
        }

        static void touch() {}
    }
}

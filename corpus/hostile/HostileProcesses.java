// Starting, ending and becoming processes, and native code.
package corpus.hostile;

import java.io.File;
import java.io.IOException;
import java.util.concurrent.ForkJoinPool;

public class HostileProcesses {
    static void start() throws IOException { // tried: starts a process
        new ProcessBuilder("sleep", Targets.SECONDS).start();
    }

    static void execute() throws IOException { // tried: starts a process
        Runtime.getRuntime().exec(new String[] {"touch", Targets.FOLDER + "/touched"});
    }

    static void startFromPool() { // tried: starts a process
        ForkJoinPool.commonPool()
                .submit(() -> new ProcessBuilder("sleep", Targets.SECONDS).start())
                .join();
    }

    static void killParent() { // tried: sends a signal to another process
        ProcessHandle.current().parent().ifPresent(ProcessHandle::destroyForcibly);
    }

    static void killAll() { // tried: sends a signal to another process
        ProcessHandle.allProcesses()
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .forEach(ProcessHandle::destroy);
    }

    static void exit() { // tried: ends the JVM with status 3
        System.exit(3);
    }

    static void halt() { // tried: ends the JVM with status 4
        Runtime.getRuntime().halt(4);
    }

    static void exitInFinally() { // tried: ends the JVM with status 5
        try {
            throw new IllegalStateException();
        } finally {
            System.exit(5);
        }
    }

    static void exitFromThread() throws InterruptedException { // tried: ends the JVM with status 6
        Thread thread = new Thread(() -> System.exit(6));
        thread.start();
        thread.join();
    }

    static void exitLater() { // tried: ends the JVM with status 7
        new Thread(
                        () -> {
                            try {
                                Thread.sleep(50);
                            } catch (InterruptedException goesOn) {
                                // An interrupt does not keep it from what it is up to.
                            }
                            System.exit(7);
                        })
                .start();
    }

    static void exitWithHook() { // tried: deletes FOLDER/file; ends the JVM with status 8
        hook();
        System.exit(8);
    }

    static void hook() { // tried: deletes FOLDER/file
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> new File(Targets.FOLDER, "file").delete()));
    }

    static void nativeCode() { // tried: nothing
        System.load(System.getProperty("java.home") + "/lib/libprefs.so");
    }
}

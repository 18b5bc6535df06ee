// Pins: nothing is certain of what a thread may write that the method has started.
package corpus.threads;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class Started {
    private static int count;
    private int plain;

    static int captured() {
        int[] cell = new int[1];
        Thread thread = new Thread(() -> cell[0] = 1);
        thread.start();
        return cell[0] == 0 ? 1 : 2; // expect: true possible, false possible
    }

    static int joined() throws InterruptedException {
        int[] cell = new int[1];
        Thread thread = new Thread(() -> cell[0] = 1);
        thread.start();
        thread.join();
        return cell[0] == 0 ? 1 : 2; // expect: true possible, false possible
    }

    int ofThis() {
        plain = 0;
        new Thread(() -> plain = 1).start();
        return plain == 0 ? 1 : 2; // expect: true possible, false possible
    }

    static int executed() {
        count = 0;
        ExecutorService service = Executors.newSingleThreadExecutor();
        service.execute(() -> count = 1);
        service.shutdown();
        return count == 0 ? 1 : 2; // expect: true possible, false possible
    }

    static int future() {
        int[] cell = new int[1];
        CompletableFuture.runAsync(() -> cell[0] = 1);
        return cell[0] == 0 ? 1 : 2; // expect: true possible, false possible
    }
}

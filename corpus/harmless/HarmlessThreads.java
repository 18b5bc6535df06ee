// Doing several things at once.
package corpus.harmless;

import java.lang.reflect.InvocationTargetException;
import java.nio.channels.Selector;
import java.util.Arrays;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

public class HarmlessThreads {
    static void check(boolean holds) {
        if (!holds) {
            throw new IllegalStateException();
        }
    }

    static void threads() throws InterruptedException { // harmless
        AtomicInteger sum = new AtomicInteger();
        Thread[] threads = new Thread[20];
        for (int number = 0; number < threads.length; number++) {
            threads[number] = new Thread(sum::incrementAndGet, "worker" + number);
            threads[number].setPriority(number % Thread.MAX_PRIORITY + 1);
            threads[number].setDaemon(number % 2 == 0);
            threads[number].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        check(sum.get() == threads.length);
    }

    static void waiting() throws InterruptedException { // harmless
        Thread.sleep(5);
        LockSupport.parkNanos(1000);
        Thread.yield();
        Object lock = new Object();
        synchronized (lock) {
            lock.wait(5);
            lock.notifyAll();
        }
        Thread sleeper =
                new Thread(
                        () -> {
                            try {
                                Thread.sleep(60_000);
                            } catch (InterruptedException expected) {
                                Thread.currentThread().interrupt();
                            }
                        });
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
    }

    static void parallelStreams() { // harmless
        check(IntStream.range(0, 100_000).parallel().map(x -> x % 3).sum() == 99_999);
        int[] numbers = IntStream.range(0, 50_000).map(x -> -x).toArray();
        Arrays.parallelSort(numbers);
        check(numbers[0] == -49_999);
        check(List.of(1, 2, 3).parallelStream().mapToInt(x -> x).max().getAsInt() == 3);
    }

    static void forkAndJoin() { // harmless
        check(new ForkJoinPool(4).invoke(new Sum(0, 10_000)) == 49_995_000);
        check(ForkJoinPool.commonPool().invoke(new Sum(0, 10)) == 45);
    }

    static void executors() throws Exception { // harmless
        ExecutorService pool = Executors.newFixedThreadPool(3);
        check(pool.submit(() -> 7).get() == 7);
        pool.shutdown();
        check(pool.awaitTermination(10, TimeUnit.SECONDS));
        ScheduledExecutorService later = Executors.newScheduledThreadPool(1);
        check(later.schedule(() -> 8, 1, TimeUnit.MILLISECONDS).get() == 8);
        later.shutdownNow();
        check(CompletableFuture.supplyAsync(() -> 1).thenApply(x -> x + 1).get() == 2);
        Timer timer = new Timer();
        CountDownLatch done = new CountDownLatch(1);
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        done.countDown();
                    }
                },
                1);
        check(done.await(10, TimeUnit.SECONDS));
        timer.cancel();
    }

    static void structures() throws Exception { // harmless
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        IntStream.range(0, 1000).parallel().forEach(x -> map.merge(x % 10, 1, Integer::sum));
        check(map.reduceValues(1, Integer::sum) == 1000);
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 3);
        check(local.get() == 3);
        try (SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>()) {
            CompletableFuture<Void> done = publisher.consume(x -> {});
            publisher.submit(1);
            publisher.close();
            done.get(10, TimeUnit.SECONDS);
        }
    }

    static void selector() throws Exception { // harmless
        try (Selector selector = Selector.open()) {
            check(selector.selectNow() == 0);
            selector.wakeup();
            check(selector.select(1) == 0);
        }
    }

    static void shutdownHook() { // harmless
        Thread hook = new Thread(() -> {});
        Runtime.getRuntime().addShutdownHook(hook);
        check(Runtime.getRuntime().removeShutdownHook(hook));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("the end")));
    }

    static void virtualThreads() throws Exception { // harmless: from 21
        AtomicInteger sum = new AtomicInteger();
        Thread[] threads = new Thread[50];
        for (int number = 0; number < threads.length; number++) {
            Runnable work =
                    () -> {
                        LockSupport.parkNanos(1_000_000);
                        sum.incrementAndGet();
                    };
            threads[number] = startVirtual(work);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        check(sum.get() == threads.length);
    }

    /** By its name, so that older compilers take this file. */
    private static Thread startVirtual(Runnable work)
            throws NoSuchMethodException, IllegalAccessException, InvocationTargetException {
        return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
    }

    static class Sum extends RecursiveTask<Integer> {
        private final int from;
        private final int to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from < 10) {
                return IntStream.range(from, to).sum();
            }
            int middle = (from + to) / 2;
            Sum left = new Sum(from, middle);
            left.fork();
            return new Sum(middle, to).compute() + left.join();
        }
    }
}

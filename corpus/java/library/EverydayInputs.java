// Pins: dates and times, queues, readers and writers, patterns and addresses of the input are made by public calls.
package corpus.library;

import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PushbackReader;
import java.net.URI;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.StringJoiner;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class EverydayInputs {
    public static boolean isOpen(LocalDateTime now, LocalTime opens) {
        if (now.getHour() > 23) {
            return true; // expect: unreachable(within)
        }
        return !now.toLocalTime().isBefore(opens); // expect: reached
    }

    public static int lasts(Period period) {
        if (period.isNegative()) {
            throw new IllegalArgumentException("negative"); // expect: reached
        }
        return period.getMonths() == 3 ? 1 : 0; // expect: true reached, false reached
    }

    public static int days(Year year, YearMonth month) {
        if (year.isLeap()) { // expect: true reached, false reached
            return 366;
        }
        return month.lengthOfMonth() == 28 ? 1 : 0; // expect: true reached, false reached
    }

    public static int zoned(ZonedDateTime start, OffsetDateTime end) {
        return start.getYear() > end.getYear() ? 1 : 0; // expect: true reached, false reached
    }

    public static boolean isOver(Clock clock) {
        return clock.millis() > 1000; // expect: true reached, false reached
    }

    public static int queued(ConcurrentLinkedQueue<String> queue) {
        String next = queue.poll();
        if (next == null) {
            return 0; // expect: reached
        }
        return next.length() == 3 ? 1 : 2; // expect: true reached, false reached
    }

    public static int left(CountDownLatch latch) {
        if (latch.getCount() < 0) {
            return -1; // expect: unreachable(within)
        }
        latch.countDown();
        return latch.getCount() == 2 ? 1 : 0; // expect: true reached, false reached
    }

    public static int perThread(ThreadLocal<Integer> depth) {
        Integer now = depth.get();
        if (now == null) {
            depth.set(1);
            return depth.get(); // expect: reached
        }
        return now == 7 ? 2 : 3; // expect: true reached, false reached
    }

    public static int joined(StringJoiner joiner) {
        joiner.add("a");
        joiner.add("b");
        return joiner.length() == 4 ? 1 : 0; // expect: true reached, false reached
    }

    public static int cached(WeakHashMap<String, Integer> cache) {
        return cache.isEmpty() ? 0 : 1; // expect: true reached, false reached
    }

    public static int matched(Pattern pattern, String text) {
        return pattern.matcher(text).matches() ? 1 : 0; // expect: true reached, false reached
    }

    public static int found(Matcher matcher) {
        return matcher.find() ? 1 : 0; // expect: true reached, false reached
    }

    public static int schemed(URI address) {
        if (address.isAbsolute()) {
            return address.getPath().length(); // expect: reached
        }
        return 0; // expect: reached
    }

    public static int read(PushbackReader reader) throws IOException {
        int first = reader.read();
        if (first == 'x') {
            reader.unread(first); // expect: reached
        }
        return first < 0 ? -1 : reader.read(); // expect: true reached, false reached
    }

    public static int decoded(InputStreamReader reader) throws IOException {
        return reader.read() == 'a' ? 1 : 0; // expect: true reached, false reached
    }

    public static void printed(PrintStream out, BufferedWriter writer, BufferedOutputStream bytes) throws IOException {
        out.println("a");
        writer.write("b");
        bytes.write(3);
        bytes.flush(); // expect: reached
    }
}

// Classes of the program that extend classes of the JDK whose state is no constant: what one constructor of the JDK's class makes
// and what it is passed is taken to be there at entry: what it is passed within a stated bound, and of the rest nothing is proved, because
// calls before may have changed it.
package corpus.library;

import java.io.FilterOutputStream;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.lang.ref.WeakReference;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.Properties;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

public final class BaseConstructors {
    private BaseConstructors() {
    }

    static final class Counting extends FilterWriter {
        int written;

        Counting(Writer out, int start, int factor) {
            super(out);
            written = start * factor + factor;
        }

        @Override
        public void write(int c) throws IOException {
            synchronized (lock) {
                written++;
                out.write(c);
            }
        }
    }

    static final class Key extends WeakReference<String> {
        int hash;

        Key(String text) {
            super(text);
            hash = text.hashCode() ^ (text.hashCode() >> 3);
        }
    }

    static final class Settings extends Properties {
        int limit;
    }

    static final class Gate extends ReentrantLock {
        int passed;

        void pass() {
            lock();
            try {
                passed++;
            } finally {
                unlock();
            }
        }
    }

    static final class Priced extends AbstractMap.SimpleImmutableEntry<String, Integer> {
        long seen;

        Priced(String name, Integer price, int first, int second) {
            super(name, price);
            seen = first * second * 2;
        }
    }

    static final class Closing extends FilterOutputStream {
        boolean ended;

        Closing(OutputStream out) {
            super(out);
        }
    }

    /** Its own constructor leaves the list otherwise than that of AbstractList. */
    static final class Changed extends AbstractList<String> {
        int size;

        Changed(int size) {
            this.size = size;
            modCount = 5;
        }

        @Override
        public String get(int index) {
            return "clew";
        }

        @Override
        public int size() {
            return size;
        }

        int changes() {
            return modCount;
        }
    }

    /** What it passes to the constructor above is a number, and no field holds that. */
    static final class Turnstile extends Semaphore {
        int width;

        Turnstile(int width) {
            super(3);
            this.width = width;
        }
    }

    static int changed(Changed list) {
        if (list.size == 3) { // expect: true reached, false reached
            return list.changes() == 0 ? 1 : 2; // expect: true reached, false possible(strict)
        }
        return list.changes();
    }

    static int turned(Turnstile stile) {
        return stile.width == 3 ? stile.availablePermits() : -1; // expect: true reached, false reached
    }

    static int counted(Counting writer) throws IOException {
        writer.write(3);
        return writer.written == 7 ? 1 : 2; // expect: true reached, false reached
    }

    static int referred(Key key) {
        String text = key.get();
        if (text == null) { // expect: true reached, false reached
            return 0;
        }
        return text.length() == 2 && key.hash == 4 ? 1 : 2; // expect: true reached, false reached
    }

    static int same(Key one, Key two) {
        if (one == two) { // expect: true reached, false reached
            return one.get() == two.get() ? 1 : 0; // expect: true reached, false unreachable(within)
        }
        return one.get() == two.get() ? 2 : 3; // expect: true reached, false reached
    }

    static int set(Settings settings) {
        if (settings.limit > 3) { // expect: true reached, false reached
            settings.setProperty("a", "b");
            return settings.size() == 1 ? 1 : 2; // expect: true reached, false possible(strict)
        }
        return settings.isEmpty() ? -1 : -2; // expect: true reached, false possible(strict)
    }

    static int passed(Gate gate) {
        gate.pass();
        if (gate.isLocked()) { // expect: true possible(strict), false reached
            return 0;
        }
        return gate.passed == 5 ? 1 : 2; // expect: true reached, false reached
    }

    static int priced(Priced priced) {
        if (priced.getKey() == null) { // expect: true reached, false reached
            return 0;
        }
        return priced.getValue() > 4 && priced.seen == 9 ? 1 : 2; // expect: true reached, false reached
    }

    static int closed(Closing stream) throws IOException {
        stream.write(3);
        stream.close();
        return stream.ended ? 1 : 2; // expect: true reached, false reached
    }
}

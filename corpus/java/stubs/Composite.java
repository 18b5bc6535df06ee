// Pins: an object that holds others of its own interface. What looks at it asks stubs for something else than the test does.
package corpus.stubs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

public class Composite implements SeekableByteChannel {
    private final SeekableByteChannel[] parts;

    public Composite(SeekableByteChannel[] parts) {
        this.parts = parts;
    }

    public boolean isOpen() {
        for (SeekableByteChannel part : parts) {
            if (!part.isOpen()) {
                return false; // expect: reached
            }
        }
        return true; // expect: reached
    }

    public long size() throws IOException {
        long size = 0;
        for (SeekableByteChannel part : parts) {
            size += part.size(); // expect: reached
        }
        return size; // expect: reached
    }

    public int first() throws IOException {
        if (!isOpen()) {
            return 1; // expect: reached
        }
        parts[0].size();
        return 2; // expect: reached
    }

    public int read(ByteBuffer buffer) {
        return -1;
    }

    public int write(ByteBuffer buffer) {
        return -1;
    }

    public void close() {
    }

    public long position() {
        return 0;
    }

    public SeekableByteChannel truncate(long size) {
        return null;
    }

    public SeekableByteChannel position(long position) {
        return this;
    }
}

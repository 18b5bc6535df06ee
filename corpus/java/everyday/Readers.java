// open
// clew: --budget 1s
// Pins: readers and scanners over texts.
package corpus.everyday;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.Scanner;

public final class Readers {
    private Readers() {
    }

    static int firstLine(String text) throws IOException {
        try (BufferedReader reader = new BufferedReader(new StringReader(text))) {
            String line = reader.readLine();
            if (line == null) {
                return 0; // expect: reached
            }
            if (line.indexOf('\n') >= 0) {
                return -1; // expect: unreachable
            }
            return line.length() == text.length() ? 1 : 2; // expect: true reached, false reached
        }
    }

    static int lines(String text) {
        int lines = 0;
        try (BufferedReader reader = new BufferedReader(new StringReader(text))) {
            while (reader.readLine() != null) {
                lines++; // expect: reached
            }
        } catch (IOException broken) {
            return -1; // expect: unreachable
        }
        if (lines == 0 && !text.isEmpty()) {
            return -2; // expect: unreachable
        }
        return lines == 2 ? 2 : 0; // expect: true reached, false reached
    }

    static int scanned(String text) {
        Scanner scanner = new Scanner(text);
        if (!scanner.hasNextInt()) {
            return -1; // expect: reached
        }
        int number = scanner.nextInt();
        if (text.isEmpty()) {
            return -2; // expect: unreachable
        }
        return number == 7 ? 1 : 0; // expect: true reached, false reached
    }

    static int character(String text) throws IOException {
        StringReader reader = new StringReader(text);
        int c = reader.read();
        if (c < 0) {
            return -1; // expect: reached
        }
        if (c > 0xffff || text.isEmpty()) {
            return -2; // expect: unreachable
        }
        if (c == '#') {
            return reader.read() < 0 ? 1 : 2; // expect: true reached, false reached
        }
        return 0; // expect: reached
    }

    static long stripped(String text) {
        long lines = text.lines().filter(line -> !line.isBlank()).count();
        if (lines > text.length()) {
            return -1; // expect: unreachable
        }
        if (lines == 2) {
            return 2; // expect: reached
        }
        return lines; // expect: reached
    }
}

// open
// clew: --budget 1s
// Pins: words, paths and names of files: taken apart and joined.
package corpus.everyday;

import java.util.StringJoiner;
import java.util.StringTokenizer;

public final class Tokens {
    private static final String[] TYPES = {"txt", "csv", "png"};

    private Tokens() {
    }

    static int words(String text) {
        StringTokenizer words = new StringTokenizer(text);
        if (!words.hasMoreTokens()) {
            return 0; // expect: reached
        }
        String first = words.nextToken();
        if (first.isEmpty() || first.indexOf(' ') >= 0) {
            return -1; // expect: unreachable
        }
        if (words.hasMoreTokens()) {
            return words.nextToken().equals("b") ? 2 : 3; // expect: true reached, false reached
        }
        return 1; // expect: reached
    }

    static String extension(String file) {
        int dot = file.lastIndexOf('.');
        if (dot <= 0 || dot == file.length() - 1) {
            return ""; // expect: reached
        }
        String extension = file.substring(dot + 1);
        if (extension.isEmpty() || extension.contains(".")) {
            return null; // expect: unreachable
        }
        for (String type : TYPES) {
            if (type.equals(extension)) {
                return type; // expect: reached
            }
        }
        return extension;
    }

    static String joined(String folder, String name) {
        if (name.startsWith("/")) {
            return name; // expect: reached
        }
        String path = folder.endsWith("/") ? folder + name : folder + "/" + name;
        if (path.indexOf('/') < 0) {
            return null; // expect: unreachable
        }
        if (path.contains("//")) {
            return "twice"; // expect: reached
        }
        return path.equals("a/b") ? "ab" : path; // expect: true reached, false reached
    }

    static int list(String a, String b) {
        StringJoiner joiner = new StringJoiner(", ", "[", "]");
        joiner.setEmptyValue("none");
        if (a != null) {
            joiner.add(a);
        }
        if (b != null) {
            joiner.add(b);
        }
        String text = joiner.toString();
        if (text.length() < 2) {
            return -1; // expect: unreachable
        }
        if (text.equals("none")) {
            return a == null && b == null ? 0 : -2; // expect: reached
        }
        return text.equals("[x, y]") ? 2 : 1; // expect: true reached, false reached
    }

    static int camel(String word) {
        if (word == null || word.length() < 2) {
            return -1; // expect: reached
        }
        boolean upper = word.chars().anyMatch(c -> c >= 'A' && c <= 'Z');
        boolean lower = word.chars().anyMatch(c -> c >= 'a' && c <= 'z');
        if (!upper && word.charAt(0) == 'K') {
            return -2; // expect: unreachable
        }
        if (upper && lower) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static String masked(String number) {
        if (number.length() < 4) {
            return "*"; // expect: reached
        }
        String masked = "*".repeat(number.length() - 4) + number.substring(number.length() - 4);
        if (masked.length() != number.length()) {
            return null; // expect: unreachable
        }
        if (masked.equals("**1234")) {
            return "found"; // expect: reached
        }
        return masked; // expect: reached
    }
}

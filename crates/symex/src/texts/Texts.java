import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/** Reads calls, one a line, and prints what they give; texts are in hexadecimal digits, four for each character. */
public final class Texts {
    private Texts() {
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        StringBuilder out = new StringBuilder();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.append(called(line.split(" ", -1))).append('\n');
        }
        System.out.print(out);
    }

    private static String called(String[] call) {
        String s = text(call[1]);
        String t = text(call[2]);
        int a = Integer.parseInt(call[3]);
        int b = Integer.parseInt(call[4]);
        switch (call[0]) {
            case "indexOf": return "" + s.indexOf(a, b);
            case "lastIndexOf": return "" + s.lastIndexOf(a, b);
            case "find": return "" + s.indexOf(t, a);
            case "strip": return hex(s.strip());
            case "trim": return hex(s.trim());
            case "substring": return hex(s.substring(a, b));
            case "concat": return hex(s.concat(t));
            case "equals": return s.equals(t) ? "1" : "0";
            case "startsWith": return s.startsWith(t, a) ? "1" : "0";
            case "hashCode": return "" + s.hashCode();
            case "compareTo": return "" + s.compareTo(t);
            case "replace": return hex(s.replace((char) a, (char) b));
            case "charAt": return "" + (int) s.charAt(a);
            case "toString": return hex(Integer.toString(a));
            case "isWhitespace": return Character.isWhitespace((char) a) && Character.isWhitespace(a) ? "1" : "0";
            case "digit": return "" + Character.digit((char) a, 10);
            case "parseInt":
                try {
                    return "" + Integer.parseInt(s);
                } catch (NumberFormatException malformed) {
                    return "malformed";
                }
            default: throw new IllegalArgumentException(call[0]);
        }
    }

    private static String text(String hex) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < hex.length(); at += 4) {
            text.append((char) Integer.parseInt(hex.substring(at, at + 4), 16));
        }
        return text.toString();
    }

    private static String hex(String text) {
        StringBuilder hex = new StringBuilder("=");
        for (char c : text.toCharArray()) {
            hex.append(String.format("%04x", (int) c));
        }
        return hex.toString();
    }
}

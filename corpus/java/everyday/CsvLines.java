// open
// clew: --budget 1s
// Pins: lines with cells between separators, taken apart and put together.
package corpus.everyday;

import java.util.ArrayList;
import java.util.List;

public final class CsvLines {
    private CsvLines() {
    }

    static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                quoted = !quoted; // expect: reached
            } else if (c == ',' && !quoted) {
                cells.add(cell.toString()); // expect: reached
                cell.setLength(0);
            } else {
                cell.append(c); // expect: reached
            }
        }
        if (quoted) {
            throw new IllegalArgumentException("open quote"); // expect: reached
        }
        cells.add(cell.toString());
        if (cells.isEmpty()) {
            return null; // expect: unreachable
        }
        return cells; // expect: reached
    }

    static int columns(String line) {
        String[] columns = line.split(",", -1);
        if (columns.length == 0) {
            return 0; // expect: unreachable
        }
        if (columns.length == 3) {
            return 3; // expect: reached
        }
        return line.length() == 1 ? 1 : 2; // expect: true reached, false reached
    }

    static String escaped(String cell) {
        if (cell.indexOf(',') < 0 && cell.indexOf('"') < 0) {
            return cell; // expect: reached
        }
        String text = "\"" + cell.replace("\"", "\"\"") + "\"";
        if (text.length() < 3) {
            return null; // expect: unreachable
        }
        return text; // expect: reached
    }

    static int sum(String line) {
        int sum = 0;
        for (String cell : line.split(";")) {
            if (cell.isBlank()) {
                sum++; // expect: reached
                continue;
            }
            sum += Integer.parseInt(cell.trim());
        }
        if (sum == 12) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static String row(int id, String name) {
        String row = String.join(";", String.valueOf(id), name);
        if (row.startsWith(";")) {
            return null; // expect: unreachable
        }
        if (row.equals("7;null")) {
            return "none"; // expect: reached
        }
        return row; // expect: reached
    }
}

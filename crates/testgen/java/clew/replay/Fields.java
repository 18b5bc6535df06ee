package clew.replay;

import java.io.UnsupportedEncodingException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The text form of requests and answers: fields separated by one space, each percent-escaped as UTF-8. */
final class Fields {
    private Fields() {}

    /** The fields of one line; there is always at least one, and a field may be empty. */
    static List<String> split(String line) {
        List<String> fields = new ArrayList<>();
        for (String field : line.split(" ", -1)) {
            try {
                fields.add(URLDecoder.decode(field, "UTF-8"));
            } catch (UnsupportedEncodingException impossible) {
                throw new AssertionError(impossible);
            }
        }
        return fields;
    }

    /** One line with the given fields. */
    static String join(List<String> fields) {
        StringBuilder line = new StringBuilder();
        for (String field : fields) {
            if (line.length() > 0) {
                line.append(' ');
            }
            try {
                line.append(URLEncoder.encode(field, "UTF-8").replace("+", "%20"));
            } catch (UnsupportedEncodingException impossible) {
                throw new AssertionError(impossible);
            }
        }
        return line.toString();
    }

    /** A new list that can grow. */
    static List<String> list(String... fields) {
        return new ArrayList<>(Arrays.asList(fields));
    }

    /** The lines of a field that holds several values; none for the empty field. */
    static List<String> lines(String field) {
        return field.isEmpty() ? new ArrayList<String>() : Arrays.asList(field.split("\n", -1));
    }
}

package clew.replay;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A class with probes in it, and what each of them tells. */
final class RecordedClass {
    /** Its name, with dots. */
    final String name;

    /** The class file; the original one where it takes no probes. */
    byte[] bytes;

    /** Its methods with probes. */
    final List<RecordedMethod> methods = new ArrayList<>();

    /** What is not recorded of it, a line each. */
    final List<String> unrecorded = new ArrayList<>();

    RecordedClass(String name, byte[] bytes) {
        this.name = name;
        this.bytes = bytes;
    }

    /** Fields for each method of which something was executed: class, method, descriptor, and the points. */
    List<String> fields(boolean[] executed) {
        List<String> fields = new ArrayList<>();
        for (RecordedMethod method : methods) {
            Set<String> points = new LinkedHashSet<>();
            for (int at = 0; at < method.points.size(); at++) {
                int number = method.first + at;
                if (number < executed.length && executed[number]) {
                    points.add(method.points.get(at));
                }
            }
            if (!points.isEmpty()) {
                fields.addAll(Fields.list(name, method.name, method.descriptor));
                fields.add(String.join(",", points));
            }
        }
        return fields;
    }

    /** A method with probes. */
    static final class RecordedMethod {
        final String name;
        final String descriptor;

        /** The number of its first point. */
        final int first;

        /**
         * Its points, with numbers that follow each other: {@code L12} for the beginning of a line, {@code J7} and {@code G7}
         * for the jump at offset 7 that is done or not, {@code K7:3} for the key 3 of the switch there, {@code D7} for its default. {@code A7} is an
         * assertion, or the look whether there is to be one.
         */
        final List<String> points = new ArrayList<>();

        RecordedMethod(String name, String descriptor, int first) {
            this.name = name;
            this.descriptor = descriptor;
            this.first = first;
        }

        /** The number of a new point. */
        int add(String point) {
            points.add(point);
            return first + points.size() - 1;
        }
    }
}

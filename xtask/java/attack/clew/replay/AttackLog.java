package clew.replay;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** What a round calls, in words. */
final class AttackLog {
    private static final int MAX_TEXT = 40;

    final List<String> lines = new ArrayList<>();
    private final Map<Object, String> names = new IdentityHashMap<>();

    synchronized void call(String what, Object receiver, Object[] arguments, Object result, Throwable thrown) {
        List<String> words = new ArrayList<>();
        for (Object argument : arguments) {
            words.add(name(argument));
        }
        String on = receiver == null ? "" : name(receiver) + ".";
        String end = thrown != null ? " throws " + thrown.getClass().getName() : " = " + name(result);
        lines.add(on + what + "(" + String.join(", ", words) + ")" + end);
    }

    synchronized void note(String line) {
        lines.add(line);
    }

    private String name(Object value) {
        if (value instanceof String) {
            String text = (String) value;
            String shown = text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "…" : text;
            StringBuilder escaped = new StringBuilder("\"");
            for (char unit : shown.toCharArray()) {
                boolean isPlain = unit >= ' ' && unit < 0x7F && unit != '"' && unit != '\\';
                escaped.append(isPlain ? String.valueOf(unit) : String.format("\\u%04x", (int) unit));
            }
            return escaped + "\"";
        }
        if (value == null || value instanceof Boolean || value instanceof Number && value.getClass().getName().startsWith("java.lang.")) {
            return String.valueOf(value);
        }
        if (value instanceof Character) {
            return "'\\u" + String.format("%04x", (int) (Character) value) + "'";
        }
        if (value instanceof Class) {
            return ((Class<?>) value).getName() + ".class";
        }
        return names.computeIfAbsent(value, it -> it.getClass().getName() + "@" + names.size());
    }
}

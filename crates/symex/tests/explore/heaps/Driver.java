import java.io.*;
import java.lang.reflect.*;
import java.util.*;

/** Runs methods on heaps that a line describes, or on all small heaps there are. */
class Driver {
    static Node[] nodes = new Node[4];
    static Object[][] arrays = new Object[2][];

    public static void main(String[] args) throws Exception {
        Map<String, Method> methods = new HashMap<>();
        for (Method method : Plain.class.getDeclaredMethods()) {
            method.setAccessible(true);
            methods.put(method.getName(), method);
        }
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        StringBuilder out = new StringBuilder();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] parts = line.split(" ");
            Method method = methods.get(parts[1]);
            if (parts[0].equals("one")) {
                out.append(call(method, described(parts))).append('\n');
            } else {
                TreeMap<String, Integer> seen = new TreeMap<>();
                switch (parts[0]) {
                    case "nodes": nodes(method, seen); break;
                    case "chains": chains(method, seen); break;
                    case "arrays": arrays(method, seen); break;
                    default: numbers(method, seen); break;
                }
                StringJoiner all = new StringJoiner(",");
                seen.forEach((result, size) -> all.add(result + "=" + size));
                out.append(all).append('\n');
            }
        }
        System.out.print(out);
    }

    static String call(Method method, Object[] args) throws Exception {
        try {
            return method.invoke(null, args).toString();
        } catch (InvocationTargetException e) {
            return e.getCause().getClass().getName();
        }
    }

    /** Notes the result for these arguments, and the least size of a heap that gives it. */
    static void attempt(Method method, Object[] args, Map<String, Integer> seen) throws Exception {
        int size = size(args);
        seen.merge(call(method, args), size, Math::min);
    }

    /** How many references lead to nodes to which another does, a hundred times, and how many are not null. */
    static int size(Object[] args) {
        List<Object> references = new ArrayList<>(Arrays.asList(args));
        Set<Object> nodes = Collections.newSetFromMap(new IdentityHashMap<>());
        int count = 0;
        for (int at = 0; at < references.size(); at++) {
            if (references.get(at) instanceof Node) {
                Node node = (Node) references.get(at);
                count++;
                if (nodes.add(node)) {
                    references.add(node.a);
                    references.add(node.b);
                }
            }
        }
        return (count - nodes.size()) * 100 + count;
    }

    /** `one m3 objects o:Node:f:a:b o:[I:1:2 ... args ref ref int`: references are `@n`, null is `-`. */
    static Object[] described(String[] parts) {
        int at = 3;
        List<String[]> texts = new ArrayList<>();
        for (; !parts[at].equals("args"); at++) {
            texts.add(parts[at].split(":"));
        }
        Object[] made = new Object[texts.size()];
        for (int n = 0; n < made.length; n++) {
            String[] text = texts.get(n);
            int length = text.length - 1;
            switch (text[0]) {
                case "Node": made[n] = new Node(); break;
                case "Leaf": made[n] = new Leaf(); break;
                case "[LNode;": made[n] = new Node[length]; break;
                case "[LLeaf;": made[n] = new Leaf[length]; break;
                default: made[n] = new int[length]; break;
            }
        }
        for (int n = 0; n < made.length; n++) {
            String[] text = texts.get(n);
            if (made[n] instanceof Node) {
                ((Node) made[n]).f = Integer.parseInt(text[1]);
                ((Node) made[n]).a = (Node) reference(text[2], made);
                ((Node) made[n]).b = (Node) reference(text[3], made);
            } else {
                for (int i = 1; i < text.length; i++) {
                    Object element = made[n] instanceof int[] ? (Object) Integer.valueOf(text[i]) : reference(text[i], made);
                    Array.set(made[n], i - 1, element);
                }
            }
        }
        Object[] args = new Object[parts.length - at - 1];
        for (int n = 0; n < args.length; n++) {
            String text = parts[at + 1 + n];
            boolean number = !text.startsWith("@") && !text.equals("-");
            args[n] = number ? (Object) Integer.valueOf(text) : reference(text, made);
        }
        return args;
    }

    static Object reference(String text, Object[] made) {
        return text.equals("-") ? null : made[Integer.parseInt(text.substring(1))];
    }

    static final int[] VALUES = { 0, 1, 2, -1 };

    /** Three references to two nodes, each of either class, and numbers, and links among them. */
    static void nodes(Method method, Map<String, Integer> seen) throws Exception {
        for (int shape = 0; shape < 24 * 24 * 27; shape++) {
            int rest = shape;
            Node[] made = new Node[2];
            int[] code = new int[2];
            for (int n = 0; n < 2; n++, rest /= 24) {
                code[n] = rest % 24;
                made[n] = code[n] % 2 == 0 ? new Node() : new Leaf();
            }
            for (int n = 0; n < 2; n++) {
                made[n].f = VALUES[code[n] / 2 % 4];
                int link = code[n] / 8;
                made[n].a = link == 2 ? null : made[link];
            }
            Object[] args = new Object[3];
            for (int n = 0; n < 3; n++, rest /= 3) {
                args[n] = rest % 3 == 2 ? null : made[rest % 3];
            }
            attempt(method, args, seen);
        }
        // Three nodes, for what needs them all.
        for (int shape = 0; shape < 16 * 16 * 16 * 2; shape++) {
            int rest = shape;
            Node[] made = { new Node(), new Node(), new Node() };
            for (int n = 0; n < 3; n++, rest /= 16) {
                made[n].f = VALUES[rest % 4];
                int link = rest / 4 % 4;
                made[n].a = link == 3 ? null : made[link];
            }
            attempt(method, new Object[] { made[0], made[1], rest == 0 ? made[2] : made[0] }, seen);
        }
    }

    /** Two references to three nodes, numbers, and two links of each among them. */
    static void chains(Method method, Map<String, Integer> seen) throws Exception {
        for (int shape = 0; shape < 32 * 32 * 32 * 5; shape++) {
            int rest = shape;
            Node[] made = { new Node(), new Node(), new Node() };
            for (int n = 0; n < 3; n++, rest /= 32) {
                int first = rest / 2 % 4, second = rest / 8 % 4;
                made[n].f = rest % 2;
                made[n].a = first == 3 ? null : made[first];
                made[n].b = second == 3 ? null : made[second];
            }
            Node x = rest == 4 ? null : made[0];
            Node y = rest == 1 ? made[1] : rest == 2 ? null : rest == 3 ? new Leaf() : made[0];
            attempt(method, new Object[] { x, y }, seen);
        }
    }

    /** Two references to two arrays of up to two elements, a node, and an index. */
    static void arrays(Method method, Map<String, Integer> seen) throws Exception {
        for (int shape = 0; shape < 13 * 13 * 9 * 3 * 3 * 4; shape++) {
            int rest = shape;
            Node[] made = { new Node(), new Node() };
            Node[][] arrays = new Node[2][];
            for (int n = 0; n < 2; n++, rest /= 13) {
                int code = rest % 13;
                arrays[n] = new Node[code == 0 ? 0 : code < 4 ? 1 : 2];
                code = code == 0 ? 0 : code < 4 ? code - 1 : code - 4;
                for (int i = 0; i < arrays[n].length; i++, code /= 3) {
                    arrays[n][i] = code % 3 == 2 ? null : made[code % 3];
                }
            }
            Object r = rest % 3 == 2 ? null : arrays[rest % 3];
            Object s = rest / 3 % 3 == 2 ? null : arrays[rest / 3 % 3];
            rest /= 9;
            Object x = rest % 3 == 2 ? null : made[rest % 3];
            int i = rest / 3 % 3 - 1;
            rest /= 9;
            made[0].f = rest % 2;
            made[1].f = rest / 2 % 2;
            attempt(method, new Object[] { r, s, x, i }, seen);
        }
    }

    /** Two references to two arrays of up to two numbers, and two indices. */
    static void numbers(Method method, Map<String, Integer> seen) throws Exception {
        for (int shape = 0; shape < 13 * 13 * 9 * 25; shape++) {
            int rest = shape;
            int[][] arrays = new int[2][];
            for (int n = 0; n < 2; n++, rest /= 13) {
                int code = rest % 13;
                arrays[n] = new int[code == 0 ? 0 : code < 4 ? 1 : 2];
                code = code == 0 ? 0 : code < 4 ? code - 1 : code - 4;
                for (int i = 0; i < arrays[n].length; i++, code /= 3) {
                    arrays[n][i] = code % 3;
                }
            }
            Object k = rest % 3 == 2 ? null : arrays[rest % 3];
            Object l = rest / 3 % 3 == 2 ? null : arrays[rest / 3 % 3];
            rest /= 9;
            attempt(method, new Object[] { k, l, rest % 5 - 1, rest / 5 - 1 }, seen);
        }
    }
}

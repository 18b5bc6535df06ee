// open
// clew: --budget 1s
// Pins: options of a command line, usage messages on System.err, and the end of the process.
package corpus.everyday;

import java.util.ArrayList;
import java.util.List;

public final class CommandLines {
    private CommandLines() {
    }

    static final class Options {
        boolean verbose;
        int level = 1;
        String out;
        final List<String> files = new ArrayList<>();
    }

    static Options parse(String[] args) {
        Options options = new Options();
        for (int i = 0; i < args.length; i++) {
            String arg = args[i];
            switch (arg) {
                case "-v":
                    options.verbose = true; // expect: reached
                    break;
                case "-o":
                    if (i + 1 >= args.length) {
                        throw new IllegalArgumentException("-o needs a file"); // expect: reached
                    }
                    options.out = args[++i]; // expect: reached
                    break;
                default:
                    if (arg.startsWith("-")) {
                        throw new IllegalArgumentException("unknown option " + arg); // expect: reached
                    }
                    options.files.add(arg); // expect: reached
            }
        }
        if (options.level != 1) {
            throw new IllegalStateException(); // expect: unreachable
        }
        return options; // expect: reached
    }

    static int main(String[] args) {
        if (args.length == 0) {
            System.err.println("usage: copy FROM TO");
            return 2; // expect: reached
        }
        if (args.length == 1) {
            System.err.println("no target for " + args[0]);
            return 1; // expect: reached
        }
        if (args.length < 2) {
            return -1; // expect: unreachable
        }
        System.out.println(args[0] + " -> " + args[1]);
        return 0; // expect: reached
    }

    static int level(String option) {
        if (!option.startsWith("--level=")) {
            return -1; // expect: reached
        }
        String value = option.substring("--level=".length());
        int level = Integer.parseInt(value);
        if (level < 1 || level > 9) {
            throw new IllegalArgumentException("level " + level); // expect: reached
        }
        if (level * level > 81) {
            return 0; // expect: unreachable
        }
        return level; // expect: reached
    }

    static int exit(int code) {
        if (code < 0 || code > 255) {
            System.err.println("bad code " + code);
            return -1; // expect: reached
        }
        if (code == 3) {
            System.exit(code);
            return 3; // expect: unreachable
        }
        return 0; // expect: reached
    }
}

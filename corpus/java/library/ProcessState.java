// Pins: the default locale, the time zone and the system properties are state of the process, which every code may change at any
// time. That they are as at the start is an assumption.
package corpus.library;

import java.util.Locale;

public final class ProcessState {
    private ProcessState() {
    }

    static int upper() {
        if (!"i".toUpperCase().equals("I")) {
            return 1; // expect: possible
        }
        return 0; // expect: possible
    }

    static int sameLocale() {
        Locale before = Locale.getDefault();
        if (before == null) {
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }

    static int property() {
        if (System.getProperty("corpus.no.such.property") != null) {
            return 1; // expect: unreachable(if initial_statics:java.lang.System)
        }
        return 0; // expect: reached
    }

    static int fixedLocale() {
        if (!"i".toUpperCase(Locale.ROOT).equals("I")) {
            return 1; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }
}

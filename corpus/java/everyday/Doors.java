// open
// clew: --budget 1s
// Pins: a state machine of enums, with switches of both kinds, valueOf and EnumMap.
package corpus.everyday;

import java.util.EnumMap;
import java.util.Map;

public final class Doors {
    private Doors() {
    }

    enum State {
        OPEN, CLOSED, LOCKED;

        boolean isShut() {
            return this != OPEN;
        }
    }

    enum Event {
        OPEN, CLOSE, LOCK, UNLOCK
    }

    static State next(State state, Event event) {
        switch (state) {
            case OPEN:
                return event == Event.CLOSE ? State.CLOSED : State.OPEN; // expect: true reached, false reached
            case CLOSED:
                if (event == Event.OPEN) {
                    return State.OPEN; // expect: reached
                }
                if (event == Event.LOCK) {
                    return State.LOCKED; // expect: reached
                }
                return state; // expect: reached
            case LOCKED:
                return event == Event.UNLOCK ? State.CLOSED : State.LOCKED; // expect: true reached, false reached
            default:
                throw new IllegalStateException("state " + state); // expect: unreachable
        }
    }

    static int afterTwo(Event a, Event b) {
        State state = next(next(State.LOCKED, a), b);
        if (state == State.OPEN) {
            if (a != Event.UNLOCK) {
                return -1; // expect: unreachable
            }
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int code(State state) {
        int code = switch (state) {
            case OPEN -> 1;
            case CLOSED -> 2;
            case LOCKED -> 3;
        };
        if (code == 0) {
            return -1; // expect: unreachable
        }
        if (code == 1 && state.isShut()) {
            return -2; // expect: unreachable
        }
        if (code == 2) {
            return 20; // expect: reached
        }
        return code; // expect: reached
    }

    static int parsed(String text) {
        State state;
        try {
            state = State.valueOf(text);
        } catch (IllegalArgumentException unknown) {
            return -1; // expect: reached
        }
        if (!state.name().equals(text)) {
            return -2; // expect: unreachable
        }
        return state.isShut() ? 1 : 0; // expect: true reached, false reached
    }

    static int counted(State state) {
        Map<State, Integer> seen = new EnumMap<>(State.class);
        for (State each : State.values()) {
            seen.put(each, 0);
        }
        seen.put(state, 1);
        int sum = 0;
        for (int count : seen.values()) {
            sum += count;
        }
        if (sum != 1 || seen.size() != 3) {
            return -1; // expect: unreachable
        }
        if (seen.get(State.OPEN) == 1) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static String light(int signal) {
        String colour = switch (signal % 3) {
            case 0 -> "red";
            case 1, -2 -> "yellow";
            default -> "none"; // expect: unreachable
            case 2, -1 -> "green"; // with what follows the switch
        };
        if (colour.equals("green")) {
            return "go"; // expect: reached
        }
        return colour; // expect: reached
    }
}

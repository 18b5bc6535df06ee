// open
// clew: --budget 1s
// Pins: rights as bits and as sets of enums.
package corpus.everyday;

import java.util.EnumSet;
import java.util.Set;

public final class Permissions {
    static final int READ = 1;
    static final int WRITE = 2;
    static final int ADMIN = 4;
    private static final int ALL = READ | WRITE | ADMIN;

    private Permissions() {
    }

    enum Role {
        GUEST(READ), EDITOR(READ | WRITE), OWNER(ALL);

        final int rights;

        Role(int rights) {
            this.rights = rights;
        }

        boolean may(int right) {
            return (rights & right) == right; // expect: reached
        }
    }

    static int granted(int rights, int asked) {
        if ((rights & ~ALL) != 0) {
            throw new IllegalArgumentException("rights " + Integer.toBinaryString(rights)); // expect: reached
        }
        if (rights < 0 || rights > 7) {
            return -1; // expect: unreachable
        }
        if ((rights & asked) == asked) {
            return asked > 7 ? -2 : 1; // expect: true unreachable, false reached
        }
        return 0; // expect: reached
    }

    static int role(Role role, int right) {
        if (role == null) {
            return -1; // expect: reached
        }
        if (!role.may(READ)) {
            return -2; // expect: unreachable
        }
        if (role == Role.GUEST && role.may(WRITE)) {
            return -3; // expect: unreachable
        }
        return role.may(right) ? 1 : 0; // expect: true reached, false reached
    }

    static int merged(int one, int two) {
        int both = one | two;
        if ((both & one) != one) {
            return -1; // expect: unreachable
        }
        int removed = both & ~two;
        if ((removed & two) != 0) {
            return -2; // expect: unreachable
        }
        if (removed == one && one != 0 && two != 0) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int roles(Role a, Role b) {
        Set<Role> roles = EnumSet.of(a, b);
        if (roles.isEmpty()) {
            return -1; // expect: unreachable
        }
        if (roles.size() == 1) {
            return a == b ? 1 : -2; // expect: true reached, false unreachable
        }
        if (roles.contains(Role.OWNER)) {
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }
}

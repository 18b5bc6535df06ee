// open
// clew: --budget 1s
// Pins: versions "1.2.3": a record that rejects negative numbers, an order, a parser and a text.
package corpus.everyday;

public final class Versions {
    private Versions() {
    }

    record Version(int major, int minor, int patch) implements Comparable<Version> {
        Version {
            if (major < 0 || minor < 0 || patch < 0) {
                throw new IllegalArgumentException("negative");
            }
        }

        @Override
        public int compareTo(Version other) {
            if (major != other.major) {
                return major < other.major ? -1 : 1; // expect: true reached, false reached
            }
            if (minor != other.minor) {
                return Integer.compare(minor, other.minor); // expect: reached
            }
            return Integer.compare(patch, other.patch); // expect: reached
        }

        @Override
        public String toString() {
            return major + "." + minor + "." + patch; // expect: reached
        }
    }

    static Version parse(String text) {
        String[] parts = text.split("\\.");
        if (parts.length != 3) {
            throw new IllegalArgumentException("not a version: " + text); // expect: reached
        }
        int major = Integer.parseInt(parts[0]);
        int minor = Integer.parseInt(parts[1]);
        int patch = Integer.parseInt(parts[2]);
        Version version = new Version(major, minor, patch);
        if (version.patch() < 0) {
            return null; // expect: unreachable
        }
        return version; // expect: reached
    }

    static int order(int a, int b) {
        Version one = new Version(1, a, 0);
        Version two = new Version(1, b, 0);
        int order = one.compareTo(two);
        if (order == 0) {
            if (a != b) {
                return -1; // expect: unreachable
            }
            return 0; // expect: reached
        }
        return order < 0 ? 1 : 2; // expect: true reached, false reached
    }

    static boolean stable(Version version) {
        if (version == null) {
            return false; // expect: reached
        }
        if (version.major() < 0) {
            throw new IllegalStateException(); // expect: unreachable
        }
        if (version.major() == 0) {
            return false; // expect: reached
        }
        return true; // expect: reached
    }

    static String next(Version version, String part) {
        switch (part) {
            case "major":
                return new Version(version.major() + 1, 0, 0).toString(); // expect: reached
            case "minor":
                return new Version(version.major(), version.minor() + 1, 0).toString(); // expect: reached
            case "patch":
                return new Version(version.major(), version.minor(), version.patch() + 1).toString(); // expect: reached
            default:
                throw new IllegalArgumentException(part); // expect: reached
        }
    }

    static int text(int major, int minor) {
        String text = new Version(major, minor, 0).toString();
        if (text.length() < 5) {
            return -1; // expect: unreachable
        }
        if (text.equals("1.2.0")) {
            return 1; // expect: reached
        }
        if (text.charAt(0) == '-') {
            return 2; // expect: unreachable
        }
        return 0; // expect: reached
    }
}

// open
// clew: --budget 1s
// Pins: the builder pattern: a request that is put together step by step and checked at the end.
package corpus.everyday;

import java.util.LinkedHashMap;
import java.util.Map;

public final class Builders {
    private Builders() {
    }

    static final class Request {
        final String path;
        final int timeout;
        final Map<String, String> headers;

        private Request(Builder builder) {
            path = builder.path;
            timeout = builder.timeout;
            headers = new LinkedHashMap<>(builder.headers);
        }

        static Builder to(String path) {
            return new Builder().path(path);
        }
    }

    static final class Builder {
        private String path = "/";
        private int timeout = 30;
        private final Map<String, String> headers = new LinkedHashMap<>();

        Builder path(String path) {
            this.path = path.startsWith("/") ? path : "/" + path;
            return this;
        }

        Builder timeout(int seconds) {
            if (seconds < 0) {
                throw new IllegalArgumentException("timeout " + seconds); // expect: reached
            }
            timeout = seconds;
            if (timeout < 0) {
                throw new IllegalStateException(); // expect: unreachable
            }
            return this; // expect: reached
        }

        Builder header(String name, String value) {
            headers.put(name, value);
            return this;
        }

        Request build() {
            if (timeout > 300) {
                throw new IllegalStateException("timeout too long"); // expect: reached
            }
            return new Request(this); // expect: reached
        }
    }

    static int path(String path) {
        Request request = Request.to(path).build();
        if (request.path.isEmpty() || request.path.charAt(0) != '/') {
            return -1; // expect: unreachable
        }
        if (request.timeout != 30) {
            return -2; // expect: unreachable
        }
        if (request.path.equals("/a")) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int timeout(int seconds) {
        Request request;
        try {
            request = new Builder().timeout(seconds).build();
        } catch (IllegalStateException tooLong) {
            if (seconds <= 300) {
                return -1; // expect: unreachable
            }
            return 1; // expect: reached
        }
        if (request.timeout > 300 || request.timeout != seconds) {
            return -2; // expect: unreachable
        }
        return seconds == 0 ? 2 : 0; // expect: true reached, false reached
    }

    static int headers(String value) {
        Builder builder = new Builder().header("Accept", "text").header("Accept", value);
        Request request = builder.build();
        builder.header("Late", "x");
        if (request.headers.size() != 1) {
            return -1; // expect: unreachable
        }
        if (request.headers.get("Accept") == null) {
            return value == null ? 1 : -2; // expect: true reached, false unreachable
        }
        return 0; // expect: reached
    }
}

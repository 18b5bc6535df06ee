package demo;

/** A route between two places, made by the methods of Routes. */
public class Route {
    final int from;
    final int to;

    private Route(int from, int to) {
        this.from = from;
        this.to = to;
    }

    public boolean isLoop() {
        return from == to;
    }

    public int length() {
        return to > from ? to - from : from - to;
    }

    static class Access {
        static Route make(int from, int to) {
            return new Route(from, to);
        }
    }
}

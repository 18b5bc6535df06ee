package demo;

public final class Routes {
    private Routes() { }

    public static Route between(int from, int to) {
        if (from < 0 || to < 0) {
            throw new IllegalArgumentException("negative");
        }
        return Route.Access.make(from, to);
    }
}

package shop;

/** How an order gets to its buyer. */
public enum Delivery {
    POST, COURIER, PICKUP;

    public int days(int distance) {
        switch (this) {
            case POST:
                return distance > 500 ? 5 : 3;
            case COURIER:
                return 1;
            default:
                return 0;
        }
    }

    public static int latest(int[] days) {
        int latest = days[0];
        for (int day : days) {
            if (day > latest) {
                latest = day;
            }
        }
        return latest;
    }
}

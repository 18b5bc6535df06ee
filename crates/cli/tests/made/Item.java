package made;

/** Linked objects whose fields decide which way a call goes. */
final class Item {
    int a;
    int b;
    Item next;

    int pick(Item x) {
        if (x == null) {
            return -1;
        }
        return x.a > 0 ? x.a : x.b;
    }

    int safe(Item x) throws Exception {
        if (x != null) {
            return pick(x);
        }
        throw new Exception();
    }

    int far(Item x, Item y) {
        if (x != null) {
            if (x.next != null && x.next.next != null && x.next.next.a != 0) {
                return x.next.next.a;
            }
            return 1;
        }
        if (y != null && y.next != null && y.next.a != 0) {
            return Numbers.magnitude(y.next.a);
        }
        return 2;
    }

    int sum(Item x, Item y, Item z, Item w) {
        int sum = 0;
        for (Item item : new Item[] {x, y, z}) {
            sum = sum + far(item, w);
        }
        return sum;
    }
}

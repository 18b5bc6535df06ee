// Pins: the vector example of the thesis (Figure 4.1): adding to an array that grows by doubling.
package corpus.thesis;

public class Growing {
    static class Vector {
        int[] elems;
        int size;
        int cap;

        Vector(int iCap) throws Exception {
            if (iCap > 0) {
                elems = new int[iCap];
                cap = iCap;
                size = 0;
            } else {
                throw new Exception();
            }
        }

        void add(int x) {
            if (size >= cap) { // expect: true reached, false reached
                realloc(); // expect: reached
            }
            elems[size++] = x; // expect: reached; throws java.lang.NullPointerException reached; throws java.lang.ArrayIndexOutOfBoundsException reached
        }

        void realloc() {
            int nCap = cap * 2;
            int[] nElems = new int[nCap]; // expect: throws java.lang.NegativeArraySizeException reached
            for (int i = 0; i < cap; i++) { // expect: true reached, false reached
                nElems[i] = elems[i]; // expect: reached; throws java.lang.NullPointerException reached
            }
            cap = nCap; // expect: reached
            elems = nElems;
        }
    }

    public static int use(int capacity, int x) {
        Vector v;
        try {
            v = new Vector(capacity);
        } catch (Exception e) {
            return -1; // expect: reached
        }
        if (capacity > 2) {
            return -2;
        }
        v.add(x);
        v.add(x + 1);
        if (v.size != 2) {
            return 1; // expect: unreachable
        }
        if (v.elems[0] != x || v.elems[1] != x + 1) {
            return 2; // expect: unreachable
        }
        if (v.cap == 2) { // expect: true reached, false unreachable
            return 3; // expect: reached
        }
        return 4; // expect: unreachable
    }
}

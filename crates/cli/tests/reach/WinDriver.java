package apc;

/** Packets whose places in a table are told by the stream that they come from. */
public class WinDriver {
    public static void run(int[][] packets, int[] stream, int most, int size) {
        for (int i = 0; i < most; ++i) {
            for (int j = 0; j < size; ++j) {
                packets[i][j] = 0;
            }
        }
        int count = stream[0];
        if (count > most || count < 0) {
            return;
        }
        for (int i = 0; i < count; ++i) {
            int id = stream[i * (size + 1) + 1];
            if (id >= most || id < 0) {
                return;
            }
            for (int j = 0; j < size; ++j) {
                packets[id][j] = stream[i * (size + 1) + j + 2];
            }
        }
        if (count < most && packets[count][0] != 0 && size > 20) {
            throw new IllegalStateException("reached"); // TARGET
        }
    }
}

package apc;

/** A row with many numbers of a range, right of the diagonal of a matrix. */
public class MatrIR {
    public static void run(int[][] matrix, int rows, int columns) {
        boolean found = false;
        for (int i = 0; i < rows; ++i) {
            int inside = 0;
            for (int j = i; j < columns; ++j) {
                if (matrix[i][j] > 10 && matrix[i][j] < 100) {
                    ++inside;
                }
            }
            if (inside > 15) {
                found = true;
                break;
            }
        }
        if (rows > 20 && columns > 20 && found) {
            throw new IllegalStateException("reached"); // TARGET
        }
    }
}

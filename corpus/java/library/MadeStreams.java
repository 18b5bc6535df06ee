// Readers, writers and streams around others are made by their constructors.
package corpus.library;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintWriter;

public class MadeStreams {
    static int line(BufferedReader reader) throws IOException {
        String line = reader.readLine();
        return line != null && line.equals("ab") ? 1 : 2; // expect: true reached, false reached
    }

    static int number(DataInputStream stream) throws IOException {
        return stream.readShort() == 0x0102 ? 1 : 2; // expect: true reached, false reached
    }

    static int written(DataOutputStream stream, int number) throws IOException {
        stream.writeInt(number);
        return stream.size() == 4 ? 1 : 2; // expect: true reached, false unreachable(within)
    }

    static boolean printed(PrintWriter writer, String text) {
        writer.print(text);
        return writer.checkError() || text == null; // expect: true reached, false reached
    }
}

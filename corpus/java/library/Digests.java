// Message digests run as code of the JDK; which class computes one is known.
package corpus.library;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

public class Digests {
    static int constant() throws NoSuchAlgorithmException {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(new byte[] {'a', 'b', 'c'});
        boolean isIt = hash.length == 32 && hash[0] == (byte) 0xba && hash[31] == (byte) 0xad;
        return isIt ? 1 : 2; // expect: true reached, false unreachable
    }

    static int md5(byte[] data) throws NoSuchAlgorithmException {
        if (data.length != 1) {
            return 0;
        }
        byte[] hash = MessageDigest.getInstance("md5").digest(data);
        return hash.length == 16 ? 1 : 2; // expect: true reached, false unreachable
    }

    static int parts(int number) throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-1");
        digest.update((byte) 7);
        digest.update(new byte[] {1, 2, 3}, 1, 2);
        int first = digest.digest()[0];
        boolean isAgain = first == digest.digest(new byte[] {7, 2, 3})[0] && number == 4;
        return isAgain ? 1 : 2; // expect: true reached, false reached
    }

    static String named() throws NoSuchAlgorithmException {
        return MessageDigest.getInstance("SHA-512").getAlgorithm(); // expect: reached
    }
}

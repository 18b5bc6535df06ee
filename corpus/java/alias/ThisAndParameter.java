// Pins: a parameter may be the receiver itself.
package corpus.alias;

public class ThisAndParameter {
    int balance;

    public int transfer(ThisAndParameter to, int amount) {
        if (to == null) {
            return -1; // expect: reached
        }
        int before = balance;
        balance = balance - amount;
        to.balance = to.balance + amount;
        if (amount != 0) {
            if (balance == before) { // expect: true reached, false reached
                if (to != this) { // expect: true unreachable, false reached
                    return 1; // expect: unreachable
                }
                return 2; // expect: reached
            }
        }
        return 0; // expect: reached
    }
}

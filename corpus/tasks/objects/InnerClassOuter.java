// An inner object changes the one around it.
// task: safe
package tasks.objects;

import tasks.Input;

public class InnerClassOuter {
    public static void main(String[] args) {
        int x = Input.nextInt();
        Meter meter = new Meter();
        Meter.Hand hand = meter.new Hand();
        hand.turn(x);
        hand.turn(1);
        assert meter.total == x + 1;
    }

    static class Meter {
        int total;

        class Hand {
            void turn(int by) {
                total += by;
            }
        }
    }
}

// An elevator stays between its floors.
// task: safe
package tasks.machines;

import tasks.Input;

public class Elevator {
    public static void main(String[] args) {
        int floor = 0;
        for (int i = 0; i < 6; i++) {
            int direction = Input.nextInt();
            if (direction > 0 && floor < 4) {
                floor++;
            } else if (direction < 0 && floor > 0) {
                floor--;
            }
        }
        assert floor >= 0 && floor <= 4;
    }
}

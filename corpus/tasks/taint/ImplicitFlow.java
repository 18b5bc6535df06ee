// What is shown tells what is secret.
// task: unsafe
// inputs: 1
package tasks.taint;

import tasks.Input;

public class ImplicitFlow {
    public static void main(String[] args) {
        int secret = Input.nextInt();
        if (secret != 0 && secret != 1) {
            return;
        }
        int[] shown = new int[2];
        for (int i = 0; i < 2; i++) {
            if (secret == i) {
                shown[i] = 1;
            }
        }
        assert shown[1] == 0;
    }
}

// A path that leads up goes through a check of its first character.
// task: unsafe
// inputs: ..
package tasks.taint;

import tasks.Input;

public class PathTraversal {
    public static void main(String[] args) {
        String path = Input.nextString();
        if (path == null || path.length() > 4 || path.startsWith("/")) {
            return;
        }
        String full = "/data/" + path;
        assert !full.contains("..");
    }
}

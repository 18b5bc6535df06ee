// What was inserted into a search tree is found.
// task: safe
package tasks.containers;

import tasks.Input;

public class OwnTreeSearch {
    public static void main(String[] args) {
        Tree tree = new Tree();
        int a = Input.nextInt();
        int b = Input.nextInt();
        int c = Input.nextInt();
        tree.insert(a);
        tree.insert(b);
        tree.insert(c);
        assert tree.contains(b);
        assert tree.contains(a) && tree.contains(c);
    }

    static class Tree {
        int[] keys = new int[3];
        int[] left = {-1, -1, -1};
        int[] right = {-1, -1, -1};
        int size;

        void insert(int key) {
            int at = 0;
            keys[size] = key;
            while (size > 0) {
                int[] side = key < keys[at] ? left : right;
                if (side[at] < 0) {
                    side[at] = size;
                    break;
                }
                at = side[at];
            }
            size++;
        }

        boolean contains(int key) {
            int at = 0;
            while (at >= 0) {
                if (keys[at] == key) {
                    return true;
                }
                at = key < keys[at] ? left[at] : right[at];
            }
            return false;
        }
    }
}

// Pins: an input of the JDK's type that is of a class of the program which says itself what it holds.
// The compiler refuses its objects where a list of anything is declared, so the test has to go round that.
package corpus.library;

import java.util.AbstractList;
import java.util.List;

public final class GivenArguments {
    private GivenArguments() {
    }

    static final class Names extends AbstractList<String> {
        private final int size;

        Names(int size) {
            this.size = size;
        }

        @Override
        public String get(int index) {
            return "name " + index;
        }

        @Override
        public int size() {
            return size;
        }
    }

    static int ofAnything(List<Object> list) {
        return (Object) list instanceof Names ? 1 : 2; // expect: true reached, false reached
    }
}

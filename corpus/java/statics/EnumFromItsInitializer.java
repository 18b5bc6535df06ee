// Pins: valueOf in the initializer of the enum's own class, where the constants are not all there yet.
package corpus.statics;

public class EnumFromItsInitializer {
    public enum Level {
        LOW, HIGH;

        static final Level START = Level.valueOf("HIGH");
    }

    public static int start() {
        return Level.START == Level.HIGH ? 1 : 0; // expect: true reached, false unreachable
    }

    public static int other(String name) {
        return Level.valueOf(name) == Level.START ? 1 : 0; // expect: true reached, false reached
    }
}

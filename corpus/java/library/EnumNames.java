// Pins: valueOf of an enum knows all names, whatever number of constants there is, and what it throws for other names and for null.
package corpus.library;

public class EnumNames {
    public enum Single { ONLY }

    public enum Shape {
        POINT,
        LINE { @Override int sides() { return 1; } },
        TRIANGLE { @Override int sides() { return 3; } },
        SQUARE,
        CIRCLE;

        int sides() { return 0; }
    }

    public enum Many {
        C0, C1, C2, C3, C4, C5, C6, C7, C8, C9, C10, C11, C12, C13, C14, C15, C16, C17, C18, C19, C20, C21, C22, C23,
        C24, C25, C26, C27, C28, C29, C30, C31, C32, C33, C34, C35, C36, C37, C38, C39, C40, C41, C42, C43, C44, C45,
        C46, C47, C48, C49, C50, C51, C52, C53, C54, C55, C56, C57, C58, C59, C60, C61, C62, C63, C64, C65, C66, C67,
        C68, C69, C70, C71, C72, C73, C74, C75, C76, C77, C78, C79, C80, C81, C82, C83, C84, C85, C86, C87, C88, C89,
        C90, C91, C92, C93, C94, C95, C96, C97, C98, C99, C100, C101, C102, C103, C104, C105, C106, C107, C108, C109,
        C110, C111, C112, C113, C114, C115, C116, C117, C118, C119, C120, C121, C122, C123, C124, C125, C126, C127,
        C128, C129, C130, C131, C132, C133, C134, C135, C136, C137, C138, C139, C140, C141, C142, C143, C144, C145,
        C146, C147, C148, C149, C150, C151, C152, C153, C154, C155, C156, C157, C158, C159, C160, C161, C162, C163,
        C164, C165, C166, C167, C168, C169, C170, C171, C172, C173, C174, C175, C176, C177, C178, C179, C180, C181,
        C182, C183, C184, C185, C186, C187, C188, C189, C190, C191, C192, C193, C194, C195, C196, C197, C198, C199
    }

    public static int single(String name) {
        Single found = Single.valueOf(name);
        if (found == Single.ONLY) { // expect: true reached, false unreachable
            return 1; // expect: reached
        }
        return 0; // expect: unreachable
    }

    public static int shape(String name) {
        switch (Shape.valueOf(name).sides()) {
            case 0: return 10; // expect: reached
            case 1: return 11; // expect: reached
            case 3: return 13; // expect: reached
            default: return -1; // expect: unreachable
        }
    }

    public static int read(String name) {
        try {
            Shape.valueOf(name);
            return 1; // expect: reached
        } catch (IllegalArgumentException e) {
            return 2; // expect: reached
        } catch (NullPointerException e) {
            return name == null ? 3 : 4; // expect: true reached, false unreachable
        }
    }

    public static int lettersOfWhatIsFound(String name) {
        Shape found = Shape.valueOf(name);
        if (name.length() == 8) {
            return found == Shape.TRIANGLE ? 1 : 0; // expect: true reached, false unreachable
        }
        if (name.length() > 8) {
            return 2; // expect: unreachable
        }
        return found.name().equals(name) ? 3 : 4; // expect: true reached, false unreachable
    }

    public static int last(String name) {
        if (Many.valueOf(name) == Many.C199) {
            return 199; // expect: reached
        }
        return 0; // expect: reached
    }

    public static boolean isOfMany(String name) {
        try {
            return Enum.valueOf(Many.class, name) != null; // expect: true reached, false unreachable
        } catch (IllegalArgumentException e) {
            return name.equals("C200") ? true : name.isEmpty(); // expect: true reached, false reached
        }
    }

    public static int noName() {
        try {
            Shape.valueOf(null);
            return 0; // expect: unreachable
        } catch (NullPointerException e) {
            return e.getMessage().equals("Name is null") ? 1 : 2; // expect: true reached, false unreachable
        }
    }

    public static int inOrder(String one, String other) {
        Shape first = Shape.valueOf(one);
        Shape second = Shape.valueOf(other);
        if (first == second && !one.equals(other)) {
            return 1; // expect: unreachable
        }
        return first.compareTo(second) < 0 ? 2 : 3; // expect: true reached, false reached
    }

    public static int built(boolean large) {
        String name = large ? "SQ" : "LI";
        name += large ? "UARE" : "NE";
        return Shape.valueOf(name).sides() == 1 ? 1 : 0; // expect: true reached, false reached
    }
}

//! Objects whose constructors and factories check what they are passed.

mod support;

use support::Project;

/// A voucher takes a seat, and both reject most of what may be passed.
const SEAT: &str = "package demo;
public final class Seat {
    private final char row;
    private final int number;
    public Seat(char row, int number) {
        if (row < 'A' || row > 'M') throw new IllegalArgumentException(\"row\");
        if (number < 10 || number > 99) throw new IllegalArgumentException(\"number\");
        this.row = row;
        this.number = number;
    }
    public String label() { return row + \"-\" + number; }
}
";

const VOUCHER: &str = "package demo;
public final class Voucher {
    private final Seat seat;
    private final String code;
    private Voucher(Seat seat, String code) { this.seat = seat; this.code = code; }
    public static Voucher of(Seat seat, String code) {
        if (seat == null) throw new IllegalArgumentException(\"seat\");
        check(code);
        return new Voucher(seat, code);
    }
    private static void check(String code) {
        if (code.indexOf(':') < 1) throw new IllegalArgumentException(\"code\");
    }
    public Seat seat() { return seat; }
    public String code() { return code; }
}
";

const DESK: &str = "package demo;
public class Desk {
    private int taken;
    public String take(Voucher voucher) {
        taken++;
        return voucher.code() + ' ' + voucher.seat().label();
    }
    public int taken() { return taken; }
}
";

#[test]
fn arguments_are_found_that_constructors_accept() {
    let project =
        Project::compile(&[("demo/Seat.java", SEAT), ("demo/Voucher.java", VOUCHER), ("demo/Desk.java", DESK)]);
    let run = project.clew(&["generate", "classes", "--max-steps", "6000", "--format", "json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let document = run.json();
    let totals = &document["totals"];
    assert_eq!((&totals["replay_mismatches"], &totals["undecided"]), (&0.into(), &0.into()), "{document}");
    for class in ["Seat", "Voucher", "Desk"] {
        let path = project.path(&format!("clew-tests/demo/{class}ClewTest.java"));
        let tests = std::fs::read_to_string(path).expect("the tests");
        assert!(!tests.contains("Reflection") && !tests.contains("ClewHelpers"), "{tests}");
    }
}

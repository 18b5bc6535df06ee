package clew.replay;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;

/** One operation of a round: a call, mostly of a method with a goal, or what the phase does beside calls. */
final class AttackOperation {
    /** How many operations threads do on one object. */
    private static final int BURST = 60;

    /** How often objects are collected. */
    private static final int COLLECTION_STEP = 15;

    private static final int BLOCK = 32 << 20;

    private static final String[] PROPERTIES = {
        "line.separator", "file.separator", "path.separator", "user.dir", "user.home", "user.name", "user.language", "user.country", "user.timezone",
        "java.version", "java.specification.version", "java.vendor", "java.vm.name", "java.class.path", "os.name", "os.arch", "os.version", "file.encoding", "java.awt.headless"
    };

    private final AttackRound round;
    private final AttackCalls calls;
    private final AttackRandom random;
    private final AttackPhase phase;

    AttackOperation(AttackRound round, AttackCalls calls) {
        this.round = round;
        this.calls = calls;
        random = calls.random();
        phase = round.phase;
    }

    void run() throws InterruptedException {
        if (calls.operation() == 0) {
            first();
        }
        if (phase.collects() && calls.operation() % COLLECTION_STEP == COLLECTION_STEP - 1) {
            collect();
        } else if (phase.changesEnvironment() && random.percent(10)) {
            changeEnvironment();
        } else if (phase.changesStatics() && random.percent(12)) {
            changeStatics();
        } else if (phase == AttackPhase.THREADS && random.percent(85)) {
            hammer();
        } else {
            call();
        }
    }

    private void first() {
        if (phase.changesEnvironment()) {
            changeEnvironment();
            changeEnvironment();
        }
        if (phase.changesStatics() && random.percent(50)) {
            changeStatics();
        }
        if (phase.ordersInitialization()) {
            initialize();
        }
    }

    /** Calls a method with a goal, or one beside it. */
    private void call() {
        AttackPlan.Goal goal = random.of(round.plan.goals);
        List<Executable> beside = round.api.nests.getOrDefault(AttackApi.nest(goal.owner), Collections.emptyList());
        int kind = random.below(100);
        if (kind < 12 || beside.isEmpty()) {
            calls.call(random.of(round.api.callables));
            return;
        }
        List<Executable> meant = kind < 70 ? meant(goal, beside) : beside;
        Executable callable = random.of(meant.isEmpty() ? beside : meant);
        boolean isOnObject = callable instanceof Method && !Modifier.isStatic(callable.getModifiers());
        Object receiver = isOnObject ? calls.receiver(callable.getDeclaringClass()) : null;
        if (isOnObject && receiver == null) {
            return;
        }
        for (int changes = isOnObject ? random.of(0, 0, 1, 1, 2, 4) : 0; changes > 0; changes--) {
            calls.change(receiver);
        }
        calls.callOn(callable, receiver);
    }

    private static List<Executable> meant(AttackPlan.Goal goal, List<Executable> beside) {
        List<Executable> meant = new ArrayList<>();
        for (Executable callable : beside) {
            String name = callable instanceof Constructor ? "<init>" : callable.getName();
            if (name.equals(goal.name) && AttackApi.descriptor(callable).equals(goal.descriptor) && callable.getDeclaringClass().getName().equals(goal.owner)) {
                meant.add(callable);
            }
        }
        return meant;
    }

    /** Calls methods on an object that the other threads use too. */
    private void hammer() {
        AttackRandom shared = new AttackRandom(round.plan.number("seed"), round.number, calls.operation() / BURST);
        AttackPlan.Goal goal = shared.of(round.plan.goals);
        List<Executable> beside = round.api.nests.getOrDefault(AttackApi.nest(goal.owner), Collections.emptyList());
        Class<?> owner = round.api.classes.get(goal.owner);
        if (owner == null || beside.isEmpty()) {
            call();
            return;
        }
        List<Executable> meant = meant(goal, beside);
        Executable callable = random.of(meant.isEmpty() || random.percent(50) ? beside : meant);
        if (callable instanceof Constructor || Modifier.isStatic(callable.getModifiers())) {
            calls.call(callable);
            return;
        }
        Object receiver = round.pick(round.type(callable.getDeclaringClass()), shared);
        if (receiver == null) {
            calls.call(callable);
        } else {
            calls.callOn(callable, receiver);
        }
    }

    private void changeStatics() {
        if (!round.api.fields.isEmpty() && (round.api.changers.isEmpty() || random.percent(60))) {
            Field field = random.of(round.api.fields);
            Object value = calls.make(field.getGenericType());
            try {
                ((Field) round.member(field)).set(null, value);
                note(field.getDeclaringClass().getName() + "." + field.getName() + " = " + value);
            } catch (IllegalAccessException | RuntimeException | LinkageError unsuitable) {
                return;
            }
        } else if (!round.api.changers.isEmpty()) {
            calls.call(random.of(round.api.changers));
        }
    }

    private void changeEnvironment() {
        switch (random.below(4)) {
            case 0:
                Locale locale = random.of(AttackStock.LOCALES);
                Locale.setDefault(locale);
                note("Locale.setDefault(" + locale.toLanguageTag() + ")");
                break;
            case 1:
                String zone = random.of(AttackStock.ZONES);
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                note("TimeZone.setDefault(" + zone + ")");
                break;
            default:
                changeProperty();
        }
    }

    private void changeProperty() {
        String name = random.of(PROPERTIES);
        if (!round.api.mentioned.isEmpty() && random.percent(70)) {
            Object mentioned = random.of(round.api.mentioned);
            for (int trial = 0; trial < 40 && !isLikeProperty(mentioned); trial++) {
                mentioned = random.of(round.api.mentioned);
            }
            name = isLikeProperty(mentioned) ? (String) mentioned : name;
        }
        String value = random.percent(40) ? random.of("true", "false", "1", "", "x") : AttackStock.text(random);
        if (random.percent(15)) {
            System.clearProperty(name);
            note("System.clearProperty(" + name + ")");
        } else {
            System.setProperty(name, value);
            note("System.setProperty(" + name + ", " + value + ")");
        }
    }

    private static boolean isLikeProperty(Object mentioned) {
        String text = mentioned instanceof String ? (String) mentioned : "";
        return text.indexOf('.') > 0 && text.chars().allMatch(unit -> Character.isJavaIdentifierPart(unit) || unit == '.' || unit == '-');
    }

    private void initialize() {
        List<String> names = new ArrayList<>(round.api.names);
        int count = names.isEmpty() ? 0 : 1 + random.below(Math.min(names.size(), 40));
        for (int at = 0; at < count; at++) {
            String name = random.of(names);
            try {
                note("Class.forName(" + name + ")");
                Class.forName(name, true, round.loader());
            } catch (ClassNotFoundException | LinkageError failed) {
                round.seen.thrown(failed);
            }
        }
    }

    /** Has objects collected that nobody holds, at times softly held ones too. */
    private void collect() throws InterruptedException {
        round.forget(random.percent(30));
        if (random.percent(3)) {
            exhaust();
        }
        System.gc();
        if (random.percent(30)) {
            System.runFinalization();
        }
        Thread.sleep(1);
        note("System.gc()");
    }

    private static void exhaust() {
        List<byte[]> blocks = new ArrayList<>();
        try {
            while (true) {
                blocks.add(new byte[BLOCK]);
            }
        } catch (OutOfMemoryError full) {
            blocks.clear();
        }
    }

    private void note(String line) {
        if (round.log != null) {
            round.log.note(line);
        }
    }
}

package clew.replay;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Puts probes into a method.
 *
 * <p>The probe of a line comes after the frame of its first instruction, so that jumps there go through it, and there is one at each
 * label amid the line. What a jump or a switch will
 * do is told before it from copies of its operands, so that no code is needed on its edges. What a static field holds is told
 * before it is written, unless the initializer of its class writes it.
 */
class ProbeWriter extends MethodVisitor {
    private static final String PROBE = Type.getInternalName(Probe.class);

    /** The field by which compilers have a class know that it skips its assertions. */
    private static final String ASSERTIONS = "$assertionsDisabled";

    /** How many keys of a switch fit into one constant. */
    private static final int MAX_KEYS = 5000;

    private final Instrumenter.OffsetReader reader;
    private final RecordedClass.RecordedMethod method;

    /** The name of the class, as class files have it. */
    private final String type;

    /** The points to be noted before the next instruction. */
    private final List<Integer> waiting = new ArrayList<>();

    /** The line of the next instruction; 0 where there is none. */
    private int line;

    /** How far the code has shown that it is the handler of a {@code synchronized} block. */
    private Release release = Release.NONE;

    /** The labels of the next instruction. */
    private final List<Label> here = new ArrayList<>();

    /** Where handlers begin. */
    private final Set<Label> handlers = new HashSet<>();

    /** Where instructions are behind their probes: a frame names an object that is not initialized yet by its instruction. */
    private final Map<Label, Label> behindProbes = new HashMap<>();

    ProbeWriter(
            MethodVisitor writer,
            Instrumenter.OffsetReader reader,
            RecordedClass.RecordedMethod method,
            String type) {
        super(Opcodes.ASM9, writer);
        this.reader = reader;
        this.method = method;
        this.type = type;
    }

    private boolean isInitializer() {
        return method.name.equals("<clinit>");
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (isInitializer()) {
            super.visitLdcInsn(type);
            call("initializing", "(Ljava/lang/String;)V");
        }
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
        super.visitTryCatchBlock(start, end, handler, type);
        handlers.add(handler);
    }

    @Override
    public void visitLabel(Label label) {
        super.visitLabel(label);
        here.add(label);
    }

    @Override
    public void visitLineNumber(int line, Label start) {
        super.visitLineNumber(line, start);
        if (release.isOpen) {
            passLine();
        }
        release = Release.NONE;
        waiting.add(method.add("L" + line));
        this.line = line;
    }

    /** The next instruction is one of the line. */
    private void passLine() {
        if (line != 0) {
            waiting.add(method.add("L" + line));
        }
    }

    @Override
    public void visitFrame(int type, int locals, Object[] local, int stacked, Object[] stack) {
        super.visitFrame(type, locals, behindProbes(local, locals), stacked, behindProbes(stack, stacked));
    }

    private Object[] behindProbes(Object[] types, int count) {
        if (types == null) {
            return null;
        }
        Object[] moved = types.clone();
        for (int at = 0; at < Math.min(count, moved.length); at++) {
            if (moved[at] instanceof Label) {
                moved[at] = behindProbes.computeIfAbsent((Label) moved[at], label -> new Label());
            }
        }
        return moved;
    }

    /** Is called before each instruction. */
    private void instruction(int opcode) {
        boolean isAmidLine = waiting.isEmpty() && !here.isEmpty();
        if (isAmidLine && !Collections.disjoint(here, handlers)) {
            release = Release.BEGUN;
        } else if (isAmidLine && release == Release.NONE) {
            passLine();
        }
        if (release != Release.NONE) {
            boolean wasOpen = release.isOpen;
            boolean isThrown = opcode == Opcodes.ATHROW;
            release = release.isOpen ? release.after(opcode) : isThrown ? Release.NONE : release;
            if (wasOpen && release == Release.NONE) {
                passLine();
            }
        }
        for (int point : waiting) {
            number(point);
            call("pass", "(I)V");
        }
        waiting.clear();
        here.clear();
    }

    private void number(int number) {
        if (number >= Short.MIN_VALUE && number <= Short.MAX_VALUE) {
            super.visitIntInsn(Opcodes.SIPUSH, number);
        } else {
            super.visitLdcInsn(number);
        }
    }

    private void call(String name, String descriptor) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, PROBE, name, descriptor, false);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        List<Label> labels = new ArrayList<>(here);
        instruction(opcode);
        if (opcode == Opcodes.NEW) {
            for (Label label : labels) {
                super.visitLabel(behindProbes.computeIfAbsent(label, before -> new Label()));
            }
        }
        super.visitTypeInsn(opcode, type);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        int offset = reader.offset;
        instruction(opcode);
        if (opcode != Opcodes.GOTO && opcode != Opcodes.JSR) {
            int point = method.add("J" + offset);
            method.add("G" + offset);
            jump(opcode, point);
        }
        super.visitJumpInsn(opcode, label);
    }

    private void jump(int opcode, int point) {
        switch (opcode) {
            case Opcodes.IFNULL:
            case Opcodes.IFNONNULL:
                super.visitInsn(Opcodes.DUP);
                super.visitInsn(Opcodes.ACONST_NULL);
                number(opcode == Opcodes.IFNULL ? point : ~point);
                call("jump", "(Ljava/lang/Object;Ljava/lang/Object;I)V");
                break;
            case Opcodes.IF_ACMPEQ:
            case Opcodes.IF_ACMPNE:
                super.visitInsn(Opcodes.DUP2);
                number(opcode == Opcodes.IF_ACMPEQ ? point : ~point);
                call("jump", "(Ljava/lang/Object;Ljava/lang/Object;I)V");
                break;
            default:
                boolean isWithZero = opcode <= Opcodes.IFLE;
                super.visitInsn(isWithZero ? Opcodes.DUP : Opcodes.DUP2);
                number(isWithZero ? opcode : opcode - Opcodes.IF_ICMPEQ + Opcodes.IFEQ);
                number(point);
                call("jump", isWithZero ? "(III)V" : "(IIII)V");
        }
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
        int offset = reader.offset;
        instruction(Opcodes.TABLESWITCH);
        TreeMap<Integer, Label> cases = new TreeMap<>();
        for (int at = 0; at < labels.length; at++) {
            cases.put(min + at, labels[at]);
        }
        choice(offset, cases, otherwise);
        super.visitTableSwitchInsn(min, max, otherwise, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
        int offset = reader.offset;
        instruction(Opcodes.LOOKUPSWITCH);
        TreeMap<Integer, Label> cases = new TreeMap<>();
        for (int at = 0; at < labels.length; at++) {
            cases.put(keys[at], labels[at]);
        }
        choice(offset, cases, otherwise);
        super.visitLookupSwitchInsn(otherwise, keys, labels);
    }

    /** A key that goes where all other values go is none. */
    private void choice(int offset, TreeMap<Integer, Label> cases, Label otherwise) {
        cases.values().removeIf(label -> label == otherwise);
        if (cases.size() > MAX_KEYS) {
            return;
        }
        StringBuilder keys = new StringBuilder();
        int first = method.first + method.points.size();
        for (int key : cases.keySet()) {
            method.add("K" + offset + ":" + key);
            keys.append((char) (key >>> 16)).append((char) key);
        }
        method.add("D" + offset);
        super.visitInsn(Opcodes.DUP);
        super.visitLdcInsn(keys.toString());
        number(first);
        call("choose", "(ILjava/lang/String;I)V");
    }

    @Override
    public void visitInsn(int opcode) {
        instruction(opcode);
        if (opcode == Opcodes.RETURN && isInitializer()) {
            super.visitLdcInsn(type);
            call("initialized", "(Ljava/lang/String;)V");
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        instruction(opcode);
        super.visitIntInsn(opcode, operand);
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        instruction(opcode);
        super.visitVarInsn(opcode, variable);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        int offset = reader.offset;
        if (opcode == Opcodes.GETSTATIC && name.equals(ASSERTIONS)) {
            waiting.add(method.add("A" + offset));
        }
        instruction(opcode);
        if (opcode == Opcodes.PUTSTATIC && !(isInitializer() && owner.equals(type))) {
            super.visitFieldInsn(Opcodes.GETSTATIC, owner, name, descriptor);
            super.visitLdcInsn(owner);
            number(Instrumenter.number(new StaticField(owner, name, descriptor)));
            call("write", "(" + seenAs(descriptor) + "Ljava/lang/String;I)V");
        }
        super.visitFieldInsn(opcode, owner, name, descriptor);
    }

    /** The type as which a probe takes a value of this one. */
    private static String seenAs(String descriptor) {
        switch (descriptor.charAt(0)) {
            case 'J':
            case 'F':
            case 'D':
                return descriptor;
            case 'L':
            case '[':
                return "Ljava/lang/Object;";
            default:
                return "I";
        }
    }

    @Override
    public void visitMethodInsn(
            int opcode, String owner, String name, String descriptor, boolean isInterface) {
        instruction(opcode);
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    @Override
    public void visitInvokeDynamicInsn(
            String name, String descriptor, Handle bootstrap, Object... arguments) {
        instruction(Opcodes.INVOKEDYNAMIC);
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }

    @Override
    public void visitLdcInsn(Object value) {
        instruction(Opcodes.LDC);
        super.visitLdcInsn(value);
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
        instruction(Opcodes.IINC);
        super.visitIincInsn(variable, increment);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        instruction(Opcodes.MULTIANEWARRAY);
        super.visitMultiANewArrayInsn(descriptor, dimensions);
    }

    /**
     * How far a handler that begins amid a line is that of a {@code synchronized} block: the compiler adds it to release the
     * monitor, and it is in no line. What any other handler does somebody wrote on the line.
     */
    private enum Release {
        /** No such handler is here. */
        NONE(false),
        /** A handler begins. */
        BEGUN(true),
        /** The exception is stored. */
        STORED(true),
        /** Another object is loaded. */
        LOADED(true),
        /** Its monitor is released. This is such a handler, up to where it throws the exception on. */
        CERTAIN(false);

        /** Whether it is still to be seen what the handler does. */
        final boolean isOpen;

        Release(boolean isOpen) {
            this.isOpen = isOpen;
        }

        /** Where the handler, of which it is not known yet, goes on with this instruction. */
        Release after(int opcode) {
            if (this == BEGUN && opcode == Opcodes.ASTORE) {
                return STORED;
            } else if (this != LOADED && opcode == Opcodes.ALOAD) {
                return LOADED;
            }
            return this == LOADED && opcode == Opcodes.MONITOREXIT ? CERTAIN : NONE;
        }
    }
}

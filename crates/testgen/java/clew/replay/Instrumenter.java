package clew.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Puts probes into a class: calls of {@link Probe} at the beginnings of lines, before jumps, before switches and before writes of
 * static fields, and around its initializer.
 *
 * <p>A probe only looks: it adds no field, no method and no jump, so that reflection finds nothing and no frame changes. A method
 * that would grow too large has none.
 */
final class Instrumenter extends ClassVisitor {
    /** The number of the next point of any class in this JVM. */
    private static int next;

    /** The static fields that a probe tells of, by their numbers. */
    private static final List<StaticField> FIELDS = new ArrayList<>();

    private static final Map<StaticField, Integer> NUMBERS = new HashMap<>();

    private final RecordedClass made;
    private final OffsetReader reader;
    private final Set<String> left;

    private Instrumenter(RecordedClass made, OffsetReader reader, ClassWriter writer, Set<String> left) {
        super(Opcodes.ASM9, writer);
        this.made = made;
        this.reader = reader;
        this.left = left;
    }

    /** The class with probes; without where it takes none. */
    static synchronized RecordedClass instrument(String name, byte[] bytes) {
        Set<String> left = new HashSet<>();
        RecordedClass without = new RecordedClass(name, bytes);
        while (true) {
            RecordedClass made = new RecordedClass(name, bytes);
            int before = next;
            try {
                OffsetReader reader = new OffsetReader(bytes);
                ClassWriter writer = new QuietWriter(reader);
                reader.accept(new Instrumenter(made, reader, writer, left), 0);
                made.bytes = writer.toByteArray();
                made.unrecorded.addAll(without.unrecorded);
                return made;
            } catch (MethodTooLargeException large) {
                next = before;
                String method = large.getMethodName() + large.getDescriptor();
                if (!left.add(method)) {
                    without.unrecorded.add(name + ": " + large);
                    return without;
                }
                without.unrecorded.add(name + "#" + method + ": it is too large for probes");
            } catch (RuntimeException | LinkageError problem) {
                next = before;
                without.unrecorded.add(name + ": it takes no probes (" + problem + ")");
                return without;
            }
        }
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodVisitor writer = super.visitMethod(access, name, descriptor, signature, exceptions);
        if (left.contains(name + descriptor)) {
            return writer;
        }
        RecordedClass.RecordedMethod method = new RecordedClass.RecordedMethod(name, descriptor, next);
        made.methods.add(method);
        return new ProbeWriter(writer, reader, method, reader.getClassName()) {
            @Override
            public void visitEnd() {
                super.visitEnd();
                next += method.points.size();
            }
        };
    }

    /** The number of a static field, which is a new one where it has none. */
    static synchronized int number(StaticField field) {
        return NUMBERS.computeIfAbsent(
                field,
                fresh -> {
                    FIELDS.add(fresh);
                    return FIELDS.size() - 1;
                });
    }

    /** The static field with a number. */
    static synchronized StaticField field(int number) {
        return FIELDS.get(number);
    }

    /** A reader that tells where the instruction is that is visited. */
    static final class OffsetReader extends ClassReader {
        /** The byte offset of the instruction in the method's code. */
        int offset;

        OffsetReader(byte[] bytes) {
            super(bytes);
        }

        @Override
        protected void readBytecodeInstructionOffset(int bytecodeOffset) {
            offset = bytecodeOffset;
        }
    }

    /** A writer that loads no class. */
    private static final class QuietWriter extends ClassWriter {
        QuietWriter(ClassReader reader) {
            super(reader, COMPUTE_MAXS);
        }

        @Override
        protected String getCommonSuperClass(String one, String other) {
            throw new IllegalStateException("frames would have to be computed");
        }
    }
}

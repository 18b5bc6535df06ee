package clew.replay;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Objects;
import org.objectweb.asm.Type;

/** A static field as code names it. */
final class StaticField {
    /** The class that it is looked for in, as class files have its name. */
    final String owner;

    private final String name;
    private final String descriptor;

    StaticField(String owner, String name, String descriptor) {
        this.owner = owner;
        this.name = name;
        this.descriptor = descriptor;
    }

    /** The field of the classes of this loader, made open to reflection. */
    Field find(ClassLoader loader) throws ReflectiveOperationException {
        Field field = find(Class.forName(owner.replace('/', '.'), false, loader));
        if (field == null) {
            throw new NoSuchFieldException(name);
        }
        field.setAccessible(true);
        return field;
    }

    /** In the order in which the JVM looks for it. */
    private Field find(Class<?> type) {
        for (Field field : type.getDeclaredFields()) {
            boolean isStatic = Modifier.isStatic(field.getModifiers());
            if (isStatic && field.getName().equals(name) && Type.getDescriptor(field.getType()).equals(descriptor)) {
                return field;
            }
        }
        for (Class<?> above : type.getInterfaces()) {
            Field field = find(above);
            if (field != null) {
                return field;
            }
        }
        return type.getSuperclass() == null ? null : find(type.getSuperclass());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StaticField
                && owner.equals(((StaticField) other).owner)
                && name.equals(((StaticField) other).name)
                && descriptor.equals(((StaticField) other).descriptor);
    }

    @Override
    public int hashCode() {
        return Objects.hash(owner, name, descriptor);
    }
}

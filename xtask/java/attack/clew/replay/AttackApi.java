package clew.replay;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The classes under attack as reflection shows them, in a loader that initializes none; rounds look their own up by name. */
final class AttackApi {
    private static final Set<String> CHANGING =
            Set.of("set", "reset", "clear", "add", "put", "register", "enable", "disable", "remove", "init");

    /** The classes, by name. */
    final Map<String, Class<?>> classes = new HashMap<>();

    final List<String> names = new ArrayList<>();

    /** What may be called. */
    final List<Executable> callables = new ArrayList<>();

    /** The same by the outermost class that declares it. */
    final Map<String, List<Executable>> nests = new HashMap<>();

    /** Static methods that may change static state, and static fields that may be written. */
    final List<Method> changers = new ArrayList<>();

    final List<Field> fields = new ArrayList<>();

    /** Static fields that may be read. */
    final List<Field> constants = new ArrayList<>();

    /** What the code of all classes mentions. */
    final List<Object> mentioned = new ArrayList<>();

    /** What the code of a class and of those in it mentions. */
    final Map<String, List<Object>> mentions = new HashMap<>();

    /**
     * The lines, as {@code class#method:line}, that call something by which the code of a lambda may run. Its frame is in no stack
     * trace, so that an exception in it seems to arise in the line.
     */
    final Set<String> throughInterfaces = new HashSet<>();

    private final boolean usesPackage;
    private final Map<Class<?>, List<Member>> makers = new HashMap<>();

    AttackApi(AttackPlan plan) throws IOException {
        usesPackage = plan.usesPackage;
        List<String> path = new ArrayList<>(plan.roots);
        path.addAll(plan.needs);
        URLClassLoader loader = new URLClassLoader(TestLoader.urls(path), ClassLoader.getSystemClassLoader().getParent());
        for (String root : plan.roots) {
            Path place = Path.of(root);
            if (Files.isDirectory(place)) {
                readAll(place, loader);
            } else {
                try (FileSystem jar = FileSystems.newFileSystem(place, (ClassLoader) null)) {
                    readAll(jar.getPath("/"), loader);
                }
            }
        }
        Collections.sort(names);
        names.forEach(name -> addMembers(classes.get(name)));
        Set<Object> all = newSet();
        mentions.values().forEach(all::addAll);
        mentioned.addAll(all);
    }

    private static Set<Object> newSet() {
        return new TreeSet<>(Comparator.comparing((Object it) -> it.getClass().getName() + it));
    }

    private void readAll(Path folder, ClassLoader loader) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(file -> isClass(folder.relativize(file).toString())).sorted().collect(Collectors.toList());
        }
        for (Path file : files) {
            String path = folder.relativize(file).toString();
            String name = path.substring(0, path.length() - ".class".length()).replace('/', '.');
            try {
                Class<?> type = Class.forName(name, false, loader);
                type.getDeclaredMethods();
                type.getDeclaredConstructors();
                type.getDeclaredFields();
                classes.put(name, type);
                names.add(name);
                readMentions(name, file);
            } catch (ClassNotFoundException | LinkageError | RuntimeException unusable) {
                continue;
            }
        }
    }

    private static boolean isClass(String path) {
        return path.endsWith(".class")
                && !path.startsWith("META-INF")
                && !path.endsWith("module-info.class")
                && !path.endsWith("package-info.class");
    }

    private void readMentions(String name, Path file) throws IOException {
        Set<Object> found = newSet();
        try (InputStream in = Files.newInputStream(file)) {
            new ClassReader(in.readAllBytes()).accept(new Mentions(name, found, throughInterfaces), ClassReader.SKIP_FRAMES);
        }
        mentions.computeIfAbsent(nest(name), nest -> new ArrayList<>()).addAll(found);
    }

    /** The name of the outermost class. */
    static String nest(String name) {
        int end = name.indexOf('$', name.lastIndexOf('.') + 2);
        return end < 0 ? name : name.substring(0, end);
    }

    private void addMembers(Class<?> type) {
        for (Constructor<?> constructor : sorted(type.getDeclaredConstructors())) {
            if (isOpen(type) && isOpen(constructor) && !Modifier.isAbstract(type.getModifiers()) && !type.isEnum()) {
                addCallable(type, constructor);
            }
        }
        for (Method method : sorted(type.getDeclaredMethods())) {
            // A public method of a class that is not open can be called by whoever is given an object of it.
            boolean isOpenType = isOpen(type) || !Modifier.isStatic(method.getModifiers());
            if (isOpenType && isOpen(method)) {
                addCallable(type, method);
                if (Modifier.isStatic(method.getModifiers()) && changes(method)) {
                    changers.add(method);
                }
            }
        }
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && isOpen(type) && isOpen(field)) {
                constants.add(field);
                if (!Modifier.isFinal(field.getModifiers())) {
                    fields.add(field);
                }
            }
        }
    }

    private static <T extends Executable> List<T> sorted(T[] all) {
        List<T> sorted = new ArrayList<>(Arrays.asList(all));
        sorted.sort(Comparator.comparing((T it) -> it.getName() + descriptor(it)));
        return sorted;
    }

    private void addCallable(Class<?> type, Executable callable) {
        callables.add(callable);
        nests.computeIfAbsent(nest(type.getName()), nest -> new ArrayList<>()).add(callable);
    }

    private static boolean changes(Method method) {
        boolean isNamedSo = CHANGING.stream().anyMatch(verb -> method.getName().startsWith(verb));
        return isNamedSo || method.getReturnType() == void.class;
    }

    boolean isOpen(Class<?> type) {
        for (Class<?> outer = type; outer != null; outer = outer.getDeclaringClass()) {
            if (outer.isSynthetic() || outer.isAnonymousClass() || outer.isLocalClass() || !isOpen(outer.getModifiers())) {
                return false;
            }
        }
        return true;
    }

    private boolean isOpen(Member member) {
        return !member.isSynthetic() && isOpen(member.getModifiers());
    }

    private boolean isOpen(int modifiers) {
        boolean isOfPackage = usesPackage && !Modifier.isPrivate(modifiers);
        return isOfPackage || Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    /** The constructors, methods and fields that give an object of a type. */
    synchronized List<Member> makers(Class<?> type) {
        return makers.computeIfAbsent(type, this::findMakers);
    }

    private List<Member> findMakers(Class<?> type) {
        List<Member> found = new ArrayList<>();
        for (Executable callable : callables) {
            boolean constructs = callable instanceof Constructor;
            Class<?> made = constructs ? callable.getDeclaringClass() : ((Method) callable).getReturnType();
            if (made != void.class && type.isAssignableFrom(made)) {
                found.add(callable);
            }
        }
        constants.stream().filter(field -> type.isAssignableFrom(field.getType())).forEach(found::add);
        return found;
    }

    /** The descriptor of a method or constructor. */
    static String descriptor(Executable callable) {
        Class<?> result = callable instanceof Method ? ((Method) callable).getReturnType() : void.class;
        return MethodType.methodType(result, callable.getParameterTypes()).toMethodDescriptorString();
    }

    /** The name of a method as reports have it. */
    static String name(Executable callable) {
        String name = callable instanceof Method ? callable.getName() : "<init>";
        return callable.getDeclaringClass().getName() + "#" + name + descriptor(callable);
    }

    /** Collects the constants in the code of a class, and the lines with calls of interfaces. */
    private static final class Mentions extends ClassVisitor {
        private final String owner;
        private final Set<Object> found;
        private final Set<String> throughInterfaces;

        Mentions(String owner, Set<Object> found, Set<String> throughInterfaces) {
            super(Opcodes.ASM9);
            this.owner = owner;
            this.found = found;
            this.throughInterfaces = throughInterfaces;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            return new MethodVisitor(Opcodes.ASM9) {
                private int line;

                @Override
                public void visitLineNumber(int line, org.objectweb.asm.Label start) {
                    this.line = line;
                }

                @Override
                public void visitMethodInsn(
                        int opcode, String of, String called, String type, boolean isInterface) {
                    if (opcode == Opcodes.INVOKEINTERFACE || of.startsWith("java/lang/invoke/")) {
                        throughInterfaces.add(owner + "#" + name + ":" + line);
                    }
                }

                @Override
                public void visitLdcInsn(Object value) {
                    if (value instanceof Number || value instanceof String && ((String) value).length() < 200) {
                        found.add(value);
                    }
                }

                @Override
                public void visitIntInsn(int opcode, int operand) {
                    if (opcode != Opcodes.NEWARRAY) {
                        found.add(operand);
                    }
                }

                @Override
                public void visitLookupSwitchInsn(
                        org.objectweb.asm.Label otherwise, int[] keys, org.objectweb.asm.Label[] labels) {
                    for (int key : keys) {
                        found.add(key);
                    }
                }
            };
        }
    }
}

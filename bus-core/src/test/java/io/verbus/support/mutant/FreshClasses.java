package io.verbus.support.mutant;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * The classes of the bus, loaded a second time, apart from those that the JVM has loaded: some replaced, all rewritten
 * on request. Everything else (the JDK, Agrona, JUnit) is shared with the rest of the JVM.
 */
public final class FreshClasses extends ClassLoader {
    /** Loads a class unchanged. */
    public static final BiFunction<String, byte[], byte[]> UNCHANGED = (name, bytes) -> bytes;

    private final Map<String, byte[]> replaced;
    private final Predicate<String> fresh;
    private final BiFunction<String, byte[], byte[]> rewrite;

    /**
     * For one experiment.
     *
     * @param replaced classes by name, instead of those on the class path
     * @param fresh selects the other classes of io.verbus that are loaded again; the rest are shared with the caller
     * @param rewrite receives name and bytes of each class before it is defined
     */
    public FreshClasses(final Map<String, byte[]> replaced, final Predicate<String> fresh,
            final BiFunction<String, byte[], byte[]> rewrite) {
        super(FreshClasses.class.getClassLoader());
        this.replaced = replaced;
        this.fresh = fresh;
        this.rewrite = rewrite;
    }

    /** Creates an object of the class as loaded here, by its constructor without parameters. */
    public Object make(final Class<?> original) {
        try {
            final var constructor = loadClass(original.getName()).getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (final ReflectiveOperationException e) {
            throw new AssertionError(original + " cannot be created again", e);
        }
    }

    @Override
    protected Class<?> loadClass(final String name, final boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith("io.verbus.") || !fresh.test(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            final Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    private Class<?> define(final String name) throws ClassNotFoundException {
        final byte[] bytes = rewrite.apply(name, replaced.containsKey(name) ? replaced.get(name) : read(name));
        return defineClass(name, bytes, 0, bytes.length);
    }

    private byte[] read(final String name) throws ClassNotFoundException {
        try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            return file.readAllBytes();
        } catch (final IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}

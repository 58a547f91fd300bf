package io.verbus.support.mutant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The bus with one bug in it, made from its source by replacing a text. A test that must find the bug runs inside:
 *
 * <pre>
 *   final Mutant mutant = new Mutant("the commit word is 0", "io/verbus/internal/log/LogWriter.java",
 *           "ring.putLongRelease(offset, ", "ring.putLongRelease(offset, 0 * ");
 *   assertEquals("ok", new MyTest().apply(7L));
 *   assertNotEquals("ok", mutant.inside(MyTest.class).apply(7L)); // MyTest implements Function of Long, String
 * </pre>
 *
 * <p>Arguments and results are of classes of the JDK: the classes of the bus are different inside.
 *
 * @param name the bug, in words
 * @param source under src/main/java of the tested module, or of any other module
 * @param original text that occurs there exactly once
 * @param replacement for it
 * @param hint seed whose history found the bug last, tried before all others; -1 for none
 */
public record Mutant(String name, String source, String original, String replacement, long hint) {
    private static final Path SOURCES = Path.of("src", "main", "java");
    private static final Path TREE = Path.of("..");

    /** Without a hint: seeds are tried from 0 on. */
    public Mutant(final String name, final String source, final String original, final String replacement) {
        this(name, source, original, replacement, -1);
    }

    /** The same bug, last found by the history of a seed. */
    public Mutant lastFoundAt(final long seed) {
        return new Mutant(name, source, original, replacement, seed);
    }

    /**
     * A test, loaded inside this mutant.
     *
     * @param test with a constructor without parameters; the test and all its classes of the bus are loaded again
     * @return the test, linked to the mutant
     */
    @SuppressWarnings("unchecked") // parameter and result are of the JDK, the same inside and outside
    public <T, R> Function<T, R> inside(final Class<? extends Function<T, R>> test) {
        return (Function<T, R>) new FreshClasses(classes(), name -> true, FreshClasses.UNCHANGED).make(test);
    }

    /**
     * Fails unless a hunt finds the bug, and prints the failure that it found. The hint only saves time: it is below
     * the bound, its history must not fail without the bug, and if it does not fail with the bug, all seeds are tried.
     *
     * @param hunt takes the first seed and the number of seeds, returns the first failure, or an empty text
     * @param seeds bound of the seeds to try, which begin with 0
     */
    public void assertFound(final Class<? extends Function<long[], String>> hunt, final long seeds) {
        assertTrue(hint < seeds, () -> name + ": the hint " + hint + " is not below the bound " + seeds);
        final Function<long[], String> inside = inside(hunt);
        final long beginNs = System.nanoTime();
        String found = hint < 0 ? "" : inside.apply(new long[]{hint, 1});
        if (found.isEmpty()) {
            if (hint >= 0) {
                System.out.println("planted: " + name + "; seed " + hint + " does not find it any more");
            }
            found = inside.apply(new long[]{0, seeds});
        } else {
            assertEquals("", unchanged(hunt).apply(new long[]{hint, 1}), name + ": fails without the bug too");
        }
        System.out.printf("planted: %s; found in %.1f s: %s%n", name, (System.nanoTime() - beginNs) / 1e9, found);
        assertNotEquals("", found, name + " was not found in " + seeds + " seeds");
    }

    private static <T, R> Function<T, R> unchanged(final Class<? extends Function<T, R>> test) {
        try {
            final var constructor = test.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (final ReflectiveOperationException e) {
            throw new AssertionError(test + " cannot be made", e);
        }
    }

    /** The classes of the source, with the bug, by name. */
    public Map<String, byte[]> classes() {
        return InMemoryCompiler.compile(source, mutated());
    }

    private String mutated() {
        final String text = read();
        final int at = text.indexOf(original);
        if (at < 0 || text.indexOf(original, at + 1) >= 0) {
            throw new AssertionError("the mutant \"" + name + "\" is out of date: its text occurs "
                    + (at < 0 ? "not at all" : "more than once") + " in " + source + ": " + original);
        }
        return text.substring(0, at) + replacement + text.substring(at + original.length());
    }

    private String read() {
        final Path own = SOURCES.resolve(source);
        try (Stream<Path> modules = Files.list(TREE)) {
            final Path file = Stream.concat(Stream.of(own), modules.map(module -> module.resolve(own)))
                    .filter(Files::exists).findFirst()
                    .orElseThrow(() -> new AssertionError("no module has the source " + source));
            return Files.readString(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}

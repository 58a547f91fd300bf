package io.verbus.support.mutant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.internal.log.FrameLayout;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogWriter;
import io.verbus.spi.LogIdentity;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class MutantTest {
    private static final String WRITER = "io/verbus/internal/log/LogWriter.java";
    private static final Mutant UNCOMMITTED = new Mutant("the commit word is never stored", WRITER,
            "ring.putLongRelease(offset, ", "ring.putLongRelease(offset, 0 * ");
    private static final Mutant SHORT = new Mutant("a frame is read as shorter",
            "io/verbus/internal/log/FrameLayout.java",
            "return (int) commitWord & MAX_LENGTH;", "return (int) commitWord & MAX_LENGTH - 8;");

    @TempDir(factory = ShmDir.class)
    Path directory;

    /** Commits a message and polls it. */
    static final class OneMessage implements Function<Path, String> {
        @Override
        public String apply(final Path path) {
            final LogIdentity identity = new LogIdentity("s", 1, "publisher", 1 << 16, false, 7, 1, 0, 0, "test");
            try (Log log = Log.create(path, identity)) {
                final LogWriter writer = new LogWriter(log, () -> Long.MAX_VALUE, () -> 0);
                writer.claim(8);
                writer.commit();
                return FrameLayout.length(log.ring().getLong(0)) == 24 ? "ok" : "no message";
            }
        }
    }

    @Test
    void testInsideAMutantFindsItsBug() {
        assertEquals("ok", new OneMessage().apply(directory.resolve("sound")));
        assertEquals("no message", UNCOMMITTED.inside(OneMessage.class).apply(directory.resolve("mutant")));
    }

    @Test
    void mutantWithOutdatedTextFailsWithAReason() {
        final Mutant old = new Mutant("outdated", WRITER, "no such text", "");
        assertTrue(assertThrows(AssertionError.class, old::classes).getMessage().contains("\"outdated\" is out of"));
        final Mutant vague = new Mutant("anywhere", WRITER, "return", "");
        assertTrue(assertThrows(AssertionError.class, vague::classes).getMessage().contains("more than once"));
    }

    /** Finds a frame of another length, with seed 3 only. */
    static final class OnlySeed3 implements Function<long[], String> {
        @Override
        public String apply(final long[] seeds) {
            final boolean tries3 = seeds[0] <= 3 && 3 < seeds[0] + seeds[1];
            return tries3 && FrameLayout.length(FrameLayout.commitWord(FrameLayout.DATA, FrameLayout.WHOLE, 24)) != 24
                    ? "seed 3 fails"
                    : "";
        }
    }

    /** Fails without any bug. */
    static final class FailsAlways implements Function<long[], String> {
        @Override
        public String apply(final long[] seeds) {
            return "seed " + seeds[0] + " fails";
        }
    }

    @Test
    void seedsFromZeroAreTriedIfTheHintFindsNothing() {
        SHORT.assertFound(OnlySeed3.class, 4);
        SHORT.lastFoundAt(3).assertFound(OnlySeed3.class, 4);
        SHORT.lastFoundAt(1).assertFound(OnlySeed3.class, 4);
    }

    @Test
    void wrongHintDoesNotCountAsFound() {
        assertFails("not found in 3 seeds", () -> SHORT.lastFoundAt(2).assertFound(OnlySeed3.class, 3));
        assertFails("not below the bound", () -> SHORT.lastFoundAt(3).assertFound(OnlySeed3.class, 3));
        assertFails("without the bug too", () -> SHORT.lastFoundAt(0).assertFound(FailsAlways.class, 3));
    }

    private static void assertFails(final String message, final Executable executable) {
        final String found = assertThrows(AssertionError.class, executable).getMessage();
        assertTrue(found.contains(message), found);
    }

    @Test
    void aMutantThatDoesNotCompileFails() {
        final Mutant wrong = new Mutant("half a class", WRITER, "public final class LogWriter {", "class {");
        assertTrue(assertThrows(AssertionError.class, wrong::classes).getMessage().contains("does not compile"));
    }
}

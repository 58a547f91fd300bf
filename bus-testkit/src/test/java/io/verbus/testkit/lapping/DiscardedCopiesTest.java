package io.verbus.testkit.lapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.ShmDir;
import io.verbus.support.mutant.Mutant;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The counter of discarded copies counts each copy that the horizon passed, once, and no others. */
class DiscardedCopiesTest {
    private static final String MEANWHILE = "io.verbus.testkit.lapping.DuringCopies.meanwhile(offset);\n        ";
    private static final Mutant WHOLE_MESSAGES = new Mutant("events at the beginning of a copy",
            "io/verbus/internal/image/CopyingReader.java", "copy(ring, offset, copied, aligned);",
            MEANWHILE + "copy(ring, offset, copied, aligned);");
    private static final Mutant CHECKED_MESSAGES = new Mutant("events at the beginning of a copy on the checked path",
            "io/verbus/internal/image/FrameReader.java", "copy.putBytes(0, frames, offset, length);",
            MEANWHILE + "copy.putBytes(0, frames, offset, length);");
    private static final Mutant PARTS_OF_MESSAGES = new Mutant("events at the copy of a fragment",
            "io/verbus/internal/image/FragmentAssembler.java",
            "buffer.putBytes(length, source, offset, payloadLength);",
            MEANWHILE + "buffer.putBytes(length, source, offset, payloadLength);");

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @Test
    void discardedMessagesAreCounted() {
        check(WHOLE_MESSAGES.inside(DuringCopies.class).apply(directory));
    }

    @Test
    void discardedMessagesOfTheCheckedPathAreCounted() {
        check(CHECKED_MESSAGES.inside(DuringCopies.class).apply(directory));
    }

    @Test
    void discardedFragmentsAreCounted() {
        check(PARTS_OF_MESSAGES.inside(DuringCopies.class).apply(directory));
    }

    private static void check(final List<Long> outcome) {
        final long passed = outcome.get(0);
        assertEquals(List.of(passed, passed, outcome.get(2), 0L), outcome);
        assertTrue(passed > 50 && outcome.get(2) > 2 * passed, outcome::toString);
    }
}

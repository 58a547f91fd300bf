package io.verbus.tools.demo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.marketdata.generator.BinaryFileSink;
import io.verbus.marketdata.generator.ItchGenerator;
import io.verbus.marketdata.generator.SessionShape;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExcerptTest {
    private static final int MESSAGES = 20_000;

    @TempDir
    private Path folder;
    private Path session;
    private Path copy;

    @BeforeEach
    void generate() throws IOException {
        session = folder.resolve("session.itch");
        copy = folder.resolve("copy.itch");
        try (BinaryFileSink sink = new BinaryFileSink(session)) {
            ItchGenerator.generate(new SessionShape(1, MESSAGES, 100, 1_000), sink);
        }
    }

    @Test
    void wholeFileIsCopied() throws IOException {
        final Excerpt whole = new Excerpt(copy, MESSAGES, true, Optional.empty());
        assertEquals(whole, Excerpt.copy(session, copy, MESSAGES, Long.MAX_VALUE));
        assertArrayEquals(Files.readAllBytes(session), Files.readAllBytes(copy));
    }

    @Test
    void beginningIsCopiedInWholeMessages() throws IOException {
        final Excerpt beginning = new Excerpt(copy, 15_001, false, Optional.empty());
        assertEquals(beginning, Excerpt.copy(session, copy, 15_001, Long.MAX_VALUE));
        final byte[] bytes = Files.readAllBytes(copy);
        assertArrayEquals(Arrays.copyOf(Files.readAllBytes(session), bytes.length), bytes);
        assertEquals(15_001, messages(bytes));
    }

    @Test
    void timeSpanLimitsTheCopy() throws IOException {
        final long hourNs = TimeUnit.HOURS.toNanos(1);
        final Excerpt hour = Excerpt.copy(session, copy, Long.MAX_VALUE, hourNs);
        final byte[] bytes = Files.readAllBytes(copy);
        assertEquals(hour.messages(), messages(bytes));
        assertTrue(hour.messages() > 400 && hour.messages() < MESSAGES, hour::toString);
        final ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(session));
        final long firstNs = timeNs(all, 0);
        assertTrue(timeNs(all, bytes.length) - firstNs > hourNs, "the next message is too late");
    }

    @Test
    void truncatedOriginalIsReported() throws IOException {
        final byte[] bytes = Files.readAllBytes(session);
        Files.write(session, Arrays.copyOf(bytes, bytes.length - 3));
        final Excerpt rest = Excerpt.copy(session, copy, MESSAGES, Long.MAX_VALUE);
        assertEquals(MESSAGES - 1, rest.messages());
        assertTrue(rest.flaw().orElseThrow().startsWith(session + " is cut off: it ends in the middle of a message"),
                rest::toString);
    }

    @Test
    void originalWithoutMessagesIsRefused() throws IOException {
        Files.write(session, new byte[]{0});
        assertEquals(session + " has no messages",
                assertThrows(BusException.class, () -> Excerpt.copy(session, copy, 5, Long.MAX_VALUE)).getMessage());
    }

    private static long timeNs(final ByteBuffer session, final int at) {
        return session.getLong(at + 2 + 3) & 0xFFFF_FFFF_FFFFL;
    }

    private static int messages(final byte[] bytes) {
        final ByteBuffer session = ByteBuffer.wrap(bytes);
        int messages = 0;
        while (session.hasRemaining()) {
            session.position(session.getShort() + session.position());
            messages++;
        }
        return messages;
    }
}

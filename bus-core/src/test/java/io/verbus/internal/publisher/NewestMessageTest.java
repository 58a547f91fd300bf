package io.verbus.internal.publisher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.log.LogWriter;
import io.verbus.internal.log.LongMessages;
import io.verbus.support.Logs;
import io.verbus.support.ShmDir;
import io.verbus.support.seeds.Seeds;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Finds the beginning of the last message, for any position in the log. */
class NewestMessageTest {
    private static final int CAPACITY = LogLayout.MIN_CAPACITY;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private Log log;
    private LogWriter writer;
    private LongMessages longMessages;

    @BeforeEach
    void open() {
        log = Logs.create(directory, CAPACITY, false);
        writer = new LogWriter(log, () -> Long.MAX_VALUE, () -> 0);
        longMessages = new LongMessages(log, writer);
    }

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void emptyLogHasNoNewestMessage() {
        assertNull(newest());
    }

    @Test
    void newestMessageOfAnyLengthIsFound() {
        final long seed = Seeds.draw();
        final SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 5_000; i++) {
            final long first = writer.sequence();
            final long before = writer.position();
            final boolean isLong = random.nextInt(20) == 0;
            publish(isLong
                    ? random.nextInt(writer.maxPayloadLength() + 1, longMessages.maxLength() + 1)
                    : random.nextInt(writer.maxPayloadLength()));
            final Boundary found = newest();
            assertEquals(first, found.sequence(), "seed " + seed);
            // Padding may precede it.
            assertEquals(found.position() % CAPACITY == 0 ? found.position() : before, found.position(),
                    "seed " + seed);
        }
    }

    @Test
    void uncommittedClaimIsNotAMessage() {
        publish(writer.maxPayloadLength());
        for (int i = 0; i < 100; i++) {
            writer.claim(writer.maxPayloadLength());
            writer.abort();
            assertEquals(new Boundary(0, 0), newest());
        }
    }

    @Test
    void endFrameIsNotAMessage() {
        publish(100);
        publish(writer.maxPayloadLength());
        final Boundary before = newest();
        writer.end();
        assertEquals(before, newest());
        assertEquals(1, before.sequence());
    }

    @Test
    void overwrittenMessageIsNotFound() {
        publish(100);
        final long end = writer.position();
        while (writer.position() < 3 * CAPACITY) {
            publish(100);
        }
        assertNull(NewestMessage.in(log, end));
    }

    private Boundary newest() {
        return NewestMessage.in(log, writer.position());
    }

    private void publish(final int length) {
        if (length > writer.maxPayloadLength()) {
            longMessages.offer(new UnsafeBuffer(new byte[length]), 0, length);
        } else {
            writer.claim(length);
            writer.commit();
        }
    }
}

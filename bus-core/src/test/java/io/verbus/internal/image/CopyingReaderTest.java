package io.verbus.internal.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Policy;
import io.verbus.PollHandler;
import io.verbus.Repair;
import io.verbus.Start;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.log.LogWriter;
import io.verbus.internal.shm.PeerPositions;
import io.verbus.internal.shm.Positions;
import io.verbus.spi.SubscriptionIdentity;
import io.verbus.support.EventRecorder;
import io.verbus.support.Logs;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ordinary state of an image under SKIP, which reads copies. */
class CopyingReaderTest {
    private static final int CAPACITY = LogLayout.MIN_CAPACITY;
    private static final int LONG = CAPACITY / LogLayout.CHUNKS - 16;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final EventRecorder recording = new EventRecorder();
    private final List<Long> received = new ArrayList<>();
    private final PollHandler handler = (buffer, offset, length, header) -> {
        assertTrue(buffer.capacity() < CAPACITY, "read in place");
        assertEquals(header.sequence(), buffer.getLong(offset));
        received.add(header.sequence());
        return Action.TAKEN;
    };
    private Log log;
    private LogWriter writer;
    private Positions positions;
    private PeerPositions seen;
    private LocalImage image;

    @BeforeEach
    void join() {
        log = Logs.create(directory, CAPACITY, false);
        writer = new LogWriter(log, () -> Long.MAX_VALUE, () -> 0);
        final Path file = directory.resolve("positions");
        positions = Positions.create(file, new SubscriptionIdentity(5, "t", Policy.SKIP, 1, 1), 64);
        image = new LocalImage(Log.attach(log.path()), positions, Start.oldest(), new ImageSettings("t", Repair.REPORT,
                false, new ReassemblyMemory(0), recording, new CountingGaps(), error -> {
                    throw new AssertionError(error);
                }, () -> 0));
        seen = PeerPositions.attach(file);
        publish(1, 8);
        assertEquals(1, image.poll(handler, 1));
        assertTrue(image.ordinary().isOpen());
    }

    @AfterEach
    void close() {
        seen.close();
        image.close();
        positions.close();
        log.close();
    }

    @Test
    void messagesAreDeliveredUpToTheLimit() {
        publish(5, 100);
        assertEquals(3, image.poll(handler, 3));
        assertEquals(2, image.poll(handler, 3));
        assertEquals(0, image.poll(handler, 3));
        assertEquals(List.of(0L, 1L, 2L, 3L, 4L, 5L), received);
        assertEquals(writer.position(), seen.position(0));
        assertTrue(image.ordinary().isOpen());
    }

    @Test
    void refusedMessageIsDeliveredAgain() {
        publish(2, 8);
        assertEquals(0, image.poll((buffer, offset, length, header) -> Action.NOT_TAKEN, 2));
        assertEquals(2, image.poll(handler, 2));
        assertEquals(List.of(0L, 1L, 2L), received);
    }

    @Test
    void longFrameTakesTheCheckedPath() {
        publish(1, LONG);
        publish(1, 8);
        assertEquals(2, image.poll(handler, 2) + image.poll(handler, 2));
        assertEquals(List.of(0L, 1L, 2L), received);
        assertTrue(image.ordinary().isOpen());
    }

    @Test
    void messageOfAFailedHandlerIsConsumed() {
        publish(2, 8);
        final Error error = new OutOfMemoryError("of a handler");
        assertSame(error, assertThrows(OutOfMemoryError.class, () -> image.poll((buffer, offset, length, header) -> {
            throw error;
        }, 2)));
        assertEquals(1, image.poll(handler, 2));
        assertEquals(List.of(0L, 2L), received);
    }

    /** The reader is at the end of the log, where later frames have zeros in their payload. */
    @Test
    void lapIsFoundAtAnEmptyWord() {
        for (int i = 0; i < 3 * LogLayout.CHUNKS; i++) {
            log.ring().setMemory(writer.claim(LONG), LONG, (byte) 0);
            writer.commit();
        }
        image.poll((buffer, offset, length, header) -> Action.TAKEN, 1);
        assertTrue(recording.events().getLast().startsWith("gap 1.."), () -> recording.events().toString());
    }

    @Test
    void lapDuringAHandlerIsFoundAtTheNextFrame() {
        publish(2, 8);
        image.poll((buffer, offset, length, header) -> {
            for (int i = 0; i < 2 * LogLayout.CHUNKS; i++) {
                publish(1, LONG);
            }
            return Action.TAKEN;
        }, 1);
        assertEquals(0, image.poll((buffer, offset, length, header) -> Action.NOT_TAKEN, 1));
        assertTrue(recording.events().getLast().startsWith("gap 2.."), () -> recording.events().toString());
        assertFalse(recording.events().toString().contains("doubtful"), () -> recording.events().toString());
    }

    private void publish(final int messages, final int length) {
        for (int i = 0; i < messages; i++) {
            final int offset = writer.claim(length);
            log.ring().putLong(offset, writer.sequence());
            writer.commit();
        }
    }
}

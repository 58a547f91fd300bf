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
import io.verbus.internal.log.Acknowledgements;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Handlers that fail with an error of the JVM, or are lapped, on the checked path and in the ordinary state. */
class InPlaceReaderTest {
    private static final int CAPACITY = LogLayout.MIN_CAPACITY;
    private static final int LONG = CAPACITY / LogLayout.CHUNKS - 16;
    private static final long SUBSCRIPTION = 5;
    private static final PollHandler TAKE = (buffer, offset, length, header) -> Action.TAKEN;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final EventRecorder recording = new EventRecorder();
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
        positions = Positions.create(file, new SubscriptionIdentity(SUBSCRIPTION, "t", Policy.BLOCK, 1, 1), 64);
        image = new LocalImage(Log.attach(log.path()), positions, Start.oldest(), new ImageSettings("t", Repair.REPORT,
                false, new ReassemblyMemory(0), recording, new CountingGaps(), error -> {
                    throw new AssertionError(error);
                }, () -> 0));
        seen = PeerPositions.attach(file);
        Acknowledgements.acknowledge(log.header(), SUBSCRIPTION, seen.join(0));
    }

    @AfterEach
    void close() {
        seen.close();
        image.close();
        positions.close();
        log.close();
    }

    @Test
    void ordinaryStateDoesNotBeginAfterALap() {
        publish(1);
        image.poll((buffer, offset, length, header) -> {
            lap();
            return Action.TAKEN;
        }, 1);
        assertTrue(recording.events().contains("doubtful 0"), () -> recording.events().toString());
        assertFalse(image.ordinary().isOpen());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void messageOfAFailedHandlerIsConsumed(final boolean isOrdinary) {
        prepare(isOrdinary);
        publish(3);
        final long first = writer.sequence() - 3;
        final Error error = new OutOfMemoryError("of a handler");
        assertSame(error, assertThrows(OutOfMemoryError.class, () -> image.poll((buffer, offset, length, header) -> {
            if (header.sequence() == first + 1) {
                throw error;
            }
            return Action.TAKEN;
        }, 3)));
        assertEquals(writer.position() - 32, seen.position(0));
        assertEquals(1, image.poll((buffer, offset, length, header) -> {
            assertEquals(first + 2, header.sequence());
            return Action.TAKEN;
        }, 3));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void messageOfAFailedHandlerIsDoubtfulAfterALap(final boolean isOrdinary) {
        prepare(isOrdinary);
        publish(2);
        final long last = writer.sequence() - 1;
        assertThrows(OutOfMemoryError.class, () -> image.poll((buffer, offset, length, header) -> {
            if (header.sequence() == last) {
                lap();
                throw new OutOfMemoryError("of a handler");
            }
            return Action.TAKEN;
        }, 2));
        assertEquals("doubtful " + last, recording.events().get(1), () -> recording.events().toString());
        assertEquals("gap " + (last + 1), recording.events().get(2).split("[.]")[0]);
        assertFalse(image.ordinary().isOpen());
    }

    private void prepare(final boolean isOrdinary) {
        if (isOrdinary) {
            publish(1);
            image.poll(TAKE, 1);
        }
        assertEquals(isOrdinary, image.ordinary().isOpen());
    }

    private void lap() {
        Acknowledgements.evict(log.header(), SUBSCRIPTION);
        for (int i = 0; i < 2 * LogLayout.CHUNKS; i++) {
            writer.claim(LONG);
            writer.commit();
        }
    }

    private void publish(final int messages) {
        for (int i = 0; i < messages; i++) {
            writer.claim(8);
            writer.commit();
        }
    }
}

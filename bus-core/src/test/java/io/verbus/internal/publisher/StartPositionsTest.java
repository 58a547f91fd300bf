package io.verbus.internal.publisher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.ChunkTable;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.log.LogWriter;
import io.verbus.spi.LogIdentity;
import io.verbus.spi.Offer;
import io.verbus.spi.Request;
import io.verbus.spi.SubscriptionIdentity;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The offers for subscriptions on other hosts that resume a session. */
class StartPositionsTest {
    private static final long SESSION = 1;
    private static final int LENGTH = 200;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private Log log;
    private LogWriter writer;
    private StartPositions startPositions;
    private long gate = RemoteReader.NOWHERE;

    @BeforeEach
    void open() {
        log = Log.create(directory.resolve("log"), new LogIdentity("s", SESSION, "publisher", LogLayout.MIN_CAPACITY,
                false, 7, 1, 0, 0, "test"));
        writer = new LogWriter(log, () -> gate, () -> 0);
        startPositions = new StartPositions(log, writer);
    }

    @AfterEach
    void close() {
        log.unlink();
        log.close();
    }

    /** The epoch in which it would have been informed of its new start ended at once. */
    @Test
    void readerWhoseStartWasMovedResumesAtItsGatingPosition() {
        publishTo(3 * LogLayout.MIN_CAPACITY / 2);
        final Boundary moved = ChunkTable.atOrAbove(log, LogLayout.MIN_CAPACITY);
        gate = moved.position();
        while (writer.claim(LENGTH) >= 0) {
            writer.commit();
        }
        assertTrue(writer.awaited() > gate, "the claim waits for the reader");

        final Offer offer = startPositions.offer(resumeAt(0), gate, false);

        assertEquals(moved.position(), offer.position());
        assertEquals(moved.sequence(), offer.sequence());
    }

    @Test
    void readerThatGatesNothingResumesAboveTheAwaitedBytes() {
        publishTo(3 * LogLayout.MIN_CAPACITY);
        final Offer offer = startPositions.offer(resumeAt(0), RemoteReader.NOWHERE, false);
        assertTrue(offer.position() > writer.position() - LogLayout.MIN_CAPACITY, () -> "offered at "
                + offer.position() + " of " + writer.position());
        assertEquals(ChunkTable.atOrAbove(log, offer.position()).sequence(), offer.sequence());
    }

    private void publishTo(final long position) {
        while (writer.position() < position) {
            assertTrue(writer.claim(LENGTH) >= 0);
            writer.commit();
        }
    }

    private static Request resumeAt(final long position) {
        return new Request("s", new SubscriptionIdentity(2, "reader", Policy.BLOCK, 2, 1),
                new Request.Resume(SESSION, position, 0));
    }
}

package io.verbus.internal.log;

import static io.verbus.internal.log.FrameLayout.ALIGNMENT;
import static io.verbus.internal.log.LogWriter.BACK_PRESSURED;
import static io.verbus.internal.log.LogWriter.CLOSED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.Logs;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogWriterTest {
    private static final int CAPACITY = LogLayout.MIN_CAPACITY;
    private static final int CHUNK = CAPACITY / LogLayout.CHUNKS;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private long lowest = Long.MAX_VALUE;
    private Runnable onOpening = () -> {};
    private long nowNs = 1;
    private Log log;
    private LogWriter writer;

    @BeforeEach
    void create() {
        log = Logs.create(directory, CAPACITY, false);
        writer = new LogWriter(log, this::lowest, () -> nowNs);
    }

    /** Called in the slow path of a claim. */
    private long lowest() {
        onOpening.run();
        return lowest;
    }

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void aClaimIsInvisibleUntilItIsCommitted() {
        final int offset = writer.claim(20);
        assertEquals(FrameLayout.HEADER_LENGTH, offset);
        assertEquals(0, log.ring().getLong(0));

        assertEquals(0, writer.commit());
        assertEquals(FrameLayout.commitWord(FrameLayout.DATA, FrameLayout.WHOLE, 36), log.ring().getLong(0));
        assertEquals(0, log.ring().getLong(FrameLayout.SEQUENCE_OFFSET));
        assertEquals(64, writer.position());
        assertEquals(1, writer.sequence());
    }

    @Test
    void secondThreadIsRefusedWhereItEntersAChunkUnlessTheFirstHandedOver() throws InterruptedException {
        final String[] refusal = new String[1];
        final Runnable fillAChunk = () -> {
            try {
                for (int i = 0; i < 2 * CHUNK / ALIGNMENT; i++) {
                    writer.claim(0);
                    writer.commit();
                }
            } catch (final IllegalStateException e) {
                refusal[0] = e.getMessage();
            }
        };
        fillAChunk.run();
        Thread.ofPlatform().name("second").start(fillAChunk).join();
        assertTrue(refusal[0].contains("was used by thread \"second\": use it on one thread"), refusal[0]);
        refusal[0] = null;
        writer.handOver();
        final Thread second = Thread.ofPlatform().start(fillAChunk);
        second.join();
        assertEquals(null, refusal[0]);
    }

    @Test
    void logIsNotVacantWhileAnotherThreadHasAClaim() throws InterruptedException {
        final boolean[] vacant = new boolean[1];
        final Runnable look = () -> {
            writer.refuse();
            vacant[0] = writer.isVacant();
        };
        writer.claim(100);
        Thread.ofPlatform().start(look).join();
        assertFalse(vacant[0]);
        assertEquals(0, writer.commit(10));
        Thread.ofPlatform().start(look).join();
        assertTrue(vacant[0]);
        assertEquals(CLOSED, writer.claim(100));
        assertThrows(IllegalStateException.class, writer::commit);
    }

    /** The slow path sets the limit that the closing thread has lowered: the next claim would not look at the mark. */
    @Test
    void logIsNotVacantAfterAClaimThatWasRefusedTooLate() throws InterruptedException {
        final boolean[] refused = new boolean[1];
        onOpening = () -> {
            writer.refuse();
            refused[0] = true;
        };
        while (!refused[0]) {
            assertTrue(writer.claim(writer.maxPayloadLength()) >= 0);
            writer.commit();
        }
        final boolean[] vacant = new boolean[1];
        Thread.ofPlatform().start(() -> vacant[0] = writer.isVacant()).join();
        assertFalse(vacant[0]);
        Thread.ofPlatform().start(() -> {
            writer.refuse();
            vacant[0] = writer.isVacant();
        }).join();
        assertTrue(vacant[0]);
        assertEquals(CLOSED, writer.claim(100));
    }

    @Test
    void shorterCommitTakesOnlyItsOwnLength() {
        writer.claim(1000);
        writer.commit(10);
        assertEquals(ALIGNMENT, writer.position());
        assertEquals(26, FrameLayout.length(log.ring().getLong(0)));
    }

    @Test
    void anAbortedClaimLeavesNoTrace() {
        writer.claim(100);
        writer.abort();
        assertEquals(0, writer.position());
        assertThrows(IllegalStateException.class, writer::commit);
        assertEquals(FrameLayout.HEADER_LENGTH, writer.claim(5));
        assertEquals(0, writer.commit());
    }

    @Test
    void commitLongerThanTheClaimIsRefused() {
        writer.claim(100);
        assertThrows(IllegalStateException.class, () -> writer.commit(101));
        assertThrows(IllegalStateException.class, () -> writer.commit(-1));
        assertThrows(IllegalStateException.class, () -> writer.commit(Integer.MAX_VALUE));
        assertThrows(IllegalStateException.class, () -> writer.commit(Integer.MIN_VALUE));
        assertEquals(0, writer.commit(100));
    }

    @Test
    void lengthsOutOfRangeAreRefusedWithTheRange() {
        assertEquals(CHUNK - FrameLayout.HEADER_LENGTH, writer.maxPayloadLength());
        for (final int length : new int[]{-1, Integer.MIN_VALUE, writer.maxPayloadLength() + 1, Integer.MAX_VALUE}) {
            final Exception e = assertThrows(IllegalArgumentException.class, () -> writer.claim(length));
            assertTrue(e.getMessage().contains("0 to " + writer.maxPayloadLength()), e::getMessage);
        }
        assertNotEquals(BACK_PRESSURED, writer.claim(writer.maxPayloadLength()));
    }

    @Test
    void nextCommitWordIsClearedBeforeTheCommit() {
        log.ring().setMemory(0, CAPACITY, (byte) 0xFF); // possible remains of the previous lap
        log.ring().putLong(0, 0);
        for (int i = 0; i < 3; i++) {
            writer.claim(40);
            writer.commit();
            assertEquals(0, log.ring().getLong((int) writer.position()));
        }
    }

    @Test
    void bytesAfterAShorterCommitOrAnAbortAreNeverAFrame() {
        final Random random = new Random(3);
        for (int i = 0; i < 50_000; i++) {
            final int length = random.nextInt(700);
            final int offset = writer.claim(length);
            log.ring().setMemory(offset, length, (byte) 0xFF);
            if (random.nextInt(4) > 0) {
                writer.commit(random.nextInt(length + 1));
            } else if (random.nextBoolean()) {
                writer.abort();
            }
            assertEquals(0, log.ring().getLong((int) writer.position() % CAPACITY), "after claim " + i);
        }
    }

    @Test
    void fullRingIsBackPressuredBeforeTheOldestUnreadFrameIsOverwritten() {
        lowest = 0;
        long committed = 0;
        while (writer.claim(16) != BACK_PRESSURED) {
            writer.commit();
            committed++;
        }
        // The last commit cleared the word after it; the frame at position 0 must be intact.
        assertEquals(FrameLayout.commitWord(FrameLayout.DATA, FrameLayout.WHOLE, 32), log.ring().getLong(0));
        assertEquals((CAPACITY - ALIGNMENT) / 32, committed);
        assertEquals(CHUNK, writer.awaited());

        lowest = CHUNK - ALIGNMENT;
        assertEquals(BACK_PRESSURED, writer.claim(16));
        lowest = CHUNK;
        assertNotEquals(BACK_PRESSURED, writer.claim(16));
        assertEquals(0, writer.awaited());
        assertEquals(CHUNK, Horizon.of(log.header()));
    }

    @Test
    void claimAnnouncesTheHorizonBeforeTheCheckAndStoresItAfterwards() {
        final List<Long> wanted = new ArrayList<>();
        final LogWriter[] racing = new LogWriter[1];
        racing[0] = new LogWriter(log, () -> {
            wanted.add(racing[0].awaited());
            assertEquals(0, Horizon.of(log.header()), "an acknowledged reader keeps its position");
            return wanted.size() == 1 ? 0 : Long.MAX_VALUE;
        }, () -> nowNs);
        while (racing[0].position() < CAPACITY - ALIGNMENT) {
            assertNotEquals(BACK_PRESSURED, racing[0].claim(16));
            racing[0].commit();
        }
        assertEquals(BACK_PRESSURED, racing[0].claim(16));
        assertEquals(FrameLayout.commitWord(FrameLayout.DATA, FrameLayout.WHOLE, 32), log.ring().getLong(0),
                "no byte is changed");
        assertNotEquals(BACK_PRESSURED, racing[0].claim(16));
        assertEquals(List.of((long) CHUNK, (long) CHUNK), wanted);
        assertEquals(CHUNK, Horizon.of(log.header()));
    }

    @Test
    void everyFrameIsWholeAndTheChunkTableNamesTheFirstInEachChunk() {
        final long seed = 42;
        final Random random = new Random(seed);
        final long[] firstPosition = new long[LogLayout.CHUNKS];
        final long[] firstSequence = new long[LogLayout.CHUNKS];
        long chunk = -1;
        for (long sequence = 0; sequence < 20_000; sequence++) {
            final int length = random.nextInt(8) == 0
                    ? random.nextInt(writer.maxPayloadLength() + 1)
                    : random.nextInt(200);
            final long before = writer.position();
            final int offset = writer.claim(length);
            final long frame = before / CAPACITY * CAPACITY + offset - FrameLayout.HEADER_LENGTH;
            final long begin = frame < before ? frame + CAPACITY : frame;
            assertTrue(offset + length <= CAPACITY, "a frame straddles the end");
            if (begin != before) { // padding begins at "before"
                if (before / CHUNK != chunk) {
                    chunk = before / CHUNK;
                    firstPosition[(int) (chunk % LogLayout.CHUNKS)] = before;
                    firstSequence[(int) (chunk % LogLayout.CHUNKS)] = sequence;
                }
                assertEquals(0, begin % CAPACITY);
            }
            if (begin / CHUNK != chunk) {
                chunk = begin / CHUNK;
                firstPosition[(int) (chunk % LogLayout.CHUNKS)] = begin;
                firstSequence[(int) (chunk % LogLayout.CHUNKS)] = sequence;
            }
            assertEquals(sequence, writer.commit());
            final Boundary newest = ChunkTable.newest(log);
            final int index = (int) (chunk % LogLayout.CHUNKS);
            assertEquals(new Boundary(firstPosition[index], firstSequence[index]), newest, "seed " + seed);
            assertTrue(writer.position() - Horizon.of(log.header()) <= CAPACITY - ALIGNMENT,
                    "the ring overlaps itself");
        }
        assertTrue(writer.position() > 20L * CAPACITY);
    }

    @Test
    void timestampIsTheTimeOfTheCommit() {
        try (Log stamped = Logs.create(directory, CAPACITY, true)) {
            final LogWriter stamping = new LogWriter(stamped, () -> lowest, () -> nowNs);
            assertEquals(FrameLayout.TIMESTAMPED_HEADER_LENGTH, stamping.claim(8));
            nowNs = 1234567;
            stamping.commit();
            assertEquals(1234567, stamped.ring().getLong(FrameLayout.TIMESTAMP_OFFSET));
        }
    }

    @Test
    void endFrameContainsTheNumberOfMessages() {
        writer.claim(1);
        writer.commit();
        assertTrue(writer.end());
        assertEquals(FrameLayout.commitWord(FrameLayout.END, FrameLayout.WHOLE, FrameLayout.HEADER_LENGTH),
                log.ring().getLong(ALIGNMENT));
        assertEquals(1, log.ring().getLong(ALIGNMENT + FrameLayout.SEQUENCE_OFFSET));
    }

    @Test
    void endFrameWaitsForReaders() {
        lowest = 0;
        while (writer.claim(16) != BACK_PRESSURED) {
            writer.commit();
        }
        assertFalse(writer.end());
        lowest = Long.MAX_VALUE;
        assertTrue(writer.end());
    }

    @Test
    void aClosedWriterRefusesClaims() {
        writer.claim(1);
        writer.close();
        assertEquals(CLOSED, writer.claim(1));
        assertThrows(IllegalStateException.class, writer::commit);
    }
}

package io.verbus.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.internal.log.LogLayout;
import io.verbus.rdma.support.Pair;
import io.verbus.rdma.support.TestImage;
import io.verbus.rdma.support.TestLog;
import io.verbus.rdma.verbs.Lab;
import io.verbus.spi.HistoryLink;
import io.verbus.spi.ImageLink;
import io.verbus.spi.LogLink;
import java.nio.ByteBuffer;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** READs return the bytes of the log without the CPU of its publisher; on a device. */
class HistoryTest {
    private static final int CAPACITY = 1 << 17;
    private static final int FILE = LogLayout.length(CAPACITY);

    private final UnsafeBuffer memory = new UnsafeBuffer(ByteBuffer.allocateDirect(FILE));
    private Pair pair;
    private TestLog log;
    private TestImage image;
    private LogLink out;
    private ImageLink in;

    @BeforeEach
    void open() {
        pair = new Pair(4);
        log = new TestLog("md.itch", 11, CAPACITY);
        image = new TestImage("md.itch", pair.arrivals);
        image.history = true;
    }

    @AfterEach
    void close() {
        if (pair != null) {
            pair.close();
            assertEquals(List.of(), pair.errors);
        }
    }

    private HistoryLink take() {
        out = log.links.getLast();
        in = image.links.getLast();
        assertTrue(in.offersHistory());
        return in.history(memory);
    }

    private HistoryLink join(final String parameters) {
        pair.join(log, image, parameters);
        return take();
    }

    private void read(final HistoryLink history, final int offset, final int length) {
        memory.setMemory(0, FILE, (byte) 0x5A);
        while (!history.begin(offset, length)) {
            assertNull(in.endedBy());
        }
        while (!history.isComplete()) {
            assertNull(in.endedBy());
        }
        for (int i = 0; i < FILE; i++) {
            final byte expected = i >= offset && i < offset + length ? log.file().getByte(i) : 0x5A;
            if (expected != memory.getByte(i)) {
                assertEquals(expected, memory.getByte(i), "at " + i);
            }
        }
    }

    /** The whole log, and lengths that would fit into an inline request. */
    private void readAll(final HistoryLink history) {
        log.fill(0, CAPACITY);
        log.file().putLong(512, 77);
        for (int offset = 0; offset < FILE; offset += history.maxLength()) {
            read(history, offset, Math.min(history.maxLength(), FILE - offset));
        }
        read(history, 512, 8);
        read(history, FILE - 32, 32);
        assertEquals(77, log.file().getLong(512));
    }

    @Test
    void readBytesEqualLogBytes() {
        readAll(join(""));
        pair.part(out, in);
    }

    @Test
    void listeningSubscriptionReadsHistory() {
        pair.subscriber.listen(pair.uri(""), image);
        pair.publisher.connect(pair.uri(""), log);
        pair.until("the link", () -> !image.links.isEmpty() && !log.links.isEmpty());
        readAll(take());
        pair.part(out, in);
    }

    @Test
    void shortPacketsOnlyReduceThroughput() {
        readAll(join(Lab.iwarp() ? "push=4096" : "mtu=256&push=4096")); // TCP carries the packets of iWARP
        pair.part(out, in);
    }

    @Test
    void pushesArriveDuringReads() {
        final HistoryLink history = join("push=65536");
        log.fill(0, CAPACITY);
        for (long position = 0; position < 20L * CAPACITY; position += CAPACITY) {
            assertTrue(history.begin(LogLayout.HEADER_LENGTH, history.maxLength()));
            pair.carry(log, out, image, in, position, position + CAPACITY, 480);
            while (!history.isComplete()) {
                assertNull(in.endedBy());
            }
        }
        pair.part(out, in);
    }

    @Test
    void readInterruptedByEndNeverCompletes() {
        final HistoryLink history = join("");
        for (int i = 0; i < 100; i++) {
            read(history, 0, 4096);
        }
        out.end("ended by the test");
        pair.until("the end on the other side", () -> {
            if (history.begin(0, history.maxLength())) {
                pair.until("a completion, or the end", () -> history.isComplete() || in.endedBy() != null);
            }
            return in.endedBy() != null;
        });
        assertFalse(history.isComplete());
        assertFalse(history.begin(0, 4096), "started after the end");
        pair.part(out, in);
    }

    @Test
    void historyIsOfferedOnlyOnRequest() {
        image.history = false;
        pair.join(log, image, "");
        out = log.links.getLast();
        in = image.links.getLast();
        assertFalse(in.offersHistory());
        pair.part(out, in);
    }
}

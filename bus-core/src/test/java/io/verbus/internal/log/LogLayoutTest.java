package io.verbus.internal.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.spi.LogIdentity;
import io.verbus.support.Diagram.Field;
import io.verbus.support.Diagram;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LogLayoutTest {
    @Test
    void diagramAgreesWithOffsets() {
        final Map<String, Field> expected = new LinkedHashMap<>();
        expected.put("magic", new Field(LogLayout.MAGIC_OFFSET, Long.BYTES));
        expected.put("layout version", new Field(LogLayout.VERSION_OFFSET, Integer.BYTES));
        expected.put("flags", new Field(LogLayout.FLAGS_OFFSET, Integer.BYTES));
        expected.put("capacity", new Field(LogLayout.CAPACITY_OFFSET, Long.BYTES));
        expected.put("session", new Field(LogLayout.SESSION_OFFSET, Long.BYTES));
        expected.put("process", new Field(LogLayout.PROCESS_OFFSET, Long.BYTES));
        expected.put("pid", new Field(LogLayout.PID_OFFSET, Long.BYTES));
        expected.put("started", new Field(LogLayout.STARTED_OFFSET, Long.BYTES));
        expected.put("UTC minus monotonic ns", new Field(LogLayout.CLOCK_OFFSET, Long.BYTES));
        expected.put("stream", new Field(LogLayout.STREAM_OFFSET, Integer.BYTES + LogLayout.TEXT_LENGTH));
        expected.put("build", new Field(LogLayout.BUILD_OFFSET, Integer.BYTES + LogLayout.TEXT_LENGTH));
        expected.put("publisher", new Field(LogLayout.PUBLISHER_OFFSET, Integer.BYTES + LogLayout.TEXT_LENGTH));
        expected.put("CRC-32C of the bytes before it", new Field(LogLayout.CHECKSUM_OFFSET, Integer.BYTES));
        expected.put("horizon", new Field(LogLayout.HORIZON_OFFSET, Long.BYTES));
        expected.put("heartbeat ns", new Field(LogLayout.HEARTBEAT_OFFSET, Long.BYTES));
        expected.put("heartbeat position", new Field(LogLayout.HEARTBEAT_POSITION_OFFSET, Long.BYTES));
        expected.put("heartbeat sequence", new Field(LogLayout.HEARTBEAT_SEQUENCE_OFFSET, Long.BYTES));
        expected.put("publishing thread ran ns", new Field(LogLayout.PUBLISHING_OFFSET, Long.BYTES));
        expected.put("refused claims", new Field(LogLayout.REFUSED_CLAIMS_OFFSET,
                LogLayout.REFUSED_CLAIMS * LogLayout.REFUSED_CLAIM_LENGTH));
        expected.put("chunk table",
                new Field(LogLayout.CHUNK_TABLE_OFFSET, LogLayout.CHUNKS * LogLayout.CHUNK_ENTRY_LENGTH));
        expected.put("refused subscriptions",
                new Field(LogLayout.REFUSED_SUBSCRIPTIONS_OFFSET, LogLayout.MAX_REFUSALS * Long.BYTES));
        expected.put("refusal causes",
                new Field(LogLayout.REFUSAL_CAUSES_OFFSET, LogLayout.MAX_REFUSALS * Integer.BYTES));
        expected.put("acknowledgements", new Field(LogLayout.ACKNOWLEDGEMENTS_OFFSET,
                LogLayout.MAX_READERS * LogLayout.ACKNOWLEDGEMENT_LENGTH));
        expected.put("free", new Field(LogLayout.HEADER_LENGTH, 0));

        assertEquals(expected, Diagram.of(LogLayout.class));
        assertEquals("", Diagram.overlaps(expected));
    }

    @Test
    void ringsOfConsecutiveSessionsBeginInDifferentCacheLinesOfAPage() {
        final int capacity = LogLayout.MIN_CAPACITY;
        final Set<Integer> lines = new HashSet<>();
        for (long session = -32; session < 32; session++) {
            final int offset = LogLayout.ringOffset(session);
            assertEquals(0, offset % 64, "the start of a cache line");
            assertTrue(offset >= LogLayout.HEADER_LENGTH && offset + capacity <= LogLayout.length(capacity));
            lines.add(offset % 4096 / 64);
        }
        assertEquals(64, lines.size());
        assertEquals(4096 + 64 * 63, LogLayout.ringOffset(-1));
        assertEquals(8192 + capacity, LogLayout.length(capacity), "the length in the diagram");
    }

    @Test
    void diagramOfFrameAgreesWithOffsets() {
        final Map<String, Field> expected = new LinkedHashMap<>();
        expected.put("commit word", new Field(FrameLayout.COMMIT_WORD_OFFSET, FrameLayout.COMMIT_WORD_LENGTH));
        expected.put("sequence", new Field(FrameLayout.SEQUENCE_OFFSET, Long.BYTES));
        expected.put("timestamp", new Field(FrameLayout.TIMESTAMP_OFFSET, Long.BYTES));
        expected.put("payload", new Field(FrameLayout.HEADER_LENGTH, 0));

        assertEquals(expected, Diagram.of(FrameLayout.class));
        assertEquals(FrameLayout.TIMESTAMPED_HEADER_LENGTH, FrameLayout.TIMESTAMP_OFFSET + Long.BYTES);
    }

    @Test
    void bothEndsOfALinkAgreeOnTheVersionOfThisLayout() {
        assertEquals(LogLayout.VERSION, LogIdentity.LAYOUT_VERSION);
    }

    @Test
    void commitWordContainsLengthFlagsAndTypeAsInDiagram() {
        final long word = FrameLayout.commitWord(FrameLayout.DATA, FrameLayout.WHOLE, FrameLayout.MAX_LENGTH);

        assertEquals(FrameLayout.MAX_LENGTH, FrameLayout.length(word));
        assertEquals(FrameLayout.DATA, word >>> 32);
        assertEquals(FrameLayout.WHOLE, word >>> 28 & 0xF);
        assertEquals(FrameLayout.kindOf(FrameLayout.DATA), FrameLayout.kind(word));
    }
}

package io.verbus.internal.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.Diagram;
import io.verbus.support.Diagram.Field;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SegmentLayoutTest {
    @Test
    void diagramAgreesWithOffsets() {
        final int text = Integer.BYTES + SegmentLayout.TEXT_LENGTH;
        final Map<String, Field> file = new LinkedHashMap<>();
        file.put("magic", new Field(SegmentLayout.MAGIC_OFFSET, Long.BYTES));
        file.put("layout version", new Field(SegmentLayout.VERSION_OFFSET, Integer.BYTES));
        file.put("entries of the index", new Field(SegmentLayout.ENTRIES_OFFSET, Integer.BYTES));
        file.put("length of the file", new Field(SegmentLayout.LENGTH_OFFSET, Long.BYTES));
        file.put("session", new Field(SegmentLayout.SESSION_OFFSET, Long.BYTES));
        file.put("first sequence", new Field(SegmentLayout.FIRST_SEQUENCE_OFFSET, Long.BYTES));
        file.put("created", new Field(SegmentLayout.CREATED_OFFSET, Long.BYTES));
        file.put("session started", new Field(SegmentLayout.STARTED_OFFSET, Long.BYTES));
        file.put("publisher pid", new Field(SegmentLayout.PID_OFFSET, Long.BYTES));
        file.put("stream", new Field(SegmentLayout.STREAM_OFFSET, text));
        file.put("publisher", new Field(SegmentLayout.PUBLISHER_OFFSET, text));
        file.put("build", new Field(SegmentLayout.BUILD_OFFSET, text));
        file.put("CRC-32C of the bytes before it", new Field(SegmentLayout.CHECKSUM_OFFSET, Integer.BYTES));
        file.put("sealed end of the records", new Field(SegmentLayout.SEAL_END_OFFSET, Long.BYTES));
        file.put("sealed next sequence", new Field(SegmentLayout.SEAL_NEXT_OFFSET, Long.BYTES));
        file.put("sealed newest receive time", new Field(SegmentLayout.SEAL_RECEIVED_OFFSET, Long.BYTES));
        file.put("CRC-32C of the seal and of the header's checksum",
                new Field(SegmentLayout.SEAL_CHECKSUM_OFFSET, Integer.BYTES));
        file.put("first sequence of the preceding segment", new Field(SegmentLayout.PRECEDING_OFFSET, Long.BYTES));
        file.put("CRC-32C of it and of the header's checksum",
                new Field(SegmentLayout.PRECEDING_CHECKSUM_OFFSET, Integer.BYTES));
        file.put("first sequence of the following segment", new Field(SegmentLayout.FOLLOWING_OFFSET, Long.BYTES));
        file.put("CRC-32C of that and of the header's checksum",
                new Field(SegmentLayout.FOLLOWING_CHECKSUM_OFFSET, Integer.BYTES));
        file.put("index", new Field(SegmentLayout.INDEX_OFFSET, 0));
        final Map<String, Field> entry = new LinkedHashMap<>();
        entry.put("record's sequence", new Field(SegmentLayout.ENTRY_SEQUENCE_OFFSET, Long.BYTES));
        entry.put("record's receive time", new Field(SegmentLayout.ENTRY_RECEIVED_OFFSET, Long.BYTES));
        entry.put("record's offset in the file", new Field(SegmentLayout.ENTRY_RECORD_OFFSET, Integer.BYTES));
        entry.put("CRC-32C of the entry", new Field(SegmentLayout.ENTRY_CHECKSUM_OFFSET, Integer.BYTES));
        final Map<String, Field> both = new LinkedHashMap<>(file);
        both.putAll(entry);

        assertEquals(both, Diagram.of(SegmentLayout.class));
        assertEquals("", Diagram.overlaps(file) + Diagram.overlaps(entry));
        assertEquals(SegmentLayout.ENTRY_LENGTH, SegmentLayout.ENTRY_CHECKSUM_OFFSET + Integer.BYTES);
        assertEquals(SegmentLayout.SEAL_LENGTH,
                SegmentLayout.SEAL_CHECKSUM_OFFSET + Integer.BYTES - SegmentLayout.SEAL_OFFSET);
    }

    @Test
    void diagramOfRecordAgreesWithOffsets() {
        final Map<String, Field> expected = new LinkedHashMap<>();
        expected.put("length of the record", new Field(RecordLayout.LENGTH_OFFSET, Integer.BYTES));
        expected.put("CRC-32C of the bytes after it", new Field(RecordLayout.CHECKSUM_OFFSET, Integer.BYTES));
        expected.put("received", new Field(RecordLayout.RECEIVED_OFFSET, Long.BYTES));
        expected.put("commit word of the frame", new Field(RecordLayout.COMMIT_WORD_OFFSET, Long.BYTES));
        expected.put("sequence", new Field(RecordLayout.SEQUENCE_OFFSET, Long.BYTES));
        expected.put("timestamp and number of frames, each if flagged; payload",
                new Field(RecordLayout.HEADER_LENGTH, 0));

        final Map<String, Field> drawn = Diagram.of(RecordLayout.class);
        assertEquals(expected.values().stream().toList(), drawn.values().stream().toList());
        assertEquals("", Diagram.overlaps(drawn));
    }

    @Test
    void wordContainsLengthAndChecksum() {
        final long word = RecordLayout.word(RecordLayout.MAX_LENGTH, -2);
        assertEquals(RecordLayout.MAX_LENGTH, RecordLayout.length(word));
        assertEquals(-2, RecordLayout.checksum(word));
    }

    @Test
    void indexCoversAllRecordsAndEndsBeforeThem() {
        for (int length = SegmentLayout.MIN_LENGTH; length > 0 && length <= SegmentLayout.MAX_LENGTH; length *= 2) {
            final int entries = SegmentLayout.entries(length);
            final int records = SegmentLayout.recordsOffset(entries);
            assertTrue(records >= SegmentLayout.INDEX_OFFSET + entries * SegmentLayout.ENTRY_LENGTH);
            assertTrue((long) entries * SegmentLayout.INDEXED_LENGTH >= length - records);
        }
        final int longest = RecordLayout.align(RecordLayout.MAX_LENGTH);
        final int grown = SegmentLayout.lengthFor(SegmentLayout.MIN_LENGTH, longest);
        assertTrue(grown - SegmentLayout.recordsOffset(SegmentLayout.entries(grown)) >= longest);
    }
}

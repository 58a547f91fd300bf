package io.verbus.internal.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.Diagram.Field;
import io.verbus.support.Diagram;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LossLayoutTest {
    @Test
    void diagramAgreesWithOffsets() {
        final int text = Integer.BYTES + LossLayout.TEXT_LENGTH;
        final Map<String, Field> file = new LinkedHashMap<>();
        file.put("magic", new Field(LossLayout.MAGIC_OFFSET, Long.BYTES));
        file.put("layout version", new Field(LossLayout.VERSION_OFFSET, Integer.BYTES));
        file.put("number of entries", new Field(LossLayout.ENTRIES_OFFSET, Integer.BYTES));
        file.put("numbers handed out so far", new Field(LossLayout.NEXT_OFFSET, Long.BYTES));
        file.put("entries", new Field(LossLayout.RING_OFFSET, LossLayout.ENTRIES * LossLayout.ENTRY_LENGTH));
        file.put("end", new Field(LossLayout.LENGTH, 0));
        final Map<String, Field> entry = new LinkedHashMap<>();
        entry.put("state", new Field(LossLayout.STATE_OFFSET, Long.BYTES));
        entry.put("time", new Field(LossLayout.TIME_OFFSET, Long.BYTES));
        entry.put("session", new Field(LossLayout.SESSION_OFFSET, Long.BYTES));
        entry.put("publisher pid", new Field(LossLayout.PUBLISHER_PID_OFFSET, Long.BYTES));
        entry.put("subscription", new Field(LossLayout.SUBSCRIPTION_OFFSET, Long.BYTES));
        entry.put("subscriber pid", new Field(LossLayout.SUBSCRIBER_PID_OFFSET, Long.BYTES));
        entry.put("first sequence", new Field(LossLayout.FIRST_OFFSET, Long.BYTES));
        entry.put("last sequence", new Field(LossLayout.LAST_OFFSET, Long.BYTES));
        entry.put("revision", new Field(LossLayout.REVISION_OFFSET, Long.BYTES));
        entry.put("messages that are missing", new Field(LossLayout.MESSAGES_OFFSET, Long.BYTES));
        entry.put("gaps that they are in", new Field(LossLayout.GAPS_OFFSET, Long.BYTES));
        entry.put("cause", new Field(LossLayout.CAUSE_OFFSET, Integer.BYTES));
        entry.put("stream", new Field(LossLayout.STREAM_OFFSET, text));
        entry.put("subscription's name", new Field(LossLayout.NAME_OFFSET, text));
        entry.put("description of the cause", new Field(LossLayout.DESCRIPTION_OFFSET, text));
        final Map<String, Field> both = new LinkedHashMap<>(file);
        both.putAll(entry);

        assertEquals(both, Diagram.of(LossLayout.class));
        assertEquals("", Diagram.overlaps(file) + Diagram.overlaps(entry));
        assertEquals(LossLayout.ENTRY_LENGTH, LossLayout.DESCRIPTION_OFFSET + text);
        assertEquals(LossLayout.LENGTH, LossLayout.RING_OFFSET + LossLayout.ENTRIES * LossLayout.ENTRY_LENGTH);
    }
}

package io.verbus.internal.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.Diagram.Field;
import io.verbus.support.Diagram;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PositionsLayoutTest {
    @Test
    void diagramAgreesWithOffsets() {
        final Map<String, Field> expected = new LinkedHashMap<>();
        expected.put("magic", new Field(PositionsLayout.MAGIC_OFFSET, Long.BYTES));
        expected.put("layout version", new Field(PositionsLayout.VERSION_OFFSET, Integer.BYTES));
        expected.put("policy", new Field(PositionsLayout.POLICY_OFFSET, Integer.BYTES));
        expected.put("subscription", new Field(PositionsLayout.SUBSCRIPTION_OFFSET, Long.BYTES));
        expected.put("process", new Field(PositionsLayout.PROCESS_OFFSET, Long.BYTES));
        expected.put("pid", new Field(PositionsLayout.PID_OFFSET, Long.BYTES));
        expected.put("name", new Field(PositionsLayout.NAME_OFFSET, Integer.BYTES + PositionsLayout.NAME_LENGTH));
        expected.put("number of places n", new Field(PositionsLayout.COUNT_OFFSET, Integer.BYTES));
        expected.put("CRC-32C of the bytes before it", new Field(PositionsLayout.CHECKSUM_OFFSET, Integer.BYTES));
        expected.put("heartbeat ns", new Field(PositionsLayout.HEARTBEAT_OFFSET, Long.BYTES));
        expected.put("looked for sessions ns", new Field(PositionsLayout.LOOKED_OFFSET, Long.BYTES));
        expected.put("places", new Field(PositionsLayout.PLACES_OFFSET, 0));

        assertEquals(expected, Diagram.of(PositionsLayout.class));
        assertEquals("", Diagram.overlaps(expected));
        assertEquals(PositionsLayout.PLACES_OFFSET + 64 * PositionsLayout.PLACE_LENGTH, PositionsLayout.length(64));
    }
}

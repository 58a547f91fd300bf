package io.verbus.internal.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.Diagram.Field;
import io.verbus.support.Diagram;
import java.util.LinkedHashMap;
import java.util.Map;
import org.agrona.concurrent.status.CountersReader;
import org.junit.jupiter.api.Test;

class CountersLayoutTest {
    @Test
    void diagramOfTheFileAgreesWithTheOffsets() {
        final Map<String, Field> expected = new LinkedHashMap<>();
        expected.put("magic", new Field(CountersLayout.MAGIC_OFFSET, Long.BYTES));
        expected.put("layout version", new Field(CountersLayout.VERSION_OFFSET, Integer.BYTES));
        expected.put("number of counters n", new Field(CountersLayout.COUNTERS_OFFSET, Integer.BYTES));
        expected.put("pid", new Field(CountersLayout.PID_OFFSET, Long.BYTES));
        expected.put("distinct error log", new Field(CountersLayout.ERRORS_OFFSET, CountersLayout.ERRORS_LENGTH));
        expected.put("values of the counters", new Field(CountersLayout.VALUES_OFFSET, 0));

        assertEquals(expected, Diagram.of(CountersLayout.class));
        assertEquals("", Diagram.overlaps(expected));
        assertEquals(CountersReader.COUNTER_LENGTH, CountersLayout.VALUE_LENGTH);
        assertEquals(CountersReader.METADATA_LENGTH, CountersLayout.METADATA_LENGTH);
        assertEquals(CountersLayout.VALUES_OFFSET + 100 * 128 + 100 * 512, CountersLayout.length(100));
    }

    @Test
    void diagramOfTheKeyAgreesWithTheOffsets() {
        final Map<String, Field> expected = new LinkedHashMap<>();
        expected.put("session", new Field(CounterKeyLayout.SESSION_OFFSET, Long.BYTES));
        expected.put("subscription", new Field(CounterKeyLayout.SUBSCRIPTION_OFFSET, Long.BYTES));
        expected.put("pid of the publisher or subscription", new Field(CounterKeyLayout.PID_OFFSET, Long.BYTES));
        expected.put("policy of the subscription", new Field(CounterKeyLayout.POLICY_OFFSET, Integer.BYTES));
        expected.put("1 if the subscription reads other hosts",
                new Field(CounterKeyLayout.REMOTE_OFFSET, Integer.BYTES));
        expected.put("stream in the label", new Field(CounterKeyLayout.STREAM_OFFSET, 2 * Integer.BYTES));
        expected.put("name in the label", new Field(CounterKeyLayout.NAME_OFFSET, 2 * Integer.BYTES));
        expected.put("host of the peer in the label", new Field(CounterKeyLayout.HOST_OFFSET, 2 * Integer.BYTES));
        expected.put("link to the peer in the label", new Field(CounterKeyLayout.LINK_OFFSET, 2 * Integer.BYTES));

        assertEquals(expected, Diagram.of(CounterKeyLayout.class));
        assertEquals("", Diagram.overlaps(expected));
        assertTrue(CounterKeyLayout.LENGTH <= CountersReader.MAX_KEY_LENGTH);
    }
}

package io.verbus.internal.late;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.monitor.LateCause;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.jupiter.api.Test;

/** The ring between polling thread and conductor: whatever happens, each late message is counted. */
class LateMessagesTest {
    private final LateMessages messages = new LateMessages();
    private final LateRecord record = new LateRecord();

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 512, 513, 100_000, 10_000_000})
    void recordsStandForAllMessages(final int number) {
        for (int i = 1; i <= number; i++) {
            messages.add(i, 2L * i, i, 3);
        }
        assertEquals(number, messages.late());
        assertEquals(number, messages.worstNs());
        long last = 0;
        int records = 0;
        while (!messages.isEmpty()) {
            messages.peek(record);
            assertTrue(record.count > last);
            assertEquals(record.count, record.publishedNs, "the record is of the message with this number");
            assertEquals(2 * record.count, record.receivedNs);
            assertEquals(3, record.session);
            last = record.count;
            records++;
            messages.remove();
        }
        assertTrue(last <= number);
        assertTrue(records >= Math.min(number, 64), "the first ones have a record each");
        messages.add(5, 6, 6, 3);
        messages.peek(record);
        assertEquals(number + 1, record.count, "there is room again");
    }

    @Test
    void timesOfHeldMessagesAreInOrder() {
        messages.held(1, 9, LateCause.GAP);
        messages.add(2, 9, 9, 3);
        messages.peek(record);
        assertEquals(LateCause.GAP, record.hold);
        messages.remove();
        messages.peek(record);
        assertEquals(null, record.hold);
        messages.remove();
        assertTrue(messages.isEmpty());
    }
}

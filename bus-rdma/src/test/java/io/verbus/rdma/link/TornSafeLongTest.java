package io.verbus.rdma.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.Diagram.Field;
import io.verbus.support.Diagram;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("no-device")
class TornSafeLongTest {
    private final UnsafeBuffer block = new UnsafeBuffer(ByteBuffer.allocateDirect(64));

    @Test
    void unwrittenWordIsIgnored() {
        assertEquals(-5, TornSafeLong.read(block, 16, -5));
    }

    @Test
    void wholeWordIsRead() {
        for (final long value : new long[]{0, 1, -1, Long.MIN_VALUE, 1L << 40}) {
            TornSafeLong.put(block, 16, value);
            assertEquals(value, TornSafeLong.read(block, 16, 7));
        }
    }

    /** A device that writes in ascending order may be observed after any byte. */
    @Test
    void tornWordKeepsKnownValue() {
        final UnsafeBuffer newer = new UnsafeBuffer(new byte[16]);
        TornSafeLong.put(newer, 0, 0x0102_0304_0506_0708L);
        for (int written = 0; written < 16; written++) {
            TornSafeLong.put(block, 16, 0x1112_1314_1516_1718L);
            block.putBytes(16, newer, 0, written);
            assertEquals(written == 0 ? 0x1112_1314_1516_1718L : 7, TornSafeLong.read(block, 16, 7),
                    written + " bytes");
        }
    }

    private static void assertDrawn(final Class<?> type, final Map<String, Field> expected) {
        assertEquals(expected, Diagram.of(type));
        assertEquals("", Diagram.overlaps(expected));
    }

    @Test
    void theDiagramsAgreeWithTheOffsets() {
        final Map<String, Field> word = new LinkedHashMap<>();
        word.put("value", new Field(TornSafeLong.VALUE_OFFSET, 8));
        word.put("complement", new Field(TornSafeLong.COMPLEMENT_OFFSET, 8));
        assertDrawn(TornSafeLong.class, word);

        final Map<String, Field> subscriber = new LinkedHashMap<>();
        subscriber.put("consumed", new Field(SubscriberControlBlock.CONSUMED_OFFSET, TornSafeLong.LENGTH));
        subscriber.put("receives", new Field(SubscriberControlBlock.RECEIVES_OFFSET, TornSafeLong.LENGTH));
        subscriber.put("heartbeat", new Field(SubscriberControlBlock.HEARTBEAT_OFFSET, TornSafeLong.LENGTH));
        subscriber.put("leave", new Field(SubscriberControlBlock.LEAVE_OFFSET, TornSafeLong.LENGTH));
        assertDrawn(SubscriberControlBlock.class, subscriber);
        assertEquals(SubscriberControlBlock.LENGTH, SubscriberControlBlock.LEAVE_OFFSET + TornSafeLong.LENGTH);

        final Map<String, Field> publisher = new LinkedHashMap<>();
        publisher.put("heartbeat", new Field(PublisherControlBlock.HEARTBEAT_OFFSET, TornSafeLong.LENGTH));
        publisher.put("position", new Field(PublisherControlBlock.POSITION_OFFSET, TornSafeLong.LENGTH));
        publisher.put("sequence", new Field(PublisherControlBlock.SEQUENCE_OFFSET, TornSafeLong.LENGTH));
        publisher.put("sessions", new Field(PublisherControlBlock.SESSIONS_OFFSET, TornSafeLong.LENGTH));
        publisher.put("jump position", new Field(PublisherControlBlock.JUMP_POSITION_OFFSET, TornSafeLong.LENGTH));
        publisher.put("jump sequence", new Field(PublisherControlBlock.JUMP_SEQUENCE_OFFSET, TornSafeLong.LENGTH));
        assertDrawn(PublisherControlBlock.class, publisher);
        assertEquals(PublisherControlBlock.JUMP_OFFSET, PublisherControlBlock.JUMP_POSITION_OFFSET);
        assertEquals(PublisherControlBlock.LENGTH, PublisherControlBlock.JUMP_SEQUENCE_OFFSET + TornSafeLong.LENGTH);
    }
}

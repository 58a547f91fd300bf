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
class WordTest {
    private final UnsafeBuffer block = new UnsafeBuffer(ByteBuffer.allocateDirect(64));

    @Test
    void unwrittenWordIsIgnored() {
        assertEquals(-5, Word.read(block, 16, -5));
    }

    @Test
    void wholeWordIsRead() {
        for (final long value : new long[]{0, 1, -1, Long.MIN_VALUE, 1L << 40}) {
            Word.put(block, 16, value);
            assertEquals(value, Word.read(block, 16, 7));
        }
    }

    /** A device that writes in ascending order may be observed after any byte. */
    @Test
    void tornWordKeepsKnownValue() {
        final UnsafeBuffer newer = new UnsafeBuffer(new byte[16]);
        Word.put(newer, 0, 0x0102_0304_0506_0708L);
        for (int written = 0; written < 16; written++) {
            Word.put(block, 16, 0x1112_1314_1516_1718L);
            block.putBytes(16, newer, 0, written);
            assertEquals(written == 0 ? 0x1112_1314_1516_1718L : 7, Word.read(block, 16, 7), written + " bytes");
        }
    }

    private static void assertDrawn(final Class<?> type, final Map<String, Field> expected) {
        assertEquals(expected, Diagram.of(type));
        assertEquals("", Diagram.overlaps(expected));
    }

    @Test
    void theDiagramsAgreeWithTheOffsets() {
        final Map<String, Field> word = new LinkedHashMap<>();
        word.put("value", new Field(Word.VALUE_OFFSET, 8));
        word.put("complement", new Field(Word.COMPLEMENT_OFFSET, 8));
        assertDrawn(Word.class, word);

        final Map<String, Field> subscriber = new LinkedHashMap<>();
        subscriber.put("consumed", new Field(SubscriberWords.CONSUMED_OFFSET, Word.LENGTH));
        subscriber.put("receives", new Field(SubscriberWords.RECEIVES_OFFSET, Word.LENGTH));
        subscriber.put("heartbeat", new Field(SubscriberWords.HEARTBEAT_OFFSET, Word.LENGTH));
        subscriber.put("leave", new Field(SubscriberWords.LEAVE_OFFSET, Word.LENGTH));
        assertDrawn(SubscriberWords.class, subscriber);
        assertEquals(SubscriberWords.LENGTH, SubscriberWords.LEAVE_OFFSET + Word.LENGTH);

        final Map<String, Field> publisher = new LinkedHashMap<>();
        publisher.put("heartbeat", new Field(PublisherWords.HEARTBEAT_OFFSET, Word.LENGTH));
        publisher.put("position", new Field(PublisherWords.POSITION_OFFSET, Word.LENGTH));
        publisher.put("sequence", new Field(PublisherWords.SEQUENCE_OFFSET, Word.LENGTH));
        publisher.put("sessions", new Field(PublisherWords.SESSIONS_OFFSET, Word.LENGTH));
        publisher.put("jump position", new Field(PublisherWords.JUMP_POSITION_OFFSET, Word.LENGTH));
        publisher.put("jump sequence", new Field(PublisherWords.JUMP_SEQUENCE_OFFSET, Word.LENGTH));
        assertDrawn(PublisherWords.class, publisher);
        assertEquals(PublisherWords.JUMP_OFFSET, PublisherWords.JUMP_POSITION_OFFSET);
        assertEquals(PublisherWords.LENGTH, PublisherWords.JUMP_SEQUENCE_OFFSET + Word.LENGTH);
    }
}

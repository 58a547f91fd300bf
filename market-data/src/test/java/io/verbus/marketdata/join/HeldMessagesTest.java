package io.verbus.marketdata.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Header;
import io.verbus.MutableHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

final class HeldMessagesTest {
    private static final int LIMIT = 2 * HeldMessages.BLOCK_BYTES;
    private static final long SESSION = 5;

    private final UnsafeBuffer message = new UnsafeBuffer(new byte[3 * HeldMessages.BLOCK_BYTES]);
    private final HeldMessages held = new HeldMessages(LIMIT);

    @Test
    void messagesAreDeliveredInOrder() {
        final SplittableRandom random = new SplittableRandom(1);
        final List<String> expected = new ArrayList<>();
        held.restart(10);
        long sequence = 10;
        for (int i = 0; i < 5_000; i++) {
            final int length = random.nextInt(200);
            final int frames = 1 + random.nextInt(3);
            message.setMemory(3, length, (byte) i);
            held.add(message, 3, length, frame(sequence, frames));
            expected.add(sequence + " " + frames + " " + length + " " + (length == 0 ? 0 : (byte) i));
            sequence += frames;
        }
        assertEquals(10, held.first());
        assertEquals(sequence, held.next());
        assertEquals(expected, drain(5_000));
        assertTrue(held.isEmpty());
        assertEquals(sequence, held.first());
    }

    @Test
    void fullMemoryDropsTheOldestAndStaysContiguous() {
        final int most = LIMIT / 100;
        for (int i = 0; i < 100_000; i++) {
            final boolean hadRoom = held.hasRoom(84);
            final long droppedBefore = held.dropped();
            held.add(message, 0, 84, frame(i, 1)); // 100 bytes with its header
            assertEquals(hadRoom, held.dropped() == droppedBefore, "at " + i);
            assertTrue(held.first() > i - most && held.first() < Math.max(1, i - most / 3),
                    "first " + held.first() + " at " + i);
        }
        final List<String> rest = drain(100_000);
        assertEquals(100_000 - held.dropped(), rest.size());
        assertTrue(rest.getFirst().startsWith(held.dropped() + " "), rest.getFirst());
    }

    @Test
    void messageLargerThanTheMemoryIsDropped() {
        held.add(message, 0, 10, frame(0, 1));
        assertFalse(held.hasRoom(LIMIT));
        held.add(message, 0, LIMIT, frame(1, 40));
        assertTrue(held.isEmpty());
        assertEquals(41, held.first());
        assertEquals(2, held.dropped());
        held.add(message, 0, 10, frame(41, 1));
        assertEquals(List.of("41 1 10 0"), drain(9));
    }

    @Test
    void messagesInTheSnapshotAreDropped() {
        for (int i = 0; i < 30_000; i++) {
            held.add(message, 0, 40, frame(i, 1));
        }
        held.dropBefore(29_998);
        assertEquals(List.of("29998 1 40 0", "29999 1 40 0"), drain(9));
        held.dropBefore(50_000);
        assertEquals(30_000, held.first());
        assertEquals(0, held.dropped());
    }

    @Test
    void restartDropsAllMessages() {
        held.add(message, 0, 40, frame(0, 1));
        held.restart(7);
        assertTrue(held.isEmpty());
        assertEquals(7, held.first());
        held.add(message, 0, 40, frame(7, 1));
        assertEquals(List.of("7 1 40 0"), drain(1));
    }

    private List<String> drain(final int limit) {
        final List<String> lines = new ArrayList<>();
        while (held.drain((buffer, offset, length, header) -> {
            assertEquals(SESSION, header.session());
            assertEquals(Header.NO_TIMESTAMP, header.publishedNs());
            lines.add(header.sequence() + " " + header.frames() + " " + length + " "
                    + (length == 0 ? 0 : buffer.getByte(offset + length - 1)));
            return Action.TAKEN;
        }, limit) > 0) {
            assertTrue(lines.size() <= limit);
        }
        return lines;
    }

    private static Header frame(final long sequence, final int frames) {
        return new MutableHeader(SESSION, "", "").set(sequence, Header.NO_POSITION, frames);
    }
}

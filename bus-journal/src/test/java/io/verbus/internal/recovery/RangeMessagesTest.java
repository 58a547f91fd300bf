package io.verbus.internal.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Build;
import io.verbus.BusException;
import io.verbus.GapCause;
import io.verbus.support.Diagram;
import io.verbus.support.Diagram.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class RangeMessagesTest {
    private static final RangeRequest REQUEST = RangeRequest.of("md.itch", 0x1234, 7, 100, 250);
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[2_048]);
    private final List<String> received = new ArrayList<>();

    @Test
    void diagramOfRequestAgreesWithOffsets() {
        final Map<String, Field> expected = new LinkedHashMap<>();
        expected.put("magic", new Field(RangeRequestLayout.MAGIC_OFFSET, Long.BYTES));
        expected.put("layout version", new Field(RangeRequestLayout.VERSION_OFFSET, Integer.BYTES));
        expected.put("length of the answer's stream name",
                new Field(RangeRequestLayout.NAME_LENGTH_OFFSET, Integer.BYTES));
        expected.put("request", new Field(RangeRequestLayout.REQUEST_OFFSET, Long.BYTES));
        expected.put("session", new Field(RangeRequestLayout.SESSION_OFFSET, Long.BYTES));
        expected.put("first sequence", new Field(RangeRequestLayout.FIRST_OFFSET, Long.BYTES));
        expected.put("last sequence", new Field(RangeRequestLayout.LAST_OFFSET, Long.BYTES));
        expected.put("name of the answer's stream", new Field(RangeRequestLayout.NAME_OFFSET, 0));
        assertEquals(expected, Diagram.of(RangeRequestLayout.class));
        assertEquals("", Diagram.overlaps(expected));
    }

    @Test
    void diagramOfResponseAgreesWithOffsets() {
        final Map<String, Field> expected = new LinkedHashMap<>();
        expected.put("magic", new Field(RangeResponseLayout.MAGIC_OFFSET, Integer.BYTES));
        expected.put("layout version", new Field(RangeResponseLayout.VERSION_OFFSET, Short.BYTES));
        expected.put("kind", new Field(RangeResponseLayout.KIND_OFFSET, Short.BYTES));
        expected.put("request", new Field(RangeResponseLayout.REQUEST_OFFSET, Long.BYTES));
        expected.put("session", new Field(RangeResponseLayout.SESSION_OFFSET, Long.BYTES));
        expected.put("sequence", new Field(RangeResponseLayout.SEQUENCE_OFFSET, Long.BYTES));
        expected.put("timestamp", new Field(RangeResponseLayout.EXTRA_OFFSET, Long.BYTES));
        expected.put("frames of the message", new Field(RangeResponseLayout.FRAMES_OFFSET, Integer.BYTES));
        expected.put("length of the message", new Field(RangeResponseLayout.LENGTH_OFFSET, Integer.BYTES));
        expected.put("offset of this part", new Field(RangeResponseLayout.PART_OFFSET, Integer.BYTES));
        expected.put("part of the message", new Field(RangeResponseLayout.HEADER_LENGTH, 0));
        assertEquals(expected, Diagram.of(RangeResponseLayout.class));
        assertEquals("", Diagram.overlaps(expected));
    }

    @Test
    void requestSurvivesRoundTrip() {
        assertEquals("md.itch.replay.0000000000001234", REQUEST.answer());
        final int length = REQUEST.encode(buffer, 8);
        assertEquals(REQUEST, RangeRequest.decode(buffer, 8, length));
    }

    @Test
    void invalidRequestIsRejected() {
        final int length = REQUEST.encode(buffer, 0);
        assertRefused("not a range request: message of 47 bytes", 47);
        assertRefused("invalid range request: name of 31 bytes in a message of 78", length - 1);
        damage(RangeRequestLayout.MAGIC_OFFSET, 1, "not a range request: unknown magic number");
        damage(RangeRequestLayout.VERSION_OFFSET, 9, "range request has version 9, and Verbus "
                + Build.description() + " reads version 1: run the same release on both sides");
        damage(RangeRequestLayout.REQUEST_OFFSET, 0, "invalid range request: id 0, session 7: both must not be 0");
        damage(RangeRequestLayout.FIRST_OFFSET, 251, "invalid range request: sequences 251 to 250");
        damage(RangeRequestLayout.FIRST_OFFSET, -1, "invalid range request: sequences -1 to 250");
        damage(RangeRequestLayout.NAME_OFFSET, 0, "invalid range request: invalid name of the response stream");
    }

    private void damage(final int offset, final long value, final String expectedMessage) {
        final int length = REQUEST.encode(buffer, 0);
        if (offset == RangeRequestLayout.VERSION_OFFSET) {
            buffer.putInt(offset, (int) value);
        } else {
            buffer.putLong(offset, value);
        }
        assertRefused(expectedMessage, length);
    }

    private void assertRefused(final String expectedMessage, final int length) {
        assertEquals(expectedMessage,
                assertThrows(BusException.class, () -> RangeRequest.decode(buffer, 0, length)).getMessage());
    }

    @Test
    void longStreamNameIsRejected() {
        assertThrows(BusException.class, () -> ReplayStreams.requests("s".repeat(97)));
        assertEquals(120, ReplayStreams.answer("s".repeat(96), -1).length());
    }

    @Test
    void responseSurvivesRoundTrip() {
        read(message(100, 3, 20, 4, 16));
        read(words(RangeResponseLayout.MISSING, 103, 110, "gone"));
        read(words(RangeResponseLayout.END, 111, 1, "no more"));
        assertEquals(
                List.of("part 100+3: 16 at 4 of 20", "missing 103..110, NOT_RECORDED: gone",
                        "end 111 NOT_RECORDED: no more"),
                received);
    }

    @Test
    void invalidResponseIsRejected() {
        assertInvalid("part of 16 bytes at 5", message(100, 3, 20, 5, 16));
        assertInvalid("part of 16 bytes at -1", message(100, 3, 20, -1, 16));
        assertInvalid("part of 0 bytes at 0", message(100, 3, 20, 0, 0));
        assertInvalid("of 0 frames", message(100, 0, 20, 0, 20));
        assertInvalid("of 1 frames", message(Long.MAX_VALUE, 1, 20, 0, 20));
        assertInvalid("bytes has an invalid part", message(100, 1, Integer.MAX_VALUE, 0, 20));
        assertInvalid("sequence -5", message(-5, 1, 20, 0, 20));
        assertInvalid("missing range 10 to 9", words(RangeResponseLayout.MISSING, 10, 9, ""));
        assertInvalid("missing range 10 to 11 without a reason", missing(RangeEndReason.COMPLETE.ordinal()));
        assertInvalid("missing range 10 to 11 without a reason", missing(RangeEndReason.REFUSED.ordinal()));
        assertInvalid("reason 4", missing(4));
        assertInvalid("reason -1", missing(-1));
        assertInvalid("reason 4", words(RangeResponseLayout.END, 10, 4, ""));
        assertInvalid("reason -1", words(RangeResponseLayout.END, 10, -1, ""));
        assertInvalid("kind 4", words((short) 4, 10, 3, ""));
        assertInvalid("cause of 1025 bytes", words(RangeResponseLayout.END, 10, 0, "c".repeat(1_025)));
        assertInvalid("not a message of a range response", 55);
        final int length = words(RangeResponseLayout.END, 10, 0, "");
        buffer.putLong(RangeResponseLayout.REQUEST_OFFSET, 1);
        assertInvalid("another request", length);
        words(RangeResponseLayout.END, 10, 0, "");
        buffer.putShort(RangeResponseLayout.VERSION_OFFSET, (short) 1);
        assertInvalid("version 1", length);
        assertEquals(List.of(), received);
    }

    /** Arbitrary bytes cause an exception, or contents within the message. */
    @Test
    void arbitraryBytesAreReadOrRejected() {
        final SplittableRandom random = new SplittableRandom(3);
        int read = 0;
        for (int i = 0; i < 20_000; i++) {
            final int length = random.nextBoolean()
                    ? message(random.nextInt(300), random.nextInt(4), random.nextInt(40), random.nextInt(9), 24)
                    : words((short) random.nextInt(5), random.nextInt(300), random.nextInt(300), "why");
            for (int flips = random.nextInt(3); flips > 0; flips--) {
                buffer.putByte(random.nextInt(length), (byte) random.nextInt(256));
            }
            try {
                read(length);
                read++;
            } catch (final BusException e) {
                assertFalse(e.getMessage().isEmpty());
            }
        }
        assertTrue(read > 100, () -> "too few messages were read");
    }

    private void assertInvalid(final String part, final int length) {
        final String expectedMessage = assertThrows(BusException.class, () -> read(length)).getMessage();
        assertTrue(expectedMessage.contains(part), expectedMessage);
    }

    private int message(final long sequence, final int frames, final int length, final int part, final int size) {
        header(RangeResponseLayout.MESSAGE, sequence, 0);
        buffer.putInt(RangeResponseLayout.FRAMES_OFFSET, frames);
        buffer.putInt(RangeResponseLayout.LENGTH_OFFSET, length);
        buffer.putInt(RangeResponseLayout.PART_OFFSET, part);
        return RangeResponseLayout.HEADER_LENGTH + size;
    }

    private int words(final short kind, final long sequence, final long extra, final String cause) {
        header(kind, sequence, extra);
        buffer.putInt(RangeResponseLayout.FRAMES_OFFSET, RangeEndReason.NOT_RECORDED.ordinal());
        return RangeResponseLayout.HEADER_LENGTH
                + buffer.putStringWithoutLengthAscii(RangeResponseLayout.HEADER_LENGTH, cause);
    }

    private int missing(final int reason) {
        final int length = words(RangeResponseLayout.MISSING, 10, 11, "");
        buffer.putInt(RangeResponseLayout.FRAMES_OFFSET, reason);
        return length;
    }

    private void header(final short kind, final long sequence, final long extra) {
        buffer.putInt(RangeResponseLayout.MAGIC_OFFSET, RangeResponseLayout.MAGIC);
        buffer.putShort(RangeResponseLayout.VERSION_OFFSET, RangeResponseLayout.VERSION);
        buffer.putShort(RangeResponseLayout.KIND_OFFSET, kind);
        buffer.putLong(RangeResponseLayout.REQUEST_OFFSET, REQUEST.id());
        buffer.putLong(RangeResponseLayout.SESSION_OFFSET, REQUEST.session());
        buffer.putLong(RangeResponseLayout.SEQUENCE_OFFSET, sequence);
        buffer.putLong(RangeResponseLayout.EXTRA_OFFSET, extra);
    }

    private void read(final int length) {
        new RangeResponse(REQUEST).read(buffer, 0, length, new RangeResponseHandler() {
            @Override
            public Action onPart(final DirectBuffer from, final int offset, final int size,
                    final RangeResponse message) {
                assertTrue(message.part() >= 0 && message.part() + size <= message.length());
                received.add(
                        "part " + message.sequence() + "+" + message.frames() + ": " + size + " at " + message.part()
                                + " of " + message.length());
                return Action.TAKEN;
            }

            @Override
            public void onMissing(final long first, final long last, final GapCause cause, final String why) {
                received.add("missing " + first + ".." + last + ", " + cause + ": " + why);
            }

            @Override
            public void onEnd(final long next, final RangeEndReason reason, final String cause) {
                received.add("end " + next + " " + reason + ": " + cause);
            }
        });
    }
}

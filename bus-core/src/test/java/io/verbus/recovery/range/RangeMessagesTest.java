package io.verbus.recovery.range;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.BusException;
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
    private final List<String> said = new ArrayList<>();

    @Test
    void theDiagramOfARequestAgreesWithTheOffsets() {
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
    void theDiagramOfAnAnswerAgreesWithTheOffsets() {
        final Map<String, Field> expected = new LinkedHashMap<>();
        expected.put("magic", new Field(RangeAnswerLayout.MAGIC_OFFSET, Integer.BYTES));
        expected.put("layout version", new Field(RangeAnswerLayout.VERSION_OFFSET, Short.BYTES));
        expected.put("kind", new Field(RangeAnswerLayout.KIND_OFFSET, Short.BYTES));
        expected.put("request", new Field(RangeAnswerLayout.REQUEST_OFFSET, Long.BYTES));
        expected.put("session", new Field(RangeAnswerLayout.SESSION_OFFSET, Long.BYTES));
        expected.put("sequence", new Field(RangeAnswerLayout.SEQUENCE_OFFSET, Long.BYTES));
        expected.put("timestamp", new Field(RangeAnswerLayout.EXTRA_OFFSET, Long.BYTES));
        expected.put("frames of the message", new Field(RangeAnswerLayout.FRAMES_OFFSET, Integer.BYTES));
        expected.put("length of the message", new Field(RangeAnswerLayout.LENGTH_OFFSET, Integer.BYTES));
        expected.put("offset of this part", new Field(RangeAnswerLayout.PART_OFFSET, Integer.BYTES));
        expected.put("part of the message", new Field(RangeAnswerLayout.HEADER_LENGTH, 0));
        assertEquals(expected, Diagram.of(RangeAnswerLayout.class));
        assertEquals("", Diagram.overlaps(expected));
    }

    @Test
    void aRequestIsReadAsItWasWritten() {
        assertEquals("md.itch.replay.0000000000001234", REQUEST.answer());
        final int length = REQUEST.encode(buffer, 8);
        assertEquals(REQUEST, RangeRequest.decode(buffer, 8, length));
    }

    @Test
    void aRequestThatMakesNoSenseIsRefusedWithASentence() {
        final int length = REQUEST.encode(buffer, 0);
        assertRefused("a message of 47 bytes is no request for a range", 47);
        assertRefused("a request for a range with a name of 31 bytes in a message of 78", length - 1);
        damage(RangeRequestLayout.MAGIC_OFFSET, 1, "a message that is no request for a range");
        damage(RangeRequestLayout.VERSION_OFFSET, 9, "a request for a range in version 9, this build knows version 1: "
                + "let both sides run the same build");
        damage(RangeRequestLayout.REQUEST_OFFSET, 0, "a request for a range with id 0 of session 7: both are random "
                + "numbers other than 0");
        damage(RangeRequestLayout.FIRST_OFFSET, 251, "a request for sequences 251 to 250: that is no range");
        damage(RangeRequestLayout.FIRST_OFFSET, -1, "a request for sequences -1 to 250: that is no range");
        damage(RangeRequestLayout.NAME_OFFSET, 0, "a request that names no stream for its answer");
    }

    private void damage(final int offset, final long value, final String sentence) {
        final int length = REQUEST.encode(buffer, 0);
        if (offset == RangeRequestLayout.VERSION_OFFSET) {
            buffer.putInt(offset, (int) value);
        } else {
            buffer.putLong(offset, value);
        }
        assertRefused(sentence, length);
    }

    private void assertRefused(final String sentence, final int length) {
        assertEquals(sentence,
                assertThrows(BusException.class, () -> RangeRequest.decode(buffer, 0, length)).getMessage());
    }

    @Test
    void aStreamWithALongNameCanNotBeAskedFor() {
        assertThrows(BusException.class, () -> ReplayStreams.requests("s".repeat(97)));
        assertEquals(120, ReplayStreams.answer("s".repeat(96), -1).length());
    }

    @Test
    void anAnswerIsReadAsItWasWritten() {
        read(message(100, 3, 20, 4, 16));
        read(words(RangeAnswerLayout.MISSING, 103, 110, "gone"));
        read(words(RangeAnswerLayout.END, 111, 1, "no more"));
        assertEquals(List.of("part 100+3: 16 at 4 of 20", "missing 103..110: gone", "end 111 NOT_RECORDED: no more"),
                said);
    }

    @Test
    void anAnswerThatMakesNoSenseIsRefusedWithASentence() {
        assertNonsense("part of 16 bytes at 5", message(100, 3, 20, 5, 16));
        assertNonsense("part of 16 bytes at -1", message(100, 3, 20, -1, 16));
        assertNonsense("part of 0 bytes at 0", message(100, 3, 20, 0, 0));
        assertNonsense("of 0 frames", message(100, 0, 20, 0, 20));
        assertNonsense("of 1 frames", message(Long.MAX_VALUE, 1, 20, 0, 20));
        assertNonsense("bytes has a part", message(100, 1, Integer.MAX_VALUE, 0, 20));
        assertNonsense("sequence -5", message(-5, 1, 20, 0, 20));
        assertNonsense("10 to 9 are missing", words(RangeAnswerLayout.MISSING, 10, 9, ""));
        assertNonsense("reason 4", words(RangeAnswerLayout.END, 10, 4, ""));
        assertNonsense("reason -1", words(RangeAnswerLayout.END, 10, -1, ""));
        assertNonsense("kind 4", words((short) 4, 10, 3, ""));
        assertNonsense("a cause of 1025 bytes", words(RangeAnswerLayout.END, 10, 0, "c".repeat(1_025)));
        assertNonsense("no part of an answer", 55);
        final int length = words(RangeAnswerLayout.END, 10, 0, "");
        buffer.putLong(RangeAnswerLayout.REQUEST_OFFSET, 1);
        assertNonsense("another request", length);
        words(RangeAnswerLayout.END, 10, 0, "");
        buffer.putShort(RangeAnswerLayout.VERSION_OFFSET, (short) 2);
        assertNonsense("version 2", length);
        assertEquals(List.of(), said);
    }

    /** Whatever the bytes are: a sentence, or something that lies within the message. */
    @Test
    void bytesThatMayBeAnythingAreReadOrRefused() {
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
                assertTrue(e.getMessage().startsWith("it"), e::getMessage);
            }
        }
        assertTrue(read > 100, () -> "hardly anything was read");
    }

    private void assertNonsense(final String part, final int length) {
        final String sentence = assertThrows(BusException.class, () -> read(length)).getMessage();
        assertTrue(sentence.contains(part), sentence);
    }

    private int message(final long sequence, final int frames, final int length, final int part, final int size) {
        header(RangeAnswerLayout.MESSAGE, sequence, 0);
        buffer.putInt(RangeAnswerLayout.FRAMES_OFFSET, frames);
        buffer.putInt(RangeAnswerLayout.LENGTH_OFFSET, length);
        buffer.putInt(RangeAnswerLayout.PART_OFFSET, part);
        return RangeAnswerLayout.HEADER_LENGTH + size;
    }

    private int words(final short kind, final long sequence, final long extra, final String cause) {
        header(kind, sequence, extra);
        return RangeAnswerLayout.HEADER_LENGTH
                + buffer.putStringWithoutLengthAscii(RangeAnswerLayout.HEADER_LENGTH, cause);
    }

    private void header(final short kind, final long sequence, final long extra) {
        buffer.putInt(RangeAnswerLayout.MAGIC_OFFSET, RangeAnswerLayout.MAGIC);
        buffer.putShort(RangeAnswerLayout.VERSION_OFFSET, RangeAnswerLayout.VERSION);
        buffer.putShort(RangeAnswerLayout.KIND_OFFSET, kind);
        buffer.putLong(RangeAnswerLayout.REQUEST_OFFSET, REQUEST.id());
        buffer.putLong(RangeAnswerLayout.SESSION_OFFSET, REQUEST.session());
        buffer.putLong(RangeAnswerLayout.SEQUENCE_OFFSET, sequence);
        buffer.putLong(RangeAnswerLayout.EXTRA_OFFSET, extra);
    }

    private void read(final int length) {
        new RangeAnswer(REQUEST).read(buffer, 0, length, new AnswerHandler() {
            @Override
            public Action onPart(final DirectBuffer from, final int offset, final int size, final RangeAnswer message) {
                assertTrue(message.part() >= 0 && message.part() + size <= message.length());
                said.add("part " + message.sequence() + "+" + message.frames() + ": " + size + " at " + message.part()
                        + " of " + message.length());
                return Action.TAKEN;
            }

            @Override
            public void onMissing(final long first, final long last, final String cause) {
                said.add("missing " + first + ".." + last + ": " + cause);
            }

            @Override
            public void onEnd(final long next, final EndReason reason, final String cause) {
                said.add("end " + next + " " + reason + ": " + cause);
            }
        });
    }
}

package io.verbus.tools.tap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Messages that are not valid SBE give a reason, never an exception, and take bounded memory. */
class HostileMessagesTest {
    private static final int LEGS = Quotes.HEADER + Quotes.BLOCK;

    private final MessageDecoder decoder = new MessageDecoder(List.of(Quotes.schema()));

    @Test
    void everyCutMessageGivesReason() {
        final byte[] whole = Quotes.whole();
        for (int length = 0; length < whole.length; length++) {
            final String reason = reason(Arrays.copyOf(whole, length));
            assertTrue(length < Quotes.HEADER
                    ? reason.equals("it has " + length + " bytes, fewer than a message header")
                    : reason.startsWith("Quote is cut off: "), reason);
        }
    }

    @Test
    void foreignBytesGiveReason() {
        assertEquals("no schema has the id 25443", reason("abcdefgh".repeat(3).replace("ef", "cc")));
        assertEquals("Quote is cut off: its block has 65535 bytes, the message 8 with its header",
                reason(Quotes.header(65_535, 7, 900, 1)));
    }

    @Test
    void groupWithMillionsOfEntriesWithoutBytesIsRefused() {
        final byte[] whole = Quotes.whole();
        final ByteBuffer at = ByteBuffer.wrap(whole);
        at.putShort(LEGS, (short) 0).putInt(LEGS + 2, 100_000_000);
        final String reason = reason(whole);
        assertTrue(reason.startsWith("Quote is malformed: its fields have more bytes than the message")
                || reason.startsWith("Quote is cut off: "), reason);
        at.putInt(LEGS + 2, -1);
        assertEquals("Quote is malformed: UINT32 type should not be greater than Integer.MAX_VALUE: value=-1",
                reason(whole));
    }

    @Test
    void groupOfEmptyEntriesIsBounded() {
        final byte[] message = Arrays.copyOf(Quotes.ofVersion0(), 300);
        final ByteBuffer at = ByteBuffer.wrap(message);
        final int legs = Quotes.HEADER + Quotes.BLOCK_OF_VERSION_0;
        at.putShort(6, (short) 1).putShort(0, (short) Quotes.BLOCK);
        Arrays.fill(message, legs, message.length, (byte) 0);
        at.putInt(LEGS + 2, 0); // no legs; then the group "later", with entries of no byte
        at.putInt(LEGS + 6 + 2, Integer.MAX_VALUE);
        final String reason = reason(message);
        assertTrue(reason.startsWith("Quote is malformed: "), reason);
    }

    @Test
    void variableDataAfterTheEndIsRefused() {
        final byte[] message = Quotes.ofVersion0();
        ByteBuffer.wrap(message).putInt(message.length - 4, Integer.MAX_VALUE);
        assertEquals("Quote is cut off: a field is after its end", reason(message));
    }

    @Test
    void anyChangedByteGivesMessageOrReason() {
        final Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            final byte[] message = i % 2 == 0 ? Quotes.whole() : Quotes.ofVersion0();
            for (int changes = random.nextInt(4); changes >= 0; changes--) {
                message[random.nextInt(message.length)] = (byte) random.nextInt();
            }
            final StringBuilder text = new StringBuilder();
            decoder.appendText(new UnsafeBuffer(message), 0, message.length, text);
            assertTrue(text.length() < 64 * message.length, text::toString);
            assertTrue(text.chars().allMatch(c -> c >= ' ' && c <= '~'), text::toString);
        }
    }

    private String reason(final String message) {
        return reason(message.getBytes(StandardCharsets.US_ASCII));
    }

    private String reason(final byte[] message) {
        final MessageContent decoded = decoder.decode(new UnsafeBuffer(message), 0, message.length);
        return assertInstanceOf(MessageContent.Opaque.class, decoded, decoded::toString).reason();
    }
}

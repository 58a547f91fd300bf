package io.verbus.net.handshake;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Texts in messages: a length (4) and UTF-8. Control characters are rejected, because the texts are displayed. */
final class MessageText {
    private MessageText() {
    }

    static void put(final MutableDirectBuffer target, final int offset, final String text, final int maxLength) {
        final String clean = text.codePoints().map(c -> Character.isISOControl(c) ? ' ' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
        byte[] bytes = clean.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > maxLength) {
            int end = maxLength;
            while ((bytes[end] & 0xC0) == 0x80) { // not inside a character
                end--;
            }
            bytes = Arrays.copyOf(bytes, end);
        }
        target.putInt(offset, bytes.length);
        target.putBytes(offset + Integer.BYTES, bytes);
    }

    static String get(final DirectBuffer source, final int offset, final int maxLength, final String message) {
        final int length = source.getInt(offset);
        ProtocolViolation.check(length >= 0 && length <= maxLength, message, "a text of " + length + " bytes");
        final byte[] bytes = new byte[length];
        source.getBytes(offset + Integer.BYTES, bytes);
        try {
            final String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            ProtocolViolation.check(text.codePoints().noneMatch(Character::isISOControl), message,
                    "control characters");
            return text;
        } catch (final CharacterCodingException e) {
            throw ProtocolViolation.in(message, "a text that is not UTF-8");
        }
    }
}

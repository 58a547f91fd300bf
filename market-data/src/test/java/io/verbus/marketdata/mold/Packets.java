package io.verbus.marketdata.mold;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** Builds downstream packets byte by byte, as in the specification. */
final class Packets {
    private Packets() {
    }

    /** A packet of messages with their sequence as text, such as "7". */
    static byte[] of(final String session, final long first, final int count) {
        final ByteArrayOutputStream blocks = new ByteArrayOutputStream();
        for (long sequence = first; sequence < first + count; sequence++) {
            final byte[] message = Long.toString(sequence).getBytes(US_ASCII);
            blocks.writeBytes(new byte[]{0, (byte) message.length});
            blocks.writeBytes(message);
        }
        return raw(session, first, count, blocks.toByteArray());
    }

    static byte[] heartbeat(final String session, final long next) {
        return raw(session, next, 0);
    }

    static byte[] end(final String session, final long next) {
        return raw(session, next, 0xFFFF);
    }

    static byte[] raw(final String session, final long sequence, final int count, final byte... blocks) {
        return ByteBuffer.allocate(20 + blocks.length).put(String.format("%10s", session).getBytes(US_ASCII))
                .putLong(sequence).putShort((short) count).put(blocks).array();
    }
}

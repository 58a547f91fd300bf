package io.verbus.marketdata.mold;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** Builds packets byte by byte, as in the specifications of MoldUDP64 and IEX-TP. */
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

    /**
     * Converts a packet of MoldUDP64 to one of IEX-TP with the same messages, in session 7. An end becomes a heartbeat.
     *
     * @param packet a complete one of MoldUDP64
     * @param sentNs time at which it was sent
     */
    static byte[] iexTp(final byte[] packet, final long sentNs) {
        final ByteBuffer in = ByteBuffer.wrap(packet);
        final int count = in.getShort(18) == -1 ? 0 : in.getShort(18);
        final ByteBuffer out = ByteBuffer.allocate(packet.length + 20).order(LITTLE_ENDIAN).put((byte) 1).put((byte) 0)
                .putShort((short) 0x8004).putInt(1).putInt(7).putShort((short) (packet.length - 20))
                .putShort((short) count).putLong(0).putLong(in.getLong(10)).putLong(sentNs).put(packet, 20,
                        packet.length - 20);
        for (int at = 40; at < out.capacity(); at += 2 + out.getShort(at)) {
            out.putShort(at, Short.reverseBytes(out.getShort(at)));
        }
        return out.array();
    }

    static byte[] raw(final String session, final long sequence, final int count, final byte... blocks) {
        return ByteBuffer.allocate(20 + blocks.length).put(String.format("%10s", session).getBytes(US_ASCII))
                .putLong(sequence).putShort((short) count).put(blocks).array();
    }
}

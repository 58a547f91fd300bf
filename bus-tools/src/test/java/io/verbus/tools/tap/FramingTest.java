package io.verbus.tools.tap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Packets of each framing are split into their messages; a part that does not fit has a reason. */
class FramingTest {
    @Test
    void packetWithoutFramingIsOneMessage() {
        assertEquals(List.of("0+5"), split(Framing.NONE, 0, new byte[5]));
        assertEquals(List.of("2+3"), split(Framing.NONE, 2, new byte[5]));
        assertEquals(List.of("5+0"), split(Framing.NONE, 5, new byte[5]));
    }

    @Test
    void lengthsIncludeTheFrameHeader() {
        assertEquals(List.of("6+3", "15+1"), split(Framing.SOFH, 0, packet(ByteOrder.BIG_ENDIAN, 0, 6, 3, 1)));
        assertEquals(List.of("14+3", "19+1"), split(Framing.CME, 0, packet(ByteOrder.LITTLE_ENDIAN, 12, 2, 3, 1)));
        assertEquals(List.of("4+3", "11+1"), split(Framing.ILINK, 0, packet(ByteOrder.LITTLE_ENDIAN, 0, 4, 3, 1)));
        assertEquals(List.of("20+3", "27+1"), split(Framing.B3, 0, packet(ByteOrder.LITTLE_ENDIAN, 16, 4, 3, 1)));
    }

    @Test
    void skippedBytesAreBeforeThePacketHeader() {
        assertEquals(List.of("17+3"), split(Framing.CME, 3, packet(ByteOrder.LITTLE_ENDIAN, 15, 2, 3)));
    }

    @Test
    void whatDoesNotFitIsOnePartWithReason() {
        final byte[] packet = packet(ByteOrder.LITTLE_ENDIAN, 12, 2, 3, 1);
        assertEquals(List.of("0+11 it has 11 bytes, fewer than the 12 before its first message"),
                split(Framing.CME, 0, Arrays.copyOf(packet, 11)));
        assertEquals(List.of("0+20 it has 20 bytes, fewer than the 2147483659 before its first message"),
                split(Framing.CME, Integer.MAX_VALUE, packet));
        assertEquals(List.of("12+0 the frame at byte 12 is cut off: it has 0 of 2 header bytes"),
                split(Framing.CME, 0, Arrays.copyOf(packet, 12)));
        assertEquals(List.of("14+3", "17+1 the frame at byte 17 is cut off: it has 1 of 2 header bytes"),
                split(Framing.CME, 0, Arrays.copyOf(packet, 18)));
        assertEquals(List.of("14+3", "17+2 the frame at byte 17 has a length of 3, the packet 2 more bytes:"
                + " check --framing and --skip"), split(Framing.CME, 0, Arrays.copyOf(packet, 19)));
        assertEquals(List.of("0+9 the frame at byte 0 has a length of 4294967295, the packet 9 more bytes:"
                + " check --framing and --skip"), split(Framing.SOFH, 0, new byte[]{-1, -1, -1, -1, 0, 0, 1, 2, 3}));
        assertEquals(List.of("0+8 the frame at byte 0 has a length of 4, the packet 8 more bytes:"
                + " check --framing and --skip"), split(Framing.ILINK, 0, new byte[]{4, 0, 0, 0, 4, 0, 0, 0}));
    }

    /** A packet with messages of these lengths. */
    static byte[] packet(final ByteOrder order, final int before, final int header, final int... lengths) {
        final ByteBuffer packet = ByteBuffer.allocate(before + Arrays.stream(lengths).map(one -> header + one).sum())
                .order(order);
        int at = before;
        for (final int length : lengths) {
            if (header == 6) {
                packet.putInt(at, header + length);
            } else {
                packet.putShort(at, (short) (header + length));
            }
            at += header + length;
        }
        return packet.array();
    }

    /** The parts as offset, length and fault, of a packet between other bytes. */
    private static List<String> split(final Framing framing, final int skip, final byte[] packet) {
        final byte[] bytes = new byte[packet.length + 9];
        Arrays.fill(bytes, (byte) 1);
        System.arraycopy(packet, 0, bytes, 7, packet.length);
        final List<String> parts = new ArrayList<>();
        framing.split(new UnsafeBuffer(bytes), 7, packet.length, skip,
                (at, length, fault) -> parts.add(at - 7 + "+" + length + (fault == null ? "" : " " + fault)));
        return parts;
    }
}

package io.verbus.tools.tap;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Reads the CME MDP 3.0 messages of one UDP port from a capture in the format pcapng. */
final class CmeCapture {
    private static final int ENHANCED_PACKET = 6;
    private static final int PACKET_OFFSET = 28;
    private static final int ETHERTYPE = 12;
    private static final int VLAN = 0x8100;
    private static final int UDP_HEADER = 8;
    /** Sequence and time of a CME packet. */
    private static final int CME_HEADER = 12;

    private CmeCapture() {
    }

    /** Passes each SBE message, with its header. */
    static void forEach(final Path file, final int port, final Consumer<byte[]> messages) throws IOException {
        final ByteBuffer capture = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        for (int block = 0; block < capture.limit(); block += capture.getInt(block + 4)) {
            if (capture.getInt(block) == ENHANCED_PACKET) {
                final byte[] packet = new byte[capture.getInt(block + 20)];
                capture.get(block + PACKET_OFFSET, packet);
                read(ByteBuffer.wrap(packet), port, messages);
            }
        }
    }

    private static void read(final ByteBuffer packet, final int port, final Consumer<byte[]> messages) {
        final int ip = ETHERTYPE + 2 + (packet.getShort(ETHERTYPE) == (short) VLAN ? 4 : 0);
        final int udp = ip + (packet.get(ip) & 0xF) * 4;
        if ((packet.getShort(udp + 2) & 0xFFFF) != port) {
            return;
        }
        final int end = udp + (packet.getShort(udp + 4) & 0xFFFF);
        packet.order(ByteOrder.LITTLE_ENDIAN);
        int at = udp + UDP_HEADER + CME_HEADER;
        while (at < end) {
            final byte[] message = new byte[(packet.getShort(at) & 0xFFFF) - 2];
            packet.get(at + 2, message);
            messages.accept(message);
            at += message.length + 2;
        }
    }
}

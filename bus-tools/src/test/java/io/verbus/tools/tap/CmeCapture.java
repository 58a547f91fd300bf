package io.verbus.tools.tap;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Reads the CME MDP 3.0 packets of one UDP port from a capture in the format pcapng. */
final class CmeCapture {
    private static final int ENHANCED_PACKET = 6;
    private static final int PACKET_OFFSET = 28;
    private static final int ETHERTYPE = 12;
    private static final int VLAN = 0x8100;
    private static final int UDP_HEADER = 8;

    private CmeCapture() {
    }

    /** Passes the payload of each packet. */
    static void forEach(final Path file, final int port, final Consumer<byte[]> packets) throws IOException {
        final ByteBuffer capture = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        for (int block = 0; block < capture.limit(); block += capture.getInt(block + 4)) {
            if (capture.getInt(block) == ENHANCED_PACKET) {
                final byte[] packet = new byte[capture.getInt(block + 20)];
                capture.get(block + PACKET_OFFSET, packet);
                read(ByteBuffer.wrap(packet), port, packets);
            }
        }
    }

    private static void read(final ByteBuffer packet, final int port, final Consumer<byte[]> packets) {
        final int ip = ETHERTYPE + 2 + (packet.getShort(ETHERTYPE) == (short) VLAN ? 4 : 0);
        final int udp = ip + (packet.get(ip) & 0xF) * 4;
        if ((packet.getShort(udp + 2) & 0xFFFF) == port) {
            final byte[] payload = new byte[(packet.getShort(udp + 4) & 0xFFFF) - UDP_HEADER];
            packet.get(udp + UDP_HEADER, payload);
            packets.accept(payload);
        }
    }
}

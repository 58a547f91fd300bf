package io.verbus.marketdata.support;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads captures: pcap of either byte order and time unit, Ethernet, VLAN tags, IPv4, UDP. */
public final class Pcap {
    private static final int MICROSECONDS = 0xA1B2C3D4;
    private static final int NANOSECONDS = 0xA1B23C4D;
    private static final int ETHERNET = 1;
    private static final int VLAN = 0x8100;
    private static final int SERVICE_VLAN = 0x88A8;
    private static final int IPV4 = 0x0800;
    private static final int UDP = 17;

    private Pcap() {
    }

    /** Returns the payload of each datagram of the capture. */
    public static List<byte[]> udpPayloads(final Path file) throws IOException {
        final ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file));
        final int magic = in.getInt();
        final int swapped = Integer.reverseBytes(magic);
        if (swapped == MICROSECONDS || swapped == NANOSECONDS) {
            in.order(ByteOrder.LITTLE_ENDIAN);
        } else if (magic != MICROSECONDS && magic != NANOSECONDS) {
            throw new IOException(file + " is not a pcap file");
        }
        if (in.getInt(20) != ETHERNET) {
            throw new IOException(file + " does not contain Ethernet frames");
        }
        in.position(24);
        final List<byte[]> payloads = new ArrayList<>();
        while (in.hasRemaining()) {
            final int length = in.getInt(in.position() + 8);
            payloads.add(udpPayload(in.slice(in.position() + 16, length)));
            in.position(in.position() + 16 + length);
        }
        return payloads;
    }

    private static byte[] udpPayload(final ByteBuffer frame) throws IOException {
        int type = 12;
        while (unsigned(frame, type) == VLAN || unsigned(frame, type) == SERVICE_VLAN) {
            type += 4;
        }
        final int ip = type + 2;
        if (unsigned(frame, type) != IPV4 || frame.get(ip + 9) != UDP) {
            throw new IOException("the frame is not UDP over IPv4");
        }
        final int udp = ip + 4 * (frame.get(ip) & 0xF);
        // The length field of the datagram, as short frames are padded.
        final byte[] payload = new byte[unsigned(frame, udp + 4) - 8];
        frame.get(udp + 8, payload);
        return payload;
    }

    private static int unsigned(final ByteBuffer in, final int at) {
        return in.getShort(at) & 0xFFFF;
    }
}

package io.verbus.marketdata.source;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;

/**
 * The UDP datagram in a captured packet: Ethernet with VLAN tags, Linux cooked capture, raw IP or loopback; IPv4 or
 * IPv6. Packets are untrusted. Checksums are not checked: a capture has them before the network card fills them in. For
 * one thread; allocates nothing.
 */
public final class UdpDatagram {
    private static final int NULL = 0;
    private static final int ETHERNET = 1;
    private static final int RAW = 101;
    private static final int LOOP = 108;
    private static final int LINUX_COOKED = 113;
    private static final int IPV4_ONLY = 228;
    private static final int IPV6_ONLY = 229;
    private static final int LINUX_COOKED_2 = 276;
    /** Numbers of raw IP in files of some systems. */
    private static final int RAW_BSD = 12;
    private static final int RAW_OPENBSD = 14;

    private static final int VLAN = 0x8100;
    private static final int SERVICE_VLAN = 0x88A8;
    private static final int OLD_SERVICE_VLAN = 0x9100;
    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86DD;

    private static final int IPV4_HEADER = 20;
    private static final int IPV6_HEADER = 40;
    private static final int EXTENSION_HEADER = 8;
    private static final int UDP_HEADER = 8;
    private static final int UDP = 17;
    private static final int HOP_BY_HOP = 0;
    private static final int ROUTING = 43;
    private static final int FRAGMENT_HEADER = 44;
    private static final int DESTINATION = 60;
    /** More fragments, and the offset of a fragment. */
    private static final int FRAGMENTED = 0x3FFF;

    private DirectBuffer in;
    private int end;
    private int offset;
    private int length;
    private long sourceHigh;
    private long sourceLow;
    private int sourcePort;
    private long targetHigh;
    private long targetLow;
    private int targetPort;

    /** The contents of a packet. */
    public enum Content {
        /** A whole datagram. */
        WHOLE,
        /** A datagram of which the capture has only the first bytes. */
        CUT,
        /** A fragment of a UDP datagram. */
        FRAGMENT,
        /** Not UDP over IP, or malformed. */
        OTHER,
        /** A packet of an unknown link type. */
        UNKNOWN_LINK
    }

    /** Creates a datagram without contents. */
    public UdpDatagram() {
    }

    /**
     * Reads the current packet of a capture. The datagram is valid if the result is {@link Content#WHOLE} or
     * {@link Content#CUT}, until the capture reads its next packet.
     *
     * @param file a capture after {@link CaptureFile#next()}
     * @return the contents
     */
    public Content read(final CaptureFile file) {
        in = file.buffer();
        final int at = file.offset();
        end = at + file.length();
        return switch (file.linkType()) {
            case ETHERNET -> typed(at + 12, at + 14);
            case LINUX_COOKED -> typed(at + 14, at + 16);
            case LINUX_COOKED_2 -> typed(at, at + 20);
            case NULL, LOOP -> ip(at + 4);
            case RAW, RAW_BSD, RAW_OPENBSD, IPV4_ONLY, IPV6_ONLY -> ip(at);
            default -> Content.UNKNOWN_LINK;
        };
    }

    /** Reads a packet with an EtherType and a header up to a payload; VLAN tags follow the header. */
    private Content typed(final int typeAt, final int payloadAt) {
        if (payloadAt > end) {
            return Content.OTHER;
        }
        int type = unsigned(typeAt);
        int at = payloadAt;
        while ((type == VLAN || type == SERVICE_VLAN || type == OLD_SERVICE_VLAN) && at + 4 <= end) {
            type = unsigned(at + 2);
            at += 4;
        }
        return type == IPV4 || type == IPV6 ? ip(at) : Content.OTHER;
    }

    private Content ip(final int at) {
        final int version = at < end ? (in.getByte(at) & 0xF0) >> 4 : 0;
        return version == 4 ? ipv4(at) : version == 6 ? ipv6(at) : Content.OTHER;
    }

    private Content ipv4(final int at) {
        final int header = (in.getByte(at) & 0xF) * Integer.BYTES;
        if (header < IPV4_HEADER || at + header > end || in.getByte(at + 9) != UDP) {
            return Content.OTHER;
        }
        if ((unsigned(at + 6) & FRAGMENTED) != 0) {
            return Content.FRAGMENT;
        }
        sourceHigh = 0;
        sourceLow = UdpAddress.IPV4 | in.getInt(at + 12, BIG_ENDIAN) & 0xFFFF_FFFFL;
        targetHigh = 0;
        targetLow = UdpAddress.IPV4 | in.getInt(at + 16, BIG_ENDIAN) & 0xFFFF_FFFFL;
        return udp(at + header);
    }

    private Content ipv6(final int at) {
        if (at + IPV6_HEADER > end) {
            return Content.OTHER;
        }
        int next = in.getByte(at + 6);
        int header = at + IPV6_HEADER;
        while ((next == HOP_BY_HOP || next == ROUTING || next == DESTINATION) && header + EXTENSION_HEADER <= end) {
            next = in.getByte(header);
            header += (1 + (in.getByte(header + 1) & 0xFF)) * EXTENSION_HEADER;
        }
        if (next == FRAGMENT_HEADER && header < end && in.getByte(header) == UDP) {
            return Content.FRAGMENT;
        }
        sourceHigh = in.getLong(at + 8, BIG_ENDIAN);
        sourceLow = in.getLong(at + 16, BIG_ENDIAN);
        targetHigh = in.getLong(at + 24, BIG_ENDIAN);
        targetLow = in.getLong(at + 32, BIG_ENDIAN);
        return next == UDP ? udp(header) : Content.OTHER;
    }

    private Content udp(final int at) {
        if (at + UDP_HEADER > end || unsigned(at + 4) < UDP_HEADER) {
            return Content.OTHER;
        }
        sourcePort = unsigned(at);
        targetPort = unsigned(at + 2);
        offset = at + UDP_HEADER;
        length = Math.min(unsigned(at + 4), end - at) - UDP_HEADER; // short frames are padded
        return at + unsigned(at + 4) > end ? Content.CUT : Content.WHOLE;
    }

    private int unsigned(final int at) {
        return in.getShort(at, BIG_ENDIAN) & 0xFFFF;
    }

    /** {@return contains the payload} */
    public DirectBuffer buffer() {
        return in;
    }

    /** {@return offset of the payload} */
    public int offset() {
        return offset;
    }

    /** {@return length of the payload in bytes, as far as it was captured: up to 65,527} */
    public int length() {
        return length;
    }

    /** {@return the destination} */
    public UdpAddress target() {
        return new UdpAddress(targetHigh, targetLow, targetPort);
    }

    /** {@return the sender} */
    public UdpAddress source() {
        return new UdpAddress(sourceHigh, sourceLow, sourcePort);
    }

    /**
     * Compares the destination.
     *
     * @param address may be null
     * @return whether it is the destination
     */
    public boolean isTo(final UdpAddress address) {
        return address != null && address.low() == targetLow && address.high() == targetHigh
                && address.port() == targetPort;
    }

    /**
     * Compares the host of the sender.
     *
     * @param address may be null
     * @return whether its host is the sender
     */
    public boolean isFromHost(final UdpAddress address) {
        return address != null && address.low() == sourceLow && address.high() == sourceHigh;
    }
}

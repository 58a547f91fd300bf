package io.verbus.testkit;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes captures of UDP datagrams byte by byte, as in the specifications of pcap and pcapng. */
public final class CaptureWriter {
    private static final int UDP = 17;
    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86DD;
    private static final int NS_PER_US = 1_000;
    private static final long NS_PER_SECOND = 1_000_000_000L;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Format format;
    private final ByteOrder order;
    private final LinkType link;

    /** The formats, with their units of time. */
    public enum Format {
        /** pcap with microseconds. */
        MICROSECONDS,
        /** pcap with nanoseconds. */
        NANOSECONDS,
        /** pcapng with enhanced packets of the default resolution, microseconds. */
        NG,
        /** pcapng with nanoseconds. */
        NG_NANOSECONDS,
        /** pcapng with units of 2^-20 seconds. */
        NG_BINARY,
        /** pcapng with simple packets, which have no time. */
        NG_SIMPLE
    }

    /** The headers before an IP packet. */
    public enum LinkType {
        /** Ethernet. */
        ETHERNET(1),
        /** Ethernet with a VLAN tag. */
        VLAN(1),
        /** Ethernet with two VLAN tags. */
        TWO_VLANS(1),
        /** Linux cooked capture. */
        COOKED(113),
        /** Linux cooked capture, version 2. */
        COOKED_2(276),
        /** Raw IP. */
        RAW(101),
        /** BSD loopback. */
        NULL(0),
        /** OpenBSD loopback. */
        LOOP(108);

        private final int type;

        LinkType(final int type) {
            this.type = type;
        }

        byte[] header(final int etherType) {
            final ByteBuffer header = ByteBuffer.allocate(22);
            switch (this) {
                case ETHERNET -> header.put(new byte[12]).putShort((short) etherType);
                case VLAN -> header.put(new byte[12]).putShort((short) 0x8100).putShort((short) 7)
                        .putShort((short) etherType);
                case TWO_VLANS -> header.put(new byte[12]).putShort((short) 0x88A8).putShort((short) 7)
                        .putShort((short) 0x8100).putShort((short) 8).putShort((short) etherType);
                case COOKED -> header.put(new byte[14]).putShort((short) etherType);
                case COOKED_2 -> header.putShort((short) etherType).put(new byte[18]);
                case NULL -> header.order(ByteOrder.LITTLE_ENDIAN).putInt(etherType == IPV4 ? 2 : 24);
                case LOOP -> header.putInt(etherType == IPV4 ? 2 : 24);
                case RAW -> header.flip().limit(0);
            }
            final byte[] bytes = new byte[header.position()];
            header.flip().get(bytes);
            return bytes;
        }
    }

    /** A capture of Ethernet with nanoseconds. */
    public CaptureWriter() {
        this(Format.NANOSECONDS, ByteOrder.LITTLE_ENDIAN, LinkType.ETHERNET);
    }

    /**
     * An empty capture.
     *
     * @param format of the file
     * @param order of its numbers
     * @param link headers of its packets
     */
    public CaptureWriter(final Format format, final ByteOrder order, final LinkType link) {
        this.format = format;
        this.order = order;
        this.link = link;
        if (!isNg()) {
            put(ByteBuffer.allocate(24).order(order)
                    .putInt(format == Format.NANOSECONDS ? 0xA1B23C4D : 0xA1B2C3D4).putShort((short) 2)
                    .putShort((short) 4).putLong(0).putInt(1 << 18).putInt(link.type));
            return;
        }
        section();
    }

    private boolean isNg() {
        return format.name().startsWith("NG");
    }

    /**
     * Begins a section of pcapng.
     *
     * @return this
     */
    public CaptureWriter section() {
        block(0x0A0D0D0A, ByteBuffer.allocate(16).order(order).putInt(0x1A2B3C4D).putShort((short) 1)
                .putShort((short) 0).putLong(-1).array());
        final ByteBuffer options = ByteBuffer.allocate(20).order(order);
        options.putShort((short) 2).putShort((short) 3).put(new byte[]{'l', 'o', '0', 0}); // if_name
        if (format == Format.NG_NANOSECONDS || format == Format.NG_BINARY) {
            options.putShort((short) 9).putShort((short) 1)
                    .put((byte) (format == Format.NG_BINARY ? 0x80 | 20 : 9)).put(new byte[3]);
            options.putInt(0);
        }
        final byte[] used = new byte[options.position()];
        options.flip().get(used);
        return block(1, ByteBuffer.allocate(8 + used.length).order(order).putShort((short) link.type)
                .putShort((short) 0).putInt(1 << 18).put(used).array());
    }

    /**
     * Adds a block of pcapng.
     *
     * @param type of the block
     * @param body without padding
     * @return this
     */
    public CaptureWriter block(final int type, final byte... body) {
        final int length = 12 + (body.length + 3 & ~3);
        return put(ByteBuffer.allocate(length).order(order).putInt(type).putInt(length).put(body)
                .putInt(length - 4, length).position(length));
    }

    private CaptureWriter put(final ByteBuffer bytes) {
        out.write(bytes.array(), 0, bytes.position());
        return this;
    }

    /**
     * Adds a datagram.
     *
     * @param timeNs in nanoseconds since 1970
     * @param from sender
     * @param to destination, of the same family
     * @param payload of the datagram
     * @return this
     */
    public CaptureWriter udp(final long timeNs, final InetSocketAddress from, final InetSocketAddress to,
            final byte[] payload) {
        final byte[] packet = ip(from, to, payload);
        return packet(timeNs, packet, packet.length);
    }

    /**
     * The frame of a datagram.
     *
     * @param from sender
     * @param to destination, of the same family
     * @param payload of the datagram
     * @return its headers and the payload
     */
    public byte[] ip(final InetSocketAddress from, final InetSocketAddress to, final byte[] payload) {
        final boolean isV4 = to.getAddress() instanceof Inet4Address;
        final byte[] header = link.header(isV4 ? IPV4 : IPV6);
        final ByteBuffer frame = ByteBuffer.allocate(header.length + (isV4 ? 20 : 48) + 8 + payload.length)
                .order(BIG_ENDIAN).put(header);
        final int udpLength = 8 + payload.length;
        if (isV4) {
            frame.put((byte) 0x45).put((byte) 0).putShort((short) (20 + udpLength)).putInt(0).put((byte) 1)
                    .put((byte) UDP).putShort((short) 0);
        } else { // with an empty hop-by-hop header
            frame.putInt(0x60000000).putShort((short) (8 + udpLength)).put((byte) 0).put((byte) 1);
        }
        frame.put(from.getAddress().getAddress()).put(to.getAddress().getAddress());
        if (!isV4) {
            frame.put((byte) UDP).put(new byte[7]);
        }
        return frame.putShort((short) from.getPort()).putShort((short) to.getPort()).putShort((short) udpLength)
                .putShort((short) 0).put(payload).array();
    }

    /**
     * Adds a packet.
     *
     * @param timeNs in nanoseconds since 1970
     * @param packet with its headers
     * @param captured number of its bytes in the capture
     * @return this
     */
    public CaptureWriter packet(final long timeNs, final byte[] packet, final int captured) {
        if (!isNg()) {
            final long unit = format == Format.NANOSECONDS ? 1 : NS_PER_US;
            return put(ByteBuffer.allocate(16 + captured).order(order).putInt((int) (timeNs / NS_PER_SECOND))
                    .putInt((int) (timeNs % NS_PER_SECOND / unit)).putInt(captured).putInt(packet.length)
                    .put(packet, 0, captured));
        }
        if (format == Format.NG_SIMPLE) {
            return block(3, ByteBuffer.allocate(4 + captured).order(order).putInt(packet.length)
                    .put(packet, 0, captured).array());
        }
        final long ticks = switch (format) {
            case NG_NANOSECONDS -> timeNs;
            case NG_BINARY -> (timeNs / NS_PER_SECOND << 20) + (timeNs % NS_PER_SECOND << 20) / NS_PER_SECOND;
            default -> timeNs / NS_PER_US;
        };
        return block(6, ByteBuffer.allocate(20 + captured).order(order).putInt(0).putInt((int) (ticks >>> 32))
                .putInt((int) ticks).putInt(captured).putInt(packet.length).put(packet, 0, captured).array());
    }

    /**
     * {@return the bytes of the file}
     */
    public byte[] toBytes() {
        return out.toByteArray();
    }

    /**
     * Writes the file.
     *
     * @param file its path
     * @return the path
     * @throws IOException if it cannot be written
     */
    public Path write(final Path file) throws IOException {
        return Files.write(file, toBytes());
    }
}

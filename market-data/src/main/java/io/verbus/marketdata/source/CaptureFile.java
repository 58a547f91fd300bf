package io.verbus.marketdata.source;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.verbus.BusException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipException;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A capture of network packets, raw or gzip, read once from the start. Either byte order:
 *
 * <pre>
 *   pcap:   magic (4), version (4), unused (8), longest packet (4), link type (4); then packets:
 *           seconds (4), micro- or nanoseconds (4), captured length (4), length (4), bytes
 *   pcapng: blocks: type (4), length of the block (4), body, padding to 4 bytes, length again (4)
 *     section header:   magic (4), version (4), ...
 *     interface:        link type (2), unused (2), longest packet (4), options (code (2), length (2), value)
 *     enhanced packet:  interface (4), time (8, upper half first), captured length (4), length (4), bytes
 *     packet, obsolete: the same, with the interface in the first 2 bytes
 *     simple packet:    length (4), bytes; of the first interface, without a time
 * </pre>
 *
 * <p>Other blocks are skipped. A capture is untrusted: reading ends at its first defect, see {@link #defect()}. For one
 * thread. Allocates nothing per packet.
 */
public final class CaptureFile implements Closeable {
    /** Longest packet in bytes; that of libpcap. */
    private static final int LONGEST_PACKET = 256 << 10;
    private static final int BUFFER_BYTES = 1 << 20;
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final int NS_PER_US = 1_000;
    /** About the year 2242, the range of nanoseconds since 1970 in 63 bits. */
    private static final long LATEST_SECOND = 1L << 33;

    private static final int MICROSECONDS = 0xA1B2C3D4;
    private static final int NANOSECONDS = 0xA1B23C4D;
    private static final int FILE_HEADER = 24;
    private static final int LINK_TYPE = 20;
    private static final int LINK_TYPE_MASK = 0xFFFF;
    private static final int PACKET_HEADER = 16;

    private static final int SECTION = 0x0A0D0D0A;
    private static final int SECTION_MAGIC = 0x1A2B3C4D;
    private static final int SECTION_LENGTH = 28;
    private static final int INTERFACE = 1;
    private static final int OBSOLETE_PACKET = 2;
    private static final int SIMPLE_PACKET = 3;
    private static final int ENHANCED_PACKET = 6;
    private static final int BODY = 8;
    private static final int FRAME = 12;
    private static final int INTERFACE_OPTIONS = 16;
    private static final int ENHANCED_BYTES = 28;
    private static final int SIMPLE_BYTES = 12;
    private static final int TIME_RESOLUTION = 9;
    private static final int TIME_OFFSET = 14;
    private static final int BINARY = 0x80;
    private static final int MOST_BINARY_DIGITS = 62;
    private static final int MOST_DIGITS = 18;
    private static final int MOST_INTERFACES = 1 << 16;

    private final Path path;
    private final InputFile in;
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[BUFFER_BYTES]);
    private final List<Interface> interfaces = new ArrayList<>();
    private boolean isNg;
    private ByteOrder order = LITTLE_ENDIAN;
    private int nsPerTick;
    /** Offset of the first byte of the buffer in the uncompressed file. */
    private long bufferAt;
    private int at;
    private int limit;
    private boolean hasEnded;
    private String defect;
    private long timeNs;
    private int linkType;
    private int offset;
    private int length;
    /** Bytes of the packet within which the file ends. */
    private int partLength;

    /** An interface of a section; the only one of a pcap file. */
    private record Interface(int linkType, long longest, long ticksPerSecond, long offsetSeconds) {}

    private CaptureFile(final Path path) {
        this.path = path;
        in = InputFile.open(path);
    }

    /**
     * Opens a capture.
     *
     * @param path path of the file
     * @return the capture, before its first packet
     * @throws BusException if there is no such file, it cannot be read, or it is not a capture
     */
    public static CaptureFile open(final Path path) {
        final CaptureFile file = new CaptureFile(path);
        final String refusal = file.begin();
        if (refusal != null) {
            file.close();
            throw new BusException(path + " " + refusal);
        }
        return file;
    }

    private String begin() {
        if (!has(Integer.BYTES)) {
            return defect != null
                    ? defect
                    : limit == 0
                            ? "is empty: there is nothing to play"
                            : "is not a capture: it has only " + limit + " bytes";
        }
        final int magic = buffer.getInt(0, BIG_ENDIAN);
        final int swapped = Integer.reverseBytes(magic);
        isNg = magic == SECTION;
        order = magic == MICROSECONDS || magic == NANOSECONDS ? BIG_ENDIAN : LITTLE_ENDIAN;
        final int known = order == BIG_ENDIAN ? magic : swapped;
        nsPerTick = known == NANOSECONDS ? 1 : NS_PER_US;
        if (!isNg && known != MICROSECONDS && known != NANOSECONDS) {
            return String.format(Locale.ROOT, "is not a capture (pcap or pcapng, raw or gzip): it begins with the bytes"
                    + " %08x; unpack other compressed files, and play a file of ITCH messages with --itch", magic);
        }
        if (!isNg && has(FILE_HEADER)) {
            linkType = buffer.getInt(LINK_TYPE, order) & LINK_TYPE_MASK;
            at = FILE_HEADER;
        }
        return null;
    }

    /**
     * Reads the next packet.
     *
     * @return false at the end of the capture, or at its first {@link #defect()}
     */
    public boolean next() {
        if (defect != null) {
            return false;
        }
        if (!isNg) {
            return nextPacket();
        }
        int type = SECTION;
        while (type != ENHANCED_PACKET && type != SIMPLE_PACKET && type != OBSOLETE_PACKET) {
            if (!has(FRAME)) {
                return endAt("block");
            }
            type = buffer.getInt(at, order);
            if (type == SECTION && !beginSection()) {
                return false;
            }
            final long blockLength = unsigned(at + Integer.BYTES);
            if (blockLength < FRAME || blockLength % Integer.BYTES != 0
                    || type == SECTION && blockLength < SECTION_LENGTH) {
                return damaged("a block of " + blockLength + " bytes");
            }
            final boolean isRead = switch (type) {
                case INTERFACE, ENHANCED_PACKET, SIMPLE_PACKET, OBSOLETE_PACKET -> readBlock(type, blockLength);
                default -> skip(blockLength);
            };
            if (!isRead) {
                return false;
            }
        }
        return true;
    }

    private boolean nextPacket() {
        if (bufferAt + at < FILE_HEADER || !has(PACKET_HEADER)) {
            return endAt("packet");
        }
        final long captured = unsigned(at + 8);
        if (captured > LONGEST_PACKET) {
            return damaged("a packet of " + captured + " bytes");
        }
        if (!has(PACKET_HEADER + (int) captured)) {
            partLength = limit - at - PACKET_HEADER;
            return endAt("packet");
        }
        readPacket((int) captured);
        return true;
    }

    private void readPacket(final int captured) {
        timeNs = unsigned(at) * NS_PER_SECOND + unsigned(at + Integer.BYTES) * nsPerTick;
        take(at + PACKET_HEADER, captured);
        at += PACKET_HEADER + captured;
    }

    /**
     * After {@link #next} has returned false: reads the first bytes of a packet within which a pcap file ends.
     *
     * @return false if there are none, and after they were read
     */
    public boolean nextPart() {
        if (partLength == 0) {
            return false;
        }
        readPacket(partLength);
        partLength = 0;
        return true;
    }

    private void take(final int from, final int captured) {
        offset = from;
        length = captured;
    }

    private boolean beginSection() {
        if (!has(FRAME + Integer.BYTES)) {
            return endAt("block");
        }
        final int magic = buffer.getInt(at + BODY, BIG_ENDIAN);
        if (magic != SECTION_MAGIC && Integer.reverseBytes(magic) != SECTION_MAGIC) {
            return damaged("a section without a byte order");
        }
        order = magic == SECTION_MAGIC ? BIG_ENDIAN : LITTLE_ENDIAN;
        final int version = buffer.getShort(at + FRAME, order);
        interfaces.clear();
        return version == 1 || damaged("version " + version + " of pcapng, not 1");
    }

    /** Reads a block of an interface or a packet. */
    private boolean readBlock(final int type, final long blockLength) {
        if (blockLength > LONGEST_PACKET + BUFFER_BYTES / 2) {
            return damaged("a block of " + blockLength + " bytes");
        }
        final int size = (int) blockLength;
        if (!has(size)) {
            return endAt("block");
        }
        if (unsigned(at + size - Integer.BYTES) != blockLength) {
            return damaged("a block with two different lengths");
        }
        final boolean isRead = switch (type) {
            case INTERFACE -> readInterface(at + size - Integer.BYTES);
            case SIMPLE_PACKET -> readSimple(size);
            default -> readEnhanced(size, type == ENHANCED_PACKET
                    ? unsigned(at + BODY)
                    : buffer.getShort(at + BODY, order) & 0xFFFF);
        };
        at += isRead ? size : 0;
        return isRead;
    }

    private boolean readInterface(final int end) {
        long ticksPerSecond = NS_PER_SECOND / NS_PER_US;
        long offsetSeconds = 0;
        int option = at + INTERFACE_OPTIONS;
        while (option + Integer.BYTES <= end && buffer.getShort(option, order) != 0) {
            final int code = buffer.getShort(option, order);
            final int size = buffer.getShort(option + Short.BYTES, order) & 0xFFFF;
            final int value = option + Integer.BYTES;
            if (value + size > end) {
                return damaged("an option of " + size + " bytes");
            }
            if (code == TIME_RESOLUTION && size == 1) {
                ticksPerSecond = ticksPerSecond(buffer.getByte(value) & 0xFF);
            } else if (code == TIME_OFFSET && size == Long.BYTES) {
                offsetSeconds = buffer.getLong(value, order);
            }
            option = value + (size + Integer.BYTES - 1 & -Integer.BYTES);
        }
        if (option > end || ticksPerSecond == 0 || interfaces.size() == MOST_INTERFACES) {
            return damaged("an interface that cannot be read");
        }
        interfaces.add(new Interface(buffer.getShort(at + BODY, order) & 0xFFFF, unsigned(at + FRAME), ticksPerSecond,
                offsetSeconds));
        return true;
    }

    /** Returns 0 for a resolution that no clock has. */
    private static long ticksPerSecond(final int resolution) {
        if ((resolution & BINARY) != 0) {
            final int digits = resolution & ~BINARY;
            return digits <= MOST_BINARY_DIGITS ? 1L << digits : 0;
        }
        long ticks = resolution <= MOST_DIGITS ? 1 : 0;
        for (int digit = 0; digit < resolution && ticks > 0; digit++) {
            ticks *= 10;
        }
        return ticks;
    }

    private boolean readEnhanced(final int size, final long number) {
        if (number >= interfaces.size()) {
            return damaged("a packet of interface " + number + ", which is not described");
        }
        if (size < ENHANCED_BYTES + Integer.BYTES
                || unsigned(at + 20) > Math.min(LONGEST_PACKET, size - ENHANCED_BYTES - Integer.BYTES)) {
            return damaged("a packet that is longer than its block");
        }
        final Interface on = interfaces.get((int) number);
        final long ticks = unsigned(at + FRAME) << Integer.SIZE | unsigned(at + 16);
        final long seconds = Long.divideUnsigned(ticks, on.ticksPerSecond) + on.offsetSeconds;
        if (seconds < 0 || seconds > LATEST_SECOND) {
            return damaged("a time after the year 2200 or before 1970");
        }
        final long rest = Long.remainderUnsigned(ticks, on.ticksPerSecond);
        timeNs = seconds * NS_PER_SECOND + (on.ticksPerSecond <= NS_PER_SECOND
                ? rest * NS_PER_SECOND / on.ticksPerSecond
                : (long) (rest / ((double) on.ticksPerSecond / NS_PER_SECOND)));
        linkType = on.linkType;
        take(at + ENHANCED_BYTES, (int) unsigned(at + 20));
        return true;
    }

    /** Its time is that of the packet before it. */
    private boolean readSimple(final int size) {
        if (interfaces.isEmpty()) {
            return damaged("a packet of interface 0, which is not described");
        }
        final Interface on = interfaces.getFirst();
        long captured = Math.min(unsigned(at + BODY), size - SIMPLE_BYTES - Integer.BYTES);
        captured = on.longest == 0 ? captured : Math.min(captured, on.longest);
        if (captured < 0 || captured > LONGEST_PACKET) {
            return damaged("a packet of " + captured + " bytes");
        }
        linkType = on.linkType;
        take(at + SIMPLE_BYTES, (int) captured);
        return true;
    }

    private boolean skip(final long blockLength) {
        for (long left = blockLength - Integer.BYTES; left > 0;) {
            if (!has(1)) {
                return endAt("block");
            }
            final int skipped = (int) Math.min(left, limit - at);
            at += skipped;
            left -= skipped;
        }
        if (!has(Integer.BYTES)) {
            return endAt("block");
        }
        if (unsigned(at) != blockLength) {
            return damaged("a block with two different lengths");
        }
        at += Integer.BYTES;
        return true;
    }

    private long unsigned(final int index) {
        return buffer.getInt(index, order) & 0xFFFF_FFFFL;
    }

    /** Whether a number of bytes follow, all in the buffer. */
    private boolean has(final int count) {
        assert count <= BUFFER_BYTES : count;
        if (BUFFER_BYTES - at < count) {
            buffer.putBytes(0, buffer, at, limit - at);
            bufferAt += at;
            limit -= at;
            at = 0;
        }
        while (limit - at < count && !hasEnded) {
            fill();
        }
        return limit - at >= count;
    }

    private void fill() {
        try {
            final int read = in.read(buffer.byteArray(), limit, BUFFER_BYTES - limit);
            hasEnded = read < 0;
            limit += Math.max(read, 0);
        } catch (final EOFException e) {
            end("is cut off: its gzip data ends without a trailer, after %,d bytes", e);
        } catch (final ZipException e) {
            end("is damaged: its gzip data is wrong at or before byte %,d", e);
        } catch (final IOException e) {
            end("cannot be read beyond byte %,d", e);
        }
    }

    private void end(final String what, final IOException cause) {
        hasEnded = true;
        defect = String.format(Locale.ROOT, what, bufferAt + limit)
                + (cause instanceof EOFException ? "" : " (" + cause.getMessage() + ")");
    }

    /** Returns false, at the end of the file; it is a defect if bytes are left. */
    private boolean endAt(final String what) {
        if (defect == null && (limit > at || bufferAt + at < FILE_HEADER)) {
            defect = String.format(Locale.ROOT, "is cut off: it ends after %,d bytes, within the %s at byte %,d",
                    bufferAt + limit, bufferAt + at < FILE_HEADER ? "header" : what, bufferAt + at);
        }
        return false;
    }

    private boolean damaged(final String what) {
        defect = String.format(Locale.ROOT, "is damaged: at byte %,d it has %s", bufferAt + at, what);
        return false;
    }

    /**
     * {@return why and where reading ended before the end of the capture, as the rest of a sentence that begins with
     * the name of the file; null if it did not}
     */
    public String defect() {
        return defect;
    }

    /** {@return the file} */
    public Path path() {
        return path;
    }

    /** {@return the time of the packet, in nanoseconds since 1970} */
    public long timeNs() {
        return timeNs;
    }

    /** {@return the link type of the packet, a LINKTYPE number of libpcap} */
    public int linkType() {
        return linkType;
    }

    /** {@return contains the packet until the next one is read; always the same buffer} */
    public DirectBuffer buffer() {
        return buffer;
    }

    /** {@return offset of the packet in the buffer} */
    public int offset() {
        return offset;
    }

    /** {@return number of captured bytes of the packet} */
    public int length() {
        return length;
    }

    /** {@return the fraction of the file that has been read, from 0 to 1} */
    public double fraction() {
        return (double) in.readBytes() / Math.max(1, in.sizeBytes());
    }

    @Override
    public void close() {
        in.close();
    }
}

package io.verbus.marketdata.itch;

import io.verbus.BusException;
import io.verbus.marketdata.feed.FeedCounts;
import io.verbus.marketdata.source.FramedFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;

/** Checks that a file contains ITCH 5.0 messages, so that other files are not published by mistake. */
public final class ItchFiles {
    private static final int SHORTEST = 12;
    private static final int LONGEST = 50;
    private static final String PCAP = "a packet capture (pcap): play it with --pcap";
    /** Formats by their first four bytes. */
    private static final Map<Integer, String> FORMATS = Map.of(0xD4C3B2A1, PCAP, 0xA1B2C3D4, PCAP, 0x4D3CB2A1, PCAP,
            0xA1B23C4D, PCAP, 0x0A0D0D0A, "a packet capture (pcapng): play it with --pcap",
            0x504B0304, "a zip archive: unpack it", 0xFD377A58, "an xz file: unpack it",
            0x28B52FFD, "a zstd file: unpack it");

    private ItchFiles() {
    }

    /**
     * Checks the first message of a file.
     *
     * @param path path of the file, raw or gzip
     * @throws BusException if there is no such file, or it does not start with a framed ITCH 5.0 message
     */
    public static void requireItch(final Path path) {
        final byte[] head;
        try (FramedFile file = FramedFile.open(path)) {
            head = file.head();
        }
        if (head.length < 3) {
            throw notItch(path, "it has " + head.length + " bytes");
        }
        final String format = head.length < Integer.BYTES ? null : FORMATS.get(ByteBuffer.wrap(head).getInt());
        if (format != null) {
            throw notItch(path, "it is " + format);
        }
        final int length = (head[0] & 0xFF) << 8 | head[1] & 0xFF;
        final int expected = ItchType.length(head[2]);
        if (expected == ItchType.UNKNOWN ? length < SHORTEST || length > LONGEST : length != expected) {
            throw notItch(path,
                    "the first message would be of type " + FeedCounts.shown(head[2]) + " and " + length
                            + " bytes long");
        }
    }

    private static BusException notItch(final Path path, final String why) {
        return new BusException(path + " is not a file of ITCH 5.0 messages with 2-byte lengths: " + why);
    }
}

package io.verbus.marketdata.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.verbus.BusException;
import io.verbus.marketdata.source.UdpDatagram.Content;
import io.verbus.marketdata.support.Pcap;
import io.verbus.marketdata.support.RealData;
import io.verbus.testkit.CaptureWriter;
import io.verbus.testkit.CaptureWriter.Format;
import io.verbus.testkit.CaptureWriter.LinkType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class CaptureFileTest {
    private static final long TIME_NS = 1_577_692_800_123_456_789L;
    private static final int PACKETS = 200;
    private static final InetSocketAddress[] V4 = {new InetSocketAddress("10.1.2.3", 4_000),
            new InetSocketAddress("233.54.12.111", 26_477)};
    private static final InetSocketAddress[] V6 = {new InetSocketAddress("fe80::1", 4_000),
            new InetSocketAddress("ff02::1:2", 65_535)};

    @TempDir
    private Path folder;

    static Stream<Arguments> forms() {
        return Stream.of(Format.values()).flatMap(format -> Stream.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)
                .flatMap(order -> Stream.of(LinkType.values()).map(link -> Arguments.of(format, order, link))));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void everyDatagramIsReadWithItsTimeAndAddresses(final Format format, final ByteOrder order, final LinkType link)
            throws IOException {
        final CaptureWriter writer = new CaptureWriter(format, order, link);
        final Random random = new Random(7);
        final List<byte[]> payloads = new ArrayList<>();
        for (int i = 0; i < PACKETS; i++) {
            final byte[] payload = new byte[i % 20 == 0 ? 65_000 : random.nextInt(100)];
            random.nextBytes(payload);
            payloads.add(payload);
            final InetSocketAddress[] pair = i % 2 == 0 ? V4 : V6;
            writer.udp(TIME_NS + i * 1_000L, pair[0], pair[1], payload);
            if (format.name().startsWith("NG") && i % 50 == 9) {
                writer.block(0x0BAD, new byte[3_000_000]).block(5).section();
            }
        }
        for (final boolean isGzip : new boolean[]{false, true}) {
            final Path path = Files.write(folder.resolve("c"), isGzip ? gzip(writer.toBytes()) : writer.toBytes());
            try (CaptureFile file = CaptureFile.open(path)) {
                final UdpDatagram datagram = new UdpDatagram();
                for (int i = 0; i < PACKETS; i++) {
                    assertTrue(file.next(), file::defect);
                    assertEquals(Content.WHOLE, datagram.read(file));
                    final byte[] payload = new byte[datagram.length()];
                    datagram.buffer().getBytes(datagram.offset(), payload);
                    assertArrayEquals(payloads.get(i), payload);
                    final InetSocketAddress[] pair = i % 2 == 0 ? V4 : V6;
                    assertEquals(UdpAddress.of(pair[0]), datagram.source());
                    assertEquals(UdpAddress.of(pair[1]), datagram.target());
                    assertTrue(datagram.isTo(UdpAddress.of(pair[1])) && !datagram.isTo(UdpAddress.of(pair[0])));
                    assertEquals(pair[0].getAddress(), datagram.source().host());
                    final long lateNs = TIME_NS + i * 1_000L - file.timeNs();
                    final long unitNs = switch (format) {
                        case NANOSECONDS, NG_NANOSECONDS -> 1;
                        case MICROSECONDS, NG -> 1_000;
                        case NG_BINARY -> 1_000_000_000L / (1 << 20) + 2;
                        case NG_SIMPLE -> Long.MAX_VALUE;
                    };
                    assertTrue(lateNs >= 0 && lateNs < unitNs, () -> lateNs + " ns");
                }
                assertFalse(file.next());
                assertNull(file.defect());
                assertEquals(1, file.fraction());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NANOSECONDS", "NG"})
    void cutCaptureIsReadUpToItsLastWholePacket(final Format format) throws IOException {
        final CaptureWriter writer = new CaptureWriter(format, ByteOrder.LITTLE_ENDIAN, LinkType.ETHERNET);
        final int header = writer.toBytes().length;
        final List<Integer> ends = new ArrayList<>(List.of(header));
        for (int i = 0; i < 5; i++) {
            ends.add(writer.udp(TIME_NS, V4[0], V4[1], new byte[i]).toBytes().length);
        }
        final byte[] whole = writer.toBytes();
        for (int cut = 4; cut <= whole.length; cut++) {
            final Path path = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, cut));
            final int bytes = cut;
            try (CaptureFile file = CaptureFile.open(path)) {
                final int complete = (int) ends.stream().filter(end -> end <= bytes).count() - 1;
                for (int i = 0; i < complete; i++) {
                    assertTrue(file.next());
                }
                assertFalse(file.next());
                assertFalse(file.next());
                final int begun = cut - ends.get(Math.max(0, complete)) - 16;
                if (format == Format.NANOSECONDS && cut > header && begun > 0) {
                    assertTrue(file.nextPart());
                    assertEquals(begun, file.length());
                    assertEquals(TIME_NS, file.timeNs());
                }
                assertFalse(file.nextPart());
                assertFalse(file.next());
                if (ends.contains(cut)) {
                    assertNull(file.defect());
                } else if (cut > header) {
                    assertEquals("is cut off: it ends after " + cut + " bytes, within the "
                            + (format == Format.NG ? "block" : "packet") + " at byte " + ends.get(complete),
                            file.defect());
                } else if (format == Format.NANOSECONDS) {
                    assertEquals("is cut off: it ends after " + cut + " bytes, within the header at byte 0",
                            file.defect());
                }
            }
        }
    }

    @Test
    void truncatedGzipIsACut() throws IOException {
        final byte[] packed = gzip(capture(1_000));
        final Path path = Files.write(folder.resolve("x.gz"), Arrays.copyOf(packed, packed.length - 1));
        try (CaptureFile file = CaptureFile.open(path)) {
            int packets = 0;
            while (file.next()) {
                packets++;
            }
            assertEquals(1_000, packets);
            assertEquals("is cut off: its gzip data ends without a trailer, after 62,024 bytes", file.defect());
        }
        Arrays.fill(packed, packed.length / 2, packed.length / 2 + 64, (byte) 0xFF);
        Files.write(path, packed);
        try (CaptureFile file = CaptureFile.open(path)) {
            int packets = 0;
            while (file.next()) {
                packets++;
            }
            assertTrue(packets > 100 && packets < 1_000);
            assertTrue(file.defect().matches("is damaged: (its gzip data is wrong at or before|at) byte [\\d,]+ .+"),
                    file::defect);
        }
    }

    @Test
    void damageIsReportedWithItsOffset() throws IOException {
        final byte[] plain = capture(2);
        plain[24 + 62 + 11] = 1; // of the captured length
        assertDefect(1, "is damaged: at byte 86 it has a packet of 16777262 bytes", plain);

        final CaptureWriter ng = new CaptureWriter(Format.NG, ByteOrder.BIG_ENDIAN, LinkType.RAW);
        final int header = ng.toBytes().length;
        ng.udp(1, V4[0], V4[1], new byte[4]);
        final int second = ng.toBytes().length;
        ng.udp(2, V4[0], V4[1], new byte[4]);
        final String where = "is damaged: at byte " + second + " it has ";
        assertDefect(1, where + "a block of 66 bytes", changed(ng, second + 7, 66));
        assertDefect(1, where + "a block of 8 bytes", changed(ng, second + 7, 8));
        assertDefect(1, where + "a block of 16777280 bytes", changed(ng, second + 4, 1));
        assertDefect(1, where + "a packet of interface 1, which is not described", changed(ng, second + 11, 1));
        assertDefect(1, where + "a packet that is longer than its block", changed(ng, second + 23, 33));
        assertDefect(1, where + "a block with two different lengths",
                changed(ng, ng.toBytes().length - 1, 60));
        assertDefect(1, where + "a time after the year 2200 or before 1970", changed(ng, second + 12, 0x7F));
        assertDefect(0, "is damaged: at byte 0 it has a section without a byte order", changed(ng, 8, 0));
        assertDefect(0, "is damaged: at byte 0 it has version 2 of pcapng, not 1", changed(ng, 13, 2));
        assertDefect(0, "is damaged: at byte 28 it has an option of 255 bytes", changed(ng, 28 + 19, 255));
        assertEquals(56, header);
    }

    @Test
    void packetsWithoutAWholeDatagramAreDistinguished() throws IOException {
        final CaptureWriter writer = new CaptureWriter();
        final byte[] whole = writer.ip(V4[0], V4[1], new byte[10]);
        writer.packet(1, whole, whole.length - 1);
        for (final int at : new int[]{14 + 6, 14 + 9, 14, 12}) { // fragment, protocol, version, type
            final byte[] other = whole.clone();
            other[at] ^= 0x20;
            writer.packet(1, other, other.length);
        }
        final byte[] v6 = writer.ip(V6[0], V6[1], new byte[10]);
        v6[14 + 6] = 44;
        writer.packet(1, v6, v6.length).packet(1, new byte[3], 3).packet(1, whole, 14 + 20 + 7);
        final byte[] padded = Arrays.copyOf(whole, 60);
        writer.packet(1, padded, padded.length);

        assertEquals(List.of(Content.CUT, Content.FRAGMENT, Content.OTHER, Content.OTHER, Content.OTHER,
                Content.FRAGMENT, Content.OTHER, Content.OTHER, Content.WHOLE), contents(writer.toBytes()));
        final byte[] unknown = writer.toBytes();
        unknown[20] = 105;
        assertEquals(Content.UNKNOWN_LINK, contents(unknown).getFirst());
    }

    private List<Content> contents(final byte[] bytes) throws IOException {
        final List<Content> contents = new ArrayList<>();
        final UdpDatagram datagram = new UdpDatagram();
        try (CaptureFile file = CaptureFile.open(Files.write(folder.resolve("contents"), bytes))) {
            while (file.next()) {
                contents.add(datagram.read(file));
                assertTrue(contents.getLast() != Content.WHOLE || datagram.length() == 10);
            }
        }
        return contents;
    }

    @Test
    void otherFilesAreRefused() throws IOException {
        assertRefused("there is no file " + folder.resolve("none"), folder.resolve("none"));
        final Path file = folder.resolve("file");
        assertRefused(file + " is empty: there is nothing to play", Files.write(file, new byte[0]));
        assertRefused(file + " is not a capture: it has only 3 bytes", Files.write(file, new byte[3]));
        assertRefused(file + " is not a capture (pcap or pcapng, raw or gzip): it begins with the bytes 28b52ffd;"
                + " unpack other compressed files, and play a file of ITCH messages with --itch",
                Files.write(file, new byte[]{0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 0}));
    }

    @Test
    void realCapturesAreReadAsByAnotherReader() throws IOException {
        final List<Path> files;
        try (Stream<Path> walk = Files.walk(RealData.path("moldudp64"))) {
            files = walk.filter(file -> file.toString().endsWith(".pcap")).toList();
        }
        assertFalse(files.isEmpty());
        final UdpDatagram datagram = new UdpDatagram();
        for (final Path path : files) {
            try (CaptureFile file = CaptureFile.open(path)) {
                for (final byte[] expected : Pcap.udpPayloads(path)) {
                    assertTrue(file.next());
                    assertEquals(Content.WHOLE, datagram.read(file));
                    final byte[] payload = new byte[datagram.length()];
                    datagram.buffer().getBytes(datagram.offset(), payload);
                    assertArrayEquals(expected, payload);
                }
                assertFalse(file.next());
                assertNull(file.defect());
            }
        }
    }

    @Test
    void packetsAllocateNothing() throws IOException {
        final ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final UdpDatagram datagram = new UdpDatagram();
        long least = Long.MAX_VALUE;
        try (CaptureFile file = CaptureFile.open(Files.write(folder.resolve("many"), capture(20_000)))) {
            for (int round = 0; round < 10; round++) {
                final long before = thread.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < 1_900; i++) {
                    assertTrue(file.next() && datagram.read(file) == Content.WHOLE);
                }
                least = Math.min(least, thread.getCurrentThreadAllocatedBytes() - before);
            }
        }
        assertTrue(least < 1_000, least + " bytes for 1,900 packets");
    }

    /** Packets of 62 bytes each, their header included. */
    private static byte[] capture(final int packets) {
        final CaptureWriter writer = new CaptureWriter();
        for (int i = 0; i < packets; i++) {
            writer.udp(TIME_NS + i, V4[0], V4[1], new byte[4]);
        }
        return writer.toBytes();
    }

    private static byte[] changed(final CaptureWriter writer, final int at, final int value) {
        final byte[] bytes = writer.toBytes();
        bytes[at] = (byte) value;
        return bytes;
    }

    private void assertDefect(final int packets, final String defect, final byte[] bytes) throws IOException {
        try (CaptureFile file = CaptureFile.open(Files.write(folder.resolve("damaged"), bytes))) {
            for (int i = 0; i < packets; i++) {
                assertTrue(file.next());
            }
            assertFalse(file.next());
            assertEquals(defect, file.defect());
        }
    }

    private static void assertRefused(final String message, final Path path) {
        assertEquals(message, assertThrows(BusException.class, () -> CaptureFile.open(path)).getMessage());
    }

    private static byte[] gzip(final byte[] bytes) throws IOException {
        final ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        }
        return packed.toByteArray();
    }
}

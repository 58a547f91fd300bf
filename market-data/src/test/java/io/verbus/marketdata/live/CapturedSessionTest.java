package io.verbus.marketdata.live;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.verbus.BusException;
import io.verbus.marketdata.mold.MoldSettings;
import io.verbus.marketdata.mold.PairHistory;
import io.verbus.marketdata.mold.PairHistory.Arrival;
import io.verbus.marketdata.source.Block;
import io.verbus.testkit.CaptureWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapturedSessionTest {
    private static final long TIME_NS = 1_577_692_800_000_000_000L;
    /** A delayed packet is within a retry interval. */
    private static final long UNIT_NS = 5_000_000;
    private static final InetSocketAddress[] SENDERS = {new InetSocketAddress("10.0.0.1", 1),
            new InetSocketAddress("10.0.0.2", 1)};
    private static final InetSocketAddress[] SIDES = {new InetSocketAddress("233.1.1.1", 5_001),
            new InetSocketAddress("233.1.1.2", 5_002)};
    private static final MoldSettings CONTINUES = MoldSettings.defaults().withContinuesAfterLoss(true);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"0.01, true, 1", "0.3, true, 1", "0.01, false, 1", "0.3, false, 1", "0.01, true, 2", "0.3, true, 2",
            "0.01, false, 2", "0.3, false, 2"})
    void bothSidesOfCapturesAreArbitrated(final double loss, final boolean isBackedUp, final int files)
            throws IOException {
        for (long seed = 0; seed < 20; seed++) {
            final PairHistory history = new PairHistory(seed, loss, isBackedUp, false);
            final CaptureWriter[] writers = {new CaptureWriter(), new CaptureWriter()};
            for (final Arrival arrival : history.arrivals) {
                writers[files == 1 ? 0 : arrival.side()].udp(TIME_NS + arrival.at() * UNIT_NS, SENDERS[arrival.side()],
                        SIDES[arrival.side()], arrival.packet());
            }
            final List<Path> paths = new ArrayList<>();
            for (int file = 0; file < files; file++) {
                paths.add(writers[file].write(folder.resolve("c" + file)));
            }
            try (MoldSession session = MoldSession.play(paths, files == 1 ? List.of(SIDES) : List.of(), null,
                    CONTINUES)) {
                final List<Long> expected = new ArrayList<>(history.arrived);
                final List<Long> numbers = numbers(session);
                assertTrue(expected.equals(numbers),
                        "seed " + seed + ": " + numbers.size() + " messages, not " + expected.size());
                assertEquals(history.arrived.size() == history.end - 1, session.isWhole(), "seed " + seed);
                assertTrue(session.isComplete() && session.areFilesWhole(), "seed " + seed);
                assertEquals(List.of(), session.defects(), "seed " + seed);
            }
        }
    }

    @Test
    void firstMoldPacketDeterminesTheFeedAndOthersAreCounted() throws IOException {
        final CaptureWriter writer = new CaptureWriter();
        writer.udp(TIME_NS, SENDERS[0], SENDERS[1], "not a packet".getBytes(StandardCharsets.US_ASCII));
        writer.udp(TIME_NS, SENDERS[0], SIDES[0], packet(1, 2)).udp(TIME_NS, SENDERS[0], SIDES[1], packet(1, 2));
        writer.packet(TIME_NS, new byte[60], 60);
        writer.udp(TIME_NS + 1, SENDERS[0], SIDES[0], packet(3, 1));
        try (MoldSession session = play(writer)) {
            assertEquals(List.of(1L, 2L, 3L), numbers(session));
            assertEquals(folder.resolve("c") + " (233.1.1.1:5001)", session.shown());
            assertEquals(TIME_NS + 1, session.source().timeNs());
            assertFalse(session.isComplete());
            assertEquals("""
                    feed: session S
                         packets                                   2
                         packets of others, skipped                3
                    """, summary(session));
        }
    }

    @Test
    void lateStartLosesOnlyTheMessagesBefore() throws IOException {
        final CaptureWriter writer = new CaptureWriter();
        writer.udp(TIME_NS, SENDERS[0], SIDES[0], packet(5_000_000, 1));
        writer.udp(TIME_NS + 1, SENDERS[0], SIDES[0], packet(5_000_001, 2));
        try (MoldSession session = play(writer)) {
            assertEquals(List.of(5_000_000L, 5_000_001L, 5_000_002L), numbers(session));
            assertEquals(List.of("feed: session S received", "feed: warning: messages 1 to 4,999,999 of session S are"
                    + " lost, without a re-request server"), session.source().news());
        }
        try (MoldSession strict = MoldSession.play(List.of(folder.resolve("c")), List.of(), null,
                MoldSettings.defaults())) {
            assertEquals("messages 1 to 4,999,999 of session S are lost, without a re-request server; earlier messages"
                    + " are published (omit --no-continue-on-loss to continue without the lost ones)",
                    assertThrows(BusException.class, () -> numbers(strict)).getMessage());
        }
    }

    @Test
    void messagesBeforeACutAreReturnedIncludingHeldOnes() throws IOException {
        final CaptureWriter writer = new CaptureWriter();
        writer.udp(TIME_NS, SENDERS[0], SIDES[0], packet(1, 1)).udp(TIME_NS, SENDERS[0], SIDES[0], packet(3, 2))
                .udp(TIME_NS, SENDERS[0], SIDES[0], packet(2, 1));
        final byte[] whole = writer.toBytes();
        final Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, whole.length - 1));
        try (MoldSession session = MoldSession.play(List.of(cut), List.of(), null, CONTINUES)) {
            assertEquals(List.of(1L, 3L, 4L), numbers(session));
            assertFalse(session.isWhole() || session.areFilesWhole());
            assertEquals(1, session.defects().size());
            assertTrue(session.defects().getFirst().matches(
                    "\\Q" + cut + "\\E is cut off: it ends after 269 bytes, within the packet at byte \\d+"),
                    session.defects()::toString);
        }
    }

    @Test
    void fragmentsAndCutPacketsAreReported() throws IOException {
        final CaptureWriter writer = new CaptureWriter();
        writer.udp(TIME_NS, SENDERS[0], SIDES[0], packet(1, 1));
        final byte[] frame = writer.ip(SENDERS[0], SIDES[0], packet(2, 1));
        writer.packet(TIME_NS, frame, frame.length - 1);
        frame[20] |= 0x20;
        writer.packet(TIME_NS, frame, frame.length);
        try (MoldSession session = play(writer)) {
            assertEquals(List.of(1L), numbers(session));
            assertTrue(session.isDisturbed());
            assertEquals(List.of("packets of the feed, of which a capture has only the first bytes, are malformed;"
                    + " their number is 1",
                    "IP fragments of UDP packets are not put together, but skipped; their number is 1"),
                    session.defects());
        }
    }

    @Test
    void wholeMessagesOfCutPacketsAreReturned() throws IOException {
        final CaptureWriter writer = new CaptureWriter();
        final byte[] frame = writer.ip(SENDERS[0], SIDES[0], packet(1, 3));
        writer.packet(TIME_NS, frame, frame.length - 1);
        writer.udp(TIME_NS, SENDERS[0], SIDES[0], packet(4, 2));
        final byte[] whole = writer.toBytes();
        final Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, whole.length - 1));
        try (MoldSession session = MoldSession.play(List.of(cut), List.of(SIDES[0]), null, CONTINUES)) {
            assertEquals(List.of(1L, 2L, 4L), numbers(session));
            assertFalse(session.isWhole());
            assertEquals("packets of the feed, of which a capture has only the first bytes, lack their other messages;"
                    + " their number is 1", session.defects().getLast());
            assertEquals(2, session.defects().size());
            assertFalse(session.isDisturbed());
        }
    }

    @Test
    void capturesWithoutTheFeedAreRefused() throws IOException {
        final CaptureWriter writer = new CaptureWriter();
        writer.udp(TIME_NS, SENDERS[0], SIDES[0], new byte[5]);
        final Path file = writer.write(folder.resolve("c"));
        assertEquals(file + " has no MoldUDP64 packet of the session; number of other packets: 1, the first to"
                + " 233.1.1.1:5001: name another file, or other destinations with --moldudp64",
                assertThrows(BusException.class, () -> play(writer).close()).getMessage());
        assertEquals(file + " has no UDP packet to 233.1.1.2:5002; number of other packets: 1, the first to"
                + " 233.1.1.1:5001: name another file, or other destinations with --moldudp64",
                assertThrows(BusException.class, () -> MoldSession.play(List.of(file), List.of(SIDES[1]), null,
                        CONTINUES).close()).getMessage());
    }

    @Test
    void steadyStateAllocatesNothing() throws IOException {
        final CaptureWriter writer = new CaptureWriter();
        for (int i = 1; i <= 20_000; i++) {
            for (int side = 0; side < 2; side++) {
                writer.udp(TIME_NS + i, SENDERS[side], SIDES[side], packet(i, 1));
            }
        }
        final ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        try (MoldSession session = MoldSession.play(List.of(writer.write(folder.resolve("c"))), List.of(SIDES), null,
                CONTINUES)) {
            for (int round = 0; round < 10; round++) {
                final long before = thread.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < 3_900; i++) {
                    session.source().next();
                }
                least = Math.min(least, thread.getCurrentThreadAllocatedBytes() - before);
            }
        }
        assertTrue(least < 1_000, least + " bytes for 3,900 packets");
    }

    private MoldSession play(final CaptureWriter writer) throws IOException {
        return MoldSession.play(List.of(writer.write(folder.resolve("c"))), List.of(), null, CONTINUES);
    }

    private static String summary(final MoldSession session) {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        session.summarise(new PrintStream(out));
        return out.toString(StandardCharsets.US_ASCII);
    }

    /** A packet of messages with their sequence as text. */
    private static byte[] packet(final long first, final int count) {
        final ByteBuffer packet = ByteBuffer.allocate(1_000).put("S         ".getBytes(StandardCharsets.US_ASCII))
                .putLong(first).putShort((short) count);
        for (long sequence = first; sequence < first + count; sequence++) {
            final byte[] message = Long.toString(sequence).getBytes(StandardCharsets.US_ASCII);
            packet.putShort((short) message.length).put(message);
        }
        return Arrays.copyOf(packet.array(), packet.position());
    }

    /** Reads the session to its end; returns the numbers of its messages. */
    private static List<Long> numbers(final MoldSession session) {
        final List<Long> numbers = new ArrayList<>();
        for (Block block = session.source().next(); block != null; block = session.source().next()) {
            for (int at = 0; at < block.length();) {
                final int length = block.buffer().getShort(at, BIG_ENDIAN);
                numbers.add(Long.parseLong(block.buffer().getStringWithoutLengthAscii(at + 2, length)));
                at += 2 + length;
            }
        }
        assertTrue(session.hasEnded());
        return numbers;
    }
}

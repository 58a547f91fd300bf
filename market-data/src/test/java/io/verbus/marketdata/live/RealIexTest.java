package io.verbus.marketdata.live;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.marketdata.book.BookSide;
import io.verbus.marketdata.book.Instruments;
import io.verbus.marketdata.book.LevelBooks;
import io.verbus.marketdata.book.LevelLines;
import io.verbus.marketdata.deep.DeepType;
import io.verbus.marketdata.mold.MoldSettings;
import io.verbus.marketdata.mold.PacketFormat;
import io.verbus.marketdata.source.Block;
import io.verbus.marketdata.source.CaptureFile;
import io.verbus.marketdata.source.LiveSource.Clear;
import io.verbus.marketdata.source.UdpDatagram;
import io.verbus.marketdata.support.RealData;
import io.verbus.testkit.CaptureWriter;
import io.verbus.testkit.seeds.Seeds;
import java.io.IOException;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The twelve runs of a real session of IEX end in the known levels, from one feed and from two that lose packets. */
class RealIexTest {
    private static final String FILE = "iex/iex-deep-1.0-2017-04-25.pcap.gz";
    private static final InetSocketAddress[] SIDES = {new InetSocketAddress("233.215.21.4", 10_378),
            new InetSocketAddress("233.215.21.132", 10_378)};
    private static final double LOSS = 0.3;
    private static final MoldSettings ANY_FORMAT = MoldSettings.defaults().withFormat(null);

    @TempDir
    private Path folder;
    private final List<Run> runs = new ArrayList<>();
    private Run run;

    /** Messages of a run by type, and its levels. */
    private static final class Run {
        private final Map<Character, Integer> counts = new HashMap<>();
        private final Map<String, Integer> indexes = new HashMap<>();
        private final Instruments names = new Instruments();
        private final LevelBooks books = new LevelBooks();
        private int messages;

        void take(final DirectBuffer in, final int at, final int length) {
            final char type = (char) in.getByte(at);
            assertEquals(DeepType.length((byte) type), length, "type " + type);
            messages++;
            counts.merge(type, 1, Integer::sum);
            if (type == '8' || type == '5') {
                final String symbol = in.getStringWithoutLengthAscii(at + 10, 8).strip();
                final int instrument = indexes.computeIfAbsent(symbol, _ -> indexes.size() + 1);
                final byte[] padded = new byte[Instruments.SYMBOL_LENGTH];
                System.arraycopy(symbol.getBytes(US_ASCII), 0, padded, 0, symbol.length());
                names.put(instrument, new UnsafeBuffer(padded), 0);
                final int side = type == '8' ? BookSide.BUY : BookSide.SELL;
                final long size = in.getInt(at + 18, LITTLE_ENDIAN) & 0xFFFF_FFFFL;
                final long price = in.getLong(at + 22, LITTLE_ENDIAN);
                if (size == 0) {
                    books.delete(instrument, side, price);
                } else {
                    books.set(instrument, side, price, size, 0);
                }
            }
        }

        /** The messages, those of types 8, 5 and T, and the levels with their hash. */
        String shown() throws IOException, GeneralSecurityException {
            assertEquals(0, books.refusals().all());
            final StringWriter lines = new StringWriter();
            LevelLines.write(books, names, lines);
            return messages + " " + count('8') + " " + count('5') + " " + count('T') + " " + books.priceLevels() + " "
                    + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256")
                            .digest(lines.toString().getBytes(US_ASCII))).substring(0, 16);
        }

        private int count(final char type) {
            return counts.getOrDefault(type, 0);
        }
    }

    @Test
    void runsEndInTheKnownLevels() throws IOException, GeneralSecurityException {
        play(RealData.path(FILE), List.of(), ANY_FORMAT);
        assertKnown();
    }

    @Test
    void runsOfTwoFeedsThatLosePacketsEndInTheKnownLevels() throws IOException, GeneralSecurityException {
        final SplittableRandom random = new SplittableRandom(Seeds.draw());
        final CaptureWriter writer = new CaptureWriter();
        final UdpDatagram datagram = new UdpDatagram();
        try (CaptureFile file = CaptureFile.open(RealData.path(FILE))) {
            while (file.next()) {
                final UdpDatagram.Content content = datagram.read(file);
                final byte[] packet = new byte[datagram.length()];
                datagram.buffer().getBytes(datagram.offset(), packet);
                final int saved = random.nextInt(2);
                for (int side = 0; side < 2 && content == UdpDatagram.Content.WHOLE; side++) {
                    if (side == saved || random.nextDouble() > LOSS) {
                        writer.udp(file.timeNs() + side, SIDES[side], SIDES[side], packet);
                    }
                }
            }
        }
        play(writer.write(folder.resolve("pair")), List.of(SIDES),
                MoldSettings.defaults().withFormat(PacketFormat.IEX_TP));
        // Without the cut packet at the end of the file.
        assertEquals("105210 9397 11066 61245 803 d88cdaf1e5e7881c", runs.removeLast().shown());
        assertKnown();
    }

    private void assertKnown() throws IOException, GeneralSecurityException {
        final String[] known = {"28140 736 695 3283 57 e0b6883cd5bafc6d", "23438 12 10 1 9 8a693b8f49628f1d", null,
                null,
                null, null, "29349 553 672 4707 44 9e8c28f526554038", null, null, null,
                "23412 0 0 0 0 e3b0c44298fc1c14", "105221 9405 11069 61245 792 7ad1cf696314ee8a"};
        assertTrue(runs.size() >= 11, runs.size() + " runs");
        for (int i = 0; i < runs.size(); i++) {
            if (known[i] != null) {
                assertEquals(known[i], runs.get(i).shown(), "run " + (i + 1));
            }
        }
    }

    private void play(final Path capture, final List<InetSocketAddress> sides, final MoldSettings settings) {
        try (MoldSession session = MoldSession.play(List.of(capture), sides, null, settings)) {
            for (Block block = session.source().next(); block != null; block = session.source().next()) {
                if (session.source().clear() == Clear.SESSION_BEGINS) {
                    run = new Run();
                    runs.add(run);
                }
                for (int at = 0; at < block.length();) {
                    final int length = block.buffer().getShort(at, BIG_ENDIAN);
                    run.take(block.buffer(), at + 2, length);
                    at += 2 + length;
                }
            }
            assertEquals(12, runs.size());
            assertEquals(PacketFormat.IEX_TP, session.format());
            assertTrue(session.isWhole() && session.isComplete() && session.hasEnded());
            assertFalse(session.isDisturbed());
        }
    }
}

package io.verbus.marketdata.live;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.MessageWriter;
import io.verbus.Session;
import io.verbus.codec.marketdata.InstrumentStateDecoder;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.LevelLines;
import io.verbus.marketdata.deep.DeepNormaliser;
import io.verbus.marketdata.feed.Feed;
import io.verbus.marketdata.feed.FeedCounts;
import io.verbus.marketdata.feed.Pace;
import io.verbus.marketdata.feed.TradingDay;
import io.verbus.marketdata.mold.MoldSettings;
import io.verbus.marketdata.mold.PacketFormat;
import io.verbus.marketdata.source.CaptureFile;
import io.verbus.marketdata.source.UdpDatagram;
import io.verbus.marketdata.support.RealData;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.CaptureWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.MutableDirectBuffer;
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
    private final Applied out = new Applied();

    @Test
    void runsEndInTheKnownLevels() {
        play(RealData.path(FILE), List.of(), ANY_FORMAT);
        assertKnown();
    }

    @Test
    void runsOfTwoFeedsThatLosePacketsEndInTheKnownLevels() throws IOException {
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
        assertEquals("105210 9397 11066 61245 803 d88cdaf1e5e7881c", out.runs.removeLast());
        assertKnown();
    }

    private void assertKnown() {
        final String[] known = {"28140 736 695 3283 57 e0b6883cd5bafc6d", "23438 12 10 1 9 8a693b8f49628f1d", null,
                null,
                null, null, "29349 553 672 4707 44 9e8c28f526554038", null, null, null,
                "23412 0 0 0 0 e3b0c44298fc1c14", "105221 9405 11069 61245 792 7ad1cf696314ee8a"};
        assertTrue(out.runs.size() >= 11, out.runs.size() + " runs");
        for (int i = 0; i < out.runs.size(); i++) {
            if (known[i] != null) {
                assertEquals(known[i], out.runs.get(i), "run " + (i + 1));
            }
        }
    }

    private void play(final Path capture, final List<InetSocketAddress> sides, final MoldSettings settings) {
        try (MoldSession session = MoldSession.play(List.of(capture), sides, null, settings)) {
            final Feed feed = new Feed(out, TradingDay.captured(session.firstPacketNs(), "IEXG", capture),
                    new DeepNormaliser(), () -> 0, (_, _) -> true);
            out.counts = feed.counts();
            feed.follow(session.source(), new Pace.Max());
            out.endRun();
            assertEquals(12, out.runs.size());
            assertEquals(0, out.updater.books().refusals().all());
            assertEquals(0, feed.counts().unknown() + feed.counts().wrongLength());
            assertEquals(PacketFormat.IEX_TP, session.format());
            assertTrue(session.isWhole() && session.isComplete() && session.hasEnded());
            assertFalse(session.isDisturbed());
        }
    }

    /** Applies each message to books, and describes each run at its end. */
    private static final class Applied implements MessageWriter {
        private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[512]);
        private final MessageHeaderDecoder header = new MessageHeaderDecoder();
        private final BookUpdater updater = new BookUpdater(new Books(8));
        /** Of each run its messages, those of types 8, 5 and T, its levels and the beginning of their hash. */
        private final List<String> runs = new ArrayList<>();
        private FeedCounts counts;
        private boolean isInRun;
        private final long[] before = new long[4];
        private int claimed;

        void endRun() {
            final long[] now = {counts.messages(), counts.of('8'), counts.of('5'), counts.of('T')};
            final StringBuilder run = new StringBuilder();
            for (int i = 0; i < now.length; i++) {
                run.append(now[i] - before[i]).append(' ');
                before[i] = now[i];
            }
            final StringWriter lines = new StringWriter();
            try {
                LevelLines.write(updater.levelBooks(), updater.instruments(), lines);
                runs.add(run.append(updater.levelBooks().priceLevels()).append(' ')
                        .append(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256")
                                .digest(lines.toString().getBytes(US_ASCII))), 0, 16)
                        .toString());
            } catch (final IOException | GeneralSecurityException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public int claim(final int length) {
            claimed = length;
            return 0;
        }

        @Override
        public MutableDirectBuffer buffer() {
            return buffer;
        }

        @Override
        public long commit() {
            if (header.wrap(buffer, 0).templateId() == InstrumentStateDecoder.TEMPLATE_ID
                    && BookUpdater.isClear(buffer, 0)) {
                if (isInRun) {
                    endRun();
                }
                isInRun = true;
            }
            assertTrue(updater.apply(buffer, 0, claimed) >= 0);
            return 0;
        }

        @Override
        public void abort() {
            throw new AssertionError("a feed aborts nothing");
        }

        @Override
        public Session session() {
            return new Session("applied", 1, "feed", 1, 0, "");
        }

        @Override
        public long position() {
            return 0;
        }
    }
}

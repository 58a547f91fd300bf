package io.verbus.marketdata.live;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.MessageWriter;
import io.verbus.Session;
import io.verbus.codec.marketdata.InstrumentStateDecoder;
import io.verbus.codec.marketdata.MarketEventDecoder;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.LevelLines;
import io.verbus.marketdata.feed.Feed;
import io.verbus.marketdata.feed.Pace;
import io.verbus.marketdata.feed.TradingDay;
import io.verbus.marketdata.itch.ItchNormaliser;
import io.verbus.marketdata.mold.MoldSettings;
import io.verbus.marketdata.source.Block;
import io.verbus.marketdata.source.BlockSource;
import io.verbus.marketdata.support.RealData;
import io.verbus.testkit.CaptureWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real session in a capture of two feeds that each lose 30 % of its packets ends in the known books. */
class RealCaptureTest {
    private static final String FILE = "itch/nasdaq-totalview-2019-12-30-0304-0400.itch.gz";
    private static final long TIME_NS = 1_577_693_072_000_000_000L;
    private static final double LOSS = 0.3;
    private static final int MOST_BYTES = 1_400;
    private static final InetSocketAddress[] SIDES = {new InetSocketAddress("233.54.12.111", 26_477),
            new InetSocketAddress("233.86.230.111", 26_477)};

    @TempDir
    private Path folder;
    private final CaptureWriter writer = new CaptureWriter();
    private final ByteBuffer packet = ByteBuffer.allocate(2_000);
    private final Random random = new Random(1);
    private long sequence = 1;
    private int messages;

    @Test
    void realSessionOfTwoFeedsEndsInTheKnownState() throws IOException, GeneralSecurityException {
        try (BlockSource source = BlockSource.streamed(RealData.path(FILE))) {
            begin();
            for (Block block = source.next(); block != null; block = source.next()) {
                for (int at = 0; at < block.length();) {
                    final int length = 2 + block.buffer().getShort(at, BIG_ENDIAN);
                    if (packet.position() + length > MOST_BYTES) {
                        send();
                    }
                    block.buffer().getBytes(at, packet, length);
                    messages++;
                    at += length;
                }
            }
            send();
        }
        final Applied out = new Applied();
        try (MoldSession session = MoldSession.play(List.of(writer.write(folder.resolve("c"))), List.of(SIDES), null,
                MoldSettings.defaults())) {
            final TradingDay day = TradingDay.captured(session.firstPacketNs(), null, Path.of("c"));
            final Feed feed = new Feed(out, day, new ItchNormaliser(day.midnightNs()), () -> 0, (_, _) -> true);
            feed.follow(session.source(), new Pace.Max());
            assertEquals(251_837, feed.counts().messages());
            assertTrue(session.isWhole());
        }
        assertEquals(251_837, out.sequence);
        assertTrue(out.receivedNs > TIME_NS && out.receivedNs <= TIME_NS + (sequence + 1) * 100, "" + out.receivedNs);
        assertEquals(2_982, out.books.liveOrders());
        assertEquals(5_516, out.books.executedShares());
        assertEquals(0, out.books.refusals().all());
        final StringWriter lines = new StringWriter();
        LevelLines.write(out.books, lines);
        assertEquals("8c950f9d12b159a767a5d128b9de8823cf3e0148d560b8b89ae4876d90afd326", HexFormat.of().formatHex(
                MessageDigest.getInstance("SHA-256").digest(lines.toString().getBytes(US_ASCII))));
    }

    private void begin() {
        packet.clear().put("000010059B".getBytes(US_ASCII)).putLong(sequence).putShort((short) 0);
        messages = 0;
    }

    /** Sends the packet on one of the sides at least. */
    private void send() {
        packet.putShort(18, (short) messages);
        final int saved = random.nextInt(2);
        for (int side = 0; side < 2; side++) {
            if (side == saved || random.nextDouble() > LOSS) {
                writer.udp(TIME_NS + sequence * 100 + side, SIDES[side], SIDES[side],
                        Arrays.copyOf(packet.array(), packet.position()));
            }
        }
        sequence += messages;
        begin();
    }

    /** Applies each message to books. */
    private static final class Applied implements MessageWriter {
        private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[512]);
        private final Books books = new Books(1_024);
        private final BookUpdater updater = new BookUpdater(books);
        private final MarketEventDecoder prefix = new MarketEventDecoder();
        private int claimed;
        private long committed;
        private long sequence;
        private long receivedNs = TIME_NS;

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
            if (updater.apply(buffer, 0, claimed) != InstrumentStateDecoder.TEMPLATE_ID && committed > 0) {
                prefix.wrap(buffer, MessageHeaderDecoder.ENCODED_LENGTH, MarketEventDecoder.BLOCK_LENGTH, 0);
                assertTrue(prefix.sequence() == sequence || prefix.sequence() == sequence + 1,
                        prefix.sequence() + " follows " + sequence);
                sequence = prefix.sequence();
                receivedNs = Math.max(receivedNs, prefix.received());
            }
            return committed++;
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
            return committed;
        }
    }
}

package io.verbus.system.processes;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Header;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.codec.marketdata.SessionBeginDecoder;
import io.verbus.marketdata.book.MessagePrefix;
import io.verbus.marketdata.source.Block;
import io.verbus.marketdata.source.BlockSource;
import io.verbus.marketdata.source.CaptureFile;
import io.verbus.marketdata.source.UdpDatagram;
import io.verbus.support.ShmDir;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.CaptureWriter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.Matcher;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sessions on two feeds that each lose 30 % of the packets, live on loopback and in captures, through feed and bus into
 * books: the end states of real sessions if they are available, else those of generated ones. No message is lost on
 * both feeds, so none is reported.
 */
@Tag("processes")
class PairFeedTest {
    private static final String REAL_IEX = "iex/iex-deep-1.0-2017-04-25.pcap.gz";
    /** Of the last run of the real session, without the packet within which the file ends. */
    private static final String REAL_LEVELS = "d88cdaf1e5e7881c78ba541251bb9a591d4081ee5c0407639c4e8f810898bedc";
    private static final double LOSS = 0.3;
    private static final int PACKET_LENGTH = 1_400;
    /** Packets under way: far less than a socket stores. */
    private static final int WINDOW = 16;
    private static final int SEQUENCE = MessageHeaderDecoder.ENCODED_LENGTH
            + SessionBeginDecoder.sequenceEncodingOffset();
    private static final long TIME_NS = 1_577_700_000_000_000_000L;
    private static final int GENERATED = 40_000;
    private static final InetSocketAddress[] GROUPS = {new InetSocketAddress("233.54.12.111", 26_477),
            new InetSocketAddress("233.86.230.111", 26_477)};

    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;
    private final List<Packet> packets = new ArrayList<>();
    private SplittableRandom random;
    private long published;

    /**
     * A packet of a session.
     *
     * @param bytes of the datagram
     * @param last sequence of its last message that is published; 0 if it has none
     */
    private record Packet(byte[] bytes, long last) {}

    @BeforeEach
    void seed() {
        random = new SplittableRandom(Seeds.draw());
    }

    @Test
    void liveSessionOfItchIsWhole() throws IOException {
        final KnownSession session = itch();
        final BookFiles books = new BookFiles(folder, "live");
        try (Command book = books.start(bus);
                Command feed = live("md.itch", "--moldudp64", "--date", "2019-12-30", "--silence", "2s");
                Sender sender = new Sender(feed, "md.itch")) {
            sender.sendAll();
            final byte[] end = mold(packets.getLast().last + 1, 0xFFFF, new byte[0]);
            for (long step = 0; feed.isAlive(); step++) {
                if (step % 10_000 == 0) {
                    sender.send(end, 0);
                    sender.send(end, 1);
                }
                Thread.onSpinWait();
            }
            assertWhole(feed, 0);
            assertEquals(0, book.exitStatus(), book::output);
        }
        session.assertIsIn(books, 1);
    }

    @Test
    void capturesOfItchAreWhole() throws IOException {
        final KnownSession session = itch();
        final BookFiles books = new BookFiles(folder, "captured");
        final List<Path> files = capture();
        try (Command book = books.start(bus);
                Command feed = Command.start(bus, "feed", "--stream", "md.itch", "--pcap", files.get(0), "--pcap",
                        files.get(1), "--await-subscribers", 1, "--date", "2019-12-30")) {
            assertWhole(feed, 0);
            assertEquals(0, book.exitStatus(), book::output);
        }
        session.assertIsIn(books, 1);
    }

    /** A session of IEX has no announced end. */
    @Test
    void liveSessionOfIexIsWhole() throws IOException {
        final String levels = iex();
        try (Command book = levelBook();
                Command feed = live("md.iex", "--iex", "--date", "2017-04-25");
                Sender sender = new Sender(feed, "md.iex")) {
            sender.sendAll();
            sender.await(packets.getLast().last);
            feed.interrupt();
            assertWhole(feed, 143);
            assertEquals(0, book.exitStatus(), book::output);
        }
        assertEquals(levels, KnownSession.digest(Files.readString(folder.resolve("levels"))));
    }

    @Test
    void capturesOfIexAreWhole() throws IOException {
        final String levels = iex();
        final List<Path> files = capture();
        try (Command book = levelBook();
                Command feed = Command.start(bus, "feed", "--stream", "md.iex", "--pcap", files.get(0), "--pcap",
                        files.get(1), "--await-subscribers", 1)) {
            assertWhole(feed, 0);
            assertEquals(0, book.exitStatus(), book::output);
        }
        assertEquals(levels, KnownSession.digest(Files.readString(folder.resolve("levels"))));
    }

    private Command levelBook() throws IOException {
        return Command.start(bus, "book", "--stream", "md.iex", "--idle", "yield", "--levels-out",
                folder.resolve("levels"));
    }

    /** A feed that listens for both sides, and waits for the books and the sender. */
    private Command live(final String stream, final String kind, final Object... more) throws IOException {
        final List<Object> line = new ArrayList<>(List.of("feed", "--stream", stream, kind, "127.0.0.1:0", kind,
                "127.0.0.1:0", "--await-subscribers", 2, "--block-for", "book"));
        line.addAll(List.of(more));
        return Command.start(bus, line.toArray());
    }

    private void assertWhole(final Command feed, final int status) {
        assertEquals(status, feed.exitStatus(), feed::output);
        assertFalse(feed.output().matches("(?s).* of session \\S+ (is|are) lost.*"), feed::output);
        assertFalse(feed.output().contains("messages lost"), feed::output);
        for (final String side : List.of("A", "B")) {
            assertTrue(feed.output().matches("(?s).*first copies of side " + side + " +[1-9][\\d,]*\n.*"),
                    feed::output);
        }
    }

    /** Captures of both sides. */
    private List<Path> capture() throws IOException {
        final CaptureWriter[] writers = {new CaptureWriter(), new CaptureWriter()};
        for (int i = 0; i < packets.size(); i++) {
            final int saved = random.nextInt(2);
            for (int side = 0; side < 2; side++) {
                if (side == saved || random.nextDouble() > LOSS) {
                    writers[side].udp(TIME_NS + i * 1_000L + side, GROUPS[side], GROUPS[side], packets.get(i).bytes);
                }
            }
        }
        return List.of(writers[0].write(folder.resolve("a.pcap")), writers[1].write(folder.resolve("b.pcap")));
    }

    /** The packets of a session of ITCH, with the end of session in captures. */
    private KnownSession itch() throws IOException {
        final KnownSession session = KnownSession.real().isPresent()
                ? KnownSession.real().get()
                : KnownSession.generated(folder, GENERATED);
        final ByteBuffer blocks = ByteBuffer.allocate(PACKET_LENGTH);
        long first = 1;
        int count = 0;
        try (BlockSource source = BlockSource.streamed(session.itch())) {
            for (Block block = source.next(); block != null; block = source.next()) {
                for (int at = 0; at < block.length();) {
                    final int length = Block.FRAMING + block.buffer().getShort(at, ByteOrder.BIG_ENDIAN);
                    if (blocks.remaining() < length) {
                        first = addMold(first, count, blocks);
                        count = 0;
                    }
                    block.buffer().getBytes(at, blocks, length);
                    count++;
                    at += length;
                }
            }
        }
        addMold(first, count, blocks);
        return session;
    }

    private long addMold(final long first, final int count, final ByteBuffer blocks) {
        final byte[] bytes = new byte[blocks.flip().remaining()];
        blocks.get(bytes);
        packets.add(new Packet(mold(first, count, bytes), first + count - 1));
        blocks.clear();
        return first + count;
    }

    private static byte[] mold(final long first, final int count, final byte[] blocks) {
        return ByteBuffer.allocate(20 + blocks.length).put("SESSION   ".getBytes(US_ASCII)).putLong(first)
                .putShort((short) count).put(blocks).array();
    }

    /** The packets of a session of DEEP; returns the digest of its final levels. */
    private String iex() throws IOException {
        final String data = System.getenv("VERBUS_TEST_DATA");
        if (data == null || !Files.exists(Path.of(data, REAL_IEX))) {
            return generatedIex();
        }
        final UdpDatagram datagram = new UdpDatagram();
        long next = 0;
        try (CaptureFile file = CaptureFile.open(Path.of(data, REAL_IEX))) {
            while (file.next()) {
                final boolean isWhole = datagram.read(file) == UdpDatagram.Content.WHOLE;
                final byte[] bytes = new byte[datagram.length()];
                datagram.buffer().getBytes(datagram.offset(), bytes);
                final ByteBuffer packet = ByteBuffer.wrap(bytes).order(LITTLE_ENDIAN);
                if (isWhole) {
                    if (packet.getLong(24) < next) {
                        packets.clear(); // the last run is played
                    }
                    next = packet.getLong(24) + packet.getShort(14);
                    packets.add(new Packet(bytes, lastPublished(packet)));
                }
            }
        }
        return REAL_LEVELS;
    }

    /** Two types of DEEP are not published. */
    private static long lastPublished(final ByteBuffer packet) {
        long last = 0;
        int at = 40;
        for (int i = 0; i < packet.getShort(14); i++) {
            final byte type = packet.get(at + 2);
            last = type == 'P' || type == 'E' ? last : packet.getLong(24) + i;
            at += 2 + packet.getShort(at);
        }
        return last;
    }

    private String generatedIex() {
        final Map<String, Map<String, Map<Long, Integer>>> books = new TreeMap<>();
        for (long sequence = 1; sequence <= GENERATED; sequence++) {
            final String symbol = "S" + random.nextInt(50);
            final boolean isBuy = random.nextBoolean();
            final long price = 10_000 + random.nextInt(100);
            final int size = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(1_000);
            final Map<Long, Integer> side = books.computeIfAbsent(symbol, _ -> new TreeMap<>())
                    .computeIfAbsent(isBuy ? "B" : "S", _ -> new TreeMap<>());
            if (size == 0) {
                side.remove(price);
            } else {
                side.put(price, size);
            }
            packets.add(new Packet(ByteBuffer.allocate(72).order(LITTLE_ENDIAN).put((byte) 1).put((byte) 0)
                    .putShort((short) 0x8004).putInt(1).putInt(7).putShort((short) 32).putShort((short) 1).putLong(0)
                    .putLong(sequence).putLong(TIME_NS + sequence).putShort((short) 30).put((byte) (isBuy ? '8' : '5'))
                    .put((byte) 1).putLong(TIME_NS).put(String.format("%-8s", symbol).getBytes(US_ASCII)).putInt(size)
                    .putLong(price).array(), sequence));
        }
        final List<String> lines = new ArrayList<>();
        books.forEach((symbol, sides) -> sides.forEach((side, levels) -> levels.forEach(
                (price, size) -> lines.add(symbol + "," + side + "," + price + "," + size))));
        return KnownSession.digest(String.join("\n", lines));
    }

    /**
     * Sends the packets to both sides of a feed. It reads what the feed publishes, so that not more is under way than
     * the sockets store: a packet that the kernel drops on both sides would be lost.
     */
    private final class Sender implements AutoCloseable {
        private final DatagramChannel channel = DatagramChannel.open();
        private final InetSocketAddress[] sides = new InetSocketAddress[2];
        private final Command feed;
        private final Bus own = Bus.launch(BusSettings.defaults().withDirectory(bus));
        private final Subscription subscription;

        Sender(final Command feed, final String stream) throws IOException {
            this.feed = feed;
            final Matcher ports = feed
                    .awaitLine("^feed: .*127\\.0\\.0\\.1:(\\d+).*127\\.0\\.0\\.1:(\\d+).* on stream ");
            for (int side = 0; side < 2; side++) {
                sides[side] = new InetSocketAddress(InetAddress.getLoopbackAddress(),
                        Integer.parseInt(ports.group(1 + side)));
            }
            subscription = own.subscribe(SubscriptionSettings.of(stream).withName("sender").withStart(Start.oldest()));
        }

        void sendAll() throws IOException {
            for (int i = 0; i < packets.size(); i++) {
                await(i < WINDOW ? 0 : packets.get(i - WINDOW).last);
                final int saved = random.nextInt(2);
                for (int side = 0; side < 2; side++) {
                    if (side == saved || random.nextDouble() > LOSS) {
                        send(packets.get(i).bytes, side);
                    }
                }
            }
            await(packets.getLast().last);
        }

        /** Waits until the message with this sequence is published. */
        void await(final long sequence) {
            while (published < sequence) {
                assertTrue(feed.isAlive(), feed::output);
                subscription.poll(this::onMessage, 100);
                Thread.onSpinWait();
            }
        }

        private Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header frame) {
            final long sequence = buffer.getLong(offset + SEQUENCE, LITTLE_ENDIAN);
            published = sequence == MessagePrefix.NO_SEQUENCE ? published : Math.max(published, sequence);
            return Action.TAKEN;
        }

        void send(final byte[] packet, final int side) throws IOException {
            channel.send(ByteBuffer.wrap(packet), sides[side]);
        }

        @Override
        public void close() throws IOException {
            subscription.close();
            own.close();
            channel.close();
        }
    }
}

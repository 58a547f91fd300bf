package io.verbus.marketdata.live;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.verbus.BusException;
import io.verbus.marketdata.mold.MoldSettings;
import io.verbus.marketdata.source.Block;
import io.verbus.marketdata.source.BlockSource;
import io.verbus.marketdata.source.LiveSource.Change;
import io.verbus.marketdata.support.RealData;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs against nassau's server over loopback sockets. The test steps both ends, on a clock of its own. */
class MoldSourceTest {
    private static final String REAL_FILE = "itch/nasdaq-totalview-2019-12-30-0304-0400.itch.gz";
    private static final long SECOND_NS = 1_000_000_000L;
    private static final int MOST_STEPS = 10_000;
    /** 500 messages of 4 bytes, with their lengths. */
    private static final long ROUND_BYTES = 500 * 6;

    private final List<String> lines = new ArrayList<>();
    private NassauPeer peer;
    private MoldSockets sockets;
    private long nowNs;

    @BeforeEach
    void open() throws IOException {
        peer = new NassauPeer("FIRST");
        final InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        sockets = MoldSockets.open(List.of(new FeedAddress(any, null, null)), peer.requestAddress());
        peer.connect(sockets.local(0));
    }

    @AfterEach
    void close() throws IOException {
        sockets.close();
        peer.close();
    }

    @Test
    void sessionIsCompleteWithEveryFifthPacketLost() throws IOException {
        final LossyDatagrams lossy = new LossyDatagrams(sockets, 7, 0.2);
        final MoldSource source = source(lossy);
        for (int i = 0; i < 20_000; i++) {
            peer.publish(ByteBuffer.allocate(4).putInt(i).array());
            if (i % 500 == 0) {
                step(source, 50);
            }
        }
        peer.flush();
        for (int i = 0; i < MOST_STEPS && !source.hasEnded(); i++) {
            peer.end();
            step(source, 20);
        }

        assertEquals("SESSION_BEGINS", lines.removeFirst());
        assertEquals(IntStream.range(0, 20_000).mapToObj(Integer::toString).toList(), lines);
        assertTrue(lossy.dropped > 10 && source.counts().recovered() > 200, source.counts().recovered() + " recovered");
        assertEquals(0, source.counts().lost());
        assertEquals(List.of("feed: session FIRST received"), source.news());
    }

    @Test
    void realSessionIsCompleteWithEveryTwentiethPacketLost() throws IOException {
        final List<ByteBuffer> sent = messages(RealData.path(REAL_FILE));
        final LossyDatagrams lossy = new LossyDatagrams(sockets, 5, 0.05);
        final MoldSource source = source(lossy);
        final List<ByteBuffer> received = new ArrayList<>();
        for (int i = 0; i < sent.size(); i++) {
            peer.publish(sent.get(i).array());
            if (i % 500 == 0) {
                poll(source, 50, received);
            }
        }
        peer.flush();
        for (int i = 0; i < MOST_STEPS && !source.hasEnded(); i++) {
            peer.end();
            poll(source, 20, received);
        }

        assertTrue(source.hasEnded());
        assertEquals(251_837, received.size());
        assertEquals(sent, received);
        assertTrue(lossy.dropped > 200, () -> lossy.dropped + " packets were dropped");
        assertEquals(0, source.counts().lost());
    }

    @Test
    void twoSidesFillTheGapsOfEachOtherWithoutServer() throws IOException {
        final InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        final FeedAddress address = new FeedAddress(any, null, null);
        try (MoldSockets pair = MoldSockets.open(List.of(address, address), null);
                NassauPeer other = new NassauPeer("FIRST")) {
            peer.connect(pair.local(0));
            other.connect(pair.local(1));
            final MoldSource source = source(new AlternatingDatagrams(pair));
            for (int i = 0; i < 1_000; i++) {
                publish(i);
                other.publish(ByteBuffer.allocate(4).putInt(i).array());
                other.flush();
                step(source, 4);
            }
            stepUntil(source, () -> lines.size() == 1_001);

            assertEquals("SESSION_BEGINS", lines.removeFirst());
            assertEquals(IntStream.range(0, 1_000).mapToObj(Integer::toString).toList(), lines);
            assertEquals(500, source.firstCopies(0));
            assertEquals(500, source.firstCopies(1));
            assertEquals(0, source.counts().requests() + source.counts().lost() + source.strays());
            final long nowBefore = nowNs;
            while (nowNs < nowBefore + 6 * SECOND_NS) {
                other.heartbeat();
                step(source, 200);
            }
            assertEquals(List.of("feed: session FIRST received",
                    "feed: no packet for 5 s on side A, not even a heartbeat"), source.news());
            step(source, MOST_STEPS);
            assertEquals(1, source.news().size());
        }
    }

    /** Drops even sequences on the first side, and odd ones on the second. */
    private static final class AlternatingDatagrams extends LossyDatagrams {
        AlternatingDatagrams(final Datagrams sound) {
            super(sound, 1, 0);
        }

        @Override
        public int receive(final ByteBuffer into, final boolean withAnswers) {
            final int length = super.receive(into, withAnswers);
            final boolean isMessage = length > 20;
            return isMessage && into.getLong(10) % 2 == side() ? NOTHING : length;
        }
    }

    @Test
    void booksAreClearedWhenAnotherSessionBeginsAfterASilence() throws IOException {
        final MoldSource source = source(sockets);
        publish(1);
        stepUntil(source, () -> lines.size() == 2);
        final InetSocketAddress feed = sockets.local(0);
        try (NassauPeer next = new NassauPeer("SECOND")) {
            next.connect(feed);
            next.heartbeat();
            stepUntil(source, () -> source.counts().strayPackets() == 1);
            nowNs += 6 * SECOND_NS;
            next.heartbeat();
            stepUntil(source, () -> source.counts().strayPackets() == 2);
            next.publish(ByteBuffer.allocate(4).putInt(2).array());
            next.flush();
            stepUntil(source, () -> lines.size() == 4);
        }

        assertEquals(List.of("SESSION_BEGINS", "1", "SESSION_BEGINS", "2"), lines);
        final List<String> news = source.news();
        assertEquals("feed: session FIRST received", news.getFirst());
        assertTrue(
                news.get(1).matches("feed: warning: [12] more packets of another session or sender than session FIRST"
                        + " of 127\\.0\\.0\\.1 were skipped, the last from 127\\.0\\.0\\.1"),
                news::toString);
        assertTrue(news.contains("feed: session SECOND replaces the previous one"), news::toString);
    }

    @Test
    void answersOfOtherSendersAreSkipped() throws IOException {
        final MoldSource source = source(sockets);
        peer.skipTo(3);
        publish(3);
        stepUntil(source, () -> source.counts().requests() > 0);
        try (DatagramChannel forger = DatagramChannel.open()) {
            final ByteBuffer forged = ByteBuffer.allocate(32).put("FIRST     ".getBytes(US_ASCII)).putLong(1)
                    .putShort((short) 2).putShort((short) 4).putInt(7).putShort((short) 4).putInt(7).flip();
            forger.send(forged, sockets.requestsLocal());
            stepUntil(source, () -> source.strays() > 0);
        }

        assertEquals(1, source.strays());
        assertEquals(0, source.counts().messages());
    }

    @Test
    void blockHasSequenceOfItsFirstMessageAndTimeOfReceipt() throws IOException {
        final long epochNs = 1_577_682_000_000_000_000L;
        final MoldSource source = new MoldSource(sockets, MoldSettings.defaults(), new InetAddress[1], this::tick,
                () -> epochNs + nowNs);
        for (int number = 1; number <= 3; number++) {
            publish(number);
            Block block = source.next();
            for (int i = 0; i < MOST_STEPS && block.length() == 0; i++) {
                Thread.yield();
                block = source.next();
            }
            assertEquals(List.of((long) number, epochNs + nowNs), List.of(block.firstSequence(), block.receivedNs()));
        }
    }

    @Test
    void packetsOfOtherSendersAreSkipped() throws IOException {
        final MoldSource source = new MoldSource(sockets, MoldSettings.defaults(),
                new InetAddress[]{InetAddress.getByName("127.0.0.2")}, this::tick, () -> 0);
        publish(1);
        stepUntil(source, () -> source.strays() > 0);

        assertEquals("", source.session());
        assertEquals(List.of(), lines);
    }

    @Test
    void feedStopsAtGapThatIsNeverFilled() throws IOException {
        final MoldSource source = new MoldSource(sockets, MoldSettings.defaults().withAttempts(2), this::tick);
        publish(1);
        peer.skipTo(4);
        publish(4);

        final BusException failure = assertThrows(BusException.class, () -> step(source, MOST_STEPS));

        assertEquals(List.of("SESSION_BEGINS", "1"), lines);
        assertEquals(
                "messages 2 to 3 of session FIRST are lost, after 2 requests without an answer; earlier messages are"
                        + " published (omit --no-continue-on-loss to continue without the lost ones)",
                failure.getMessage());
    }

    @Test
    void failedRequestsAreReportedWithTheirCause() throws IOException {
        final Datagrams unreachable = new LossyDatagrams(sockets, 1, 0) {
            @Override
            public String requestFailure() {
                return "Network is unreachable";
            }
        };
        final MoldSource source = new MoldSource(unreachable, MoldSettings.defaults().withAttempts(1), this::tick);
        peer.skipTo(2);
        publish(2);

        final BusException failure = assertThrows(BusException.class, () -> step(source, MOST_STEPS));

        assertEquals("message 1 of session FIRST is lost, after 1 request without an answer (the last could not be"
                + " sent: Network is unreachable); earlier messages are published (omit"
                + " --no-continue-on-loss to continue without the lost ones)", failure.getMessage());
    }

    @Test
    void lossIsSkippedOnRequest() throws IOException {
        final MoldSource source = new MoldSource(sockets, MoldSettings.defaults().withAttempts(2)
                .withContinuesAfterLoss(true), this::tick);
        publish(1);
        peer.skipTo(4);
        publish(4);
        peer.end();

        stepUntil(source, source::hasEnded);

        assertEquals(List.of("SESSION_BEGINS", "1", "GAP", "4"), lines);
        assertTrue(source.hasEnded());
        assertEquals(List.of("feed: session FIRST received", "feed: warning: messages 2 to 3 of session FIRST are lost,"
                + " after 2 requests without an answer"), source.news());
        assertEquals(4, source.nextSequence());
    }

    /** Room for one packet only: the third one is a loss at once, in the call that delivers the second one. */
    @Test
    void messagesBeforeALossPrecedeIt() throws IOException {
        final InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (MoldSockets alone = MoldSockets.open(List.of(new FeedAddress(any, null, null)), null);
                NassauPeer sender = new NassauPeer("FIRST")) {
            sender.connect(alone.local(0));
            final MoldSource source = new MoldSource(alone, MoldSettings.defaults().withHeldBytes(66_600)
                    .withContinuesAfterLoss(true), () -> 0);
            for (final int sequence : new int[]{1, 4, 7}) {
                sender.skipTo(sequence);
                sender.publish(ByteBuffer.allocate(sequence == 7 ? 1_300 : 4).putInt(sequence).array());
                sender.flush();
            }
            stepUntil(source, () -> lines.size() == 6);

            assertEquals(List.of("SESSION_BEGINS", "1", "GAP", "4", "GAP", "7"), lines);
            assertEquals(7, source.nextSequence());
        }
    }

    @Test
    void steadyStateAllocatesNothing() throws IOException {
        final MoldSource source = source(sockets);
        final ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = Long.MAX_VALUE;
        long bytes = 0;
        for (int round = 0; round < 10; round++) {
            for (int i = 0; i < 500; i++) {
                publish(i);
            }
            final long before = thread.getCurrentThreadAllocatedBytes();
            while (bytes < (round + 1) * ROUND_BYTES) {
                bytes += source.next().length();
            }
            allocated = Math.min(allocated, thread.getCurrentThreadAllocatedBytes() - before);
        }

        assertEquals(0, source.counts().gaps());
        assertTrue(allocated < 500, allocated + " bytes for 500 packets");
    }

    @Test
    void silenceAndItsEndAreReported() throws IOException {
        final MoldSource source = new MoldSource(sockets, MoldSettings.defaults(), () -> nowNs);
        nowNs = 5 * SECOND_NS;
        step(source, 1);
        assertEquals(List.of(), source.news());
        nowNs++;
        step(source, 2);
        assertEquals(List.of("feed: no packet for 5 s, not even a heartbeat"), source.news());

        nowNs = 9 * SECOND_NS;
        peer.heartbeat();
        stepUntil(source, () -> source.counts().heartbeats() == 1);

        assertEquals(List.of("feed: session FIRST received", "feed: packets received again after 9 s"), source.news());
    }

    private long tick() {
        nowNs += 1_000_000;
        return nowNs;
    }

    private MoldSource source(final Datagrams datagrams) {
        return new MoldSource(datagrams, MoldSettings.defaults(), this::tick);
    }

    private void publish(final int number) throws IOException {
        peer.publish(ByteBuffer.allocate(4).putInt(number).array());
        peer.flush();
    }

    /** Polls the source; keeps each number received as a line, preceded by the change before its block. */
    private void step(final MoldSource source, final int times) throws IOException {
        for (int i = 0; i < times; i++) {
            final List<ByteBuffer> received = new ArrayList<>();
            peer.serve();
            final Block block = source.next();
            if (block != null) {
                if (source.change() != Change.NONE) {
                    lines.add(source.change().toString());
                }
                messages(block, received);
            }
            received.forEach(message -> lines.add(Integer.toString(message.getInt())));
        }
    }

    /** The kernel may deliver packets late. */
    private void stepUntil(final MoldSource source, final BooleanSupplier done) throws IOException {
        for (int i = 0; i < MOST_STEPS && !done.getAsBoolean(); i++) {
            step(source, 1);
            Thread.yield();
        }
        assertTrue(done.getAsBoolean(), lines::toString);
    }

    private void poll(final MoldSource source, final int times, final List<ByteBuffer> received) throws IOException {
        for (int i = 0; i < times && !source.hasEnded(); i++) {
            peer.serve();
            messages(source.next(), received);
        }
    }

    private static List<ByteBuffer> messages(final Path file) {
        final List<ByteBuffer> messages = new ArrayList<>();
        try (BlockSource blocks = BlockSource.streamed(file)) {
            for (Block block = blocks.next(); block != null; block = blocks.next()) {
                messages(block, messages);
            }
        }
        return messages;
    }

    private static void messages(final Block block, final List<ByteBuffer> to) {
        for (int at = 0; at < block.length();) {
            final byte[] message = new byte[block.buffer().getShort(at, BIG_ENDIAN)];
            block.buffer().getBytes(at + Block.FRAMING, message);
            to.add(ByteBuffer.wrap(message));
            at += Block.FRAMING + message.length;
        }
    }
}

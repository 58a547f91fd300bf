package io.verbus.marketdata.live;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.verbus.marketdata.feed.Feed;
import io.verbus.marketdata.feed.Pace;
import io.verbus.marketdata.feed.TradingDay;
import io.verbus.marketdata.generator.ItchGenerator;
import io.verbus.marketdata.generator.SessionShape;
import io.verbus.marketdata.glimpse.GlimpseReceiver;
import io.verbus.marketdata.glimpse.GlimpseSettings;
import io.verbus.marketdata.itch.ItchNormaliser;
import io.verbus.marketdata.mold.MoldSettings;
import io.verbus.marketdata.source.Block;
import io.verbus.marketdata.source.SnapshotSource;
import io.verbus.testkit.VenueBooks;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A generated session whose packets are lost on both sides, or from its start, in a third of the histories with
 * messages of a wrong length, and a GLIMPSE server that answers with a snapshot of any position: before the loss, at
 * any packet, or ahead of the feed; whose connections break, are rejected or silent. Time is virtual. What the feed
 * publishes is applied to books and compared with the venue.
 */
final class RecoveryHistory {
    static final long MS_NS = 1_000_000L;
    private static final int SYMBOLS = 4;
    private static final TradingDay DAY = new TradingDay(LocalDate.of(2019, 12, 30), "test", "XNAS");

    private final Random random;
    private final List<byte[]> messages = new ArrayList<>();
    /** Sequences of messages that the feed sends without their last byte. */
    private final Set<Integer> cut = new HashSet<>();
    private final List<byte[]> packets = new ArrayList<>();
    private final long lastPacketNs;
    private long nowNs;
    /** Messages that the venue has sent so far. */
    private int sent;
    final CheckedBooks books;
    Feed feed;
    int failures;

    RecoveryHistory(final long seed) {
        random = new Random(seed);
        ItchGenerator.generate(new SessionShape(seed, SessionShape.minimum(SYMBOLS) + 500, SYMBOLS, 60),
                (buffer, offset, length) -> {
                    final byte[] message = new byte[length];
                    buffer.getBytes(offset, message);
                    messages.add(message);
                });
        if (random.nextInt(3) == 0) {
            random.ints(1 + random.nextInt(8), 1, messages.size() + 1).forEach(cut::add);
        }
        for (int from = 0; from < messages.size();) {
            final int count = Math.min(messages.size() - from, 1 + random.nextInt(6));
            packets.add(packet(from + 1, count));
            from += count;
        }
        lastPacketNs = packets.size() * 4 * MS_NS;
        books = new CheckedBooks(messages);
    }

    private byte[] packet(final long sequence, final int count) {
        final ByteBuffer packet = ByteBuffer.allocate(2_000).put("SESSION   ".getBytes(US_ASCII)).putLong(sequence)
                .putShort((short) count);
        for (int i = 0; count != 0xFFFF && i < count; i++) {
            final byte[] whole = messages.get((int) sequence - 1 + i);
            final byte[] message = cut.contains((int) sequence + i) ? Arrays.copyOf(whole, whole.length - 1) : whole;
            packet.putShort((short) message.length).put(message);
        }
        final byte[] bytes = new byte[packet.position()];
        packet.get(0, bytes);
        return bytes;
    }

    /** Plays the history; an {@link AssertionError} is a finding. */
    void run() {
        final double loss = random.nextInt(3) == 0 ? 0.4 : 0.15;
        final Network network = new Network(loss, random.nextInt(4) == 0 ? packets.size() / 3 : 0);
        final MoldSettings mold = MoldSettings.defaults().withSides(2).withRetryNs(20 * MS_NS)
                .withContinuesAfterLoss(true);
        final MoldSource live = new MoldSource(network, mold, () -> nowNs);
        final SourceRecovery settings = SourceRecovery.defaults().withAttempts(1_000)
                .withIntervals(50 * MS_NS, 400 * MS_NS).withAheadNs(100 * MS_NS)
                .withHeldBytes(random.nextInt(3) == 0 ? 4_000 : 1 << 20);
        final RecoveringSource source = new RecoveringSource(live, new Server(), settings, () -> nowNs);
        feed = new Feed(books, DAY, new ItchNormaliser(DAY.midnightNs()), () -> nowNs, (_, _) -> true);
        feed.follow(source, new Pace.Max());
        books.checkEnd(feed.counts());
    }

    /** Two sides that lose packets; then heartbeats for a while, and the end of the session. */
    private final class Network implements Datagrams {
        private final double loss;
        private final int lostAtStart;
        private int next;
        private int side = 1;

        Network(final double loss, final int lostAtStart) {
            this.loss = loss;
            this.lostAtStart = lostAtStart;
        }

        @Override
        public int receive(final ByteBuffer into, final boolean withAnswers) {
            nowNs += MS_NS;
            if (side == 1 && nowNs / MS_NS % 4 != 0) {
                return NOTHING;
            }
            side = 1 - side;
            final byte[] packet;
            if (next < packets.size()) {
                packet = packets.get(next);
                sent = (int) ByteBuffer.wrap(packet).getLong(10) - 1 + ByteBuffer.wrap(packet).getShort(18);
                next += side;
                if (next <= lostAtStart || random.nextDouble() < loss) {
                    return NOTHING;
                }
            } else {
                packet = packet(messages.size() + 1, nowNs < lastPacketNs + 3_000 * MS_NS ? 0 : 0xFFFF);
            }
            into.clear().put(packet);
            return packet.length;
        }

        @Override
        public int sides() {
            return 2;
        }

        @Override
        public int side() {
            return side;
        }

        @Override
        public boolean hasServer() {
            return false;
        }

        @Override
        public boolean isExhausted() {
            return false;
        }

        @Override
        public double fraction() {
            return 0;
        }

        @Override
        public InetAddress sender() {
            return InetAddress.getLoopbackAddress();
        }

        @Override
        public long foreignAnswers() {
            return 0;
        }

        @Override
        public String requestFailure() {
            return null;
        }

        @Override
        public void request(final DirectBuffer packet) {
            throw new AssertionError("there is no re-request server");
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    /** A server whose connection delivers parts of any length, and the real receiver. */
    private final class Server implements SnapshotSource {
        private GlimpseReceiver receiver;
        private byte[] bytes;
        private int at;
        private int end;

        @Override
        public void request(final long requestNs) {
            receiver = new GlimpseReceiver(GlimpseSettings.defaults().withLoginNs(200 * MS_NS), requestNs);
            receiver.onConnected(requestNs);
            final boolean isLate = requestNs > lastPacketNs;
            final int position = isLate
                    ? messages.size()
                    : Math.clamp(sent + random.nextInt(60) - 40L, 0,
                            messages.size());
            bytes = random.nextInt(12) == 0 && !isLate ? soup("JS".getBytes(US_ASCII)) : answer(position);
            at = 0;
            // A quarter of the connections breaks, or is silent from then on.
            end = random.nextInt(4) == 0 && !isLate ? random.nextInt(bytes.length) : bytes.length;
        }

        private byte[] answer(final int position) {
            final VenueBooks state = new VenueBooks();
            messages.subList(0, position).forEach(state::apply);
            final ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.writeBytes(soup(String.format("A%10s%20d", "TODAY", 1).getBytes(US_ASCII)));
            state.snapshot().forEach(message -> {
                out.writeBytes(soup(ByteBuffer.allocate(1 + message.length).put((byte) 'S').put(message).array()));
            });
            out.writeBytes(soup(String.format("SG%20d", position + 1).getBytes(US_ASCII)));
            return out.toByteArray();
        }

        private static byte[] soup(final byte[] packet) {
            return ByteBuffer.allocate(2 + packet.length).putShort((short) packet.length).put(packet).array();
        }

        @Override
        public State poll(final long pollNs) {
            if (receiver == null) {
                return State.IDLE;
            }
            if (receiver.state() == State.READING) {
                final int part = Math.min(end - at, random.nextInt(1_500));
                receiver.onBytes(new UnsafeBuffer(bytes), at, part, pollNs);
                at += part;
                if (at == end && end < bytes.length && random.nextInt(10) == 0) {
                    receiver.onClosed();
                }
                receiver.onTime(pollNs);
                failures += receiver.state() == State.FAILED ? 1 : 0;
            }
            return receiver.state();
        }

        @Override
        public void cancel() {
            receiver = null;
        }

        @Override
        public String failure() {
            return receiver.failure();
        }

        @Override
        public long nextSequence() {
            return receiver.nextSequence();
        }

        @Override
        public boolean fill(final Block block) {
            return receiver.fill(block, 400);
        }

        @Override
        public String shown() {
            return "test";
        }

        @Override
        public void close() {
            cancel();
        }
    }
}

package io.verbus.marketdata.mold;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random network faults; each seed is a reproducible run. */
class MoldReceiverRandomTest {
    private static final int MESSAGES = 100_000;
    private static final int MOST_IN_A_PACKET = 40;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void lossyNetworkDeliversEachMessageOnceInOrder(final long seed) {
        final Network network = new Network(new Random(seed), seed % 3 == 0 ? 300 : 100_000);

        network.run();

        assertEquals(LongStream.rangeClosed(1, MESSAGES).boxed().toList(), network.delivered, "seed " + seed);
        assertTrue(network.receiver.counts().gaps() > 20, "seed " + seed);
        assertEquals(0, network.receiver.counts().lost(), "seed " + seed);
    }

    @ParameterizedTest
    @ValueSource(longs = {101, 102, 103, 104})
    void arbitraryPacketsNeverCauseExceptions(final long seed) {
        final Random random = new Random(seed);
        final Script script = new Script(MoldSettings.defaults().withRetryNs(10).withAttempts(2)
                .withMessagesPerRequest(10).withHeldBytes(2_000).withContinuesAfterLoss(true));
        for (int i = 0; i < 50_000; i++) {
            // Each packet has its own buffer, so that a read beyond its end throws.
            script.take(random.nextBoolean() ? garbage(random) : damaged(random)).at(i);
            script.done();
        }
        final MoldCounts counts = script.receiver.counts();
        assertEquals(50_000, counts.packets(), "seed " + seed);
        assertTrue(counts.malformed() > 20_000, "seed " + seed + ": " + counts.malformed());
        assertTrue(counts.messages() > 0, "seed " + seed);
    }

    private static byte[] garbage(final Random random) {
        final byte[] bytes = new byte[random.nextInt(100)];
        random.nextBytes(bytes);
        return bytes;
    }

    /** A packet with one flipped bit, or cut off. */
    private static byte[] damaged(final Random random) {
        final byte[] packet = Packets.of("S", 1 + random.nextInt(50), random.nextInt(5));
        if (random.nextInt(4) == 0) {
            return Arrays.copyOf(packet, random.nextInt(packet.length + 1));
        }
        packet[random.nextInt(packet.length)] ^= (byte) (1 << random.nextInt(8));
        return packet;
    }

    private record Packet(byte[] bytes, boolean isAnswer) {}

    /** Publisher, re-request server and a network that loses, duplicates, delays and reorders packets. */
    private static final class Network implements MoldSink, MoldRequester {
        private final Random random;
        private final MoldReceiver receiver;
        private final Deque<Packet> inFlight = new ArrayDeque<>();
        private final List<Long> delivered = new ArrayList<>();

        Network(final Random random, final int heldBytes) {
            this.random = random;
            receiver = new MoldReceiver(
                    MoldSettings.defaults().withRetryNs(20).withAttempts(50).withMessagesPerRequest(100)
                            .withHeldBytes(heldBytes).withDiscipline(new MoldDiscipline(null, 1_000, 10_000)),
                    this, this);
        }

        void run() {
            long next = 1;
            for (long nowNs = 0; receiver.state() != MoldState.ENDED; nowNs++) {
                assertTrue(nowNs < 1_000_000 && receiver.state() != MoldState.GIVEN_UP,
                        "at " + nowNs + " it waits for " + receiver.expected());
                if (nowNs % 4 == 0 && next <= MESSAGES) {
                    final int count = (int) Math.min(1 + random.nextInt(MOST_IN_A_PACKET), MESSAGES - next + 1);
                    send(Packets.of("S", next, count), false);
                    next += count;
                } else if (nowNs % 50 == 0) {
                    send(next > MESSAGES ? Packets.end("S", next) : Packets.heartbeat("S", next), false);
                }
                receive(nowNs);
                receiver.onTime(nowNs);
            }
        }

        private void send(final byte[] bytes, final boolean isAnswer) {
            final Packet packet = new Packet(bytes, isAnswer);
            final int fate = random.nextInt(100);
            if (fate >= 5) {
                inFlight.addLast(packet);
            }
            if (fate >= 95) {
                inFlight.addLast(packet);
            }
            if (fate % 20 == 7 && inFlight.size() > 1) {
                inFlight.addFirst(inFlight.removeLast());
            }
        }

        private void receive(final long nowNs) {
            while (receiver.deliverHeld(nowNs)) {
                assertTrue(receiver.expected() <= MESSAGES + 1);
            }
            if (random.nextInt(10) > 0 && !inFlight.isEmpty()) {
                final Packet packet = inFlight.removeFirst();
                final UnsafeBuffer in = new UnsafeBuffer(packet.bytes());
                if (packet.isAnswer()) {
                    receiver.onAnswer(in, 0, in.capacity(), nowNs);
                } else {
                    receiver.onDatagram(0, in, 0, in.capacity(), nowNs);
                }
            }
        }

        @Override
        public void request(final DirectBuffer packet) {
            final long first = packet.getLong(10, BIG_ENDIAN);
            final int count = packet.getShort(18, BIG_ENDIAN);
            assertTrue(first >= 1 && count >= 1 && first + count <= MESSAGES + 1, first + "+" + count);
            if (random.nextInt(100) >= 5) {
                send(Packets.of("S", first, Math.min(count, MOST_IN_A_PACKET)), true);
            }
        }

        @Override
        public void onSession(final String session) {
            assertEquals("S", session);
        }

        @Override
        public void onMessages(final DirectBuffer in, final int offset, final int length, final long sequence) {
            assertEquals(delivered.size() + 1, sequence);
            for (int at = offset; at < offset + length;) {
                final int message = in.getShort(at, BIG_ENDIAN);
                delivered.add(Long.valueOf(in.getStringWithoutLengthAscii(at + 2, message)));
                at += 2 + message;
            }
        }

        @Override
        public void onFalseEnd(final String session, final long end) {
            throw new AssertionError("false end " + end);
        }

        @Override
        public void onLoss(final String session, final long first, final long last, final String cause) {
            throw new AssertionError("lost " + first + ".." + last + " " + cause);
        }
    }
}

package io.verbus.marketdata.mold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeldPacketsTest {
    private static final int CAPACITY = 10_000;

    /** A packet and its arrival: of two with the same sequence, the first one is next. */
    private record Came(long sequence, int number, byte[] packet) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void packetsAreOrderedBySequenceAndBounded(final long seed) {
        final Random random = new Random(seed);
        final HeldPackets held = new HeldPackets(PacketFormat.MOLDUDP64, CAPACITY);
        final PriorityQueue<Came> expected = new PriorityQueue<>(
                Comparator.comparingLong(Came::sequence).thenComparingInt(Came::number));
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            assertEquals(expected.isEmpty(), held.isEmpty());
            if (random.nextInt(i % 2_000 < 1_000 ? 5 : 2) > 0) {
                final long sequence = 1 + random.nextInt(50);
                // Each has its own name, to distinguish two packets with the same sequence.
                final Came one = new Came(sequence, i, Packets.of("" + i, sequence, random.nextInt(5)));
                if (held.add(0, new UnsafeBuffer(one.packet), 0, one.packet.length)) {
                    expected.add(one);
                } else {
                    refused++;
                }
            } else if (!expected.isEmpty()) {
                final Came next = expected.remove();
                assertEquals(next.sequence, held.sequence());
                assertEquals(new UnsafeBuffer(next.packet),
                        new UnsafeBuffer(held.buffer(), held.headOffset(), held.headLength()));
                held.removeHead();
            }
        }
        assertTrue(refused > 0, "seed " + seed);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 23, 24, 25, 48})
    void capacityIsUsedCompletely(final int capacity) {
        final HeldPackets held = new HeldPackets(PacketFormat.MOLDUDP64, capacity);
        final byte[] shortest = Packets.heartbeat("S", 7);
        for (int i = 0; i < capacity / 24; i++) {
            assertTrue(held.add(0, new UnsafeBuffer(shortest), 0, shortest.length));
        }
        assertFalse(held.add(0, new UnsafeBuffer(shortest), 0, shortest.length));
    }
}

package io.verbus.marketdata.mold;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * The packets of a session as they arrive on two sides, each with its own loss, duplicates, delay and reordering. A
 * packet arrives less than {@link #LATEST} after it was sent; in some histories the second side is later by a constant.
 * As of a real sender, heartbeats are sent in a quiet time only, so that no packet overtakes them.
 */
public final class PairHistory {
    /** Longest delay. */
    public static final int LATEST = 15;
    private static final int QUIET = 2 * LATEST;
    private static final int ENDS = 5;
    /** With the longest quiet time, and lost packets before and after it, less than the silence of the test. */
    private static final int LAG = 100;

    /** All arrivals in order. */
    public final List<Arrival> arrivals = new ArrayList<>();
    /** Sequences that arrive on a side. */
    public final TreeSet<Long> arrived = new TreeSet<>();
    /** Sequences that arrive on exactly one side. */
    public final TreeSet<Long> onOneSide = new TreeSet<>();
    /** Whether the second side is late. */
    public final boolean isLate;
    /** The sequence after the last message. */
    public final long end;

    private final Random random;
    private final double loss;
    private final boolean isBackedUp;
    private final int[] skew;
    private final int lag;
    private final long deathOfB;

    /**
     * An arrival.
     *
     * @param at time, in units of the history
     * @param side 0 or 1
     * @param packet the datagram
     */
    public record Arrival(long at, int side, byte[] packet) {}

    /**
     * Creates a history.
     *
     * @param seed of its random numbers
     * @param loss probability that a side loses a packet
     * @param isBackedUp whether each packet arrives on one side at least
     * @param dies whether the second side ends in the middle
     */
    public PairHistory(final long seed, final double loss, final boolean isBackedUp, final boolean dies) {
        this.loss = loss;
        this.isBackedUp = isBackedUp;
        random = new Random(new SplittableRandom(seed).nextLong());
        skew = new int[]{random.nextInt(6), random.nextInt(6)};
        isLate = random.nextInt(4) == 0;
        lag = isLate ? LAG : 0;
        final int messages = 200 + random.nextInt(2_000);
        deathOfB = dies ? random.nextInt(500) : Long.MAX_VALUE;
        long next = 1;
        long now = 1;
        while (next <= messages) {
            if (random.nextInt(100) == 0) {
                now += QUIET;
                send(now, next, Packets.heartbeat("S", next), 0);
                now += QUIET;
            }
            final int count = (int) Math.min(1 + random.nextInt(10), messages + 1 - next);
            send(now, next, Packets.of("S", next, count), count);
            next += count;
            now += random.nextInt(4);
        }
        end = next;
        for (int i = 0; i < ENDS; i++) {
            now += QUIET;
            send(now, next, Packets.end("S", next), 0);
        }
        arrivals.add(new Arrival(now + QUIET, 0, Packets.end("S", next))); // the others may all be lost
        arrivals.sort(Comparator.comparingLong(Arrival::at));
    }

    private void send(final long now, final long first, final byte[] packet, final int count) {
        final int saved = isBackedUp ? random.nextInt(2) : -1;
        int copies = 0;
        for (int side = 0; side < 2; side++) {
            final boolean isDead = side == 1 && now >= deathOfB;
            final boolean isSaved = isDead ? false : side == saved || saved == 1 && now >= deathOfB;
            if (isDead || random.nextDouble() < loss && !isSaved) {
                continue;
            }
            copies++;
            final int sent = random.nextInt(20) == 0 ? 2 : 1;
            for (int i = 0; i < sent; i++) {
                final int delay = random.nextInt(10) == 0 ? random.nextInt(LATEST) : skew[side];
                arrivals.add(new Arrival(now + delay + side * lag, side, packet));
            }
        }
        for (long sequence = first; sequence < first + count && copies > 0; sequence++) {
            arrived.add(sequence);
            if (copies == 1) {
                onOneSide.add(sequence);
            }
        }
    }
}

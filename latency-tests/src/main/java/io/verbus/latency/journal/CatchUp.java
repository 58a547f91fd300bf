package io.verbus.latency.journal;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.Header;
import io.verbus.Policy;
import io.verbus.Repair;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;

/**
 * Joins a running {@link PacedPublisher} at the oldest message of its log, again and again, and tells how long it takes
 * until it reads what is being published: {@code ./bus java io.verbus.latency.journal.CatchUp STREAM TIMES}. What is
 * missing then is as old as its first message: so long it took to publish it.
 */
public final class CatchUp {
    private static final int LIMIT = 256;
    /** What is younger than that is live. */
    private static final long LIVE_NS = TimeUnit.MICROSECONDS.toNanos(200);
    private static final long NONE = -1;

    private long nowNs;
    private long firstAgeNs = NONE;
    private long latestAgeNs = NONE;
    private long messages;

    private CatchUp() {
    }

    /**
     * Joins, and prints a line.
     *
     * @param args stream, times
     */
    public static void main(final String[] args) {
        final double[] ratios = new double[Integer.parseInt(args[1])];
        long messages = 0;
        try (Bus bus = Bus.launch()) {
            for (int i = 0; i < ratios.length; i++) {
                final CatchUp one = new CatchUp();
                ratios[i] = one.join(bus, args[0]);
                messages += one.messages;
                System.out.printf(Locale.ROOT, "what was %.1f ms old was caught up with in %.2f times its age%n",
                        one.firstAgeNs / 1e6, ratios[i]);
            }
        }
        Arrays.sort(ratios);
        System.out.printf(Locale.ROOT, "%d times, %,d messages: median %.2f times the age, at most %.2f%n",
                ratios.length, messages, ratios[ratios.length / 2], ratios[ratios.length - 1]);
    }

    /** Gives how long it took, divided by how old the first message was. */
    private double join(final Bus bus, final String stream) {
        try (Subscription subscription = bus.subscribe(SubscriptionSettings.of(stream).withPolicy(Policy.SKIP)
                .withRepair(Repair.REPAIR).withStart(Start.oldest()).withName("late"))) {
            long beganNs = System.nanoTime();
            do {
                nowNs = System.nanoTime();
                if (firstAgeNs == NONE) {
                    beganNs = nowNs;
                }
                subscription.poll(this::onMessage, LIMIT);
            } while (latestAgeNs == NONE || latestAgeNs > LIVE_NS);
            return (double) (System.nanoTime() - beganNs) / firstAgeNs;
        }
    }

    private Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        latestAgeNs = nowNs - buffer.getLong(offset + PacedPublisher.SENT_OFFSET);
        if (firstAgeNs == NONE) {
            firstAgeNs = latestAgeNs;
        }
        messages++;
        return Action.TAKEN;
    }
}

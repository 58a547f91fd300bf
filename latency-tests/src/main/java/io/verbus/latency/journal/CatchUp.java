package io.verbus.latency.journal;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.Endpoint;
import io.verbus.Gap;
import io.verbus.Header;
import io.verbus.Policy;
import io.verbus.Repair;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;

/**
 * Lags a running {@link PacedPublisher} repeatedly, and measures the time until it reads live messages. The
 * age of the first message is the time that the publisher took for the missing ones.
 *
 * <p>{@code ./bus java io.verbus.latency.journal.CatchUp STREAM TIMES} joins again each time, at the oldest message of
 * the log. {@code ... STREAM TIMES MS [ADDRESS]} joins once, and does not poll for so many milliseconds each time; then
 * it reads from the log what its image has lost.
 */
public final class CatchUp implements SessionListener {
    private static final int LIMIT = 256;
    /** A younger message is live. */
    private static final long LIVE_NS = TimeUnit.MICROSECONDS.toNanos(Long.getLong("verbus.live", 200));
    /** Most results that are printed one by one. */
    private static final int MOST_LINES = 100;
    private static final long NONE = -1;

    private final double[] ratios;
    private long nowNs;
    private long firstAgeNs;
    private long latestAgeNs;
    private long messages;
    private long lost;

    private CatchUp(final int times) {
        ratios = new double[times];
    }

    /**
     * Prints a line each time, and a summary.
     *
     * @param args stream, times, ms to wait each time, address to connect to
     */
    public static void main(final String[] args) {
        final CatchUp late = new CatchUp(Integer.parseInt(args[1]));
        final Endpoint[] where = Arrays.stream(args).skip(3).map(Endpoint::connect).toArray(Endpoint[]::new);
        final SubscriptionSettings settings = SubscriptionSettings.of(args[0]).withPolicy(Policy.SKIP)
                .withRepair(Repair.REPAIR).withName("late").withListener(late).withEndpoints(where);
        try (Bus bus = Bus.launch()) {
            if (args.length == 2) {
                late.joinAgain(bus, settings.withStart(Start.oldest()));
            } else {
                late.skip(bus, settings.withStart(Start.live()), Long.parseLong(args[2]));
            }
        }
        late.printSummary();
    }

    private void joinAgain(final Bus bus, final SubscriptionSettings settings) {
        for (int i = 0; i < ratios.length; i++) {
            try (Subscription subscription = bus.subscribe(settings)) {
                catchUp(subscription, i);
            }
        }
    }

    private void skip(final Bus bus, final SubscriptionSettings settings, final long ms) {
        try (Subscription subscription = bus.subscribe(settings)) {
            catchUp(subscription, 0); // warm-up
            for (int i = 0; i < ratios.length; i++) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(ms));
                catchUp(subscription, i);
            }
        }
    }

    private void catchUp(final Subscription subscription, final int time) {
        firstAgeNs = NONE;
        latestAgeNs = NONE;
        long beganNs = 0;
        do {
            nowNs = System.nanoTime();
            if (firstAgeNs == NONE) {
                beganNs = nowNs;
            }
            subscription.poll(this::onMessage, LIMIT);
        } while (latestAgeNs == NONE || latestAgeNs > LIVE_NS);
        ratios[time] = (double) (System.nanoTime() - beganNs) / firstAgeNs;
        if (ratios.length <= MOST_LINES) {
            System.out.printf(Locale.ROOT, "lag of %.1f ms: caught up in %.2f times that time%n",
                    firstAgeNs / 1e6, ratios[time]);
        }
    }

    private void printSummary() {
        Arrays.sort(ratios);
        System.out.printf(Locale.ROOT, "%d times, %,d messages, %,d lost: median %.2f times the lag, at most %.2f%n",
                ratios.length, messages, lost, ratios[ratios.length / 2], ratios[ratios.length - 1]);
    }

    @Override
    public void onEvent(final SessionEvent event) {
        if (event instanceof Gap gap) {
            lost += gap.count();
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

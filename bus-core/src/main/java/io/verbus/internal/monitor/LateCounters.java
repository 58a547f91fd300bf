package io.verbus.internal.monitor;

import io.verbus.monitor.BusCounters;
import io.verbus.monitor.CounterKey;
import io.verbus.monitor.CounterKind;
import io.verbus.monitor.LateCause;
import java.util.Arrays;
import java.util.stream.Stream;
import org.agrona.concurrent.status.AtomicCounter;

/** The late messages of a subscription by cause, and the worst of them. By the conductor. */
public final class LateCounters {
    private static final LateCause[] CAUSES = LateCause.values();
    private static final CounterKind[] KINDS = Stream.concat(
            Arrays.stream(CAUSES).map(LateCause::kind),
            Stream.of(CounterKind.LATE_WORST_NS, CounterKind.LATE_FROM_NS)).toArray(CounterKind[]::new);

    private final AtomicCounter[] all;
    private final ShownCounter worst;
    private long worstNs;
    private boolean closed;

    /**
     * New counters. Under the conductor's lock.
     *
     * @param counters of the process
     * @param about key of the subscription
     * @param thresholdNs time from which on a message is late
     * @throws io.verbus.BusException if there is no room for them
     */
    LateCounters(final BusCounters counters, final CounterKey about, final long thresholdNs) {
        all = counters.add(about, KINDS);
        worst = new ShownCounter(all[CAUSES.length]);
        all[CAUSES.length + 1].setOpaque(thresholdNs);
    }

    /**
     * Counts late messages.
     *
     * @param cause of them
     * @param messages number of them
     */
    public void add(final LateCause cause, final long messages) {
        if (!closed) {
            all[cause.ordinal()].getAndAddPlain(messages);
        }
    }

    /**
     * Updates the worst.
     *
     * @param ns time of a late message
     */
    public void worst(final long ns) {
        worstNs = Math.max(worstNs, ns);
        if (!closed) {
            worst.show(worstNs);
        }
    }

    /** Releases the counters. Under the conductor's lock. */
    void close() {
        closed = true;
        for (final AtomicCounter one : all) {
            one.close();
        }
    }
}

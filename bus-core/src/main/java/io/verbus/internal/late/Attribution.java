package io.verbus.internal.late;

import io.verbus.monitor.LateCause;
import java.util.Arrays;

/**
 * Finds the cause of a late message: the one that explains most of its time in flight. By the conductor.
 *
 * <p>A busy reader comes last, for twice the time that anything else explains: while a thread has no core, or its JVM
 * is paused, it also finds no time to poll.
 */
final class Attribution {
    private static final LateCause[] CAUSES = LateCause.values();
    private static final int READER = LateCause.READER.ordinal();

    private final StallHistory history;
    private final JvmPauses pauses;
    private final long[] explainedNs = new long[CAUSES.length];

    Attribution(final StallHistory history, final JvmPauses pauses) {
        this.history = history;
        this.pauses = pauses;
    }

    LateCause cause(final LateRecord message) {
        final long flightNs = message.flightNs();
        Arrays.fill(explainedNs, 0);
        history.explain(message.session, message.publishedNs, message.receivedNs, explainedNs);
        explainedNs[LateCause.PAUSE.ordinal()] += pauses.overlapNs(message.publishedNs, message.receivedNs);
        long mostNs = 0;
        for (int i = 0; i < READER; i++) {
            mostNs = Math.max(mostNs, Math.min(flightNs, explainedNs[i]));
        }
        final long busyNs = message.receivedNs - Math.max(message.publishedNs, message.busySinceNs);
        final long readerNs = Math.max(busyNs, Math.min(flightNs, explainedNs[READER])) - mostNs;
        if (readerNs > 2 * mostNs) {
            return isQuarter(readerNs, flightNs) ? LateCause.READER : LateCause.UNKNOWN;
        }
        return isQuarter(mostNs, flightNs) ? first(mostNs) : LateCause.UNKNOWN;
    }

    /** The first cause that explains half of the most: a pause of the JVM is a part of the stop of its threads. */
    private LateCause first(final long mostNs) {
        for (final LateCause cause : CAUSES) {
            if (explainedNs[cause.ordinal()] >= mostNs / 2) {
                return cause;
            }
        }
        throw new AssertionError("none explains " + mostNs + " ns");
    }

    private static boolean isQuarter(final long ns, final long flightNs) {
        return ns > 0 && ns >= flightNs / 4;
    }
}

package io.verbus.internal.publisher;

import io.verbus.EvictionCause;
import io.verbus.Refusal;
import io.verbus.Subscriber;
import io.verbus.SubscriberListener;
import io.verbus.internal.monitor.BackPressureCounters;
import io.verbus.spi.SubscriptionIdentity;
import java.util.function.Function;
import org.agrona.ErrorHandler;

/**
 * The settings for a publication's readers.
 *
 * @param heartbeatTimeoutNs after which a reader without heartbeat is reported as silent
 * @param progressTimeoutNs after which a reader that causes refused claims without progress is evicted
 * @param terms under which readers may block the publication
 * @param listener is notified of readers, on the conductor's thread; throws nothing
 * @param errorHandler receives errors of single readers
 * @param counters creates the counters of a reader that causes refused claims
 */
public record ReaderSettings(long heartbeatTimeoutNs, long progressTimeoutNs, BlockingBudgets terms,
        SubscriberListener listener, ErrorHandler errorHandler,
        Function<SubscriptionIdentity, BackPressureCounters> counters) {
    /** {@return the cause of an eviction in words, with figures} The time of NEVER_READ is that of all of the name. */
    String describe(final EvictionCause cause) {
        return cause.description() + switch (cause) {
            case NO_PROGRESS -> " for " + progressTimeoutNs / 1_000_000 + " ms";
            case NEVER_READ -> ": its name has blocked for " + terms.firstReadNs() / 1_000_000 + " ms in total";
            case LAPPED -> "";
        };
    }

    /** Why BLOCK of a subscription of a name is not honoured; there may be no room for another one. */
    Refusal refusalOf(final String name, final boolean hasRoom) {
        final Refusal refusal = terms.refusalOf(name);
        return refusal == Refusal.NONE && !hasRoom ? Refusal.LIMIT : refusal;
    }

    void reportEvicted(final Subscriber reader, final EvictionCause cause) {
        listener.onEvicted(reader, cause, describe(cause));
    }

    /**
     * Creates the back-pressure statistics of a reader.
     *
     * @param reader identity of the subscription
     * @return empty statistics
     */
    public BackPressureStats backPressure(final SubscriptionIdentity reader) {
        return new BackPressureStats(counters.apply(reader));
    }
}

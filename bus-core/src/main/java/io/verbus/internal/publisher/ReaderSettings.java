package io.verbus.internal.publisher;

import io.verbus.SubscriberListener;
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
    /** Cause of the eviction of a lapped reader under EVICT. */
    public static final String LAPPED_UNDER_EVICT = "it was lapped under EVICT";

    /** {@return the cause of the eviction of a blocking reader without progress} */
    String readNothing() {
        return "it blocked its publisher and read nothing for " + progressTimeoutNs / 1_000_000 + " ms";
    }

    /** {@return the cause of the eviction of a blocking reader that has never read: earlier ones of its name count} */
    String neverRead() {
        return "it blocked its publisher and has never read: its name has blocked for "
                + terms.firstReadNs() / 1_000_000 + " ms in total";
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

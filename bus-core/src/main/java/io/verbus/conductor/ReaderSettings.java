package io.verbus.conductor;

import io.verbus.peer.SubscriberListener;
import io.verbus.position.SubscriptionIdentity;
import io.verbus.watch.BlockingTerms;
import io.verbus.watch.HoldUp;
import io.verbus.watch.HoldUpCounters;
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
public record ReaderSettings(long heartbeatTimeoutNs, long progressTimeoutNs, BlockingTerms terms,
        SubscriberListener listener, ErrorHandler errorHandler,
        Function<SubscriptionIdentity, HoldUpCounters> counters) {
    /** Cause of the eviction of a lapped reader under EVICT. */
    public static final String LAPPED_UNDER_EVICT = "it was lapped under EVICT";

    /**
     * Creates the back-pressure statistics of a reader.
     *
     * @param reader identity of the subscription
     * @return empty statistics
     */
    public HoldUp holdUp(final SubscriptionIdentity reader) {
        return new HoldUp(counters.apply(reader));
    }
}

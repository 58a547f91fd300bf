package io.verbus.conductor;

import io.verbus.peer.SubscriberListener;
import io.verbus.position.SubscriptionIdentity;
import io.verbus.watch.BlockingTerms;
import io.verbus.watch.HoldUp;
import io.verbus.watch.HoldUpCounters;
import java.util.function.Function;
import org.agrona.ErrorHandler;

/**
 * How a publication deals with its readers.
 *
 * @param heartbeatTimeoutNs after which a reader that gives no sign of life is reported as silent
 * @param progressTimeoutNs after which a reader that holds up a claim and stands still is evicted
 * @param terms on which readers may block the publication
 * @param listener hears of readers, by the conductor's thread; throws nothing
 * @param errorHandler gets what goes wrong with single readers
 * @param counters makes those that name a reader which holds up claims
 */
public record ReaderSettings(long heartbeatTimeoutNs, long progressTimeoutNs, BlockingTerms terms,
        SubscriberListener listener, ErrorHandler errorHandler,
        Function<SubscriptionIdentity, HoldUpCounters> counters) {
    /** Why a reader is evicted that its publisher has gone past, if that is its policy. */
    public static final String GONE_PAST = "it fell a whole log behind under EVICT";

    /**
     * A record of what a reader holds up.
     *
     * @param reader who it is
     * @return with nothing in it
     */
    public HoldUp holdUp(final SubscriptionIdentity reader) {
        return new HoldUp(counters.apply(reader));
    }
}

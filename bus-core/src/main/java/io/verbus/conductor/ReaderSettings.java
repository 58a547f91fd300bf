package io.verbus.conductor;

import io.verbus.peer.SubscriberListener;
import org.agrona.ErrorHandler;

/**
 * How a publication deals with its readers.
 *
 * @param heartbeatTimeoutNs after which a reader that gives no sign of life is reported as silent
 * @param progressTimeoutNs after which a reader that holds up a claim and stands still is evicted
 * @param listener hears of readers, by the conductor's thread; throws nothing
 * @param errorHandler gets what goes wrong with single readers
 */
public record ReaderSettings(long heartbeatTimeoutNs, long progressTimeoutNs, SubscriberListener listener,
        ErrorHandler errorHandler) {}

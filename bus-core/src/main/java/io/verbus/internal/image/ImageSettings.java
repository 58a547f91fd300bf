package io.verbus.internal.image;

import io.verbus.Policy;
import io.verbus.Repair;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.internal.monitor.GapCounters;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.EpochNanoClock;

/**
 * The settings that all images of a subscription share.
 *
 * @param subscription name of the subscription
 * @param repair treatment of missed messages
 * @param copies whether a handler always gets a verified copy
 * @param memory for the reassembly of messages of several frames
 * @param listener is notified of sessions and gaps; throws nothing
 * @param counters of the subscription
 * @param errorHandler receives the exceptions of handlers, except errors of the JVM, which poll throws
 * @param clock for the times of gaps
 */
public record ImageSettings(String subscription, Repair repair, boolean copies, ReassemblyMemory memory,
        SessionListener listener, GapCounters counters, ErrorHandler errorHandler, EpochNanoClock clock) {
    /**
     * Counts and reports an exception of a handler.
     *
     * @param session of the message
     * @param sequence of the message
     * @param thrown by the handler
     */
    void failed(final Session session, final long sequence, final Throwable thrown) {
        counters.failed();
        listener.onEvent(new SessionEvent.Failed(session, sequence, thrown));
        if (!(thrown instanceof VirtualMachineError)) {
            errorHandler.onError(thrown);
        }
    }

    /**
     * Whether missed messages are to be filled: never those skipped under CONFLATE or lost under EVICT.
     *
     * @param policy of the subscription
     * @return true under BLOCK and SKIP, if the setting is repair
     */
    public boolean isFilling(final Policy policy) {
        return repair == Repair.REPAIR && (policy == Policy.BLOCK || policy == Policy.SKIP);
    }
}

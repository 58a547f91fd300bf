package io.verbus.image;

import io.verbus.Policy;
import io.verbus.Repair;
import io.verbus.peer.Session;
import io.verbus.peer.SessionListener;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.EpochNanoClock;

/**
 * What all images of a subscription have in common.
 *
 * @param repair what is done with messages that were missed
 * @param copies whether a handler always gets a verified copy
 * @param memory for messages that come in several frames
 * @param listener hears of sessions and gaps; throws nothing
 * @param counters of the subscription
 * @param errorHandler receives the exceptions that handlers throw, except errors of the JVM, which leave poll
 * @param clock tells when a gap was found
 */
public record ImageSettings(Repair repair, boolean copies, ReassemblyMemory memory, SessionListener listener,
        GapCounters counters, ErrorHandler errorHandler, EpochNanoClock clock) {
    /**
     * A handler has thrown: the failure is counted and reported.
     *
     * @param session of the message
     * @param sequence of the message
     * @param thrown by the handler
     */
    void failed(final Session session, final long sequence, final Throwable thrown) {
        counters.failed();
        listener.onFailed(session, sequence, thrown);
        if (!(thrown instanceof VirtualMachineError)) {
            errorHandler.onError(thrown);
        }
    }

    /**
     * Whether what was missed is to be filled: what CONFLATE passes over and EVICT loses never is.
     *
     * @param policy of the subscription
     * @return true under BLOCK and SKIP, if that is wanted
     */
    public boolean isFilling(final Policy policy) {
        return repair == Repair.REPAIR && (policy == Policy.BLOCK || policy == Policy.SKIP);
    }
}

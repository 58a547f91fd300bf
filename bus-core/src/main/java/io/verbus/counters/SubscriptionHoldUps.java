package io.verbus.counters;

import io.verbus.BusException;
import io.verbus.watch.HoldUpCounters;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.status.AtomicCounter;

/**
 * Counters of a publisher that name a subscription which has held up its claims; there are none before it has. Under
 * the conductor's lock.
 */
public final class SubscriptionHoldUps implements HoldUpCounters {
    private final BusCounters counters;
    private final CounterKey about;
    private final ErrorHandler errorHandler;
    private AtomicCounter claims;
    private AtomicCounter ns;
    /** There is no place for them, or the subscription has gone. */
    private boolean closed;

    /**
     * For a subscription that has held up nothing.
     *
     * @param counters of the publisher's process
     * @param about key of the subscription in the publisher's session
     * @param errorHandler hears, once, that there is no place for more counters
     */
    public SubscriptionHoldUps(final BusCounters counters, final CounterKey about, final ErrorHandler errorHandler) {
        this.counters = counters;
        this.about = about;
        this.errorHandler = errorHandler;
    }

    @Override
    public void update(final long newClaims, final long newNs) {
        if (claims == null && newClaims > 0 && !closed) {
            open();
        }
        if (claims != null) {
            claims.setOpaque(newClaims);
            ns.setOpaque(newNs);
        }
    }

    private void open() {
        try {
            final AtomicCounter[] added = counters.add(about, CounterKind.CLAIMS_HELD_UP, CounterKind.HELD_UP_NS);
            claims = added[0];
            ns = added[1];
        } catch (final BusException e) {
            closed = true;
            errorHandler.onError(e);
        }
    }

    @Override
    public void close() {
        closed = true;
        if (claims != null) {
            claims.close();
            ns.close();
            claims = null;
        }
    }
}

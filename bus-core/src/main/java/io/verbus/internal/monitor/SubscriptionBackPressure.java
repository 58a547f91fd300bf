package io.verbus.internal.monitor;

import io.verbus.BusException;
import io.verbus.internal.jfr.BackPressureEvent;
import io.verbus.internal.jfr.FlightEvents;
import io.verbus.monitor.BusCounters;
import io.verbus.monitor.CounterKey;
import io.verbus.monitor.CounterKind;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.status.AtomicCounter;

/**
 * Back-pressure counters of a publisher for one subscription; they are created when the subscription first causes back
 * pressure. Under the conductor's lock.
 */
public final class SubscriptionBackPressure implements BackPressureCounters {
    /** Back pressure has ended after this many duty cycles without a refused claim. */
    private static final int QUIET_CYCLES = 5;

    private final BusCounters counters;
    private final CounterKey about;
    private final ErrorHandler errorHandler;
    private AtomicCounter claims;
    private AtomicCounter ns;
    private boolean inProgress;
    private int quietCycles;
    private long latestClaims;
    private long latestNs;
    /** Values at the last end. */
    private long endedClaims;
    private long endedNs;
    /** There is no room for them, or the subscription is closed. */
    private boolean closed;

    /**
     * For a subscription that has caused no back pressure.
     *
     * @param counters of the publisher's process
     * @param about key of the subscription in the publisher's session
     * @param errorHandler receives one error if there is no room for the counters
     */
    public SubscriptionBackPressure(final BusCounters counters, final CounterKey about,
            final ErrorHandler errorHandler) {
        this.counters = counters;
        this.about = about;
        this.errorHandler = errorHandler;
    }

    @Override
    public void update(final long newClaims, final long newNs) {
        if (!inProgress) {
            inProgress = true;
            FlightEvents.commit(() -> new BackPressureEvent.Began(about.stream(), about.name(), about.pid()));
        }
        quietCycles = 0;
        latestClaims = newClaims;
        latestNs = newNs;
        if (claims == null && newClaims > 0 && !closed) {
            open();
        }
        if (claims != null) {
            claims.setOpaque(newClaims);
            ns.setOpaque(newNs);
        }
    }

    @Override
    public void unchanged() {
        if (inProgress && ++quietCycles >= QUIET_CYCLES) {
            end();
        }
    }

    private void end() {
        if (inProgress) {
            inProgress = false;
            final long refusedClaims = latestClaims - endedClaims;
            final long refusedNs = latestNs - endedNs;
            FlightEvents.commit(() -> new BackPressureEvent.Ended(about.stream(), about.name(), about.pid(),
                    refusedClaims, refusedNs));
            endedClaims = latestClaims;
            endedNs = latestNs;
        }
    }

    private void open() {
        try {
            final AtomicCounter[] added = counters.add(about, CounterKind.BACK_PRESSURED_CLAIMS,
                    CounterKind.BACK_PRESSURE_NS);
            claims = added[0];
            ns = added[1];
        } catch (final BusException e) {
            closed = true;
            errorHandler.onError(e);
        }
    }

    @Override
    public void close() {
        end();
        closed = true;
        if (claims != null) {
            claims.close();
            ns.close();
            claims = null;
        }
    }
}

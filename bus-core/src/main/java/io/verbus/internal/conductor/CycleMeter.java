package io.verbus.internal.conductor;

import io.verbus.internal.duty.Duty;
import io.verbus.internal.jfr.FlightEvents;
import io.verbus.internal.jfr.LongCycleEvent;
import io.verbus.monitor.BusCounters;
import io.verbus.monitor.CounterKey;
import io.verbus.monitor.CounterKind;
import org.agrona.concurrent.status.AtomicCounter;

/** Records the time of the last duty cycle, and the longest time between two, in counters, in nanoseconds. */
public final class CycleMeter implements Duty {
    /** A conductor rests for 100 ms at most with default settings. */
    private static final long LONG_NS = 250_000_000;

    private final AtomicCounter heartbeat;
    private final AtomicCounter longest;
    private long longestNs;
    private long lastNs;
    private boolean started;

    private CycleMeter(final AtomicCounter heartbeat, final AtomicCounter longest) {
        this.heartbeat = heartbeat;
        this.longest = longest;
    }

    /**
     * A meter that starts before the first cycle.
     *
     * @param counters of the process
     * @return the meter, with new counters
     */
    public static CycleMeter of(final BusCounters counters) {
        return new CycleMeter(counters.add(CounterKind.CONDUCTOR_HEARTBEAT_NS, CounterKey.PROCESS),
                counters.add(CounterKind.CONDUCTOR_MAX_CYCLE_NS, CounterKey.PROCESS));
    }

    @Override
    public int doWork(final long nowNs) {
        if (started && nowNs - lastNs > longestNs) {
            longestNs = nowNs - lastNs;
            longest.setOpaque(longestNs);
        }
        if (started && nowNs - lastNs >= LONG_NS) {
            final long cycleNs = nowNs - lastNs;
            FlightEvents.commit(() -> new LongCycleEvent(cycleNs));
        }
        lastNs = nowNs;
        heartbeat.setOpaque(nowNs);
        started = true;
        return 0;
    }
}

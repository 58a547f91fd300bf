package io.verbus;

import io.verbus.internal.duty.Duty;
import io.verbus.internal.duty.DutyCyclePace;
import io.verbus.internal.image.TimedHandler;
import io.verbus.internal.late.JvmPauses;
import io.verbus.internal.late.LateMessages;
import io.verbus.internal.late.LateWatch;
import io.verbus.internal.late.PollingThread;
import io.verbus.internal.monitor.LatencyCounters;
import java.time.Duration;

/** What a subscription does that records latencies: its polling thread times messages, the conductor shows them. */
final class SubscriptionTiming implements Duty {
    private final LatencyCounters counters;
    private final TimedHandler handler;
    private final PollingThread thread = new PollingThread();
    private final LateWatch watch;
    /** Whether times of threads and of the JVM are on the clock of the bus. */
    private final boolean isOfHost;

    SubscriptionTiming(final SubscriptionSettings settings, final LatencyCounters counters, final Clocks clocks,
            final boolean isRemote, final Duration dutyCycle, final LateWatch.Source source) {
        final LateMessages messages = new LateMessages();
        final long lateNs = settings.lateFrom().toNanos();
        this.counters = counters;
        this.isOfHost = clocks.monotonic() == Clocks.SYSTEM.monotonic();
        this.handler = new TimedHandler(counters.histogram(),
                new TimedHandler.Lateness(messages, lateNs, counters::hasFetched), clocks.monotonic(), clocks.epoch(),
                isRemote);
        this.watch = new LateWatch(new LateWatch.Timed(settings.stream(), settings.name(), lateNs, counters.late(),
                thread, handler::idlePolls, clocks.monotonic(), dutyCycle.toNanos()), messages,
                isOfHost ? JvmPauses.ofThisJvm(clocks.monotonic()) : JvmPauses.NONE, source);
    }

    TimedHandler handler() {
        return handler;
    }

    /** By the polling thread, in its slow path. */
    void adopt() {
        if (isOfHost) {
            thread.adopt();
        }
    }

    @Override
    public int doWork(final long nowNs) {
        handler.compareClocks();
        return counters.doWork(nowNs) + watch.doWork(nowNs);
    }

    @Override
    public DutyCyclePace pace() {
        return watch.pace();
    }

    void close() {
        watch.close();
    }
}

package io.verbus.internal.late;

import io.verbus.internal.os.ThreadTimes;
import org.agrona.concurrent.NanoClock;

/**
 * How long the polling thread did not run between two samples, though it was ready to. By the conductor.
 *
 * <p>The kernel counts the time without a core. It does not count the time for which a process is stopped, by SIGSTOP
 * or with its virtual machine. The conductor, which rests for a duty cycle at most, finds that: both threads stood
 * still for longer, and it did not wait for a core itself.
 */
final class CoreTimes {
    private final PollingThread poller;
    private final NanoClock clock;
    private final long dutyCycleNs;
    private Thread conductor;
    private long fromNs;
    private long toNs;
    private final Delta ofConductor = new Delta();
    private final Delta ofPoller = new Delta();

    CoreTimes(final PollingThread poller, final NanoClock clock, final long dutyCycleNs) {
        this.poller = poller;
        this.clock = clock;
        this.dutyCycleNs = dutyCycleNs;
    }

    /**
     * The time since the last sample in which the polling thread did not run; 0 if it is not known. A conductor without
     * a core is often late between the begin of its duty cycle and this call, so the clock is read after the times.
     */
    long notRunningNs() {
        if (conductor != Thread.currentThread()) {
            conductor = Thread.currentThread();
            ofConductor.of(ThreadTimes.ofCaller());
        }
        ofPoller.of(poller.times());
        final boolean isKnown = ofPoller.read();
        final boolean isConductorKnown = ofConductor.read();
        fromNs = toNs;
        toNs = clock.nanoTime();
        final long windowNs = toNs - fromNs;
        return isKnown
                ? notRunningNs(windowNs, ofPoller.ranNs, ofPoller.waitedNs,
                        isConductorKnown ? ofConductor.waitedNs : windowNs)
                : 0;
    }

    /** Begin of the time between the last two samples. */
    long fromNs() {
        return fromNs;
    }

    /** End of that time. */
    long toNs() {
        return toNs;
    }

    /** The same, of known times. */
    long notRunningNs(final long windowNs, final long ranNs, final long waitedNs, final long conductorWaitedNs) {
        final long offNs = windowNs - ranNs - waitedNs;
        final long lateNs = windowNs - dutyCycleNs - conductorWaitedNs;
        return waitedNs + Math.max(0, Math.min(offNs, lateNs));
    }

    void close() {
        ofPoller.of(null);
        ofConductor.of(null);
    }

    /** What the times of a thread have grown by since the last sample. */
    private static final class Delta {
        private ThreadTimes times;
        private long lastRanNs;
        private long lastWaitedNs;
        private long ranNs;
        private long waitedNs;
        private boolean isFirst;

        void of(final ThreadTimes newTimes) {
            if (times != newTimes) {
                if (times != null) {
                    times.close();
                }
                times = newTimes;
                isFirst = true;
            }
        }

        /** Returns false if there is no sample to compare with. */
        boolean read() {
            if (times == null || !times.read()) {
                return false;
            }
            ranNs = times.ranNs() - lastRanNs;
            waitedNs = times.waitedNs() - lastWaitedNs;
            lastRanNs = times.ranNs();
            lastWaitedNs = times.waitedNs();
            final boolean wasFirst = isFirst;
            isFirst = false;
            return !wasFirst;
        }
    }
}

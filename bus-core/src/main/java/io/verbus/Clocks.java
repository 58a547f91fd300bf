package io.verbus;

import io.verbus.internal.os.KernelClock;
import java.time.Duration;
import java.util.Optional;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;

/**
 * The clocks of a bus. Read by any thread.
 *
 * @param monotonic for timeouts and timestamps; the same for all processes of a host
 * @param epoch for display: nanoseconds UTC since 1970
 */
public record Clocks(NanoClock monotonic, EpochNanoClock epoch) {
    /**
     * The clocks of the host. The monotonic one is that of {@link System#nanoTime()}, less the offset of the time
     * namespace if this process has its own.
     */
    public static final Clocks SYSTEM = new Clocks(KernelClock.monotonic(), SystemEpochNanoClock.INSTANCE);

    /**
     * The kernel's bound of the error of the host's UTC clock: UTC times of two hosts differ by at most the sum of
     * their bounds. Calls adjtimex(2); not for a hot path.
     *
     * @return the bound; empty if no program synchronises the clock
     */
    public static Optional<Duration> greatestEpochError() {
        return KernelClock.greatestError();
    }
}

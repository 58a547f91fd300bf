package io.verbus;

import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * The clocks of a bus. Read by any thread.
 *
 * @param monotonic for timeouts and timestamps; the same for all processes of a host
 * @param epoch for display: nanoseconds UTC since 1970
 */
public record Clocks(NanoClock monotonic, EpochNanoClock epoch) {
    /** The clocks of the system. */
    public static final Clocks SYSTEM = new Clocks(SystemNanoClock.INSTANCE, SystemEpochNanoClock.INSTANCE);
}

package io.verbus.time;

import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * The clocks of a bus. Read by any thread.
 *
 * @param monotonic for time-outs and timestamps; the same for all processes of a host
 * @param epoch for people: nanoseconds UTC since 1970
 */
public record Clocks(NanoClock monotonic, EpochNanoClock epoch) {
    /** Those of the system. */
    public static final Clocks SYSTEM = new Clocks(SystemNanoClock.INSTANCE, SystemEpochNanoClock.INSTANCE);
}

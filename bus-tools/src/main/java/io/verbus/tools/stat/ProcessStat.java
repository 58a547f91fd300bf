package io.verbus.tools.stat;

import io.verbus.monitor.CounterValue;
import java.time.Instant;
import java.util.List;

/**
 * The state of a process at the time of the read.
 *
 * @param id of the process, which names its files
 * @param pid of the process
 * @param alive whether it is alive
 * @param started when it started; null if it has ended or is in another PID namespace
 * @param silentNs time since its conductor ran; {@link #UNKNOWN} if its bus does not record it
 * @param maxCycleNs the longest time between two duty cycles of its conductor
 * @param errors number of errors that it has reported
 * @param application counters of the application
 */
record ProcessStat(long id, long pid, boolean alive, Instant started, long silentNs, long maxCycleNs, long errors,
        List<CounterValue> application) {
    static final long UNKNOWN = -1;
    /** A conductor rests for 100 ms at most with default settings. */
    private static final long SILENCE_LIMIT_NS = 1_000_000_000;

    /** Whether it is alive and has not run for a second or longer. */
    boolean isSilent() {
        return alive && silentNs >= SILENCE_LIMIT_NS;
    }
}

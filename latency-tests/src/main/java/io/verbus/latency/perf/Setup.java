package io.verbus.latency.perf;

import io.verbus.latency.jobs.Words;
import io.verbus.latency.worker.Line;
import java.nio.file.Path;
import java.util.List;

/**
 * What is measured, and on what.
 *
 * @param directory on tmpfs, for the bus directories of the processes; the caller deletes it
 * @param route between the two sides
 * @param cores of the two spinning threads, first side's first; empty to pin nothing
 * @param rounds how often each contender is measured, in turns
 * @param messages round trips of one measurement
 * @param rateMs how long one measurement of a rate takes
 */
public record Setup(Path directory, Route route, List<Integer> cores, int rounds, int messages, int rateMs) {
    /** Round trips before the first measurement, for the JVMs to compile: they take about half of it. */
    public static final int WARM_UP = 20_000;
    /** Round trips before each further measurement, for caches. */
    public static final int REWARM = 2_000;

    /** A job with the core of its side, if sides have one. */
    Line pinned(final Line job, final int side) {
        return cores.isEmpty() ? job : job.with(Words.CORE, cores.get(side));
    }
}

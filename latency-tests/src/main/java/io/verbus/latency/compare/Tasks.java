package io.verbus.latency.compare;

import io.verbus.latency.result.MeasuredPoint;
import java.util.ArrayList;
import java.util.List;

/** The tasks of a run. */
public final class Tasks {
    /** Default payload for latency. */
    public static final int LATENCY_BYTES = 64;
    /** Default payload for throughput. */
    public static final int RATE_BYTES = 32;

    private static final List<Integer> ALL_BYTES = List.of(32, 64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10);
    private static final List<Long> SWEEP = List.of(10_000L, 100_000L, 500_000L, 1_000_000L, 2_000_000L, 5_000_000L,
            10_000_000L, 20_000_000L);
    private static final List<Integer> CAPACITIES = List.of(64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20, 64 << 20,
            256 << 20);
    private static final List<Integer> READERS = List.of(1, 2, 4, 8);

    private Tasks() {
    }

    /**
     * Makes the requested tasks.
     *
     * @param modes of {@link MeasuredPoint}
     * @param bytes of messages; empty: the default
     * @param ratesPerS of open-loop
     * @param capacities of throughput; empty: the default of each subject
     * @param readers of fan-out
     * @return tasks
     */
    public static List<Task> of(final List<String> modes, final List<Integer> bytes, final List<Long> ratesPerS,
            final List<Integer> capacities, final List<Integer> readers) {
        final List<Task> tasks = new ArrayList<>();
        for (final String mode : modes) {
            final int bytesByDefault = mode.equals(MeasuredPoint.THROUGHPUT) ? RATE_BYTES : LATENCY_BYTES;
            for (final int size : bytes.isEmpty() ? List.of(bytesByDefault) : bytes) {
                switch (mode) {
                    case MeasuredPoint.OPEN_LOOP -> tasks.add(new Task(mode, size, 0, 1, ratesPerS));
                    case MeasuredPoint.FAN_OUT -> readers
                            .forEach(count -> tasks.add(new Task(mode, size, 0, count, List.of())));
                    case MeasuredPoint.THROUGHPUT -> (capacities.isEmpty() ? List.of(0) : capacities)
                            .forEach(capacity -> tasks.add(new Task(mode, size, capacity, 1, List.of())));
                    default -> tasks.add(Task.of(mode, size));
                }
            }
        }
        return tasks;
    }

    /** {@return all tasks of a full run} */
    public static List<Task> full() {
        final List<Task> tasks = new ArrayList<>(of(List.of(MeasuredPoint.PING_PONG), ALL_BYTES, List.of(), List.of(),
                List.of()));
        tasks.addAll(of(List.of(MeasuredPoint.THROUGHPUT), ALL_BYTES, List.of(), List.of(), List.of()));
        tasks.addAll(of(List.of(MeasuredPoint.THROUGHPUT), List.of(RATE_BYTES), List.of(), CAPACITIES, List.of()));
        tasks.addAll(of(List.of(MeasuredPoint.OPEN_LOOP), List.of(LATENCY_BYTES), SWEEP, List.of(), List.of()));
        tasks.addAll(of(List.of(MeasuredPoint.FAN_OUT), List.of(LATENCY_BYTES), List.of(), List.of(), READERS));
        return tasks;
    }
}

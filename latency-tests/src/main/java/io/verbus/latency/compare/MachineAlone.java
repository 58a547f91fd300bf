package io.verbus.latency.compare;

import io.verbus.latency.report.LatencySeries;
import io.verbus.latency.report.Nanos;
import io.verbus.latency.result.Environment;
import io.verbus.latency.result.Histograms;
import io.verbus.latency.result.MeasuredPoint;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * The machine without a bus, just before a run: {@code clock} on the cores of the run. What these threads miss, a bus
 * on the same cores cannot reach.
 *
 * @param latencies from each intended time to the reading of the clock after it, in ns
 * @param withheldShare of the measurement, see {@link io.verbus.latency.result.Pauses}; 0 without cores of its own
 */
public record MachineAlone(Histogram latencies, double withheldShare) {
    /** Its name in tables. */
    public static final String NAME = "this machine alone";

    private static final String CAUTION = "Before the run other programs had %.0f %% of the time of these cores (load"
            + " average %s, cores: %s): the figures contain their pauses. Repeat it on a quieter machine.";
    private static final int MS = 1_000;
    private static final int WARM_UP_STEPS = 8;
    private static final long RATE = 1_000_000;
    private static final List<Double> PERCENTILES = List.of(50.0, 99.0, 99.9, 99.99);

    /**
     * Measures for a second.
     *
     * @param directory on tmpfs, for files that are removed afterwards
     * @param cores of the two threads; empty: not pinned
     * @return the figures of both threads
     * @throws io.verbus.BusException if its processes fail
     */
    public static MachineAlone measure(final Path directory, final List<Integer> cores) {
        final ComparisonPlan plan = new ComparisonPlan(directory, cores, 1, 1, MS, WARM_UP_STEPS,
                ComparisonPlan.HostPair.LOOPBACK);
        try (ClockContestant clock = new ClockContestant(Task.of(MeasuredPoint.OPEN_LOOP, Tasks.LATENCY_BYTES, RATE),
                plan)) {
            clock.warmUp();
            final Measurement measured = clock.measure(RATE);
            return new MachineAlone(Histograms.parse(measured.latency().histogram()),
                    cores.isEmpty() ? 0 : measured.pauses().withheldShare());
        }
    }

    /** {@return its row of a table, or its line of a plot} */
    public LatencySeries series() {
        return new LatencySeries(NAME, latencies, List.of(), 0);
    }

    /** {@return its main figures in one line} */
    public String text() {
        return PERCENTILES.stream()
                .map(percentile -> "p" + (percentile == Math.rint(percentile)
                        ? Long.toString(Math.round(percentile))
                        : percentile.toString()) + " " + Nanos.text(latencies.getValueAtPercentile(percentile)))
                .collect(Collectors.joining(", ")) + ", max " + Nanos.text(latencies.getMaxValue())
                + ": threads that only read the clock";
    }

    /**
     * Warns if other programs had the cores.
     *
     * @param machine its description
     * @return a sentence, to be shown above the figures; empty if the cores were free
     */
    public Optional<String> caution(final Map<String, String> machine) {
        return withheldShare <= Placement.MOST_WAITED
                ? Optional.empty()
                : Optional.of(String.format(Locale.ROOT, CAUTION, 100 * withheldShare / 2,
                        first(machine.get(Environment.LOAD_AVERAGE)), first(machine.get("Cores"))));
    }

    /** The first of several facts. */
    private static String first(final String facts) {
        return facts == null ? "unknown" : facts.replaceFirst(",.*", "");
    }
}

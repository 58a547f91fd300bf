package io.verbus.latency.report.rounds;

import io.verbus.latency.report.Nanos;
import io.verbus.latency.result.Counts;
import io.verbus.latency.result.Series;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/** A figure of a round. */
public enum Metric {
    /** Median latency. */
    P50("p50", 0.5, series -> number(series.latency().p50Ns()), Metric::duration),
    /** Percentile 90. */
    P90("p90", 0.1, series -> number(series.latency().p90Ns()), Metric::duration),
    /** Percentile 99. */
    P99("p99", 0.01, series -> number(series.latency().p99Ns()), Metric::duration),
    /** Percentile 99.9. */
    P999("p99.9", 0.001, series -> number(series.latency().p999Ns()), Metric::duration),
    /** Percentile 99.99. */
    P9999("p99.99", 0.0001, series -> number(series.latency().p9999Ns()), Metric::duration),
    /** Messages a second that one reader received. */
    PER_SECOND("throughput", series -> series.counts().messagesPerS(), Amounts::perSecond),
    /** Sent and not received. */
    LOST("lost", series -> number(series.counts().lost()), lost -> Long.toString(Math.round(lost))),
    /** CPU time of all threads of a subject, in ns for a million sent messages. */
    CPU("CPU time per million messages", series -> perSent(series, series.cost().cpuS(), 1e6), Metric::duration),
    /** CPU time of the publishing thread for one sent message, in ns. */
    PUBLISHER_CPU("publisher’s CPU time per message", series -> perSent(series, series.cost().publisherCpuS(), 1),
            Metric::duration),
    /** Memory of one stream, in bytes. */
    MEMORY("memory per stream", series -> number(series.cost().memoryBytes()),
            bytes -> Amounts.bytes(Math.round(bytes)));

    /** Samples above a percentile without which it is chance. */
    public static final int LEAST_ABOVE = 1_000;

    private static final double NO_PERCENTILE = 0;

    private final String title;
    /** Share of the samples above a percentile. */
    private final double above;
    private final Function<Series, Double> value;
    private final DoubleFunction<String> text;

    Metric(final String title, final Function<Series, Double> value, final DoubleFunction<String> text) {
        this(title, NO_PERCENTILE, value, text);
    }

    Metric(final String title, final double above, final Function<Series, Double> value,
            final DoubleFunction<String> text) {
        this.title = title;
        this.above = above;
        this.value = value;
        this.text = text;
    }

    /** {@return its name, as shown} */
    public String title() {
        return title;
    }

    /**
     * Returns the figure of a round.
     *
     * @param series of the round
     * @return the figure, or null if the round has none
     */
    public Double of(final Series series) {
        return value.apply(series);
    }

    /**
     * Returns the figure of a round, if it is not chance.
     *
     * @param series of the round
     * @return the figure, or null if the round has none, or fewer than {@value #LEAST_ABOVE} samples above it
     */
    public Double reliable(final Series series) {
        return isReliable(series) ? of(series) : null;
    }

    /**
     * Counts the samples above a percentile.
     *
     * @param rounds joined
     * @return their number; {@value #LEAST_ABOVE} if this is not a percentile
     */
    public long above(final List<Series> rounds) {
        return above == NO_PERCENTILE
                ? LEAST_ABOVE
                : (long) (above * rounds.stream().mapToLong(round -> round.counts().messages()).sum());
    }

    boolean isReliable(final Series round) {
        return isReliable(List.of(round));
    }

    boolean isReliable(final List<Series> rounds) {
        return above(rounds) >= LEAST_ABOVE;
    }

    /** 0 to 100, of a percentile. */
    double percentile() {
        return 100 * (1 - above);
    }

    /**
     * Writes a value.
     *
     * @param figure a value
     * @return text with its unit
     */
    public String text(final double figure) {
        return text.apply(figure);
    }

    private static Double number(final Long value) {
        return value == null ? null : value.doubleValue();
    }

    /** A message that was sent once is received or lost by each reader. */
    private static Double perSent(final Series series, final Double seconds, final double times) {
        final Counts counts = series.counts();
        final double sent = (counts.messages() + counts.lost()) / (double) Math.max(1, series.point().readers());
        return seconds == null || sent <= 0 ? null : seconds * 1e9 / sent * times;
    }

    private static String duration(final double ns) {
        return ns < 1_000 && ns != Math.rint(ns) ? Amounts.digits(ns, 3) + " ns" : Nanos.text(Math.round(ns));
    }
}

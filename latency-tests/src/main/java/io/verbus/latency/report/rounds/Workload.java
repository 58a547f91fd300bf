package io.verbus.latency.report.rounds;

import io.verbus.latency.result.MeasuredPoint;
import java.util.Comparator;

/**
 * The work of a measurement, which is the same for all subjects: a point without subject and round.
 *
 * @param mode of the measurement
 * @param payloadBytes of a message
 * @param ratePerS requested rate, or null
 * @param readers subscriptions
 * @param capacityBytes requested capacity, or null
 */
public record Workload(String mode, int payloadBytes, Long ratePerS, int readers, Long capacityBytes)
        implements
            Comparable<Workload> {
    private static final Comparator<Long> ABSENT_FIRST = Comparator.nullsFirst(Comparator.naturalOrder());
    private static final Comparator<Workload> ORDER = Comparator.comparing(Workload::mode)
            .thenComparingInt(Workload::payloadBytes).thenComparing(Workload::ratePerS, ABSENT_FIRST)
            .thenComparingInt(Workload::readers).thenComparing(Workload::capacityBytes, ABSENT_FIRST);

    /**
     * Returns the workload of a point.
     *
     * @param point of any subject and round
     * @return the workload
     */
    public static Workload of(final MeasuredPoint point) {
        return new Workload(point.mode(), point.payloadBytes(), point.ratePerS(), point.readers(),
                point.capacityBytes());
    }

    /** {@return whether it has one reader and default capacity} */
    public boolean isPlain() {
        return readers <= 1 && capacityBytes == null;
    }

    /** {@return the size of a message, as text without a line break} */
    public String payload() {
        return unbroken(Amounts.bytes(payloadBytes));
    }

    /** {@return the requested rate, as text without a line break} */
    public String rate() {
        return ratePerS == null ? "full speed" : unbroken(Amounts.roundPerSecond(ratePerS));
    }

    private static String unbroken(final String text) {
        return text.replace(' ', '\u00a0');
    }

    /** {@return mode, payload and other conditions, as a heading} */
    public String title() {
        return mode + ", " + payloadBytes + " bytes" + (ratePerS == null ? "" : ", " + ratePerS + " a second")
                + (capacityBytes == null ? "" : ", capacity " + capacityBytes)
                + (readers == 1 ? "" : ", " + readers + " readers");
    }

    @Override
    public int compareTo(final Workload other) {
        return ORDER.compare(this, other);
    }
}

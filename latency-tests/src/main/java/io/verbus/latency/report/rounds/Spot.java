package io.verbus.latency.report.rounds;

import io.verbus.latency.result.MeasuredPoint;
import java.util.Comparator;

/**
 * The conditions in which subjects are compared: a point without subject and round.
 *
 * @param mode of the measurement
 * @param payloadBytes of a message
 * @param ratePerS requested rate, or null
 * @param readers subscriptions
 * @param capacityBytes requested capacity, or null
 */
public record Spot(String mode, int payloadBytes, Long ratePerS, int readers, Long capacityBytes)
        implements
            Comparable<Spot> {
    private static final Comparator<Long> ABSENT_FIRST = Comparator.nullsFirst(Comparator.naturalOrder());
    private static final Comparator<Spot> ORDER = Comparator.comparing(Spot::mode)
            .thenComparingInt(Spot::payloadBytes).thenComparing(Spot::ratePerS, ABSENT_FIRST)
            .thenComparingInt(Spot::readers).thenComparing(Spot::capacityBytes, ABSENT_FIRST);

    /**
     * Returns the spot of a point.
     *
     * @param point of any subject and round
     * @return the spot
     */
    public static Spot of(final MeasuredPoint point) {
        return new Spot(point.mode(), point.payloadBytes(), point.ratePerS(), point.readers(),
                point.capacityBytes());
    }

    /** {@return whether it has one reader and default capacity} */
    public boolean isPlain() {
        return readers <= 1 && capacityBytes == null;
    }

    /** {@return mode, payload and other conditions, as a heading} */
    public String title() {
        return mode + ", " + payloadBytes + " bytes" + (ratePerS == null ? "" : ", " + ratePerS + " a second")
                + (capacityBytes == null ? "" : ", capacity " + capacityBytes)
                + (readers == 1 ? "" : ", " + readers + " readers");
    }

    @Override
    public int compareTo(final Spot other) {
        return ORDER.compare(this, other);
    }
}

package io.verbus.latency.report.rounds;

import io.verbus.latency.result.Point;
import java.util.Comparator;

/**
 * Where subjects are compared: a point without its subject and its round.
 *
 * @param mode of the measurement
 * @param payloadBytes of a message
 * @param ratePerS that was asked for, or null
 * @param readers subscriptions
 * @param capacityBytes that was asked for, or null
 */
public record Spot(String mode, int payloadBytes, Long ratePerS, int readers, Long capacityBytes)
        implements
            Comparable<Spot> {
    private static final Comparator<Long> ABSENT_FIRST = Comparator.nullsFirst(Comparator.naturalOrder());
    private static final Comparator<Spot> ORDER = Comparator.comparing(Spot::mode)
            .thenComparingInt(Spot::payloadBytes).thenComparing(Spot::ratePerS, ABSENT_FIRST)
            .thenComparingInt(Spot::readers).thenComparing(Spot::capacityBytes, ABSENT_FIRST);

    /**
     * The spot of a point.
     *
     * @param point of some subject and round
     * @return the spot
     */
    public static Spot of(final Point point) {
        return new Spot(point.mode(), point.payloadBytes(), point.ratePerS(), point.readers(),
                point.capacityBytes());
    }

    /** {@return whether it has one reader, and a log as large as the subject has it by itself} */
    public boolean isPlain() {
        return readers <= 1 && capacityBytes == null;
    }

    @Override
    public int compareTo(final Spot other) {
        return ORDER.compare(this, other);
    }
}

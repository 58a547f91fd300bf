package io.verbus.latency.compare;

import io.verbus.latency.report.rounds.Ratio;

/**
 * How far apart the two cores are, by the round trip of the C ring: the machines are virtual, and the hypervisor moves
 * the cores. Or the reason why a measurement is not used.
 */
public enum Placement {
    /** The shortest way: the nearest cores of a processor, or two threads of one core. */
    CLOSE("close", 150),
    /** Cores that share a cache. */
    NEAR("near", 350),
    /** Cores that do not. */
    FAR("far", Double.MAX_VALUE),
    /** Not used: different before and after, in class or by half of the time. */
    CHANGED(Ratio.CHANGED, Double.NaN),
    /** Not used: other programs had the cores for too much of the time. */
    WAITED(Ratio.WAITED, Double.NaN),
    /** Without the C ring. */
    UNKNOWN("unknown", Double.NaN);

    /** Share of a measurement, for which the two threads wait for cores that others have, from which it is not used. */
    static final double MOST_WAITED = 0.1;

    private final String label;
    private final double belowNs;

    Placement(final String label, final double belowNs) {
        this.label = label;
        this.belowNs = belowNs;
    }

    /**
     * Returns the placement for a round trip.
     *
     * @param roundTripNs of the C ring; NaN if unknown
     * @return the placement
     */
    public static Placement of(final double roundTripNs) {
        if (Double.isNaN(roundTripNs)) {
            return UNKNOWN;
        }
        return roundTripNs < CLOSE.belowNs ? CLOSE : roundTripNs < NEAR.belowNs ? NEAR : FAR;
    }

    /**
     * Returns the placement of a measurement between two probes.
     *
     * @param beforeNs round trip before
     * @param afterNs round trip after
     * @param withheldShare of the measurement, or null: see {@link io.verbus.latency.result.Pauses}
     * @return the placement, or the reason why it is not used
     */
    public static Placement between(final double beforeNs, final double afterNs, final Double withheldShare) {
        if (withheldShare != null && withheldShare > MOST_WAITED) {
            return WAITED;
        }
        final Placement before = of(beforeNs);
        return before != of(afterNs)
                || Math.max(beforeNs, afterNs) > Ratio.SAME_DISTANCE * Math.min(beforeNs, afterNs) ? CHANGED : before;
    }

    /** {@return name in results} */
    public String label() {
        return label;
    }
}

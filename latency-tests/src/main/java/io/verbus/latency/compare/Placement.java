package io.verbus.latency.compare;

import io.verbus.latency.report.rounds.Ratio;

/**
 * How far apart the two cores are, by the round trip of the C ring: the machines are virtual, and the hypervisor moves
 * the cores.
 */
public enum Placement {
    /** Two threads of one core. */
    ONE_CORE("one-core", 90),
    /** Cores that share a cache: 110 to 270 ns. */
    NEAR("near", 350),
    /** Cores that do not: 400 to 800 ns. */
    FAR("far", Double.MAX_VALUE),
    /** Different before and after, in class or by half of the time. */
    CHANGED("changed", Double.NaN),
    /** Without the C ring. */
    UNKNOWN("unknown", Double.NaN);

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
        return roundTripNs < ONE_CORE.belowNs ? ONE_CORE : roundTripNs < NEAR.belowNs ? NEAR : FAR;
    }

    /**
     * Returns the placement of a measurement between two probes.
     *
     * @param beforeNs round trip before
     * @param afterNs round trip after
     * @return the placement, or {@link #CHANGED}
     */
    public static Placement between(final double beforeNs, final double afterNs) {
        final Placement before = of(beforeNs);
        return before != of(afterNs)
                || Math.max(beforeNs, afterNs) > Ratio.SAME_DISTANCE * Math.min(beforeNs, afterNs) ? CHANGED : before;
    }

    /** {@return name in results} */
    public String label() {
        return label;
    }
}

package io.verbus.latency.result;

/**
 * How late a thread that only looks at the clock was woken meanwhile, in ns: what the machine does to everybody.
 *
 * @param hiccupP50Ns median
 * @param hiccupP90Ns percentile
 * @param hiccupP99Ns percentile
 * @param hiccupP999Ns percentile 99.9
 * @param hiccupP9999Ns percentile 99.99
 * @param hiccupMaxNs largest
 */
public record Hiccups(Long hiccupP50Ns, Long hiccupP90Ns, Long hiccupP99Ns, Long hiccupP999Ns, Long hiccupP9999Ns,
        Long hiccupMaxNs) {
    /** Nobody looked. */
    public static final Hiccups NONE = new Hiccups(null, null, null, null, null, null);
}

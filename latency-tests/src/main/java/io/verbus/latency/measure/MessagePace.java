package io.verbus.latency.measure;

/**
 * Intended send times at a fixed rate. Latency counts from the intended time, not from the actual one: a stall delays
 * all messages that were due meanwhile, and shows in each of them.
 *
 * @param startNs intended time of message 0, by {@link System#nanoTime()}
 * @param intervalNs between two messages
 */
public record MessagePace(long startNs, double intervalNs) {
    private static final double NS_PER_S = 1e9;

    /**
     * Makes a pace that starts now.
     *
     * @param ratePerS messages a second
     * @return the pace
     */
    public static MessagePace of(final long ratePerS) {
        return new MessagePace(System.nanoTime(), NS_PER_S / ratePerS);
    }

    /**
     * Returns the time at which a message is due.
     *
     * @param message its number, from 0
     * @return its intended send time
     */
    public long intendedNs(final long message) {
        return startNs + (long) (message * intervalNs);
    }
}

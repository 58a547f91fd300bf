package io.verbus.latency.result;

/**
 * What was measured, in which round.
 *
 * @param subject name, such as {@code verbus-shm}
 * @param mode one of {@link #PING_PONG}, {@link #OPEN_LOOP}, {@link #THROUGHPUT}, {@link #FAN_OUT}
 * @param payloadBytes of a message
 * @param ratePerS messages a second that were to be sent; null where it is as many as go
 * @param readers subscriptions; 1 but for fan-out
 * @param capacityBytes of the log, ring or term that was asked for; null for the subject's own
 * @param round from 1
 * @param placement of the two cores: {@code near}, {@code far}, {@code one-core}; {@code changed} if it was another
 *     after than before, {@code unknown} if nobody could tell
 * @param placementNs round trip of the C ring beside this measurement, the mean of before and after; null if unknown
 */
public record Point(String subject, String mode, int payloadBytes, Long ratePerS, int readers, Long capacityBytes,
        int round, String placement, Double placementNs) {
    /** One message there, then one back. */
    public static final String PING_PONG = "ping-pong";
    /** At a fixed rate, one way. */
    public static final String OPEN_LOOP = "open-loop";
    /** One way, as fast as it goes. */
    public static final String THROUGHPUT = "throughput";
    /** In bursts, to several readers. */
    public static final String FAN_OUT = "fan-out";
}

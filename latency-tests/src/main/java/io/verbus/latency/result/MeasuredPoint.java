package io.verbus.latency.result;

/**
 * The conditions of one measurement.
 *
 * @param subject name, such as {@code verbus-shm}
 * @param mode one of {@link #PING_PONG}, {@link #OPEN_LOOP}, {@link #THROUGHPUT}, {@link #FAN_OUT}
 * @param payloadBytes of a message
 * @param ratePerS requested messages a second; null at full speed
 * @param readers subscriptions; 1 except for fan-out
 * @param capacityBytes requested for log, ring or term; null: the default of the subject
 * @param round from 1
 * @param placement of the two cores: {@code close}, {@code near}, {@code far}; {@code changed} if it
 *     differed before and after, {@code waited} if other programs had the cores, {@code unknown} without the C ring
 * @param placementNs round trip of the C ring, the mean of before and after the measurement; null if unknown
 */
public record MeasuredPoint(String subject, String mode, int payloadBytes, Long ratePerS, int readers,
        Long capacityBytes,
        int round, String placement, Double placementNs) {
    /** One message in flight, there and back. */
    public static final String PING_PONG = "ping-pong";
    /** At a fixed rate, one way. */
    public static final String OPEN_LOOP = "open-loop";
    /** One way, at full speed. */
    public static final String THROUGHPUT = "throughput";
    /** In bursts, to several readers. */
    public static final String FAN_OUT = "fan-out";
}

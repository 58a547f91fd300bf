package io.verbus.latency.result;

/**
 * Pauses of the subject's threads during a measurement.
 *
 * @param gcCount garbage collections, of all JVMs
 * @param gcMs their time
 * @param safepointCount safepoints, of all JVMs
 * @param safepointMs their time
 * @param waitedMs time that the two measured threads were ready to run and had no core
 */
public record Pauses(Long gcCount, Double gcMs, Long safepointCount, Double safepointMs, Double waitedMs) {
    /** Not measured. */
    public static final Pauses NONE = new Pauses(null, null, null, null, null);
}

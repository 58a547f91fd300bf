package io.verbus.latency.result;

/**
 * What stopped the subject's threads while they were measured.
 *
 * @param gcCount collections, of all JVMs
 * @param gcMs time that they took
 * @param safepointCount stops of all threads of a JVM, of all JVMs
 * @param safepointMs time that they took
 * @param waitedMs time that the two measured threads were ready to run and had no core
 */
public record Pauses(Long gcCount, Double gcMs, Long safepointCount, Double safepointMs, Double waitedMs) {
    /** No JVM, and nobody looked. */
    public static final Pauses NONE = new Pauses(null, null, null, null, null);
}

package io.verbus.latency.result;

/**
 * Pauses of the subject's threads during a measurement.
 *
 * @param gcCount garbage collections, of all JVMs
 * @param gcMs their time
 * @param safepointCount safepoints, of all JVMs
 * @param safepointMs their time
 * @param waitedMs time that the two measured threads were ready to run and had no core
 * @param withheldShare the part of it in which other programs had the cores, as a share of the measurement
 */
public record Pauses(Long gcCount, Double gcMs, Long safepointCount, Double safepointMs, Double waitedMs,
        Double withheldShare) {
    /** Not measured. */
    public static final Pauses NONE = new Pauses(null, null, null, null, null, null);

    /**
     * Computes the share of a measurement in which its threads waited for cores that other programs had. A subject's
     * own threads cause waiting too, so it is not more than what the subject did not use of two cores.
     *
     * @param waited time that the two measured threads were ready to run and had no core
     * @param used CPU time of all threads of the subject
     * @param duration of the measurement
     * @return the share; 2 if both threads waited all the time
     */
    public static double withheldShare(final double waited, final double used, final double duration) {
        return duration <= 0 ? 0 : Math.clamp(2 * duration - used, 0, waited) / duration;
    }
}

package io.verbus.latency.result;

import java.util.List;

/**
 * All that one run has found.
 *
 * @param format version of this form, {@value #FORMAT}; what is only added to it does not change the number
 * @param environment on what was measured
 * @param settings how was measured
 * @param subjects what was measured, in the order of the first round
 * @param skipped what was asked for and not measured
 * @param series the figures: one entry for each round of each subject at each point
 */
public record Results(int format, Environment environment, Settings settings, List<Subject> subjects,
        List<Skipped> skipped, List<Series> series) {
    /** The version that this code writes. */
    public static final int FORMAT = 1;

    /**
     * Results in the present form.
     *
     * @param environment on what was measured
     * @param settings how was measured
     * @param subjects what was measured
     * @param skipped what was not
     * @param series the figures
     */
    public Results(final Environment environment, final Settings settings, final List<Subject> subjects,
            final List<Skipped> skipped, final List<Series> series) {
        this(FORMAT, environment, settings, subjects, skipped, series);
    }
}

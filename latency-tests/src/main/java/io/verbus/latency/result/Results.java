package io.verbus.latency.result;

import java.util.List;

/**
 * The results of one run.
 *
 * @param format version of the format, up to {@value #FORMAT}; additions do not change it
 * @param environment where it measured
 * @param settings how it measured
 * @param subjects measured subjects, in the order of the first round
 * @param skipped requested and not measured
 * @param series figures: one entry for each round of each subject at each point
 */
public record Results(int format, Environment environment, Settings settings, List<MeasuredSubject> subjects,
        List<Skipped> skipped, List<Series> series) {
    /** The current version. */
    public static final int FORMAT = 2;

    /**
     * Makes results of the current version.
     *
     * @param environment where it measured
     * @param settings how it measured
     * @param subjects measured subjects
     * @param skipped not measured
     * @param series figures
     */
    public Results(final Environment environment, final Settings settings, final List<MeasuredSubject> subjects,
            final List<Skipped> skipped, final List<Series> series) {
        this(FORMAT, environment, settings, subjects, skipped, series);
    }
}

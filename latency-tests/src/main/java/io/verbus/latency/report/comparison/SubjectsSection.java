package io.verbus.latency.report.comparison;

import io.verbus.latency.report.html.Page;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.result.MeasuredSubject;
import java.util.List;

/** The settings of each subject, with reasons. */
final class SubjectsSection implements Section {
    @Override
    public String title() {
        return "The subjects and their settings";
    }

    @Override
    public boolean isThere(final Measured measured) {
        return !measured.results().subjects().isEmpty();
    }

    @Override
    public void write(final Page page, final Measured measured) {
        for (final MeasuredSubject subject : measured.results().subjects()) {
            page.heading(subject.name() + (subject.title() == null ? "" : ": " + subject.title()));
            if (!subject.configuration().isEmpty()) {
                page.table("settings", List.of("setting", "value", "why"), subject.configuration().stream()
                        .map(one -> List.of(one.name(), one.value(), one.reason())).toList());
            }
            if (subject.source() != null) {
                page.folded("Source of " + subject.name() + ", " + subject.source().lines().count() + " lines",
                        subject.source());
            }
        }
    }
}

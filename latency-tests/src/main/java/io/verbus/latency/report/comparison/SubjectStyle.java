package io.verbus.latency.report.comparison;

import io.verbus.latency.report.plot.LineStyle;
import java.util.List;

/** The line style of a subject, the same in all plots: a colour for each product, dashes for its transports. */
final class SubjectStyle {
    /** In the order of the lines of the style sheet; the last line is for other subjects. */
    private static final List<String> KNOWN = List.of("verbus-shm", "c-shm", "aeron-ipc", "chronicle-queue",
            "disruptor", "jeromq", "tcp", "aeron-udp", "verbus-rdma", "c-rdma", "ib_", "java-ring-index", "java-ring",
            "clock");
    /** Programs that lack most of a bus: for comparison, not competitors. */
    private static final List<String> REFERENCES = List.of("c-shm", "c-rdma", "ib-write-lat", "java-ring-index",
            "java-ring", "clock");

    private SubjectStyle() {
    }

    static boolean isReference(final String subject) {
        return REFERENCES.contains(subject);
    }

    static LineStyle of(final String subject) {
        for (int i = 0; i < KNOWN.size(); i++) {
            if (subject.startsWith(KNOWN.get(i))) {
                return LineStyle.of(i);
            }
        }
        return LineStyle.of(KNOWN.size() + Math.floorMod(subject.hashCode(), LineStyle.COUNT - KNOWN.size()));
    }
}

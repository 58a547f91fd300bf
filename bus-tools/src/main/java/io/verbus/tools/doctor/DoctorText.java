package io.verbus.tools.doctor;

import static io.verbus.tools.Texts.count;
import static io.verbus.tools.Texts.printable;

import io.verbus.tools.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Findings for a terminal of 80 columns: one line for each, and below it what should be, why, and the command. */
final class DoctorText {
    private static final int WIDTH = 80;
    private static final int INDENT = 9;

    private DoctorText() {
    }

    static List<String> lines(final Examination examination) {
        final List<String> lines = new ArrayList<>();
        for (final Finding finding : examination.findings()) {
            final String verdict = finding.verdict().name().toLowerCase(Locale.ROOT);
            lines.addAll(wrapped(verdict + " ".repeat(INDENT - verdict.length()), INDENT,
                    finding.setting() + ": " + finding.found()));
            if (finding.verdict() != SettingVerdict.OK) {
                lines.addAll(wrapped(" ".repeat(INDENT) + "should be: ", INDENT + 2, finding.wanted()));
                lines.addAll(wrapped(" ".repeat(INDENT) + "reason: ", INDENT + 2, finding.reason()));
                // never broken: it is copied
                lines.add(" ".repeat(INDENT) + "command: " + printable(finding.command()));
            }
        }
        lines.add("");
        lines.addAll(wrapped("", 0, summary(examination)));
        lines.addAll(wrapped("", 0, examination.tail().sentence()));
        lines.addAll(wrapped("", 0, examination.rdma().sentence()));
        return lines;
    }

    private static String summary(final Examination examination) {
        return count(examination.findings().size(), "setting") + ": " + examination.count(SettingVerdict.NEEDED)
                + " must change, " + examination.count(SettingVerdict.ADVISED) + " should for lower latency, "
                + examination.count(SettingVerdict.UNKNOWN) + " not visible here";
    }

    private static List<String> wrapped(final String start, final int indent, final String text) {
        return Texts.wrapped(start + printable(text), indent, WIDTH);
    }
}

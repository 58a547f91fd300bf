package io.verbus.tools.doctor;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * To which class of machines the host belongs, and so whose stalls the upper percentiles of a demo show.
 *
 * @param isOwn whether spinning threads have their cores for themselves, as far as settings show
 * @param sentence the answer, with the settings that decide it
 */
record TailOutlook(boolean isOwn, String sentence) {
    /** Settings that let something else run on the core of a spinning thread, or stop the thread. */
    private static final Set<String> WITHHOLDING = Set.of("cores", "isolated cores", "processor time",
            "real-time scheduling", "load", "memory threads", "stolen time");

    static TailOutlook of(final List<Finding> findings) {
        final List<Finding> open = findings.stream().filter(finding -> WITHHOLDING.contains(finding.setting()))
                .filter(finding -> finding.verdict() != SettingVerdict.OK).toList();
        if (open.isEmpty()) {
            return new TailOutlook(true, "The upper percentiles of bus demo are those of the bus: this machine has"
                    + " cores for spinning threads alone.");
        }
        return new TailOutlook(false, "The upper percentiles of bus demo are those of this machine: its cores are"
                + " shared, or may be ("
                + open.stream().map(finding -> finding.verdict() == SettingVerdict.UNKNOWN
                        ? finding.setting() + " not visible here"
                        : finding.setting()).collect(Collectors.joining(", "))
                + "). Compare them with the line \"this machine alone\" of the demo.");
    }
}

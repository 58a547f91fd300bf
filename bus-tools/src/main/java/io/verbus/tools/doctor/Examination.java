package io.verbus.tools.doctor;

import java.util.ArrayList;
import java.util.List;

/**
 * All findings about a host.
 *
 * @param findings in the order of the probes
 * @param rdma whether RDMA will work
 * @param tail whose stalls the upper percentiles of a demo show
 */
record Examination(List<Finding> findings, RdmaOutlook rdma, TailOutlook tail) {
    static Examination of(final HostFiles host, final List<Probe> probes) {
        final List<Finding> findings = new ArrayList<>();
        probes.forEach(probe -> findings.addAll(probe.findings(host)));
        return new Examination(List.copyOf(findings), RdmaOutlook.of(host, findings),
                TailOutlook.of(findings));
    }

    long count(final SettingVerdict verdict) {
        return findings.stream().filter(finding -> finding.verdict() == verdict).count();
    }
}

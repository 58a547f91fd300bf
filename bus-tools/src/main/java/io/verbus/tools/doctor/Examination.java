package io.verbus.tools.doctor;

import java.util.ArrayList;
import java.util.List;

/**
 * All findings about a host.
 *
 * @param findings in the order of the probes
 * @param rdma whether RDMA will work
 */
record Examination(List<Finding> findings, RdmaOutlook rdma) {
    static Examination of(final HostFiles host, final List<Probe> probes) {
        final List<Finding> findings = new ArrayList<>();
        probes.forEach(probe -> findings.addAll(probe.findings(host)));
        return new Examination(List.copyOf(findings), RdmaOutlook.of(host, findings));
    }

    long count(final SettingVerdict verdict) {
        return findings.stream().filter(finding -> finding.verdict() == verdict).count();
    }
}

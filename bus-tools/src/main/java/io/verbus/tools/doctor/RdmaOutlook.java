package io.verbus.tools.doctor;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Whether RDMA will work on the host.
 *
 * @param works whether a port can be used, with the present settings
 * @param sentence the answer, with the missing part and its remedy
 */
record RdmaOutlook(boolean works, String sentence) {
    static final String SOFTWARE_DEVICE = "sudo modprobe rdma_rxe && sudo rdma link add rxe0 type rxe netdev eth0";

    static RdmaOutlook of(final HostFiles host, final List<Finding> findings) {
        final List<RdmaPort> ports = RdmaPort.all(host);
        if (ports.isEmpty()) {
            return no("this host has no RDMA device (a software device for tests: " + SOFTWARE_DEVICE + ")");
        }
        final List<RdmaPort> usable = ports.stream().filter(port -> port.obstacle().isEmpty()).toList();
        if (usable.isEmpty()) {
            return no(ports.stream().map(port -> port.name() + ": " + port.obstacle())
                    .collect(Collectors.joining("; ")));
        }
        final List<String> missing = findings.stream().filter(finding -> finding.verdict() == SettingVerdict.NEEDED)
                .filter(finding -> finding.setting().startsWith("RDMA") || finding.setting().equals("locked memory"))
                .map(Finding::setting).toList();
        return missing.isEmpty()
                ? new RdmaOutlook(true, "RDMA will work here: " + usable.stream()
                        .map(port -> port.name() + " (" + port.protocol() + ")").collect(Collectors.joining(", ")))
                : no("change these settings first: " + String.join(", ", missing));
    }

    private static RdmaOutlook no(final String reason) {
        return new RdmaOutlook(false, "RDMA will not work here: " + reason);
    }
}

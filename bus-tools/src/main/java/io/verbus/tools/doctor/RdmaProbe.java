package io.verbus.tools.doctor;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The ports of the RDMA devices, and what the user's process needs to use them. */
final class RdmaProbe implements Probe {
    private static final String NODES = "dev/infiniband/";
    /** From this size on a packet of RDMA carries 4,096 bytes. */
    private static final int JUMBO = 4200;

    @Override
    public List<Finding> findings(final HostFiles host) {
        final List<Finding> findings = new ArrayList<>();
        final List<RdmaPort> ports = RdmaPort.all(host);
        if (ports.isEmpty()) {
            findings.add(Finding.advised("RDMA devices", "none", "one, for rdma:// between hosts",
                    "Shared memory and tcp:// need none.", RdmaOutlook.SOFTWARE_DEVICE));
            return findings;
        }
        findings.add(libraries(host));
        findings.add(nodes(host));
        for (final RdmaPort port : ports) {
            findings.add(port(port));
            if (port.isRoce()) {
                packets(host, port, findings);
                findings.add(congestion(host, port));
            }
            findings.add(placement(host, port));
        }
        return findings;
    }

    private static Finding libraries(final HostFiles host) {
        final List<String> missing = RdmaLibraries.missing(host);
        return missing.isEmpty()
                ? Finding.ok("RDMA libraries", "libibverbs and librdmacm")
                : Finding.needed("RDMA libraries", "missing: " + String.join(", ", missing),
                        "libibverbs.so.1 and librdmacm.so.1", "The bus loads them when it uses an rdma:// address.",
                        "sudo apt-get install libibverbs1 librdmacm1 ibverbs-providers");
    }

    private static Finding nodes(final HostFiles host) {
        final List<String> unusable = new ArrayList<>();
        if (!host.isWritable(NODES + "rdma_cm")) {
            unusable.add("rdma_cm");
        }
        host.names("sys/class/infiniband_verbs").stream().filter(name -> name.startsWith("uverbs"))
                .filter(name -> !host.isWritable(NODES + name)).forEach(unusable::add);
        return unusable.isEmpty()
                ? Finding.ok("RDMA device nodes", "writable")
                : Finding.needed("RDMA device nodes", "missing or not writable: " + String.join(", ", unusable),
                        "writable for this user, in /dev/infiniband",
                        "A process reaches a device through its node, and connections through rdma_cm.",
                        "sudo modprobe rdma_ucm (a container: --device=/dev/infiniband/"
                                + String.join(" --device=/dev/infiniband/", unusable) + ")");
    }

    private static Finding port(final RdmaPort port) {
        final String setting = port.name();
        final String found = port.protocol() + (port.isActive() ? ", active" : ", not active")
                + (port.network().isEmpty() ? "" : ", " + String.join(", ", port.network()));
        if (port.obstacle().isEmpty()) {
            return Finding.ok(setting, found);
        }
        return Finding.needed(setting, found, "a port that the bus can use", "The bus cannot use it: " + port.obstacle()
                + ".", "rdma link show " + port.device() + "/" + port.port());
    }

    private static void packets(final HostFiles host, final RdmaPort port, final List<Finding> findings) {
        for (final String device : port.network()) {
            final String setting = "packets of " + device;
            final int mtu = mtu(host, device);
            if (mtu < 0) {
                findings.add(Finding.unknown(setting, JUMBO + " bytes or more", "A large write is fewer packets.",
                        "ip link show " + device));
            } else if (mtu < JUMBO) {
                findings.add(Finding.advised(setting, mtu + " bytes", JUMBO + " bytes or more, on the switch too",
                        "A write of 16 KiB is 16 packets of RDMA below that, and 4 from there on.",
                        "sudo ip link set " + device + " mtu " + JUMBO));
            } else {
                findings.add(Finding.ok(setting, mtu + " bytes"));
            }
        }
    }

    private static int mtu(final HostFiles host, final String device) {
        try {
            return Integer.parseInt(host.first("sys/class/net/" + device + "/mtu").orElse("-1"));
        } catch (final NumberFormatException e) {
            return -1;
        }
    }

    /** The files of ConnectX; other devices do not show their configuration in sysfs. */
    private static Finding congestion(final HostFiles host, final RdmaPort port) {
        final String setting = "congestion control of " + port.name();
        final String wanted = "ECN, or priority flow control, on cards and switch";
        final String reason = "A lost packet of RoCE costs an ACK timeout of 67 ms.";
        for (final String device : port.network()) {
            final String folder = "sys/class/net/" + device + "/ecn/roce_np/enable";
            final List<String> priorities = host.names(folder);
            final List<String> enabled = priorities.stream()
                    .filter(priority -> host.first(folder + "/" + priority).orElse("0").equals("1")).toList();
            if (!enabled.isEmpty()) {
                return Finding.ok(setting, "ECN of priorities " + String.join(", ", enabled));
            }
            if (!priorities.isEmpty()) {
                return Finding.advised(setting, "ECN is off", wanted, reason,
                        "echo 1 | sudo tee /" + folder + "/PRIORITY, or mlnx_qos -i " + device + " --pfc ...");
            }
        }
        return Finding.unknown(setting, wanted, reason, "see the first hour on hardware in docs/operate/rdma.md");
    }

    private static Finding placement(final HostFiles host, final RdmaPort port) {
        final String setting = "NUMA node of " + port.name();
        if (port.node() < 0) {
            return Finding.ok(setting, "the only one");
        }
        final String list = host.first("sys/devices/system/node/node" + port.node() + "/cpulist").orElse("");
        final BitSet near = CpuList.parse(list);
        return near.intersects(CoresProbe.allowed(host))
                ? Finding.ok(setting, port.node() + ", cores " + list)
                : Finding.advised(setting, port.node() + ", and this process runs on another", "cores " + list,
                        "Each access to the device crosses between the nodes, for 100 to 200 ns.",
                        "taskset -c " + list + " COMMAND");
    }
}

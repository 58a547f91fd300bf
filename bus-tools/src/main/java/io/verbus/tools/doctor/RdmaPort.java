package io.verbus.tools.doctor;

import java.util.ArrayList;
import java.util.List;

/**
 * A port of an RDMA device, as the kernel shows it.
 *
 * @param device name
 * @param port number, from 1
 * @param isIwarp whether the device speaks iWARP
 * @param driver of the device; empty for a software device
 * @param isActive whether the link is up
 * @param linkLayer {@code InfiniBand} or {@code Ethernet}
 * @param gidTypes distinct types of the port's addresses, such as {@code RoCE v2}
 * @param network names of its network devices, distinct
 * @param node NUMA node of the device; -1 if there is one node only
 */
record RdmaPort(String device, String port, boolean isIwarp, String driver, boolean isActive, String linkLayer,
        List<String> gidTypes, List<String> network, int node) {
    static final String CLASS = "sys/class/infiniband/";
    /** Its queue pairs are not reliable connections. */
    private static final String EFA = "efa";

    /** All ports of all devices. */
    static List<RdmaPort> all(final HostFiles host) {
        final List<RdmaPort> ports = new ArrayList<>();
        for (final String device : host.names(CLASS)) {
            for (final String port : host.names(CLASS + device + "/ports")) {
                ports.add(of(host, device, port));
            }
        }
        return ports;
    }

    private static RdmaPort of(final HostFiles host, final String device, final String port) {
        final String folder = CLASS + device + "/ports/" + port + "/";
        return new RdmaPort(device, port, host.first(CLASS + device + "/node_type").orElse("").contains("RNIC"),
                host.target(CLASS + device + "/device/driver").orElse(""),
                host.first(folder + "state").orElse("").contains("ACTIVE"),
                host.first(folder + "link_layer").orElse("unknown"), values(host, folder + "gid_attrs/types"),
                values(host, folder + "gid_attrs/ndevs"), node(host, device));
    }

    private static List<String> values(final HostFiles host, final String folder) {
        return host.names(folder).stream().flatMap(name -> host.first(folder + "/" + name).stream()).distinct()
                .toList();
    }

    private static int node(final HostFiles host, final String device) {
        try {
            return Integer.parseInt(host.first(CLASS + device + "/device/numa_node").orElse("-1"));
        } catch (final NumberFormatException e) {
            return -1;
        }
    }

    String name() {
        return device + " port " + port;
    }

    boolean isRoce() {
        return !isIwarp && linkLayer.equals("Ethernet");
    }

    /** The protocol on the wire. */
    String protocol() {
        if (isIwarp) {
            return "iWARP";
        }
        if (!isRoce()) {
            return linkLayer;
        }
        return isRoceV2() ? "RoCE v2" : "RoCE v1";
    }

    private boolean isRoceV2() {
        return gidTypes.stream().anyMatch(type -> type.contains("v2"));
    }

    /** Why the bus cannot use the port; empty if it can. */
    String obstacle() {
        if (driver.equals(EFA)) {
            return "AWS EFA has no reliable connections";
        }
        if (!isActive) {
            return "the link is down";
        }
        if (isRoce() && !isRoceV2()) {
            return "it has no address for RoCE v2";
        }
        return "";
    }
}

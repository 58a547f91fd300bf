package io.verbus.rdma.verbs;

import java.util.List;

/**
 * Properties of an RDMA device at one moment.
 *
 * @param name such as {@code mlx5_0} or {@code rxe0}
 * @param guid of the node
 * @param vendor id
 * @param iwarp whether it is iWARP, else InfiniBand or RoCE
 * @param ports in order, from the first
 */
public record DeviceInfo(String name, long guid, int vendor, boolean iwarp, List<Port> ports) {
    static final int PORT_ACTIVE = 4;
    /** In the order of enum ibv_gid_type. */
    static final List<String> GID_TYPES = List.of("IB", "RoCE v1", "RoCE v2");

    private static final int SOFT_ROCE = 0xFFFFFF;
    static final int SOFT_IWARP = 0x626D74;

    /**
     * One port.
     *
     * @param number from 1
     * @param active whether it can carry traffic
     * @param state as text, such as {@code active} or {@code down}
     * @param mtu active, in bytes
     * @param ethernet whether it is RoCE or iWARP, else InfiniBand
     * @param gids that are set
     */
    public record Port(int number, boolean active, String state, int mtu, boolean ethernet, List<Gid> gids) {}

    /**
     * One entry of a port's GID table.
     *
     * @param index in the table
     * @param type {@code RoCE v2}, {@code RoCE v1} or {@code IB}
     * @param networkDevice of the address, such as {@code eth0}; empty if there is none
     * @param address as text: {@code 10.0.0.1}, {@code fe80::1}
     */
    public record Gid(int index, String type, String networkDevice, String address) {}

    /** {@return whether a driver emulates the device on the host's processors (Soft-RoCE, Soft-iWARP)} */
    public boolean software() {
        return isSoftware(vendor);
    }

    /**
     * The addresses in its GID table. Those of InfiniBand and iWARP are elsewhere, see {@link LocalAddresses}.
     *
     * @return as text, IPv4 first, link-local ones last, with their zone
     */
    public List<String> addresses() {
        return ports.stream().flatMap(port -> port.gids().stream())
                .filter(gid -> gid.type().equals("RoCE v2"))
                .map(gid -> isLinkLocal(gid) ? gid.address() + "%" + gid.networkDevice() : gid.address())
                .distinct()
                .sorted((a, b) -> Integer.compare(rank(a), rank(b)))
                .toList();
    }

    static boolean isSoftware(final int vendor) {
        return vendor == SOFT_ROCE || vendor == SOFT_IWARP;
    }

    private static boolean isLinkLocal(final Gid gid) {
        return gid.address().startsWith("fe80:");
    }

    /** IPv4 first, link-local addresses last. */
    static int rank(final String address) {
        return !address.contains(":") ? 0 : address.startsWith("fe80:") ? 2 : 1;
    }
}

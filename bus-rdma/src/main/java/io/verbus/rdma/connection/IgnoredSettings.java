package io.verbus.rdma.connection;

import io.verbus.BusException;
import io.verbus.rdma.address.RdmaAddress;
import io.verbus.rdma.verbs.Device;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.agrona.ErrorHandler;

/**
 * Reports settings of an address that have no effect on a device: once for each address and device, as connections are
 * made again and again. They are not refused, because a listening address may lead to devices of several kinds.
 */
final class IgnoredSettings {
    /** On iWARP the kernel's TCP chooses them. */
    private static final List<String> OF_PACKETS = List.of("mtu", "service-level", "ack-timeout", "retries");

    private final ErrorHandler errors;
    private final Set<String> reported = new HashSet<>();

    IgnoredSettings(final ErrorHandler errors) {
        this.errors = errors;
    }

    /** Reports the settings that the address gives, and the device does not know. */
    void report(final RdmaAddress address, final Device device) {
        if (!device.iwarp()) {
            return;
        }
        final List<String> ignored = OF_PACKETS.stream().filter(address::gives).toList();
        if (!ignored.isEmpty() && reported.add(device.name() + " " + address.uri())) {
            errors.onError(new BusException(String.join(", ", ignored) + " of " + address.uri()
                    + (ignored.size() == 1 ? " has" : " have") + " no effect on " + device.name()
                    + ": it is iWARP, where TCP carries the packets; remove "
                    + (ignored.size() == 1 ? "it" : "them") + " from the address"));
        }
    }
}

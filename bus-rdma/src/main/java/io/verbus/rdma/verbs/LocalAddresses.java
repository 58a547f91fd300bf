package io.verbus.rdma.verbs;

import static io.verbus.rdma.verbs.NativeCall.LONG_NUMBER;
import static io.verbus.rdma.verbs.NativeCall.POINTER;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.verbus.BusException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The addresses of this host that lead to an RDMA device. The connection manager is asked for each, which is the only
 * way that InfiniBand, RoCE and iWARP have in common. The addresses that a RoCE device itself lists are asked for, too:
 * that of another network namespace is not visible here, but may be usable.
 */
public final class LocalAddresses {
    private static final NativeCall DEVICE = NativeCall.of("verbus_address_device", POINTER, POINTER, LONG_NUMBER,
            POINTER);

    /**
     * An address.
     *
     * @param address numeric, with its zone if it is link-local
     * @param device that it leads to
     * @param port of the device, from 1
     */
    public record Found(String address, String device, int port) {}

    private LocalAddresses() {
    }

    /**
     * Searches the addresses of this host; takes a system call for each.
     *
     * @param devices of this host
     * @return by device in this order, then IPv4 first and link-local addresses last
     */
    public static List<Found> of(final List<DeviceInfo> devices) {
        return of(devices, ofInterfaces());
    }

    /**
     * Searches addresses.
     *
     * @param devices of this host
     * @param candidates numeric addresses
     * @return those that lead to one of the devices, and those that RoCE devices list, in the order of
     *         {@link #of(List)}
     */
    public static List<Found> of(final List<DeviceInfo> devices, final Stream<String> candidates) {
        final List<String> names = devices.stream().map(DeviceInfo::name).toList();
        return Stream.concat(candidates, devices.stream().flatMap(device -> device.addresses().stream()))
                .distinct().flatMap(address -> find(address).stream())
                .filter(found -> names.contains(found.device))
                .sorted(Comparator.comparingInt((Found found) -> names.indexOf(found.device))
                        .thenComparingInt(found -> DeviceInfo.rank(found.address)))
                .toList();
    }

    private static Optional<Found> find(final String address) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment name = arena.allocate(64);
            final MemorySegment port = arena.allocate(JAVA_INT);
            final int status = DEVICE.call(arena.allocateFrom(address), name, name.byteSize(), port);
            return status < 0
                    ? Optional.empty()
                    : Optional.of(new Found(address, name.getString(0), port.get(JAVA_INT, 0)));
        }
    }

    private static Stream<String> ofInterfaces() {
        try {
            return NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> !address.isLoopbackAddress()).map(InetAddress::getHostAddress);
        } catch (final SocketException e) {
            throw new BusException("cannot list the addresses of this host: " + e.getMessage(), e);
        }
    }
}

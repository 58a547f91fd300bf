package io.verbus.rdma.verbs;

import static io.verbus.rdma.verbs.NativeCall.HANDLE;
import static io.verbus.rdma.verbs.NativeCall.LONG_NUMBER;
import static io.verbus.rdma.verbs.NativeCall.NUMBER;
import static io.verbus.rdma.verbs.NativeCall.POINTER;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.verbus.BusException;
import io.verbus.rdma.verbs.DeviceInfo.Gid;
import io.verbus.rdma.verbs.DeviceInfo.Port;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Queries the properties of devices. */
final class DeviceLook {
    private static final NativeCall NAME = NativeCall.of("verbus_device_name", NUMBER, POINTER, LONG_NUMBER);
    private static final NativeCall OPEN = NativeCall.of("verbus_device_open", NUMBER, POINTER);
    private static final NativeCall CLOSE = NativeCall.of("verbus_device_close", HANDLE);
    private static final NativeCall DESCRIBE = NativeCall.of("verbus_device_describe", HANDLE, POINTER);
    private static final NativeCall DESCRIBE_PORT = NativeCall.of("verbus_port_describe", HANDLE, NUMBER, POINTER);
    private static final NativeCall LIST_GIDS = NativeCall.of("verbus_gid_list", HANDLE, POINTER, NUMBER);

    private DeviceLook() {
    }

    /** Examines all devices; one that cannot be examined does not hide the others. */
    static FoundDevices all() {
        final List<DeviceInfo> usable = new ArrayList<>();
        final List<String> unusable = new ArrayList<>(DeviceNodes.missing());
        for (int index = 0;; index++) {
            final String name = name(index);
            if (name == null) {
                return new FoundDevices(List.copyOf(usable), List.copyOf(unusable));
            }
            try {
                usable.add(query(index, name));
            } catch (final BusException e) {
                unusable.add(e.getMessage());
            }
        }
    }

    /** Its name; null after the last. */
    private static String name(final int index) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment name = arena.allocate(64);
            final int status = NAME.call(index, name, name.byteSize());
            if (status == Status.ENOENT) {
                return null;
            }
            Status.require(status, "cannot list the RDMA devices");
            return name.getString(0);
        }
    }

    private static DeviceInfo query(final int index, final String name) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment context = arena.allocate(JAVA_LONG);
            Status.require(OPEN.call(index, context), "cannot open the RDMA device " + name);
            final long opened = context.get(JAVA_LONG, 0);
            try {
                return query(opened);
            } finally {
                CLOSE.call(opened);
            }
        }
    }

    /** Queries an open device. */
    static DeviceInfo query(final long context) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment device = arena.allocate(Layouts.DEVICE, Long.BYTES);
            describe(context, device);
            if (device.get(JAVA_INT_UNALIGNED, Layouts.DEVICE_RELIABLE) == 0) {
                throw new BusException(Status.unreliable(device.getString(Layouts.DEVICE_NAME)));
            }
            final int count = device.get(JAVA_INT_UNALIGNED, Layouts.DEVICE_PORTS);
            final MemorySegment ports = arena.allocate((long) Layouts.PORT * count, Long.BYTES);
            int gids = 0;
            for (int i = 0; i < count; i++) {
                final MemorySegment port = ports.asSlice((long) i * Layouts.PORT, Layouts.PORT);
                Status.require(DESCRIBE_PORT.call(context, i + 1, port),
                        "cannot query port " + (i + 1) + " of an RDMA device");
                gids += port.get(JAVA_INT_UNALIGNED, Layouts.PORT_GIDS);
            }
            return new DeviceInfo(device.getString(Layouts.DEVICE_NAME),
                    device.get(JAVA_LONG_UNALIGNED, Layouts.DEVICE_GUID),
                    device.get(JAVA_INT_UNALIGNED, Layouts.DEVICE_VENDOR),
                    device.get(JAVA_INT_UNALIGNED, Layouts.DEVICE_IWARP) != 0,
                    ports(ports, count, gids(arena, context, gids)));
        }
    }

    private static List<Port> ports(final MemorySegment ports, final int count, final Map<Integer, List<Gid>> gids) {
        final List<Port> described = new ArrayList<>();
        for (int number = 1; number <= count; number++) {
            final MemorySegment port = ports.asSlice((long) (number - 1) * Layouts.PORT, Layouts.PORT);
            final int state = port.get(JAVA_INT_UNALIGNED, Layouts.PORT_STATE);
            final String stateText = Status.text(Status.Kind.PORT_STATE, state).toLowerCase(Locale.ROOT)
                    .replace("port_", "");
            described.add(new Port(number, state == DeviceInfo.PORT_ACTIVE, stateText,
                    port.get(JAVA_INT_UNALIGNED, Layouts.PORT_MTU),
                    port.get(JAVA_INT_UNALIGNED, Layouts.PORT_ETHERNET) != 0,
                    List.copyOf(gids.getOrDefault(number, List.of()))));
        }
        return List.copyOf(described);
    }

    /** The link layer of a port of a device that is not iWARP. */
    static String linkLayer(final long context, final int port) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment described = arena.allocate(Layouts.PORT, Long.BYTES);
            if (DESCRIBE_PORT.call(context, port, described) < 0) {
                return "RDMA";
            }
            return described.get(JAVA_INT_UNALIGNED, Layouts.PORT_ETHERNET) != 0 ? "RoCE" : "InfiniBand";
        }
    }

    static void describe(final long context, final MemorySegment device) {
        Status.require(DESCRIBE.call(context, device), "cannot query an RDMA device");
    }

    /** By port. The kernel rejects a table with less room than all ports have entries. */
    private static Map<Integer, List<Gid>> gids(final Arena arena, final long context, final int max) {
        final Map<Integer, List<Gid>> gids = new HashMap<>();
        if (max == 0) {
            return gids;
        }
        final MemorySegment entries = arena.allocate((long) Layouts.GID * max, Long.BYTES);
        final int count = LIST_GIDS.call(context, entries, max);
        Status.require(count, "cannot read the addresses of an RDMA device");
        for (int i = 0; i < count; i++) {
            final MemorySegment entry = entries.asSlice((long) i * Layouts.GID, Layouts.GID);
            final int type = entry.get(JAVA_INT_UNALIGNED, Layouts.GID_TYPE);
            gids.computeIfAbsent(entry.get(JAVA_INT_UNALIGNED, Layouts.GID_PORT), _ -> new ArrayList<>())
                    .add(new Gid(entry.get(JAVA_INT_UNALIGNED, Layouts.GID_INDEX),
                            type >= 0 && type < DeviceInfo.GID_TYPES.size()
                                    ? DeviceInfo.GID_TYPES.get(type)
                                    : "unknown",
                            entry.getString(Layouts.GID_NETWORK), entry.getString(Layouts.GID_ADDRESS)));
        }
        return gids;
    }
}

package io.verbus.rdma.verbs;

import static io.verbus.rdma.verbs.NativeCall.HANDLE;
import static io.verbus.rdma.verbs.NativeCall.NUMBER;
import static io.verbus.rdma.verbs.NativeCall.POINTER;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.verbus.rdma.verbs.DeviceInfo.Gid;
import io.verbus.rdma.verbs.DeviceInfo.Port;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Queries the properties of devices. */
final class DeviceLook {
    private static final int MAX_GIDS = 256;
    private static final NativeCall OPEN = NativeCall.of("verbus_device_open", NUMBER, POINTER);
    private static final NativeCall CLOSE = NativeCall.of("verbus_device_close", HANDLE);
    private static final NativeCall DESCRIBE = NativeCall.of("verbus_device_describe", HANDLE, POINTER);
    private static final NativeCall DESCRIBE_PORT = NativeCall.of("verbus_port_describe", HANDLE, NUMBER, POINTER);
    private static final NativeCall LIST_GIDS = NativeCall.of("verbus_gid_list", HANDLE, POINTER, NUMBER);

    private DeviceLook() {
    }

    static List<DeviceInfo> all() {
        final List<DeviceInfo> devices = new ArrayList<>();
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment context = arena.allocate(JAVA_LONG);
            while (true) {
                final int status = OPEN.call(devices.size(), context);
                if (status == Status.ENOENT) {
                    return devices;
                }
                Status.require(status, "cannot open an RDMA device");
                final long opened = context.get(JAVA_LONG, 0);
                try {
                    devices.add(query(opened));
                } finally {
                    CLOSE.call(opened);
                }
            }
        }
    }

    /** Queries an open device. */
    static DeviceInfo query(final long context) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment device = arena.allocate(Layouts.DEVICE, Long.BYTES);
            describe(context, device);
            final List<Port> ports = new ArrayList<>();
            for (int port = 1; port <= device.get(JAVA_INT_UNALIGNED, Layouts.DEVICE_PORTS); port++) {
                ports.add(port(context, port, gids(arena, context, port), arena.allocate(Layouts.PORT, Long.BYTES)));
            }
            return new DeviceInfo(device.getString(Layouts.DEVICE_NAME),
                    device.get(JAVA_LONG_UNALIGNED, Layouts.DEVICE_GUID),
                    device.get(JAVA_INT_UNALIGNED, Layouts.DEVICE_VENDOR), List.copyOf(ports));
        }
    }

    static void describe(final long context, final MemorySegment device) {
        Status.require(DESCRIBE.call(context, device), "cannot query an RDMA device");
    }

    private static Port port(final long context, final int number, final List<Gid> gids, final MemorySegment port) {
        Status.require(DESCRIBE_PORT.call(context, number, port),
                "cannot query port " + number + " of an RDMA device");
        final int state = port.get(JAVA_INT_UNALIGNED, Layouts.PORT_STATE);
        final String stateText = Status.text(Status.Kind.PORT_STATE, state).toLowerCase(Locale.ROOT).replace("port_",
                "");
        return new Port(number, state == DeviceInfo.PORT_ACTIVE, stateText,
                port.get(JAVA_INT_UNALIGNED, Layouts.PORT_MTU),
                port.get(JAVA_INT_UNALIGNED, Layouts.PORT_ETHERNET) != 0,
                gids);
    }

    private static List<Gid> gids(final Arena arena, final long context, final int port) {
        final MemorySegment entries = arena.allocate((long) Layouts.GID * MAX_GIDS, Long.BYTES);
        final int count = LIST_GIDS.call(context, entries, MAX_GIDS);
        Status.require(count, "cannot read the addresses of an RDMA device");
        final List<Gid> gids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            final MemorySegment entry = entries.asSlice((long) i * Layouts.GID, Layouts.GID);
            if (entry.get(JAVA_INT_UNALIGNED, Layouts.GID_PORT) == port) {
                final int type = entry.get(JAVA_INT_UNALIGNED, Layouts.GID_TYPE);
                gids.add(new Gid(entry.get(JAVA_INT_UNALIGNED, Layouts.GID_INDEX),
                        type >= 0 && type < DeviceInfo.GID_TYPES.size() ? DeviceInfo.GID_TYPES.get(type) : "unknown",
                        entry.getString(Layouts.GID_NETWORK), entry.getString(Layouts.GID_ADDRESS)));
            }
        }
        return List.copyOf(gids);
    }
}

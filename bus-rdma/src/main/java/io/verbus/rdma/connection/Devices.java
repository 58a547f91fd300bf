package io.verbus.rdma.connection;

import io.verbus.rdma.link.CloseHelper;
import io.verbus.rdma.verbs.Device;
import io.verbus.rdma.verbs.MemoryRegion;
import io.verbus.rdma.verbs.ProtectionDomain;
import io.verbus.spi.LogEnd;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Per-device state: the protection domain of the publishers, and the logs registered in it, once each, for any number
 * of subscribers.
 */
final class Devices implements AutoCloseable {
    private final Map<Device, Holdings> devices = new IdentityHashMap<>();

    private static final class Holdings {
        private ProtectionDomain domain;
        /** By ring address; readable ones by file address. */
        private final Map<Long, Registration> logs = new HashMap<>();
    }

    /** A log registered on a device; closed when it has no users and all its ends are forgotten. */
    private static final class Registration {
        private final MemoryRegion region;
        private final Set<LogEnd> ends = new HashSet<>();
        private int users;

        Registration(final MemoryRegion region) {
            this.region = region;
        }
    }

    /** Starts polling the events of a device. */
    void watch(final Device device) {
        devices.computeIfAbsent(device, _ -> new Holdings());
    }

    /** The protection domain of all publishers. Only the control blocks that subscribers write are writable in it. */
    ProtectionDomain domain(final Device device) {
        final Holdings holdings = devices.computeIfAbsent(device, _ -> new Holdings());
        if (holdings.domain == null) {
            holdings.domain = device.createProtectionDomain();
        }
        return holdings.domain;
    }

    /** Registers the ring of a log for local reads; the caller closes the result. */
    LogRegion register(final Device device, final LogEnd log) {
        return register(device, log, log.ring(), MemoryRegion.LOCAL_READ);
    }

    /** Registers the file of a log for remote reads only; the caller closes the result. */
    LogRegion registerHistory(final Device device, final LogEnd log) {
        return register(device, log, log.file(), MemoryRegion.REMOTE_READ);
    }

    private LogRegion register(final Device device, final LogEnd log, final UnsafeBuffer part, final int access) {
        final ProtectionDomain domain = domain(device);
        final Map<Long, Registration> logs = devices.get(device).logs;
        final Registration registration = logs.computeIfAbsent(part.addressOffset(), address -> new Registration(
                domain.register(address, part.capacity(), access)));
        registration.ends.add(log);
        registration.users++;
        return new LogRegion(registration.region, () -> {
            registration.users--;
            closeUnused(logs);
        });
    }

    /** Deregisters the log as soon as its last user has closed its region. */
    void forget(final LogEnd log) {
        for (final Holdings holdings : devices.values()) {
            holdings.logs.values().forEach(registration -> registration.ends.remove(log));
            closeUnused(holdings.logs);
        }
    }

    private static void closeUnused(final Map<Long, Registration> logs) {
        logs.values().removeIf(registration -> {
            final boolean unused = registration.users == 0 && registration.ends.isEmpty();
            if (unused) {
                registration.region.close();
            }
            return unused;
        });
    }

    /** Polls the asynchronous events of all devices. */
    int poll(final BiConsumer<Device, Device.Event> consumer) {
        int work = 0;
        for (final Device device : devices.keySet()) {
            for (Device.Event event = device.pollEvent(); event != null; event = device.pollEvent()) {
                consumer.accept(device, event);
                work++;
            }
        }
        return work;
    }

    @Override
    public void close() {
        for (final Holdings holdings : devices.values()) {
            holdings.logs.values().forEach(registration -> registration.region.close());
            CloseHelper.close(holdings.domain);
        }
        devices.clear();
    }
}

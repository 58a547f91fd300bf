package io.verbus.rdma.connection;

import io.verbus.rdma.epoch.Quietly;
import io.verbus.rdma.verbs.Device;
import io.verbus.rdma.verbs.MemoryRegion;
import io.verbus.rdma.verbs.ProtectionDomain;
import io.verbus.transport.LogEnd;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What belongs to a device rather than to a connection: the publishers' protection domain, and the logs that are
 * registered in it, once each, however many subscribers they have.
 */
final class Devices implements AutoCloseable {
    private final Map<Device, Holdings> devices = new IdentityHashMap<>();

    private static final class Holdings {
        private ProtectionDomain domain;
        /** By the address of their rings, and those that can be read by that of their files. */
        private final Map<Long, Registration> logs = new HashMap<>();
    }

    /** A log in a device; closed when nobody uses it and all its ends are forgotten. */
    private static final class Registration {
        private final MemoryRegion region;
        private final Set<LogEnd> ends = new HashSet<>();
        private int users;

        Registration(final MemoryRegion region) {
            this.region = region;
        }
    }

    /** From now on its events are told. */
    void know(final Device device) {
        devices.computeIfAbsent(device, _ -> new Holdings());
    }

    /** The protection domain of all publishers; nothing in it is writable but what their subscribers say. */
    ProtectionDomain domain(final Device device) {
        final Holdings holdings = devices.computeIfAbsent(device, _ -> new Holdings());
        if (holdings.domain == null) {
            holdings.domain = device.createProtectionDomain();
        }
        return holdings.domain;
    }

    /** A registration of a log's ring, to write from; to be given back. */
    LogRegion register(final Device device, final LogEnd log) {
        return register(device, log, log.ring(), MemoryRegion.LOCAL_READ);
    }

    /** A registration of a log's file, by which a peer can read it, and nothing but that; to be given back. */
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

    /** Gives the log's memory back when the last that uses it has. */
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

    /** Hears what the devices have to tell. */
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
            Quietly.close(holdings.domain);
        }
        devices.clear();
    }
}

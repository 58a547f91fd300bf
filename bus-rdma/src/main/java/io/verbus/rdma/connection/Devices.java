package io.verbus.rdma.connection;

import io.verbus.BusException;
import io.verbus.rdma.link.CloseHelper;
import io.verbus.rdma.verbs.Device;
import io.verbus.rdma.verbs.MemoryRegion;
import io.verbus.rdma.verbs.ProtectionDomain;
import io.verbus.spi.LogAcceptor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Per-device state: the protection domain of the publishers, and the logs registered in it, once each, for any number
 * of subscribers.
 */
final class Devices implements AutoCloseable {
    private final Map<Device, Holdings> devices = new IdentityHashMap<>();
    /** Of lost devices, until their last connection is closed. */
    private final List<Holdings> orphans = new ArrayList<>();

    private static final class Holdings implements AutoCloseable {
        private final Device device;
        private ProtectionDomain domain;
        /** By ring address; readable ones by file address. */
        private final Map<Long, Registration> logs = new HashMap<>();

        Holdings(final Device device) {
            this.device = device;
            device.use();
        }

        /** Whether nothing is left; queue pairs may still be in the domain. */
        boolean isClosed() {
            if (logs.isEmpty()) {
                try {
                    close();
                    return true;
                } catch (final BusException e) {
                    return false;
                }
            }
            return false;
        }

        @Override
        public void close() {
            logs.values().forEach(registration -> registration.region.close());
            CloseHelper.close(domain);
            device.release();
        }
    }

    /** A log registered on a device; closed when it has no users and all its ends are forgotten. */
    private static final class Registration {
        private final MemoryRegion region;
        private final Set<LogAcceptor> ends = new HashSet<>();
        private int users;

        Registration(final MemoryRegion region) {
            this.region = region;
        }
    }

    /** Starts polling the events of a device. */
    void watch(final Device device) {
        holdings(device);
    }

    private Holdings holdings(final Device device) {
        if (device.isLost()) {
            throw new BusException("the RDMA device " + device.name() + " was removed or reset");
        }
        return devices.computeIfAbsent(device, Holdings::new);
    }

    /** The protection domain of all publishers. Only the control blocks that subscribers write are writable in it. */
    ProtectionDomain domain(final Device device) {
        final Holdings holdings = holdings(device);
        if (holdings.domain == null) {
            holdings.domain = device.createProtectionDomain();
        }
        return holdings.domain;
    }

    /** Registers the ring of a log for local reads; the caller closes the result. */
    LogRegion register(final Device device, final LogAcceptor log) {
        return register(device, log, log.ring(), MemoryRegion.LOCAL_READ);
    }

    /** Registers the file of a log for remote reads only; the caller closes the result. */
    LogRegion registerHistory(final Device device, final LogAcceptor log) {
        return register(device, log, log.file(), MemoryRegion.REMOTE_READ);
    }

    private LogRegion register(final Device device, final LogAcceptor log, final UnsafeBuffer part, final int access) {
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
    void forget(final LogAcceptor log) {
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

    /** Polls the asynchronous events of all devices; reports the loss of a device once. */
    int poll(final BiConsumer<Device, Device.Event> consumer, final Consumer<Device> loss) {
        int work = 0;
        for (final Iterator<Device> all = devices.keySet().iterator(); all.hasNext();) {
            final Device device = all.next();
            for (Device.Event event = device.pollEvent(); event != null; event = device.pollEvent()) {
                consumer.accept(device, event);
                work++;
            }
            if (device.isLost()) {
                final Holdings holdings = devices.get(device);
                all.remove();
                holdings.logs.values().forEach(registration -> registration.ends.clear());
                closeUnused(holdings.logs);
                orphans.add(holdings);
                loss.accept(device);
                work++;
            }
        }
        if (!orphans.isEmpty()) {
            orphans.removeIf(Holdings::isClosed);
        }
        return work;
    }

    @Override
    public void close() {
        orphans.addAll(devices.values());
        devices.clear();
        final Deque<Holdings> all = new ArrayDeque<>(orphans);
        orphans.clear();
        CloseHelper.closeAll(all);
    }
}

package io.verbus.rdma.connection;

import io.verbus.rdma.link.CloseHelper;
import io.verbus.rdma.link.Epoch;
import io.verbus.rdma.link.ManagedLink;
import io.verbus.rdma.verbs.ConnectionEvent;
import io.verbus.rdma.verbs.ConnectionId;
import io.verbus.rdma.verbs.Device;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;

/** The epochs that have started and are not closed. */
final class Links implements AutoCloseable {
    private final Map<ConnectionId, ManagedLink> links = new IdentityHashMap<>();

    void add(final ManagedLink link) {
        links.put(link.epoch().id(), link);
    }

    void conduct(final long nowNs) {
        if (!links.isEmpty()) {
            links.values().removeIf(link -> link.epoch().isClosed());
            links.values().forEach(link -> link.conduct(nowNs));
        }
    }

    /** Handles an event of the connection manager; ignores other connections. */
    void take(final ConnectionEvent event, final long nowNs) {
        final ManagedLink link = links.get(event.id());
        if (link == null || link.epoch().isClosed()) {
            return;
        }
        final Epoch epoch = link.epoch();
        switch (event.type()) {
            case DISCONNECTED -> {
                link.conduct(nowNs); // the last message may have arrived
                epoch.end(epoch.peer() + " has ended the connection: the peer closed it, or its process died");
            }
            case DEVICE_REMOVAL -> epoch.end("lost the device to " + epoch.peer() + ": it is being removed");
            case ADDRESS_CHANGE -> epoch.end("lost the connection to " + epoch.peer()
                    + ": the local address has moved to another device");
            // Since Linux 6.0 the kernel reports another hardware address of the neighbour, as after a failover of a
            // gateway. The queue pair keeps the old one: its packets would be lost for all retries.
            case UNREACHABLE -> epoch.end("lost the connection to " + epoch.peer()
                    + ": the hardware address of the next hop has changed");
            default -> {
                // not relevant once connected
            }
        }
    }

    /** Handles a fatal event of a device. */
    void take(final Device device, final Device.Event event) {
        for (final ManagedLink link : links.values()) {
            final Epoch epoch = link.epoch();
            if (!epoch.isClosed() && epoch.id().device() == device && epoch.queuePair().isAffectedBy(event)) {
                epoch.end("lost the connection to " + epoch.peer() + ": " + device.name() + " reports "
                        + event.text());
            }
        }
    }

    /** Ends all epochs on a device that is lost. */
    void lose(final Device device) {
        for (final ManagedLink link : links.values()) {
            final Epoch epoch = link.epoch();
            if (!epoch.isClosed() && epoch.id().device() == device) {
                epoch.end("lost the device to " + epoch.peer() + ": " + device.name() + " was removed or reset");
            }
        }
    }

    @Override
    public void close() {
        final Deque<Epoch> epochs = new ArrayDeque<>(links.values().stream().map(ManagedLink::epoch).toList());
        links.clear();
        CloseHelper.closeAll(epochs);
    }
}

package io.verbus.rdma.connection;

import io.verbus.rdma.epoch.Epoch;
import io.verbus.rdma.link.Conducted;
import io.verbus.rdma.verbs.ConnectionEvent;
import io.verbus.rdma.verbs.ConnectionId;
import io.verbus.rdma.verbs.Device;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The epochs that have begun and are not closed. */
final class Links implements AutoCloseable {
    private final Map<ConnectionId, Conducted> links = new IdentityHashMap<>();

    void add(final Conducted link) {
        links.put(link.epoch().id(), link);
    }

    void forEach(final Consumer<Conducted> consumer) {
        links.values().forEach(consumer);
    }

    void conduct(final long nowNs) {
        if (!links.isEmpty()) {
            links.values().removeIf(link -> link.epoch().isClosed());
            links.values().forEach(link -> link.conduct(nowNs));
        }
    }

    /** What the connection manager says of a connection; nothing if it is none of these. */
    void take(final ConnectionEvent event, final long nowNs) {
        final Conducted link = links.get(event.id());
        if (link == null || link.epoch().isClosed()) {
            return;
        }
        final Epoch epoch = link.epoch();
        switch (event.type()) {
            case DISCONNECTED -> {
                link.conduct(nowNs); // a last word may be there
                epoch.end(epoch.peer() + " has ended the connection: it was closed there, or its process died");
            }
            case DEVICE_REMOVAL -> epoch.end("the device that leads to " + epoch.peer() + " is being removed");
            case ADDRESS_CHANGE -> epoch.end("this host's address towards " + epoch.peer()
                    + " has moved to another device");
            default -> {
                // nothing that matters once connected
            }
        }
    }

    /** What a device says unasked. */
    void take(final Device device, final Device.Event event) {
        if (!event.fatal()) {
            return;
        }
        for (final Conducted link : links.values()) {
            final Epoch epoch = link.epoch();
            if (!epoch.isClosed() && epoch.id().device() == device
                    && (event.queuePair() == 0 || event.queuePair() == epoch.queuePair().number())) {
                epoch.end("the connection to " + epoch.peer() + " broke: " + device.name() + " says "
                        + event.text());
            }
        }
    }

    @Override
    public void close() {
        links.values().forEach(link -> link.epoch().close());
        links.clear();
    }
}

package io.verbus.rdma.connection;

import io.verbus.rdma.address.RdmaAddress;
import io.verbus.rdma.connection.PublisherHandshake.NoSuchLog;
import io.verbus.rdma.handshake.ConnectPrivateData;
import io.verbus.rdma.link.PublisherLink;
import io.verbus.rdma.verbs.ConnectionId;
import io.verbus.spi.ImageEnd.Failure;
import io.verbus.spi.ImageEnd;
import io.verbus.spi.LogAcceptor;
import io.verbus.spi.Request.Another;
import io.verbus.spi.Request.Resume;
import io.verbus.spi.Request;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** A local address where peers connect, for any number of logs and subscriptions. */
final class Listener implements AutoCloseable {
    private final RdmaAddress address;
    private ConnectionId id;
    private final List<LogAcceptor> logs = new ArrayList<>();
    private final List<ImageEnd> images = new ArrayList<>();
    /** Links accepted here; their subscribers receive the number of sessions. */
    private final Map<PublisherLink, String> links = new IdentityHashMap<>();

    Listener(final RdmaAddress address, final ConnectionId id) {
        this.address = address;
        this.id = id;
    }

    RdmaAddress address() {
        return address;
    }

    /** Its identifier; null while its device is lost. */
    ConnectionId id() {
        return id;
    }

    /** Its device is lost, or is back. */
    void id(final ConnectionId newId) {
        id = newId;
    }

    void add(final LogAcceptor log) {
        logs.add(log);
        updateSessions();
    }

    void add(final ImageEnd image) {
        images.add(image);
    }

    void remove(final LogAcceptor log) {
        if (logs.remove(log)) {
            updateSessions();
        }
    }

    void remove(final ImageEnd image) {
        images.remove(image);
    }

    boolean isEmpty() {
        return logs.isEmpty() && images.isEmpty();
    }

    /** The log that a request asks for. */
    LogAcceptor choose(final Request request) {
        final List<LogAcceptor> ofStream = logs.stream()
                .filter(log -> log.identity().stream().equals(request.stream())).toList();
        if (ofStream.isEmpty() && request.target() instanceof Another) {
            throw new NoSuchLog(Failure.NO_SESSION, "no stream " + request.stream() + " at this address: only "
                    + (logs.isEmpty()
                            ? "subscriptions"
                            : String.join(", ", logs.stream()
                                    .map(log -> log.identity().stream()).distinct().sorted().toList())));
        }
        return switch (request.target()) {
            case Another another -> ofStream.stream()
                    .filter(log -> !another.known().contains(log.identity().session())).findFirst()
                    .orElseThrow(() -> new NoSuchLog(Failure.NO_SESSION,
                            "no other session of stream " + request.stream()));
            case Resume resume -> ofStream.stream()
                    .filter(log -> log.identity().session() == resume.session()).findFirst()
                    .orElseThrow(() -> new NoSuchLog(Failure.GONE, "the requested session of stream " + request.stream()
                            + " has ended"));
        };
    }

    /** The subscription that matches a connecting publisher; null if none does. */
    ImageEnd choose(final ConnectPrivateData publisher) {
        return images.stream().filter(image -> ConnectPrivateData.hash(image.stream()) == publisher.stream())
                .findFirst()
                .orElse(null);
    }

    void joined(final PublisherLink link, final String stream) {
        links.keySet().removeIf(other -> other.epoch().isClosed());
        links.put(link, stream);
        link.sessions(sessions(stream));
    }

    private void updateSessions() {
        links.forEach((link, stream) -> link.sessions(sessions(stream)));
    }

    private int sessions(final String stream) {
        return (int) logs.stream().filter(log -> log.identity().stream().equals(stream)).count();
    }

    @Override
    public void close() {
        if (id != null) {
            id.close();
        }
    }
}

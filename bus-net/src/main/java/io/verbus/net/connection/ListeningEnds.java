package io.verbus.net.connection;

import io.verbus.BusException;
import io.verbus.net.handshake.StreamHash;
import io.verbus.spi.ImageEnd.Failure;
import io.verbus.spi.ImageEnd;
import io.verbus.spi.LogAcceptor;
import io.verbus.spi.LogLink;
import io.verbus.spi.Request;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The publications and subscriptions that listen at one address. By the conductor. */
public final class ListeningEnds {
    private final List<LogAcceptor> logs = new ArrayList<>();
    private final List<ImageEnd> images = new ArrayList<>();
    /** Links accepted here, with their streams. */
    private final Map<CountedLink, String> links = new IdentityHashMap<>();

    /** A publisher's link, whose subscriber receives the number of sessions of its stream at the address. */
    public interface CountedLink extends LogLink {
        /**
         * Sets the number.
         *
         * @param count of sessions
         */
        void sessions(int count);

        /** {@return whether its connection is closed} */
        boolean isClosed();
    }

    /** There is no log for a request. */
    public static final class NoSuchLog extends BusException {
        private static final long serialVersionUID = 1L;
        private final Failure kind;

        NoSuchLog(final Failure kind, final String message) {
            super(message);
            this.kind = kind;
        }

        /** {@return the kind, for the subscriber} */
        public Failure kind() {
            return kind;
        }
    }

    /** None at first. */
    public ListeningEnds() {
        // none
    }

    /**
     * Adds a publication.
     *
     * @param log that accepts subscribers
     */
    public void add(final LogAcceptor log) {
        logs.add(log);
        updateSessions();
    }

    /**
     * Adds a subscription.
     *
     * @param image that accepts publishers
     */
    public void add(final ImageEnd image) {
        images.add(image);
    }

    /**
     * Removes a publication, if it is here.
     *
     * @param log that was added
     */
    public void remove(final LogAcceptor log) {
        if (logs.remove(log)) {
            updateSessions();
        }
    }

    /**
     * Removes a subscription, if it is here.
     *
     * @param image that was added
     */
    public void remove(final ImageEnd image) {
        images.remove(image);
    }

    /** {@return whether nothing listens any more} */
    public boolean isEmpty() {
        return logs.isEmpty() && images.isEmpty();
    }

    /**
     * Chooses the log that a request asks for.
     *
     * @param request of a subscriber
     * @return the log
     * @throws NoSuchLog if there is none
     */
    public LogAcceptor choose(final Request request) {
        final List<LogAcceptor> ofStream = logs.stream()
                .filter(log -> log.identity().stream().equals(request.stream())).toList();
        final Optional<LogAcceptor> chosen = ofStream.stream()
                .filter(log -> request.target().admits(log.identity().session())).findFirst();
        if (chosen.isPresent()) {
            return chosen.get();
        }
        if (request.target() instanceof Request.Resume) {
            throw new NoSuchLog(Failure.GONE, "the requested session of stream " + request.stream() + " has ended");
        }
        throw new NoSuchLog(Failure.NO_SESSION, ofStream.isEmpty()
                ? "no stream " + request.stream() + " at this address: only " + streams()
                : "no other session of stream " + request.stream());
    }

    private String streams() {
        return logs.isEmpty()
                ? "subscriptions"
                : String.join(", ", logs.stream().map(log -> log.identity().stream()).distinct().sorted().toList());
    }

    /**
     * Chooses the subscription that matches a connecting publisher.
     *
     * @param stream {@link StreamHash} of the publisher's stream
     * @return the subscription; empty if none matches
     */
    public Optional<ImageEnd> choose(final long stream) {
        return images.stream().filter(image -> StreamHash.of(image.stream()) == stream).findFirst();
    }

    /**
     * Counts the sessions of a stream for a new link, from now on.
     *
     * @param link that was accepted here
     * @param stream that it carries
     */
    public void joined(final CountedLink link, final String stream) {
        links.keySet().removeIf(CountedLink::isClosed);
        links.put(link, stream);
        link.sessions(sessions(stream));
    }

    private void updateSessions() {
        links.forEach((link, stream) -> link.sessions(sessions(stream)));
    }

    private int sessions(final String stream) {
        return (int) logs.stream().filter(log -> log.identity().stream().equals(stream)).count();
    }
}

package io.verbus.net.connection;

import io.verbus.BusException;
import io.verbus.net.address.PeerAddress;
import io.verbus.spi.ImageEnd;
import io.verbus.spi.LogAcceptor;
import io.verbus.spi.LogConnector;
import io.verbus.spi.Request;
import io.verbus.spi.Transport;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A transport of connections: its listeners, and its handshakes until their epochs start. By the conductor.
 *
 * @param <A> its addresses
 * @param <L> its listeners
 * @param <H> its handshakes
 */
public abstract class ConnectedTransport<A extends PeerAddress, L extends Listening, H extends Handshake>
        implements
            Transport {
    private final List<L> listeners = new ArrayList<>();
    private final List<H> handshakes = new ArrayList<>();

    /** Without listeners and handshakes. */
    protected ConnectedTransport() {
        // none
    }

    /**
     * Parses an address.
     *
     * @param uri as the user wrote it
     * @return the address
     * @throws BusException if it is invalid
     */
    protected abstract A address(URI uri);

    /**
     * Listens at an address.
     *
     * @param at address of this host; a host name must be resolvable locally
     * @return the listener
     * @throws BusException if that is not possible
     */
    protected abstract L open(A at);

    /**
     * Begins to connect a log to a remote subscription.
     *
     * @param to address of the subscriber
     * @param end the log
     * @return the handshake
     */
    protected abstract H begin(A to, LogConnector end);

    /**
     * Begins to connect a subscription to a remote log.
     *
     * @param to address of the publisher
     * @param end the subscription
     * @param request to send
     * @return the handshake
     */
    protected abstract H begin(A to, ImageEnd end, Request request);

    /** {@return the listeners} */
    protected final List<L> listeners() {
        return listeners;
    }

    /** {@return the handshakes} */
    protected final List<H> handshakes() {
        return handshakes;
    }

    @Override
    public final void listen(final URI at, final LogAcceptor end) {
        listener(address(at)).ends().add(end);
    }

    @Override
    public final void listen(final URI at, final ImageEnd end) {
        listener(address(at)).ends().add(end);
    }

    private L listener(final A address) {
        for (final L listener : listeners) {
            if (listener.address().toString().equals(address.toString())) {
                if (!listener.address().uri().equals(address.uri())) {
                    throw new BusException("conflicting settings for listener " + address + ": "
                            + listener.address().uri() + " is in use: use the same settings for all that listen there");
                }
                return listener;
            }
        }
        final L listener = open(address);
        listeners.add(listener);
        return listener;
    }

    @Override
    public final void connect(final URI to, final LogConnector end) {
        handshakes.add(begin(address(to), end));
    }

    @Override
    public final void connect(final URI to, final ImageEnd end, final Request request) {
        handshakes.add(begin(address(to), end, request));
    }

    @Override
    public void forget(final LogAcceptor end) {
        forget(end, ends -> ends.remove(end));
    }

    @Override
    public final void forget(final ImageEnd end) {
        forget(end, ends -> ends.remove(end));
    }

    private void forget(final Object end, final Consumer<ListeningEnds> removal) {
        listeners.forEach(listener -> removal.accept(listener.ends()));
        listeners.stream().filter(listener -> listener.ends().isEmpty()).toList().forEach(listener -> {
            listeners.remove(listener);
            listener.close();
        });
        final List<H> its = handshakes.stream().filter(handshake -> handshake.exchange().end() == end).toList();
        its.forEach(Handshake::release);
        handshakes.removeAll(its);
    }

    /**
     * One duty cycle of the handshakes.
     *
     * @param nowNs on the monotonic clock
     * @return amount of work done
     */
    protected final int conductHandshakes(final long nowNs) {
        int work = 0;
        for (int i = 0; i < handshakes.size(); i++) { // the end of one may start another
            work += handshakes.get(i).conduct(nowNs);
        }
        handshakes.removeIf(handshake -> handshake.step() == Handshake.Step.DONE);
        return work;
    }
}

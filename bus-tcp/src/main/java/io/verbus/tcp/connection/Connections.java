package io.verbus.tcp.connection;

import io.verbus.BusException;
import io.verbus.net.connection.RefusedConnections;
import io.verbus.spi.ImageEnd;
import io.verbus.spi.LogAcceptor;
import io.verbus.spi.LogConnector;
import io.verbus.spi.Request;
import io.verbus.spi.TransportContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** All connections of a transport, from the first attempt until closed. By the conductor. */
public final class Connections implements AutoCloseable {
    private final ConnectionContext shared;
    private final List<Listener> listeners = new ArrayList<>();
    private final List<Handshake> handshakes = new ArrayList<>();

    /**
     * Initially none.
     *
     * @param context services of the bus
     */
    public Connections(final TransportContext context) {
        this.shared = new ConnectionContext(context, new Links(),
                new RefusedConnections(context.errorHandler(), context.clock()));
    }

    /**
     * Accepts subscribers of a log.
     *
     * @param at local address
     * @param end the log
     */
    public void listen(final TcpAddress at, final LogAcceptor end) {
        listener(at).ends().add(end);
    }

    /**
     * Accepts publishers for a subscription.
     *
     * @param at local address
     * @param end the subscription
     */
    public void listen(final TcpAddress at, final ImageEnd end) {
        listener(at).ends().add(end);
    }

    private Listener listener(final TcpAddress address) {
        for (final Listener listener : listeners) {
            if (listener.address().toString().equals(address.toString())) {
                if (!listener.address().uri().equals(address.uri())) {
                    throw new BusException("conflicting settings for listener " + address + ": "
                            + listener.address().uri() + " is in use: use the same settings for all that listen there");
                }
                return listener;
            }
        }
        final Listener listener = new Listener(shared, address);
        listeners.add(listener);
        return listener;
    }

    /**
     * Attempts once to connect a log to a remote subscription.
     *
     * @param to address of the subscriber
     * @param end the log
     */
    public void connect(final TcpAddress to, final LogConnector end) {
        handshakes.add(new PublisherHandshake(shared, to, end));
    }

    /**
     * Attempts once to connect a subscription to a remote log.
     *
     * @param to address of the publisher
     * @param end the subscription
     * @param request to send
     */
    public void connect(final TcpAddress to, final ImageEnd end, final Request request) {
        handshakes.add(new SubscriberHandshake(shared, to, end, request));
    }

    /**
     * Ends all attempts and listeners of a log.
     *
     * @param end that has listened or connected
     */
    public void forget(final LogAcceptor end) {
        forget(listener -> listener.ends().remove(end),
                handshake -> handshake instanceof PublisherHandshake publisher && publisher.end() == end);
    }

    /**
     * Ends all attempts and listeners of a subscription.
     *
     * @param end that has listened or connected
     */
    public void forget(final ImageEnd end) {
        forget(listener -> listener.ends().remove(end),
                handshake -> handshake instanceof SubscriberHandshake subscriber && subscriber.end() == end);
    }

    private void forget(final Consumer<Listener> removal, final Predicate<Handshake> which) {
        listeners.forEach(removal);
        listeners.stream().filter(listener -> listener.ends().isEmpty()).toList().forEach(listener -> {
            listeners.remove(listener);
            listener.close();
        });
        handshakes.stream().filter(which).forEach(Handshake::release);
        handshakes.removeIf(which);
    }

    /**
     * One duty cycle.
     *
     * @param nowNs on the monotonic clock
     * @return amount of work done
     */
    public int doWork(final long nowNs) {
        int work = 0;
        for (int i = 0; i < listeners.size(); i++) {
            work += listeners.get(i).conduct(nowNs, handshakes::add);
        }
        for (int i = 0; i < handshakes.size(); i++) { // the end of one may start another
            work += handshakes.get(i).conduct(nowNs);
        }
        handshakes.removeIf(handshake -> handshake.step() == Handshake.Step.DONE);
        shared.refused().conduct(nowNs);
        shared.links().conduct(nowNs);
        return work;
    }

    /** {@return whether a peer waits for the next duty cycle} */
    public boolean isUrgent() {
        return !handshakes.isEmpty() || listeners.stream().anyMatch(Listener::isGreeting) || shared.links().areUrgent();
    }

    @Override
    public void close() {
        handshakes.forEach(Handshake::release);
        handshakes.clear();
        shared.links().close();
        listeners.forEach(Listener::close);
        listeners.clear();
    }
}

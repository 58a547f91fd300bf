package io.verbus.internal.conductor;

import io.verbus.spi.ImageEnd;
import io.verbus.spi.LogAcceptor;
import io.verbus.spi.LogConnector;
import io.verbus.spi.ReceivePoller;
import io.verbus.spi.Request;
import io.verbus.spi.Transport;
import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * The transports of endpoints of several schemes, as one. {@link Transports} runs and closes the parts.
 *
 * @param parts by their scheme
 */
record CombinedTransport(Map<String, Transport> parts) implements Transport {
    private Transport of(final URI address) {
        return parts.get(address.getScheme());
    }

    @Override
    public void listen(final URI at, final LogAcceptor end) {
        of(at).listen(at, end);
    }

    @Override
    public void listen(final URI at, final ImageEnd end) {
        of(at).listen(at, end);
    }

    @Override
    public void connect(final URI to, final LogConnector end) {
        of(to).connect(to, end);
    }

    @Override
    public void connect(final URI to, final ImageEnd end, final Request request) {
        of(to).connect(to, end, request);
    }

    @Override
    public void forget(final LogAcceptor end) {
        parts.values().forEach(part -> part.forget(end));
    }

    @Override
    public void forget(final ImageEnd end) {
        parts.values().forEach(part -> part.forget(end));
    }

    @Override
    public ReceivePoller receivePoller(final int maxImages) {
        return new CombinedReceivePoller(
                parts.values().stream().map(part -> part.receivePoller(maxImages)).toList());
    }

    @Override
    public boolean pushesBySystemCall() {
        return parts.values().stream().anyMatch(Transport::pushesBySystemCall);
    }

    @Override
    public int doWork(final long nowNs) {
        return 0;
    }

    @Override
    public void close() {
        // the parts have other users
    }

    /** The arrivals at one polling thread by several transports. */
    private static final class CombinedReceivePoller implements ReceivePoller {
        /** An array, because a poll allocates nothing. */
        private final ReceivePoller[] all;

        CombinedReceivePoller(final List<ReceivePoller> all) {
            this.all = all.toArray(ReceivePoller[]::new);
        }

        @Override
        public int poll() {
            int arrivals = 0;
            for (final ReceivePoller one : all) {
                arrivals += one.poll();
            }
            return arrivals;
        }

        @Override
        public <T extends ReceivePoller> T part(final Class<T> type) {
            for (final ReceivePoller one : all) {
                if (type.isInstance(one)) {
                    return type.cast(one);
                }
            }
            throw new IllegalArgumentException("no part is a " + type.getName());
        }

        @Override
        public void close() {
            for (final ReceivePoller one : all) {
                one.close();
            }
        }
    }
}

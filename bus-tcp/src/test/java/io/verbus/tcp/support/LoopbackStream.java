package io.verbus.tcp.support;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BlockingPermission;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.support.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A publication and its subscriptions over loopback, on buses that have threads of their own. */
public final class LoopbackStream implements AutoCloseable {
    private static final String NAME = "s";

    private final Bus publishing;
    private final Bus subscribing;
    private final Publication publication;
    private final List<Subscription> subscriptions = new ArrayList<>();

    /**
     * Opens the publication, and subscriptions under {@link Policy#BLOCK} that read it.
     *
     * @param directory of both buses
     * @param count of subscriptions
     */
    public LoopbackStream(final Path directory, final int count) {
        final BusSettings settings = BusSettings.defaults().withHeartbeatTimeout(Duration.ofNanos(Patience.NS))
                .withProgressTimeout(Duration.ofNanos(Patience.NS));
        publishing = Bus.launch(settings.withDirectory(directory.resolve("publisher")));
        subscribing = Bus.launch(settings.withDirectory(directory.resolve("subscriber")));
        final String address = "tcp://127.0.0.1:" + freePort();
        publication = publishing.publish(PublicationSettings.of(NAME).withCapacity(1 << 16)
                .withBlocking(BlockingPermission.named(NAME)).withLinger(Duration.ZERO)
                .withEndpoints(Endpoint.listen(address)));
        for (int i = 0; i < count; i++) {
            subscriptions.add(subscribing.subscribe(SubscriptionSettings.of(NAME).withName(NAME)
                    .withPolicy(Policy.BLOCK).withEndpoints(Endpoint.connect(address))));
        }
        assertTrue(publication.awaitSubscribers(count, Duration.ofNanos(Patience.NS)));
    }

    private static int freePort() {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The publication. */
    public Publication publication() {
        return publication;
    }

    /** The subscriptions, each for one thread. */
    public List<Subscription> subscriptions() {
        return subscriptions;
    }

    @Override
    public void close() {
        publishing.close();
        subscribing.close();
    }
}

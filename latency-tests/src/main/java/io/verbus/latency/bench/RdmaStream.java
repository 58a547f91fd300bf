package io.verbus.latency.bench;

import io.verbus.BlockingPermission;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.latency.subject.Payload;
import java.time.Duration;

/**
 * A stream from one bus to another over RDMA, both in this process: the library {@code native/double} can stand in for
 * a device.
 *
 * @param publication of the stream
 * @param subscription to it, under BLOCK
 */
record RdmaStream(Publication publication, Subscription subscription) implements AutoCloseable {
    private static final int LENGTH = 64;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /**
     * Connects a stream.
     *
     * @param name of the stream
     * @param publishing bus of the publication
     * @param subscribing bus of the subscription
     * @param address of the publishing device: {@code host:port}
     */
    static RdmaStream open(final String name, final Bus publishing, final Bus subscribing, final String address) {
        final String uri = "rdma://" + address;
        final Publication publication = publishing.publish(PublicationSettings.of(name)
                .withBlocking(BlockingPermission.named("bench")).withEndpoints(Endpoint.listen(uri)));
        final Subscription subscription = subscribing.subscribe(SubscriptionSettings.of(name)
                .withName("bench").withPolicy(Policy.BLOCK).withEndpoints(Endpoint.connect(uri)));
        if (!publication.awaitSubscribers(1, PATIENCE)) {
            throw new BusException("the subscription to " + name + " did not connect");
        }
        return new RdmaStream(publication, subscription);
    }

    /** Publishes a message of 64 bytes. */
    void send(final long value) {
        final int offset = publication.claim(LENGTH);
        Payload.encode(publication.buffer(), offset, LENGTH, value);
        publication.commit();
    }

    @Override
    public void close() {
        subscription.close(); // first: else the publication lingers for it
        publication.close();
    }
}

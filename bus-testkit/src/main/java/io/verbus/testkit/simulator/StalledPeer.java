package io.verbus.testkit.simulator;

import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.spi.ReceivePoller;
import io.verbus.spi.ImageEnd;
import io.verbus.spi.ImageLink;
import io.verbus.spi.Offer;
import io.verbus.spi.Request;
import io.verbus.spi.SubscriptionIdentity;
import io.verbus.spi.Transport;
import io.verbus.spi.TransportContext;
import io.verbus.testkit.fabric.FabricProvider;
import java.net.URI;
import java.util.Set;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A peer on its own host that requests the oldest message of a publisher under {@link Policy#BLOCK}, takes some steps
 * of the handshake, and stops. After a complete handshake it reads nothing.
 */
final class StalledPeer implements ImageEnd {
    private final World world;
    private final FabricProvider device;
    private final Transport transport;
    private final ReceivePoller receivePoller;

    /** Connects. */
    StalledPeer(final World world, final String to) {
        this.world = world;
        this.device = world.fabric().process("stalled peer");
        this.transport = device.open(new TransportContext(world.time()::nowNs, new SplittableRandom(0), error -> {}));
        this.receivePoller = transport.receivePoller(1);
        final long id = world.dice().seed();
        transport.connect(URI.create(to), this, new Request(World.STREAM,
                new SubscriptionIdentity(id, "stalled peer", Policy.BLOCK, id, 1),
                new Request.Another(Set.of(), Start.oldest())));
        world.note("stalled peer", SimEvent.STALLED_PEER_CAME, "");
    }

    /** Takes one step. */
    void step() {
        transport.doWork(world.time().nowNs());
        world.note("stalled peer", SimEvent.STALLED_PEER_STEP, "");
    }

    /** Its process ends. */
    void die() {
        device.kill();
    }

    @Override
    public String stream() {
        return World.STREAM;
    }

    @Override
    public ReceivePoller receivePoller() {
        return receivePoller;
    }

    @Override
    public Request request(final long session) {
        throw new AssertionError("the stalledPeer does not listen");
    }

    @Override
    public UnsafeBuffer offered(final Request request, final Offer offer) {
        return new UnsafeBuffer(new byte[offer.identity().capacity()]);
    }

    @Override
    public void joined(final Request request, final Offer offer, final ImageLink link) {
        world.note("stalled peer", SimEvent.STALLED_PEER_JOINED, "");
    }

    @Override
    public void failed(final Request request, final Failure failure, final String cause) {
        world.trace("stalled peer", cause);
    }
}

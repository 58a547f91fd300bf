package io.verbus.testkit.transport.traffic;

import io.verbus.Publication;
import io.verbus.Subscription;
import io.verbus.support.Patience;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.transport.PeerWord;
import io.verbus.testkit.transport.TwoHosts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * Two buses over a real transport, in one process. The test advances their clock, the network goes by itself, so the
 * conductors run until nothing is in flight.
 */
public abstract class DrivenHosts extends TwoHosts {
    /** Idle time after which credit that is not due is sent. */
    private static final Duration IDLE = Duration.ofMillis(1);
    /** The clock is read in one of so many empty polls. */
    private static final int EMPTY_POLLS = 16;

    private final Traffic traffic;
    private final SplittableRandom random = new SplittableRandom(Seeds.draw());

    /**
     * Opens both.
     *
     * @param directory of their buses
     * @param publishing the side of publications
     * @param subscribing the side of subscriptions
     * @param traffic that watches both transports
     */
    protected DrivenHosts(final Path directory, final Side publishing, final Side subscribing, final Traffic traffic) {
        super(directory, publishing, subscribing);
        this.traffic = traffic;
    }

    /** The traffic between them. */
    protected final Traffic traffic() {
        return traffic;
    }

    /** After each duty cycle of both, while they settle. */
    protected void ran() {
        // nothing is repaired
    }

    /** Whether the network holds something that it will deliver later. */
    protected boolean isHolding() {
        return false;
    }

    @Override
    public void settle() {
        final long deadlineNs = System.nanoTime() + Patience.NS;
        long before;
        do {
            traffic.pollPending();
            before = traffic.state();
            run(deadlineNs);
            ran();
        } while (!traffic.isAtRest() || traffic.state() != before || isHolding());
    }

    /** One duty cycle of both. */
    protected final void run(final long deadlineNs) {
        subscribing().doWork();
        publishing().doWork();
        if (System.nanoTime() > deadlineNs) {
            throw new AssertionError("traffic does not settle in " + Patience.NS / 1_000_000 + " ms: " + traffic);
        }
    }

    /** A thread that has read all messages keeps polling, and so returns credit. */
    @Override
    public boolean arrive() {
        final long before = traffic.state();
        settle();
        final long deadlineNs = System.nanoTime() + Patience.NS;
        while (traffic.isCreditOwed()) {
            tick(IDLE);
            for (int i = 0; i < EMPTY_POLLS; i++) {
                traffic.pollForCredit();
            }
            run(deadlineNs);
        }
        settle();
        return traffic.state() != before;
    }

    /** Settling processes arrivals, which returns credit for more writes; or only the socket limits them. */
    @Override
    public boolean canRunOutOfWrites() {
        return false;
    }

    @Override
    public void breakLinks() {
        traffic.breakAll(random);
    }

    /** None: a peer writes none, or corrupted words have tests of their own. */
    @Override
    public List<PeerWord> wordsOf(final Publication publication) {
        return List.of();
    }

    /** None: a peer writes none, or corrupted words have tests of their own. */
    @Override
    public List<PeerWord> wordsOf(final Subscription subscription) {
        return List.of();
    }

    /** The publisher's bus closes its connections when the subscriber's bus has. */
    @Override
    public void close() {
        beginClose();
        final CompletableFuture<Void> closed = CompletableFuture.runAsync(publishing()::close);
        while (!closed.isDone()) {
            subscribing().doWork();
        }
        closed.join();
        super.close();
    }

    @Override
    public String toString() {
        return traffic.toString();
    }
}

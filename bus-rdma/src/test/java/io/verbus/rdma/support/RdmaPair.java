package io.verbus.rdma.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.Publication;
import io.verbus.Subscription;
import io.verbus.rdma.RdmaProvider;
import io.verbus.rdma.link.ManagedLink;
import io.verbus.spi.Link;
import io.verbus.testkit.transport.traffic.Traffic;
import io.verbus.rdma.verbs.Lab;
import io.verbus.rdma.verbs.VerbsDouble;
import io.verbus.testkit.Patience;
import io.verbus.testkit.seeds.Seeds;
import io.verbus.testkit.transport.PeerWord;
import io.verbus.testkit.transport.TwoHosts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Two buses that connect over an RDMA device, in one process. Their clock is advanced by the test, that of the device
 * by itself, so the conductors run until nothing is in flight.
 */
public final class RdmaPair extends TwoHosts {
    /** Idle time after which credit that is not due is sent. */
    private static final Duration IDLE = Duration.ofMillis(1);
    /** The clock is read in one of so many empty polls. */
    private static final int EMPTY_POLLS = 16;

    private static final int SLOWER = 20;

    private final Traffic traffic;
    private final SplittableRandom random = new SplittableRandom(Seeds.draw());
    private long swapped = Counters.swapped();
    private final long notReady = Counters.receiverNotReady();

    private RdmaPair(final Path directory, final String host, final int port, final Traffic traffic) {
        super(directory, new Side(uri(host, port), traffic.watch(new RdmaProvider())),
                new Side(uri(host, port + 1), traffic.watch(new RdmaProvider())));
        this.traffic = traffic;
    }

    /** On iWARP a silent peer is given up, which most tests of silence do not expect. */
    private static String uri(final String host, final int port) {
        return "rdma://" + host + ":" + port + "?silence=600000&" + Secrets.PARAMETER;
    }

    /** Moves the queue pair of a link to the error state. */
    public static void cut(final Link link) {
        ((ManagedLink) link).epoch().queuePair().toError();
    }

    /** Opens both; skips the test without a device. */
    public static RdmaPair open(final Path directory) {
        return new RdmaPair(directory, Lab.address(), Ports.next(),
                new Traffic(RdmaPair::cut));
    }

    @Override
    public void settle() {
        final long deadlineNs = System.nanoTime() + Patience.NS;
        long before;
        do {
            traffic.pollPending();
            before = traffic.state();
            lock(deadlineNs);
            repairSwapped();
        } while (!traffic.isAtRest() || traffic.state() != before || Counters.held() > 0);
    }

    /** A credit that an older one has overwritten is repaired by the next heartbeat, which the clock gives. */
    private void repairSwapped() {
        final long now = Counters.swapped();
        if (now != swapped) {
            swapped = now;
            traffic.sendCredit();
        }
    }

    @Override
    public void settleSubscriber() {
        final long deadlineNs = System.nanoTime() + Patience.NS;
        do {
            subscribing().doWork();
            if (System.nanoTime() > deadlineNs) {
                throw new AssertionError("no READ completes in " + Patience.NS / 1_000_000 + " ms: " + traffic);
            }
        } while (traffic.isReading());
    }

    private void lock(final long deadlineNs) {
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
            lock(deadlineNs);
        }
        settle();
        return traffic.state() != before;
    }

    /** In the lab the processor is emulated, and each push is done by the kernel; the double runs in every build. */
    @Override
    public int times(final int count) {
        return count / SLOWER;
    }

    /** Settling processes arrivals, which returns credit for more writes. */
    @Override
    public boolean canRunOutOfWrites() {
        return false;
    }

    @Override
    public boolean canMergePushes() {
        return !VerbsDouble.isHere();
    }

    @Override
    public void breakLinks() {
        traffic.breakAll(random);
    }

    /** None: corrupted words have tests of their own. */
    @Override
    public List<PeerWord> wordsOf(final Publication publication) {
        return List.of();
    }

    /** None: corrupted words have tests of their own. */
    @Override
    public List<PeerWord> wordsOf(final Subscription subscription) {
        return List.of();
    }

    @Override
    public String toString() {
        return traffic.toString();
    }

    @Override
    public void close() {
        super.close();
        assertEquals(notReady, Counters.receiverNotReady(), "receiver not ready");
    }
}

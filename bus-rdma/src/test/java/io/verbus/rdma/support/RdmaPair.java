package io.verbus.rdma.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.Publication;
import io.verbus.Subscription;
import io.verbus.rdma.RdmaProvider;
import io.verbus.rdma.support.traffic.Traffic;
import io.verbus.rdma.verbs.Lab;
import io.verbus.testkit.transport.TwoHosts;
import io.verbus.testkit.transport.Word;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Two buses that meet over a real device, in one process. Their time passes when it is told, the device's by itself: so
 * the conductors take turns until nothing is under way any more.
 */
public final class RdmaPair extends TwoHosts {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(20);
    /** After which credit is given that is not due, in polls that find nothing. */
    private static final Duration IDLE = Duration.ofMillis(1);
    /** The clock is looked at in one of so many. */
    private static final int EMPTY_POLLS = 16;

    private static final int SLOWER = 20;

    private final Traffic traffic;
    private final SplittableRandom random = new SplittableRandom();
    private final long notReady = Counters.receiverNotReady();

    private RdmaPair(final Path directory, final String host, final int port, final Traffic traffic) {
        super(directory, new Side("rdma://" + host + ":" + port, traffic.watch(new RdmaProvider())),
                new Side("rdma://" + host + ":" + (port + 1), traffic.watch(new RdmaProvider())));
        this.traffic = traffic;
    }

    /** Opens both; skips the test unless there is a device. */
    public static RdmaPair open(final Path directory) {
        return new RdmaPair(directory, Lab.address(), 2 * ThreadLocalRandom.current().nextInt(5_000, 15_000),
                new Traffic());
    }

    @Override
    public void settle() {
        final long deadlineNs = System.nanoTime() + PATIENCE_NS;
        long before;
        do {
            traffic.takeIn();
            before = traffic.stand();
            turn(deadlineNs);
        } while (!traffic.isAtRest() || traffic.stand() != before);
    }

    @Override
    public void settleSubscriber() {
        final long deadlineNs = System.nanoTime() + PATIENCE_NS;
        do {
            subscribing().doWork();
            if (System.nanoTime() > deadlineNs) {
                throw new AssertionError("nothing is read in " + PATIENCE_NS / 1_000_000 + " ms: " + traffic);
            }
        } while (traffic.isReading());
    }

    private void turn(final long deadlineNs) {
        subscribing().doWork();
        publishing().doWork();
        if (System.nanoTime() > deadlineNs) {
            throw new AssertionError("it does not come to rest in " + PATIENCE_NS / 1_000_000 + " ms: " + traffic);
        }
    }

    /** A thread that has read what there was goes on polling, and so gives credit back. */
    @Override
    public boolean arrive() {
        final long before = traffic.stand();
        settle();
        final long deadlineNs = System.nanoTime() + PATIENCE_NS;
        while (traffic.isCreditOwed()) {
            tick(IDLE);
            for (int i = 0; i < EMPTY_POLLS; i++) {
                traffic.pollForCredit();
            }
            turn(deadlineNs);
        }
        settle();
        return traffic.stand() != before;
    }

    /** In the lab the processor is emulated, and whatever is pushed is the kernel's work. */
    @Override
    public int times(final int count) {
        return count / SLOWER;
    }

    /** To settle is to take in what arrives, and with that goes credit for more writes. */
    @Override
    public boolean canRunOutOfWrites() {
        return false;
    }

    @Override
    public void breakLinks() {
        traffic.breakAll(random);
    }

    /** None: who lies between hosts has tests of its own. */
    @Override
    public List<Word> wordsOf(final Publication publication) {
        return List.of();
    }

    /** None: who lies between hosts has tests of its own. */
    @Override
    public List<Word> wordsOf(final Subscription subscription) {
        return List.of();
    }

    @Override
    public String toString() {
        return traffic.toString();
    }

    @Override
    public void close() {
        super.close();
        assertEquals(notReady, Counters.receiverNotReady(), "a write found no receive");
    }
}

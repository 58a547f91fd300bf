package io.verbus.rdma.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.rdma.RdmaProvider;
import io.verbus.rdma.link.ManagedLink;
import io.verbus.rdma.verbs.Lab;
import io.verbus.rdma.verbs.VerbsDouble;
import io.verbus.spi.Link;
import io.verbus.support.Patience;
import io.verbus.testkit.transport.traffic.DrivenHosts;
import io.verbus.testkit.transport.traffic.Traffic;
import java.nio.file.Path;

/**
 * Two buses that connect over an RDMA device, in one process. Their clock is advanced by the test, that of the device
 * by itself, so the conductors run until nothing is in flight.
 */
public final class RdmaPair extends DrivenHosts {
    private static final int SLOWER = 20;

    private long swapped = Counters.swapped();
    private final long notReady = Counters.receiverNotReady();

    private RdmaPair(final Path directory, final String host, final int port, final Traffic traffic) {
        super(directory, new Side(uri(host, port), traffic.watch(new RdmaProvider())),
                new Side(uri(host, port + 1), traffic.watch(new RdmaProvider())), traffic);
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

    /** A credit that an older one has overwritten is repaired by the next heartbeat, which the clock gives. */
    @Override
    protected void ran() {
        final long now = Counters.swapped();
        if (now != swapped) {
            swapped = now;
            traffic().sendCredit();
        }
    }

    @Override
    protected boolean isHolding() {
        return Counters.held() > 0;
    }

    @Override
    public void settleSubscriber() {
        final long deadlineNs = System.nanoTime() + Patience.NS;
        do {
            subscribing().doWork();
            if (System.nanoTime() > deadlineNs) {
                throw new AssertionError("no READ completes in " + Patience.NS / 1_000_000 + " ms: " + traffic());
            }
        } while (traffic().isReading());
    }

    /** In the lab the processor is emulated, and each push is done by the kernel; the double runs in every build. */
    @Override
    public int times(final int count) {
        return count / SLOWER;
    }

    @Override
    public boolean canMergePushes() {
        return !VerbsDouble.isHere();
    }

    @Override
    public void close() {
        super.close();
        assertEquals(notReady, Counters.receiverNotReady(), "receiver not ready");
    }
}

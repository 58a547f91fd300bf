package io.verbus.rdma.support;

import io.verbus.Bus;
import io.verbus.rdma.RdmaProvider;
import io.verbus.testkit.transport.traffic.Traffic;
import io.verbus.rdma.verbs.Lab;
import io.verbus.spi.TransportProvider;
import io.verbus.testkit.Patience;
import io.verbus.testkit.transport.MirrorNetwork;
import java.util.List;

/** A host mirror over an RDMA device, with all buses in one process. */
public final class RdmaMirrorNetwork implements MirrorNetwork {

    private final Traffic traffic = new Traffic(RdmaPair::cut);
    private final String address = "rdma://" + Lab.address() + ":" + Ports.next() + "?silence=600000&"
            + Secrets.PARAMETER;

    /** Skips the test without a device. */
    public RdmaMirrorNetwork() {
    }

    @Override
    public TransportProvider process(final boolean publishing) {
        return traffic.watch(new RdmaProvider());
    }

    /** Also breaks the connection of the owner if another member is killed: there is only one. */
    @Override
    public void kill(final TransportProvider process) {
        traffic.endImages();
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public void settle(final List<Bus> buses, final long nowNs) {
        final long deadlineNs = System.nanoTime() + Patience.NS;
        long before;
        do {
            traffic.pollPending();
            before = traffic.state();
            buses.forEach(Bus::doWork);
            if (System.nanoTime() > deadlineNs) {
                throw new AssertionError("traffic does not settle: " + traffic);
            }
        } while (!traffic.isAtRest() || traffic.state() != before);
    }

    @Override
    public long connections() {
        return traffic.connections();
    }

    @Override
    public void closing() {
        // conductors run while a bus closes
    }

    @Override
    public void close() {
        // every bus has closed its transport
    }
}

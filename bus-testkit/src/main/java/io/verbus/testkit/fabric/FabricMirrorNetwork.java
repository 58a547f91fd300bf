package io.verbus.testkit.fabric;

import io.verbus.Bus;
import io.verbus.spi.TransportProvider;
import io.verbus.testkit.fabric.link.FabricSettings;
import io.verbus.testkit.transport.MirrorNetwork;
import java.util.List;

/** A host mirror on the simulated fabric. */
public final class FabricMirrorNetwork implements MirrorNetwork {
    private static final int MAX_ROUNDS = 10_000;

    private final Fabric fabric;

    /** A fabric with prompt or moody devices. */
    public FabricMirrorNetwork(final FabricSettings settings) {
        fabric = new Fabric(System.nanoTime(), settings);
    }

    @Override
    public TransportProvider process(final boolean publishing) {
        return fabric.process(publishing ? "publishing" : "subscribing");
    }

    @Override
    public void kill(final TransportProvider process) {
        ((FabricProvider) process).kill();
    }

    @Override
    public String address() {
        return "sim://publishing:1";
    }

    @Override
    public void settle(final List<Bus> buses, final long nowNs) {
        long before = -1;
        for (int round = 0; before != progress() || fabric.isConnecting(); round++) {
            if (round > MAX_ROUNDS) {
                throw new AssertionError("the hosts do not settle: " + fabric.notes());
            }
            before = progress();
            for (final Bus bus : buses) {
                bus.doWork();
                fabric.settle(nowNs);
            }
        }
    }

    private long progress() {
        return fabric.writes() + fabric.reads() + fabric.refusals();
    }

    @Override
    public long connections() {
        return fabric.links() / 2;
    }

    @Override
    public void closing() {
        fabric.driveItself();
    }

    @Override
    public void close() {
        if (!fabric.breaches().isEmpty()) {
            throw new AssertionError(fabric.breaches().toString());
        }
    }
}

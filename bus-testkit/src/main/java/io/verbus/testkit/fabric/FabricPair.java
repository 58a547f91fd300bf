package io.verbus.testkit.fabric;

import io.verbus.Publication;
import io.verbus.Pusher;
import io.verbus.Subscription;
import io.verbus.testkit.fabric.link.FabricSettings;
import io.verbus.testkit.transport.PeerWord;
import io.verbus.testkit.transport.TwoHosts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Two buses on two hosts of a fabric. */
public final class FabricPair extends TwoHosts {
    private static final int MAX_ROUNDS = 10_000;
    /** Share of the repetitions, in percent. */
    private static final int PERCENT = Integer.getInteger("verbus.conformance", 30);

    private final Fabric fabric;
    private final FabricProvider publishingProcess;
    private final FabricProvider subscribingProcess;

    private final Pusher[] pushers;

    private FabricPair(final Path directory, final Fabric fabric, final FabricProvider publishingProcess,
            final FabricProvider subscribingProcess, final Pusher... pushers) {
        super(directory, new Side("sim://publishing:1", publishingProcess, fabric.ids()),
                new Side("sim://subscribing:2", subscribingProcess, fabric.ids()));
        this.fabric = fabric;
        this.publishingProcess = publishingProcess;
        this.subscribingProcess = subscribingProcess;
        this.pushers = pushers;
    }

    /** Opens both buses. */
    public static FabricPair open(final Path directory, final FabricSettings settings) {
        return open(directory, new Fabric(System.nanoTime(), settings));
    }

    /** Opens both buses, on their own fabric. While the pair settles, it also steps the pushers of its publications. */
    public static FabricPair open(final Path directory, final Fabric fabric, final Pusher... pushers) {
        return new FabricPair(directory, fabric, fabric.process("publishing"), fabric.process("subscribing"), pushers);
    }

    public Fabric fabric() {
        return fabric;
    }

    /** The time of both hosts. */
    public long now() {
        return nowNs();
    }

    /** Advances the time of both hosts only. */
    public void elapse(final Duration time) {
        tick(time);
    }

    @Override
    protected Pusher[] pushers() {
        return pushers;
    }

    @Override
    public int times(final int count) {
        return Math.max(1, count * PERCENT / 100);
    }

    @Override
    public void breakLinks() {
        fabric.breakAll();
    }

    @Override
    public void settle() {
        long before = -1;
        for (int round = 0; before != progress() || fabric.isConnecting(); round++) {
            if (round > MAX_ROUNDS) {
                throw new AssertionError("the pair does not settle: " + fabric.notes());
            }
            before = progress();
            subscribing().doWork();
            fabric.settle(nowNs());
            for (final Pusher pusher : pushers) {
                pusher.doWork();
            }
            publishing().doWork();
            fabric.settle(nowNs());
        }
    }

    @Override
    public void settleSubscriber() {
        long before = -1;
        while (before != progress()) {
            before = progress();
            subscribing().doWork();
            fabric.settle(nowNs());
        }
    }

    /** A request that a device refused is repeated in the next duty cycle, so the pair is not at rest. */
    private long progress() {
        return fabric.writes() + fabric.reads() + fabric.refusals();
    }

    @Override
    public boolean arrive() {
        final long before = fabric.writes() + fabric.reads();
        settle();
        return fabric.writes() + fabric.reads() != before;
    }

    @Override
    public List<PeerWord> wordsOf(final Publication publication) {
        return fabric.words(subscribingProcess);
    }

    @Override
    public List<PeerWord> wordsOf(final Subscription subscription) {
        return fabric.words(publishingProcess);
    }

    @Override
    public String toString() {
        return fabric.toString();
    }

    @Override
    public void close() {
        fabric.driveItself();
        super.close();
        if (!fabric.breaches().isEmpty()) {
            throw new AssertionError(fabric.breaches().toString());
        }
        if (fabric.links() > 0) {
            throw new AssertionError("links not closed: " + fabric.links());
        }
    }
}

package io.verbus.testkit.order;

import io.verbus.Action;
import io.verbus.BlockingPermission;
import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.Subscriber;
import io.verbus.SubscriberListener;
import io.verbus.internal.monitor.BackPressureCounters;
import io.verbus.internal.publisher.BlockingBudgets;
import io.verbus.internal.publisher.LocalReaders;
import io.verbus.internal.publisher.ReaderSettings;
import io.verbus.internal.shm.BusDirectory;
import io.verbus.internal.shm.StreamDirectory;
import io.verbus.testkit.memory.Interleaving;
import java.util.Map;

/** A publisher awaits a reader that joins live, and commits its messages when the reader is ready. */
public final class Awaiting extends OneLog {
    static final Map<String, String> OUTCOMES = Map.of(
            "never ready", "the reader joins after the publisher's last check",
            "ready", "every message since then is delivered",
            "ready late", "the same, after messages that were committed before");

    private static final int LOOKS = 5;

    private LocalReaders readers;
    /** Sequence of the first message that the publisher committed after the reader was ready. */
    private long promised = -1;

    @Override
    public void stage(final Interleaving played) {
        final BusDirectory directory = BusDirectory.open(played.directory());
        final StreamDirectory stream = directory.stream("s");
        touch(directory.lock(PROCESS), stream.positions(SUBSCRIPTION), stream.log(SESSION));
        create(played, stream.log(SESSION), () -> readers.lowest());
        readers = new LocalReaders(log, directory, stream, new ReaderSettings(Long.MAX_VALUE, Long.MAX_VALUE,
                new BlockingBudgets(BlockingPermission.allowed(), Long.MAX_VALUE, CAPACITY), SubscriberListener.NONE,
                error -> played.fail(error.toString()), reader -> BackPressureCounters.NONE), 0);
        readers.writer(writer);
        subscribe(stream.positions(SUBSCRIPTION), Policy.values()[played.choose(Policy.values().length)]);
        readers.doWork(0);
        played.actor("publisher", () -> {
            for (int i = 0; i < LOOKS; i++) {
                readers.doWork(0); // the conductor's lock orders its work with the publisher's check
                if (promised < 0 && readers.describe().stream().anyMatch(Subscriber::isReady)) {
                    promised = writer.sequence();
                }
                publish(40);
            }
        });
        played.actor("reader", () -> join(Start.live()));
    }

    @Override
    public String outcome() {
        image.poll((buffer, offset, length, header) -> { // all actors are done: no frame is overwritten
            got.add(header.sequence());
            return Action.TAKEN;
        }, 2 * LOOKS);
        check();
        if (promised < 0) {
            return "never ready";
        }
        if (got.isEmpty() || got.getFirst() > promised) {
            throw new AssertionError("ready before message " + promised + ", but delivered " + got);
        }
        return promised == 0 ? "ready" : "ready late";
    }
}

package io.verbus.testkit.order;

import io.verbus.BlockingPermission;
import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.SubscriberListener;
import io.verbus.internal.log.Acknowledgements;
import io.verbus.internal.monitor.BackPressureCounters;
import io.verbus.internal.publisher.BlockingBudgets;
import io.verbus.internal.publisher.LocalReaders;
import io.verbus.internal.publisher.ReaderSettings;
import io.verbus.internal.shm.BusDirectory;
import io.verbus.internal.shm.PeerPositions;
import io.verbus.internal.shm.StreamDirectory;
import io.verbus.testkit.memory.Interleaving;
import java.util.Map;

/** A reader joins at the oldest message and requests an acknowledgement while the publisher releases that message. */
public final class JoiningScenario extends OneLog {
    static final Map<String, String> OUTCOMES = Map.of(
            "read in place, the publisher waits", "the reader is acknowledged before the claim checks the readers",
            "read in place", "the same, and it has passed the requested horizon before that check",
            "read in place, too late for the oldest", "the claim comes first; the reader requests again later",
            "read copies, the publisher waits",
            "acknowledged before the claim checks, but the reader does not see it yet",
            "read copies", "not acknowledged, but it copies before the publisher overwrites",
            "read copies, too late for the oldest", "the claim comes first");

    private LocalReaders readers;
    private int published;
    /** The publisher has promised to wait from this message on. */
    private long promised = Long.MAX_VALUE;

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
        subscribe(stream.positions(SUBSCRIPTION), Policy.BLOCK);
        publish(15, LONG);
        readers.doWork(0);
        final boolean hasAsked = played.choose(2) == 0;
        if (hasAsked) {
            join(Start.oldest());
        }
        played.actor("publisher", () -> {
            for (int i = 0; i < 2; i++) {
                published += publish(LONG) ? 1 : 0;
            }
        });
        played.actor("conductor", () -> {
            for (int i = 0; i < 3; i++) {
                readers.doWork(0);
                notePromise(stream);
            }
        });
        played.actor("reader", () -> {
            if (!hasAsked) {
                join(Start.oldest());
            }
            for (int i = 0; i < 3; i++) {
                poll(1);
            }
        });
    }

    private void notePromise(final StreamDirectory stream) {
        final int acknowledgement = Acknowledgements.find(log.header(), SUBSCRIPTION, 0);
        final PeerPositions seen = PeerPositions.attach(stream.positions(SUBSCRIPTION));
        if (Acknowledgements.isAcknowledged(log.header(), acknowledgement, seen.join(0))) {
            promised = Math.min(promised, seen.position(0) / CHUNK);
        }
    }

    @Override
    public String outcome() {
        check();
        if (missing().stream().anyMatch(sequence -> sequence >= promised)) {
            throw new AssertionError("acknowledged from message " + promised + ", but received " + recording.events());
        }
        final String late = missing().isEmpty() && (got.isEmpty() || got.getFirst() == 0)
                ? published < 2 ? ", the publisher waits" : ""
                : ", too late for the oldest";
        return (inPlace > 0 ? "read in place" : "read copies") + late;
    }
}

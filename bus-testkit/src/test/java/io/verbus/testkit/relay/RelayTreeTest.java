package io.verbus.testkit.relay;

import static io.verbus.testkit.transport.RelayedHosts.PUBLISHER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.support.Payloads;
import io.verbus.support.ShmDir;
import io.verbus.support.seeds.Dice;
import io.verbus.support.seeds.HistoryState;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.fabric.Fabric;
import io.verbus.testkit.fabric.link.FabricSettings;
import io.verbus.testkit.oracle.SessionOracle;
import io.verbus.testkit.oracle.SubscriptionOracle;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.RelayedHosts;
import io.verbus.testkit.transport.RelayedHosts.Reading;
import io.verbus.testkit.transport.SteppedBuses;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** 256 hosts in a tree: 16 relays read the publisher, and each serves 15 others and the readers of its host. */
class RelayTreeTest {
    private static final int DEGREE = 16;
    private static final int HOSTS = DEGREE * DEGREE;
    private static final int BATCH = 20;
    private static final int BATCHES = 100;
    private static final int LONGEST = 200;
    private static final int ROUNDS = 2_000;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final Dice dice = new Dice(Seeds.draw());
    private final Deque<Integer> away = new ArrayDeque<>();
    private RelayedHosts hosts;
    private CheckedFeed feed;
    private List<CheckedReader> readers;

    @Test
    void everyHostGetsEverythingWhileRelaysDie() {
        hosts = RelayedHosts.open(directory, new Fabric(dice.seed(), FabricSettings.prompt()), HistoryState.STREAM,
                IntStream.range(0, HOSTS).mapToObj(RelayTreeTest::reading).toArray(Reading[]::new));
        try {
            final var publication = hosts.begin(PublicationSettings.of(HistoryState.STREAM)
                    .withCapacity(HistoryState.CAPACITY));
            feed = new CheckedFeed(publication, payloads(publication.session().id()), hosts);
            readers = IntStream.range(0, HOSTS).mapToObj(this::reader).toList();
            for (int batch = 0; batch < BATCHES; batch++) {
                if (dice.oneIn(3)) {
                    replaceOne();
                }
                feed.offer(BATCH);
                step();
            }
            away.forEach(hosts::start);
            for (int round = 0; round < ROUNDS && !readers.stream().allMatch(this::isComplete); round++) {
                step();
            }
            assertTrue(feed.sequence() > BATCHES, feed.sequence() + " messages");
            readers.forEach(this::assertComplete);
        } finally {
            hosts.close();
        }
    }

    /** The relays of the second level have two parents. */
    private static Reading reading(final int host) {
        if (host < DEGREE) {
            return new Reading(Policy.BLOCK, PUBLISHER);
        }
        final int parent = (host - DEGREE) / (DEGREE - 1);
        return new Reading(Policy.BLOCK, parent, (parent + 1) % DEGREE);
    }

    private static Payloads payloads(final long session) {
        return new Payloads(session, sequence -> (int) (sequence % LONGEST));
    }

    private CheckedReader reader(final int host) {
        final SubscriptionOracle oracle = new SubscriptionOracle(RelayTreeTest::payloads);
        return new CheckedReader(hosts.readers(host).subscribe(SubscriptionSettings.of(HistoryState.STREAM)
                .withPolicy(Policy.BLOCK).withStart(Start.oldest()).withListener(oracle)), oracle, hosts);
    }

    /** A relay of any level dies; the one that has been away for longest returns. */
    private void replaceOne() {
        final int relay = dice.below(HOSTS);
        if (hosts.isRunning(relay)) {
            hosts.kill(relay);
            away.add(relay);
        }
        if (away.size() > 3) {
            hosts.start(away.remove());
        }
    }

    private void step() {
        hosts.run(SteppedBuses.DUTY_CYCLE);
        readers.forEach(reader -> reader.poll(Integer.MAX_VALUE));
    }

    private boolean isComplete(final CheckedReader reader) {
        final SessionOracle session = reader.oracle().of(feed.publication().session());
        return session != null && session.next() == feed.sequence();
    }

    private void assertComplete(final CheckedReader reader) {
        assertEquals(List.of(), reader.oracle().faults());
        final SessionOracle session = reader.oracle().of(feed.publication().session());
        assertNotNull(session, () -> "a reader has not met the session: " + hosts.errors());
        assertEquals(feed.sequence(), session.next(), () -> reader.events().toString());
        assertEquals(session.next(), session.first() + session.delivered() + session.missed());
    }
}

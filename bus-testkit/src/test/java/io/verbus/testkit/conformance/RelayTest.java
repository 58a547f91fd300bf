package io.verbus.testkit.conformance;

import static io.verbus.testkit.transport.RelayedHosts.PUBLISHER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.GapCause;
import io.verbus.LossCause;
import io.verbus.Policy;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.fabric.Fabric;
import io.verbus.testkit.fabric.link.FabricSettings;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.Conformance;
import io.verbus.testkit.transport.RelayedHosts;
import io.verbus.testkit.transport.RelayedHosts.Reading;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What only a relay does: it passes gaps down, ends, comes back, and changes its parent. */
class RelayTest extends Conformance {
    /** Time after which a connection that has ended is restored. */
    private static final Duration HEALED = Duration.ofMillis(600);

    RelayTest() {
        super(directory -> RelayedHosts.open(directory, new Fabric(Seeds.draw(), FabricSettings.prompt()), STREAM,
                new Reading(Policy.SKIP, PUBLISHER), new Reading(Policy.BLOCK, PUBLISHER),
                new Reading(Policy.BLOCK, 1, 0)));
    }

    private RelayedHosts hosts() {
        return (RelayedHosts) transport();
    }

    private CheckedReader subscribeOn(final int host, final SubscriptionSettings settings) {
        return read(settings, all -> {
            transport().settle();
            final var subscription = hosts().readers(host).subscribe(all);
            transport().settle();
            return subscription;
        });
    }

    private CheckedReader blockingOn(final int host) {
        return subscribeOn(host, SubscriptionSettings.of(STREAM).withPolicy(Policy.BLOCK).withStart(Start.oldest()));
    }

    private void heal(final CheckedReader reader) {
        for (int i = 0; i < 8; i++) {
            reader.drain();
            transport().pass(HEALED.dividedBy(8));
        }
        reader.drain();
    }

    @Test
    void gapOfALappedRelayIsTheGapOfItsReaders() {
        final CheckedFeed feed = publish();
        hosts().close(1); // which would gate the publisher
        final CheckedReader reader = blockingOn(0);
        feed.offer(10);
        reader.drain();
        feed.pass(3 * CAPACITY); // the relay does not run
        reader.drain();
        feed.offer(10);
        reader.drain();
        assertComplete(feed, reader);
        assertNotEquals(0, reader.session().missed());
        assertEquals(Set.of(GapCause.UPSTREAM), Set.copyOf(reader.oracle().causes())); // it can be lapped twice
    }

    @Test
    void publishersEndIsPassedDown() {
        final CheckedFeed feed = publish();
        final CheckedReader reader = blockingOn(2);
        feed.offer(100);
        feed.close(reader);
        heal(reader);
        assertAllDelivered(feed, reader);
        assertEquals("ended 100", reader.events().getLast());
    }

    @Test
    void publishersLossIsPassedDown() {
        final CheckedFeed feed = publish();
        final CheckedReader reader = blockingOn(1);
        feed.offer(100);
        reader.drain();
        feed.publication().breakOff();
        feed.close(reader);
        heal(reader);
        transport().pass(Duration.ofSeconds(2));
        heal(reader);
        assertAllDelivered(feed, reader);
        assertEquals(List.of(LossCause.BROKEN_OFF), reader.oracle().lossCauses());
    }

    @Test
    void relayHasTheIdentityOfItsOrigin() {
        final CheckedFeed feed = publish(PublicationSettings.of(STREAM).withCapacity(CAPACITY).withTimestamps(true)
                .withPublisher("venue"));
        final CheckedReader reader = blockingOn(2);
        feed.offer(10);
        reader.drain();
        final var read = reader.subscription().sessions().getFirst();
        final var origin = feed.publication().session();
        assertEquals(origin.id(), read.id());
        assertEquals("venue", read.publisher());
        assertEquals(origin.startedEpochNs(), read.startedEpochNs());
        assertEquals(feed.publication().position(), reader.subscription().progress().getFirst().position());
    }

    @Test
    void subscriptionReadsFromTheRelaysThatItNames() {
        final CheckedFeed feed = publish();
        final SubscriptionSettings far = SubscriptionSettings.of(STREAM).withPolicy(Policy.BLOCK)
                .withStart(Start.oldest()).withEndpoints(RelayedHosts.connect(0, 1));
        final CheckedReader reader = subscribeOn(2, far.withRelays("relay1", "relay9"));
        final CheckedReader direct = subscribeOn(2,
                far.withRelays("relay9").withEndpoints(RelayedHosts.connect(0, PUBLISHER)));
        feed.offer(20);
        heal(reader);
        heal(direct);
        assertAllDelivered(feed, reader);
        assertAllDelivered(feed, direct);
        hosts().kill(1); // relay0 offers the session too
        transport().pass(HEALED);
        feed.offer(20);
        heal(reader);
        assertEquals(20, reader.session().delivered());
        hosts().start(1);
        heal(reader);
        assertAllDelivered(feed, reader);
    }

    @Test
    void readersOfADeadRelayContinueWhenItIsBack() {
        final CheckedFeed feed = publish();
        final CheckedReader reader = blockingOn(1);
        for (int round = 0; round < 5; round++) {
            feed.offer(20);
            reader.drain();
            feed.offer(5); // which the relay does not have
            hosts().kill(1);
            transport().pass(HEALED);
            feed.offer(20);
            reader.drain();
            assertEquals(LossCause.RELAY_ENDED, reader.oracle().lossCauses().getLast());
            hosts().start(1);
            heal(reader);
            assertAllDelivered(feed, reader);
        }
        assertEquals(5, reader.events().stream().filter(event -> event.startsWith("back")).count());
    }

    @Test
    void readersOfAClosedRelayContinueWhenItIsBack() {
        final CheckedFeed feed = publish();
        final CheckedReader reader = blockingOn(1);
        feed.offer(20);
        reader.drain();
        hosts().close(1);
        transport().pass(HEALED);
        reader.drain();
        assertEquals(List.of(LossCause.RELAY_ENDED), reader.oracle().lossCauses());
        feed.offer(20);
        hosts().start(1);
        heal(reader);
        assertAllDelivered(feed, reader);
    }

    @Test
    void relayContinuesAtItsOtherParent() {
        final CheckedFeed feed = publish();
        final CheckedReader reader = blockingOn(2);
        feed.offer(20);
        reader.drain();
        hosts().kill(1);
        for (int round = 0; round < 10; round++) {
            feed.offer(5);
            heal(reader);
        }
        assertAllDelivered(feed, reader);
        assertTrue(!reader.events().contains("lost"), () -> reader.events().toString());
        hosts().start(1); // the first in the list
        heal(reader);
        feed.offer(20);
        heal(reader);
        assertAllDelivered(feed, reader);
    }

    @Test
    void relayStaysWhereItIsWhileItsFirstParentCatchesUp() {
        final CheckedFeed feed = publish();
        final CheckedReader reader = blockingOn(2);
        run(feed, reader);
        hosts().cut(1, PUBLISHER);
        hosts().cut(1, 2);
        run(feed, reader);
        assertEquals(1, changesOf(2));
        hosts().join(1, 2); // the first in the list, which lacks messages
        run(feed, reader);
        assertEquals(1, changesOf(2), () -> hosts().events().toString());
        assertTrue(hosts().errors().stream().noneMatch(error -> error.contains("the log ends at")),
                () -> hosts().errors().toString());
        hosts().join(1, PUBLISHER);
        run(feed, reader);
        assertEquals(2, changesOf(2), () -> hosts().events().toString());
        heal(reader);
        assertAllDelivered(feed, reader);
    }

    /** Publishes and reads while hosts connect, or cannot. */
    private void run(final CheckedFeed feed, final CheckedReader reader) {
        for (int round = 0; round < 200; round++) {
            feed.offer(1);
            hosts().run(HEALED.dividedBy(60));
            reader.poll(Integer.MAX_VALUE);
        }
        assertTrue(feed.sequence() - reader.session().next() < 20, () -> hosts().events().toString());
    }

    @Test
    void silenceOfThePublisherIsPassedDown() {
        final CheckedFeed feed = publish();
        final CheckedReader local = blockingOn(2);
        final CheckedReader remote = subscribeOn(1, SubscriptionSettings.of(STREAM).withPolicy(Policy.BLOCK)
                .withStart(Start.oldest()).withEndpoints(RelayedHosts.connect(2)));
        run(feed, local);
        final List<CheckedReader> readers = List.of(local, remote);
        hosts().cut(0, PUBLISHER);
        hosts().cut(1, PUBLISHER);
        for (int round = 0; round < 500; round++) {
            hosts().run(HEALED.dividedBy(60));
            readers.forEach(reader -> reader.poll(Integer.MAX_VALUE));
        }
        readers.forEach(reader -> assertEquals(List.of(LossCause.SILENT), reader.oracle().lossCauses(),
                () -> hosts().events().toString()));
        hosts().join(0, PUBLISHER);
        hosts().join(1, PUBLISHER);
        run(feed, local);
        for (final CheckedReader reader : readers) {
            heal(reader);
            assertAllDelivered(feed, reader);
            assertTrue(reader.events().getLast().startsWith("back "), () -> reader.events().toString());
        }
    }

    /** How often the subscription of a relay has lost its connection. */
    private int changesOf(final int relay) {
        return (int) hosts().events().stream()
                .filter(event -> event.contains(" relay" + relay + " LostSession[")).count();
    }

    @Test
    void remoteReaderWaitsForItsRelay() {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribeOn(2, SubscriptionSettings.of(STREAM).withPolicy(Policy.BLOCK)
                .withStart(Start.oldest()).withEndpoints(RelayedHosts.connect(0)));
        heal(reader);
        feed.offer(20);
        reader.drain();
        hosts().kill(0);
        for (int i = 0; i < 10; i++) {
            feed.offer(2);
            heal(reader); // six seconds in all
        }
        hosts().start(0);
        heal(reader);
        heal(reader);
        assertAllDelivered(feed, reader);
        assertEquals(List.of(LossCause.DISCONNECTED), reader.oracle().lossCauses());
    }

    @Test
    void remoteReaderContinuesAtAnotherRelay() {
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribeOn(2, SubscriptionSettings.of(STREAM).withPolicy(Policy.BLOCK)
                .withStart(Start.oldest()).withEndpoints(RelayedHosts.connect(0, 1)));
        heal(reader);
        feed.offer(20);
        reader.drain();
        hosts().kill(0);
        for (int round = 0; round < 5; round++) {
            feed.offer(5);
            heal(reader);
        }
        assertAllDelivered(feed, reader);
    }
}

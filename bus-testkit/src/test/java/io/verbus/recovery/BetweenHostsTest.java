package io.verbus.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Clocks;
import io.verbus.Endpoint;
import io.verbus.Header;
import io.verbus.MutableHeader;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Repair;
import io.verbus.SessionListener;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.journal.JournalSettings;
import io.verbus.journal.JournalWriter;
import io.verbus.journal.Recorder;
import io.verbus.journal.SessionWriter;
import io.verbus.support.Payloads;
import io.verbus.support.ShmDir;
import io.verbus.testkit.fabric.FabricPair;
import io.verbus.testkit.fabric.link.FabricSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Publisher and recorders on one host, late joiners on another. */
class BetweenHostsTest {
    private static final int CAPACITY = 1 << 16;
    private static final int CYCLES = 5_000;
    private static final int MANY = 3_000;
    private static final String FIRST = "sim://publishing:3";
    private static final String SECOND = "sim://publishing:4";

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final Payloads payloads = new Payloads(3, 100);
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[100]);

    @Test
    void historyComesFromAnotherHost() {
        final Clocks clocks = new Clocks(() -> 0, () -> 0);
        try (FabricPair hosts = FabricPair.open(directory, FabricSettings.prompt());
                JournalWriter journal = JournalWriter.open(directory.resolve("journal"), "s",
                        JournalSettings.defaults().withSegmentLength(1 << 18).steppedBy(clocks))) {
            final Publication publication = hosts.publish(PublicationSettings.of("s").withCapacity(CAPACITY));
            final Recorder recorder = new Recorder(journal, new Clocks(() -> 0, () -> 0), SessionListener.NONE);
            try (Subscription recording = hosts.publishing().subscribe(SubscriptionSettings.of("s")
                    .withPolicy(Policy.SKIP).withRepair(Repair.REPAIR).withStart(recorder.start())
                    .withListener(recorder));
                    RangeServer server = new RangeServer(hosts.publishing(), "s", directory.resolve("journal"),
                            ServeSettings.defaults().withCapacity(CAPACITY).withPatience(Duration.ofSeconds(2))
                                    .withEndpoints(Endpoint.listen(hosts.publishingAddress())))) {
                offer(publication, recorder, recording, 3_000);
                final Follower follower = new Follower(payloads, true, () -> true);
                final Endpoint there = Endpoint.connect(hosts.publishingAddress());
                try (RecoveringSubscription late = RecoveringSubscription.of(hosts.subscribing(),
                        SubscriptionSettings.of("s").withPolicy(Policy.SKIP).withRepair(Repair.REPAIR)
                                .withStart(Start.at(7)).withListener(follower).withEndpoints(there),
                        RecoverySettings.defaults().withEndpoints(there))) {
                    final long session = publication.session().id();
                    boolean filled = false;
                    for (int cycle = 0; cycle < CYCLES && !follower.has(session, 3_500); cycle++) {
                        hosts.pass(Duration.ofMillis(20));
                        server.doWork();
                        late.poll(follower, 500);
                        filled |= late.isFilling();
                        if (cycle % 4 == 0 && publication.sequence() < 3_500) {
                            offer(publication, recorder, recording, 100);
                        }
                    }
                    assertTrue(follower.has(session, 3_500), follower::toString);
                    assertTrue(filled, () -> "no history was needed");
                    assertEquals(7, follower.first(session));
                    assertEquals(List.of(), follower.gaps());
                }
                hosts.pass(Duration.ofSeconds(1));
                while (server.answered() == 0) {
                    hosts.pass(Duration.ofMillis(20));
                    server.doWork();
                }
            }
            assertEquals(List.of(), hosts.errors());
        }
    }

    /** The other recorder has responded, and has left the request, long before the used one reports its lack. */
    @Test
    void rangeIsRequestedAgainFromARecorderThatHasResponded() {
        try (FabricPair hosts = FabricPair.open(directory, FabricSettings.prompt())) {
            final Publication publication = hosts.publish(PublicationSettings.of("s").withCapacity(CAPACITY));
            for (int i = 0; i < MANY; i++) {
                assertTrue(publication.offer(message, 0, encode(publication.sequence())) >= 0);
            }
            write("first", publication, new long[]{2_000, 2_099});
            write("second", publication, new long[]{0, 1_999}, new long[]{2_100, MANY - 1});
            final Follower follower = new Follower(payloads, true, () -> true);
            try (RangeServer first = serve(hosts, "first", FIRST);
                    RangeServer second = serve(hosts, "second", SECOND);
                    RecoveringSubscription late = joinLate(hosts, follower)) {
                for (int cycle = 0; cycle < CYCLES && !follower.has(publication.session().id(), MANY); cycle++) {
                    hosts.pass(Duration.ofMillis(20));
                    first.doWork();
                    late.poll(follower, 16);
                    if (follower.messages() > 0) { // the first recorder is used
                        second.doWork();
                    }
                }
                assertEquals(List.of(), follower.gaps());
                assertTrue(follower.has(publication.session().id(), MANY), follower::toString);
                assertTrue(second.left() > 0, "it has not left the request");
            }
        }
    }

    private RangeServer serve(final FabricPair hosts, final String journal, final String address) {
        return new RangeServer(hosts.publishing(), "s", directory.resolve(journal), ServeSettings.defaults()
                .withCapacity(CAPACITY).withPatience(Duration.ofSeconds(2)).withEndpoints(Endpoint.listen(address)));
    }

    private static RecoveringSubscription joinLate(final FabricPair hosts, final Follower follower) {
        return RecoveringSubscription.of(hosts.subscribing(), SubscriptionSettings.of("s").withPolicy(Policy.SKIP)
                .withRepair(Repair.REPAIR).withStart(Start.at(0)).withListener(follower)
                .withEndpoints(Endpoint.connect(hosts.publishingAddress())),
                RecoverySettings.defaults().withEndpoints(Endpoint.connect(FIRST), Endpoint.connect(SECOND)));
    }

    /** A journal of the session with losses. */
    private void write(final String journal, final Publication publication, final long[]... losses) {
        try (JournalWriter writer = JournalWriter.open(directory.resolve(journal), "s",
                JournalSettings.defaults().withSegmentLength(1 << 18))) {
            final SessionWriter session = writer.session(publication.session());
            for (final long[] loss : losses) {
                append(session, loss[0]);
                session.lose(loss[0], loss[1], "it was lapped", 1);
            }
            append(session, MANY);
        }
    }

    private void append(final SessionWriter session, final long end) {
        for (long sequence = Math.max(0, session.next()); sequence < end; sequence++) {
            session.append(message, 0, encode(sequence),
                    new MutableHeader(0, "s", "").set(sequence, 0).publishedNs(Header.NO_TIMESTAMP), 1);
        }
    }

    private int encode(final long sequence) {
        final int length = payloads.length(sequence);
        payloads.encode(message, 0, sequence, length);
        return length;
    }

    private void offer(final Publication publication, final Recorder recorder, final Subscription recording,
            final int count) {
        for (int i = 0; i < count; i++) {
            assertTrue(publication.offer(message, 0, encode(publication.sequence())) >= 0);
            while (recorder.doWork(recording) > 0) {
                assertEquals(null, recorder.failure());
            }
        }
    }
}

package io.verbus.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Clocks;
import io.verbus.Endpoint;
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
import io.verbus.testkit.Payloads;
import io.verbus.testkit.ShmDir;
import io.verbus.testkit.fabric.FabricPair;
import io.verbus.testkit.fabric.link.FabricSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Publisher and recorder on one host, late joiners on another. */
class BetweenHostsTest {
    private static final int CAPACITY = 1 << 16;
    private static final int CYCLES = 5_000;

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

    private void offer(final Publication publication, final Recorder recorder, final Subscription recording,
            final int count) {
        for (int i = 0; i < count; i++) {
            final long sequence = publication.sequence();
            final int length = payloads.length(sequence);
            payloads.encode(message, 0, sequence, length);
            assertTrue(publication.offer(message, 0, length) >= 0);
            while (recorder.doWork(recording) > 0) {
                assertEquals(null, recorder.failure());
            }
        }
    }
}

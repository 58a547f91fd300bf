package io.verbus.rdma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.monitor.BusCounters;
import io.verbus.monitor.CounterKind;
import io.verbus.monitor.CounterValue;
import io.verbus.rdma.support.OnDouble;
import io.verbus.rdma.support.RdmaPair;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both hosts count the epochs of a connection and its credit, and name its link layer and operations. */
@ExtendWith(OnDouble.class)
class ConnectionCountersTest {
    private static final int CAPACITY = 1 << 16;
    private static final Duration LONG_ENOUGH = Duration.ofMillis(300);

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "connectx | SKIP | RoCE, WRITE with immediate, double0 port 1",
            "infiniband=1 | BLOCK | InfiniBand, WRITE with immediate, double0 port 1",
            "siw | SKIP | iWARP, WRITE and SEND, double0 port 1",
            "e810,iwarp=1 | BLOCK | iWARP, WRITE with immediate, double0 port 1"})
    void epochsCreditAndLinkAreCounted(final String profile, final Policy policy, final String link)
            throws IOException {
        OnDouble.profile(profile);
        try (RdmaPair hosts = RdmaPair.open(directory)) {
            final Publication publication = hosts.publish(PublicationSettings.of("md").withCapacity(CAPACITY));
            final Subscription book = hosts.subscribe(SubscriptionSettings.of("md").withName("book")
                    .withPolicy(policy));
            hosts.pass(LONG_ENOUGH);
            final String whole = "book: epoch 1 over " + link + ", credit " + CAPACITY;
            assertEquals(List.of(whole), atPublisher());
            assertEquals(List.of(whole), atSubscriber());

            while (publication.position() < CAPACITY / 2) {
                assertTrue(publication.claim(1_000) >= 0);
                publication.commit();
            }
            final long left = CAPACITY - publication.position();
            hosts.pass(LONG_ENOUGH);
            final String half = "book: epoch 1 over " + link + ", credit " + left;
            assertEquals(List.of(half), atPublisher());
            assertEquals(List.of(half), atSubscriber());
            take(hosts, book);
            assertEquals(List.of(whole), atPublisher());
            assertEquals(List.of(whole), atSubscriber());

            hosts.breakLinks();
            take(hosts, book);
            final String next = whole.replace("epoch 1", "epoch 2");
            assertEquals(List.of(next), atPublisher());
            assertEquals(List.of(next), atSubscriber());
        }
    }

    /** Takes everything, and lets credit return and a new epoch begin. */
    private static void take(final RdmaPair hosts, final Subscription subscription) {
        for (int i = 0; i < 4; i++) {
            hosts.arrive();
            while (subscription.poll((buffer, offset, length, header) -> Action.TAKEN, 100) > 0) {
                hosts.settle();
            }
            hosts.pass(LONG_ENOUGH);
        }
    }

    private List<String> atPublisher() throws IOException {
        return connections("publishing", CounterKind.REMOTE_EPOCHS, CounterKind.REMOTE_CREDIT_BYTES);
    }

    private List<String> atSubscriber() throws IOException {
        return connections("subscribing", CounterKind.EPOCHS, CounterKind.CREDIT_BYTES);
    }

    private List<String> connections(final String host, final CounterKind epochs, final CounterKind credit)
            throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(host).resolve(".processes"))) {
            final List<CounterValue> all = files.filter(file -> file.toString().endsWith(".counters"))
                    .flatMap(file -> BusCounters.read(file).stream()).toList();
            return all.stream().filter(one -> one.kind() == epochs)
                    .map(one -> one.key().name() + ": epoch " + one.value() + " over " + one.key().link() + ", credit "
                            + all.stream().filter(other -> other.kind() == credit
                                    && other.key().subscription() == one.key().subscription())
                                    .map(other -> Long.toString(other.value())).findFirst().orElse("none"))
                    .toList();
        }
    }
}

package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.ShmDir;
import io.verbus.testkit.fabric.FabricPair;
import io.verbus.testkit.fabric.link.FabricSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The limit of 64 BLOCK subscriptions also counts those on other hosts. */
class RemoteLimitTest {
    private static final int LIMIT = 64;
    private static final int CYCLES = 2_000;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final List<String> notices = new ArrayList<>();

    @Test
    void readerOverTheLimitReadsUnderSkipAndIsNotified() {
        try (FabricPair hosts = FabricPair.open(directory, FabricSettings.prompt())) {
            final Publication publication = hosts.publish(PublicationSettings.of("s").withCapacity(1 << 16)
                    .withBlocking(BlockingPermission.allowed()));
            final List<Subscription> readers = new ArrayList<>();
            for (int i = 0; i < LIMIT; i++) {
                readers.add(subscribe(hosts, "reader" + i));
            }
            awaitReaders(hosts, publication, readers);
            readers.add(subscribe(hosts, "late"));
            awaitReaders(hosts, publication, readers);

            assertEquals(List.of("late: LIMIT"), refused(publication));
            assertEquals(List.of("late: LIMIT"), notices);

            final Subscription late = readers.removeLast();
            final UnsafeBuffer message = new UnsafeBuffer(new byte[100]);
            for (int i = 0; i < 5_000; i++) { // several logs: the late reader gates nothing
                for (int wait = 0; publication.offer(message, 0, 100) < 0; wait++) {
                    assertTrue(wait < CYCLES, "the publisher waits for the refused reader");
                    cycle(hosts, readers);
                }
            }
            late.close();
        }
    }

    private Subscription subscribe(final FabricPair hosts, final String name) {
        return hosts.subscribe(SubscriptionSettings.of("s").withName(name).withPolicy(Policy.BLOCK)
                .withListener(event -> {
                    if (event instanceof SessionEvent.Refused(_, Refusal cause)) {
                        notices.add(name + ": " + cause);
                    }
                }));
    }

    private static void awaitReaders(final FabricPair hosts, final Publication publication,
            final List<Subscription> readers) {
        for (int i = 0; publication.subscribers().stream().filter(Subscriber::isReady).count() < readers.size(); i++) {
            assertTrue(i < CYCLES, () -> publication.subscribers().toString());
            cycle(hosts, readers);
        }
        cycle(hosts, readers);
    }

    private static void cycle(final FabricPair hosts, final List<Subscription> readers) {
        hosts.pass(Duration.ofMillis(20));
        readers.forEach(reader -> reader.poll((buffer, offset, length, header) -> Action.TAKEN, 10_000));
    }

    private static List<String> refused(final Publication publication) {
        return publication.subscribers().stream().filter(one -> one.refusal() != Refusal.NONE)
                .map(one -> one.name() + ": " + one.refusal()).toList();
    }
}

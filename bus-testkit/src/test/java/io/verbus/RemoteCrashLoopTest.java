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

/**
 * A subscription on another host that hangs before its first poll, is killed and restarted, in virtual time. Its
 * publisher, which sends a message each millisecond, keeps 95 % of its rate.
 */
class RemoteCrashLoopTest {
    private static final Duration CYCLE = Duration.ofMillis(20);
    /** Below the progress timeout of 10 s, after which each life would be evicted. */
    private static final Duration LIFE = Duration.ofSeconds(9);
    private static final int LIVES = 6;
    private static final UnsafeBuffer MESSAGE = new UnsafeBuffer(new byte[200]);

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final List<Refusal> refusals = new ArrayList<>();
    private long due;
    private long published;

    @Test
    void publisherKeepsItsRate() {
        try (FabricPair hosts = FabricPair.open(directory, FabricSettings.prompt())) {
            final Publication publication = hosts.publish(PublicationSettings.of("s").withCapacity(1 << 16)
                    .withBlocking(BlockingPermission.allowed()).withLinger(Duration.ZERO));
            for (int life = 0; life < LIVES; life++) {
                final Subscription hanging = hosts.subscribe(SubscriptionSettings.of("s").withName("looper")
                        .withPolicy(Policy.BLOCK));
                for (Duration time = Duration.ZERO; time.compareTo(LIFE) < 0; time = time.plus(CYCLE)) {
                    hosts.pass(CYCLE);
                    offer(publication);
                    noteRefusals(publication, life);
                }
                hosts.breakLinks(); // as if it was killed
                hanging.close();
            }
        }
        System.out.printf("crash loop on another host: %d of %d messages published%n", published, due);
        assertEquals(LIVES * LIFE.toMillis(), due);
        assertTrue(published < due, "the first life blocks for a moment");
        assertTrue(published >= 0.95 * due, () -> published + " of " + due + " messages were published");
        assertEquals(List.of(Refusal.NONE, Refusal.BUDGET, Refusal.BUDGET, Refusal.BUDGET, Refusal.BUDGET,
                Refusal.BUDGET), refusals);
    }

    private void offer(final Publication publication) {
        for (int i = 0; i < CYCLE.toMillis(); i++) {
            due++;
            published += publication.offer(MESSAGE, 0, MESSAGE.capacity()) < 0 ? 0 : 1;
        }
        publication.flush();
    }

    private void noteRefusals(final Publication publication, final int life) {
        if (refusals.size() == life) {
            publication.subscribers().stream().map(Subscriber::refusal).findAny().ifPresent(refusals::add);
        }
    }
}

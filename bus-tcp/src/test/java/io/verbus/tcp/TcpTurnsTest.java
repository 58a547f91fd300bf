package io.verbus.tcp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Publication;
import io.verbus.Subscription;
import io.verbus.support.Patience;
import io.verbus.support.ShmDir;
import io.verbus.support.seeds.Seeds;
import io.verbus.tcp.support.LoopbackStream;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The publishing thread and the thread of the bus push in turns: the last commit before a rest is never left. */
class TcpTurnsTest {
    private static final int BURSTS = 400;
    private static final int MAX_BURST = 600;
    private static final int MAX_REST_NS = 300_000;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private long delivered;

    @Test
    void eachBurstArrivesWithoutAnotherCommit() {
        publishBursts(1);
    }

    @Test
    void eachBurstArrivesAtManySubscriptions() {
        publishBursts(5);
    }

    private void publishBursts(final int subscriptions) {
        final SplittableRandom random = new SplittableRandom(Seeds.draw());
        try (LoopbackStream stream = new LoopbackStream(directory, subscriptions)) {
            for (int i = 0; i < BURSTS; i++) {
                final int burst = random.nextBoolean() ? 1 : random.nextInt(MAX_BURST) + 1;
                for (int j = 0; j < burst; j++) {
                    publish(stream.publication());
                }
                final long deadlineNs = System.nanoTime() + Patience.NS;
                final long expected = stream.publication().sequence() * subscriptions;
                while (delivered < expected) {
                    assertTrue(System.nanoTime() < deadlineNs, () -> delivered + " of " + expected + " arrived");
                    stream.subscriptions().forEach(this::poll);
                }
                final long untilNs = System.nanoTime() + random.nextInt(MAX_REST_NS);
                while (System.nanoTime() < untilNs) { // the thread rests, or is about to
                    Thread.onSpinWait();
                }
            }
        }
    }

    private static void publish(final Publication publication) {
        assertTrue(publication.claim(Long.BYTES) >= 0);
        publication.commit();
    }

    private void poll(final Subscription subscription) {
        delivered += subscription.poll((buffer, offset, length, header) -> Action.TAKEN, MAX_BURST);
    }
}

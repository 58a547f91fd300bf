package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.Forked;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process subscribes under BLOCK, hangs before its first poll, and is killed and restarted under the same name. All
 * its lives together may block the publisher for a second; from then on no claim is refused, so the publisher keeps its
 * rate.
 */
@Tag("processes")
class CrashLoopTest {
    private static final String NAME = "looper";
    /** Lives that may block: four if each uses at least a quarter of the second. */
    private static final int MOST_BLOCKING_LIVES = 12;
    private static final int REFUSED_LIVES = 3;
    /** A life is killed after it has blocked the publisher for so long. */
    private static final long BLOCKED_NS = 300_000_000;
    /** Many laps of the log. */
    private static final int MESSAGES = 200_000;
    private static final int CHECKED_ONE_IN = 1_024;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final UnsafeBuffer message = new UnsafeBuffer(new byte[100]);
    private final AtomicBoolean evicted = new AtomicBoolean();
    private Publication publication;

    /** Subscribes and never polls. */
    static final class Looper {
        public static void main(final String[] args) throws InterruptedException {
            try (Bus bus = Bus.launch()) {
                bus.subscribe(SubscriptionSettings.of("s").withName(NAME).withPolicy(Policy.BLOCK));
                System.out.println("subscribed");
                new CountDownLatch(1).await();
            }
        }
    }

    /** The life as its publisher saw it: refused claims, and the time of their retries. */
    private record Life(Refusal refusal, long refusedClaims, long blockedNs) {
        boolean isRefused() {
            return refusal != Refusal.NONE;
        }
    }

    @Test
    void subscriptionThatCrashesRepeatedlyBlocksItsPublisherForASecondInTotal() throws Exception {
        final List<Life> lives = new ArrayList<>();
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory).withErrorHandler(t -> {}))) {
            publication = bus.publish(PublicationSettings.of("s").withCapacity(1 << 16).withLinger(Duration.ZERO)
                    .withListener(new SubscriberListener() {
                        @Override
                        public void onEvicted(final Subscriber subscriber, final EvictionCause cause,
                                final String description) {
                            evicted.set(true);
                        }
                    }));
            do {
                lives.add(live());
            } while (!lives.getLast().isRefused() && lives.size() <= MOST_BLOCKING_LIVES);
            while (lives.getLast().isRefused() && lives.stream().filter(Life::isRefused).count() < REFUSED_LIVES) {
                lives.add(live());
            }
        }
        lives.forEach(life -> System.out.println("crash loop: " + life));
        assertTrue(lives.getFirst().refusedClaims() > 0, lives::toString);
        for (final Life life : lives.subList(lives.size() - REFUSED_LIVES, lives.size())) {
            assertEquals(new Life(Refusal.BUDGET, 0, 0), life, lives::toString);
        }
    }

    private Life live() throws Exception {
        final Life life;
        evicted.set(false);
        try (Forked looper = Forked.start(Looper.class, directory)) {
            looper.awaitLine("subscribed");
            awaitAcknowledgement();
            life = publish(looper);
        }
        while (!publication.subscribers().isEmpty()) {
            checkTimeout(); // its death has not been noticed
        }
        return life;
    }

    /** A publisher at full speed laps a reader that never polls before it has acknowledged the reader. */
    private void awaitAcknowledgement() {
        while (publication.subscribers().stream()
                .noneMatch(one -> one.acknowledged() || one.refusal() != Refusal.NONE)) {
            checkTimeout();
        }
    }

    /** Publishes as fast as possible, until the present life has blocked the publisher for a while, or cannot. */
    private Life publish(final Forked process) {
        int published = 0;
        for (long attempts = 1;; attempts++) {
            published += publication.offer(message, 0, message.capacity()) < 0 ? 0 : 1;
            if (attempts % CHECKED_ONE_IN == 0) {
                final Optional<Subscriber> found = publication.subscribers().stream().findAny();
                if (found.isEmpty()) {
                    checkTimeout();
                    assertTrue(process.isAlive(),
                            () -> "it ended with " + process.exitStatus() + ":\n" + process.output());
                    continue;
                }
                final Subscriber looper = found.get();
                final boolean isRefused = looper.refusal() != Refusal.NONE;
                published = isRefused ? published : 0; // it counts from the refusal on
                if (published > MESSAGES || evicted.get() || looper.backPressureNs() >= BLOCKED_NS) {
                    return new Life(looper.refusal(), looper.refusedClaims(), looper.backPressureNs());
                }
            }
        }
    }

    private void checkTimeout() {
        assertFalse(Thread.currentThread().isInterrupted(), () -> "timeout: " + publication.subscribers());
    }
}

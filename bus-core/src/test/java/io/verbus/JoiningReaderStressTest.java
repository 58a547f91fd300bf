package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.Payloads;
import io.verbus.support.ShmDir;
import io.verbus.support.seeds.Seeds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A publisher on one thread; on another, readers under BLOCK that join and leave at random moments. */
class JoiningReaderStressTest {
    private static final int CAPACITY = 1 << 16;
    private static final int ROUNDS = 200;
    private static final int MIN_ACKNOWLEDGEMENTS = 20;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final List<String> faults = new CopyOnWriteArrayList<>();
    private long next;
    private long delivered;
    private int acknowledgements;

    @Test
    void nothingIsLostAfterTheAcknowledgement() throws InterruptedException {
        final long seed = Seeds.draw();
        final AtomicBoolean running = new AtomicBoolean(true);
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory).withDutyCycle(Duration.ofMillis(1))
                .withErrorHandler(t -> faults.add(t.toString())));
                Publication publication = bus.publish(PublicationSettings.of("s").withCapacity(CAPACITY)
                        .withTimestamps(true).withLinger(Duration.ZERO))) {
            final Payloads payloads = new Payloads(seed, publication.maxClaimLength());
            final Thread publisher = Thread.ofPlatform().start(() -> publish(publication, payloads, running));
            final SplittableRandom random = new SplittableRandom(seed);
            // How many are acknowledged before they leave depends on the load of the machine.
            for (int round = 0; round < ROUNDS || acknowledgements < MIN_ACKNOWLEDGEMENTS; round++) {
                read(bus, publication, payloads, random.split());
            }
            running.set(false);
            publisher.join();
        }
        assertEquals(List.of(), faults, "seed " + seed);
    }

    private static void publish(final Publication publication, final Payloads payloads, final AtomicBoolean running) {
        while (running.get()) {
            final int offset = publication.claim(payloads.length(publication.sequence()));
            if (offset >= 0) {
                payloads.encode(publication.buffer(), offset, publication.sequence());
                publication.commit();
            }
        }
    }

    private void read(final Bus bus, final Publication publication, final Payloads payloads,
            final SplittableRandom random) {
        final long[] acknowledgedAt = {Long.MAX_VALUE};
        next = -1;
        delivered = 0;
        final PollHandler handler = (buffer, offset, length, header) -> {
            final String fault = payloads.fault(buffer, offset, length, header.sequence());
            if (fault != null || next >= 0 && header.sequence() != next) {
                faults.add(fault + " where " + next + " was expected");
            }
            next = header.sequence() + 1;
            delivered++;
            return Action.TAKEN;
        };
        final SessionListener listener = new SessionListener() {
            @Override
            public void onEvent(final SessionEvent event) {
                switch (event) {
                    case Gap gap -> {
                        if (gap.last() >= acknowledgedAt[0] || next >= 0 && gap.first() != next) {
                            faults.add(gap + " where " + next + " was expected, acknowledged at " + acknowledgedAt[0]);
                        }
                        next = gap.last() + 1;
                    }
                    case SessionEvent.Doubtful(_, long sequence) -> faults.add("doubtful " + sequence);
                    default -> {
                    }
                }
            }
        };
        try (Subscription subscription = bus
                .subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK).withListener(listener)
                        .withStart(random.nextBoolean() ? Start.live() : Start.oldest()))) {
            final int wanted = random.nextInt(20_000);
            for (int polls = random.nextInt(100); polls > 0; polls--) {
                subscription.poll(handler, 1 + random.nextInt(100)); // some leave before they are acknowledged
            }
            final boolean impatient = random.nextInt(4) == 0;
            while (delivered < wanted && !(impatient && random.nextInt(64) == 0)) {
                subscription.poll(handler, 1 + random.nextInt(300));
                if (acknowledgedAt[0] == Long.MAX_VALUE
                        && publication.subscribers().stream().anyMatch(Subscriber::acknowledged)) {
                    acknowledgedAt[0] = publication.sequence();
                    acknowledgements++;
                }
            }
        }
    }
}

package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.internal.log.LogLayout;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A publisher that publishes as soon as a subscription of another process is ready. */
final class AwaitSubscribersTest {
    private static final int ROUNDS = 200;
    private static final int MESSAGES = 1_000;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @ParameterizedTest
    @EnumSource(Policy.class)
    void readyReaderGetsTheFirstMessage(final Policy policy) {
        final List<String> late = new ArrayList<>();
        final BusSettings settings = BusSettings.defaults().withDirectory(directory);
        try (Bus publishing = Bus.launch(settings); Bus subscribing = Bus.launch(settings)) {
            for (int round = 0; round < ROUNDS; round++) {
                final String stream = "s" + round;
                try (Publication publication = publishing.publish(PublicationSettings.of(stream)
                        .withCapacity(LogLayout.MIN_CAPACITY).withLinger(Duration.ZERO))) {
                    final CompletableFuture<Subscription> joining = CompletableFuture.supplyAsync(() -> subscribing
                            .subscribe(SubscriptionSettings.of(stream).withPolicy(policy).withStart(Start.live())));
                    assertTrue(publication.awaitSubscribers(1, Duration.ofSeconds(60)));
                    for (int i = 0; i < MESSAGES; i++) {
                        assertTrue(publication.claim(8) >= 0);
                        publication.commit();
                    }
                    try (Subscription subscription = joining.join()) {
                        final long first = first(subscription);
                        if (first != 0) {
                            late.add("round " + round + " begins with message " + first);
                        }
                    }
                }
            }
        }
        assertEquals(List.of(), late);
    }

    @Test
    void busWithoutAThreadIsStepped() {
        final BusSettings settings = BusSettings.defaults().withDirectory(directory);
        try (Bus publishing = Bus.launch(settings.withoutThread());
                Bus subscribing = Bus.launch(settings);
                Publication publication = publishing.publish(PublicationSettings.of("stepped")
                        .withLinger(Duration.ZERO))) {
            assertFalse(publication.awaitSubscribers(1, Duration.ofMillis(50)));
            try (Subscription subscription = subscribing.subscribe("stepped")) {
                assertTrue(publication.awaitSubscribers(1, Duration.ofSeconds(60)));
                assertEquals("stepped", subscription.stream());
            }
        }
    }

    private static long first(final Subscription subscription) {
        final long[] first = {-1};
        for (int poll = 0; poll < 10 && first[0] < 0; poll++) {
            subscription.poll((buffer, offset, length, header) -> {
                first[0] = header.sequence();
                return Action.TAKEN;
            }, 1);
        }
        return first[0];
    }
}

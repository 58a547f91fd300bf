package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.RecordingAudience;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A subscription that closes is reported as closed, whatever its conductor does at that moment. */
class DeferredCloseTest {
    private static final int TIMES = 500;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @Test
    void closedSubscriptionIsReportedAsClosed() {
        final RecordingAudience audience = new RecordingAudience();
        final BusSettings settings = BusSettings.defaults().withDirectory(directory);
        try (Bus subscribing = Bus.launch(settings.withDutyCycle(Duration.ofNanos(1)));
                Bus publishing = Bus.launch(settings.withoutThread())) {
            publishing.publish(PublicationSettings.of("s").withCapacity(1 << 16).withLinger(Duration.ZERO)
                    .withListener(audience));
            for (int i = 0; i < TIMES; i++) {
                final int before = audience.events().size();
                final Subscription subscription = subscribing
                        .subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK).withName("reader"));
                await(publishing, audience, before + 1);
                subscription.close();
                await(publishing, audience, before + 2);
                assertEquals(List.of("joined reader", "left reader: it was closed"),
                        audience.events().subList(before, before + 2), "the " + i + "th");
            }
        }
    }

    private static void await(final Bus publishing, final RecordingAudience audience, final int events) {
        while (audience.events().size() < events) {
            publishing.doWork();
        }
    }
}

package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commit time in UTC is that of the publisher's clocks. */
class PublicationTimeTest {
    private static final long OFFSET_NS = 500_000_000_000_000_000L;
    private static final long SECOND_NS = 1_000_000_000L;
    private static final int LENGTH = 8;

    @Test
    void commitTimeInUtcIsThatOfThePublishersClocks(@TempDir(factory = ShmDir.class) final Path directory) {
        final BusSettings settings = BusSettings.defaults().withDirectory(directory);
        final List<Long> differences = new ArrayList<>();
        final List<Long> sequences = new ArrayList<>();
        try (Bus publishing = Bus.launch(settings.withClocks(
                new Clocks(System::nanoTime, () -> System.nanoTime() + OFFSET_NS)));
                Bus reading = Bus.launch(settings);
                Publication publication = publishing.publish(PublicationSettings.of("s").withTimestamps(true));
                Subscription subscription = reading.subscribe(SubscriptionSettings.of("s").withStart(Start.oldest()))) {
            publication.offer(new UnsafeBuffer(new byte[LENGTH]), 0, LENGTH);
            while (sequences.isEmpty()) {
                subscription.poll((buffer, offset, length, header) -> {
                    sequences.add(header.sequence());
                    differences.add(header.publishedEpochNs() - header.publishedNs());
                    return Action.TAKEN;
                }, 1);
            }
        }
        assertEquals(List.of(0L), sequences);
        // The clocks are read one after the other.
        final long errorNs = OFFSET_NS - differences.getFirst();
        assertTrue(errorNs >= 0 && errorNs < SECOND_NS, errorNs + " ns");
    }
}

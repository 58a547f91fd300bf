package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The API on one host, the conductor stepped by hand. */
class BusTest {
    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final List<Throwable> errors = new ArrayList<>();
    private Bus bus;

    @BeforeEach
    void launch() {
        bus = Bus.launch(BusSettings.defaults().withDirectory(directory).withErrorHandler(errors::add).withoutThread());
    }

    @AfterEach
    void close() {
        bus.close();
    }

    @Test
    void aSubscriptionGetsWhatWasPublishedInOrder() {
        try (Publication publication = bus.publish(PublicationSettings.of("s").withCapacity(1 << 16));
                Subscription subscription = bus.subscribe(SubscriptionSettings.of("s").withStart(Start.oldest()))) {
            final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
            final List<Long> got = new ArrayList<>();
            for (long i = 0; i < 100_000; i++) {
                message.putLong(0, i);
                assertEquals(i, publication.offer(message, 0, 8));
                subscription.poll((buffer, offset, length, header) -> {
                    assertEquals(8, length);
                    assertEquals(header.sequence(), buffer.getLong(offset));
                    got.add(buffer.getLong(offset));
                    return Action.TAKEN;
                }, 10);
                if (i % 100 == 0) {
                    bus.doWork();
                }
            }
            assertEquals(100_000, got.size());
            assertTrue(errors.isEmpty(), errors::toString);
        }
    }
}

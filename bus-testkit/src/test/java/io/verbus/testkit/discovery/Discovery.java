package io.verbus.testkit.discovery;

import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Clocks;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Subscription;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Two buses whose clock advances by a duty cycle at a time, so that no look at the directory is due: each must find the
 * other's files in its next cycle, by the counts of changes.
 */
public final class Discovery implements Function<Path, String> {
    private static final long CYCLE_NS = 20_000_000;

    private final AtomicLong nowNs = new AtomicLong(1);

    /**
     * Runs the steps.
     *
     * @param directory for the bus
     * @return the first failure, or an empty text
     */
    @Override
    public String apply(final Path directory) {
        final BusSettings settings = BusSettings.defaults().withDirectory(directory).withoutThread()
                .withClocks(new Clocks(nowNs::get, Clocks.SYSTEM.epoch()));
        try (Bus reading = Bus.launch(settings);
                Bus writing = Bus.launch(settings);
                Subscription reader = reading.subscribe("s");
                Publication publication = writing.publish(PublicationSettings.of("s").withCapacity(1 << 16)
                        .withLinger(Duration.ZERO))) {
            if (sessions(reading, reader) != 1) {
                return "a new log was not found";
            }
            cycle(writing);
            if (publication.subscribers().size() != 1) {
                return "the subscription of the new log was not found";
            }
            try (Subscription second = writing.subscribe("s"); Subscription third = reading.subscribe("s")) {
                cycle(writing);
                cycle(writing);
                if (publication.subscribers().size() != 3) {
                    return "new positions were not found";
                }
                if (second.isClosed() || third.isClosed()) {
                    return "closed";
                }
            }
            return shortSession(settings, reading, reader);
        }
    }

    /** A session is found before its publisher closes it, however short it is. */
    private String shortSession(final BusSettings settings, final Bus reading, final Subscription reader) {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
        final long[] got = new long[1];
        try (Bus brief = Bus.launch(settings);
                Publication publication = brief.publish(PublicationSettings.of("s").withCapacity(1 << 16)
                        .withLinger(Duration.ZERO))) {
            publication.offer(message, 0, message.capacity());
            cycle(reading);
            reader.poll((buffer, offset, length, header) -> {
                got[0]++;
                return null;
            }, 10);
        }
        return got[0] == 1 ? "" : "a short session was not found";
    }

    private int sessions(final Bus reading, final Subscription reader) {
        cycle(reading);
        reader.poll((buffer, offset, length, header) -> null, 1);
        return reader.sessions().size();
    }

    private void cycle(final Bus bus) {
        nowNs.addAndGet(CYCLE_NS);
        bus.doWork();
    }
}

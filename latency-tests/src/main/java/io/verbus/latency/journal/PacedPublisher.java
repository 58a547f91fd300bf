package io.verbus.latency.journal;

import io.verbus.Bus;
import io.verbus.Endpoint;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.latency.measure.MessagePace;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Publishes messages of 64 bytes at a fixed rate, and measures the cost of a claim with its commit, with or without
 * recorders and late subscribers:
 * {@code ./bus java io.verbus.latency.journal.PacedPublisher STREAM RATE SECONDS SUBSCRIBERS [CAPACITY [ADDRESS]]}.
 */
public final class PacedPublisher {
    /** Offset of the send time in a message, by {@link System#nanoTime()}. */
    static final int SENT_OFFSET = Long.BYTES;

    private static final int MESSAGE_LENGTH = 64;
    private static final String CAPACITY = "67108864";
    private static final long HIGHEST_NS = TimeUnit.SECONDS.toNanos(10);

    private PacedPublisher() {
    }

    /**
     * Publishes, and prints the result.
     *
     * @param args stream, messages a second, seconds, subscribers to wait for, bytes of the log, address to listen at
     */
    public static void main(final String[] args) {
        final long rate = Long.parseLong(args[1]);
        final long count = rate * Long.parseLong(args[2]);
        final int capacity = Integer.parseInt(args.length > 4 ? args[4] : CAPACITY);
        final Endpoint[] where = Arrays.stream(args).skip(5).map(Endpoint::listen).toArray(Endpoint[]::new);
        try (Bus bus = Bus.launch();
                Publication publication = bus.publish(
                        PublicationSettings.of(args[0]).withCapacity(capacity).withEndpoints(where))) {
            if (!publication.awaitSubscribers(Integer.parseInt(args[3]), Duration.ofMinutes(1))) {
                throw new IllegalStateException("no subscriber within a minute");
            }
            System.out.println(run(publication, rate, count));
        }
    }

    private static String run(final Publication publication, final long rate, final long count) {
        final Histogram cost = new Histogram(HIGHEST_NS, 3);
        final MessagePace pace = MessagePace.of(rate);
        long nowNs = pace.startNs();
        long refused = 0;
        for (long i = 0; i < count; i++) {
            final long dueNs = pace.intendedNs(i);
            while (nowNs < dueNs) {
                nowNs = System.nanoTime();
            }
            int offset = publication.claim(MESSAGE_LENGTH);
            while (offset < 0) {
                refused++;
                offset = publication.claim(MESSAGE_LENGTH);
            }
            publication.buffer().putLong(offset, i);
            publication.buffer().putLong(offset + SENT_OFFSET, nowNs);
            publication.commit();
            final long doneNs = System.nanoTime();
            cost.recordValue(Math.min(doneNs - nowNs, HIGHEST_NS));
            nowNs = doneNs;
        }
        final double seconds = (nowNs - pace.startNs()) / (double) TimeUnit.SECONDS.toNanos(1);
        return String.format(Locale.ROOT, "%,d messages in %.2f s, %,.0f a second; claim and commit with a clock read:"
                + " median %d ns, p99 %d ns, p99.99 %d ns; %d claims refused", count, seconds, count / seconds,
                cost.getValueAtPercentile(50), cost.getValueAtPercentile(99), cost.getValueAtPercentile(99.99),
                refused);
    }
}

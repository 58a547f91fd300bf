package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import io.verbus.support.ShmDir;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.api.io.TempDir;

/** Invariant 8: in steady state claim, commit and poll allocate nothing. */
class AllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private long sum;

    @ParameterizedTest
    @EnumSource(Policy.class)
    void publishAndPollAllocateNothing(final Policy policy) {
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory).withoutThread());
                Publication publication = bus.publish(PublicationSettings.of("s").withCapacity(1 << 18)
                        .withTimestamps(true).withLinger(Duration.ZERO));
                Subscription subscription = bus.subscribe(
                        SubscriptionSettings.of("s").withPolicy(policy).withStart(Start.oldest()))) {
            bus.doWork();
            final MessageHandler handler = (buffer, offset, length, header) -> {
                sum += buffer.getLong(offset) + header.sequence();
                return Action.TAKEN;
            };
            // The JVM links call sites when it gets to them, so the first rounds may allocate; no message ever does.
            long least = Long.MAX_VALUE;
            for (int round = 0; round < 5; round++) {
                final long before = THREADS.getCurrentThreadAllocatedBytes();
                run(publication, subscription, handler, 1_000_000);
                least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
            }
            assertEquals(0, least, "bytes for 1,000,000 messages, checksum " + sum);
        }
    }

    private static void run(final Publication publication, final Subscription subscription,
            final MessageHandler handler,
            final int messages) {
        final MutableDirectBuffer buffer = publication.buffer();
        for (int i = 0; i < messages; i++) {
            buffer.putLong(publication.claim(48), i);
            publication.commit();
            subscription.poll(handler, 10);
        }
    }
}

package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import io.verbus.support.ShmDir;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Invariant 8: in steady state claim, commit and poll allocate nothing. */
class BusAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final int ROUNDS = 5;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final UnsafeBuffer source = new UnsafeBuffer(new byte[1 << 16]);
    private long sum;
    private boolean latencies;

    @ParameterizedTest
    @EnumSource(Policy.class)
    void publishAndPollAllocateNothing(final Policy policy) {
        assertEquals(0, leastAllocated(policy, 1_000_000, BusAllocationTest::claimAndPoll), "checksum " + sum);
    }

    @Test
    void recordOfLatenciesAllocatesNothing() {
        latencies = true;
        assertEquals(0, leastAllocated(Policy.BLOCK, 1_000_000, BusAllocationTest::claimAndPoll), "checksum " + sum);
    }

    @ParameterizedTest
    @EnumSource(Policy.class)
    void messagesOfSeveralFramesAllocateNothing(final Policy policy) {
        assertEquals(0, leastAllocated(policy, 5_000, this::offerAndPoll), "checksum " + sum);
    }

    /** The JVM links call sites on first use, so the first rounds may allocate; a message never does. */
    private long leastAllocated(final Policy policy, final int messages, final Round round) {
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory).withoutThread());
                Publication publication = bus.publish(PublicationSettings.of("s").withCapacity(1 << 18)
                        .withTimestamps(true).withLinger(Duration.ZERO));
                Subscription subscription = bus.subscribe(
                        SubscriptionSettings.of("s").withPolicy(policy).withStart(Start.oldest())
                                .withLatencies(latencies))) {
            bus.doWork();
            final PollHandler handler = (buffer, offset, length, header) -> {
                sum += buffer.getLong(offset) + header.sequence();
                return Action.TAKEN;
            };
            long least = Long.MAX_VALUE;
            for (int i = 0; i < ROUNDS; i++) {
                final long before = THREADS.getCurrentThreadAllocatedBytes();
                round.run(publication, subscription, handler, messages);
                least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
            }
            return least;
        }
    }

    private interface Round {
        void run(Publication publication, Subscription subscription, PollHandler handler, int messages);
    }

    private static void claimAndPoll(final Publication publication, final Subscription subscription,
            final PollHandler handler, final int messages) {
        final MutableDirectBuffer buffer = publication.buffer();
        for (int i = 0; i < messages; i++) {
            buffer.putLong(publication.claim(48), i);
            publication.commit();
            subscription.poll(handler, 10);
        }
    }

    private void offerAndPoll(final Publication publication, final Subscription subscription,
            final PollHandler handler, final int messages) {
        for (int i = 0; i < messages; i++) {
            publication.offer(source, 0, publication.maxClaimLength() + 1 + i % source.capacity() / 2);
            for (int poll = 0; poll < 8; poll++) { // a poll reads a few frames
                subscription.poll(handler, 10);
            }
        }
    }
}

package io.verbus.testkit.lapping;

import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.log.Horizon;
import io.verbus.internal.log.Log;
import io.verbus.monitor.CounterKind;
import io.verbus.support.Payloads;
import io.verbus.testkit.oracle.SubscriptionOracle;
import io.verbus.testkit.transport.SharedMemory;
import io.verbus.testkit.transport.TransportUnderTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A publisher and a reader under SKIP, stepped by one thread: the publisher publishes between polls, and also at the
 * beginning of copies, where a {@link io.verbus.support.mutant.Mutant} of the reader calls {@link #meanwhile}. It
 * counts separately the copies that this invalidates.
 */
public final class DuringCopies implements Function<Path, List<Long>> {
    private static final int CAPACITY = 1 << 16;
    private static final int LONGEST = CAPACITY / 4;
    private static final int POLLS = 60_000;
    /** Of one thread, the only caller. */
    private static DuringCopies running;

    private final SplittableRandom random = new SplittableRandom(3);
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[LONGEST]);
    private Publication publication;
    private Log log;
    private Payloads payloads;
    private long passed;

    /**
     * Runs the steps.
     *
     * @param directory for the bus
     * @return number of copies that the horizon passed, value of the counter, gaps, and faults
     */
    @Override
    public List<Long> apply(final Path directory) {
        try (TransportUnderTest transport = SharedMemory.open(directory);
                Publication published = transport.publishing().publish(PublicationSettings.of("s")
                        .withCapacity(CAPACITY).withLinger(Duration.ZERO));
                Log seen = Log.attach(directory.resolve("s")
                        .resolve(HexFormat.of().toHexDigits(published.session().id()) + ".log"))) {
            publication = published;
            log = seen;
            payloads = payloads(published.session().id());
            final SubscriptionOracle oracle = new SubscriptionOracle(DuringCopies::payloads);
            final Subscription subscription = transport.subscribing().subscribe(SubscriptionSettings.of("s")
                    .withPolicy(Policy.SKIP).withStart(Start.oldest()).withReassemblyLimit(LONGEST / 2)
                    .withListener(oracle));
            transport.settle();
            running = this;
            for (int i = 0; i < POLLS; i++) {
                publish(random.nextInt(CAPACITY / 4));
                subscription.poll(oracle, 1 + random.nextInt(4));
                if (random.nextInt(10) == 0) {
                    publish(2 * CAPACITY); // it is lapped, but not during a copy
                }
            }
            return List.of(passed, transport.counter(CounterKind.COPIES_DISCARDED), transport.counter(CounterKind.GAPS),
                    (long) oracle.faults().size());
        }
    }

    /** Publishes while a reader copies the bytes at an offset of the ring. */
    public static void meanwhile(final int offset) {
        running.happen(offset);
    }

    private void happen(final int offset) {
        final long newest = publication.position() - 1;
        final long copied = newest - ((newest - offset) & (CAPACITY - 1));
        if (random.nextInt(4) == 0) {
            publish(random.nextInt(2 * CAPACITY));
        }
        passed += Horizon.of(log.header()) > copied ? 1 : 0;
    }

    private void publish(final int bytes) {
        final long end = publication.position() + bytes;
        while (publication.position() < end) {
            final long sequence = publication.sequence();
            final int length = payloads.length(sequence);
            payloads.encode(message, 0, sequence);
            if (publication.offer(message, 0, length) < 0) {
                throw new AssertionError("claim refused without a blocking reader");
            }
        }
    }

    private static Payloads payloads(final long session) {
        return new Payloads(session, sequence -> (int) (sequence * 7919 % (sequence % 8 == 0 ? LONGEST : 500)));
    }
}

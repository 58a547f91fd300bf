package io.verbus.testkit.lapping;

import io.verbus.Action;
import io.verbus.Policy;
import io.verbus.PollHandler;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.monitor.CounterKind;
import io.verbus.support.Payloads;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.oracle.SessionOracle;
import io.verbus.testkit.oracle.SubscriptionOracle;
import io.verbus.testkit.transport.SharedMemory;
import io.verbus.testkit.transport.TransportUnderTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * A publisher without back pressure and, on another thread, a reader under SKIP. After most messages the reader waits
 * until the publisher is about to overwrite the next, and then reads that: so the horizon often moves during a copy.
 * After each lap it resumes half a lap before the newest message.
 */
final class LapRun implements Function<List<Object>, String> {
    private static final int CAPACITY = 1 << 16;
    private static final int CHUNK = CAPACITY / 16;
    private static final int LONGEST = CHUNK - 16;
    private static final int CHECK_EVERY = 100;
    private static final int DRAIN_LIMIT = 10_000;
    private static final int MAX_REST = 20;
    private static final int SPINS = 200;

    private final SplittableRandom random = new SplittableRandom(Seeds.draw());
    private volatile boolean running = true;
    /** The position that the reader has reached, updated periodically. */
    private volatile long reached;

    /**
     * Runs until the reader was lapped and discarded copies often enough.
     *
     * @param arguments directory, laps and copies
     * @return laps and copies, or the failure
     */
    @Override
    public String apply(final List<Object> arguments) {
        try (TransportUnderTest transport = SharedMemory.open((Path) arguments.get(0));
                Publication publication = transport.publishing().publish(
                        PublicationSettings.of("s").withCapacity(CAPACITY).withLinger(Duration.ZERO))) {
            final SubscriptionOracle oracle = new SubscriptionOracle(LapRun::payloads);
            final Subscription subscription = transport.subscribing().subscribe(SubscriptionSettings.of("s")
                    .withPolicy(Policy.SKIP).withStart(Start.oldest()).withListener(oracle));
            final Thread publisher = Thread.ofPlatform().start(() -> publish(publication));
            read(publication, subscription, oracle, () -> transport.counter(CounterKind.GAPS) >= (int) arguments.get(1)
                    && transport.counter(CounterKind.COPIES_DISCARDED) >= (int) arguments.get(2));
            running = false;
            publisher.join();
            while (subscription.poll(oracle, DRAIN_LIMIT) > 0 || oracle.only().next() < publication.sequence()) {
                Thread.onSpinWait();
            }
            final SessionOracle session = oracle.only();
            if (session.delivered() + session.missed() != publication.sequence()) {
                return session + " of " + publication.sequence();
            }
            return oracle.faults().isEmpty()
                    ? "lapped " + transport.counter(CounterKind.GAPS) + " times, threw away "
                            + transport.counter(CounterKind.COPIES_DISCARDED) + " copies, " + session
                    : oracle.faults().size() + " faults: " + oracle.faults().getFirst();
        } catch (final InterruptedException e) {
            return "interrupted";
        }
    }

    private static Payloads payloads(final long session) {
        return new Payloads(session, sequence -> sequence % 16 == 0
                ? (int) (sequence * 7919 % LONGEST)
                : LONGEST);
    }

    private void publish(final Publication publication) {
        final Payloads payloads = payloads(publication.session().id());
        while (running) {
            final int offset = publication.claim(payloads.length(publication.sequence()));
            payloads.encode(publication.buffer(), offset, publication.sequence());
            publication.commit();
            // It has lapped the reader and more; continuing would only take longer.
            await(() -> publication.position() - reached <= 2 * CAPACITY || !running);
        }
    }

    /** Spins, but sleeps on a machine without a free core: a thread that yields gives whole time slices away. */
    private static void await(final BooleanSupplier condition) {
        for (int spins = 1; !condition.getAsBoolean(); spins++) {
            if (spins % SPINS == 0) {
                LockSupport.parkNanos(1);
            } else {
                Thread.onSpinWait();
            }
        }
    }

    private void read(final Publication publication, final Subscription subscription, final SubscriptionOracle oracle,
            final BooleanSupplier done) {
        final PollHandler handler = (buffer, offset, length, header) -> {
            final Action action = oracle.onMessage(buffer, offset, length, header);
            reached = header.position();
            if (random.nextInt(8) > 0) {
                awaitEdge(publication, header.position());
            }
            return action;
        };
        do {
            for (int i = 0; i < CHECK_EVERY; i++) {
                subscription.poll(handler, 1 + random.nextInt(8));
            }
        } while (oracle.faults().isEmpty() && !done.getAsBoolean());
    }

    /** Waits until one of the publisher's next claims releases the bytes at a position. */
    private void awaitEdge(final Publication publication, final long position) {
        final long edge = position + CAPACITY - 2 * CHUNK;
        await(() -> publication.position() >= edge);
        for (int rest = random.nextInt(MAX_REST); rest > 0; rest--) {
            Thread.onSpinWait();
        }
    }
}

package io.verbus;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/**
 * Compiles the message paths before there is traffic. The JVM interprets code at first, and compiles it after thousands
 * of calls, in threads that take a core from the traffic: without a warm-up, the first second of a publisher and a
 * subscriber is many times slower than the next (docs/performance.md has the figures).
 *
 * <pre>{@code
 * WarmUp.run(settings, Duration.ofSeconds(2), handlerWithoutEffects, exampleMessage);
 * try (Bus bus = Bus.launch(settings)) {
 *     ...
 * }
 * }</pre>
 */
public final class WarmUp {
    private static final int CAPACITY = 1 << 20;
    private static final int MAX_LENGTH = 16 << 10;
    private static final int LIMIT = 64;
    /** A quarter of the log at most, so that no reader is lapped. */
    private static final int BATCH_BYTES = CAPACITY / 4;
    private static final int FRAME_BYTES = 64;
    private static final int ROUNDS_PER_CYCLE = 8;
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(5);

    private final Publication publication;
    private final List<Subscription> subscriptions;
    private final Agent conductor;
    private final NanoClock clock;
    private final PollHandler handler;
    private final DirectBuffer message;

    private WarmUp(final Bus bus, final Publication publication, final List<Subscription> subscriptions,
            final NanoClock clock, final PollHandler handler, final DirectBuffer message) {
        this.publication = publication;
        this.clock = clock;
        this.subscriptions = subscriptions;
        this.conductor = bus.conductor();
        this.handler = handler;
        this.message = message;
    }

    /**
     * Publishes and polls messages on a private bus: one by one and in batches, read in place and copied, with empty
     * polls and duty cycles between. Everything runs on the calling thread; the JVM compiles in its own threads
     * meanwhile.
     * The private bus has no thread and no transports. It shares the bus directory; its stream, {@code warm-up.} and an
     * id, is removed afterwards.
     *
     * @param settings of the application's bus
     * @param time to spend, at least, such as 500 ms; 2 s if other threads keep all cores busy
     * @param handler receives the messages. It has no effects, and is of the class of the application's handler: the
     *     compiled code of a poll contains the handlers that it has called
     * @param message to publish, such as one of the application; 1 byte to 16 KiB
     * @return number of published messages
     * @throws BusException if the bus directory cannot be used, or the handler has failed
     * @throws IllegalArgumentException if the message is empty or too long
     */
    public static long run(final BusSettings settings, final Duration time, final PollHandler handler,
            final DirectBuffer message) {
        if (message.capacity() < 1 || message.capacity() > MAX_LENGTH) {
            throw new IllegalArgumentException("message of " + message.capacity() + " bytes: 1 to " + MAX_LENGTH);
        }
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        final String stream = "warm-up." + Long.toHexString(settings.newId());
        try (Bus bus = Bus.launch(settings.withTransports(List.of()).withErrorHandler(failure::set).withoutThread())) {
            final Publication publication = bus.publish(PublicationSettings.of(stream).withCapacity(CAPACITY)
                    .withLinger(Duration.ZERO).withBlocking(BlockingPermission.allowed()));
            final List<Subscription> subscriptions = List.of(subscribe(bus, stream, Policy.BLOCK),
                    subscribe(bus, stream, Policy.SKIP));
            publication.awaitSubscribers(subscriptions.size(), JOIN_TIMEOUT);
            return new WarmUp(bus, publication, subscriptions, settings.clocks().monotonic(), handler, message)
                    .run(time.toNanos(), failure);
        }
    }

    private static Subscription subscribe(final Bus bus, final String stream, final Policy policy) {
        return bus.subscribe(SubscriptionSettings.of(stream).withPolicy(policy).withName(policy.name()));
    }

    private long run(final long ns, final AtomicReference<Throwable> failure) {
        final int batch = Math.clamp(BATCH_BYTES / (message.capacity() + FRAME_BYTES), 1, LIMIT);
        final long beginNs = clock.nanoTime();
        long published = 0;
        long round = 0;
        while (clock.nanoTime() - beginNs < ns) {
            published += publish(round % 2 == 0 ? 1 : batch, round % 4 == 0);
            for (final Subscription subscription : subscriptions) {
                while (subscription.poll(handler, LIMIT) > 0 || subscription.poll(handler, LIMIT) > 0) {
                    Thread.onSpinWait(); // padding alone delivers nothing
                }
            }
            if (round++ % ROUNDS_PER_CYCLE == 0) {
                cycle();
                check(failure.get());
            }
        }
        return published;
    }

    /** Returns how many of the messages the log had room for. */
    private int publish(final int count, final boolean offered) {
        int published = 0;
        while (published < count && (offered ? offer() : claim())) {
            published++;
        }
        return published;
    }

    private boolean offer() {
        return publication.offer(message, 0, message.capacity()) >= 0;
    }

    private boolean claim() {
        final int offset = publication.claim(message.capacity());
        if (offset < 0) {
            return false;
        }
        publication.buffer().putBytes(offset, message, 0, message.capacity());
        publication.commit();
        return true;
    }

    private void cycle() {
        try {
            conductor.doWork();
        } catch (final Exception e) {
            throw new BusException("the conductor failed during the warm-up: " + e, e);
        }
    }

    private static void check(final Throwable failure) {
        if (failure != null) {
            throw new BusException("the warm-up failed: " + failure, failure);
        }
    }
}

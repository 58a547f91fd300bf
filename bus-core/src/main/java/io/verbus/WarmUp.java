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
 * subscriber is many times slower than the next (docs/operate/performance.md has the figures).
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
    /** Not that of the settings, which the application may advance itself. */
    private final NanoClock clock = Clocks.SYSTEM.monotonic();
    private final PollHandler handler;
    private final List<? extends DirectBuffer> messages;
    /** Index of the next message. */
    private int next;

    private WarmUp(final Bus bus, final Publication publication, final List<Subscription> subscriptions,
            final PollHandler handler, final List<? extends DirectBuffer> messages) {
        this.publication = publication;
        this.subscriptions = subscriptions;
        this.conductor = bus.conductor();
        this.handler = handler;
        this.messages = messages;
    }

    /**
     * Publishes and polls messages on a private bus: one by one and in batches, read in place and copied, with empty
     * polls and duty cycles between. Everything runs on the calling thread; the JVM compiles in its own threads
     * meanwhile.
     * The private bus has no thread and no transports. It shares the bus directory; its stream, {@code warm-up.} and an
     * id, is removed afterwards.
     *
     * @param settings of the application's bus
     * @param time to spend on the system's clock, at least, such as 500 ms; 2 s if other threads keep all cores busy
     * @param handler receives the messages. It has no effects, and is of the class of the application's handler: the
     *     compiled code of a poll contains the handlers that it has called
     * @param message to publish, such as one of the application; 1 byte to 16 KiB
     * @return number of published messages
     * @throws BusException if the bus directory cannot be used, the handler has failed, or the message is empty or too
     *     long
     */
    public static long run(final BusSettings settings, final Duration time, final PollHandler handler,
            final DirectBuffer message) {
        return run(settings, time, handler, List.of(message));
    }

    /**
     * The same with several messages, for a handler that does different work for each type of message. They are
     * published in their order, again and again, and the handler receives each twice, by two subscriptions.
     *
     * @param settings of the application's bus
     * @param time to spend on the system's clock, at least
     * @param handler receives the messages, see {@link #run(BusSettings, Duration, PollHandler, DirectBuffer)}
     * @param messages to publish, each 1 byte to 16 KiB, at least one
     * @return number of published messages
     * @throws BusException if the bus directory cannot be used, the handler has failed, there is no message, or one is
     *     empty or too long
     */
    public static long run(final BusSettings settings, final Duration time, final PollHandler handler,
            final List<? extends DirectBuffer> messages) {
        check(messages);
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        final String stream = "warm-up." + Long.toHexString(settings.newId());
        try (Bus bus = Bus.launch(settings.withTransports(List.of()).withClocks(Clocks.SYSTEM)
                .withErrorHandler(failure::set).withoutThread())) {
            final Publication publication = bus.publish(PublicationSettings.of(stream).withCapacity(CAPACITY)
                    .withLinger(Duration.ZERO).withBlocking(BlockingPermission.allowed()));
            final List<Subscription> subscriptions = List.of(subscribe(bus, stream, Policy.BLOCK),
                    subscribe(bus, stream, Policy.SKIP));
            if (!publication.awaitSubscribers(subscriptions.size(), JOIN_TIMEOUT)) {
                throw new BusException("the subscriptions of the warm-up have not joined within "
                        + JOIN_TIMEOUT.toSeconds() + " s: this process gets too little CPU time; start it again when"
                        + " cores are free");
            }
            return new WarmUp(bus, publication, subscriptions, handler, List.copyOf(messages)).run(time.toNanos(),
                    failure);
        }
    }

    private static Subscription subscribe(final Bus bus, final String stream, final Policy policy) {
        return bus.subscribe(SubscriptionSettings.of(stream).withPolicy(policy).withName(policy.name()));
    }

    private long run(final long ns, final AtomicReference<Throwable> failure) {
        final int longest = messages.stream().mapToInt(DirectBuffer::capacity).max().orElseThrow();
        final int batch = Math.clamp(BATCH_BYTES / (longest + FRAME_BYTES), 1, LIMIT);
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
        while (published < count && publish(messages.get(next), offered)) {
            next = next + 1 == messages.size() ? 0 : next + 1;
            published++;
        }
        return published;
    }

    private boolean publish(final DirectBuffer message, final boolean offered) {
        return offered ? publication.offer(message, 0, message.capacity()) >= 0 : claim(message);
    }

    private boolean claim(final DirectBuffer message) {
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

    private static void check(final List<? extends DirectBuffer> messages) {
        if (messages.isEmpty()) {
            throw new BusException("no message for the warm-up: give at least one");
        }
        for (final DirectBuffer message : messages) {
            if (message.capacity() < 1 || message.capacity() > MAX_LENGTH) {
                throw new BusException("message of " + message.capacity() + " bytes for the warm-up: use 1 to "
                        + MAX_LENGTH + " bytes");
            }
        }
    }

    private static void check(final Throwable failure) {
        if (failure != null) {
            throw new BusException("the warm-up failed: " + failure, failure);
        }
    }
}

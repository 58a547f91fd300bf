package io.verbus.system.processes;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.DepartureCause;
import io.verbus.LostSession;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.Subscriber;
import io.verbus.SubscriberListener;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.config.Configuration;
import io.verbus.support.Patience;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A process that publishes on one stream while it reads another, both under BLOCK, and then reports the departure of
 * its partner.
 */
final class Partner implements SubscriberListener, SessionListener {
    private static final int MESSAGES = 10_000;
    private static final int CAPACITY = 1 << 16;

    private final UnsafeBuffer message = new UnsafeBuffer(new byte[Integer.BYTES]);
    private final Set<String> departures = new ConcurrentSkipListSet<>();
    private final long startNs = System.nanoTime();
    private int sent;
    private int received;

    public static void main(final String[] args) throws IOException {
        final Partner partner = new Partner();
        try (Bus bus = Bus.launch(Configuration.load().bus());
                Publication publication = bus.publish(PublicationSettings.of(args[0]).withCapacity(CAPACITY)
                        .withLinger(Duration.ZERO).withListener(partner));
                Subscription subscription = bus.subscribe(SubscriptionSettings.of(args[1])
                        .withPolicy(Policy.BLOCK).withName("partner").withListener(partner))) {
            partner.run(publication, subscription);
        }
    }

    private void run(final Publication publication, final Subscription subscription) throws IOException {
        System.out.println("started");
        publication.awaitSubscribers(1, Patience.LIMIT);
        until(() -> {
            message.putInt(0, sent);
            sent += sent < MESSAGES && publication.offer(message, 0, Integer.BYTES) >= 0 ? 1 : 0;
            poll(subscription);
            return sent == MESSAGES && received == MESSAGES;
        });
        System.out.println("received all, subscriber acknowledged: "
                + publication.subscribers().getFirst().acknowledged());
        if (System.in.read() < 0) {
            return; // the test has ended
        }
        until(() -> {
            poll(subscription);
            return departures.size() == 2;
        });
        System.out.println("departures " + departures);
        System.in.read(); // until the test kills it: a regular end would remove its log
    }

    private void poll(final Subscription subscription) {
        subscription.poll((buffer, offset, length, header) -> {
            received += buffer.getInt(offset) == received ? 1 : 0;
            return Action.TAKEN;
        }, 100);
    }

    private void until(final BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - startNs > Patience.LIMIT.toNanos()) {
                throw new AssertionError("sent " + sent + ", received " + received + ", departures " + departures);
            }
            Thread.onSpinWait();
        }
    }

    @Override
    public void onLeft(final Subscriber subscriber, final DepartureCause cause, final String description) {
        departures.add("subscriber " + cause);
    }

    @Override
    public void onEvent(final SessionEvent event) {
        if (event instanceof LostSession lost) {
            departures.add("publisher " + lost.cause());
        }
    }
}

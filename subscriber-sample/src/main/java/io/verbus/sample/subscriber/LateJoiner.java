package io.verbus.sample.subscriber;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Gap;
import io.verbus.LostSession;
import io.verbus.Policy;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.ShutdownLatch;
import io.verbus.SubscriptionSettings;
import io.verbus.marketdata.book.BookTotals;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.join.JoinSettings;
import io.verbus.marketdata.join.Joiner;
import io.verbus.marketdata.join.JoiningSubscription;
import java.time.Duration;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/**
 * Joins a running session by a snapshot of its books, which its feed publishes, and prints their totals when the
 * session ends.
 *
 * <pre>./bus java io.verbus.sample.subscriber.LateJoiner md.itch</pre>
 */
final class LateJoiner implements Joiner {
    private static final int LIMIT = 512;

    private final BookUpdater updater = new BookUpdater(new Books(1 << 20));
    private long session;
    private boolean hasEnded;
    private boolean isIncomplete;

    private LateJoiner() {
    }

    static void main(final String... args) {
        if (args.length != 1) {
            System.err.println("usage: LateJoiner STREAM");
            System.exit(2);
        }
        try {
            final LateJoiner joiner = new LateJoiner();
            joiner.run(args[0]);
            System.exit(joiner.isIncomplete ? 1 : 0);
        } catch (final BusException e) {
            System.err.println("late joiner: " + e.getMessage());
            System.exit(1);
        }
    }

    private void run(final String stream) {
        // The feed waits for this subscription if it accepts the name for BLOCK; else messages may be missing.
        final SubscriptionSettings settings = SubscriptionSettings.of(stream).withName("book")
                .withPolicy(Policy.BLOCK);
        try (ShutdownLatch shutdown = ShutdownLatch.register(Duration.ofSeconds(10));
                Bus bus = Bus.launch();
                JoiningSubscription subscription = JoiningSubscription.of(bus, settings, JoinSettings.defaults(),
                        updater, this)) {
            final IdleStrategy idle = new BackoffIdleStrategy();
            boolean isLive = false;
            while (!hasEnded && !shutdown.isRequested()) {
                idle.idle(subscription.poll((buffer, offset, length, frame) -> {
                    if (frame.session() == session) {
                        updater.apply(buffer, offset, length);
                    }
                    return Action.TAKEN;
                }, LIMIT));
                if (!isLive && subscription.isJoined()) {
                    isLive = true;
                    System.out.println("live");
                }
            }
        }
        System.out.println(BookTotals.of(updater.books()));
    }

    @Override
    public void onJoined(final Session joined, final long next, final int entries) {
        session = joined.id();
        System.out.println(entries < 0
                ? "joined at the first message"
                : "joined at message " + next + " with " + entries + " orders and levels");
    }

    @Override
    public void report(final String message) {
        System.err.println("late joiner: " + message);
    }

    @Override
    public void onEvent(final SessionEvent event) {
        switch (event) {
            case Gap gap when gap.session().id() == session -> {
                isIncomplete = true;
                report("the books lack " + gap.count() + " messages: " + gap.description());
            }
            case SessionEvent.Ended(Session ended, _) -> hasEnded |= ended.id() == session;
            case LostSession lost when lost.forGood() && lost.session().id() == session -> {
                isIncomplete = true;
                report("the books lack the end of the session: " + lost.description());
                hasEnded = true;
            }
            default -> {
            }
        }
    }
}

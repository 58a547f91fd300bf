package io.verbus.tools.feed;

import io.verbus.DepartureCause;
import io.verbus.EvictionCause;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.Refusal;
import io.verbus.Subscriber;
import io.verbus.SubscriberListener;
import java.io.PrintStream;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * The subscribers of a publication: waits for them, and makes a line for each event. The conductor's thread adds the
 * lines; the feed's thread prints them.
 */
final class Audience implements SubscriberListener {
    private static final Duration CHECK_INTERVAL = Duration.ofMillis(100);

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);

    private final PrintStream out;
    private final InstantSource time;
    private final Predicate<Subscriber> isOwn;
    private final Queue<String> news = new ConcurrentLinkedQueue<>();

    /**
     * Creates an audience without events. Each line has the UTC time of day of the event. Subscribers that match
     * {@code isOwn} belong to the feed and produce no lines.
     */
    Audience(final PrintStream out, final InstantSource time, final Predicate<Subscriber> isOwn) {
        this.out = out;
        this.time = time;
        this.isOwn = isOwn;
    }

    /**
     * Waits for a number of subscribers besides the feed's own, or until a stop is requested.
     *
     * @param own number of the feed's own subscribers, which are awaited too
     */
    void await(final Publication publication, final int count, final int own, final BooleanSupplier stop) {
        List<String> names;
        boolean isWaiting = false;
        boolean areThere;
        do {
            areThere = publication.awaitSubscribers(count + own, CHECK_INTERVAL);
            if (!areThere && !isWaiting) {
                isWaiting = true;
                out.println("feed: waiting for " + count + (count == 1 ? " subscriber" : " subscribers") + " of "
                        + publication.stream());
            }
            names = publication.subscribers().stream().filter(Subscriber::isReady).filter(isOwn.negate())
                    .map(Audience::describe).toList();
        } while (!(areThere && names.size() >= count) && !stop.getAsBoolean()); // one may have left in between
        news().forEach(out::println);
        if (count > 0 && !names.isEmpty()) {
            out.println("feed: begins, subscribed by " + String.join(", ", names));
        }
    }

    /** {@return a line for each event since the last call} */
    List<String> news() {
        final List<String> lines = new ArrayList<>();
        for (String line = news.poll(); line != null; line = news.poll()) {
            lines.add(line);
        }
        return lines;
    }

    /** {@return a line for each subscriber that has blocked the feed} */
    static List<String> backPressure(final List<Subscriber> subscribers) {
        return subscribers.stream().filter(subscriber -> subscriber.refusedClaims() > 0)
                .map(subscriber -> "feed: back pressure by subscriber %s: %,d times, %,d ms in total".formatted(
                        describe(subscriber), subscriber.refusedClaims(), subscriber.backPressureNs() / 1_000_000))
                .toList();
    }

    @Override
    public void onJoined(final Subscriber subscriber) {
        if (subscriber.refusal() == Refusal.NONE) {
            report(subscriber, subscriber.policy() == Policy.BLOCK
                    ? "joined under BLOCK: the feed waits for it"
                    : "joined under " + subscriber.policy() + ": the feed never waits for it");
        }
    }

    @Override
    public void onRefused(final Subscriber subscriber) {
        report(subscriber, "requested BLOCK, but reads under SKIP: " + subscriber.refusal().description()
                + (subscriber.refusal() == Refusal.NAME ? "; --block-for " + subscriber.name() + " accepts it" : ""));
    }

    @Override
    public void onSilent(final Subscriber subscriber) {
        report(subscriber, "is silent: its process lives, but its heartbeat has stopped");
    }

    @Override
    public void onBack(final Subscriber subscriber) {
        report(subscriber, "is back");
    }

    @Override
    public void onDisconnected(final Subscriber subscriber, final DepartureCause cause, final String description) {
        report(subscriber, "is disconnected, and may come back: " + description);
    }

    @Override
    public void onEvicted(final Subscriber subscriber, final EvictionCause cause, final String description) {
        report(subscriber, "was evicted, the feed continues: " + description);
    }

    @Override
    public void onLeft(final Subscriber subscriber, final DepartureCause cause, final String description) {
        report(subscriber, "left, the feed continues: " + description);
    }

    private void report(final Subscriber subscriber, final String event) {
        if (isOwn.test(subscriber)) {
            return;
        }
        news.add("feed: " + TIME.format(time.instant()) + " subscriber " + describe(subscriber) + " " + event);
    }

    private static String describe(final Subscriber subscriber) {
        return subscriber.name() + " (process " + subscriber.pid()
                + (subscriber.host().equals(Subscriber.THIS_HOST) ? ")" : " at " + subscriber.host() + ")");
    }
}

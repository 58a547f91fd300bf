package io.verbus.sample.publisher;

import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.peer.Refusal;
import io.verbus.peer.Subscriber;
import io.verbus.peer.SubscriberListener;
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
 * Who subscribes to a publication: waits for them, and has a line for each thing that becomes of them. Heard by the
 * conductor's thread, told by the feed's.
 */
final class Audience implements SubscriberListener {
    private static final Duration LOOK_AROUND = Duration.ofMillis(100);

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);

    private final PrintStream out;
    private final InstantSource time;
    private final Predicate<Subscriber> isOwn;
    private final Queue<String> news = new ConcurrentLinkedQueue<>();

    /**
     * Tells them to a person; each line has the time of day, in UTC, at which it was heard. Those of the feed's own are
     * not worth a line.
     */
    Audience(final PrintStream out, final InstantSource time, final Predicate<Subscriber> isOwn) {
        this.out = out;
        this.time = time;
        this.isOwn = isOwn;
    }

    /**
     * Returns when there are so many besides the feed's own, or the wait is to stop.
     *
     * @param own how many of those there are going to be; they are waited for too
     */
    void await(final Publication publication, final int count, final int own, final BooleanSupplier stop) {
        if (!publication.awaitSubscribers(count + own, LOOK_AROUND)) {
            out.println("feed: waiting for " + count + (count == 1 ? " subscriber" : " subscribers") + " of "
                    + publication.stream());
            while (!publication.awaitSubscribers(count + own, LOOK_AROUND) && !stop.getAsBoolean()) {
                Thread.onSpinWait();
            }
        }
        news().forEach(out::println);
        final List<String> names = publication.subscribers().stream().filter(Subscriber::isReady)
                .filter(isOwn.negate()).map(Audience::who).toList();
        if (count > 0 && !names.isEmpty()) {
            out.println("feed: begins, subscribed by " + String.join(", ", names));
        }
    }

    /** {@return a line for each thing that was heard since the last call} */
    List<String> news() {
        final List<String> lines = new ArrayList<>();
        for (String line = news.poll(); line != null; line = news.poll()) {
            lines.add(line);
        }
        return lines;
    }

    /** {@return a line for each of them that has held the feed up} */
    static List<String> holdUps(final List<Subscriber> subscribers) {
        return subscribers.stream().filter(subscriber -> subscriber.claimsHeldUp() > 0)
                .map(subscriber -> "feed: held up by subscriber %s: %,d times, for %,d ms in all".formatted(
                        who(subscriber), subscriber.claimsHeldUp(), subscriber.heldUpNs() / 1_000_000))
                .toList();
    }

    @Override
    public void onJoined(final Subscriber subscriber) {
        if (subscriber.refusal() == Refusal.NONE) {
            hear(subscriber, subscriber.policy() == Policy.BLOCK
                    ? "joined under BLOCK: the feed waits for it"
                    : "joined under " + subscriber.policy() + ": the feed never waits for it");
        }
    }

    @Override
    public void onRefused(final Subscriber subscriber) {
        hear(subscriber, "asks for BLOCK and reads as under SKIP: " + subscriber.refusal().cause()
                + (subscriber.refusal() == Refusal.NAME ? "; --block-for " + subscriber.name() + " accepts it" : ""));
    }

    @Override
    public void onSilent(final Subscriber subscriber) {
        hear(subscriber, "is silent: its process is not dead, but gives no sign of life");
    }

    @Override
    public void onBack(final Subscriber subscriber) {
        hear(subscriber, "is back");
    }

    @Override
    public void onDisconnected(final Subscriber subscriber, final String cause) {
        hear(subscriber, "is disconnected, and may come back: " + cause);
    }

    @Override
    public void onEvicted(final Subscriber subscriber, final String cause) {
        hear(subscriber, "was evicted, the feed goes on: " + cause);
    }

    @Override
    public void onLeft(final Subscriber subscriber, final String cause) {
        hear(subscriber, "left, the feed goes on: " + cause);
    }

    private void hear(final Subscriber subscriber, final String what) {
        if (isOwn.test(subscriber)) {
            return;
        }
        news.add("feed: " + TIME.format(time.instant()) + " subscriber " + who(subscriber) + " " + what);
    }

    private static String who(final Subscriber subscriber) {
        return subscriber.name() + " (process " + subscriber.pid()
                + (subscriber.host().equals(Subscriber.THIS_HOST) ? ")" : " at " + subscriber.host() + ")");
    }
}

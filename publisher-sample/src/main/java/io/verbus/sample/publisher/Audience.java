package io.verbus.sample.publisher;

import io.verbus.Publication;
import io.verbus.peer.Subscriber;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Who subscribes to a publication: waits for them, and says so when one is gone. For one thread. */
final class Audience {
    private static final Duration LOOK_AROUND = Duration.ofMillis(100);

    private final Publication publication;
    private final PrintStream out;
    private List<String> names = List.of();

    Audience(final Publication publication, final PrintStream out) {
        this.publication = publication;
        this.out = out;
    }

    /** Returns when there are so many, or the wait is to stop. */
    void await(final int count, final BooleanSupplier stop) {
        if (!publication.awaitSubscribers(count, LOOK_AROUND)) {
            out.println("feed: waiting for " + count + (count == 1 ? " subscriber" : " subscribers") + " of "
                    + publication.stream());
            while (!publication.awaitSubscribers(count, LOOK_AROUND) && !stop.getAsBoolean()) {
                Thread.onSpinWait();
            }
        }
        names = subscriberNames();
        if (count > 0 && !names.isEmpty()) {
            out.println("feed: begins, subscribed by " + String.join(", ", names));
        }
    }

    /** {@return a line for each subscriber that has gone since the last look} */
    List<String> gone() {
        final List<String> now = subscriberNames();
        final List<String> gone = new ArrayList<>(names);
        now.forEach(gone::remove);
        names = now;
        final String rest = " is gone or was evicted, the feed goes on; " + now.size() + " left";
        return gone.stream().map(name -> "feed: subscriber " + name + rest).toList();
    }

    /** An evicted subscription is still there, but nothing is kept for it any more. */
    private List<String> subscriberNames() {
        return publication.subscribers().stream().filter(Subscriber::isReady).map(Subscriber::name).toList();
    }
}

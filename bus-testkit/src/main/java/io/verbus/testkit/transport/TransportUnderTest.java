package io.verbus.testkit.transport;

import io.verbus.Bus;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.counters.CounterKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Two buses without threads, so connected that the second reads what the first publishes; nothing happens unless a test
 * makes it happen. On shared memory both meet in one directory; with a link between hosts, each has its own.
 */
public interface TransportUnderTest extends AutoCloseable {
    /** The progress time-out of the publishing bus. */
    Duration PROGRESS_TIMEOUT = Duration.ofMillis(200);

    /** Opens one. */
    @FunctionalInterface
    interface Factory {
        /** Two buses in an empty directory on tmpfs. */
        TransportUnderTest open(Path directory);
    }

    /** The bus that makes publications. */
    Bus publishing();

    /** The bus that makes subscriptions. */
    Bus subscribing();

    /** A publication that the subscriptions of the other bus meet. */
    default Publication publish(final PublicationSettings settings) {
        final Publication publication = publishing().publish(settings);
        settle();
        return publication;
    }

    /** A subscription that meets the publications of the other bus, and has joined those that are there. */
    default Subscription subscribe(final SubscriptionSettings settings) {
        final Subscription subscription = subscribing().subscribe(settings);
        settle();
        return subscription;
    }

    /** Both conductors take a turn, and what is under way arrives. */
    void settle();

    /**
     * Lets arrive what comes only when a reader has taken what there was.
     *
     * @return whether anything did
     */
    default boolean arrive() {
        return false;
    }

    /**
     * How often a subject repeats what it repeats very often: fewer times where each of them takes long.
     *
     * @param count of times, at least 20
     * @return so many, or fewer
     */
    default int times(final int count) {
        return count;
    }

    /** Time passes for both, while their conductors take turns. */
    void pass(Duration time);

    /** What went to the error handlers of both, as texts. */
    List<String> errors();

    /** The sum of all counters of a kind, of both. */
    long counter(CounterKind kind);

    /** How many files there are for a test's streams. */
    long files();

    /** Each word beside payload that the publisher's process writes and the subscriber's reads. */
    List<Word> wordsOf(Publication publication);

    /** Each word that the subscriber's process writes and the publisher's reads; the subscription's name is its own. */
    List<Word> wordsOf(Subscription subscription);

    /** Closes both buses. */
    @Override
    void close();
}

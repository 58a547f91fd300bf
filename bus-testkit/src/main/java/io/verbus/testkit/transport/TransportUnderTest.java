package io.verbus.testkit.transport;

import io.verbus.Bus;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.monitor.CounterKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Two buses without threads, connected so that the second reads the messages of the first; only the test drives them.
 * On shared memory both use one directory; with a link between hosts, each has its own.
 */
public interface TransportUnderTest extends AutoCloseable {
    /** The progress timeout of the publishing bus. */
    Duration PROGRESS_TIMEOUT = Duration.ofMillis(200);

    /** Opens a transport. */
    @FunctionalInterface
    interface Factory {
        /** Two buses in an empty directory on tmpfs. */
        TransportUnderTest open(Path directory);
    }

    /** The publishing bus. */
    Bus publishing();

    /** The subscribing bus. */
    Bus subscribing();

    /** A publication that meets the subscriptions of the other bus. */
    default Publication publish(final PublicationSettings settings) {
        final Publication publication = publishing().publish(settings);
        settle();
        return publication;
    }

    /** A subscription that has joined the present publications of the other bus. */
    default Subscription subscribe(final SubscriptionSettings settings) {
        final Subscription subscription = subscribing().subscribe(settings);
        settle();
        return subscription;
    }

    /** Both conductors run a duty cycle, and everything in flight arrives. */
    void settle();

    /**
     * Completes transfers that become possible only after a reader has read.
     *
     * @return whether anything arrived
     */
    default boolean arrive() {
        return false;
    }

    /**
     * The number of repetitions of a subject: smaller on a slow transport.
     *
     * @param count of repetitions, at least 20
     * @return count, or fewer
     */
    default int times(final int count) {
        return count;
    }

    /** Advances the time of both, while their conductors run. */
    void pass(Duration time);

    /** Errors passed to the error handlers of both, as texts. */
    List<String> errors();

    /** The sum of all counters of a kind, of both. */
    long counter(CounterKind kind);

    /** The number of files of a test's streams. */
    long files();

    /** Each word, except payload, that the publisher's process writes and the subscriber's reads. */
    List<PeerWord> wordsOf(Publication publication);

    /** Each word that the subscriber's process writes and the publisher's reads; the subscription's name is unique. */
    List<PeerWord> wordsOf(Subscription subscription);

    /** Closes both buses. */
    @Override
    void close();
}

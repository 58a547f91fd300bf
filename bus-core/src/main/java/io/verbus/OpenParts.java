package io.verbus;

import io.verbus.internal.log.Log;
import io.verbus.internal.subscriber.Sessions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.agrona.ErrorHandler;

/** The publications and subscriptions of a bus that have mapped memory. Thread-safe. */
final class OpenParts {
    private final List<Publication> publications = new CopyOnWriteArrayList<>();
    private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();

    Publication add(final Publication publication) {
        publications.add(publication);
        return publication;
    }

    Subscription add(final Subscription subscription) {
        subscriptions.add(subscription);
        return subscription;
    }

    void remove(final Log log) {
        publications.removeIf(publication -> publication.isOf(log));
    }

    void remove(final Sessions sessions) {
        subscriptions.removeIf(subscription -> subscription.isOf(sessions));
    }

    boolean isEmpty() {
        return publications.isEmpty() && subscriptions.isEmpty();
    }

    /** The sessions get no regular end when they are closed. */
    void breakOff() {
        publications.forEach(Publication::breakOff);
    }

    /** Closes the publications, then the subscriptions. */
    void close(final ErrorHandler errorHandler) {
        closeAll(publications, errorHandler);
        closeAll(subscriptions, errorHandler);
    }

    private static void closeAll(final List<? extends AutoCloseable> parts, final ErrorHandler errorHandler) {
        for (final AutoCloseable part : parts) {
            try {
                part.close();
            } catch (final Throwable t) { // the others are closed in any case
                errorHandler.onError(t);
            }
        }
    }
}

package io.verbus.internal.access;

/** Counts the readers of a publication that are present, also those that have not found its session yet. */
public interface PresentReaders {
    /**
     * Counts the subscriptions with a name. Any thread.
     *
     * @param name of the subscription
     * @return their number; 0 when the publication is closed
     */
    int count(String name);
}

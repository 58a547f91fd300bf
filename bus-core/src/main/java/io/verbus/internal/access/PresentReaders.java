package io.verbus.internal.access;

import java.util.Set;

/** The readers of a publication that are present, also those that have not found its session yet. */
public interface PresentReaders {
    /**
     * Identifies the subscriptions with a name, on this host their processes. Any thread.
     *
     * @param name of the subscriptions
     * @return an id of each; nothing when the publication is closed
     */
    Set<Long> named(String name);
}

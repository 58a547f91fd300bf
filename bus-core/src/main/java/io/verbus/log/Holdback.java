package io.verbus.log;

/** What the publisher must not overwrite yet: the places of those that it waits for. */
@FunctionalInterface
public interface Holdback {
    /**
     * The lowest position that somebody still needs. Called by the publisher's thread when it enters a chunk, and again
     * after it has stored the horizon.
     *
     * @return a position, or {@link Long#MAX_VALUE} when nobody holds the publisher back
     */
    long lowest();
}

package io.verbus.log;

/** What the publisher must not overwrite yet: the places of those that it waits for. */
@FunctionalInterface
public interface Holdback {
    /**
     * The lowest position that somebody still needs. Called by the publisher's thread when it comes near a chunk,
     * before it stores the horizon.
     *
     * @return a position, or {@link Long#MAX_VALUE} when nobody holds the publisher back
     */
    long lowest();
}

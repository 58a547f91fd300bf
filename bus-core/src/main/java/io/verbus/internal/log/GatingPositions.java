package io.verbus.internal.log;

/** The gating positions of a log: the publisher must not overwrite bytes at or above them. */
@FunctionalInterface
public interface GatingPositions {
    /**
     * The lowest gating position. Called by the publisher's thread near a new chunk, before it stores the horizon.
     *
     * @return a position, or {@link Long#MAX_VALUE} without gating positions
     */
    long lowest();
}

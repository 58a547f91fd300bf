package io.verbus.marketdata.source;

import java.io.Closeable;

/**
 * Snapshots of a venue, which replace the books after a loss. A snapshot is messages in the format of the live source,
 * and the sequence with which the live source continues it. For one thread; nothing blocks.
 *
 * <p>A venue with another way to get a snapshot (GLIMPSE, a snapshot channel, a request over HTTP) implements this
 * interface; {@link io.verbus.marketdata.live.RecoveringSource} decides when to ask, and whether the answer is of use.
 */
public interface SnapshotSource extends Closeable {
    /** State of a request. */
    enum State {
        /** Nothing was requested. */
        IDLE,
        /** The snapshot is not complete yet. */
        READING,
        /** The snapshot is complete. */
        COMPLETE,
        /** The request has failed. */
        FAILED
    }

    /**
     * Requests a snapshot, and forgets the one before.
     *
     * @param nowNs the time now
     */
    void request(long nowNs);

    /**
     * Continues to read.
     *
     * @param nowNs the time now
     * @return the state after that
     */
    State poll(long nowNs);

    /** Forgets the request and its snapshot, and releases their memory. */
    void cancel();

    /** {@return the cause of the failure, as a clause with the remedy, if the state is {@link State#FAILED}} */
    String failure();

    /**
     * {@return the sequence of the first message that a complete snapshot does not include: the live source continues
     * it with this message}
     */
    long nextSequence();

    /**
     * Fills a block with the next messages of a complete snapshot, without sequences.
     *
     * @param block empty
     * @return false if there are no more: the block stays empty
     */
    boolean fill(Block block);

    /** {@return the address of the source, as text} */
    String shown();

    @Override
    void close();
}

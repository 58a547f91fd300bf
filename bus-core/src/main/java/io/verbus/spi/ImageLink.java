package io.verbus.spi;

import org.agrona.concurrent.UnsafeBuffer;

/** The subscriber's end of an epoch: reports the bytes written into an image. */
public interface ImageLink extends Link {
    /**
     * The position below which everything was written. It advances in {@link ReceivePoller#poll} and {@link #resume}
     * only, and may be inside a frame.
     *
     * @return a multiple of {@link LogIdentity#ALIGNMENT}; any thread
     */
    long readable();

    /**
     * Returns bytes to the publisher as credit. It is sent when due: after a share of the image, or after empty polls
     * for a while. Polling thread.
     *
     * @param position below which everything is consumed; grows
     */
    void consumed(long position);

    /**
     * The position of a jump after the readable bytes. Changes in {@link ReceivePoller#poll}.
     *
     * @return position at which to continue once all whole frames below {@link #readable()} are consumed; -1 for none;
     *     any thread
     */
    long jumpPosition();

    /** {@return sequence of the frame at {@link #jumpPosition()}, not trusted} */
    long jumpSequence();

    /**
     * Continues at {@link #jumpPosition()}, which is readable and consumed afterwards; the publisher is notified at
     * once. Polling thread.
     */
    void resume();

    /** {@return whether {@link #history} is available: it was requested, and the publisher offers it; any thread} */
    default boolean offersHistory() {
        return false;
    }

    /**
     * Prepares copies of the publisher's log. Once per epoch, by the conductor, also after its end.
     *
     * @param memory for header and ring of the log; outside the Java heap, valid until the link is closed
     * @return the copies
     * @throws io.verbus.BusException if the memory cannot be used
     */
    default HistoryLink history(final UnsafeBuffer memory) {
        throw new UnsupportedOperationException("it offers no history");
    }

    /** Sends a heartbeat. One that cannot be sent now is skipped. Conductor. */
    void sendHeartbeat();

    /** {@return the publisher's heartbeat word, which changes while its process runs; any thread} */
    long heartbeat();

    /** {@return whether the last heartbeat is of a relay that does not receive from the publisher; any thread} */
    default boolean isSilent() {
        return false;
    }

    /** {@return the end of the publisher's log at its last heartbeat, not trusted; any thread} */
    long publisherPosition();

    /** {@return the publisher's next sequence at its last heartbeat, not trusted; any thread} */
    long publisherSequence();

    /**
     * {@return the number of sessions of the stream at the peer, as last received; 0 if the peer connected to this end;
     * any thread}
     */
    int sessions();

    /**
     * Notifies the publisher that the subscription leaves this session, and ends the epoch once that has arrived.
     * Conductor.
     */
    void leave();
}

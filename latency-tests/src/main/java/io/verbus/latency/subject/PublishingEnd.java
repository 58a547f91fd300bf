package io.verbus.latency.subject;

/** The publishing end of a stream. */
public interface PublishingEnd {
    /**
     * Checks whether the readers are connected, so that they receive every message from now on.
     *
     * @param readers expected number
     * @return whether so many are connected; a subject that knows the number returns false for more, too
     */
    boolean isRead(int readers);

    /**
     * Claims room, encodes a {@link Payload} there, and commits it.
     *
     * @param value of the message
     * @return false if there is no room now
     */
    boolean tryPublish(long value);

    /** Sends messages that were held back to be sent together. Most subjects hold none back. */
    default void flush() {
    }

    /** Called while there is no room. Spins, with the pause of {@code BusySpinIdleStrategy}. */
    default void idle() {
        Thread.onSpinWait();
    }
}

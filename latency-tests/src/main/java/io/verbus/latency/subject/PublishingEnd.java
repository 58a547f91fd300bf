package io.verbus.latency.subject;

/** Where messages go in. */
public interface PublishingEnd {
    /**
     * Whether readers are there, and miss nothing that is published from now on.
     *
     * @param readers how many there are to be
     * @return whether there are so many
     */
    boolean isRead(int readers);

    /**
     * Claims room, encodes a message there as {@link Payload} says, and commits it.
     *
     * @param value that the message says
     * @return false if there is no room now
     */
    boolean tryPublish(long value);

    /** Sends what is held back to go together. Most hold nothing back. */
    default void flush() {
    }

    /** What its users do while there is no room: spin, with the pause of {@code BusySpinIdleStrategy}. */
    default void idle() {
        Thread.onSpinWait();
    }
}

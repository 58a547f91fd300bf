package io.verbus.tools.tap;

import org.agrona.DirectBuffer;

/** Messages to publish, one after the other. Used by one thread. A failure is a {@link io.verbus.BusException}. */
public interface MessageSource extends AutoCloseable {
    /**
     * Finds the next message.
     *
     * @return false if there is none now
     */
    boolean next();

    /**
     * The last message, until the next one is looked for.
     *
     * @return buffer with the message at 0
     */
    DirectBuffer buffer();

    /**
     * The length of the last message.
     *
     * @return bytes
     */
    int length();

    /**
     * The place of the last message, such as {@code line 3}.
     *
     * @return words for a sentence
     */
    String place();

    /**
     * Whether nothing is missing among the messages so far.
     *
     * @return whether they are whole
     */
    boolean isWhole();

    /** Closes what the messages are read from. */
    @Override
    void close();
}

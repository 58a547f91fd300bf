package io.verbus;

/**
 * A source of messages that one thread polls: a {@link Subscription}, or one that fills gaps from a journal
 * ({@code io.verbus.recovery.RecoveringSubscription}).
 */
public interface Pollable extends AutoCloseable {
    /**
     * Delivers messages of all sessions, each in order.
     *
     * @param handler receives the messages
     * @param limit of messages, above 0
     * @return the number of messages taken; 0 if there is none at present, or the source is closed
     * @throws IllegalStateException if called by a handler or a listener of this source, or by a second thread
     */
    int poll(PollHandler handler, int limit);

    /** {@return name of the stream} */
    String stream();

    /** {@return whether {@link #close()} was called: polls deliver nothing more; any thread} */
    boolean isClosed();

    /** Leaves the stream. Any thread may call it at any time; a second call does nothing. */
    @Override
    void close();
}

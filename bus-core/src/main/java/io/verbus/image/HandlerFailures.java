package io.verbus.image;

/** Receives the exceptions that a handler throws. Called by the polling thread, within poll. */
@FunctionalInterface
interface HandlerFailures {
    /**
     * A handler has thrown.
     *
     * @param sequence of the message
     * @param thrown by the handler
     */
    void failed(long sequence, Throwable thrown);
}

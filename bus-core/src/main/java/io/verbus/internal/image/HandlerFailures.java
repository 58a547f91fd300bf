package io.verbus.internal.image;

/** Receives the exceptions of handlers. Called by the polling thread, within poll. */
@FunctionalInterface
interface HandlerFailures {
    /**
     * A handler threw an exception.
     *
     * @param sequence of the message
     * @param thrown by the handler
     */
    void failed(long sequence, Throwable thrown);
}

package io.verbus.transport;

import io.verbus.BusException;

/** A publisher does not have a subscription back in its session, which it has fallen behind in. */
public final class EvictedException extends BusException {
    private static final long serialVersionUID = 1L;

    /**
     * With a sentence for the subscription's listener.
     *
     * @param message why
     */
    public EvictedException(final String message) {
        super(message);
    }
}

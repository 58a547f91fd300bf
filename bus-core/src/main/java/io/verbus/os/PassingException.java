package io.verbus.os;

import io.verbus.BusException;

/** Something that can't be done now and may go well later: too many files are open, all places are taken. */
public final class PassingException extends BusException {
    private static final long serialVersionUID = 1L;

    /**
     * With a sentence.
     *
     * @param message one sentence for a person
     */
    public PassingException(final String message) {
        super(message);
    }

    /**
     * With a sentence and what caused it.
     *
     * @param message one sentence for a person
     * @param cause for whoever debugs it
     */
    public PassingException(final String message, final Throwable cause) {
        super(message, cause);
    }
}

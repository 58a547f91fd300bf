package io.verbus;

/** Something that the bus can't do; the message is one sentence for a person: what, where, and what to do. */
public class BusException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * With a sentence.
     *
     * @param message one sentence for a person
     */
    public BusException(final String message) {
        super(message);
    }

    /**
     * With a sentence and what caused it.
     *
     * @param message one sentence for a person
     * @param cause for whoever debugs it
     */
    public BusException(final String message, final Throwable cause) {
        super(message, cause);
    }
}

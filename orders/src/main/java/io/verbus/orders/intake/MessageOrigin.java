package io.verbus.orders.intake;

/** Session and sequence in orders.in that a message came from. One object, which is set for each message. */
public final class MessageOrigin {
    private long session;
    private long sequence;

    /** Of no message yet. */
    public MessageOrigin() {
    }

    /**
     * Sets the origin.
     *
     * @param newSession of orders.in
     * @param newSequence in that session
     * @return this
     */
    public MessageOrigin set(final long newSession, final long newSequence) {
        session = newSession;
        sequence = newSequence;
        return this;
    }

    /** {@return the session} */
    public long session() {
        return session;
    }

    /** {@return the sequence in the session} */
    public long sequence() {
        return sequence;
    }
}

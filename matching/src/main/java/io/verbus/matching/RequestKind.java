package io.verbus.matching;

/** The kinds of inputs that are answered with a refusal of their own; a new order is rejected instead. */
public enum RequestKind {
    /** Cancels an order. */
    CANCEL("cancel"),
    /** Reduces the open quantity of an order. */
    REDUCE("reduce"),
    /** Replaces an order. */
    REPLACE("replace"),
    /** Cancels the orders of a seat. */
    CANCEL_ALL("cancel-all"),
    /** Reports that a seat has disconnected. */
    DISCONNECT("disconnect"),
    /** Halts an instrument. */
    HALT("halt"),
    /** Resumes an instrument. */
    RESUME("resume"),
    /** Sets a kill switch. */
    KILL("kill"),
    /** Clears a kill switch. */
    REVIVE("revive");

    private final String word;

    RequestKind(final String word) {
        this.word = word;
    }

    /** {@return the word for it in scripts and reports} */
    public String word() {
        return word;
    }
}

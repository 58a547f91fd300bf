package io.verbus;

/** Why a subscription was evicted by its publisher. {@code docs/reference/guarantees.md} lists the remedies. */
public enum EvictionCause {
    /** It caused refused claims and consumed nothing for the progress timeout. */
    NO_PROGRESS("it blocked its publisher and read nothing"),
    /** It caused refused claims, and its name has used up its time for the first poll. */
    NEVER_READ("it blocked its publisher and has never read"),
    /** It was lapped, and its policy is {@link Policy#EVICT}. */
    LAPPED("it was lapped under EVICT");

    private final String description;

    EvictionCause(final String description) {
        this.description = description;
    }

    /** {@return the cause in words, for operators} */
    public String description() {
        return description;
    }
}

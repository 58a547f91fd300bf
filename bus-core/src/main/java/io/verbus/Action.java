package io.verbus;

/** The outcome of a {@link PollHandler} call. */
public enum Action {
    /** The message is consumed; the next one may follow. */
    TAKEN,
    /** The message is not consumed: {@code poll} returns, and the next {@code poll} delivers it again. */
    NOT_TAKEN
}

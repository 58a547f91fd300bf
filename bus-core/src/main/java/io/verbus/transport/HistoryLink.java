package io.verbus.transport;

/**
 * Copies parts of a publisher's log to here, while that is written: its publisher takes no part, and does not know. So
 * what was copied is worth something only if the horizon, copied after it is complete, is not above it; and a word that
 * is being stored may come torn. For the polling thread.
 */
public interface HistoryLink {
    /** {@return the most bytes that are copied at once} */
    int maxLength();

    /**
     * Begins to copy, to the same place of the memory that was given for it. One at a time: nothing is begun before
     * what was begun last {@link #isComplete}.
     *
     * @param offset in the log's file, from the beginning of its header
     * @param length in bytes, 1 to {@link #maxLength()}; within the file
     * @return false if that can't be begun now, or the epoch has ended
     */
    boolean begin(int offset, int length);

    /** {@return whether what was begun last is here; it never is if the epoch ends before} */
    boolean isComplete();
}

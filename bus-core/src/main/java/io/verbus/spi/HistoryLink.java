package io.verbus.spi;

/**
 * Copies parts of a publisher's log, concurrently with its writes and without its CPU. A copy is valid only if the
 * horizon, copied after it is complete, is not above it; and a concurrent store may tear a word. For the polling
 * thread.
 */
public interface HistoryLink {
    /** {@return the longest copy in bytes} */
    int maxLength();

    /**
     * Starts a copy to the same offset of the history memory. One at a time: the previous copy must be {@link
     * #isComplete}.
     *
     * @param offset in the log's file, from the start of its header
     * @param length in bytes, 1 to {@link #maxLength()}; within the file
     * @return false if the copy cannot start now, or the epoch has ended
     */
    boolean begin(int offset, int length);

    /** {@return whether the last copy is complete; never if the epoch ends before} */
    boolean isComplete();
}

package io.verbus.journal;

/**
 * A range of a session.
 *
 * @param from where it begins; null: at the beginning of the session
 * @param to where it ends, inclusive; null: at the end of the session
 */
public record ReplayRange(Point from, Point to) {
    /** The whole session. */
    public static final ReplayRange ALL = new ReplayRange(null, null);

    /** A point in a session. */
    public sealed interface Point {}

    /**
     * A message, by its sequence.
     *
     * @param sequence from 0
     */
    public record Sequence(long sequence) implements Point {}

    /**
     * The messages with a receive time.
     *
     * @param epochNs nanoseconds UTC since 1970
     */
    public record Time(long epochNs) implements Point {}

    /**
     * Moves a reader to the beginning of the range.
     *
     * @param reader of the session
     * @throws io.verbus.BusException if the journal is damaged so that the beginning cannot be found
     */
    public void begin(final SessionReader reader) {
        switch (from) {
            case Sequence(long sequence) -> reader.seek(sequence);
            case Time(long epochNs) -> reader.seekTime(epochNs);
            case null -> {
                return; // the reader is at the beginning of the session
            }
        }
    }

    /**
     * Whether a message is after the end of the range.
     *
     * @param sequence of the message
     * @param receivedNs its receive time, UTC
     * @return whether it and all later messages are outside the range
     */
    public boolean isAfterEnd(final long sequence, final long receivedNs) {
        return switch (to) {
            case Sequence(long last) -> sequence > last;
            case Time(long lastNs) -> receivedNs > lastNs;
            case null -> false;
        };
    }
}

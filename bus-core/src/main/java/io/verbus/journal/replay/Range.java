package io.verbus.journal.replay;

import io.verbus.journal.SessionReader;

/**
 * What is wanted of a session.
 *
 * @param from where it begins; null for its beginning
 * @param to where it ends, with the message there; null for its end
 */
public record Range(Point from, Point to) {
    /** All of it. */
    public static final Range ALL = new Range(null, null);

    /** A place in a session. */
    public sealed interface Point {}

    /**
     * A message, by its sequence.
     *
     * @param sequence from 0
     */
    public record Sequence(long sequence) implements Point {}

    /**
     * The messages of a moment, by their receive time.
     *
     * @param epochNs nanoseconds UTC since 1970
     */
    public record Time(long epochNs) implements Point {}

    /**
     * Brings a reader to where the range begins.
     *
     * @param reader of the session
     * @throws io.verbus.BusException if the journal is damaged where that has to be looked for
     */
    public void begin(final SessionReader reader) {
        switch (from) {
            case Sequence(long sequence) -> reader.seek(sequence);
            case Time(long epochNs) -> reader.seekTime(epochNs);
            case null -> {
                return; // there it stands
            }
        }
    }

    /**
     * Whether something lies behind the end of the range.
     *
     * @param sequence of it
     * @param receivedNs its receive time, UTC
     * @return whether it is not wanted any more, nor what follows
     */
    public boolean isBehind(final long sequence, final long receivedNs) {
        return switch (to) {
            case Sequence(long last) -> sequence > last;
            case Time(long lastNs) -> receivedNs > lastNs;
            case null -> false;
        };
    }
}

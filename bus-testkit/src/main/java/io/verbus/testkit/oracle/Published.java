package io.verbus.testkit.oracle;

/** The committed messages of one session, as far as a test knows them. */
@FunctionalInterface
public interface Published {
    /** Nothing is known: any sequence may have been published. */
    Published UNKNOWN = () -> Long.MAX_VALUE;

    /** Number of frames so far, which is the next sequence. */
    long committed();

    /** The sequence at or after a frame with which a message begins. */
    default long beginning(final long sequence) {
        return sequence;
    }

    /** Whether a message of this many frames begins in a frame. */
    default boolean isMessage(final long sequence, final int frames) {
        return frames > 0;
    }
}

package io.verbus.sample.book.messages;

/** Where the snapshots of a stream are. */
public final class SnapshotStream {
    private static final String SUFFIX = ".snapshot";

    private SnapshotStream() {
    }

    /**
     * The stream that has the snapshots of another one.
     *
     * @param stream such as {@code md.itch}
     * @return such as {@code md.itch.snapshot}
     */
    public static String of(final String stream) {
        return stream + SUFFIX;
    }
}

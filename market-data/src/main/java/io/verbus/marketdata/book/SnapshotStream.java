package io.verbus.marketdata.book;

/** Names of the streams that carry snapshots. */
public final class SnapshotStream {
    private static final String SUFFIX = ".snapshot";

    private SnapshotStream() {
    }

    /**
     * The stream that carries the snapshots of another stream.
     *
     * @param stream such as {@code md.itch}
     * @return such as {@code md.itch.snapshot}
     */
    public static String of(final String stream) {
        return stream + SUFFIX;
    }
}

package io.verbus.rdma.epoch;

/** Closes what belongs to this module, none of which throws a checked exception. */
public final class Quietly {
    private Quietly() {
    }

    /**
     * Closes something.
     *
     * @param closeable of this module; null is nothing
     */
    public static void close(final AutoCloseable closeable) {
        if (closeable == null) {
            return;
        }
        try {
            closeable.close();
        } catch (final RuntimeException e) {
            throw e;
        } catch (final Exception e) {
            throw new IllegalStateException(e);
        }
    }
}

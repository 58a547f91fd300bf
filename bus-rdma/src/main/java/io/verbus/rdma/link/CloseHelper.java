package io.verbus.rdma.link;

/** Closes resources of this module, none of which throws a checked exception. */
public final class CloseHelper {
    private CloseHelper() {
    }

    /**
     * Closes a resource.
     *
     * @param closeable of this module; null is ignored
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

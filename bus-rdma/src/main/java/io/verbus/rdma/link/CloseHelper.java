package io.verbus.rdma.link;

import java.util.Deque;

/** Closes resources of this module, none of which throws a checked exception. */
public final class CloseHelper {
    private CloseHelper() {
    }

    /**
     * Closes all resources, in this order, also if one of them fails; then throws the first failure, the others
     * suppressed in it.
     *
     * @param closeables of this module; empty afterwards
     */
    public static void closeAll(final Deque<? extends AutoCloseable> closeables) {
        final RuntimeException failure = closeAll(closeables, null);
        if (failure != null) {
            throw failure;
        }
    }

    /**
     * Closes all resources after a failure, in this order, also if one of them fails.
     *
     * @param closeables of this module; empty afterwards
     * @param failure that later ones are suppressed in; null if there is none
     * @return the failure, else the first one of a resource, else null
     */
    public static RuntimeException closeAll(final Deque<? extends AutoCloseable> closeables,
            final RuntimeException failure) {
        RuntimeException first = failure;
        while (!closeables.isEmpty()) {
            try {
                close(closeables.pop());
            } catch (final RuntimeException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        return first;
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

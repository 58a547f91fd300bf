package io.verbus.internal.peer;

import io.verbus.BusException;
import io.verbus.internal.duty.IntervalTimer;
import io.verbus.internal.os.TransientException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.agrona.ErrorHandler;

/**
 * Files of a stream that could not be attached. Each is reported once; those with a passing cause are retried
 * periodically.
 */
public final class AttachRetries {
    private final ErrorHandler errorHandler;
    /** Whether the cause may pass, by the id in the file's name. */
    private final Map<Long, Boolean> refused = new HashMap<>();
    private final IntervalTimer retry = new IntervalTimer(IntervalTimer.RETRY_NS);
    private boolean isListingFailed;

    public AttachRetries(final ErrorHandler errorHandler) {
        this.errorHandler = errorHandler;
    }

    /** Whether a retry is due. */
    public boolean isRetryDue(final long nowNs) {
        return (isListingFailed || refused.containsValue(true)) && retry.isDue(nowNs);
    }

    /** Whether a file may be tried. */
    public boolean allow(final long id, final boolean again) {
        final Boolean passing = refused.get(id);
        return passing == null || passing && again;
    }

    /** Records a failure. A file that was removed in between is not reported. */
    public void refuse(final long id, final Path path, final BusException cause) {
        if (refused.put(id, cause instanceof TransientException) == null
                && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            errorHandler.onError(cause);
        }
    }

    /** Records that a file was attached. */
    public void accept(final long id) {
        refused.remove(id);
    }

    /** Records a listing of the directory; removed files are forgotten. */
    public void listed(final Set<Long> present) {
        isListingFailed = false;
        refused.keySet().retainAll(present);
    }

    /** Records that the directory could not be listed. */
    public void listingFailed(final BusException cause) {
        if (!isListingFailed) {
            errorHandler.onError(cause);
        }
        isListingFailed = true;
    }
}

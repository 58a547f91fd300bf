package io.verbus.internal.subscriber;

import io.verbus.BusException;
import io.verbus.internal.image.RemoteSubscriberPosition.Grant;
import io.verbus.internal.image.RemoteSubscriberPosition;
import io.verbus.internal.log.Log;
import io.verbus.spi.ImageLink;
import org.agrona.ErrorHandler;

/**
 * Memory for a session's history: allocated at the first request, and kept, because more history may be needed later.
 * Used by the conductor.
 */
final class HistoryMemory {
    private final Log image;
    private final RemoteSubscriberPosition position;
    private final long process;
    private final ErrorHandler errorHandler;
    private Log memory;

    /**
     * Starts without memory.
     *
     * @param image of the session, with the same layout
     * @param position that requests the memory
     * @param process id of this process
     * @param errorHandler receives the cause of a refusal
     */
    HistoryMemory(final Log image, final RemoteSubscriberPosition position, final long process,
            final ErrorHandler errorHandler) {
        this.image = image;
        this.position = position;
        this.process = process;
        this.errorHandler = errorHandler;
    }

    /** Whether the polling thread waits for the memory. */
    boolean isRequested(final ImageLink link) {
        return position.isHistoryAsked(link);
    }

    /** Responds to an open request. */
    void doWork(final ImageLink link) {
        if (position.isHistoryAsked(link)) {
            position.grant(grant(link));
        }
    }

    private Grant grant(final ImageLink link) {
        try {
            if (memory == null) {
                memory = Log.image(image.path(), process, image.identity());
            }
            return new Grant(link, memory, link.history(memory.whole()));
        } catch (final BusException e) {
            errorHandler.onError(new BusException("cannot fetch missed messages of stream " + image.identity().stream()
                    + " from the publisher's log: " + e.getMessage(), e));
            return new Grant(link, null, null);
        }
    }

    /** After the last link has released it. */
    void close() {
        if (memory != null) {
            memory.close();
        }
    }
}

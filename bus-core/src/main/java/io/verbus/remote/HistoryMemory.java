package io.verbus.remote;

import io.verbus.BusException;
import io.verbus.image.RemotePlace;
import io.verbus.image.RemotePlace.Grant;
import io.verbus.log.Log;
import io.verbus.transport.ImageLink;
import org.agrona.ErrorHandler;

/**
 * Memory of one session that history is fetched into: made when it is asked for first, and kept, for as much as is
 * missing once may be missing again. Used by the conductor.
 */
final class HistoryMemory {
    private final Log image;
    private final RemotePlace place;
    private final long process;
    private final ErrorHandler errorHandler;
    private Log memory;

    /**
     * With none yet.
     *
     * @param image of the session, whose layout it has
     * @param place by which it is asked for
     * @param process id of this one
     * @param errorHandler hears why there is none
     */
    HistoryMemory(final Log image, final RemotePlace place, final long process, final ErrorHandler errorHandler) {
        this.image = image;
        this.place = place;
        this.process = process;
        this.errorHandler = errorHandler;
    }

    /** Whether the polling thread waits for it. */
    boolean isAsked(final ImageLink link) {
        return place.isHistoryAsked(link);
    }

    /** Grants what was asked for, if anything was. */
    void doWork(final ImageLink link) {
        if (place.isHistoryAsked(link)) {
            place.grant(grant(link));
        }
    }

    private Grant grant(final ImageLink link) {
        try {
            if (memory == null) {
                memory = Log.image(image.path(), process, image.identity());
            }
            return new Grant(link, memory, link.history(memory.whole()));
        } catch (final BusException e) {
            errorHandler.onError(new BusException("what was missed of " + image.identity().stream()
                    + " can't be fetched from its publisher's log: " + e.getMessage(), e));
            return new Grant(link, null, null);
        }
    }

    /** When no link uses it. */
    void close() {
        if (memory != null) {
            memory.close();
        }
    }
}

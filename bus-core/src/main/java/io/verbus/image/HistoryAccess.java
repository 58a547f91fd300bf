package io.verbus.image;

import io.verbus.log.Log;
import io.verbus.transport.HistoryLink;
import io.verbus.transport.ImageLink;

/**
 * Where an image asks for memory to fetch history into, and gets it, once an epoch: not before it misses something, as
 * that takes as much as the image itself. The polling thread asks, the conductor grants.
 */
public final class HistoryAccess {
    private volatile ImageLink asked;
    private volatile Grant granted;

    /** Of an image that has missed nothing yet. */
    HistoryAccess() {
    }

    /**
     * What was granted for one epoch.
     *
     * @param link of it
     * @param memory laid out as the log; null if history is not to be had
     * @param copies what copies the log there; null if history is not to be had
     */
    public record Grant(ImageLink link, Log memory, HistoryLink copies) {
        boolean isRefusal() {
            return copies == null;
        }
    }

    /** Asks for it; null as long as there is no answer. */
    Grant ask(final ImageLink link) {
        if (!link.offersHistory() || link.endedBy() != null) {
            return new Grant(link, null, null);
        }
        final Grant last = granted;
        if (last != null && last.link() == link) {
            return last;
        }
        asked = link;
        return null;
    }

    /**
     * Whether an answer is waited for.
     *
     * @param link of the epoch; null for none
     * @return whether it was asked for in that epoch, and not granted; any thread
     */
    public boolean isAsked(final ImageLink link) {
        final Grant last = granted;
        return link != null && asked == link && (last == null || last.link() != link);
    }

    /**
     * Answers. By the conductor.
     *
     * @param grant for the epoch that it was asked for
     */
    public void grant(final Grant grant) {
        granted = grant;
    }
}

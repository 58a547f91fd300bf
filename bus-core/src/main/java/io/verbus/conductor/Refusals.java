package io.verbus.conductor;

import io.verbus.BusException;
import io.verbus.os.PassingException;
import io.verbus.watch.Pulse;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.agrona.ErrorHandler;

/**
 * Files of a stream that could not be used. Each is said once; those whose reason may pass are tried again once in a
 * while.
 */
final class Refusals {
    private final ErrorHandler errorHandler;
    /** Whether the reason may pass, by the id in the file's name. */
    private final Map<Long, Boolean> refused = new HashMap<>();
    private final Pulse retry = new Pulse(Pulse.RETRY_NS);
    private boolean blind;

    Refusals(final ErrorHandler errorHandler) {
        this.errorHandler = errorHandler;
    }

    /** Whether it is time to try again what was refused for a passing reason. */
    boolean areDue(final long nowNs) {
        return (blind || refused.containsValue(true)) && retry.isDue(nowNs);
    }

    /** Whether a file may be tried. */
    boolean allow(final long id, final boolean again) {
        final Boolean passing = refused.get(id);
        return passing == null || passing && again;
    }

    /** A file could not be used. One that went away while we looked is nobody's fault. */
    void refuse(final long id, final Path path, final BusException why) {
        if (refused.put(id, why instanceof PassingException) == null && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            errorHandler.onError(why);
        }
    }

    /** A file could be used after all. */
    void accept(final long id) {
        refused.remove(id);
    }

    /** The directory was listed, and these are the files that are there; others are forgotten. */
    void seen(final Set<Long> present) {
        blind = false;
        refused.keySet().retainAll(present);
    }

    /** The directory could not be listed. */
    void unseen(final BusException why) {
        if (!blind) {
            errorHandler.onError(why);
        }
        blind = true;
    }
}

package io.verbus.conductor;

import io.verbus.log.LogIdentity;
import java.util.Collection;
import java.util.function.LongPredicate;

/**
 * Finds sessions that a fresh subscription has no use for: the publisher is dead, and a later session of the same
 * publisher name is alive. A subscription that had read the dead session would hear of the restart; one that begins now
 * begins with the living session.
 */
final class Superseded {
    private final Collection<LogIdentity> present;
    private final LongPredicate isAlive;

    /**
     * Among the sessions of a stream.
     *
     * @param present sessions that have a log
     * @param isAlive whether the process with an id is alive
     */
    Superseded(final Collection<LogIdentity> present, final LongPredicate isAlive) {
        this.present = present;
        this.isAlive = isAlive;
    }

    boolean contains(final LogIdentity session) {
        return present.stream().anyMatch(other -> isLater(other, session)) && !isAlive.test(session.process())
                && present.stream().anyMatch(other -> isLater(other, session) && isAlive.test(other.process()));
    }

    private static boolean isLater(final LogIdentity other, final LogIdentity session) {
        return other.publisher().equals(session.publisher()) && other.startedEpochNs() > session.startedEpochNs();
    }
}

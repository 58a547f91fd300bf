package io.verbus.internal.subscriber;

import io.verbus.spi.LogIdentity;
import java.util.Collection;
import java.util.function.LongPredicate;

/**
 * Finds sessions that a new subscription skips: the publisher is dead, and a later session of the same publisher name
 * is alive. A subscription that had read the dead session gets the restart; a new one starts with the living session.
 */
final class SupersededSessions {
    private final Collection<LogIdentity> present;
    private final LongPredicate isAlive;

    /**
     * Compares the sessions of a stream.
     *
     * @param present sessions that have a log
     * @param isAlive whether the process with a given id is alive
     */
    SupersededSessions(final Collection<LogIdentity> present, final LongPredicate isAlive) {
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

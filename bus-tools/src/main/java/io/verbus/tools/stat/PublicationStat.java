package io.verbus.tools.stat;

import java.util.List;

/**
 * A publication as it was when it was looked at.
 *
 * @param stream that it publishes on
 * @param session its id
 * @param publisher its name
 * @param pid of its process
 * @param alive whether that lives
 * @param beatNs when its process said so last, on the monotonic clock
 * @param messages committed, as of the last duty cycle, or when it died
 * @param position bytes of log since the session began, likewise
 * @param capacity of its log in bytes
 * @param refused claims that were refused
 * @param holdUps who has held its claims up, on this host and on others
 */
record PublicationStat(String stream, long session, String publisher, long pid, boolean alive, long beatNs,
        long messages,
        long position, int capacity, long refused, List<HoldUp> holdUps) {
    /**
     * A subscription that has held claims up.
     *
     * @param subscription its name
     * @param id of the subscription
     * @param pid of its process
     * @param claims how many; one that is repeated is one
     * @param ns for how long, in nanoseconds
     */
    record HoldUp(String subscription, long id, long pid, long claims, long ns) {}
}

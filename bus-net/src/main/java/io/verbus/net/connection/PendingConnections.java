package io.verbus.net.connection;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Pending connections of peers that have not yet proven that they publish. The number of places is limited: a new
 * connection replaces the oldest one of the address that has the most, so neither many unknown hosts nor a host that
 * reconnects repeatedly can lock a publisher out. Conductor only.
 *
 * @param <T> key of a connection
 */
public final class PendingConnections<T> {
    /** Number of places. */
    public static final int MAX = 16;

    private final Map<T, Pending> all = new LinkedHashMap<>();

    /**
     * A pending connection.
     *
     * @param address of the peer
     * @param giveUp closes it, and removes it here
     */
    private record Pending(String address, Runnable giveUp) {}

    /** None at first. */
    public PendingConnections() {
        // none
    }

    /**
     * Adds a connection.
     *
     * @param key of it
     * @param address of the peer
     * @param giveUp closes it, and removes it here
     */
    public void add(final T key, final String address, final Runnable giveUp) {
        all.put(key, new Pending(address, giveUp));
    }

    /**
     * Removes a connection.
     *
     * @param key of it
     * @return whether it was present
     */
    public boolean remove(final T key) {
        return all.remove(key) != null;
    }

    /** Drops one connection if all places are taken. */
    public void makeRoom() {
        if (all.size() >= MAX) {
            all.values().stream().reduce((first, later) -> countOf(later) > countOf(first) ? later : first)
                    .ifPresent(pending -> pending.giveUp().run());
        }
    }

    private long countOf(final Pending pending) {
        return all.values().stream().filter(other -> other.address().equals(pending.address())).count();
    }
}

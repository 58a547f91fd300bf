package io.verbus.rdma.link;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Connections that peers have begun, and not proven yet that they publish. There are few places for them: a new one
 * takes that of the oldest from the address that has most, so neither many strangers nor one that comes again and again
 * keep a publisher out. By the conductor.
 *
 * @param <T> what a connection is known by
 */
final class HalfMade<T> {
    /** Places. */
    static final int MAX = 16;

    private final Map<T, Begun> all = new LinkedHashMap<>();

    /**
     * A connection that was begun.
     *
     * @param address that it comes from
     * @param giveUp closes it, and removes it here
     */
    private record Begun(String address, Runnable giveUp) {}

    void add(final T one, final String address, final Runnable giveUp) {
        all.put(one, new Begun(address, giveUp));
    }

    /** Whether it was there. */
    boolean remove(final T one) {
        return all.remove(one) != null;
    }

    /** Gives one up, if all places are taken. */
    void makeRoom() {
        if (all.size() >= MAX) {
            all.values().stream().reduce((one, later) -> countOf(later) > countOf(one) ? later : one)
                    .ifPresent(one -> one.giveUp().run());
        }
    }

    private long countOf(final Begun begun) {
        return all.values().stream().filter(one -> one.address().equals(begun.address())).count();
    }
}

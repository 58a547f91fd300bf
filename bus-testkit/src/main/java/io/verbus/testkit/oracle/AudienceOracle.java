package io.verbus.testkit.oracle;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Checks the order of a publication's notifications about its subscriptions: each is true once. */
public final class AudienceOracle {
    private final boolean mayReturn;
    private final Consumer<String> violations;
    private final Map<String, Standing> standings = new HashMap<>();
    private final Map<String, Heartbeat> heartbeats = new HashMap<>();

    private enum Standing {
        UNKNOWN, JOINED, EVICTED, LEFT
    }

    private enum Heartbeat {
        PRESENT, SILENT,
        /** A silent subscription has joined again, perhaps over another connection; or its connection has ended. */
        EITHER
    }

    /**
     * For a publication.
     *
     * @param mayReturn whether a subscription that has left may join again: it may if it connects from another host
     * @param violations receives the description of each
     */
    public AudienceOracle(final boolean mayReturn, final Consumer<String> violations) {
        this.mayReturn = mayReturn;
        this.violations = violations;
    }

    /** A subscription has joined, perhaps again. */
    public void joined(final String subscriber) {
        final Standing before = standings.getOrDefault(subscriber, Standing.UNKNOWN);
        check(before != Standing.JOINED && (mayReturn || before != Standing.LEFT), subscriber, "joined");
        standings.put(subscriber, Standing.JOINED);
        heartbeats.computeIfPresent(subscriber, (name, heartbeat) -> Heartbeat.EITHER);
    }

    /** The heartbeat of a subscription is missing. */
    public void silent(final String subscriber) {
        check(!isGone(subscriber) && !isSilent(subscriber), subscriber, "silent");
        heartbeats.put(subscriber, Heartbeat.SILENT);
    }

    /** The connection of a subscription has ended. */
    public void disconnected(final String subscriber) {
        check(!isGone(subscriber), subscriber, "disconnected");
        heartbeats.put(subscriber, Heartbeat.EITHER);
    }

    /** The heartbeat of a subscription has returned. */
    public void back(final String subscriber) {
        check(!isGone(subscriber) && heartbeats.containsKey(subscriber), subscriber, "back");
        heartbeats.remove(subscriber);
    }

    /** A subscription no longer gates the publication, or has lost the session. */
    public void evicted(final String subscriber) {
        check(isJoined(subscriber), subscriber, "evicted");
        standings.put(subscriber, Standing.EVICTED);
    }

    /** A subscription no longer reads the publication. */
    public void left(final String subscriber) {
        check(!isGone(subscriber), subscriber, "gone");
        standings.put(subscriber, Standing.LEFT);
        heartbeats.remove(subscriber);
    }

    /** Whether a subscription has joined, and was not evicted since. */
    public boolean isJoined(final String subscriber) {
        return standings.get(subscriber) == Standing.JOINED;
    }

    /** Whether the last notification about the heartbeat of a subscription is that it is missing. */
    public boolean isSilent(final String subscriber) {
        return heartbeats.get(subscriber) == Heartbeat.SILENT;
    }

    private boolean isGone(final String subscriber) {
        final Standing standing = standings.getOrDefault(subscriber, Standing.UNKNOWN);
        return standing == Standing.UNKNOWN || standing == Standing.LEFT;
    }

    private void check(final boolean holds, final String subscriber, final String what) {
        if (!holds) {
            violations.accept(subscriber + " is reported as " + what + ", but was "
                    + standings.getOrDefault(subscriber, Standing.UNKNOWN) + " before, heartbeat "
                    + heartbeats.getOrDefault(subscriber, Heartbeat.PRESENT));
        }
    }
}

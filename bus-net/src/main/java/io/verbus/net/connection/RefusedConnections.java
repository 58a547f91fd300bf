package io.verbus.net.connection;

import io.verbus.BusException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;

/**
 * Reports incoming connections that fail, with at most one error a second for each host: a host that connects again and
 * again could fill the error log. The others are counted. By the conductor.
 */
public final class RefusedConnections {
    private static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    /** Hosts with a count of their own; all others share one. */
    private static final int MAX_HOSTS = 64;
    private static final String OTHERS = "other hosts";

    private final ErrorHandler errors;
    private final NanoClock clock;
    private final Map<String, Host> hosts = new LinkedHashMap<>();

    private static final class Host {
        private long reportedNs;
        private long count;
        private String last;
    }

    /**
     * None at first.
     *
     * @param errors receives the reports
     * @param clock monotonic
     */
    public RefusedConnections(final ErrorHandler errors, final NanoClock clock) {
        this.errors = errors;
        this.clock = clock;
    }

    /**
     * Reports a failure, or counts it.
     *
     * @param host of the peer
     * @param cause of the failure
     */
    public void report(final String host, final String cause) {
        final String name = hosts.containsKey(host) || hosts.size() < MAX_HOSTS ? host : OTHERS;
        final Host before = hosts.get(name);
        if (before != null) {
            before.count++;
            before.last = cause;
            return;
        }
        final Host first = new Host();
        first.reportedNs = clock.nanoTime();
        hosts.put(name, first);
        errors.onError(new BusException("cannot accept a connection: " + cause));
    }

    /**
     * Reports the counts of the last second, and forgets hosts without any.
     *
     * @param nowNs on the monotonic clock
     */
    public void conduct(final long nowNs) {
        if (!hosts.isEmpty()) {
            hosts.entrySet().removeIf(entry -> isOver(entry.getKey(), entry.getValue(), nowNs));
        }
    }

    private boolean isOver(final String name, final Host host, final long nowNs) {
        if (nowNs - host.reportedNs < INTERVAL_NS) {
            return false;
        }
        if (host.count == 0) {
            return true;
        }
        final String message = host.count == 1
                ? "cannot accept a connection: " + host.last
                : "cannot accept " + host.count + " connections of " + name + " in the last second; the last: "
                        + host.last;
        host.reportedNs = nowNs;
        host.count = 0;
        errors.onError(new BusException(message));
        return false;
    }
}

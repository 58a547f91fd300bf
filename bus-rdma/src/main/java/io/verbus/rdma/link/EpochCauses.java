package io.verbus.rdma.link;

import io.verbus.rdma.address.RdmaAddress.Route;
import io.verbus.rdma.verbs.Status;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Error texts for the end of an epoch: the event and its meaning. */
public final class EpochCauses {
    private EpochCauses() {
    }

    /**
     * A receive has failed.
     *
     * @param status of its completion
     * @param peer its address
     * @return error text
     */
    public static String arrival(final int status, final String peer) {
        return switch (status) {
            case Status.REMOTE_ACCESS -> peer + " violates the protocol: it accesses memory outside its grant";
            case Status.FLUSHED -> broken(peer);
            default -> "the connection to " + peer + " failed: " + Status.completion(status);
        };
    }

    private static String broken(final String peer) {
        return "lost the connection to " + peer + ": the peer has ended it, or a device or cable failed";
    }

    /**
     * A local request has failed.
     *
     * @param status of its completion
     * @param peer its address
     * @param route with the configured timeouts
     * @return error text
     */
    public static String completion(final int status, final String peer, final Route route) {
        return switch (status) {
            case Status.RETRIES_EXCEEDED -> String.format(Locale.ROOT,
                    "no answer from %s for %d tries of %.0f ms each: check the cable, and the peer's host and process",
                    peer,
                    route.retries() + 1, route.ackTimeoutMs());
            case Status.RECEIVER_NOT_READY ->
                peer + " has no receive posted although it granted credit: it is a different"
                        + " Verbus build, or it hangs";
            case Status.REMOTE_ACCESS -> peer + " rejects writes: its memory is no longer registered";
            case Status.FLUSHED -> broken(peer);
            default -> "the connection to " + peer + " failed: " + Status.completion(status);
        };
    }

    /**
     * There was no heartbeat.
     *
     * @param peer its address
     * @param limitNs for this time
     * @return error text
     */
    static String silence(final String peer, final long limitNs) {
        return "no heartbeat from " + peer + " for " + TimeUnit.NANOSECONDS.toMillis(limitNs)
                + " ms: check the cable, and the peer's host and process";
    }

    /**
     * A post was rejected.
     *
     * @param error returned by the post
     * @param peer its address
     * @return error text
     */
    public static String post(final int error, final String peer) {
        return "cannot post to " + peer + ": " + Status.error(error);
    }

    /**
     * The peer violates the protocol.
     *
     * @param peer its address
     * @param what the violation
     * @return error text
     */
    public static String violation(final String peer, final String what) {
        return peer + " violates the protocol: " + what;
    }
}

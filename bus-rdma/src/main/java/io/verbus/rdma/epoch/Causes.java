package io.verbus.rdma.epoch;

import io.verbus.rdma.address.RdmaAddress.Route;
import io.verbus.rdma.verbs.Status;
import java.util.Locale;

/** Why an epoch ended, in words: what happened, and what it means. */
public final class Causes {
    private Causes() {
    }

    /**
     * A receive went wrong.
     *
     * @param status of its completion
     * @param peer who is at the other end
     * @return a sentence
     */
    public static String arrival(final int status, final String peer) {
        return switch (status) {
            case Status.REMOTE_ACCESS -> peer + " does not keep to the protocol: it writes where it may not";
            case Status.FLUSHED -> broken(peer);
            default -> "the connection to " + peer + " failed: " + Status.completion(status);
        };
    }

    private static String broken(final String peer) {
        return "the connection to " + peer + " broke: the peer has ended it, or a device or cable failed";
    }

    /**
     * A request of ours went wrong.
     *
     * @param status of its completion
     * @param peer who is at the other end
     * @param route with the time-outs that were set
     * @return a sentence
     */
    public static String completion(final int status, final String peer, final Route route) {
        return switch (status) {
            case Status.RETRIES_EXCEEDED -> String.format(Locale.ROOT,
                    "no answer from %s for %d tries of %.0f ms each: the cable, or the peer's host or process", peer,
                    route.retries() + 1, route.ackTimeoutMs());
            case Status.RECEIVER_NOT_READY -> peer + " takes nothing more, though it had granted credit: it is no"
                    + " Verbus of this version, or it hangs";
            case Status.REMOTE_ACCESS -> peer + " refuses what is written: its memory is not there any more";
            case Status.FLUSHED -> broken(peer);
            default -> "the connection to " + peer + " failed: " + Status.completion(status);
        };
    }

    /**
     * A post was refused.
     *
     * @param error what it returned
     * @param peer who is at the other end
     * @return a sentence
     */
    public static String post(final int error, final String peer) {
        return "the device takes no more work for " + peer + ": " + Status.error(error);
    }

    /**
     * The peer says what can't be.
     *
     * @param peer who says it
     * @param what it says
     * @return a sentence
     */
    public static String lie(final String peer, final String what) {
        return peer + " does not keep to the protocol: " + what;
    }
}

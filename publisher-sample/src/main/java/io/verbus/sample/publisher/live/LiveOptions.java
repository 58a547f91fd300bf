package io.verbus.sample.publisher.live;

import io.verbus.BusException;
import io.verbus.sample.publisher.mold.MoldSettings;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import org.agrona.concurrent.NanoClock;
import picocli.CommandLine.Option;

/** What the command line says about a live session. */
public final class LiveOptions {
    @Option(names = "--moldudp64", paramLabel = "HOST:PORT",
            description = "Live session: a multicast group to join, or an address of this host to listen on.")
    private String feed;

    @Option(names = "--request", paramLabel = "HOST:PORT",
            description = "Re-request server of the live session, for messages that were missed.")
    private String server;

    @Option(names = "--interface", paramLabel = "IF",
            description = "Where to join the group, by name or address. Default: the only one there is.")
    private String joinOn;

    @Option(names = "--attempts", defaultValue = "50", paramLabel = "N",
            description = "How often to ask for a message, every 0.1 s, before it is lost. Default: ${DEFAULT-VALUE}.")
    private int attempts;

    @Option(names = "--continue-on-loss",
            description = "When live messages are lost for good, go on behind them with clear books and a warning."
                    + " Default: the feed ends, exit status 1.")
    private boolean continueOnLoss;

    /** Nothing said yet. */
    public LiveOptions() {
    }

    /** {@return whether a live session was asked for} */
    public boolean areGiven() {
        return feed != null || server != null || joinOn != null;
    }

    /** {@return the address of the session as it was written} */
    public String address() {
        return feed;
    }

    /**
     * Opens the sockets.
     *
     * @param clock for time-outs
     * @return a session of which nothing has been heard
     * @throws BusException if an option is wrong, or the network can't be used so
     */
    public LiveSession open(final NanoClock clock) {
        if (feed == null || server == null) {
            throw new BusException("a live session needs both --moldudp64 and --request: " + (feed == null
                    ? "--moldudp64 is missing"
                    : "without a re-request server what is missed is lost"));
        }
        if (attempts < 1) {
            throw new BusException("--attempts is 1 or more, not " + attempts);
        }
        final InetSocketAddress from = Addresses.parse("--moldudp64", feed);
        final InetSocketAddress requests = Addresses.parse("--request", server);
        if (requests.getPort() == 0 || requests.getAddress().isAnyLocalAddress()) {
            throw new BusException("--request " + server + ": requests can't be sent there; name the server's port");
        }
        final boolean isGroup = from.getAddress().isMulticastAddress();
        if (!isGroup && joinOn != null) {
            throw new BusException("--interface is for multicast groups, and " + feed
                    + " is none: leave it out, the address says which interface");
        }
        final NetworkInterface on = isGroup ? Addresses.multicastInterface(joinOn) : null;
        final MoldSettings settings = MoldSettings.defaults().withAttempts(attempts)
                .withGoesOnAfterLoss(continueOnLoss);
        return new LiveSession(MoldSockets.open(from, on, requests), settings, on, clock);
    }
}

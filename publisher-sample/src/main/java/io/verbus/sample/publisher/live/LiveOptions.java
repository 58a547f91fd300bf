package io.verbus.sample.publisher.live;

import io.verbus.BusException;
import io.verbus.sample.publisher.mold.MoldDiscipline;
import io.verbus.sample.publisher.mold.MoldLayout;
import io.verbus.sample.publisher.mold.MoldSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.concurrent.TimeUnit;
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

    @Option(names = "--session", defaultValue = "first", paramLabel = "NAME",
            description = "Follow this session only. Default: first, the first one that is received; another one only"
                    + " after its silence.")
    private String session;

    @Option(names = "--source", paramLabel = "HOST",
            description = "Take packets of this sender only; a multicast group is joined for it alone. Default: the"
                    + " sender of the first packet, another one only after its silence.")
    private String source;

    @Option(names = "--silence", defaultValue = "5", paramLabel = "SECONDS",
            description = "How long the session is silent before another may take its place, and how long to listen on"
                    + " after its end; 2 or more. Default: ${DEFAULT-VALUE}.")
    private int silenceSeconds;

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
     * What was asked for.
     *
     * @param from the session's address
     * @param requests the re-request server
     * @param on interface to join a group on; null without a group
     * @param only sender to listen to; null for the first
     * @param settings of the session
     */
    public record Wanted(InetSocketAddress from, InetSocketAddress requests, NetworkInterface on, InetAddress only,
            MoldSettings settings) {}

    /**
     * Reads the options; opens nothing.
     *
     * @return what was asked for
     * @throws BusException if an option is wrong
     */
    public Wanted wanted() {
        if (feed == null || server == null) {
            throw new BusException("a live session needs both --moldudp64 and --request: " + (feed == null
                    ? "--moldudp64 is missing"
                    : "without a re-request server what is missed is lost"));
        }
        if (attempts < 1) {
            throw new BusException("--attempts is 1 or more, not " + attempts);
        }
        if (silenceSeconds < 2) {
            throw new BusException("--silence is 2 seconds or more, as heartbeats come each second, not "
                    + silenceSeconds);
        }
        if (session.strip().isEmpty() || session.strip().length() > MoldLayout.SESSION_LENGTH) {
            throw new BusException("--session " + session + " is not the name of a session: it has 1 to 10 characters");
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
        final InetAddress only = source == null ? null : Addresses.host("--source", source);
        final MoldDiscipline discipline = MoldDiscipline.defaults()
                .withSession(session.equals("first") ? null : session.strip())
                .withSilenceNs(TimeUnit.SECONDS.toNanos(silenceSeconds));
        return new Wanted(from, requests, on, only, MoldSettings.defaults().withAttempts(attempts)
                .withGoesOnAfterLoss(continueOnLoss).withDiscipline(discipline));
    }

    /**
     * Opens the sockets.
     *
     * @param clock for time-outs
     * @return a session of which nothing has been received
     * @throws BusException if an option is wrong, or the network can't be used so
     */
    public LiveSession open(final NanoClock clock) {
        final Wanted wanted = wanted();
        return new LiveSession(MoldSockets.open(wanted.from(), wanted.on(), wanted.only(), wanted.requests()),
                wanted.settings(), wanted.only(), wanted.on(), clock);
    }
}

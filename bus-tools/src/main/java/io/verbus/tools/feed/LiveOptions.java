package io.verbus.tools.feed;

import io.verbus.BusException;
import io.verbus.marketdata.live.LiveSession;
import io.verbus.marketdata.mold.MoldDiscipline;
import io.verbus.marketdata.mold.MoldLayout;
import io.verbus.marketdata.mold.MoldSettings;
import io.verbus.tools.options.DurationConverter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.time.Duration;
import org.agrona.concurrent.NanoClock;
import picocli.CommandLine.Option;

/** Command-line options of a live session. */
public final class LiveOptions {
    private static final Duration SHORTEST_SILENCE = Duration.ofSeconds(2);

    @Option(names = "--moldudp64", paramLabel = "HOST:PORT",
            description = "Live session: a multicast group to join, or an address of this host to listen on.")
    private String feed;

    @Option(names = "--request", paramLabel = "HOST:PORT",
            description = "Re-request server of the live session, for missed messages.")
    private String server;

    @Option(names = "--interface", paramLabel = "IF",
            description = "Interface on which to join the group, by name or address. Default: the only one.")
    private String joinOn;

    @Option(names = "--session", defaultValue = "first", paramLabel = "NAME",
            description = "Follow only this session. Default: first, the first one that is received; another one only"
                    + " after it is silent.")
    private String session;

    @Option(names = "--source", paramLabel = "HOST",
            description = "Accept packets only from this sender; a multicast group is joined for it alone. Default:"
                    + " the sender of the first packet; another one only after it is silent.")
    private String source;

    @Option(names = "--silence", defaultValue = "5s", paramLabel = "TIME", converter = DurationConverter.class,
            description = "Silence of the session after which another one may replace it, and time to keep listening"
                    + " after its end; 2 (seconds) or more. Default: ${DEFAULT-VALUE}.")
    private Duration silence;

    @Option(names = "--attempts", defaultValue = "50", paramLabel = "N",
            description = "Requests for a message, every 0.1 s, before it is lost. Default: ${DEFAULT-VALUE}.")
    private int attempts;

    @Option(names = "--continue-on-loss",
            description = "After a loss of live messages, continue with clear books and a warning."
                    + " Default: the feed ends, exit status 1.")
    private boolean continueOnLoss;

    /** Creates options without values. */
    public LiveOptions() {
    }

    /** {@return whether a live session was requested} */
    public boolean areGiven() {
        return feed != null || server != null || joinOn != null;
    }

    /**
     * The parsed options.
     *
     * @param from address of the session
     * @param requests address of the re-request server
     * @param on interface on which to join a group; null without a group
     * @param only the only accepted sender; null for the first one
     * @param settings of the session
     */
    public record Requested(InetSocketAddress from, InetSocketAddress requests, NetworkInterface on, InetAddress only,
            MoldSettings settings) {}

    /**
     * Parses the options; opens nothing.
     *
     * @return the parsed options
     * @throws BusException if an option is invalid
     */
    public Requested requested() {
        if (feed == null || server == null) {
            throw new BusException("a live session needs both --moldudp64 and --request: " + (feed == null
                    ? "--moldudp64 is missing"
                    : "without a re-request server missed messages are lost"));
        }
        if (attempts < 1) {
            throw new BusException("--attempts " + attempts + ": give 1 or more");
        }
        if (silence.compareTo(SHORTEST_SILENCE) < 0) {
            throw new BusException("--silence " + DurationConverter.seconds(silence)
                    + ": give 2 seconds or more, as heartbeats are sent once a second");
        }
        if (session.strip().isEmpty() || session.strip().length() > MoldLayout.SESSION_LENGTH) {
            throw new BusException("--session " + session + " is not a session name: use 1 to 10 characters");
        }
        final InetSocketAddress from = Addresses.parse("--moldudp64", feed);
        final InetSocketAddress requests = Addresses.parse("--request", server);
        if (requests.getPort() == 0 || requests.getAddress().isAnyLocalAddress()) {
            throw new BusException(
                    "--request " + server + ": requests cannot be sent there: name the server and its port");
        }
        final boolean isGroup = from.getAddress().isMulticastAddress();
        if (!isGroup && joinOn != null) {
            throw new BusException("--interface is for multicast groups, and " + feed
                    + " is not one: omit it, as the address determines the interface");
        }
        final NetworkInterface on = isGroup ? Addresses.multicastInterface(joinOn) : null;
        final InetAddress only = source == null ? null : Addresses.host("--source", source);
        final MoldDiscipline discipline = MoldDiscipline.defaults()
                .withSession(session.equals("first") ? null : session.strip())
                .withSilenceNs(silence.toNanos());
        return new Requested(from, requests, on, only, MoldSettings.defaults().withAttempts(attempts)
                .withContinuesAfterLoss(continueOnLoss).withDiscipline(discipline));
    }

    /**
     * Opens the sockets.
     *
     * @param clock for timeouts
     * @return a session without received packets
     * @throws BusException if an option is invalid, or a socket cannot be opened
     */
    public LiveSession open(final NanoClock clock) {
        final Requested requested = requested();
        return LiveSession.open(requested.from(), requested.requests(), requested.on(), requested.only(),
                requested.settings(), clock);
    }
}

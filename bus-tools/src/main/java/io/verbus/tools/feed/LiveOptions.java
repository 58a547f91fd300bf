package io.verbus.tools.feed;

import io.verbus.BusException;
import io.verbus.marketdata.live.FeedAddress;
import io.verbus.marketdata.live.MoldSession;
import io.verbus.marketdata.mold.MoldDiscipline;
import io.verbus.marketdata.mold.MoldLayout;
import io.verbus.marketdata.mold.MoldSettings;
import io.verbus.tools.options.DurationConverter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;
import picocli.CommandLine.Option;

/** Command-line options of a live session, or of captures of one. */
public final class LiveOptions {
    private static final Duration SHORTEST_SILENCE = Duration.ofSeconds(2);

    @Option(names = "--moldudp64", paramLabel = "HOST:PORT",
            description = "Live session: a multicast group to join, or an address of this host to listen on. Repeated"
                    + " for the second feed of a pair: the first copy of each message is published. With --pcap: the"
                    + " destination of its packets. Default with --pcap: that of the first MoldUDP64 packet.")
    private List<String> feeds = List.of();

    @Option(names = "--pcap", paramLabel = "FILE",
            description = "Capture of a session, instead of a live one: pcap or pcapng, raw or gzip. Repeated for a"
                    + " second capture of the same session, such as the other feed of a pair.")
    private List<Path> captures = List.of();

    @Option(names = "--request", paramLabel = "HOST:PORT",
            description = "Re-request server of the live session, for messages that no feed has. Default: none, they"
                    + " are lost.")
    private String server;

    @Option(names = "--interface", paramLabel = "IF",
            description = "Interface on which to join the group, by name or address; once, or once for each group."
                    + " Default: the only one.")
    private List<String> joinOn = List.of();

    @Option(names = "--session", defaultValue = "first", paramLabel = "NAME",
            description = "Follow only this session. Default: first, the first one that is received; another one only"
                    + " after it is silent.")
    private String session;

    @Option(names = "--source", paramLabel = "HOST",
            description = "Accept packets only from this sender; a multicast group is joined for it alone; once, or"
                    + " once for each feed. Default: the sender of the first packet; another one only after it is"
                    + " silent.")
    private List<String> sources = List.of();

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

    /** {@return whether a session was requested, live or of captures} */
    public boolean areGiven() {
        return !feeds.isEmpty() || !captures.isEmpty() || server != null || !joinOn.isEmpty();
    }

    /** {@return the captures; empty for a live session} */
    public List<Path> captures() {
        return captures;
    }

    /** {@return a note if no re-request server of a live session is named, else null} */
    public String shortfall() {
        return server != null || !captures.isEmpty()
                ? null
                : "feed: note: there is no re-request server (--request): messages that "
                        + (feeds.size() > 1 ? "no feed has" : "the feed does not have") + " are lost";
    }

    /**
     * Checks the options; opens nothing.
     *
     * @throws BusException if an option is invalid
     */
    public void check() {
        settings();
        addresses();
        if (captures.isEmpty()) {
            requests();
            sides();
        } else {
            if (server != null || !joinOn.isEmpty()) {
                throw new BusException((server != null ? "--request" : "--interface")
                        + " is for a live session: omit it with --pcap");
            }
            if (sources.size() > 1) {
                throw new BusException("--source: give it once with --pcap, or not at all");
            }
            if (feeds.isEmpty() && captures.size() > MoldSettings.MOST_SIDES) {
                throw new BusException("--pcap: give at most " + MoldSettings.MOST_SIDES);
            }
        }
    }

    private MoldSettings settings() {
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
        final MoldDiscipline discipline = MoldDiscipline.defaults()
                .withSession(session.equals("first") ? null : session.strip())
                .withSilenceNs(silence.toNanos());
        return MoldSettings.defaults().withAttempts(attempts).withContinuesAfterLoss(continueOnLoss)
                .withDiscipline(discipline);
    }

    private List<InetSocketAddress> addresses() {
        if (feeds.size() > MoldSettings.MOST_SIDES) {
            throw new BusException("--moldudp64: give at most " + MoldSettings.MOST_SIDES);
        }
        final List<InetSocketAddress> addresses = feeds.stream().map(feed -> Addresses.parse("--moldudp64", feed))
                .toList();
        for (int feed = 0; feed < feeds.size(); feed++) {
            final InetSocketAddress address = addresses.get(feed);
            if (address.getPort() != 0 && addresses.indexOf(address) < feed) {
                throw new BusException("--moldudp64 " + feeds.get(feed)
                        + " is given twice: name the other feed of the pair");
            }
        }
        return addresses;
    }

    private InetSocketAddress requests() {
        final InetSocketAddress requests = server == null ? null : Addresses.parse("--request", server);
        if (requests != null && (requests.getPort() == 0 || requests.getAddress().isAnyLocalAddress())) {
            throw new BusException(
                    "--request " + server + ": requests cannot be sent there: name the server and its port");
        }
        return requests;
    }

    private List<FeedAddress> sides() {
        if (feeds.isEmpty()) {
            throw new BusException("a live session needs --moldudp64: it is missing");
        }
        requireEach("--interface", joinOn);
        requireEach("--source", sources);
        final List<InetSocketAddress> addresses = addresses();
        final List<FeedAddress> sides = new ArrayList<>();
        for (int feed = 0; feed < feeds.size(); feed++) {
            final String on = of(joinOn, feed);
            final String only = of(sources, feed);
            final boolean isGroup = addresses.get(feed).getAddress().isMulticastAddress();
            if (!isGroup && on != null) {
                throw new BusException("--interface is for multicast groups, and " + feeds.get(feed)
                        + " is not one: omit it, as the address determines the interface");
            }
            sides.add(new FeedAddress(addresses.get(feed), isGroup ? Addresses.multicastInterface(on) : null,
                    only == null ? null : Addresses.host("--source", only)));
        }
        return sides;
    }

    private void requireEach(final String option, final List<String> values) {
        if (values.size() > 1 && values.size() != feeds.size()) {
            throw new BusException(option + ": " + values.size() + " values for " + feeds.size()
                    + (feeds.size() == 1 ? " feed" : " feeds") + ": give it once, or once for each --moldudp64");
        }
    }

    /** The value of a feed: its own, or the only one; null if there is none. */
    private static String of(final List<String> values, final int feed) {
        return values.isEmpty() ? null : values.get(values.size() == 1 ? 0 : feed);
    }

    /**
     * Opens the sockets, or the captures.
     *
     * @param clock for timeouts of a live session
     * @param epochClock times of receipt of a live session
     * @return a session without received packets
     * @throws BusException if an option is invalid, a socket cannot be opened, or a file is not a capture
     */
    public MoldSession open(final NanoClock clock, final EpochNanoClock epochClock) {
        check();
        return captures.isEmpty()
                ? MoldSession.open(sides(), requests(), settings(), clock, epochClock)
                : MoldSession.play(captures, addresses(),
                        sources.isEmpty() ? null : Addresses.host("--source", sources.getFirst()), settings());
    }
}

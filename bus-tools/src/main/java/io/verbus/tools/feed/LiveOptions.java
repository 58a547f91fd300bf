package io.verbus.tools.feed;

import io.verbus.BusException;
import io.verbus.marketdata.live.FeedAddress;
import io.verbus.marketdata.live.MoldSession;
import io.verbus.marketdata.mold.MoldDiscipline;
import io.verbus.marketdata.mold.MoldLayout;
import io.verbus.marketdata.mold.MoldSettings;
import io.verbus.marketdata.mold.PacketFormat;
import io.verbus.tools.options.DurationConverter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;
import picocli.CommandLine.Option;

/** Command-line options of a live session, or of captures of one. */
public final class LiveOptions {
    /** Market identifier code of IEX. */
    static final String IEX = "IEXG";
    /** Those of venues that send MoldUDP64. */
    private static final Set<String> NASDAQ = Set.of("XNAS", "XBOS", "XPSX");
    private static final Duration SHORTEST_SILENCE = Duration.ofSeconds(2);

    @Option(names = "--moldudp64", paramLabel = "HOST:PORT",
            description = "Live session of MoldUDP64 with ITCH: a multicast group to join, or an address of this host"
                    + " to listen on. Repeated for the second feed of a pair: the first copy of each message is"
                    + " published."
                    + " With --pcap: the destination of its packets. Default with --pcap: that of the first packet of"
                    + " MoldUDP64 or IEX-TP, which also determines the format.")
    private List<String> moldFeeds = List.of();

    @Option(names = "--iex", paramLabel = "HOST:PORT",
            description = "The same for a session of IEX-TP with DEEP 1.0, instead of --moldudp64. IEX-TP has no"
                    + " re-request server.")
    private List<String> iexFeeds = List.of();

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

    @Option(names = "--continue-on-loss", negatable = true, defaultValue = "true", fallbackValue = "true",
            description = "After a loss of live messages, continue with suspect books and a warning, exit status 1 at"
                    + " the end; with --no-continue-on-loss the feed ends at once. Default: it continues.")
    private boolean continueOnLoss;

    /** Creates options without values. */
    public LiveOptions() {
    }

    /** {@return whether a session was requested, live or of captures} */
    public boolean areGiven() {
        return !feeds().isEmpty() || !captures.isEmpty() || server != null || !joinOn.isEmpty();
    }

    private List<String> feeds() {
        return iexFeeds.isEmpty() ? moldFeeds : iexFeeds;
    }

    /** The option of the feeds. */
    private String feedOption() {
        return iexFeeds.isEmpty() ? "--moldudp64" : "--iex";
    }

    /**
     * The requested format of the packets: that of the addresses, else that of the venue.
     *
     * @param venue market identifier code, or null
     * @return the format; null for captures if neither determines it
     * @throws BusException if the addresses and the venue contradict each other
     */
    PacketFormat format(final String venue) {
        if (!iexFeeds.isEmpty() && !moldFeeds.isEmpty()) {
            throw new BusException("--iex excludes --moldudp64: a feed follows one session");
        }
        final PacketFormat ofVenue = IEX.equals(venue)
                ? PacketFormat.IEX_TP
                : venue != null && NASDAQ.contains(venue) ? PacketFormat.MOLDUDP64 : null;
        final PacketFormat format = feeds().isEmpty()
                ? ofVenue
                : iexFeeds.isEmpty() ? PacketFormat.MOLDUDP64 : PacketFormat.IEX_TP;
        if (ofVenue != null && ofVenue != format) {
            throw new BusException(
                    "--venue " + venue + " sends " + ofVenue.title() + ", and " + feedOption() + " is for "
                            + format.title() + ": give the other address option, or omit --venue");
        }
        return format;
    }

    /** {@return whether the session is a live one of MoldUDP64} */
    boolean isOfMold() {
        return !moldFeeds.isEmpty() && captures.isEmpty();
    }

    /** {@return the captures; empty for a live session} */
    public List<Path> captures() {
        return captures;
    }

    /** {@return a note if a live session has no re-request server, else null} */
    public String shortfall() {
        return server != null || !captures.isEmpty()
                ? null
                : "feed: note: " + (iexFeeds.isEmpty()
                        ? "there is no re-request server (--request)"
                        : "IEX-TP has no re-request server") + ": messages that "
                        + (feeds().size() > 1 ? "no feed has" : "the feed does not have") + " are lost";
    }

    /**
     * Checks the options; opens nothing.
     *
     * @param venue market identifier code, or null
     * @throws BusException if an option is invalid
     */
    public void check(final String venue) {
        settings(venue);
        addresses();
        if (captures.isEmpty()) {
            if (server != null && !iexFeeds.isEmpty()) {
                throw new BusException("--request is for --moldudp64: IEX-TP has no re-request server; omit it with"
                        + " --iex");
            }
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
            if (feeds().isEmpty() && captures.size() > MoldSettings.MOST_SIDES) {
                throw new BusException("--pcap: give at most " + MoldSettings.MOST_SIDES);
            }
        }
    }

    private MoldSettings settings(final String venue) {
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
                .withFormat(format(venue)).withDiscipline(discipline);
    }

    private List<InetSocketAddress> addresses() {
        final List<String> feeds = feeds();
        if (feeds.size() > MoldSettings.MOST_SIDES) {
            throw new BusException(feedOption() + ": give at most " + MoldSettings.MOST_SIDES);
        }
        final List<InetSocketAddress> addresses = feeds.stream().map(feed -> Addresses.parse(feedOption(), feed))
                .toList();
        for (int feed = 0; feed < feeds.size(); feed++) {
            final InetSocketAddress address = addresses.get(feed);
            if (address.getPort() != 0 && addresses.indexOf(address) < feed) {
                throw new BusException(feedOption() + " " + feeds.get(feed)
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
        final List<String> feeds = feeds();
        if (feeds.isEmpty()) {
            throw new BusException("a live session needs --moldudp64 or --iex: it is missing");
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
        final int feeds = feeds().size();
        if (values.size() > 1 && values.size() != feeds) {
            throw new BusException(option + ": " + values.size() + " values for " + feeds
                    + (feeds == 1 ? " feed" : " feeds") + ": give it once, or once for each " + feedOption());
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
     * @param venue market identifier code, or null
     * @return a session without received packets
     * @throws BusException if an option is invalid, a socket cannot be opened, or a file is not a capture
     */
    public MoldSession open(final NanoClock clock, final EpochNanoClock epochClock, final String venue) {
        check(venue);
        return captures.isEmpty()
                ? MoldSession.open(sides(), requests(), settings(venue), clock, epochClock)
                : MoldSession.play(captures, addresses(),
                        sources.isEmpty() ? null : Addresses.host("--source", sources.getFirst()), settings(venue));
    }
}

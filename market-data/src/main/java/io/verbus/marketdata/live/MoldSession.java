package io.verbus.marketdata.live;

import io.verbus.marketdata.mold.MoldCounts;
import io.verbus.marketdata.mold.MoldDiscipline;
import io.verbus.marketdata.mold.MoldSettings;
import io.verbus.marketdata.mold.PacketFormat;
import io.verbus.marketdata.source.LiveSource;
import io.verbus.marketdata.source.SnapshotSource;
import io.verbus.marketdata.source.UdpAddress;
import java.io.Closeable;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;

/** A session of MoldUDP64 or IEX-TP, live or of captures, with its sockets or files and its summary. For one thread. */
public final class MoldSession implements Closeable {
    private final Datagrams datagrams;
    private final MoldSource source;
    private final String shown;
    private final String shortfall;
    /** Null if the session is live. */
    private final CaptureDatagrams captures;

    private MoldSession(final MoldSockets sockets, final MoldSource source) {
        datagrams = sockets;
        captures = null;
        this.source = source;
        shown = sockets.shown();
        shortfall = sockets.shortfall();
    }

    private MoldSession(final CaptureDatagrams captures, final MoldSource source) {
        datagrams = captures;
        this.captures = captures;
        this.source = source;
        shown = captures.shown();
        shortfall = null;
    }

    /**
     * Opens the sockets of a live session.
     *
     * @param from the sides: groups or addresses on which the same session is sent
     * @param requests address of the re-request server; null if there is none
     * @param settings of the session; the sides are those above
     * @param clock for timeouts
     * @param epochClock times of receipt
     * @return a session without received packets
     * @throws io.verbus.BusException if a socket cannot be opened
     */
    public static MoldSession open(final List<FeedAddress> from, final InetSocketAddress requests,
            final MoldSettings settings, final NanoClock clock, final EpochNanoClock epochClock) {
        final MoldSockets sockets = MoldSockets.open(from, requests);
        return new MoldSession(sockets, new MoldSource(sockets, settings,
                from.stream().map(FeedAddress::source).toArray(InetAddress[]::new), clock, epochClock));
    }

    /**
     * Opens captures. Their times are the clock, and there is no re-request server: a message is lost if no side has
     * it.
     *
     * @param files captures of the session, read at the same time by their times
     * @param sides destinations of its packets, each in any of the files; empty for one side per file: the destination
     *     of its first packet of the session
     * @param only the only accepted sender; null for the first one of each side
     * @param settings of the session; the sides are those above; without sides the format can be null: that of the
     *     first packet in a format that is known
     * @return a session before its first packet
     * @throws io.verbus.BusException if a file is not a capture, or has no packet of the session
     */
    public static MoldSession play(final List<Path> files, final List<InetSocketAddress> sides, final InetAddress only,
            final MoldSettings settings) {
        // A file is no hostile sender; without a server, a doubted packet would be lost.
        final MoldDiscipline discipline = settings.discipline().withFarMessages(Integer.MAX_VALUE);
        final CaptureDatagrams captures = CaptureDatagrams.open(files, sides.stream().map(UdpAddress::of).toList(),
                settings.format(), discipline);
        final InetAddress[] sources = new InetAddress[captures.sides()];
        Arrays.fill(sources, only);
        return new MoldSession(captures,
                new MoldSource(captures, settings.withDiscipline(discipline).withFormat(captures.format()), sources,
                        captures, null));
    }

    /** {@return the source of its messages} */
    public LiveSource source() {
        return source;
    }

    /**
     * Returns the source of its messages, with losses repaired by snapshots.
     *
     * @param snapshots of the same session; stay the caller's to close
     * @param settings limits
     * @return a source in place of {@link #source}
     */
    public LiveSource source(final SnapshotSource snapshots, final SourceRecovery settings) {
        return new RecoveringSource(source, snapshots, settings, source.clock());
    }

    /** {@return the addresses on which it listens, or the captures, as text} */
    public String shown() {
        return shown;
    }

    /** {@return a warning if the kernel granted a smaller receive buffer than requested, else null} */
    public String shortfall() {
        return shortfall;
    }

    /** {@return the time of the first packet of captures, in nanoseconds since 1970; call it before all others} */
    public long firstPacketNs() {
        return source.timeNs();
    }

    /** {@return whether a live session has ended, or all captures were read, and all its messages were returned} */
    public boolean hasEnded() {
        return source.hasEnded();
    }

    /** {@return the format of the packets} */
    public PacketFormat format() {
        return source.format();
    }

    /** {@return whether all messages up to the announced end of the session were returned, or a format has no end} */
    public boolean isComplete() {
        return source.isComplete() || source.hasEnded() && !format().hasEnd();
    }

    /** {@return the parts of captures that cannot be read, as sentences; empty for a live session} */
    public List<String> defects() {
        return captures == null ? List.of() : captures.defects();
    }

    /** {@return whether no message was lost} */
    public boolean isWhole() {
        return source.counts().lost() == 0;
    }

    /** {@return whether no capture is cut off or damaged} */
    public boolean areFilesWhole() {
        return captures == null || captures.isWhole();
    }

    /** {@return whether a packet was malformed, a stray or a false end} */
    public boolean isDisturbed() {
        return source.counts().malformed() > 0 || source.strays() > 0 || source.counts().falseEnds() > 0;
    }

    /**
     * Prints the packet counts.
     *
     * @param out receives the lines
     */
    public void summarise(final PrintStream out) {
        final MoldCounts counts = source.counts();
        final String session = source.session();
        out.println("feed: " + (session.isEmpty() ? "no packets received" : "session " + session));
        line(out, "packets", counts.packets());
        line(out, "packets of others, skipped", captures == null ? 0 : captures.others());
        line(out, "heartbeats, end of session", counts.heartbeats());
        line(out, "malformed, skipped", counts.malformed());
        line(out, "strays, skipped", source.strays());
        line(out, "far ahead, skipped", counts.doubtedPackets());
        line(out, "late, skipped", counts.latePackets());
        line(out, "false ends of session", counts.falseEnds());
        line(out, "gaps", counts.gaps());
        line(out, "requests", counts.requests());
        line(out, "messages that filled gaps", counts.recovered());
        for (int side = 0; side < datagrams.sides() && datagrams.sides() > 1; side++) {
            line(out, "first copies of side " + MoldSource.name(side), source.firstCopies(side));
        }
        line(out, "duplicate messages", counts.repeated());
        line(out, "messages lost", counts.lost());
    }

    private static void line(final PrintStream out, final String what, final long count) {
        if (count > 0) {
            out.printf(Locale.ROOT, "     %-27s %,15d%n", what, count);
        }
    }

    @Override
    public void close() {
        datagrams.close();
    }
}

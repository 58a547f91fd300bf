package io.verbus.marketdata.live;

import io.verbus.marketdata.mold.MoldCounts;
import io.verbus.marketdata.mold.MoldSettings;
import io.verbus.marketdata.source.LiveSource;
import java.io.Closeable;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.Locale;
import org.agrona.concurrent.NanoClock;

/** A live source with its sockets and its summary. For one thread. */
public final class LiveSession implements Closeable {
    private final MoldSockets sockets;
    private final MoldSource source;
    private final NetworkInterface joinedOn;

    private LiveSession(final MoldSockets sockets, final MoldSettings settings, final InetAddress onlySource,
            final NetworkInterface joinedOn, final NanoClock clock) {
        this.sockets = sockets;
        this.joinedOn = joinedOn;
        source = new MoldSource(sockets, settings, onlySource, clock);
    }

    /**
     * Opens the sockets of a session.
     *
     * @param from multicast group to join, or address of this host to listen on
     * @param requests address of the re-request server
     * @param on interface on which to join the group; null without a group
     * @param only the only accepted sender; null for the first one
     * @param settings of the session
     * @param clock for timeouts
     * @return a session without received packets
     * @throws io.verbus.BusException if a socket cannot be opened
     */
    public static LiveSession open(final InetSocketAddress from, final InetSocketAddress requests,
            final NetworkInterface on, final InetAddress only, final MoldSettings settings, final NanoClock clock) {
        return new LiveSession(MoldSockets.open(from, on, only, requests), settings, only, on, clock);
    }

    /** {@return the source of its messages} */
    public LiveSource source() {
        return source;
    }

    /** {@return the address on which it listens, as text} */
    public String shown() {
        return MoldSockets.shown(sockets.local()) + (joinedOn == null ? "" : " on " + joinedOn.getName());
    }

    /** {@return a warning if the kernel granted a smaller receive buffer than requested, else null} */
    public String shortfall() {
        return sockets.shortfall();
    }

    /** {@return whether the session has ended and all its messages were returned} */
    public boolean hasEnded() {
        return source.hasEnded();
    }

    /** {@return whether no message was lost} */
    public boolean isWhole() {
        return source.counts().lost() == 0;
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
        line(out, "heartbeats, end of session", counts.heartbeats());
        line(out, "malformed, skipped", counts.malformed());
        line(out, "strays, skipped", source.strays());
        line(out, "far ahead, skipped", counts.doubtedPackets());
        line(out, "false ends of session", counts.falseEnds());
        line(out, "gaps", counts.gaps());
        line(out, "requests", counts.requests());
        line(out, "messages that filled gaps", counts.recovered());
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
        sockets.close();
    }
}

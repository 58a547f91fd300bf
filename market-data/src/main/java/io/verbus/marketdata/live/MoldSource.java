package io.verbus.marketdata.live;

import io.verbus.BusException;
import io.verbus.marketdata.mold.MoldCounts;
import io.verbus.marketdata.mold.MoldLayout;
import io.verbus.marketdata.mold.MoldReceiver;
import io.verbus.marketdata.mold.MoldSettings;
import io.verbus.marketdata.mold.MoldSink;
import io.verbus.marketdata.mold.MoldState;
import io.verbus.marketdata.source.Block;
import io.verbus.marketdata.source.LiveSource;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A MoldUDP64 session as blocks of messages: each packet in sequence is one block. For one thread, which polls and
 * never sleeps.
 */
public final class MoldSource implements LiveSource {
    /** Five times the interval of heartbeats. */
    private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(5);

    /** Minimum interval between reports of strays. */
    private static final long STRAYS_NS = TimeUnit.SECONDS.toNanos(1);

    private final Datagrams datagrams;
    private final NanoClock clock;
    private final MoldReceiver receiver;
    private final ByteBuffer datagram = ByteBuffer.allocateDirect(1 << 16);
    private final UnsafeBuffer packet = new UnsafeBuffer(datagram);
    private final Block block = new Block();
    private final List<String> news = new ArrayList<>();
    private Clear clear = Clear.NO;
    private String loss;
    private long lastPacketNs;
    private boolean silent;
    private final InetAddress onlySource;
    private InetAddress source;
    private InetAddress straySender;
    private long straysNs;
    private long reportedStrays;
    private long reportedForeign;

    /** Accepts the first sender, and another one after a silence. */
    MoldSource(final Datagrams datagrams, final MoldSettings settings, final NanoClock clock) {
        this(datagrams, settings, null, clock);
    }

    /** Accepts only one sender; null for any, as above. */
    MoldSource(final Datagrams datagrams, final MoldSettings settings, final InetAddress onlySource,
            final NanoClock clock) {
        this.datagrams = datagrams;
        this.onlySource = onlySource;
        this.clock = clock;
        receiver = new MoldReceiver(settings, new Sink(), datagrams);
        lastPacketNs = clock.nanoTime();
    }

    /** {@return the packet counts} */
    public MoldCounts counts() {
        return receiver.counts();
    }

    /** {@return name of the current session, "" before the first packet} */
    public String session() {
        return receiver.session();
    }

    /** {@return whether the session has ended and all its messages were returned} */
    public boolean hasEnded() {
        return receiver.state() == MoldState.ENDED;
    }

    @Override
    public Block next() {
        if (hasEnded()) {
            return null;
        }
        block.next();
        clear = Clear.NO;
        final long nowNs = clock.nanoTime();
        if (!receiver.deliverHeld(nowNs)) {
            final int length = datagrams.receive(datagram, receiver.state() == MoldState.RECOVERING);
            if (length != Datagrams.NOTHING) {
                take(length, nowNs);
            } else if (nowNs - lastPacketNs > SILENCE_NS && !silent && receiver.state() != MoldState.ENDING) {
                silent = true;
                news.add("feed: no packet for 5 s, not even a heartbeat");
            }
            receiver.onTime(nowNs);
            reportStrays(nowNs);
        }
        if (receiver.state() == MoldState.GIVEN_UP) {
            throw new BusException(
                    loss + "; earlier messages are published (--continue-on-loss continues without them)");
        }
        return block;
    }

    /** Processes a datagram of the current sender, or an answer. Another sender is accepted only after a silence. */
    private void take(final int length, final long nowNs) {
        final InetAddress from = datagrams.sender();
        final boolean isAccepted = from == null || (onlySource == null
                ? from.equals(source) || receiver.isSilent(nowNs)
                : from.equals(onlySource));
        if (!isAccepted) {
            straySender = from;
            receiver.onStray();
            return;
        }
        final long strays = receiver.counts().strayPackets();
        if (from == null) {
            receiver.onAnswer(packet, 0, length, nowNs);
        } else {
            receiver.onDatagram(packet, 0, length, nowNs);
        }
        if (receiver.counts().strayPackets() > strays) {
            straySender = from == null ? straySender : from;
        } else {
            source = from == null ? source : from;
            received(nowNs);
        }
    }

    /** {@return skipped packets of other sessions or senders} */
    public long strays() {
        return receiver.counts().strayPackets() + datagrams.foreignAnswers();
    }

    private void reportStrays(final long nowNs) {
        if (strays() == reportedStrays + reportedForeign || nowNs - straysNs < STRAYS_NS) {
            return;
        }
        final long packets = receiver.counts().strayPackets();
        if (packets > reportedStrays) {
            news.add(String.format(Locale.ROOT,
                    "feed: warning: %,d more packets of another session or sender than %s of"
                            + " %s were skipped, the last from %s",
                    packets - reportedStrays, shown(session()),
                    shown(source), shown(straySender)));
        }
        if (datagrams.foreignAnswers() > reportedForeign) {
            news.add(String.format(Locale.ROOT, "feed: warning: %,d more answers were skipped: they are not from the"
                    + " re-request server", datagrams.foreignAnswers() - reportedForeign));
        }
        reportedStrays = packets;
        reportedForeign = datagrams.foreignAnswers();
        straysNs = nowNs;
    }

    private static String shown(final String session) {
        return session.isEmpty() ? "the requested one" : "session " + session;
    }

    private static String shown(final InetAddress address) {
        return address == null ? "any sender" : address.getHostAddress();
    }

    private void received(final long nowNs) {
        if (silent) {
            silent = false;
            news.add(String.format(Locale.ROOT, "feed: packets received again after %,d s",
                    TimeUnit.NANOSECONDS.toSeconds(nowNs - lastPacketNs)));
        }
        lastPacketNs = nowNs;
    }

    @Override
    public Clear clear() {
        return clear;
    }

    @Override
    public List<String> news() {
        if (news.isEmpty()) {
            return List.of();
        }
        final List<String> lines = List.copyOf(news);
        news.clear();
        return lines;
    }

    /** Adds messages to the block and events to the news. */
    private final class Sink implements MoldSink {
        private boolean joined;

        @Override
        public void onSession(final String session) {
            clear = Clear.SESSION_BEGINS;
            news.add("feed: session " + session + (joined ? " replaces the previous one" : " received"));
            joined = true;
        }

        @Override
        public void onMessages(final DirectBuffer in, final int offset, final int length) {
            assert length <= MoldLayout.LONGEST_PACKET : length;
            block.append(in, offset, length);
        }

        @Override
        public void onFalseEnd(final String session, final long end) {
            news.add(String.format(Locale.ROOT, "feed: warning: session %s continues after an announced end before"
                    + " sequence %,d", session, end));
        }

        @Override
        public void onLoss(final String session, final long first, final long last, final String cause) {
            clear = Clear.GAP;
            final String failure = datagrams.requestFailure();
            loss = (first == last
                    ? String.format(Locale.ROOT, "message %,d of session %s is lost, ", first, session)
                    : String.format(Locale.ROOT, "messages %,d to %,d of session %s are lost, ", first, last, session))
                    + cause + (failure == null ? "" : " (the last could not be sent: " + failure + ")");
            if (receiver.state() != MoldState.GIVEN_UP) {
                news.add("feed: warning: " + loss);
            }
        }
    }
}

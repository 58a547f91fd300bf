package io.verbus.marketdata.live;

import io.verbus.BusException;
import io.verbus.marketdata.mold.MoldCounts;
import io.verbus.marketdata.mold.MoldLayout;
import io.verbus.marketdata.mold.MoldReceiver;
import io.verbus.marketdata.mold.MoldSettings;
import io.verbus.marketdata.mold.MoldSink;
import io.verbus.marketdata.mold.MoldState;
import io.verbus.marketdata.mold.PacketFormat;
import io.verbus.marketdata.source.Block;
import io.verbus.marketdata.source.LiveSource;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A session of MoldUDP64 or IEX-TP as blocks of messages: each packet in sequence is one block. For one thread, which
 * polls and never sleeps.
 */
public final class MoldSource implements LiveSource {
    /** Five times the interval of heartbeats. */
    private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(5);

    /** Minimum interval between reports of strays. */
    private static final long STRAYS_NS = TimeUnit.SECONDS.toNanos(1);

    private final Datagrams datagrams;
    private final NanoClock clock;
    private final PacketFormat format;
    /** Null for captures: their clock has the times of receipt. */
    private final EpochNanoClock epochClock;
    private final MoldReceiver receiver;
    private final ByteBuffer datagram = ByteBuffer.allocateDirect(1 << 16);
    private final UnsafeBuffer packet = new UnsafeBuffer(datagram);
    private final Block block = new Block();
    private final List<String> news = new ArrayList<>();
    private Change change = Change.NONE;
    /** A loss that was found after the block was filled: it is reported with the next one. */
    private boolean isGapNext;
    private long afterGap;
    private String loss;
    private long nowNs;
    private boolean isOver;
    private final Side[] sides;
    private Side strayed;
    private long straysNs;
    private long reportedStrays;
    private long reportedForeign;

    /** The senders of a side, and their silence. */
    private static final class Side {
        private final String name;
        private final InetAddress onlySource;
        private InetAddress source;
        private InetAddress straySender;
        private long lastPacketNs;
        private boolean silent;

        Side(final String name, final InetAddress onlySource, final long nowNs) {
            this.name = name;
            this.onlySource = onlySource;
            lastPacketNs = nowNs;
        }
    }

    /** Accepts the first sender of each side, and another one after a silence. The clock has the times of receipt. */
    MoldSource(final Datagrams datagrams, final MoldSettings settings, final NanoClock clock) {
        this(datagrams, settings, new InetAddress[datagrams.sides()], clock, null);
    }

    /**
     * Accepts only one sender of each side; null for any, as above. Times of receipt are those of the epoch clock, or
     * of the clock if that is null.
     */
    MoldSource(final Datagrams datagrams, final MoldSettings settings, final InetAddress[] onlySources,
            final NanoClock clock, final EpochNanoClock epochClock) {
        this.datagrams = datagrams;
        this.clock = clock;
        format = settings.format();
        this.epochClock = epochClock;
        receiver = new MoldReceiver(settings.withSides(datagrams.sides()), new Sink(),
                datagrams.hasServer() ? datagrams : null);
        nowNs = clock.nanoTime();
        sides = new Side[datagrams.sides()];
        Arrays.setAll(sides, side -> new Side(sides.length == 1 ? "" : " on side " + name(side), onlySources[side],
                nowNs));
        strayed = sides[0];
    }

    /** The name of a side: A, B and so on. */
    static char name(final int side) {
        return (char) ('A' + side);
    }

    /** {@return the packet counts} */
    public MoldCounts counts() {
        return receiver.counts();
    }

    /**
     * Messages of a side that were published first.
     *
     * @param side from 0
     * @return their number
     */
    public long firstCopies(final int side) {
        return receiver.firstCopies(side);
    }

    /** {@return the clock of the timeouts} */
    NanoClock clock() {
        return clock;
    }

    /** {@return the format of the packets} */
    PacketFormat format() {
        return format;
    }

    /** {@return name of the current session, "" before the first packet} */
    public String session() {
        return receiver.session();
    }

    /** {@return whether the session or its capture has ended, and all its messages were returned} */
    public boolean hasEnded() {
        return isOver || receiver.state() == MoldState.ENDED;
    }

    /** {@return whether the session has announced its end, and all messages before it were returned} */
    public boolean isComplete() {
        return receiver.state() == MoldState.ENDED || receiver.state() == MoldState.ENDING;
    }

    @Override
    public Block next() {
        if (hasEnded() && !isGapNext) {
            return null;
        }
        block.next();
        change = isGapNext ? Change.GAP : Change.NONE;
        isGapNext = false;
        nowNs = clock.nanoTime();
        if (!receiver.deliverHeld(nowNs)) {
            final int length = datagrams.receive(datagram, receiver.state() == MoldState.RECOVERING);
            if (length != Datagrams.NOTHING) {
                take(length);
            } else if (datagrams.isExhausted()) {
                receiver.onNothingMore(nowNs);
                isOver = receiver.state() != MoldState.RECOVERING;
            }
            if (length == Datagrams.NOTHING || sides.length > 1) {
                reportSilence();
            }
            receiver.onTime(nowNs);
            reportStrays();
        }
        if (receiver.state() == MoldState.GIVEN_UP && block.length() == 0) {
            throw new BusException(loss + "; earlier messages are published (omit --no-continue-on-loss to continue"
                    + " without the lost ones)");
        }
        return block;
    }

    @Override
    public long timeNs() {
        return nowNs;
    }

    @Override
    public double fraction() {
        return datagrams.fraction();
    }

    /** Processes a datagram of the current sender, or an answer. Another sender is accepted only after a silence. */
    private void take(final int length) {
        final InetAddress from = datagrams.sender();
        final int number = from == null ? 0 : datagrams.side();
        final Side side = sides[number];
        final boolean isAccepted = from == null || (side.onlySource == null
                ? side.source == null || from.equals(side.source) || receiver.isSilent(number, nowNs)
                : from.equals(side.onlySource));
        if (!isAccepted) {
            stray(side, from);
            receiver.onStray();
            return;
        }
        final long strays = receiver.counts().strayPackets();
        if (from == null) {
            receiver.onAnswer(packet, 0, length, nowNs);
        } else {
            receiver.onDatagram(number, packet, 0, length, nowNs);
        }
        if (receiver.counts().strayPackets() == strays) {
            received(side, from);
        } else if (from != null) {
            stray(side, from);
        }
    }

    private void stray(final Side side, final InetAddress from) {
        strayed = side;
        side.straySender = from;
    }

    /** {@return skipped packets of other sessions or senders} */
    public long strays() {
        return receiver.counts().strayPackets() + datagrams.foreignAnswers();
    }

    private void reportSilence() {
        for (final Side side : sides) {
            if (nowNs - side.lastPacketNs > SILENCE_NS && !side.silent && receiver.state() != MoldState.ENDING) {
                side.silent = true;
                news.add("feed: no packet for 5 s" + side.name + ", not even a heartbeat");
            }
        }
    }

    private void reportStrays() {
        if (strays() == reportedStrays + reportedForeign || nowNs - straysNs < STRAYS_NS) {
            return;
        }
        final long packets = receiver.counts().strayPackets();
        if (packets > reportedStrays) {
            news.add(String.format(Locale.ROOT,
                    "feed: warning: %,d more packets of another session or sender than %s of"
                            + " %s were skipped, the last from %s",
                    packets - reportedStrays, shown(session()),
                    shown(strayed.source), shown(strayed.straySender)));
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

    /** An answer counts as a packet of its side: the session is not silent. */
    private void received(final Side side, final InetAddress from) {
        if (side.silent) {
            side.silent = false;
            news.add(String.format(Locale.ROOT, "feed: packets received again after %,d s%s",
                    TimeUnit.NANOSECONDS.toSeconds(nowNs - side.lastPacketNs), side.name));
        }
        side.lastPacketNs = nowNs;
        side.source = from == null ? side.source : from;
    }

    @Override
    public Change change() {
        return change;
    }

    @Override
    public long nextSequence() {
        return afterGap;
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
        private String joined = "";

        @Override
        public void onSession(final String session) {
            change = Change.SESSION_BEGINS;
            isGapNext = false;
            news.add("feed: session " + session + (joined.isEmpty()
                    ? " received"
                    : joined.equals(session) ? " begins again at its first message" : " replaces the previous one"));
            joined = session;
        }

        @Override
        public void onMessages(final DirectBuffer in, final int offset, final int length, final long sequence) {
            assert length <= MoldLayout.LONGEST_PACKET : length;
            block.fill(in, offset, length, format.order(), sequence, receivedNs());
        }

        /** Of a packet that was held, the time at which it could be delivered. */
        private long receivedNs() {
            if (epochClock != null) {
                return epochClock.nanoTime();
            }
            return nowNs == 0 ? Block.NO_TIME : nowNs; // a capture without times
        }

        @Override
        public void onFalseEnd(final String session, final long end) {
            news.add(String.format(Locale.ROOT, "feed: warning: session %s continues after an announced end before"
                    + " sequence %,d", session, end));
        }

        @Override
        public void onLoss(final String session, final long first, final long last, final String cause) {
            afterGap = last + 1;
            if (block.length() > 0) {
                isGapNext = true;
            } else {
                change = Change.GAP;
            }
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

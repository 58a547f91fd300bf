package io.verbus.sample.publisher.live;

import io.verbus.BusException;
import io.verbus.sample.publisher.mold.MoldCounts;
import io.verbus.sample.publisher.mold.MoldLayout;
import io.verbus.sample.publisher.mold.MoldReceiver;
import io.verbus.sample.publisher.mold.MoldSettings;
import io.verbus.sample.publisher.mold.MoldSink;
import io.verbus.sample.publisher.mold.MoldState;
import io.verbus.sample.publisher.source.Block;
import io.verbus.sample.publisher.source.LiveSource;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A MoldUDP64 session as blocks of messages: each packet that is next in order is one. For one thread, which polls and
 * never sleeps.
 */
public final class MoldSource implements LiveSource {
    /** Heartbeats come every second. */
    private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(5);

    private final Datagrams datagrams;
    private final NanoClock clock;
    private final MoldReceiver receiver;
    private final ByteBuffer datagram = ByteBuffer.allocateDirect(1 << 16);
    private final UnsafeBuffer packet = new UnsafeBuffer(datagram);
    private final Block block = new Block();
    private final List<String> news = new ArrayList<>();
    private Clear clear = Clear.NO;
    private String loss;
    private long heardNs;
    private boolean silent;

    MoldSource(final Datagrams datagrams, final MoldSettings settings, final NanoClock clock) {
        this.datagrams = datagrams;
        this.clock = clock;
        receiver = new MoldReceiver(settings, new Sink(), datagrams);
        heardNs = clock.nanoTime();
    }

    /** {@return what came of the packets} */
    public MoldCounts counts() {
        return receiver.counts();
    }

    /** {@return the session that is followed, or "" before the first packet} */
    public String session() {
        return receiver.session();
    }

    /** {@return whether the session has ended and all of it was returned} */
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
                receiver.onDatagram(packet, 0, length, nowNs);
                heard(nowNs);
            } else if (nowNs - heardNs > SILENCE_NS && !silent) {
                silent = true;
                news.add("feed: nothing was heard for 5 s, not even a heartbeat");
            }
            receiver.onTime(nowNs);
        }
        if (receiver.state() == MoldState.GIVEN_UP) {
            throw new BusException(loss + "; what came before is published (--continue-on-loss goes on without them)");
        }
        return block;
    }

    private void heard(final long nowNs) {
        if (silent) {
            silent = false;
            news.add(String.format(Locale.ROOT, "feed: packets come again, after %,d s",
                    TimeUnit.NANOSECONDS.toSeconds(nowNs - heardNs)));
        }
        heardNs = nowNs;
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

    /** Into the block and the news. */
    private final class Sink implements MoldSink {
        private boolean joined;

        @Override
        public void onSession(final String session) {
            clear = Clear.SESSION_BEGINS;
            news.add("feed: session " + session + (joined ? " begins in place of the one before" : " is heard"));
            joined = true;
        }

        @Override
        public void onMessages(final DirectBuffer in, final int offset, final int length) {
            assert length <= MoldLayout.LONGEST_PACKET : length;
            block.append(in, offset, length);
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

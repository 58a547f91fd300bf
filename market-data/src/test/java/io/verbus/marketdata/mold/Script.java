package io.verbus.marketdata.mold;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Drives a receiver with packets and times, and records its actions as lines. */
final class Script implements MoldSink, MoldRequester {
    final MoldReceiver receiver;
    private final ByteOrder order;
    private List<String> lines = new ArrayList<>();
    private long nowNs;

    Script(final MoldSettings settings) {
        this(settings, true);
    }

    Script(final MoldSettings settings, final boolean hasServer) {
        order = settings.format().order();
        receiver = new MoldReceiver(settings, this, hasServer ? this : null);
    }

    /** Passes a packet of the feed, and then delivers all held packets that are due. */
    Script take(final byte[] packet) {
        return take(0, packet);
    }

    /** Passes a packet of one side, and then delivers all held packets that are due. */
    Script take(final int side, final byte[] packet) {
        receiver.onDatagram(side, surrounded(packet), 5, packet.length, nowNs);
        return deliverHeld();
    }

    /** Passes an answer of the re-request server, and then delivers all held packets that are due. */
    Script answer(final byte[] packet) {
        receiver.onAnswer(surrounded(packet), 5, packet.length, nowNs);
        return deliverHeld();
    }

    /** The packet with other bytes before and after it. */
    private static DirectBuffer surrounded(final byte[] packet) {
        final UnsafeBuffer in = new UnsafeBuffer(new byte[packet.length + 10]);
        in.setMemory(0, in.capacity(), (byte) 0xAA);
        in.putBytes(5, packet);
        return in;
    }

    /** Delivers all held packets that are due. */
    Script deliverHeld() {
        while (receiver.deliverHeld(nowNs)) {
            assert receiver.state() != MoldState.GIVEN_UP;
        }
        return this;
    }

    Script at(final long newNowNs) {
        nowNs = newNowNs;
        receiver.onTime(nowNs);
        return this;
    }

    /** The actions since the last call. */
    List<String> done() {
        final List<String> done = lines;
        lines = new ArrayList<>();
        return done;
    }

    @Override
    public void onSession(final String session) {
        lines.add("session " + session);
    }

    @Override
    public void onMessages(final DirectBuffer in, final int offset, final int length, final long sequence) {
        int at = offset;
        while (at < offset + length) {
            final int message = in.getShort(at, order) & 0xFFFF;
            lines.add(in.getStringWithoutLengthAscii(at + 2, message));
            at += 2 + message;
        }
    }

    @Override
    public void onLoss(final String session, final long first, final long last, final String cause) {
        lines.add("lost " + session + " " + first + ".." + last + " " + cause);
    }

    @Override
    public void onFalseEnd(final String session, final long end) {
        lines.add("false end " + session + " " + end);
    }

    @Override
    public void request(final DirectBuffer packet) {
        final long first = packet.getLong(10, BIG_ENDIAN);
        lines.add("request " + packet.getStringWithoutLengthAscii(0, 10).strip() + " " + first + "+"
                + (packet.getShort(18, BIG_ENDIAN) & 0xFFFF));
    }
}

package io.verbus.sample.publisher.mold;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.util.Locale;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Follows a MoldUDP64 session from its sequence 1: whatever packets come, each message goes to the sink once and in
 * order, and what is missing is asked for.
 *
 * <ul>
 * <li>A packet that is ahead opens a gap and is kept. The gap is asked for at once, from its first message; again when
 * part of it has come, and every {@link MoldSettings#retryNs()} without progress; after so many attempts it is a loss.
 * <li>Heartbeats and the end of the session tell the next sequence, so a lost tail is noticed too.
 * <li>Packets of another session are counted and passed over, unless this one has been silent for
 * {@link MoldDiscipline#silenceNs()} and two of them come. Then what was still missing of this one is a loss, and the
 * new one is followed from its sequence 1. A session that was left does not come back.
 * <li>A packet that is far ahead is believed only with a second one that agrees with it.
 * <li>A session has ended when, for {@link MoldDiscipline#silenceNs()} after its announced end, neither a heartbeat nor
 * a later message of it has come. If one comes, the end was false and the session continues.
 * <li>What is not a whole packet is counted and passed over.
 * </ul>
 *
 * <p>Time and transport are parameters. For one thread. Allocates only when a session begins or messages are lost.
 */
public final class MoldReceiver {
    private final MoldSettings settings;
    private final MoldSink sink;
    private final MoldRequester requester;
    private final HeldPackets held;
    private final FarJumps jumps;
    private final MoldCounts counts = new MoldCounts();
    private final UnsafeBuffer request = new UnsafeBuffer(new byte[MoldLayout.HEADER_LENGTH]);
    private final UnsafeBuffer session = new UnsafeBuffer(new byte[MoldLayout.SESSION_LENGTH]);
    private final UnsafeBuffer sessionBefore = new UnsafeBuffer(new byte[MoldLayout.SESSION_LENGTH]);
    /** Another session, of which one packet has come since the newest of this one. */
    private final UnsafeBuffer candidate = new UnsafeBuffer(new byte[MoldLayout.SESSION_LENGTH]);
    private MoldState state = MoldState.SILENT;
    private long heardNs;
    private long expected;
    /** One more than the highest sequence heard of. */
    private long newest;
    /** What the end of the session said to be the next sequence, or 0. */
    private long end;
    /** When the end was announced. */
    private long endNs;
    /** The first sequence behind the gap that is asked for. */
    private long gapEnd;
    private long requestedFrom;
    private long requestedNs;
    private int attempts;

    /**
     * A receiver that has heard nothing.
     *
     * @param settings how it gets missing messages
     * @param sink gets the messages
     * @param requester takes requests away
     */
    public MoldReceiver(final MoldSettings settings, final MoldSink sink, final MoldRequester requester) {
        this.settings = settings;
        this.sink = sink;
        this.requester = requester;
        held = new HeldPackets(settings.heldBytes());
        jumps = new FarJumps(settings.discipline().farMessages());
    }

    /** {@return where it is in its session} */
    public MoldState state() {
        return state;
    }

    /** {@return what came of the packets so far} */
    public MoldCounts counts() {
        return counts;
    }

    /** {@return sequence of the next message to be delivered, or 0 before the first session} */
    public long expected() {
        return expected;
    }

    /** {@return the session's name for a person, or "" before the first one} */
    public String session() {
        return state == MoldState.SILENT ? "" : MoldPackets.session(session, 0);
    }

    /**
     * Takes a datagram, of the feed or the answer to a request.
     *
     * @param in holds it; believed to be anything
     * @param offset where it begins
     * @param length its bytes, all of them in the buffer
     * @param nowNs now
     */
    public void onDatagram(final DirectBuffer in, final int offset, final int length, final long nowNs) {
        if (isOver()) {
            return;
        }
        counts.packets++;
        if (!MoldPackets.isSound(in, offset, length)) {
            counts.malformed++;
        } else if (state == MoldState.SILENT ? isWanted(in, offset) : isOf(session, in, offset)) {
            follow(in, offset, length, nowNs);
        } else if (mayTakeOver(in, offset, nowNs)) {
            begin(in, offset);
            follow(in, offset, length, nowNs);
        } else {
            counts.strayPackets++;
        }
    }

    /**
     * Counts a datagram of another sender, which is not looked at.
     */
    public void onStranger() {
        counts.packets++;
        counts.strayPackets++;
    }

    /**
     * Whether the session may make room for another.
     *
     * @param nowNs now
     * @return true before the first packet, and when the session is silent
     */
    public boolean isSilent(final long nowNs) {
        return state == MoldState.SILENT || nowNs - heardNs >= settings.discipline().silenceNs();
    }

    private void follow(final DirectBuffer in, final int offset, final int length, final long nowNs) {
        if (state == MoldState.SILENT) {
            begin(in, offset);
        }
        heardNs = nowNs;
        candidate.setMemory(0, MoldLayout.SESSION_LENGTH, (byte) 0);
        final long first = MoldPackets.sequence(in, offset);
        if (jumps.believes(first, first + MoldPackets.messages(in, offset), newest)) {
            onPacket(in, offset, length, nowNs);
            proceed(nowNs);
        } else {
            counts.doubtedPackets++;
        }
    }

    private boolean isWanted(final DirectBuffer in, final int offset) {
        final String wanted = settings.discipline().session();
        return wanted == null || wanted.equals(MoldPackets.session(in, offset));
    }

    /** Another session needs the silence of this one, and a second packet. */
    private boolean mayTakeOver(final DirectBuffer in, final int offset, final long nowNs) {
        if (state == MoldState.SILENT || state == MoldState.ENDING || !isSilent(nowNs)
                || isOf(sessionBefore, in, offset) || !isWanted(in, offset)) {
            return false;
        }
        if (isOf(candidate, in, offset)) {
            return true;
        }
        candidate.putBytes(0, in, offset + MoldLayout.SESSION, MoldLayout.SESSION_LENGTH);
        return false;
    }

    /**
     * Delivers the next packet that was kept, if it is its turn. To be called until there is none, before the next
     * datagram is taken.
     *
     * @param nowNs now
     * @return whether there was one
     */
    public boolean deliverHeld(final long nowNs) {
        if (isOver() || !isHeldDue()) {
            return false;
        }
        final int offset = held.headOffset();
        final int length = held.headLength();
        held.removeHead();
        takeMessages(held.buffer(), offset, length);
        proceed(nowNs);
        return true;
    }

    /**
     * Makes requests again that were not answered, and gives up those that were made often enough.
     *
     * @param nowNs now
     */
    public void onTime(final long nowNs) {
        if (state == MoldState.ENDING && nowNs - endNs >= settings.discipline().silenceNs()) {
            state = MoldState.ENDED;
        }
        if (state == MoldState.RECOVERING && !isHeldDue() && nowNs - requestedNs >= settings.retryNs()) {
            if (attempts < settings.attempts()) {
                request(nowNs);
            } else {
                lose(nowNs);
            }
        }
    }

    private boolean isOver() {
        return state == MoldState.ENDED || state == MoldState.GIVEN_UP;
    }

    private static boolean isOf(final DirectBuffer name, final DirectBuffer in, final int offset) {
        return name.getLong(0) == in.getLong(offset + MoldLayout.SESSION)
                && name.getShort(Long.BYTES) == in.getShort(offset + MoldLayout.SESSION + Long.BYTES);
    }

    private boolean isHeldDue() {
        return !held.isEmpty() && held.sequence() <= expected;
    }

    private void begin(final DirectBuffer in, final int offset) {
        if (state != MoldState.SILENT) {
            if (expected < newest) {
                tellLoss(newest, "when the session gave way to another");
            }
            sessionBefore.putBytes(0, session, 0, MoldLayout.SESSION_LENGTH);
        }
        session.putBytes(0, in, offset + MoldLayout.SESSION, MoldLayout.SESSION_LENGTH);
        candidate.setMemory(0, MoldLayout.SESSION_LENGTH, (byte) 0);
        held.clear();
        jumps.clear();
        expected = 1;
        newest = 1;
        end = 0;
        gapEnd = 0;
        requestedFrom = 0;
        state = MoldState.LIVE;
        sink.onSession(session());
    }

    private void onPacket(final DirectBuffer in, final int offset, final int length, final long nowNs) {
        final long first = MoldPackets.sequence(in, offset);
        final int messages = MoldPackets.messages(in, offset);
        final boolean isEnd = MoldPackets.isEndOfSession(in, offset);
        if (end != 0 && !isEnd && (messages == 0 || first + messages > end)) {
            denyEnd();
        }
        newest = Math.max(newest, first + messages);
        if (isEnd) {
            onEnd(first, nowNs);
        }
        if (messages == 0) {
            counts.heartbeats++;
        } else if (first > expected) {
            hold(in, offset, length);
        } else {
            final long before = expected;
            takeMessages(in, offset, length);
            counts.recovered += state == MoldState.RECOVERING ? expected - before : 0;
        }
    }

    /** An end before messages that have come is not believed. */
    private void onEnd(final long next, final long nowNs) {
        if (next == newest && next != end) {
            if (end != 0) {
                denyEnd();
            }
            end = next;
            endNs = nowNs;
        }
    }

    private void denyEnd() {
        counts.falseEnds++;
        sink.onFalseEnd(session(), end);
        end = 0;
    }

    private void hold(final DirectBuffer in, final int offset, final int length) {
        if (held.add(in, offset, length)) {
            counts.heldPackets++;
            gapEnd = Math.min(gapEnd, held.sequence()); // what is here is not missing
        } else {
            counts.refusedPackets++;
        }
    }

    /** Takes what is new of a packet that is not ahead. */
    private void takeMessages(final DirectBuffer in, final int offset, final int length) {
        final long first = MoldPackets.sequence(in, offset);
        final long next = first + MoldPackets.messages(in, offset);
        assert first <= expected : "a packet is ahead: " + first + ", not " + expected;
        final long old = Math.min(next, expected) - first;
        counts.repeated += old;
        if (next > expected) {
            final int at = MoldPackets.skip(in, offset, old);
            counts.messages += next - expected;
            expected = next;
            sink.onMessages(in, at, offset + length - at);
        }
    }

    /** After anything has changed: what to do next. */
    private void proceed(final long nowNs) {
        assert expected <= newest : expected + " is delivered, " + newest + " is heard of";
        if (expected == newest) {
            goLive();
        } else if (!isHeldDue() && (state != MoldState.RECOVERING || requestedFrom != expected)) {
            recover(nowNs);
        }
    }

    private void goLive() {
        assert held.isEmpty() || isHeldDue() : "what is held was heard of";
        state = expected == end ? MoldState.ENDING : MoldState.LIVE;
    }

    /** A gap is there: a new one, or what is left of it. */
    private void recover(final long nowNs) {
        if (expected >= gapEnd) {
            gapEnd = held.isEmpty() ? newest : held.sequence();
            counts.gaps++;
        }
        assert gapEnd > expected : "there is no gap before " + gapEnd;
        state = MoldState.RECOVERING;
        attempts = 0;
        request(nowNs);
    }

    private void request(final long nowNs) {
        final long count = Math.min(gapEnd - expected, settings.messagesPerRequest());
        request.putBytes(MoldLayout.SESSION, session, 0, MoldLayout.SESSION_LENGTH);
        request.putLong(MoldLayout.SEQUENCE, expected, BIG_ENDIAN);
        request.putShort(MoldLayout.COUNT, (short) count, BIG_ENDIAN);
        requestedFrom = expected;
        requestedNs = nowNs;
        attempts++;
        counts.requests++;
        requester.request(request);
    }

    private void lose(final long nowNs) {
        if (!settings.goesOnAfterLoss()) {
            state = MoldState.GIVEN_UP;
        }
        tellLoss(gapEnd, String.format(Locale.ROOT, "after %,d %s without an answer", attempts,
                attempts == 1 ? "request" : "requests"));
        if (settings.goesOnAfterLoss()) {
            expected = gapEnd;
            proceed(nowNs);
        }
    }

    private void tellLoss(final long next, final String cause) {
        counts.lost += next - expected;
        sink.onLoss(session(), expected, next - 1, cause);
    }
}
